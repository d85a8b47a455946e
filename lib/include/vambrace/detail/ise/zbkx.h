/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Zbkx as C functions and as assembler macros: vambrace/ise.h.
 *
 * From configs/instructions.toml by `python -m vambrace_dev.instructions`: do not edit.
 *
 * Lookups in a register: crossbar permutations of nibbles and bytes.
 * RISC-V Cryptography Extensions Volume I, version 1.0, section 2.3 and chapter 3.
 *
 *   xperm4  0010100 rs2 rs1 010 rd 0110011  rd[4i+3:4i] = nibble rs2[4i+3:4i] of rs1, i < 8
 *   xperm8  0010100 rs2 rs1 100 rd 0110011  rd[8i+7:8i] = byte rs2[8i+7:8i] of rs1, i < 4
 *
 * Element i of rd is the element of rs1 whose number is element i of rs2, and 0 if rs1 has no such element.
 */
#ifndef VAMBRACE_ISE_ZBKX_H
#define VAMBRACE_ISE_ZBKX_H

#include "vambrace/detail/backend/zbkx.h"

#if VMB_ISE_ZBKX

#include "vambrace/detail/ise/insn.h"

#ifdef __ASSEMBLER__

.macro vmb.xperm4 rd, rs1, rs2
    .insn r 0x33, 2, 0x14, \rd, \rs1, \rs2
.endm
.macro vmb.xperm8 rd, rs1, rs2
    .insn r 0x33, 4, 0x14, \rd, \rs1, \rs2
.endm

#else

#if VMB_ISE_INTRINSICS && (defined(__riscv_zbkx))

/** rd[4i+3:4i] = nibble rs2[4i+3:4i] of rs1, i < 8 */
VMB_ISE_INLINE uint32_t vmb_xperm4(uint32_t rs1, uint32_t rs2)
{
    return __riscv_xperm4_32(rs1, rs2);
}

/** rd[8i+7:8i] = byte rs2[8i+7:8i] of rs1, i < 4 */
VMB_ISE_INLINE uint32_t vmb_xperm8(uint32_t rs1, uint32_t rs2)
{
    return __riscv_xperm8_32(rs1, rs2);
}

#else

/** rd[4i+3:4i] = nibble rs2[4i+3:4i] of rs1, i < 8 */
VMB_ISE_INLINE uint32_t vmb_xperm4(uint32_t rs1, uint32_t rs2)
{
    VMB_ISE_R(".insn r 0x33, 2, 0x14, %0, %1, %2", rs1, rs2);
}

/** rd[8i+7:8i] = byte rs2[8i+7:8i] of rs1, i < 4 */
VMB_ISE_INLINE uint32_t vmb_xperm8(uint32_t rs1, uint32_t rs2)
{
    VMB_ISE_R(".insn r 0x33, 4, 0x14, %0, %1, %2", rs1, rs2);
}

#endif

#endif /* __ASSEMBLER__ */

#endif /* VMB_ISE_ZBKX */

#endif
