/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * AES with Zkne and Zknd, functions on whole blocks: their registers, their
 * frame, and the subroutines of aes_zkned_rounds.S.
 *
 *   A0..A3 B0..B3   one block, alternately
 *   M0..M3 N0..N3   another one, alternately
 *   START           the round key before the first round: round key 0, or for
 *                   decryption round key `rounds`
 *   RK              START + 16 * rounds: the last round key, or for decryption
 *                   the end of the expanded key
 *   ENTRY           where the rounds of a pair begin
 *   LINK            way back from the subroutines
 *   STATE IN OUT END  arguments; END is that of IN
 *   K               a word of a round key
 * Some functions have other uses for START, ENTRY, STATE and s8 to s11.
 */
#ifndef VMB_AES_ZKNED_BLOCKS_H
#define VMB_AES_ZKNED_BLOCKS_H

#include "aes/zkned32/aes_zkned.h"

#define RK a0
#define START a1
#define STATE a2
#define OUT a3
#define IN a4
#define END a5
#define K a6
#define ENTRY a7
#define LINK ra
#define A0 t0
#define A1 t1
#define A2 t2
#define A3 t3
#define B0 t4
#define B1 t5
#define B2 t6
#define B3 s8
#define M0 s0
#define M1 s1
#define M2 s2
#define M3 s3
#define N0 s4
#define N1 s5
#define N2 s6
#define N3 s7

#define F_SIZE 80 /* the frame: 13 registers and the function's own data */
#define F_OWN 52

/* Bytes of a round of aes_zkned_rounds.S: 1 << 7 | 1 << 4. */
#define ROUND_BYTES 144

/* From the number of rounds in START: START, RK and the entry for the rounds 1
 * to rounds - 1, where rounds_10 is that for 10 rounds. */
.macro BEGIN rounds_10, decrypt
    addi K, START, -10
    slli START, START, 4
    slli ENTRY, K, 7
    slli K, K, 4
    add ENTRY, ENTRY, K
    lla K, \rounds_10
    sub ENTRY, K, ENTRY
    .if \decrypt
    add K, RK, START
    add RK, K, START
    mv START, K
    .else
    mv K, RK
    add RK, RK, START
    mv START, K
    .endif
.endm

#endif
