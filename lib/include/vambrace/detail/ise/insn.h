/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * How instructions of extensions are made, for the headers next to this one (vambrace/ise.h).
 */
#ifndef VAMBRACE_ISE_INSN_H
#define VAMBRACE_ISE_INSN_H

#ifdef __ASSEMBLER__

/* .insn r with a funct7 that holds an immediate: refuses one out of range. */
.macro vmb.insn.indexed opcode, funct3, funct7, rd, rs1, rs2, index, last
    .if ((\index) < 0) || ((\index) > (\last))
    .error "vambrace/ise.h: immediate operand out of range"
    .endif
    .insn r \opcode, \funct3, \funct7, \rd, \rs1, \rs2
.endm

#else /* C and C++ */

#include <stdint.h>

/* 1 where the compiler has intrinsics of its own. */
#ifdef __has_include
#if __has_include(<riscv_bitmanip.h>) && __has_include(<riscv_crypto.h>)
#include <riscv_bitmanip.h>
#include <riscv_crypto.h>
#define VMB_ISE_INTRINSICS 1
#endif
#endif
#ifndef VMB_ISE_INTRINSICS
#define VMB_ISE_INTRINSICS 0
#endif

#define VMB_ISE_INLINE static inline __attribute__((always_inline))

/* The body of a function whose result is one instruction of two registers or one; insn is the text of its .insn. */
#define VMB_ISE_R(insn, a, b)                                                  \
    uint32_t d;                                                                \
    __asm__(insn : "=r"(d) : "r"(a), "r"(b));                                  \
    return d
#define VMB_ISE_I(insn, a)                                                     \
    uint32_t d;                                                                \
    __asm__(insn : "=r"(d) : "r"(a));                                          \
    return d

#endif

#endif
