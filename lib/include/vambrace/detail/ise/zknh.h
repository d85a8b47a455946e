/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Zknh as C functions and as assembler macros: vambrace/ise.h.
 *
 * From configs/instructions.toml by `python -m vambrace_dev.instructions`: do not edit.
 *
 * Functions of SHA-256 and SHA-512.
 * RISC-V Cryptography Extensions Volume I, version 1.0, section 2.6 and chapter 3; FIPS 180-4.
 *
 *   sha256sum0   0001000 00000 rs1 001 rd 0010011  (rs1 >>> 2) ^ (rs1 >>> 13) ^ (rs1 >>> 22)
 *   sha256sum1   0001000 00001 rs1 001 rd 0010011  (rs1 >>> 6) ^ (rs1 >>> 11) ^ (rs1 >>> 25)
 *   sha256sig0   0001000 00010 rs1 001 rd 0010011  (rs1 >>> 7) ^ (rs1 >>> 18) ^ (rs1 >> 3)
 *   sha256sig1   0001000 00011 rs1 001 rd 0010011  (rs1 >>> 17) ^ (rs1 >>> 19) ^ (rs1 >> 10)
 *   sha512sum0r  0101000 rs2 rs1 000 rd 0110011    ((x >>> 28) ^ (x >>> 34) ^ (x >>> 39))[31:0]
 *   sha512sum1r  0101001 rs2 rs1 000 rd 0110011    ((x >>> 14) ^ (x >>> 18) ^ (x >>> 41))[31:0]
 *   sha512sig0l  0101010 rs2 rs1 000 rd 0110011    ((x >>> 1) ^ (x >>> 8) ^ (x >> 7))[31:0]
 *   sha512sig1l  0101011 rs2 rs1 000 rd 0110011    ((x >>> 19) ^ (x >>> 61) ^ (x >> 6))[31:0]
 *   sha512sig0h  0101110 rs2 rs1 000 rd 0110011    ((x >>> 1) ^ (x >>> 8) ^ y)[31:0]
 *   sha512sig1h  0101111 rs2 rs1 000 rd 0110011    ((x >>> 19) ^ (x >>> 61) ^ y)[31:0]
 *   sha512sum0   0001000 00100 rs1 001 rd 0010011  (rs1 >>> 28) ^ (rs1 >>> 34) ^ (rs1 >>> 39)
 *   sha512sum1   0001000 00101 rs1 001 rd 0010011  (rs1 >>> 14) ^ (rs1 >>> 18) ^ (rs1 >>> 41)
 *   sha512sig0   0001000 00110 rs1 001 rd 0010011  (rs1 >>> 1) ^ (rs1 >>> 8) ^ (rs1 >> 7)
 *   sha512sig1   0001000 00111 rs1 001 rd 0010011  (rs1 >>> 19) ^ (rs1 >>> 61) ^ (rs1 >> 6)
 *
 * On RV64 the results of sha256 are sign-extended, and sha512 has words of 64 bits instead of halves. Of a half, rs1 is
 * the half with the same place and rs2 the other one: x = rs2 : rs1, 64 bits; y is x >> 7 or x >> 6 with only the
 * bits that come from rs1.
 */
#ifndef VAMBRACE_ISE_ZKNH_H
#define VAMBRACE_ISE_ZKNH_H

#include "vambrace/detail/backend/zknh.h"

#if VMB_ISE_ZKNH

#include "vambrace/detail/ise/insn.h"

#ifdef __ASSEMBLER__

.macro vmb.sha256sum0 rd, rs1
    .insn i 0x13, 1, \rd, \rs1, 0x100
.endm
.macro vmb.sha256sum1 rd, rs1
    .insn i 0x13, 1, \rd, \rs1, 0x101
.endm
.macro vmb.sha256sig0 rd, rs1
    .insn i 0x13, 1, \rd, \rs1, 0x102
.endm
.macro vmb.sha256sig1 rd, rs1
    .insn i 0x13, 1, \rd, \rs1, 0x103
.endm
#if __riscv_xlen == 32
.macro vmb.sha512sum0r rd, rs1, rs2
    .insn r 0x33, 0, 0x28, \rd, \rs1, \rs2
.endm
.macro vmb.sha512sum1r rd, rs1, rs2
    .insn r 0x33, 0, 0x29, \rd, \rs1, \rs2
.endm
.macro vmb.sha512sig0l rd, rs1, rs2
    .insn r 0x33, 0, 0x2a, \rd, \rs1, \rs2
.endm
.macro vmb.sha512sig1l rd, rs1, rs2
    .insn r 0x33, 0, 0x2b, \rd, \rs1, \rs2
.endm
.macro vmb.sha512sig0h rd, rs1, rs2
    .insn r 0x33, 0, 0x2e, \rd, \rs1, \rs2
.endm
.macro vmb.sha512sig1h rd, rs1, rs2
    .insn r 0x33, 0, 0x2f, \rd, \rs1, \rs2
.endm
#endif
#if __riscv_xlen == 64
.macro vmb.sha512sum0 rd, rs1
    .insn i 0x13, 1, \rd, \rs1, 0x104
.endm
.macro vmb.sha512sum1 rd, rs1
    .insn i 0x13, 1, \rd, \rs1, 0x105
.endm
.macro vmb.sha512sig0 rd, rs1
    .insn i 0x13, 1, \rd, \rs1, 0x106
.endm
.macro vmb.sha512sig1 rd, rs1
    .insn i 0x13, 1, \rd, \rs1, 0x107
.endm
#endif

#else

#if VMB_ISE_INTRINSICS && (defined(__riscv_zknh))

/** (rs1 >>> 2) ^ (rs1 >>> 13) ^ (rs1 >>> 22) */
VMB_ISE_INLINE uint32_t vmb_sha256sum0(uint32_t rs1)
{
    return __riscv_sha256sum0(rs1);
}

/** (rs1 >>> 6) ^ (rs1 >>> 11) ^ (rs1 >>> 25) */
VMB_ISE_INLINE uint32_t vmb_sha256sum1(uint32_t rs1)
{
    return __riscv_sha256sum1(rs1);
}

/** (rs1 >>> 7) ^ (rs1 >>> 18) ^ (rs1 >> 3) */
VMB_ISE_INLINE uint32_t vmb_sha256sig0(uint32_t rs1)
{
    return __riscv_sha256sig0(rs1);
}

/** (rs1 >>> 17) ^ (rs1 >>> 19) ^ (rs1 >> 10) */
VMB_ISE_INLINE uint32_t vmb_sha256sig1(uint32_t rs1)
{
    return __riscv_sha256sig1(rs1);
}

/** ((x >>> 28) ^ (x >>> 34) ^ (x >>> 39))[31:0] */
VMB_ISE_INLINE uint32_t vmb_sha512sum0r(uint32_t rs1, uint32_t rs2)
{
    return __riscv_sha512sum0r(rs1, rs2);
}

/** ((x >>> 14) ^ (x >>> 18) ^ (x >>> 41))[31:0] */
VMB_ISE_INLINE uint32_t vmb_sha512sum1r(uint32_t rs1, uint32_t rs2)
{
    return __riscv_sha512sum1r(rs1, rs2);
}

/** ((x >>> 1) ^ (x >>> 8) ^ (x >> 7))[31:0] */
VMB_ISE_INLINE uint32_t vmb_sha512sig0l(uint32_t rs1, uint32_t rs2)
{
    return __riscv_sha512sig0l(rs1, rs2);
}

/** ((x >>> 19) ^ (x >>> 61) ^ (x >> 6))[31:0] */
VMB_ISE_INLINE uint32_t vmb_sha512sig1l(uint32_t rs1, uint32_t rs2)
{
    return __riscv_sha512sig1l(rs1, rs2);
}

/** ((x >>> 1) ^ (x >>> 8) ^ y)[31:0] */
VMB_ISE_INLINE uint32_t vmb_sha512sig0h(uint32_t rs1, uint32_t rs2)
{
    return __riscv_sha512sig0h(rs1, rs2);
}

/** ((x >>> 19) ^ (x >>> 61) ^ y)[31:0] */
VMB_ISE_INLINE uint32_t vmb_sha512sig1h(uint32_t rs1, uint32_t rs2)
{
    return __riscv_sha512sig1h(rs1, rs2);
}

#else

/** (rs1 >>> 2) ^ (rs1 >>> 13) ^ (rs1 >>> 22) */
VMB_ISE_INLINE uint32_t vmb_sha256sum0(uint32_t rs1)
{
    VMB_ISE_I(".insn i 0x13, 1, %0, %1, 0x100", rs1);
}

/** (rs1 >>> 6) ^ (rs1 >>> 11) ^ (rs1 >>> 25) */
VMB_ISE_INLINE uint32_t vmb_sha256sum1(uint32_t rs1)
{
    VMB_ISE_I(".insn i 0x13, 1, %0, %1, 0x101", rs1);
}

/** (rs1 >>> 7) ^ (rs1 >>> 18) ^ (rs1 >> 3) */
VMB_ISE_INLINE uint32_t vmb_sha256sig0(uint32_t rs1)
{
    VMB_ISE_I(".insn i 0x13, 1, %0, %1, 0x102", rs1);
}

/** (rs1 >>> 17) ^ (rs1 >>> 19) ^ (rs1 >> 10) */
VMB_ISE_INLINE uint32_t vmb_sha256sig1(uint32_t rs1)
{
    VMB_ISE_I(".insn i 0x13, 1, %0, %1, 0x103", rs1);
}

/** ((x >>> 28) ^ (x >>> 34) ^ (x >>> 39))[31:0] */
VMB_ISE_INLINE uint32_t vmb_sha512sum0r(uint32_t rs1, uint32_t rs2)
{
    VMB_ISE_R(".insn r 0x33, 0, 0x28, %0, %1, %2", rs1, rs2);
}

/** ((x >>> 14) ^ (x >>> 18) ^ (x >>> 41))[31:0] */
VMB_ISE_INLINE uint32_t vmb_sha512sum1r(uint32_t rs1, uint32_t rs2)
{
    VMB_ISE_R(".insn r 0x33, 0, 0x29, %0, %1, %2", rs1, rs2);
}

/** ((x >>> 1) ^ (x >>> 8) ^ (x >> 7))[31:0] */
VMB_ISE_INLINE uint32_t vmb_sha512sig0l(uint32_t rs1, uint32_t rs2)
{
    VMB_ISE_R(".insn r 0x33, 0, 0x2a, %0, %1, %2", rs1, rs2);
}

/** ((x >>> 19) ^ (x >>> 61) ^ (x >> 6))[31:0] */
VMB_ISE_INLINE uint32_t vmb_sha512sig1l(uint32_t rs1, uint32_t rs2)
{
    VMB_ISE_R(".insn r 0x33, 0, 0x2b, %0, %1, %2", rs1, rs2);
}

/** ((x >>> 1) ^ (x >>> 8) ^ y)[31:0] */
VMB_ISE_INLINE uint32_t vmb_sha512sig0h(uint32_t rs1, uint32_t rs2)
{
    VMB_ISE_R(".insn r 0x33, 0, 0x2e, %0, %1, %2", rs1, rs2);
}

/** ((x >>> 19) ^ (x >>> 61) ^ y)[31:0] */
VMB_ISE_INLINE uint32_t vmb_sha512sig1h(uint32_t rs1, uint32_t rs2)
{
    VMB_ISE_R(".insn r 0x33, 0, 0x2f, %0, %1, %2", rs1, rs2);
}

#endif

#endif /* __ASSEMBLER__ */

#endif /* VMB_ISE_ZKNH */

#endif
