/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * AES-128 (FIPS 197) with the instructions aes32esi and aes32esmi: registers
 * and macros of aes_zkn_key.S, aes_zkn_steps.S and aes_zkn_ccm.S. Little-endian
 * words; the expanded key is the 44 words of the standard.
 *
 * aes_zkn_steps.S and aes_zkn_ccm.S are one function in two files, with this
 * register map:
 *   A0..A3 B0..B3   the counter block, alternately; between steps, scratch
 *   M0..M3 N0..N3   the CBC-MAC block, alternately
 *   C0 D0..D3       the constant parts of rounds 1 and 2 of the counter block
 *   CTR             byte 3: the last byte of the counter block; bit 0: the step
 *                   takes the plaintext from its output (opening)
 *   RK K3 K         round keys; word 3, and another word of them
 *   IN OUT END      the data of the steps
 */
#ifndef VMB_AES_ZKN_CCM_H
#define VMB_AES_ZKN_CCM_H

#include "aes/aes_zkn.h"

#define RK a0
#define K a5
#define A0 s0
#define A1 s1
#define A2 a1
#define A3 a4
#define B0 s3
#define B1 s4
#define B2 s5
#define B3 s6
#define M0 t0
#define M1 t1
#define M2 t2
#define M3 s2
#define N0 s7
#define N1 s8
#define N2 s9
#define N3 s10
#define C0 t3
#define D0 t4
#define D1 t5
#define D2 t6
#define D3 ra
#define CTR a7
#define K3 s11
#define LAST s11
#define OUT a2
#define IN a3
#define END a6
/* Between steps: the way back, and scratch. */
#define LINK B0
#define LEN OUT
#define W K
#define CALL s11

/* The stack frame. */
#define F_RETURN 52 /* where to go after the steps */
#define F_TAG 56    /* the arguments */
#define F_CALL 60
#define F_IN 64     /* the data, while IN and OUT are elsewhere */
#define F_OUT 68
#define F_REST 72
#define F_COUNTER 76 /* the counter block, its last byte 0 */
#define F_SECRET 92  /* to be wiped: three blocks */
#define F_MASK 92    /* what masks the tag: S0 */
#define F_STREAM 108 /* keystream of a ragged end, */
#define F_PLAIN 124  /* its plaintext */
#define F_LAST 140   /* the last word of the counter block 0 */
#define F_SIZE 144

/* M ^= the block at `at` of base. */
#define XOR_WORDS(base, at)                                                    \
    lw K, (at)(base);                                                          \
    xor M0, M0, K;                                                             \
    lw K, (at + 4)(base);                                                      \
    xor M1, M1, K;                                                             \
    lw K, (at + 8)(base);                                                      \
    xor M2, M2, K;                                                             \
    lw K, (at + 12)(base);                                                     \
    xor M3, M3, K

#endif
