/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Zbkb as C functions and as assembler macros: vambrace/ise.h.
 *
 * From configs/instructions.toml by `python -m vambrace_dev.instructions`: do not edit.
 *
 * Rotates, logic with complement, pack, reversals, zip.
 * RISC-V Cryptography Extensions Volume I, version 1.0, section 2.1 and chapter 3.
 *
 *   rol           0110000 rs2 rs1 001 rd 0110011    rs1 <<< rs2[4:0]
 *   ror           0110000 rs2 rs1 101 rd 0110011    rs1 >>> rs2[4:0]
 *   rori on RV32  0110000 shamt rs1 101 rd 0010011  rs1 >>> shamt
 *   rori on RV64  011000 shamt rs1 101 rd 0010011   rs1 >>> shamt
 *   andn          0100000 rs2 rs1 111 rd 0110011    rs1 & ~rs2
 *   orn           0100000 rs2 rs1 110 rd 0110011    rs1 | ~rs2
 *   xnor          0100000 rs2 rs1 100 rd 0110011    ~(rs1 ^ rs2)
 *   pack          0000100 rs2 rs1 100 rd 0110011    rs2[15:0] : rs1[15:0]
 *   packh         0000100 rs2 rs1 111 rd 0110011    0 : rs2[7:0] : rs1[7:0]
 *   brev8         0110100 00111 rs1 101 rd 0010011  rd[8b+j] = rs1[8b+7-j], b < 4, j < 8
 *   rev8 on RV32  0110100 11000 rs1 101 rd 0010011  rd[8b+j] = rs1[24-8b+j], b < 4, j < 8
 *   rev8 on RV64  0110101 11000 rs1 101 rd 0010011  rd[8b+j] = rs1[24-8b+j], b < 4, j < 8
 *   zip           0000100 01111 rs1 001 rd 0010011  rd[2i] = rs1[i], rd[2i+1] = rs1[i+16], i < 16
 *   unzip         0000100 01111 rs1 101 rd 0010011  rd[i] = rs1[2i], rd[i+16] = rs1[2i+1], i < 16
 *   rolw          0110000 rs2 rs1 001 rd 0111011    rs1[31:0] <<< rs2[4:0], sign-extended
 *   rorw          0110000 rs2 rs1 101 rd 0111011    rs1[31:0] >>> rs2[4:0], sign-extended
 *   roriw         0110000 shamt rs1 101 rd 0011011  rs1[31:0] >>> shamt, sign-extended
 *
 * On RV64, rol, ror, rori and rev8 operate on 64 bits, with amounts of 6 bits.
 */
#ifndef VAMBRACE_ISE_ZBKB_H
#define VAMBRACE_ISE_ZBKB_H

#include "vambrace/detail/backend/zbkb.h"

#if VMB_ISE_ZBKB

#include "vambrace/detail/ise/insn.h"

#ifdef __ASSEMBLER__

.macro vmb.rol rd, rs1, rs2
    .insn r 0x33, 1, 0x30, \rd, \rs1, \rs2
.endm
.macro vmb.ror rd, rs1, rs2
    .insn r 0x33, 5, 0x30, \rd, \rs1, \rs2
.endm
#if __riscv_xlen == 32
.macro vmb.rori rd, rs1, shamt
    .if ((\shamt) < 0) || ((\shamt) > 31)
    .error "rori: shamt out of range"
    .endif
    .insn i 0x13, 5, \rd, \rs1, 0x600 + (\shamt)
.endm
#endif
#if __riscv_xlen == 64
.macro vmb.rori rd, rs1, shamt
    .if ((\shamt) < 0) || ((\shamt) > 63)
    .error "rori: shamt out of range"
    .endif
    .insn i 0x13, 5, \rd, \rs1, 0x600 + (\shamt)
.endm
#endif
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
#if __riscv_xlen == 32
.macro vmb.rev8 rd, rs1
    .insn i 0x13, 5, \rd, \rs1, 0x698
.endm
#endif
#if __riscv_xlen == 64
.macro vmb.rev8 rd, rs1
    .insn i 0x13, 5, \rd, \rs1, 0x6b8
.endm
#endif
#if __riscv_xlen == 32
.macro vmb.zip rd, rs1
    .insn i 0x13, 1, \rd, \rs1, 0x08f
.endm
.macro vmb.unzip rd, rs1
    .insn i 0x13, 5, \rd, \rs1, 0x08f
.endm
#endif
#if __riscv_xlen == 64
.macro vmb.rolw rd, rs1, rs2
    .insn r 0x3b, 1, 0x30, \rd, \rs1, \rs2
.endm
.macro vmb.rorw rd, rs1, rs2
    .insn r 0x3b, 5, 0x30, \rd, \rs1, \rs2
.endm
.macro vmb.roriw rd, rs1, shamt
    .if ((\shamt) < 0) || ((\shamt) > 31)
    .error "roriw: shamt out of range"
    .endif
    .insn i 0x1b, 5, \rd, \rs1, 0x600 + (\shamt)
.endm
#endif

#else

/* For asm statements; operands: rd, rs1, rs2, the immediate. */
#define VMB_INSN_ROL ".insn r 0x33, 1, 0x30, %0, %1, %2"
#define VMB_INSN_ROR ".insn r 0x33, 5, 0x30, %0, %1, %2"
#define VMB_INSN_RORI ".insn i 0x13, 5, %0, %1, 0x600 + %2"
#define VMB_INSN_ANDN ".insn r 0x33, 7, 0x20, %0, %1, %2"
#define VMB_INSN_ORN ".insn r 0x33, 6, 0x20, %0, %1, %2"
#define VMB_INSN_XNOR ".insn r 0x33, 4, 0x20, %0, %1, %2"
#if __riscv_xlen == 32
#define VMB_INSN_REV8 ".insn i 0x13, 5, %0, %1, 0x698"
#endif
#if __riscv_xlen == 64
#define VMB_INSN_REV8 ".insn i 0x13, 5, %0, %1, 0x6b8"
#define VMB_INSN_ROLW ".insn r 0x3b, 1, 0x30, %0, %1, %2"
#define VMB_INSN_RORW ".insn r 0x3b, 5, 0x30, %0, %1, %2"
#define VMB_INSN_RORIW ".insn i 0x1b, 5, %0, %1, 0x600 + %2"
#endif

#include "vambrace/detail/ise/zbkb_operators.h"

#if __riscv_xlen == 32

/** rs2[15:0] : rs1[15:0] */
VMB_ISE_INLINE uint32_t vmb_pack(uint32_t rs1, uint32_t rs2)
{
    VMB_ISE_R(".insn r 0x33, 4, 0x04, %0, %1, %2", rs1, rs2);
}

/** 0 : rs2[7:0] : rs1[7:0] */
VMB_ISE_INLINE uint32_t vmb_packh(uint32_t rs1, uint32_t rs2)
{
    VMB_ISE_R(".insn r 0x33, 7, 0x04, %0, %1, %2", rs1, rs2);
}

#if VMB_ISE_INTRINSICS && (defined(__riscv_zbkb))

/** rd[8b+j] = rs1[8b+7-j], b < 4, j < 8 */
VMB_ISE_INLINE uint32_t vmb_brev8(uint32_t rs1)
{
    return __riscv_brev8_32(rs1);
}

/** rd[2i] = rs1[i], rd[2i+1] = rs1[i+16], i < 16 */
VMB_ISE_INLINE uint32_t vmb_zip(uint32_t rs1)
{
    return __riscv_zip_32(rs1);
}

/** rd[i] = rs1[2i], rd[i+16] = rs1[2i+1], i < 16 */
VMB_ISE_INLINE uint32_t vmb_unzip(uint32_t rs1)
{
    return __riscv_unzip_32(rs1);
}

#else

/** rd[8b+j] = rs1[8b+7-j], b < 4, j < 8 */
VMB_ISE_INLINE uint32_t vmb_brev8(uint32_t rs1)
{
    VMB_ISE_I(".insn i 0x13, 5, %0, %1, 0x687", rs1);
}

/** rd[2i] = rs1[i], rd[2i+1] = rs1[i+16], i < 16 */
VMB_ISE_INLINE uint32_t vmb_zip(uint32_t rs1)
{
    VMB_ISE_I(".insn i 0x13, 1, %0, %1, 0x08f", rs1);
}

/** rd[i] = rs1[2i], rd[i+16] = rs1[2i+1], i < 16 */
VMB_ISE_INLINE uint32_t vmb_unzip(uint32_t rs1)
{
    VMB_ISE_I(".insn i 0x13, 5, %0, %1, 0x08f", rs1);
}

#endif

#endif /* 32-bit */

#endif /* __ASSEMBLER__ */

#endif /* VMB_ISE_ZBKB */

#endif
