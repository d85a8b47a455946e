/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The extension instructions as C functions and as assembler macros.
 *
 * Built with `.insn`, so that a toolchain that has never heard of an extension
 * still assembles it with plain -march=rv32imc or rv64imac. Where -march names the extension
 * and the compiler has an intrinsic of its own (riscv_bitmanip.h, riscv_crypto.h)
 * or an operator that it turns into the instruction, a C function is that: the
 * compiler then knows what it computes. A name exists only where its VMB_ISE_
 * macro (vambrace/backend.h) is 1. Every instruction takes one cycle on the cores
 * of this project, whatever its operands hold.
 *
 * In C each instruction is a pure function of its operands: the compiler may
 * move, merge or drop it. In assembly the macros carry the prefix `vmb.`, so
 * that none of them hides a mnemonic the assembler knows itself; only those of
 * Xascon and Xasconp, which no assembler knows, go by their own name. The one of
 * Xasconp works on ten registers of its own: it has no function in C.
 *
 * Zbkb, Zbkc and the aes32 instructions: RISC-V Cryptography Extensions Volume I,
 * version 1.0, chapter 3. Xascon, Xasconp: this project, docs/reference/ise.md.
 */
#ifndef VAMBRACE_ISE_H
#define VAMBRACE_ISE_H

#include "vambrace/backend.h"

/*
 * Encodings. R-type `.insn r opcode, funct3, funct7, rd, rs1, rs2`,
 * I-type `.insn i opcode, funct3, rd, rs1, imm12`.
 *
 * Zbkb           opcode funct3 funct7/imm12   result
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
 *
 * Zbkc           opcode funct3 funct7         with p = the carry-less product, 64 bits
 *   clmul         0x33    1     0x05          p[31:0]
 *   clmulh        0x33    3     0x05          p[63:32]
 *     p = XOR of rs1 << i over all i with rs2[i] = 1
 *
 * Zkne, Zknd     opcode funct3 funct7         with b = byte number bs of rs2
 *   aes32esi      0x33    0     bs<<5|0x11    rs1 ^ (S(b) <<< 8 bs)
 *   aes32esmi     0x33    0     bs<<5|0x13    rs1 ^ (M(S(b)) <<< 8 bs)
 *   aes32dsi      0x33    0     bs<<5|0x15    rs1 ^ (S'(b) <<< 8 bs)
 *   aes32dsmi     0x33    0     bs<<5|0x17    rs1 ^ (M'(S'(b)) <<< 8 bs)
 *     S, S'  the S-box of FIPS 197 and its inverse
 *     M(s)   {3}s : s : s : {2}s        the column of MixColumns, high byte first
 *     M'(s)  {b}s : {d}s : {9}s : {e}s  the column of InvMixColumns
 *
 * The same on RV64, with the state rs2 : rs1, 128 bits
 *   aes64es       0x33    0     0x19          the low half of SubBytes(ShiftRows)
 *   aes64esm      0x33    0     0x1b          the same through MixColumns
 *   aes64ds       0x33    0     0x1d          the low half of InvSubBytes(InvShiftRows)
 *   aes64dsm      0x33    0     0x1f          the same through InvMixColumns
 *   aes64im       0x13    1     0x300         InvMixColumns of rs1's two columns
 *   aes64ks1i     0x13    1     0x310|rnum    w : w, w = RotWord, SubWord and constant rnum of
 *                                             rs1[63:32]; rnum = 10: SubWord alone
 *   aes64ks2      0x33    0     0x3f          w : v, v = rs1[63:32] ^ rs2[31:0], w = v ^ rs2[63:32]
 *
 * Xascon         opcode funct3 funct7         with x = rs2 : rs1, 64 bits
 *   ascon.sigma.lo 0x2b   7     i             low half of sigma_i(x)
 *   ascon.sigma.hi 0x2b   7     0x20|i        high half of sigma_i(x)
 *     sigma_i(x) = x ^ (x >>> r0) ^ (x >>> r1), the linear layer of Ascon for
 *     state word i = 0..4: (r0, r1) = (19, 28) (61, 39) (1, 6) (10, 17) (7, 41).
 *     An index above 4 is an illegal instruction.
 *
 * Xasconp        opcode funct3 imm12          rd = rs1 = x0
 *   ascon.round    0x2b    5     c            one round of Ascon's permutation, constant c = 0..255
 *     State word i is the i-th pair of a3:a2, a5:a4, a7:a6, t4:t3, t6:t5, high : low
 *     half. A larger c, or another register, is an illegal instruction.
 */

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

/* .insn r with a funct7 that holds an immediate: refuses one out of range. */
.macro vmb.insn.indexed opcode, funct3, funct7, rd, rs1, rs2, index, last
    .if ((\index) < 0) || ((\index) > (\last))
    .error "vambrace/ise.h: immediate operand out of range"
    .endif
    .insn r \opcode, \funct3, \funct7, \rd, \rs1, \rs2
.endm

#if VMB_ISE_ZBKB
.macro vmb.rol rd, rs1, rs2
    .insn r 0x33, 1, 0x30, \rd, \rs1, \rs2
.endm
.macro vmb.ror rd, rs1, rs2
    .insn r 0x33, 5, 0x30, \rd, \rs1, \rs2
.endm
.macro vmb.rori rd, rs1, shamt
    .if ((\shamt) < 0) || ((\shamt) >= __riscv_xlen)
    .error "vambrace/ise.h: shift amount out of range"
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
#endif /* VMB_ISE_ZBKB */

#if VMB_ISE_ZBKC
.macro vmb.clmul rd, rs1, rs2
    .insn r 0x33, 1, 0x05, \rd, \rs1, \rs2
.endm
.macro vmb.clmulh rd, rs1, rs2
    .insn r 0x33, 3, 0x05, \rd, \rs1, \rs2
.endm
#endif /* VMB_ISE_ZBKC */

#if VMB_ISE_ZKN32
.macro vmb.aes32esi rd, rs1, rs2, bs
    vmb.insn.indexed 0x33, 0, ((\bs) * 32 + 0x11), \rd, \rs1, \rs2, \bs, 3
.endm
.macro vmb.aes32esmi rd, rs1, rs2, bs
    vmb.insn.indexed 0x33, 0, ((\bs) * 32 + 0x13), \rd, \rs1, \rs2, \bs, 3
.endm
.macro vmb.aes32dsi rd, rs1, rs2, bs
    vmb.insn.indexed 0x33, 0, ((\bs) * 32 + 0x15), \rd, \rs1, \rs2, \bs, 3
.endm
.macro vmb.aes32dsmi rd, rs1, rs2, bs
    vmb.insn.indexed 0x33, 0, ((\bs) * 32 + 0x17), \rd, \rs1, \rs2, \bs, 3
.endm
#endif /* VMB_ISE_ZKN32 */

#if VMB_ISE_ZKN64
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
    .error "vambrace/ise.h: immediate operand out of range"
    .endif
    .insn i 0x13, 1, \rd, \rs1, 0x310 + (\rnum)
.endm
.macro vmb.aes64ks2 rd, rs1, rs2
    .insn r 0x33, 0, 0x3f, \rd, \rs1, \rs2
.endm
#endif /* VMB_ISE_ZKN64 */

#if VMB_ISE_XASCON
/* rs1 and rs2 hold the low and the high half of state word i. */
.macro ascon.sigma.lo rd, rs1, rs2, i
    vmb.insn.indexed 0x2b, 7, (\i), \rd, \rs1, \rs2, \i, 4
.endm
.macro ascon.sigma.hi rd, rs1, rs2, i
    vmb.insn.indexed 0x2b, 7, (0x20 + (\i)), \rd, \rs1, \rs2, \i, 4
.endm
#endif /* VMB_ISE_XASCON */

#if VMB_ISE_XASCONP
.macro ascon.round c
    .if ((\c) < 0) || ((\c) > 255)
    .error "vambrace/ise.h: round constant out of range"
    .endif
    .insn i 0x2b, 5, zero, zero, (\c)
.endm
#endif /* VMB_ISE_XASCONP */

#else /* C and C++ */

#if VMB_ISE_ZBKB || VMB_ISE_ZBKC || VMB_ISE_ZKN || VMB_ISE_XASCON

#include <stdint.h>

/* What the compiler has itself. GCC before 14 and Clang before 18 have no
 * intrinsics, and make two instructions or a call of some operators. */
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
#if VMB_ISE_INTRINSICS && (defined(__riscv_zbb) || defined(__riscv_zbkb))
#define VMB_ISE_OPERATORS 1
#else
#define VMB_ISE_OPERATORS 0
#endif

#define VMB_ISE_INLINE static inline __attribute__((always_inline))

/* The body of a function whose result is one R-type or I-type instruction. */
#define VMB_ISE_TEXT_(x) #x
#define VMB_ISE_TEXT(x) VMB_ISE_TEXT_(x)
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

#if VMB_ISE_ZBKB

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

#endif /* VMB_ISE_ZBKB */

#if VMB_ISE_ZBKC
#if VMB_ISE_INTRINSICS && (defined(__riscv_zbkc) || defined(__riscv_zbc))

VMB_ISE_INLINE uint32_t vmb_clmul(uint32_t a, uint32_t b) { return __riscv_clmul_32(a, b); }
VMB_ISE_INLINE uint32_t vmb_clmulh(uint32_t a, uint32_t b) { return __riscv_clmulh_32(a, b); }

#else

/** The low half of the carry-less product of a and b. */
VMB_ISE_INLINE uint32_t vmb_clmul(uint32_t a, uint32_t b) { VMB_ISE_R(0x33, 1, 0x05, a, b); }

/** The high half of the carry-less product of a and b; its bit 31 is 0. */
VMB_ISE_INLINE uint32_t vmb_clmulh(uint32_t a, uint32_t b) { VMB_ISE_R(0x33, 3, 0x05, a, b); }

#endif
#endif /* VMB_ISE_ZBKC */

/* An index sits in the instruction word, so it has to be a constant after
 * inlining: then the switch below leaves one instruction. Any other index gives
 * the right result through branches (at -O0 always); it must not be secret. */

#if VMB_ISE_ZKN32

#if VMB_ISE_INTRINSICS && defined(__riscv_zkne) && defined(__riscv_zknd)
#define VMB_ISE_AES32(name, bs0, bs1, bs2, bs3)                                \
    VMB_ISE_INLINE uint32_t vmb_##name(uint32_t rs1, uint32_t rs2, unsigned bs) \
    {                                                                          \
        switch (bs & 3u) {                                                     \
        case 0: return __riscv_##name(rs1, rs2, 0);                            \
        case 1: return __riscv_##name(rs1, rs2, 1);                            \
        case 2: return __riscv_##name(rs1, rs2, 2);                            \
        default: return __riscv_##name(rs1, rs2, 3);                           \
        }                                                                      \
    }
#else
#define VMB_ISE_AES32(name, bs0, bs1, bs2, bs3)                                \
    VMB_ISE_INLINE uint32_t vmb_##name(uint32_t rs1, uint32_t rs2, unsigned bs) \
    {                                                                          \
        switch (bs & 3u) {                                                     \
        case 0: { VMB_ISE_R(0x33, 0, bs0, rs1, rs2); }                         \
        case 1: { VMB_ISE_R(0x33, 0, bs1, rs1, rs2); }                         \
        case 2: { VMB_ISE_R(0x33, 0, bs2, rs1, rs2); }                         \
        default: { VMB_ISE_R(0x33, 0, bs3, rs1, rs2); }                        \
        }                                                                      \
    }
#endif

/** rs1 ^ (S(b) <<< 8 bs), b = byte number bs of rs2: last round, encryption. */
VMB_ISE_AES32(aes32esi, 0x11, 0x31, 0x51, 0x71)
/** rs1 ^ (M(S(b)) <<< 8 bs): middle round, encryption. */
VMB_ISE_AES32(aes32esmi, 0x13, 0x33, 0x53, 0x73)
/** rs1 ^ (S'(b) <<< 8 bs): last round, decryption. */
VMB_ISE_AES32(aes32dsi, 0x15, 0x35, 0x55, 0x75)
/** rs1 ^ (M'(S'(b)) <<< 8 bs): middle round, decryption. */
VMB_ISE_AES32(aes32dsmi, 0x17, 0x37, 0x57, 0x77)

#endif /* VMB_ISE_ZKN32 */

#if VMB_ISE_XASCON

#define VMB_ISE_SIGMA(name, i0, i1, i2, i3, i4)                                \
    VMB_ISE_INLINE uint32_t name(uint32_t lo, uint32_t hi, unsigned i)         \
    {                                                                          \
        switch (i) {                                                           \
        case 0: { VMB_ISE_R(0x2b, 7, i0, lo, hi); }                            \
        case 1: { VMB_ISE_R(0x2b, 7, i1, lo, hi); }                            \
        case 2: { VMB_ISE_R(0x2b, 7, i2, lo, hi); }                            \
        case 3: { VMB_ISE_R(0x2b, 7, i3, lo, hi); }                            \
        case 4: { VMB_ISE_R(0x2b, 7, i4, lo, hi); }                            \
        default: __builtin_trap();                                             \
        }                                                                      \
    }

/** The low half of sigma_i(hi : lo), i = 0..4; any other i traps. */
VMB_ISE_SIGMA(vmb_ascon_sigma_lo, 0x00, 0x01, 0x02, 0x03, 0x04)
/** The high half of sigma_i(hi : lo), i = 0..4; any other i traps. */
VMB_ISE_SIGMA(vmb_ascon_sigma_hi, 0x20, 0x21, 0x22, 0x23, 0x24)

#endif /* VMB_ISE_XASCON */

#endif /* any extension */

#endif /* __ASSEMBLER__ */

#endif
