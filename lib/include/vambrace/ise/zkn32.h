/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Zkne and Zknd on RV32 as C functions and as assembler macros: vambrace/ise.h.
 *
 *                opcode funct3 funct7         with b = byte number bs of rs2
 *   aes32esi      0x33    0     bs<<5|0x11    rs1 ^ (S(b) <<< 8 bs)
 *   aes32esmi     0x33    0     bs<<5|0x13    rs1 ^ (M(S(b)) <<< 8 bs)
 *   aes32dsi      0x33    0     bs<<5|0x15    rs1 ^ (S'(b) <<< 8 bs)
 *   aes32dsmi     0x33    0     bs<<5|0x17    rs1 ^ (M'(S'(b)) <<< 8 bs)
 *     S, S'  the S-box of FIPS 197 and its inverse
 *     M(s)   {3}s : s : s : {2}s        the column of MixColumns, high byte first
 *     M'(s)  {b}s : {d}s : {9}s : {e}s  the column of InvMixColumns
 */
#ifndef VAMBRACE_ISE_ZKN32_H
#define VAMBRACE_ISE_ZKN32_H

#include "vambrace/backend/zkn.h"

#if VMB_ISE_ZKN32

#include "vambrace/ise/insn.h"

#ifdef __ASSEMBLER__

.macro vmb.aes32esi rd, rs1, rs2, bs
    vmb.insn.indexed 0x33, 0, ((\bs) * 32 + 0x11), \rd, \rs1, \rs2, \bs, 3
.endm
.macro vmb.aes32esmi rd, rs1, rs2, bs
    vmb.insn.indexed 0x33, 0, ((\bs) * 32 + 0x13), \rd, \rs1, \rs2, \bs, 3
.endm
.macro vmb.aes32dsi rd, rs1, rs2, bs
    vmb.insn.indexed 0x33, 0, ((\bs) * 32 + 0x15), \rd, \rs1, \rs2, \bs, 3
.endm
.macro vmb.aes32dsmi rd, rs1, rs2, bs
    vmb.insn.indexed 0x33, 0, ((\bs) * 32 + 0x17), \rd, \rs1, \rs2, \bs, 3
.endm

#else

/* bs sits in the instruction word: see vambrace/ise.h. */

#if VMB_ISE_INTRINSICS && defined(__riscv_zkne) && defined(__riscv_zknd)
#define VMB_ISE_AES32(name, bs0, bs1, bs2, bs3)                                \
    VMB_ISE_INLINE uint32_t vmb_##name(uint32_t rs1, uint32_t rs2, unsigned bs) \
    {                                                                          \
        switch (bs & 3u) {                                                     \
        case 0: return __riscv_##name(rs1, rs2, 0);                            \
        case 1: return __riscv_##name(rs1, rs2, 1);                            \
        case 2: return __riscv_##name(rs1, rs2, 2);                            \
        default: return __riscv_##name(rs1, rs2, 3);                           \
        }                                                                      \
    }
#else
#define VMB_ISE_AES32(name, bs0, bs1, bs2, bs3)                                \
    VMB_ISE_INLINE uint32_t vmb_##name(uint32_t rs1, uint32_t rs2, unsigned bs) \
    {                                                                          \
        switch (bs & 3u) {                                                     \
        case 0: { VMB_ISE_R(0x33, 0, bs0, rs1, rs2); }                         \
        case 1: { VMB_ISE_R(0x33, 0, bs1, rs1, rs2); }                         \
        case 2: { VMB_ISE_R(0x33, 0, bs2, rs1, rs2); }                         \
        default: { VMB_ISE_R(0x33, 0, bs3, rs1, rs2); }                        \
        }                                                                      \
    }
#endif

/** rs1 ^ (S(b) <<< 8 bs), b = byte number bs of rs2: last round, encryption. */
VMB_ISE_AES32(aes32esi, 0x11, 0x31, 0x51, 0x71)
/** rs1 ^ (M(S(b)) <<< 8 bs): middle round, encryption. */
VMB_ISE_AES32(aes32esmi, 0x13, 0x33, 0x53, 0x73)
/** rs1 ^ (S'(b) <<< 8 bs): last round, decryption. */
VMB_ISE_AES32(aes32dsi, 0x15, 0x35, 0x55, 0x75)
/** rs1 ^ (M'(S'(b)) <<< 8 bs): middle round, decryption. */
VMB_ISE_AES32(aes32dsmi, 0x17, 0x37, 0x57, 0x77)

#endif /* __ASSEMBLER__ */

#endif /* VMB_ISE_ZKN32 */

#endif
