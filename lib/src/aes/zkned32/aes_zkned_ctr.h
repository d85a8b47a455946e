/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * AES with Zkne: counter blocks for functions on whole blocks, in
 * addition to aes_zkned_blocks.h.
 *
 * Of a counter block only one word changes: the last one, a big-endian number; with
 * LITTLE = 1 (GCM-SIV) the first one, little-endian. Each of its bytes touches one
 * word of round 1, by one instruction: the rest of that round is computed
 * beforehand. Nothing here depends on the counter's value, not even the time:
 * with some nonces of GCM it is a secret.
 *
 *   C0..C3   the constant part of round 1
 *   CTR      the counter as a number
 *   KB       the same word of round key 0, bytes reversed like it
 *   X        scratch, like LINK and K
 */
#ifndef VMB_AES_ZKNED_CTR_H
#define VMB_AES_ZKNED_CTR_H

#include "aes/zkned32/aes_zkned_blocks.h"
#include "vambrace/detail/ise/zbkb.h"

#define C0 s9
#define C1 s10
#define C2 s11
#define C3 START
#define CTR STATE
#define KB ENTRY
#define X LINK

/* The frame. */
#define F_STATE F_OWN
#define F_START (F_OWN + 4)
#define F_ENTRY (F_OWN + 8)

/* d = the bytes of a, reversed; u, w are scratch. d is not a. */
.macro REVERSE d, a, u, w
#if VMB_ISE_ZBKB
    vmb.rev8 \d, \a
#else
    lui \w, 0xff0
    slli \d, \a, 8
    and \d, \d, \w
    srli \w, \w, 8
    srli \u, \a, 8
    and \u, \u, \w
    or \d, \d, \u
    slli \u, \a, 24
    or \d, \d, \u
    srli \u, \a, 24
    or \d, \d, \u
#endif
.endm

/* D = round 1 of the current counter block, and on to the next. */
.macro COUNTER D0, D1, D2, D3
    xor X, CTR, KB
    addi CTR, CTR, 1
#if LITTLE
    ESMI \D0, C0, X, 0
    ESMI \D3, C3, X, 1
    ESMI \D2, C2, X, 2
    ESMI \D1, C1, X, 3
#elif VMB_ISE_ZBKB
    vmb.rev8 X, X
    ESMI \D0, C0, X, 3
    ESMI \D1, C1, X, 2
    ESMI \D2, C2, X, 1
    ESMI \D3, C3, X, 0
#else
    slli K, X, 24
    ESMI \D0, C0, K, 3
    slli K, X, 8
    ESMI \D1, C1, K, 2
    srli K, X, 8
    ESMI \D2, C2, K, 1
    srli K, X, 24
    ESMI \D3, C3, K, 0
#endif
.endm

/* Stores the counter in the counter block at p. Changes A0, A1, A3. */
.macro PUT_COUNTER p
#if LITTLE
    sw CTR, 0(\p)
#else
    REVERSE A3, CTR, A0, A1
    sw A3, 12(\p)
#endif
.endm

/* Rounds 2 to rounds - 1 of B and N. Full-size instructions, because a return to an address that is not a multiple of 4
 * costs another cycle. */
.macro ROUNDS
    .balign 4
    .option push
    .option norvc
    lw LINK, (F_ENTRY)(sp)
    jalr LINK, 0(LINK)
    .option pop
.endm

/* From the counter block at byte `at` of STATE and the first round key at START:
 * C, CTR and KB. Changes A, K and X. START, STATE and ENTRY go to the frame. */
.macro CONSTANTS at
    sw STATE, (F_STATE)(sp)
    sw START, (F_START)(sp)
    sw ENTRY, (F_ENTRY)(sp)
#if LITTLE
    lw K, 4(START)
    lw A1, (\at + 4)(STATE)
    xor A1, A1, K
    lw K, 8(START)
    lw A2, (\at + 8)(STATE)
    xor A2, A2, K
    lw K, 12(START)
    lw A3, (\at + 12)(STATE)
    xor A3, A3, K
    lw KB, 0(START)
    lw CTR, (\at)(STATE)
    lw C0, 16(START)
    ESMI C0, C0, A1, 1
    ESMI C0, C0, A2, 2
    ESMI C0, C0, A3, 3
    lw C1, 20(START)
    ESMI C1, C1, A1, 0
    ESMI C1, C1, A2, 1
    ESMI C1, C1, A3, 2
    lw C2, 24(START)
    ESMI C2, C2, A2, 0
    ESMI C2, C2, A3, 1
    ESMI C2, C2, A1, 3
    lw C3, 28(START)
    ESMI C3, C3, A3, 0
    ESMI C3, C3, A1, 2
    ESMI C3, C3, A2, 3
#else
    lw K, 0(START)
    lw A0, (\at)(STATE)
    xor A0, A0, K
    lw K, 4(START)
    lw A1, (\at + 4)(STATE)
    xor A1, A1, K
    lw K, 8(START)
    lw A2, (\at + 8)(STATE)
    xor A2, A2, K
    lw A3, 12(START)
    REVERSE KB, A3, K, X
    lw A3, (\at + 12)(STATE)
    REVERSE CTR, A3, K, X
    lw C0, 16(START)
    ESMI C0, C0, A0, 0
    ESMI C0, C0, A1, 1
    ESMI C0, C0, A2, 2
    lw C1, 20(START)
    ESMI C1, C1, A1, 0
    ESMI C1, C1, A2, 1
    ESMI C1, C1, A0, 3
    lw C2, 24(START)
    ESMI C2, C2, A2, 0
    ESMI C2, C2, A0, 2
    ESMI C2, C2, A1, 3
    lw C3, 28(START)
    ESMI C3, C3, A0, 1
    ESMI C3, C3, A1, 2
    ESMI C3, C3, A2, 3
#endif
.endm

#endif
