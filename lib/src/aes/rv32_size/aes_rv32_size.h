/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * Bitsliced AES for RV32IC in the size profile, with or without Zbkb: registers
 * and macros of aes_rv32_size*.S. Planes, S-box and expanded key are those of
 * aes_fixslice.h, but little is unrolled: loops work on the first plane and turn
 * the eight registers on.
 *
 *   Q0..Q7   the planes; as words, 2c is column c of block 0, 2c + 1 of block 1
 *   RK       the next round key
 *   FLAG     0 in the last round
 *   LINK     way back from the subroutines
 * all others: scratch. Compressed instructions want s0, s1 and a0 to a5. a0, RK and
 * LINK are those that the S-box leaves alone.
 */
#ifndef VMB_AES_RV32_SIZE_H
#define VMB_AES_RV32_SIZE_H

#include "aes/rv32/aes_rv32.h"

#ifdef __ASSEMBLER__

#undef RK
#undef LAST
#undef F_RK
#undef F_OUT
#undef F_IN
#undef F_END
#define RK t0
#define FLAG t6
#define MASK1 t2
#define MASK2 t3
#define COUNT t4
#define T0 a0
#define T1 a1

/* The stack frame, 64 bytes from vmb_rv32_save and 16 below for those who encrypt
 * or decrypt many blocks. Nothing in it is secret. */
#define F_LAST 0 /* the last round key */
#define F_LINK 4
#define F_WORK 8
#define F_RK 8
#define F_DO 12
#define F_OUT 16
#define F_IN 20
#define F_END 24
#define F_REGISTERS 12

/* Adds the 4 words of the next round key: bits 2 k are of plane 2 j, bits 2 k + 1 of
 * plane 2 j + 1, in both blocks. */
.macro ADD_KEY_WORD at, even, odd
    lw T1, (\at)(RK)
    and T0, T1, MASK1
    xor T1, T1, T0
    xor \even, \even, T0
    slli T0, T0, 1
    xor \even, \even, T0
    xor \odd, \odd, T1
    srli T1, T1, 1
    xor \odd, \odd, T1
.endm
.macro ADD_KEY
    li MASK1, 0x55555555
    ADD_KEY_WORD 0, Q0, Q1
    ADD_KEY_WORD 4, Q2, Q3
    ADD_KEY_WORD 8, Q4, Q5
    ADD_KEY_WORD 12, Q6, Q7
    addi RK, RK, 16
.endm

#endif

#endif
