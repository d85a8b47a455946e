/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Functions in C of Zbkb on words of 32 bits, on RV32 and RV64: rotates, logic and rev8. vambrace/detail/ise/zbkb.h includes
 * this file.
 */
#ifndef VAMBRACE_ISE_ZBKB_OPERATORS_H
#define VAMBRACE_ISE_ZBKB_OPERATORS_H

#include "vambrace/detail/ise/zbkb.h"

#if VMB_ISE_ZBKB

#include "vambrace/detail/ise/insn.h"

/* Operators that the compiler makes one instruction of: GCC before 14 and Clang before 18
 * make two, or a call. */
#if VMB_ISE_INTRINSICS && (defined(__riscv_zbb) || defined(__riscv_zbkb))
#define VMB_ISE_OPERATORS 1
#else
#define VMB_ISE_OPERATORS 0
#endif

#if VMB_ISE_OPERATORS

VMB_ISE_INLINE uint32_t vmb_ror32(uint32_t x, uint32_t n) { return x >> (n & 31u) | x << (-n & 31u); }
VMB_ISE_INLINE uint32_t vmb_rol32(uint32_t x, uint32_t n) { return x << (n & 31u) | x >> (-n & 31u); }
VMB_ISE_INLINE uint32_t vmb_andn(uint32_t a, uint32_t b) { return a & ~b; }
VMB_ISE_INLINE uint32_t vmb_orn(uint32_t a, uint32_t b) { return a | ~b; }
VMB_ISE_INLINE uint32_t vmb_xnor(uint32_t a, uint32_t b) { return ~(a ^ b); }
VMB_ISE_INLINE uint32_t vmb_rev8(uint32_t x) { return __builtin_bswap32(x); }

#else

/* Rotates of 32 bits are instructions of their own on RV64. */
#if __riscv_xlen == 64
#define VMB_INSN_ROL32 VMB_INSN_ROLW
#define VMB_INSN_ROR32 VMB_INSN_RORW
#define VMB_INSN_RORI32 VMB_INSN_RORIW
#else
#define VMB_INSN_ROL32 VMB_INSN_ROL
#define VMB_INSN_ROR32 VMB_INSN_ROR
#define VMB_INSN_RORI32 VMB_INSN_RORI
#endif

/** x >>> (n mod 32). A constant n becomes rori. */
VMB_ISE_INLINE uint32_t vmb_ror32(uint32_t x, uint32_t n)
{
#ifdef __OPTIMIZE__ /* without it nothing reaches an "i" operand as a constant */
    if (__builtin_constant_p(n)) {
        uint32_t d;
        __asm__(VMB_INSN_RORI32 : "=r"(d) : "r"(x), "i"(n & 31u));
        return d;
    }
#endif
    VMB_ISE_R(VMB_INSN_ROR32, x, n);
}

/** x <<< (n mod 32). A constant n becomes rori by the negated amount. */
VMB_ISE_INLINE uint32_t vmb_rol32(uint32_t x, uint32_t n)
{
#ifdef __OPTIMIZE__
    if (__builtin_constant_p(n)) {
        return vmb_ror32(x, 0u - n);
    }
#endif
    VMB_ISE_R(VMB_INSN_ROL32, x, n);
}

/** a & ~b */
VMB_ISE_INLINE uint32_t vmb_andn(uint32_t a, uint32_t b) { VMB_ISE_R(VMB_INSN_ANDN, a, b); }

/** a | ~b */
VMB_ISE_INLINE uint32_t vmb_orn(uint32_t a, uint32_t b) { VMB_ISE_R(VMB_INSN_ORN, a, b); }

/** ~(a ^ b) */
VMB_ISE_INLINE uint32_t vmb_xnor(uint32_t a, uint32_t b) { VMB_ISE_R(VMB_INSN_XNOR, a, b); }

/** The bytes in reverse order. */
#if __riscv_xlen == 64
VMB_ISE_INLINE uint32_t vmb_rev8(uint32_t x)
{
    uint64_t d;
    __asm__(VMB_INSN_REV8 : "=r"(d) : "r"((uint64_t)x));
    return (uint32_t)(d >> 32);
}
#else
VMB_ISE_INLINE uint32_t vmb_rev8(uint32_t x) { VMB_ISE_I(VMB_INSN_REV8, x); }
#endif

#endif /* VMB_ISE_OPERATORS */

#endif /* VMB_ISE_ZBKB */

#endif
