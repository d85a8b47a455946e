/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * Fixsliced AES-128 for RV32IC, with or without Zbkb: the steps of CCM,
 *     void vmb_aes_ccm_blocks(const uint32_t *rk, unsigned rounds, vmb_ccm_state *s,
 *                             uint8_t *out, const uint8_t *in, size_t blocks, int open)
 * of aes_backend.h. Block 0 of the pair is the counter, block 1 the CBC-MAC.
 * Layout of the planes: aes_fixslice.c; registers: aes_rv32.h. Only pointers
 * and numbers go to the stack.
 *
 * Cycles of a pair of blocks:           RV32I   Zbkb
 *   10 S-boxes, 115 each with the call   1150   1150
 *   MixColumns, 5 + 2 + 2 of n = 1 or 3, 2, 0
 *     with their masks              159 117 75   101 77 43
 *   9 round keys                          216    216
 *   transpositions, last frame, data      295    294
 *                                        2840   2405
 */
#include "aes/aes_rv32.h"

#if VMB_AES_RV32

/* Registers of MixColumns. */
#define K a1     /* round key */
#define NEXT t1  /* a': one row and n columns further on */
#define FAR t2   /* of a + a': two rows and 2 n columns further on */
#define U t3     /* scratch */
#define SUM0 t4  /* a + a' of this plane and of the one below, */
#define SUM1 t5  /* alternately */
#define TOP t6   /* a + a' of plane 7 */
#define NEXT7 s2
#define MASK s3
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

/* The stack frame. */
#define F_STATE 52
#define F_OUT 56
#define F_IN 60
#define F_END 64
#define F_OPEN 68 /* all ones: the plaintext is what goes out */
#define F_SIZE 80

/* vmb_ccm_state. */
#define S_MAC 0
#define S_CTR 16

/* Rows 1 and 3 of columns 0 and 2, or 1 and 3, change places. */
#define UNTURN(lo, hi)                                                         \
    xor U, lo, hi;                                                             \
    and U, U, MASK;                                                            \
    xor lo, lo, U;                                                             \
    xor hi, hi, U

/* One word of the end of a step. */
#define STEP_WORD(c, stream, mac)                                              \
    lw K, (4 * c + 32)(RK);                                                    \
    xor stream, stream, K;                                                     \
    xor mac, mac, K;                                                           \
    lw K, (4 * c)(t5);                                                         \
    xor mac, mac, K;                                                           \
    xor K, K, stream;                                                          \
    sw K, (4 * c)(t4);                                                         \
    and stream, stream, t6;                                                    \
    xor mac, mac, stream

    .section .text.vmb_aes_ccm_blocks, "ax"
    .balign 16
    .globl vmb_aes_ccm_blocks
    .type vmb_aes_ccm_blocks, @function
vmb_aes_ccm_blocks:
    li t0, 10
    bne a1, t0, vmb_aes_ccm_blocks_any
    mv a1, a2
    mv a2, a3
    mv a3, a4
    mv a4, a5
    mv a5, a6
    addi sp, sp, -F_SIZE
    REGISTERS sw
    sw a1, (F_STATE)(sp)
    sw a2, (F_OUT)(sp)
    sw a3, (F_IN)(sp)
    slli a4, a4, 4
    add a4, a4, a3
    sw a4, (F_END)(sp)
    neg a5, a5
    sw a5, (F_OPEN)(sp)
    addi LAST, RK, 272
    lw Q1, (S_MAC)(a1)
    lw Q3, (S_MAC + 4)(a1)
    lw Q5, (S_MAC + 8)(a1)
    lw Q7, (S_MAC + 12)(a1)

.Lblock:
    lw a1, (F_STATE)(sp)
    lw Q0, (S_CTR)(a1)
    lw Q2, (S_CTR + 4)(a1)
    lw Q4, (S_CTR + 8)(a1)
    lw Q6, (S_CTR + 12)(a1)
    /* The next counter: its last byte, and the others when that is zero. */
    lui t1, 0x1000
    add t2, Q6, t1
    sw t2, (S_CTR + 12)(a1)
    bltu t2, t1, .Lcarry
.Lcounted:
    lw K, 0(RK)
    xor Q0, Q0, K
    xor Q1, Q1, K
    lw K, 4(RK)
    xor Q2, Q2, K
    xor Q3, Q3, K
    lw K, 8(RK)
    xor Q4, Q4, K
    xor Q5, Q5, K
    lw K, 12(RK)
    xor Q6, Q6, K
    xor Q7, Q7, K
    addi RK, RK, 16
    jal LINK, vmb_rv32_transpose
    j .Lrounds

    .balign 4
.Lcycle:
    jal LINK, vmb_rv32_sub_planes
    li MASK, MASK_2
    MIX(2, 32)
    jal LINK, vmb_rv32_sub_planes
    li MASK, MASK_3
#if !VMB_ISE_ZBKB
    li NIBBLES, 0xf0f0f0f0
#endif
    MIX(3, 64)
    jal LINK, vmb_rv32_sub_planes
    MIX(0, 96)
    addi RK, RK, 128
.Lrounds:
    jal LINK, vmb_rv32_sub_planes
    li MASK, MASK_1
#if !VMB_ISE_ZBKB
    li NIBBLES, 0xf0f0f0f0
#endif
    MIX(1, 0)
    bne RK, LAST, .Lcycle

    jal LINK, vmb_rv32_sub_planes
    jal LINK, vmb_rv32_transpose
    li MASK, 0xff00ff00
    UNTURN(Q0, Q4)
    UNTURN(Q1, Q5)
    UNTURN(Q2, Q6)
    UNTURN(Q3, Q7)
    lw t4, (F_OUT)(sp)
    lw t5, (F_IN)(sp)
    lw t6, (F_OPEN)(sp)
    STEP_WORD(0, Q0, Q1)
    STEP_WORD(1, Q2, Q3)
    STEP_WORD(2, Q4, Q5)
    STEP_WORD(3, Q6, Q7)
    addi RK, RK, -272
    addi t4, t4, 16
    addi t5, t5, 16
    sw t4, (F_OUT)(sp)
    sw t5, (F_IN)(sp)
    lw t6, (F_END)(sp)
    bne t5, t6, .Lblock

    lw a1, (F_STATE)(sp)
    sw Q1, (S_MAC)(a1)
    sw Q3, (S_MAC + 4)(a1)
    sw Q5, (S_MAC + 8)(a1)
    sw Q7, (S_MAC + 12)(a1)
    REGISTERS lw
    addi sp, sp, F_SIZE
    ret

.Lcarry:
    addi t1, a1, S_CTR + 14
1:
    lbu t2, 0(t1)
    addi t2, t2, 1
    sb t2, 0(t1)
    andi t2, t2, 0xff
    addi t1, t1, -1
    beqz t2, 1b
    j .Lcounted
    .size vmb_aes_ccm_blocks, . - vmb_aes_ccm_blocks

#endif

#ifdef __ELF__
    .section .note.GNU-stack, "", %progbits
#endif
