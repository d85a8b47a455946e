/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * Fixsliced AES for RV32IC, with or without Zbkb: decryption,
 *     void vmb_aes_decrypt_blocks(const uint32_t *rk, unsigned rounds,
 *                                 uint8_t *out, const uint8_t *in, size_t blocks)
 * of aes_backend.h, and vmb_rv32_decrypt for the modes: the words 2c + b of two
 * blocks, back to where F_TAIL says. Layout of the planes and frames:
 * aes_rv32_rounds.S; registers and stack frame: aes_rv32.h. One round serves all
 * frames: small before fast.
 *
 * Cycles of a pair of blocks, AES-128:       RV32I   Zbkb
 *   10 inverse S-boxes, 135 each              1350   1350
 *   9 InvMixColumns with the frame's masks    2340   1710
 *   9 round keys                               216    216
 *   transpositions, frames, the rest           424    424
 *                                             4330   3700
 */
#include "aes/aes_rv32.h"
#include "aes/aes_rv32_sbox.h"
#include "common/steps.h"

#if VMB_AES_RV32 && !VMB_SIZE

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

/* NEXT: d = a turned by one row, 8 bits, and in its rows by n columns, 2 n bits.
 * FAR: by two rows, 16 bits, and 2 n columns. Bits in MASK1 have wrapped around
 * their row, those in MASK0 have not. d is not a. */
#define TURN0 t1
#define BACK0 t2
#define MASK0 t4
#define TURN1 t5
#define BACK1 t6
#define MASK1 a6
#if VMB_ISE_ZBKB
#define NEXT(d, a)                                                             \
    vmb.ror d, a, BACK0;                                                       \
    vmb.ror U, a, TURN0;                                                       \
    xor U, U, d;                                                               \
    and U, U, MASK0;                                                           \
    xor d, d, U
#define FAR(d, a)                                                              \
    vmb.ror d, a, TURN1;                                                       \
    vmb.ror U, a, BACK1;                                                       \
    xor U, U, d;                                                               \
    and U, U, MASK1;                                                           \
    xor d, d, U
#else
#define NEXT(d, a)                                                             \
    sll d, a, BACK0;                                                           \
    srl U, a, TURN0;                                                           \
    xor U, U, d;                                                               \
    and U, U, MASK0;                                                           \
    xor d, d, U;                                                               \
    TURN d, d, U, 8
#define FAR(d, a)                                                              \
    srl d, a, TURN1;                                                           \
    sll U, a, BACK1;                                                           \
    xor U, U, d;                                                               \
    and U, U, MASK1;                                                           \
    xor d, d, U;                                                               \
    TURN d, d, U, 16
#endif

#define ADD_PLANE(Q, at)                                                       \
    lw K, (at)(RK);                                                            \
    xor Q, Q, K

/* x = a + a'', with a'' two rows further on. */
#define FAR_SUM(x, Q)                                                          \
    FAR(x, Q);                                                                 \
    xor x, x, Q

/* MixColumns as in aes_rv32_rounds.S: Q = twice + a' + (a + a')''. */
#define A1 s0
#define FAR2 s1
#define SUM0 a2
#define SUM1 a4
#define TOP a5
#define NEXT7 a7
#define MIX_PLANE(Q, sum, twice)                                               \
    NEXT(A1, Q);                                                               \
    xor sum, Q, A1;                                                            \
    FAR(FAR2, sum);                                                            \
    xor A1, A1, FAR2;                                                          \
    xor Q, A1, twice

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
    sw zero, (F_TURN)(sp) /* the last middle round is in frame 0 */
    lw RK, (F_LAST_RK)(sp)
    lw LAST, (F_FIRST_RK)(sp)
    ADD_WORDS(0)
    li MASK, FRAME_1
    jal LINK, .Lturn_columns
    jal LINK, .Ltranspose

    .balign 4
.Lround:
    vmb.step aes_linear
    UNMAP
    vmb.step aes_sbox
    SBOX
    vmb.step aes_linear
    UNMAP
    beq RK, LAST, .Lend
    addi RK, RK, -32
    ADD_PLANE(Q0, 0)
    ADD_PLANE(Q1, 4)
    ADD_PLANE(Q2, 8)
    ADD_PLANE(Q3, 12)
    ADD_PLANE(Q4, 16)
    ADD_PLANE(Q5, 20)
    ADD_PLANE(Q6, 24)
    ADD_PLANE(Q7, 28)

    /* The frame. FAR turns rows by 4 bits or not at all. */
    lw TURN0, (F_TURN)(sp)
    addi U, TURN0, -2
    andi U, U, 7
    sw U, (F_TURN)(sp)
    li BACK0, 8
    sub BACK0, BACK0, TURN0
    li U, 0x01010101
    sll MASK0, U, BACK0
    sub MASK0, MASK0, U /* the 8 - 2 n low bits of each row */
    andi U, TURN0, 2
    slli TURN1, U, 1
    srli U, U, 1
    neg U, U
    li MASK1, 0xf0f0f0f0
    and MASK1, MASK1, U
#if VMB_ISE_ZBKB
    mv BACK0, TURN0
    addi TURN0, TURN0, 8
    addi BACK1, TURN1, 8
    addi TURN1, TURN1, 16
#else
    li BACK1, 8
    sub BACK1, BACK1, TURN1
#endif

    /* The polynomial of InvMixColumns is that of MixColumns times 4 x^2 + 5:
     * a + 4 (a + a'') first. x^8 = x^4 + x^3 + x + 1, x^9 = x^5 + x^4 + x^2 + x. */
    FAR_SUM(s0, Q0)
    FAR_SUM(s1, Q1)
    FAR_SUM(a2, Q2)
    FAR_SUM(a4, Q3)
    FAR_SUM(a5, Q4)
    FAR_SUM(a7, Q5)
    FAR_SUM(s10, Q6)
    FAR_SUM(s11, Q7)
    xor Q2, Q2, s0
    xor Q3, Q3, s1
    xor Q4, Q4, a2
    xor Q5, Q5, a4
    xor Q6, Q6, a5
    xor Q7, Q7, a7
    xor Q0, Q0, s10
    xor Q3, Q3, s10
    xor Q2, Q2, s11
    xor Q5, Q5, s11
    xor s10, s10, s11
    xor Q1, Q1, s10
    xor Q4, Q4, s10

    NEXT(NEXT7, Q7)
    xor TOP, Q7, NEXT7
    MIX_PLANE(Q0, SUM0, TOP)
    xor SUM0, SUM0, TOP
    MIX_PLANE(Q1, SUM1, SUM0)
    MIX_PLANE(Q2, SUM0, SUM1)
    xor SUM0, SUM0, TOP
    MIX_PLANE(Q3, SUM1, SUM0)
    xor SUM1, SUM1, TOP
    MIX_PLANE(Q4, SUM0, SUM1)
    MIX_PLANE(Q5, SUM1, SUM0)
    MIX_PLANE(Q6, SUM0, SUM1)
    FAR(FAR2, TOP)
    xor NEXT7, NEXT7, FAR2
    xor Q7, NEXT7, SUM0
    j .Lround

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
    ADD_WORDS(-16)
    jr t1

    .balign 4
.Ldecrypted:
    vmb.step aes_blocks
    STORE_PAIR
    bgtz t1, .Lpair

    REGISTERS lw
    addi sp, sp, F_SIZE
.Lnothing:
    ret

    .balign 4
.Ltranspose:
    TRANSPOSE
    jr LINK

    .balign 4
.Lturn_columns:
    TURN_COLUMNS
    jr LINK
    .size vmb_aes_decrypt_blocks, . - vmb_aes_decrypt_blocks

#endif

#ifdef __ELF__
    .section .note.GNU-stack, "", %progbits
#endif
