/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * Fixsliced AES-128 for RV32IC, with or without Zbkb: registers of
 * aes_rv32_sbox.S, aes_rv32_ccm.S and aes_rv32_key.S. The representation, the
 * S-box circuit and the expanded key are those of aes_fixslice.c, whose place
 * these files take.
 *
 *   Q0..Q7   the planes; as words, 2c is column c of block 0, 2c + 1 of block 1
 *   RK       round keys
 *   LAST     a bound
 *   LINK     way back from the subroutines
 * all others: scratch. gp and tp stay as they are.
 */
#ifndef VMB_AES_RV32_H
#define VMB_AES_RV32_H

#include "vambrace/ise.h"

#if VMB_ISE_ZKN
#define VMB_AES_RV32 0
#elif defined(__riscv) && __riscv_xlen == 32 && !defined(__riscv_32e) && \
    !VMB_PORTABLE && !VMB_SIZE
#define VMB_AES_RV32 1
#else
#define VMB_AES_RV32 0
#endif

#ifdef __ASSEMBLER__

#define Q0 s0
#define Q1 s1
#define Q2 a2
#define Q3 a3
#define Q4 a4
#define Q5 a5
#define Q6 a6
#define Q7 a7
#define RK a0
#define LAST t0
#define LINK ra

#define FRAME_REGISTERS 52

/* sw or lw: ra and s0 to s11 to or from the frame. */
.macro REGISTERS op
    \op ra, 0(sp)
    .irp i, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11
    \op s\i, (4 + 4 * \i)(sp)
    .endr
.endm

/* d = a turned right by n bits; u is scratch, d may be a. */
.macro TURN d, a, u, n
#if VMB_ISE_ZBKB
    vmb.rori \d, \a, \n
#else
    srli \u, \a, \n
    slli \d, \a, 32 - (\n)
    or \d, \d, \u
#endif
.endm

#endif

#endif
