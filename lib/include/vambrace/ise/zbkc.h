/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Zbkc as C functions and as assembler macros: vambrace/ise.h.
 *
 *                opcode funct3 funct7         with p = the carry-less product, 64 bits
 *   clmul         0x33    1     0x05          p[31:0]
 *   clmulh        0x33    3     0x05          p[63:32]
 *     p = XOR of rs1 << i over all i with rs2[i] = 1
 */
#ifndef VAMBRACE_ISE_ZBKC_H
#define VAMBRACE_ISE_ZBKC_H

#include "vambrace/backend/zbkc.h"

#if VMB_ISE_ZBKC

#include "vambrace/ise/insn.h"

#ifdef __ASSEMBLER__

.macro vmb.clmul rd, rs1, rs2
    .insn r 0x33, 1, 0x05, \rd, \rs1, \rs2
.endm
.macro vmb.clmulh rd, rs1, rs2
    .insn r 0x33, 3, 0x05, \rd, \rs1, \rs2
.endm

#else

#if VMB_ISE_INTRINSICS && (defined(__riscv_zbkc) || defined(__riscv_zbc))

VMB_ISE_INLINE uint32_t vmb_clmul(uint32_t a, uint32_t b) { return __riscv_clmul_32(a, b); }
VMB_ISE_INLINE uint32_t vmb_clmulh(uint32_t a, uint32_t b) { return __riscv_clmulh_32(a, b); }

#else

/** The low half of the carry-less product of a and b. */
VMB_ISE_INLINE uint32_t vmb_clmul(uint32_t a, uint32_t b) { VMB_ISE_R(0x33, 1, 0x05, a, b); }

/** The high half of the carry-less product of a and b; its bit 31 is 0. */
VMB_ISE_INLINE uint32_t vmb_clmulh(uint32_t a, uint32_t b) { VMB_ISE_R(0x33, 3, 0x05, a, b); }

#endif

#endif /* __ASSEMBLER__ */

#endif /* VMB_ISE_ZBKC */

#endif
