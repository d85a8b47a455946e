/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Zkne and Zknd on RV64 as assembler macros (vambrace/ise.h). The state is rs2 : rs1, 128 bits.
 *
 *                opcode funct3 funct7/imm12
 *   aes64es       0x33    0     0x19          the low half of SubBytes(ShiftRows)
 *   aes64esm      0x33    0     0x1b          the same through MixColumns
 *   aes64ds       0x33    0     0x1d          the low half of InvSubBytes(InvShiftRows)
 *   aes64dsm      0x33    0     0x1f          the same through InvMixColumns
 *   aes64im       0x13    1     0x300         InvMixColumns of rs1's two columns
 *   aes64ks1i     0x13    1     0x310|rnum    w : w, w = RotWord, SubWord and constant rnum of
 *                                             rs1[63:32]; rnum = 10: SubWord alone
 *   aes64ks2      0x33    0     0x3f          w : v, v = rs1[63:32] ^ rs2[31:0], w = v ^ rs2[63:32]
 */
#ifndef VAMBRACE_ISE_ZKN64_H
#define VAMBRACE_ISE_ZKN64_H

#include "vambrace/backend/zkn.h"

#if VMB_ISE_ZKN64 && defined(__ASSEMBLER__)

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
    .error "vambrace/ise/zkn64.h: immediate operand out of range"
    .endif
    .insn i 0x13, 1, \rd, \rs1, 0x310 + (\rnum)
.endm
.macro vmb.aes64ks2 rd, rs1, rs2
    .insn r 0x33, 0, 0x3f, \rd, \rs1, \rs2
.endm

#endif

#endif
