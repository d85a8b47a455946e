/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * Fixsliced AES for RV32IC, with or without Zbkb: the middle and last rounds, and
 *     void vmb_aes_encrypt_blocks(const uint32_t *rk, unsigned rounds,
 *                                 uint8_t *out, const uint8_t *in, size_t blocks)
 * of aes_backend.h. Layout of the planes and frames: aes_fixslice.h; registers and
 * stack frame: aes_rv32.h.
 *
 * Cycles of a pair of blocks, AES-128:  RV32I   Zbkb
 *   10 S-boxes, 111 each with the call   1108   1108
 *   MixColumns, 5 + 2 + 2 of n = 1 or 3, 2, 0
 *     with their masks              159 117 75   101 77 43
 *   9 round keys                          216    216
 *   transpositions, last frame, words     215    214
 *   in and out, here                       64     64
 *                                        2793   2358
 */
#include "aes/aes_rv32.h"

#if VMB_AES_RV32 && !VMB_SIZE

/* Registers of MixColumns. */
#define NEXT t1  /* a': one row and n columns further on */
#define FAR t2   /* of a + a': two rows and 2 n columns further on */
#define SUM0 t4  /* a + a' of this plane and of the one below, */
#define SUM1 t5  /* alternately */
#define TOP t6   /* a + a' of plane 7 */
#define NEXT7 s2
#define NIBBLES s4

/* NEXT_n: d = a turned by one row, 8 bits, and in its rows by n columns, 2 n
 * bits. FAR_n: by two rows, 16 bits, and 2 n columns. */
#define NEXT_0(d, a) TURN d, a, U, 8
#define FAR_0(d, a) TURN d, a, U, 16
#define FAR_2(d, a) TURN d, a, U, 16

#if VMB_ISE_ZBKB

/* Where the columns do not wrap, the turn is of 8 + 2 n bits, else, in MASK,
 * of 2 n. */
#define NEXT_N(d, a, wrapped)                                                  \
    vmb.rori d, a, 8 + (wrapped);                                              \
    vmb.rori U, a, wrapped;                                                    \
    xor U, U, d;                                                               \
    and U, U, MASK;                                                            \
    xor d, d, U
#define NEXT_1(d, a) NEXT_N(d, a, 2)
#define NEXT_2(d, a) NEXT_N(d, a, 4)
#define NEXT_3(d, a) NEXT_N(d, a, 6)
#define FAR_1(d, a)                                                            \
    vmb.zip d, a;                                                              \
    vmb.rev8 d, d;                                                             \
    vmb.unzip d, d;                                                            \
    vmb.rev8 d, d

#else

#define NEXT_N(d, a, n)                                                        \
    srli d, a, n;                                                              \
    slli U, a, 8 - (n);                                                        \
    xor U, U, d;                                                               \
    and U, U, MASK;                                                            \
    xor d, d, U;                                                               \
    TURN d, d, U, 8
#define NEXT_1(d, a) NEXT_N(d, a, 2)
#define NEXT_2(d, a) NEXT_N(d, a, 4)
#define NEXT_3(d, a) NEXT_N(d, a, 6)
#define FAR_1(d, a)                                                            \
    srli d, a, 4;                                                              \
    slli U, a, 4;                                                              \
    xor U, U, d;                                                               \
    and U, U, NIBBLES;                                                         \
    xor d, d, U;                                                               \
    TURN d, d, U, 16

#endif
#define FAR_3 FAR_1

/* The 2 n top bits of each row, where its columns wrap. */
#define MASK_1 0xc0c0c0c0
#define MASK_2 0xf0f0f0f0
#define MASK_3 0xfcfcfcfc

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

/* In frame 0 and 2 of a plane: in rows 1 and 3 columns 0 and 2, and 1 and 3, change
 * places; 0x0f000f00 in MASK. */
#define SWAP_ROWS(Q)                                                           \
    srli U, Q, 4;                                                              \
    xor U, U, Q;                                                               \
    and U, U, MASK;                                                            \
    xor Q, Q, U;                                                               \
    slli U, U, 4;                                                              \
    xor Q, Q, U

    .section .text.vmb_rv32_rounds, "ax"
    .balign 16
    /* 12 rounds begin in frame 2, with round key 1 at 64(RK). */
    .globl vmb_rv32_rounds_12
    .hidden vmb_rv32_rounds_12
vmb_rv32_rounds_12:
    addi RK, RK, -64
    li MASK, 0x0f000f00
    SWAP_ROWS(Q0)
    SWAP_ROWS(Q1)
    SWAP_ROWS(Q2)
    SWAP_ROWS(Q3)
    SWAP_ROWS(Q4)
    SWAP_ROWS(Q5)
    SWAP_ROWS(Q6)
    SWAP_ROWS(Q7)
    j .Lthree

    .balign 4
.Lcycle:
    jal LINK, vmb_rv32_sub_planes
    li MASK, MASK_2
    MIX(2, 32)
    jal LINK, vmb_rv32_sub_planes
.Lthree:
    li MASK, MASK_3
#if !VMB_ISE_ZBKB
    li NIBBLES, 0xf0f0f0f0
#endif
    MIX(3, 64)
    jal LINK, vmb_rv32_sub_planes
    MIX(0, 96)
    addi RK, RK, 128
    jal LINK, vmb_rv32_sub_planes
    .globl vmb_rv32_rounds
    .hidden vmb_rv32_rounds
vmb_rv32_rounds:
    li MASK, MASK_1
#if !VMB_ISE_ZBKB
    li NIBBLES, 0xf0f0f0f0
#endif
    MIX(1, 0)
    bne RK, LAST, .Lcycle

    jal LINK, vmb_rv32_sub_planes
    TRANSPOSE
    li MASK, 0xff00ff00
    SWAP_COLUMNS(Q0, Q4)
    SWAP_COLUMNS(Q1, Q5)
    SWAP_COLUMNS(Q2, Q6)
    SWAP_COLUMNS(Q3, Q7)
    lw t1, (F_TAIL)(sp)
    ADD_WORDS(32)
    lw RK, (F_RK)(sp)
    jr t1

    .section .text.vmb_aes_encrypt_blocks, "ax"
    .balign 16
    .globl vmb_aes_encrypt_blocks
    .type vmb_aes_encrypt_blocks, @function
vmb_aes_encrypt_blocks:
    beqz a4, .Lnothing
    ENTER(.Lencrypted)
    sw a2, (F_OUT)(sp)
    sw a3, (F_IN)(sp)
    sw a4, (F_END)(sp)
.Lpair:
    LOAD_PAIR
    j vmb_rv32_encrypt

    .balign 4
.Lencrypted:
    STORE_PAIR
    bgtz t1, .Lpair

    REGISTERS lw
    addi sp, sp, F_SIZE
.Lnothing:
    ret
    .size vmb_aes_encrypt_blocks, . - vmb_aes_encrypt_blocks

#endif

#ifdef __ELF__
    .section .note.GNU-stack, "", %progbits
#endif
