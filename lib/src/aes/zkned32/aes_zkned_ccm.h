/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * A whole message of AES-CCM with Zkne: registers and frame of
 *     void vmb_aes128_ccm_run(const vmb_call *c, vmb_word tag[4])
 * and its like for AES-192 and -256 (aes_backend.h). Each is the text of
 * aes_zkned_ccm_run.inc, _copy.inc, _steps.inc and _unaligned.inc for its number of ROUNDS.
 *
 *   A0..A3 B0..B3   the counter block, alternately; between steps, scratch
 *   M0..M3 N0..N3   the CBC-MAC block, alternately
 *   C0 D0..D3       the constant parts of rounds 1 and 2 of the counter block
 *   CTR             byte 3: the last byte of the counter block; no other bits
 *   RK K3           round keys, and word 3 of them
 *   IN OUT END      the data of the steps
 *   GO              where a step goes for its last round; between steps, K
 */
#ifndef VMB_AES_ZKNED_CCM_H
#define VMB_AES_ZKNED_CCM_H

#include "aes/zkned32/aes_zkned.h"
#include "common/call.h"
#include "common/funnel.h"
#include "common/misaligned.h"
#include "vambrace/detail/backend/engine.h"

#define RK a0
#define GO a5
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
#define OUT a2
#define IN a3
#define END a6
/* Between steps: scratch, the way back, bytes of associated data that are left,
 * bytes to copy. */
#define K GO
#define LINK B0
#define LEN OUT
#define COUNT B1
/* Of associated data: see ABSORB. */
#define LEFT A2
#define RIGHT A3

/* The stack frame. */
#define F_TAG 52  /* the arguments */
#define F_CALL 56
#define F_GO 60   /* GO for this message */
#define F_OUT 64  /* the data, while OUT is elsewhere */
#define F_REST 72
#define F_COUNTER 76 /* the counter block, its last byte 0 */
#define F_LAST 92    /* the last word of the counter block 0 */
#define F_MASK 96    /* what masks the tag: E(counter block 0). To be wiped, */
#define F_BUFFER 112 /* like this: a block that is not whole, or not aligned */
#define F_SIZE 128

/* M ^= the block at `at` of the frame. */
#define XOR_WORDS(at)                                                          \
    lw K, (at)(sp);                                                            \
    xor M0, M0, K;                                                             \
    lw K, (at + 4)(sp);                                                        \
    xor M1, M1, K;                                                             \
    lw K, (at + 8)(sp);                                                        \
    xor M2, M2, K;                                                             \
    lw K, (at + 12)(sp);                                                       \
    xor M3, M3, K

#endif
