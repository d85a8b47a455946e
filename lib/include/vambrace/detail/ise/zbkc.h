/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Zbkc as C functions and as assembler macros: vambrace/ise.h.
 *
 * From configs/instructions.toml by `python -m vambrace_dev.instructions`: do not edit.
 *
 * Carry-less multiplication.
 * RISC-V Cryptography Extensions Volume I, version 1.0, section 2.2 and chapter 3.
 *
 *   clmul   0000101 rs2 rs1 001 rd 0110011  p[31:0]
 *   clmulh  0000101 rs2 rs1 011 rd 0110011  p[63:32]
 *
 * p is the carry-less product, 64 bits: the XOR of rs1 << i over all i with rs2[i] = 1.
 */
#ifndef VAMBRACE_ISE_ZBKC_H
#define VAMBRACE_ISE_ZBKC_H

#include "vambrace/detail/backend/zbkc.h"

#if VMB_ISE_ZBKC

#include "vambrace/detail/ise/insn.h"

#ifdef __ASSEMBLER__

.macro vmb.clmul rd, rs1, rs2
    .insn r 0x33, 1, 0x05, \rd, \rs1, \rs2
.endm
.macro vmb.clmulh rd, rs1, rs2
    .insn r 0x33, 3, 0x05, \rd, \rs1, \rs2
.endm

#else

#if VMB_ISE_INTRINSICS && (defined(__riscv_zbkc) || defined(__riscv_zbc))

/** p[31:0] */
VMB_ISE_INLINE uint32_t vmb_clmul(uint32_t rs1, uint32_t rs2)
{
    return __riscv_clmul_32(rs1, rs2);
}

/** p[63:32] */
VMB_ISE_INLINE uint32_t vmb_clmulh(uint32_t rs1, uint32_t rs2)
{
    return __riscv_clmulh_32(rs1, rs2);
}

#else

/** p[31:0] */
VMB_ISE_INLINE uint32_t vmb_clmul(uint32_t rs1, uint32_t rs2)
{
    VMB_ISE_R(".insn r 0x33, 1, 0x05, %0, %1, %2", rs1, rs2);
}

/** p[63:32] */
VMB_ISE_INLINE uint32_t vmb_clmulh(uint32_t rs1, uint32_t rs2)
{
    VMB_ISE_R(".insn r 0x33, 3, 0x05, %0, %1, %2", rs1, rs2);
}

#endif

#endif /* __ASSEMBLER__ */

#endif /* VMB_ISE_ZBKC */

#endif
