/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * AES (FIPS 197) with Zkne and Zknd on RV64: registers and macros of aes_zkned64_*.S.
 * A block is two registers, its first 8 bytes and its last. The expanded key is that of
 * aes_zkned.h, aligned to 8 bytes (backend.h); chaining values and counters are aligned to
 * 4. Data has any alignment: what is aligned to 8 is loaded and stored whole.
 *
 * Instructions of a round: 10 for two blocks, 6 for one. At odd addresses a block costs
 * 15 more to load and 28 to store.
 */
#ifndef VMB_AES_ZKNED64_H
#define VMB_AES_ZKNED64_H

#include "common/steps.h"
#include "vambrace/detail/ise/zbkb.h"
#include "vambrace/detail/ise/zkned64.h"

/* Two blocks and their next values in a round; a round key; scratch. */
#define A0 t0
#define A1 t1
#define M0 t2
#define M1 t3
#define B0 t4
#define B1 t5
#define N0 t6
#define N1 s0
#define K0 s1
#define K1 s2
#define T s3
#define FIRST s4                /* the round key that comes first, */
#define LAST s5                 /* that comes last, */
#define MIDDLE s6               /* and where those between the two end */
#define V s9                    /* scratch of the loading macros; s7 and s8 belong to their users */

#define FRAME 80

#define CALLEE_SAVED s0, s1, s2, s3, s4, s5, s6, s7, s8, s9

/* The places of the round keys of `rk` to encrypt or decrypt with; destroys T. */
.macro keys_encrypt rk, rounds
    slli T, \rounds, 4
    mv FIRST, \rk
    add LAST, \rk, T
    mv MIDDLE, LAST
.endm
.macro keys_decrypt rk, rounds
    slli T, \rounds, 4
    mv LAST, \rk
    add FIRST, \rk, T
    add MIDDLE, FIRST, T
.endm

/* How blocks are loaded and stored: x0, x1 at `at` of p. */
.macro load_whole x0, x1, at, p
    ld \x0, \at(\p)
    ld \x1, \at + 8(\p)
.endm
.macro load_halves x0, x1, at, p
    lwu \x0, \at(\p)
    lwu T, \at + 4(\p)
    lwu \x1, \at + 8(\p)
    slli T, T, 32
    or \x0, \x0, T
    lwu T, \at + 12(\p)
    slli T, T, 32
    or \x1, \x1, T
.endm
/* Of any alignment: from the aligned words that hold its bytes and from no other. Destroys
 * T, V, K0, K1. */
.macro load_odd x0, x1, at, p
    addi T, \p, \at
    andi K0, T, -8
    addi K1, T, 15
    andi K1, K1, -8
    ld \x0, 0(K0)
    ld \x1, 8(K0)
    ld K1, 0(K1)
    slli T, T, 3                /* a shift takes its low six bits */
    not K0, T
    srl \x0, \x0, T
    slli V, \x1, 1
    sll V, V, K0
    or \x0, \x0, V
    srl \x1, \x1, T
    slli K1, K1, 1
    sll K1, K1, K0
    or \x1, \x1, K1
.endm
.macro store_bytes x, at, p
    sb \x, \at(\p)
    .set .Lbyte, 1
    .rept 7
    srli T, \x, 8 * .Lbyte
    sb T, \at + .Lbyte(\p)
    .set .Lbyte, .Lbyte + 1
    .endr
.endm
.macro store_odd x0, x1, at, p
    store_bytes \x0, \at, \p
    store_bytes \x1, \at + 8, \p
.endm
.macro store_whole x0, x1, at, p
    sd \x0, \at(\p)
    sd \x1, \at + 8(\p)
.endm
.macro store_halves x0, x1, at, p
    sw \x0, \at(\p)
    srli T, \x0, 32
    sw T, \at + 4(\p)
    sw \x1, \at + 8(\p)
    srli T, \x1, 32
    sw T, \at + 12(\p)
.endm

.macro xor2 x0, x1, y0, y1
    xor \x0, \x0, \y0
    xor \x1, \x1, \y1
.endm
.macro load_key from, at=0
    ld K0, \at(\from)
    ld K1, \at + 8(\from)
.endm

/* d = half a round of the block x0, x1: the other half is that of x1, x0. */
.macro half op, d0, d1, x0, x1
    vmb.\op \d0, \x0, \x1
    vmb.\op \d1, \x1, \x0
.endm

.macro round2 op, at
    vmb.step aes_rounds2
    load_key MIDDLE, \at
    half \op, B0, B1, A0, A1
    half \op, N0, N1, M0, M1
    xor A0, B0, K0
    xor A1, B1, K1
    xor M0, N0, K0
    xor M1, N1, K1
.endm
.macro round1 op, at
    vmb.step aes_rounds1
    load_key MIDDLE, \at
    half \op, B0, B1, A0, A1
    xor A0, B0, K0
    xor A1, B1, K1
.endm

/* All rounds but the last; `what` is round1 or round2. */
.macro middle_rounds what, op, rounds
    li T, 12
    bltu \rounds, T, .Lten\@
    beq \rounds, T, .Ltwelve\@
    \what \op, -208
    \what \op, -192
.Ltwelve\@:
    \what \op, -176
    \what \op, -160
.Lten\@:
    .set .Lat, -144
    .rept 9
    \what \op, .Lat
    .set .Lat, .Lat + 16
    .endr
.endm

/* `mode` with the loads and stores for data that is aligned to 8 bytes, or for any other. */
.macro by_alignment mode, in, out
    or T, \in, \out
    andi T, T, 7
    bnez T, 1f
    \mode load_whole, store_whole
    j 2f
1:
    \mode load_odd, store_odd
2:
.endm

/* One block, or two, from plain to cipher or back; op and the op of the last round. */
.macro cipher1 op, last, rounds
    load_key FIRST
    xor2 A0, A1, K0, K1
    middle_rounds round1, \op, \rounds
    vmb.step aes_last1
    load_key LAST
    half \last, B0, B1, A0, A1
    xor A0, B0, K0
    xor A1, B1, K1
.endm
.macro cipher2 op, last, rounds
    load_key FIRST
    xor2 A0, A1, K0, K1
    xor2 M0, M1, K0, K1
    middle_rounds round2, \op, \rounds
    vmb.step aes_last2
    load_key LAST
    half \last, B0, B1, A0, A1
    half \last, N0, N1, M0, M1
    xor A0, B0, K0
    xor A1, B1, K1
    xor M0, N0, K0
    xor M1, N1, K1
.endm

/* The last word of a counter block, which is big-endian: the high half of x1, whose low
 * half is LOW, is the number COUNT, which moves on. Destroys T, U. */
.macro counter x1, COUNT, LOW, MASK, U
#if VMB_ISE_ZBKB
    slli T, \COUNT, 32
    vmb.rev8 T, T
    slli T, T, 32
#else
    srli T, \COUNT, 8
    and T, T, \MASK
    and \U, \COUNT, \MASK
    slli \U, \U, 8
    or T, T, \U
    slli \U, T, 48
    srli T, T, 16
    slli T, T, 32
    or T, T, \U
#endif
    or \x1, T, \LOW
    addi \COUNT, \COUNT, 1
.endm

/* COUNT of the high half of x1, which is left the low one alone. */
.macro counter_begin x1, COUNT, MASK, U
#if VMB_ISE_ZBKB
    vmb.rev8 \COUNT, \x1
    slli \COUNT, \COUNT, 32
    srli \COUNT, \COUNT, 32
#else
    li \MASK, 0x00ff00ff
    srli \COUNT, \x1, 32
    srli T, \COUNT, 8
    and T, T, \MASK
    and \U, \COUNT, \MASK
    slli \U, \U, 8
    or T, T, \U
    slliw \U, T, 16
    srliw T, T, 16
    or \COUNT, T, \U
#endif
    slli \x1, \x1, 32
    srli \x1, \x1, 32
.endm

#endif
