/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * Fixsliced AES for RV32IC, with or without Zbkb: what all who encrypt go through.
 * Not functions of the ABI: they leave for where the stack frame says.
 *   vmb_rv32_encrypt  words 2c + b, and round key 0 at RK
 *   vmb_rv32_planes   words 2c + b, into the first frame, to planes; RK becomes that
 *                     of the first round; on to F_ENTRY
 *   vmb_rv32_rounds   10 or 14 rounds without round key 0 and the last one, which is
 *                     at 32(RK) then; on to F_END_ROUNDS
 *   vmb_rv32_rounds_12  12 rounds
 *   vmb_rv32_words    planes to words 2c + b, and the last round key; RK becomes
 *                     F_RK; on to F_TAIL
 * Layout of planes and words: aes_fixslice.h. Frames are others: the last MixColumns
 * is in frame 0, so that as many as can be are, for it costs least there: 10 and 14
 * rounds begin in frame 3, 12 in frame 1; all end in frame 1. Registers and stack
 * frame: aes_rv32.h.
 *
 * Cycles of a pair of blocks, AES-128:   RV32I   Zbkb
 *   10 S-boxes                            1070   1070
 *   MixColumns, 4 + 2 + 3 of n = 1 or 3, 2, 0
 *     with their masks              157 115 75    99 77 43
 *   9 round keys                           216    216
 *   loop, ways in and out                   21     21
 *   to planes, with round key 0            137    137
 *   to words, with the last round key      136    136
 *                                         2663   2259
 */
#include "aes/rv32/aes_rv32.h"
#include "aes/rv32/aes_rv32_sbox.h"
#include "common/frame.h"
#include "common/steps.h"

#if VMB_AES_RV32 && !VMB_SIZE

/* Registers of MixColumns. */
#define NEXT a2  /* a': one row and n columns further on */
#define FAR a5   /* of a + a': two rows and 2 n columns further on */
#define SUM0 s0  /* a + a' of this plane and of the one below, */
#define SUM1 s1  /* alternately */
#define TOP a6   /* a + a' of plane 7 */
#define NEXT7 a7

/* NEXT_n: d = a turned by one row, 8 bits, and in its rows by n columns, 2 n
 * bits. FAR_n: by two rows, 16 bits, and 2 n columns. */
#define NEXT_0(d, a) TURN d, a, U, 8
#define FAR_0(d, a) TURN d, a, U, 16
#define FAR_2(d, a) TURN d, a, U, 16

/* Columns wrap around their row: those under a mask, which are turned by 8 bits less
 * than the others, or that many. For n = 1 and 2 it is the result that is masked,
 * for n = 3 the argument: then n = 1 and 3 have the same mask. */

#if VMB_ISE_ZBKB

#define NEXT_N(d, a, wrapped, m)                                               \
    vmb.rori d, a, 8 + (wrapped);                                              \
    vmb.rori U, a, wrapped;                                                    \
    xor U, U, d;                                                               \
    and U, U, m;                                                               \
    xor d, d, U
#define NEXT_1(d, a) NEXT_N(d, a, 2, KEPT)
#define NEXT_2(d, a) NEXT_N(d, a, 4, MASK)
#define NEXT_3(d, a)                                                           \
    and U, a, KEPT;                                                            \
    xor d, a, U;                                                               \
    vmb.rori d, d, 6;                                                          \
    vmb.rori U, U, 14;                                                         \
    xor d, d, U
#define FAR_1(d, a)                                                            \
    vmb.zip d, a;                                                              \
    vmb.rev8 d, d;                                                             \
    vmb.unzip d, d;                                                            \
    vmb.rev8 d, d
#define MASK_FOR_3 0
#define MASK_FOR_1
#define MASK_FOR_2 li MASK, 0xf0f0f0f0

#else

#define NEXT_N(d, a, n, m)                                                     \
    srli d, a, n;                                                              \
    slli U, a, 8 - (n);                                                        \
    xor U, U, d;                                                               \
    and U, U, m;                                                               \
    xor d, d, U
#define NEXT_1(d, a)                                                           \
    NEXT_N(d, a, 2, MASK);                                                     \
    TURN d, d, U, 8
#define NEXT_2(d, a)                                                           \
    NEXT_N(d, a, 4, KEPT);                                                     \
    TURN d, d, U, 8
#define NEXT_3(d, a)                                                           \
    and U, a, MASK;                                                            \
    xor d, a, U;                                                               \
    slli d, d, 2;                                                              \
    srli U, U, 6;                                                              \
    or d, d, U;                                                                \
    TURN d, d, U, 8
#define FAR_1(d, a)                                                            \
    NEXT_N(d, a, 4, KEPT);                                                     \
    TURN d, d, U, 16
#define MASK_FOR_3 1
#define MASK_FOR_1 lw MASK, (F_MASK)(sp)
#define MASK_FOR_2

#endif
#define FAR_3 FAR_1

/* A plane of MixColumns and AddRoundKey: Q = 2 (a + a') + a' + a'' + a''' + key.
 * twice is the first term, in this order of the planes the sum of the plane
 * below; sum becomes that of this plane. */
#define MIX_PLANE(n, at, Q, sum, twice)                                        \
    NEXT_##n(NEXT, Q);                                                         \
    xor sum, Q, NEXT;                                                          \
    FAR_##n(FAR, sum);                                                         \
    lw K, (at)(RK);                                                            \
    xor NEXT, NEXT, FAR;                                                       \
    xor NEXT, NEXT, twice;                                                     \
    xor Q, NEXT, K

/* In planes 1, 3 and 4 x^8 = x^4 + x^3 + x + 1. */
#define MIX(n, at)                                                             \
    NEXT_##n(NEXT7, Q7);                                                       \
    xor TOP, Q7, NEXT7;                                                        \
    MIX_PLANE(n, at, Q0, SUM0, TOP);                                           \
    xor SUM0, SUM0, TOP;                                                       \
    MIX_PLANE(n, at + 4, Q1, SUM1, SUM0);                                      \
    MIX_PLANE(n, at + 8, Q2, SUM0, SUM1);                                      \
    xor SUM0, SUM0, TOP;                                                       \
    MIX_PLANE(n, at + 12, Q3, SUM1, SUM0);                                     \
    xor SUM1, SUM1, TOP;                                                       \
    MIX_PLANE(n, at + 16, Q4, SUM0, SUM1);                                     \
    MIX_PLANE(n, at + 20, Q5, SUM1, SUM0);                                     \
    MIX_PLANE(n, at + 24, Q6, SUM0, SUM1);                                     \
    FAR_##n(FAR, TOP);                                                         \
    lw K, (at + 28)(RK);                                                       \
    xor NEXT7, NEXT7, FAR;                                                     \
    xor NEXT7, NEXT7, SUM0;                                                    \
    xor Q7, NEXT7, K

    .section .text.vmb_rv32_encrypt, "ax"
    .balign 16
    .globl vmb_rv32_encrypt
    .hidden vmb_rv32_encrypt
vmb_rv32_encrypt:
    ADD_WORDS(0)
    .globl vmb_rv32_planes
    .hidden vmb_rv32_planes
vmb_rv32_planes:
    lw MASK, (F_FRAME)(sp)
    TURN_COLUMNS
    TRANSPOSE
    lw t1, (F_ENTRY)(sp)
    lw RK, (F_START)(sp)
    jr t1

    .section .text.vmb_rv32_rounds, "ax"
    .balign 16
    .globl vmb_rv32_rounds
    .hidden vmb_rv32_rounds
vmb_rv32_rounds:
    vmb.step aes_sbox
    SBOX
    vmb.step aes_mix0
    MIX(0, 0)
    vmb.step aes_sbox
    SBOX
    vmb.step aes_linear
    beq RK, LAST, .Lend
    vmb.step aes_mix1
    MASK_FOR_1
    MIX(1, 32)
    .balign 4
    .globl vmb_rv32_rounds_12
    .hidden vmb_rv32_rounds_12
vmb_rv32_rounds_12:
    vmb.step aes_sbox
    SBOX
    vmb.step aes_mix2
    MASK_FOR_2
    MIX(2, 64)
    vmb.step aes_sbox
    SBOX MASK_FOR_3
    vmb.step aes_mix1
    MIX(3, 96)
    vmb.step aes_linear
    addi RK, RK, 128
    j vmb_rv32_rounds

    .balign 4
.Lend:
    lw t1, (F_END_ROUNDS)(sp)
    jr t1

    .section .text.vmb_rv32_words, "ax"
    .balign 16
    .globl vmb_rv32_words
    .hidden vmb_rv32_words
vmb_rv32_words:
    TRANSPOSE
    li MASK, FRAME_3 /* which is one column back */
    TURN_COLUMNS
    ADD_WORDS(32)
    lw t1, (F_TAIL)(sp)
    lw RK, (F_RK)(sp)
    jr t1

#endif
