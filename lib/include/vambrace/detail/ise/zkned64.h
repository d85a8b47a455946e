/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Zkned as assembler macros: vambrace/ise.h.
 *
 * From configs/instructions.toml by `python -m vambrace_dev.instructions`: do not edit.
 *
 * Zkne and Zknd on RV64.
 * RISC-V Cryptography Extensions Volume I, version 1.0, sections 2.4, 2.5 and chapter 3; FIPS 197.
 *
 *   aes64es    0011001 rs2 rs1 000 rd 0110011     the low half of SubBytes(ShiftRows)
 *   aes64esm   0011011 rs2 rs1 000 rd 0110011     the low half of MixColumns(SubBytes(ShiftRows))
 *   aes64ds    0011101 rs2 rs1 000 rd 0110011     the low half of InvSubBytes(InvShiftRows)
 *   aes64dsm   0011111 rs2 rs1 000 rd 0110011     the low half of InvMixColumns(InvSubBytes(InvShiftRows))
 *   aes64im    0011000 00000 rs1 001 rd 0010011   InvMixColumns of the two columns of rs1
 *   aes64ks1i  0011000 1 rnum rs1 001 rd 0010011  w : w, w = RotWord, SubWord and constant rnum of rs1[63:32]
 *   aes64ks2   0111111 rs2 rs1 000 rd 0110011     w : v, v = rs1[63:32] ^ rs2[31:0], w = v ^ rs2[63:32]
 *
 * The state is rs2 : rs1, 128 bits. Round number 10 of aes64ks1i is SubWord alone, without rotation and constant.
 */
#ifndef VAMBRACE_ISE_ZKNED64_H
#define VAMBRACE_ISE_ZKNED64_H

#include "vambrace/detail/backend/zkned.h"

#if VMB_ISE_ZKNED64

#ifdef __ASSEMBLER__

.macro vmb.aes64es rd, rs1, rs2
    .insn r 0x33, 0, 0x19, \rd, \rs1, \rs2
.endm
.macro vmb.aes64esm rd, rs1, rs2
    .insn r 0x33, 0, 0x1b, \rd, \rs1, \rs2
.endm
.macro vmb.aes64ds rd, rs1, rs2
    .insn r 0x33, 0, 0x1d, \rd, \rs1, \rs2
.endm
.macro vmb.aes64dsm rd, rs1, rs2
    .insn r 0x33, 0, 0x1f, \rd, \rs1, \rs2
.endm
.macro vmb.aes64im rd, rs1
    .insn i 0x13, 1, \rd, \rs1, 0x300
.endm
.macro vmb.aes64ks1i rd, rs1, rnum
    .if ((\rnum) < 0) || ((\rnum) > 10)
    .error "aes64ks1i: rnum out of range"
    .endif
    .insn i 0x13, 1, \rd, \rs1, 0x310 + (\rnum)
.endm
.macro vmb.aes64ks2 rd, rs1, rs2
    .insn r 0x33, 0, 0x3f, \rd, \rs1, \rs2
.endm

#endif /* __ASSEMBLER__ */

#endif /* VMB_ISE_ZKNED64 */

#endif
