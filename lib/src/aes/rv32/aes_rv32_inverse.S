/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * Fixsliced AES for RV32IC, with or without Zbkb: decryption,
 *     void vmb_aes_decrypt_blocks(const uint32_t *rk, unsigned rounds,
 *                                 uint8_t *out, const uint8_t *in, size_t blocks)
 * of aes_backend.h, and vmb_rv32_decrypt for the modes: the words 2c + b of two
 * blocks, back to where F_TAIL says. Layout of the planes and frames:
 * aes_rv32_rounds.S; registers and stack frame: aes_rv32.h. Each frame has its own
 * InvMixColumns, with instructions that fit it; the inverse S-box is one for all.
 *
 * Cycles of a pair of blocks, AES-128:      RV32I   Zbkb
 *   10 inverse S-boxes, 135 each             1350   1350
 *   InvMixColumns, 4 + 2 + 3 of n = 1 or 3,
 *     2, 0 with their masks           244 162 120   154 106 72
 *   9 round keys                              216    216
 *   transpositions, frames, calls, the rest   421    421
 *                                            3647   3031
 */
#include "aes/rv32/aes_rv32.h"
#include "aes/rv32/aes_rv32_sbox.h"
#include "common/frame.h"
#include "common/steps.h"
#include "vambrace/detail/backend/engine.h"

#if VMB_AES_RV32 && !VMB_SIZE && !VMB_ENGINE

/* The inverse of the S-box's linear map: bit i becomes the sum of bits i + 2, i + 5
 * and i + 7 (modulo 8). Bits a and a + 3 are together in two of these sums. */
#define UNMAP                                                                  \
    xor t1, Q2, Q5;                                                            \
    xor t2, Q0, Q3;                                                            \
    xor t3, Q6, Q1;                                                            \
    xor t4, Q4, Q7;                                                            \
    mv t5, Q7;                                                                 \
    xor Q7, t3, Q4;                                                            \
    xor Q4, t3, Q3;                                                            \
    xor Q3, t1, Q0;                                                            \
    xor Q0, t1, t5;                                                            \
    mv t5, Q5;                                                                 \
    xor Q5, t4, Q2;                                                            \
    xor Q2, t4, Q1;                                                            \
    xor Q1, t2, Q6;                                                            \
    xor Q6, t2, t5

/* NEXT_n: d = a turned by one row, 8 bits, and in its rows by n columns, 2 n bits.
 * FAR_n: by two rows, 16 bits, and 2 n columns. MASK0 has the 2 n upper bits of each
 * row, where columns wrap, MASK1 the 4 upper ones. d is not a. */
#define MASK0 t4
#define MASK1 a6
#define NEXT_0(d, a) TURN d, a, U, 8
#define FAR_0(d, a) TURN d, a, U, 16
#if VMB_ISE_ZBKB
#define NEXT_N(d, a, bits)                                                     \
    vmb.rori d, a, 8 + (bits);                                                 \
    vmb.rori U, a, bits;                                                       \
    xor U, U, d;                                                               \
    and U, U, MASK0;                                                           \
    xor d, d, U
#define FAR_1(d, a)                                                            \
    vmb.zip d, a;                                                              \
    vmb.rev8 d, d;                                                             \
    vmb.unzip d, d;                                                            \
    vmb.rev8 d, d
#define SET_MASK1
#else
#define WRAP(d, a, bits, m)                                                    \
    srli d, a, bits;                                                           \
    slli U, a, 8 - (bits);                                                     \
    xor U, U, d;                                                               \
    and U, U, m;                                                               \
    xor d, d, U
#define NEXT_N(d, a, bits)                                                     \
    WRAP(d, a, bits, MASK0);                                                   \
    TURN d, d, U, 8
#define FAR_1(d, a)                                                            \
    WRAP(d, a, 4, MASK1);                                                      \
    TURN d, d, U, 16
#define SET_MASK1 li MASK1, 0xf0f0f0f0
#endif
#define NEXT_1(d, a) NEXT_N(d, a, 2)
#define NEXT_2(d, a) NEXT_N(d, a, 4)
#define NEXT_3(d, a) NEXT_N(d, a, 6)
#define FAR_2 FAR_0
#define FAR_3 FAR_1

#define ADD_PLANE(Q, at)                                                       \
    lw K, (at)(RK);                                                            \
    xor Q, Q, K

/* x = a + a'', with a'' two rows further on. */
#define FAR_SUM(n, x, Q)                                                       \
    FAR_##n(x, Q);                                                             \
    xor x, x, Q

/* MixColumns as in aes_rv32_rounds.S: Q = twice + a' + (a + a')''. */
#define A1 s0
#define FAR2 s1
#define SUM0 a2
#define SUM1 a4
#define TOP a5
#define NEXT7 a7
#define MIX_PLANE(n, Q, sum, twice)                                            \
    NEXT_##n(A1, Q);                                                           \
    xor sum, Q, A1;                                                            \
    FAR_##n(FAR2, sum);                                                        \
    xor A1, A1, FAR2;                                                          \
    xor Q, A1, twice

/* Adds a round key, then InvMixColumns in frame n. Its polynomial is that of
 * MixColumns times 4 x^2 + 5: a + 4 (a + a'') first. x^8 = x^4 + x^3 + x + 1,
 * x^9 = x^5 + x^4 + x^2 + x. */
#define UNMIX(n, at)                                                           \
    ADD_PLANE(Q0, at);                                                         \
    ADD_PLANE(Q1, at + 4);                                                     \
    ADD_PLANE(Q2, at + 8);                                                     \
    ADD_PLANE(Q3, at + 12);                                                    \
    ADD_PLANE(Q4, at + 16);                                                    \
    ADD_PLANE(Q5, at + 20);                                                    \
    ADD_PLANE(Q6, at + 24);                                                    \
    ADD_PLANE(Q7, at + 28);                                                    \
    FAR_SUM(n, s0, Q0);                                                        \
    FAR_SUM(n, s1, Q1);                                                        \
    FAR_SUM(n, a2, Q2);                                                        \
    FAR_SUM(n, a4, Q3);                                                        \
    FAR_SUM(n, a5, Q4);                                                        \
    FAR_SUM(n, a7, Q5);                                                        \
    FAR_SUM(n, s10, Q6);                                                       \
    FAR_SUM(n, s11, Q7);                                                       \
    xor Q2, Q2, s0;                                                            \
    xor Q3, Q3, s1;                                                            \
    xor Q4, Q4, a2;                                                            \
    xor Q5, Q5, a4;                                                            \
    xor Q6, Q6, a5;                                                            \
    xor Q7, Q7, a7;                                                            \
    xor Q0, Q0, s10;                                                           \
    xor Q3, Q3, s10;                                                           \
    xor Q2, Q2, s11;                                                           \
    xor Q5, Q5, s11;                                                           \
    xor s10, s10, s11;                                                         \
    xor Q1, Q1, s10;                                                           \
    xor Q4, Q4, s10;                                                           \
    NEXT_##n(NEXT7, Q7);                                                       \
    xor TOP, Q7, NEXT7;                                                        \
    MIX_PLANE(n, Q0, SUM0, TOP);                                               \
    xor SUM0, SUM0, TOP;                                                       \
    MIX_PLANE(n, Q1, SUM1, SUM0);                                              \
    MIX_PLANE(n, Q2, SUM0, SUM1);                                              \
    xor SUM0, SUM0, TOP;                                                       \
    MIX_PLANE(n, Q3, SUM1, SUM0);                                              \
    xor SUM1, SUM1, TOP;                                                       \
    MIX_PLANE(n, Q4, SUM0, SUM1);                                              \
    MIX_PLANE(n, Q5, SUM1, SUM0);                                              \
    MIX_PLANE(n, Q6, SUM0, SUM1);                                              \
    FAR_##n(FAR2, TOP);                                                        \
    xor NEXT7, NEXT7, FAR2;                                                    \
    xor Q7, NEXT7, SUM0

    .section .text.vmb_aes_decrypt_blocks, "ax"
    .balign 16
    .globl vmb_aes_decrypt_blocks
    .type vmb_aes_decrypt_blocks, @function
vmb_aes_decrypt_blocks:
    beqz a4, .Lnothing
    ENTER_INVERSE(.Ldecrypted)
    sw a2, (F_OUT)(sp)
    sw a3, (F_IN)(sp)
    sw a4, (F_END)(sp)
.Lpair:
    LOAD_PAIR
    .globl vmb_rv32_decrypt
    .hidden vmb_rv32_decrypt
vmb_rv32_decrypt:
    vmb.step aes_planes
    lw RK, (F_LAST_RK)(sp)
    lw LAST, (F_FIRST_RK)(sp)
    addi LAST, LAST, 32
    ADD_WORDS(0)
    li MASK, FRAME_1
    jal LINK, .Lturn_columns
    jal LINK, .Ltranspose

    /* The last middle round is in frame 0. 10 and 14 rounds end after the first round of the loop, with RK at LAST; 12
     * after the third one. */
    .balign 4
.Lrounds:
    jal LINK, .Lunsub
    vmb.step aes_unmix0
    UNMIX(0, -32)
    jal LINK, .Lunsub
    beq RK, LAST, .Lend
    vmb.step aes_unmix1
    li MASK0, 0xfcfcfcfc
    SET_MASK1
    UNMIX(3, -64)
    jal LINK, .Lunsub
    vmb.step aes_unmix2
    li MASK0, 0xf0f0f0f0
    UNMIX(2, -96)
    vmb.step aes_linear
    addi RK, RK, -128
    jal LINK, .Lunsub
    bltu RK, LAST, .Lend
    vmb.step aes_unmix1
    li MASK0, 0xc0c0c0c0
    SET_MASK1
    UNMIX(1, 0)
    j .Lrounds

    /* The inverse of SubBytes; changes neither RK nor LAST. */
    .balign 4
    vmb.step aes_linear
.Lunsub:
    UNMAP
    vmb.step aes_sbox
    SBOX
    vmb.step aes_linear
    UNMAP
    jr LINK

    .balign 4
.Lend:
    vmb.step aes_planes
    jal LINK, .Ltranspose
    /* From frame 3, or with 12 rounds from frame 1: 1 or 3 columns on. */
    lw t1, (F_ROUNDS)(sp)
    li MASK, FRAME_1
    andi t1, t1, 2
    bnez t1, 1f
    li MASK, FRAME_3
1:
    jal LINK, .Lturn_columns
    lw t1, (F_TAIL)(sp)
    addi RK, LAST, -48
    ADD_WORDS(0)
    jr t1

    .balign 4
.Ldecrypted:
    vmb.step aes_blocks
    STORE_PAIR
    bgtz t1, .Lpair

    vmb.leave F_SIZE, 0, VMB_CALLEE_SAVED
.Lnothing:
    ret

    .balign 4
.Ltranspose:
    vmb.step aes_planes
    TRANSPOSE
    jr LINK

    .balign 4
.Lturn_columns:
    TURN_COLUMNS
    jr LINK
    .size vmb_aes_decrypt_blocks, . - vmb_aes_decrypt_blocks

#endif
