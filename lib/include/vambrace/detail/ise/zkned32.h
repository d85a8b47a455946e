/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Zkned as C functions and as assembler macros: vambrace/ise.h.
 *
 * From configs/instructions.toml by `python -m vambrace_dev.instructions`: do not edit.
 *
 * Zkne and Zknd: AES round instructions, both directions.
 * RISC-V Cryptography Extensions Volume I, version 1.0, sections 2.4, 2.5 and chapter 3; FIPS 197.
 *
 *   aes32esi   bs 10001 rs2 rs1 000 rd 0110011  rs1 ^ (S(b) <<< 8 bs)
 *   aes32esmi  bs 10011 rs2 rs1 000 rd 0110011  rs1 ^ (M(S(b)) <<< 8 bs)
 *   aes32dsi   bs 10101 rs2 rs1 000 rd 0110011  rs1 ^ (S'(b) <<< 8 bs)
 *   aes32dsmi  bs 10111 rs2 rs1 000 rd 0110011  rs1 ^ (M'(S'(b)) <<< 8 bs)
 *
 * b is byte number bs of rs2; S and S' are the S-box of FIPS 197 and its inverse.
 * M(s) = {3}s : s : s : {2}s is the column of MixColumns, high byte first;
 * M'(s) = {b}s : {d}s : {9}s : {e}s is that of InvMixColumns.
 */
#ifndef VAMBRACE_ISE_ZKNED32_H
#define VAMBRACE_ISE_ZKNED32_H

#include "vambrace/detail/backend/zkned.h"

#if VMB_ISE_ZKNED32

#include "vambrace/detail/ise/insn.h"

#ifdef __ASSEMBLER__

.macro vmb.aes32esi rd, rs1, rs2, bs
    vmb.insn.indexed 0x33, 0, (0x11 + (\bs) * 32), \rd, \rs1, \rs2, \bs, 3
.endm
.macro vmb.aes32esmi rd, rs1, rs2, bs
    vmb.insn.indexed 0x33, 0, (0x13 + (\bs) * 32), \rd, \rs1, \rs2, \bs, 3
.endm
.macro vmb.aes32dsi rd, rs1, rs2, bs
    vmb.insn.indexed 0x33, 0, (0x15 + (\bs) * 32), \rd, \rs1, \rs2, \bs, 3
.endm
.macro vmb.aes32dsmi rd, rs1, rs2, bs
    vmb.insn.indexed 0x33, 0, (0x17 + (\bs) * 32), \rd, \rs1, \rs2, \bs, 3
.endm

#else

#if VMB_ISE_INTRINSICS && (defined(__riscv_zkne) && defined(__riscv_zknd))

/** rs1 ^ (S(b) <<< 8 bs) */
VMB_ISE_INLINE uint32_t vmb_aes32esi(uint32_t rs1, uint32_t rs2, unsigned bs)
{
    switch (bs & 3u) {
    case 0: { return __riscv_aes32esi(rs1, rs2, 0); }
    case 1: { return __riscv_aes32esi(rs1, rs2, 1); }
    case 2: { return __riscv_aes32esi(rs1, rs2, 2); }
    default: { return __riscv_aes32esi(rs1, rs2, 3); }
    }
}

/** rs1 ^ (M(S(b)) <<< 8 bs) */
VMB_ISE_INLINE uint32_t vmb_aes32esmi(uint32_t rs1, uint32_t rs2, unsigned bs)
{
    switch (bs & 3u) {
    case 0: { return __riscv_aes32esmi(rs1, rs2, 0); }
    case 1: { return __riscv_aes32esmi(rs1, rs2, 1); }
    case 2: { return __riscv_aes32esmi(rs1, rs2, 2); }
    default: { return __riscv_aes32esmi(rs1, rs2, 3); }
    }
}

/** rs1 ^ (S'(b) <<< 8 bs) */
VMB_ISE_INLINE uint32_t vmb_aes32dsi(uint32_t rs1, uint32_t rs2, unsigned bs)
{
    switch (bs & 3u) {
    case 0: { return __riscv_aes32dsi(rs1, rs2, 0); }
    case 1: { return __riscv_aes32dsi(rs1, rs2, 1); }
    case 2: { return __riscv_aes32dsi(rs1, rs2, 2); }
    default: { return __riscv_aes32dsi(rs1, rs2, 3); }
    }
}

/** rs1 ^ (M'(S'(b)) <<< 8 bs) */
VMB_ISE_INLINE uint32_t vmb_aes32dsmi(uint32_t rs1, uint32_t rs2, unsigned bs)
{
    switch (bs & 3u) {
    case 0: { return __riscv_aes32dsmi(rs1, rs2, 0); }
    case 1: { return __riscv_aes32dsmi(rs1, rs2, 1); }
    case 2: { return __riscv_aes32dsmi(rs1, rs2, 2); }
    default: { return __riscv_aes32dsmi(rs1, rs2, 3); }
    }
}

#else

/** rs1 ^ (S(b) <<< 8 bs) */
VMB_ISE_INLINE uint32_t vmb_aes32esi(uint32_t rs1, uint32_t rs2, unsigned bs)
{
    switch (bs & 3u) {
    case 0: { VMB_ISE_R(".insn r 0x33, 0, 0x11 + 0 * 32, %0, %1, %2", rs1, rs2); }
    case 1: { VMB_ISE_R(".insn r 0x33, 0, 0x11 + 1 * 32, %0, %1, %2", rs1, rs2); }
    case 2: { VMB_ISE_R(".insn r 0x33, 0, 0x11 + 2 * 32, %0, %1, %2", rs1, rs2); }
    default: { VMB_ISE_R(".insn r 0x33, 0, 0x11 + 3 * 32, %0, %1, %2", rs1, rs2); }
    }
}

/** rs1 ^ (M(S(b)) <<< 8 bs) */
VMB_ISE_INLINE uint32_t vmb_aes32esmi(uint32_t rs1, uint32_t rs2, unsigned bs)
{
    switch (bs & 3u) {
    case 0: { VMB_ISE_R(".insn r 0x33, 0, 0x13 + 0 * 32, %0, %1, %2", rs1, rs2); }
    case 1: { VMB_ISE_R(".insn r 0x33, 0, 0x13 + 1 * 32, %0, %1, %2", rs1, rs2); }
    case 2: { VMB_ISE_R(".insn r 0x33, 0, 0x13 + 2 * 32, %0, %1, %2", rs1, rs2); }
    default: { VMB_ISE_R(".insn r 0x33, 0, 0x13 + 3 * 32, %0, %1, %2", rs1, rs2); }
    }
}

/** rs1 ^ (S'(b) <<< 8 bs) */
VMB_ISE_INLINE uint32_t vmb_aes32dsi(uint32_t rs1, uint32_t rs2, unsigned bs)
{
    switch (bs & 3u) {
    case 0: { VMB_ISE_R(".insn r 0x33, 0, 0x15 + 0 * 32, %0, %1, %2", rs1, rs2); }
    case 1: { VMB_ISE_R(".insn r 0x33, 0, 0x15 + 1 * 32, %0, %1, %2", rs1, rs2); }
    case 2: { VMB_ISE_R(".insn r 0x33, 0, 0x15 + 2 * 32, %0, %1, %2", rs1, rs2); }
    default: { VMB_ISE_R(".insn r 0x33, 0, 0x15 + 3 * 32, %0, %1, %2", rs1, rs2); }
    }
}

/** rs1 ^ (M'(S'(b)) <<< 8 bs) */
VMB_ISE_INLINE uint32_t vmb_aes32dsmi(uint32_t rs1, uint32_t rs2, unsigned bs)
{
    switch (bs & 3u) {
    case 0: { VMB_ISE_R(".insn r 0x33, 0, 0x17 + 0 * 32, %0, %1, %2", rs1, rs2); }
    case 1: { VMB_ISE_R(".insn r 0x33, 0, 0x17 + 1 * 32, %0, %1, %2", rs1, rs2); }
    case 2: { VMB_ISE_R(".insn r 0x33, 0, 0x17 + 2 * 32, %0, %1, %2", rs1, rs2); }
    default: { VMB_ISE_R(".insn r 0x33, 0, 0x17 + 3 * 32, %0, %1, %2", rs1, rs2); }
    }
}

#endif

#endif /* __ASSEMBLER__ */

#endif /* VMB_ISE_ZKNED32 */

#endif
