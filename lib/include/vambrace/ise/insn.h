/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * How instructions of extensions are made, for the headers beside this one (vambrace/ise.h).
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

/* The body of a function whose result is one R-type or I-type instruction. */
#define VMB_ISE_QUOTE(x) #x
#define VMB_ISE_TEXT(x) VMB_ISE_QUOTE(x)
#define VMB_ISE_R(opcode, funct3, funct7, a, b)                                \
    uint32_t d;                                                                \
    __asm__(".insn r " VMB_ISE_TEXT(opcode) ", " #funct3 ", " #funct7 ", %0, %1, %2"        \
            : "=r"(d) : "r"(a), "r"(b));                                       \
    return d
#define VMB_ISE_I(opcode, funct3, imm, a)                                      \
    uint32_t d;                                                                \
    __asm__(".insn i " #opcode ", " #funct3 ", %0, %1, " #imm                  \
            : "=r"(d) : "r"(a));                                               \
    return d

#endif

#endif
