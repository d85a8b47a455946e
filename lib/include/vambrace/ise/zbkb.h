/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Zbkb as C functions and as assembler macros: vambrace/ise.h.
 *
 *                opcode funct3 funct7/imm12   result
 *   rol           0x33    1     0x30          rs1 <<< rs2[4:0]
 *   ror           0x33    5     0x30          rs1 >>> rs2[4:0]
 *   rori          0x13    5     0x600|shamt   rs1 >>> shamt, 0..31
 *   andn          0x33    7     0x20          rs1 & ~rs2
 *   orn           0x33    6     0x20          rs1 | ~rs2
 *   xnor          0x33    4     0x20          ~(rs1 ^ rs2)
 *   pack          0x33    4     0x04          rs2[15:0] : rs1[15:0]
 *   packh         0x33    7     0x04          rs2[7:0] : rs1[7:0], zero-extended
 *   brev8         0x13    5     0x687         each byte's bits reversed
 *   rev8          0x13    5     0x698         the bytes reversed
 *   zip           0x13    1     0x08f         bit 2i = rs1[i], bit 2i+1 = rs1[i+16]
 *   unzip         0x13    5     0x08f         the inverse of zip
 */
#ifndef VAMBRACE_ISE_ZBKB_H
#define VAMBRACE_ISE_ZBKB_H

#include "vambrace/backend/zbkb.h"

#if VMB_ISE_ZBKB

#include "vambrace/ise/insn.h"

/* What differs on RV64, where registers have 64 bits: rev8 takes all of them, and the
 * rotates of 32 bits are instructions of their own, rolw, rorw and roriw. */
#if __riscv_xlen == 64
#define VMB_ISE_REV8 0x6b8
#define VMB_ISE_WORD 0x3b
#define VMB_ISE_WORD_I 0x1b
#else
#define VMB_ISE_REV8 0x698
#define VMB_ISE_WORD 0x33
#define VMB_ISE_WORD_I 0x13
#endif

#ifdef __ASSEMBLER__

.macro vmb.rol rd, rs1, rs2
    .insn r 0x33, 1, 0x30, \rd, \rs1, \rs2
.endm
.macro vmb.ror rd, rs1, rs2
    .insn r 0x33, 5, 0x30, \rd, \rs1, \rs2
.endm
.macro vmb.rori rd, rs1, shamt
    .if ((\shamt) < 0) || ((\shamt) >= __riscv_xlen)
    .error "vambrace/ise/zbkb.h: shift amount out of range"
    .endif
    .insn i 0x13, 5, \rd, \rs1, 0x600 + (\shamt)
.endm
.macro vmb.andn rd, rs1, rs2
    .insn r 0x33, 7, 0x20, \rd, \rs1, \rs2
.endm
.macro vmb.orn rd, rs1, rs2
    .insn r 0x33, 6, 0x20, \rd, \rs1, \rs2
.endm
.macro vmb.xnor rd, rs1, rs2
    .insn r 0x33, 4, 0x20, \rd, \rs1, \rs2
.endm
.macro vmb.pack rd, rs1, rs2
    .insn r 0x33, 4, 0x04, \rd, \rs1, \rs2
.endm
.macro vmb.packh rd, rs1, rs2
    .insn r 0x33, 7, 0x04, \rd, \rs1, \rs2
.endm
.macro vmb.brev8 rd, rs1
    .insn i 0x13, 5, \rd, \rs1, 0x687
.endm
.macro vmb.rev8 rd, rs1
    .insn i 0x13, 5, \rd, \rs1, VMB_ISE_REV8
.endm
#if __riscv_xlen == 32
.macro vmb.zip rd, rs1
    .insn i 0x13, 1, \rd, \rs1, 0x08f
.endm
.macro vmb.unzip rd, rs1
    .insn i 0x13, 5, \rd, \rs1, 0x08f
.endm
#endif

#else

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

/** x >>> (n mod 32). A constant n becomes rori. */
VMB_ISE_INLINE uint32_t vmb_ror32(uint32_t x, uint32_t n)
{
#ifdef __OPTIMIZE__ /* without it nothing reaches an "i" operand as a constant */
    if (__builtin_constant_p(n)) {
        uint32_t d;
        __asm__(".insn i " VMB_ISE_TEXT(VMB_ISE_WORD_I) ", 5, %0, %1, %2"
                : "=r"(d) : "r"(x), "i"(0x600u | (n & 31u)));
        return d;
    }
#endif
    VMB_ISE_R(VMB_ISE_WORD, 5, 0x30, x, n);
}

/** x <<< (n mod 32). A constant n becomes rori by the negated amount. */
VMB_ISE_INLINE uint32_t vmb_rol32(uint32_t x, uint32_t n)
{
#ifdef __OPTIMIZE__
    if (__builtin_constant_p(n)) {
        return vmb_ror32(x, 0u - n);
    }
#endif
    VMB_ISE_R(VMB_ISE_WORD, 1, 0x30, x, n);
}

/** a & ~b */
VMB_ISE_INLINE uint32_t vmb_andn(uint32_t a, uint32_t b) { VMB_ISE_R(0x33, 7, 0x20, a, b); }

/** a | ~b */
VMB_ISE_INLINE uint32_t vmb_orn(uint32_t a, uint32_t b) { VMB_ISE_R(0x33, 6, 0x20, a, b); }

/** ~(a ^ b) */
VMB_ISE_INLINE uint32_t vmb_xnor(uint32_t a, uint32_t b) { VMB_ISE_R(0x33, 4, 0x20, a, b); }

/** The bytes in reverse order. */
#if __riscv_xlen == 64
VMB_ISE_INLINE uint32_t vmb_rev8(uint32_t x)
{
    uint64_t d;
    __asm__(".insn i 0x13, 5, %0, %1, 0x6b8" : "=r"(d) : "r"((uint64_t)x));
    return (uint32_t)(d >> 32);
}
#else
VMB_ISE_INLINE uint32_t vmb_rev8(uint32_t x) { VMB_ISE_I(0x13, 5, 0x698, x); }
#endif

#endif /* VMB_ISE_OPERATORS */

#if __riscv_xlen == 32

/** b[15:0] : a[15:0] */
VMB_ISE_INLINE uint32_t vmb_pack(uint32_t a, uint32_t b) { VMB_ISE_R(0x33, 4, 0x04, a, b); }

/** 0 : b[7:0] : a[7:0] */
VMB_ISE_INLINE uint32_t vmb_packh(uint32_t a, uint32_t b) { VMB_ISE_R(0x33, 7, 0x04, a, b); }

#if VMB_ISE_INTRINSICS && defined(__riscv_zbkb)

VMB_ISE_INLINE uint32_t vmb_brev8(uint32_t x) { return __riscv_brev8_32(x); }
VMB_ISE_INLINE uint32_t vmb_zip(uint32_t x) { return __riscv_zip_32(x); }
VMB_ISE_INLINE uint32_t vmb_unzip(uint32_t x) { return __riscv_unzip_32(x); }

#else

/** Each byte's bits in reverse order. */
VMB_ISE_INLINE uint32_t vmb_brev8(uint32_t x) { VMB_ISE_I(0x13, 5, 0x687, x); }

/** Interleaves: bit 2i of the result is x[i], bit 2i+1 is x[i+16], i < 16. */
VMB_ISE_INLINE uint32_t vmb_zip(uint32_t x) { VMB_ISE_I(0x13, 1, 0x08f, x); }

/** Deinterleaves: even bits go to the low half, odd bits to the high half. */
VMB_ISE_INLINE uint32_t vmb_unzip(uint32_t x) { VMB_ISE_I(0x13, 5, 0x08f, x); }

#endif
#endif /* 32-bit */

#endif /* __ASSEMBLER__ */

#endif /* VMB_ISE_ZBKB */

#endif
