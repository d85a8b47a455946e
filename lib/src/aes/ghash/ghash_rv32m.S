/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * GHASH (NIST SP 800-38D, section 6.4) on whole blocks with the multiplier of
 * RV32M or Zmmul:
 *     void vmb_ghash_blocks(const uint32_t *key, uint32_t y[4],
 *                           const uint8_t *data, size_t blocks)
 * of ghash.h, blocks > 0. No table and no branch on a bit; a constant time asks for
 * a multiplier of constant time.
 *
 * The product of polynomials is that of integers without carries. A factor of 16
 * bits is split into three, whose bits stand three apart: of their products, sums
 * of at most six, no carry reaches the next bit that counts, and `mul` gives the
 * product as a whole. Numbers of several words are numbered from the lowest word on
 * here. 128 bits are three products of 64, each three of 32, each three of 16
 * (Karatsuba). The low half of the product weighs x^128 = x^7 + x^2 + x + 1 more.
 *
 * Cycles of a product of 16 bits: 6 to split, 9 mul of 3, 6 additions, 5 to join:
 * 44. Of 32: 132 + 10, and 4 for the call. Cycles a block (ibex-ref measures 1515;
 * with Zbkb, which reverses bytes, 30 less):
 *   9 products of 32 bits     1314
 *   their operands              55
 *   their sums                  32
 *   reduction, 13 a word        52
 *   loads and byte order        54
 *   loop                         6
 *                             1513
 * and 30 more where the data is not aligned.
 */
#include "aes/ghash/ghash.h"
#include "common/frame.h"
#include "common/funnel.h"
#include "common/misaligned.h"
#include "common/steps.h"
#include "vambrace/detail/ise/zbkb.h"

#if VMB_GHASH_RV32M

/* The product of 32 bits. */
#define LINK ra
#define IN a0
#define X a1     /* factors: changed */
#define W a2
#define X0 a3    /* parts of a factor */
#define X1 a4
#define X2 a5
#define W0 a6
#define W1 a7
#define W2 t0
#define S t1     /* scratch */
#define T t2
#define LO t3    /* product */
#define HI t4
#define K0 t5    /* every third bit, of 16, from bit 0, 1, 2 on */
#define K1 t6
#define K2 s0
#define L0 s1    /* of 32 */
#define L1 s2
#define L2 s3
/* The product of 128 bits; P4..P7 hold the hash between blocks. */
#define P0 s4
#define P1 s5
#define P2 s6
#define P3 s7
#define P4 s8
#define P5 s9
#define P6 s10
#define P7 s11

/* The frame. */
#define F_Y 52
#define F_END 56
#define F_SECRET 60     /* to be wiped: */
#define F_A F_SECRET    /* hash plus block, four words, */
#define F_A02 (F_A + 16) /* sums of two of them; */
#define F_A13 (F_A + 20)
#define F_H (F_A + 24)  /* the key, and sums of its words */
#define F_H01 (F_H + 16)
#define F_H23 (F_H + 20)
#define F_H02 (F_H + 24)
#define F_H13 (F_H + 28)
#define F_H0123 (F_H + 32)
#define F_LAST 120      /* the end of unaligned data; F_END is after each block then */
#define F_SIZE 128

/* d = the product of the low 16 bits of x and w. */
.macro MUL16 d, x, w
    and X0, \x, K0
    and W0, \w, K0
    and X1, \x, K1
    and W1, \w, K1
    and X2, \x, K2
    and W2, \w, K2
    mul \d, X0, W0
    mul S, X1, W2
    xor \d, \d, S
    mul S, X2, W1
    xor \d, \d, S
    and \d, \d, L0
    mul S, X0, W1
    mul T, X1, W0
    xor S, S, T
    mul T, X2, W2
    xor S, S, T
    and S, S, L1
    or \d, \d, S
    mul S, X0, W2
    mul T, X1, W1
    xor S, S, T
    mul T, X2, W0
    xor S, S, T
    and S, S, L2
    or \d, \d, S
.endm

/* A ^= the big-endian word in T, and to the frame; without Zbkb X0 is 0x00ff00ff. */
.macro ADD_FETCHED A, place
#if VMB_ISE_ZBKB
    vmb.rev8 T, T
#else
    srli S, T, 8
    and S, S, X0
    and T, T, X0
    slli T, T, 8
    or T, T, S
    srli S, T, 16
    slli T, T, 16
    or T, T, S
#endif
    xor \A, \A, T
    sw \A, (\place)(sp)
.endm

/* The same of that at byte `at` of IN. */
.macro ADD_WORD A, at, place
    lw T, (\at)(IN)
    ADD_FETCHED \A, \place
.endm

/* HI : LO = the product of the words at byte `at` and `key` of the frame. */
.macro PRODUCT at, key
    .option push
    .option norvc
    lw X, (\at)(sp)
    lw W, (\key)(sp)
    jal LINK, .Lmultiply
    .option pop
.endm

/* The same for the sum of two words, which goes to `sum` if there is one. */
.macro PRODUCT2 at, other, key, sum=0
    .option push
    .option norvc
    lw X, (\at)(sp)
    lw W, (\other)(sp)
    xor X, X, W
    .if \sum
    sw X, (\sum)(sp)
    .endif
    lw W, (\key)(sp)
    jal LINK, .Lmultiply
    .option pop
.endm

/* Adds the word t to the word up, and to down what falls out of it below. */
.macro FOLD t, up, down
    srli S, \t, 1
    srli T, \t, 2
    xor \up, \up, \t
    xor \up, \up, S
    srli S, \t, 7
    xor \up, \up, T
    slli T, \t, 31
    xor \up, \up, S
    slli S, \t, 30
    xor \down, \down, T
    slli T, \t, 25
    xor \down, \down, S
    xor \down, \down, T
.endm

    .section .text.vmb_ghash_blocks, "ax"
    .balign 16
    /* HI : LO = X * W. */
.Lmultiply:
    vmb.step ghash_product
    MUL16 LO, X, W
    srli HI, X, 16
    srli W2, W, 16 /* the macro is done with w when it writes W2 */
    xor X, X, HI
    xor W, W, W2
    MUL16 HI, HI, W2
    MUL16 X, X, W
    xor X, X, LO
    xor X, X, HI
    slli S, X, 16
    xor LO, LO, S
    srli S, X, 16
    xor HI, HI, S
    ret

    .balign 16
    .globl vmb_ghash_blocks
    .type vmb_ghash_blocks, @function
vmb_ghash_blocks:
    vmb.enter F_SIZE, 0, VMB_CALLEE_SAVED
    sw a1, (F_Y)(sp)
    slli a3, a3, 4
    add a3, a3, a2
    sw a3, (F_END)(sp)

    lw P3, 0(a0)
    lw P2, 4(a0)
    lw P1, 8(a0)
    lw P0, 12(a0)
    sw P0, (F_H)(sp)
    sw P1, (F_H + 4)(sp)
    sw P2, (F_H + 8)(sp)
    sw P3, (F_H + 12)(sp)
    xor S, P0, P1
    sw S, (F_H01)(sp)
    xor T, P2, P3
    sw T, (F_H23)(sp)
    xor S, S, T
    sw S, (F_H0123)(sp)
    xor P0, P0, P2
    sw P0, (F_H02)(sp)
    xor P1, P1, P3
    sw P1, (F_H13)(sp)

    lw P7, 0(a1)
    lw P6, 4(a1)
    lw P5, 8(a1)
    lw P4, 12(a1)
    mv IN, a2
    li K0, 0x9249
    li K1, 0x2492
    li K2, 0x4924
    li L0, 0x49249249
    li L1, 0x92492492
    li L2, 0x24924924
    vmb.if_unaligned S, IN, .Lunaligned

    .balign 4
1:
    vmb.step ghash_block
#if !VMB_ISE_ZBKB
    li X0, 0x00ff00ff
#endif
    ADD_WORD P7, 0, F_A + 12
    ADD_WORD P6, 4, F_A + 8
    ADD_WORD P5, 8, F_A + 4
    ADD_WORD P4, 12, F_A
.Ladded:

    PRODUCT F_A, F_H
    mv P0, LO
    mv P1, HI
    PRODUCT F_A + 4, F_H + 4
    xor P1, P1, LO
    mv P3, HI
    xor P2, P1, P3
    xor P1, P1, P0
    PRODUCT2 F_A, F_A + 4, F_H01
    xor P1, P1, LO
    xor P2, P2, HI
    PRODUCT F_A + 8, F_H + 8
    mv P4, LO
    mv P5, HI
    PRODUCT F_A + 12, F_H + 12
    xor P5, P5, LO
    mv P7, HI
    xor P6, P5, P7
    xor P5, P5, P4
    PRODUCT2 F_A + 8, F_A + 12, F_H23
    xor P5, P5, LO
    xor P6, P6, HI

    /* The product of the sums goes to P2..P5, with both others. */
    xor P2, P2, P4
    xor P3, P3, P5
    xor P4, P2, P6
    xor P5, P3, P7
    xor P2, P2, P0
    xor P3, P3, P1
    PRODUCT2 F_A, F_A + 8, F_H02, F_A02
    xor P2, P2, LO
    xor P4, P4, HI
    xor LO, LO, HI
    xor P3, P3, LO
    PRODUCT2 F_A + 4, F_A + 12, F_H13, F_A13
    xor P3, P3, LO
    xor P5, P5, HI
    xor LO, LO, HI
    xor P4, P4, LO
    PRODUCT2 F_A02, F_A13, F_H0123
    xor P3, P3, LO
    xor P4, P4, HI

    FOLD P0, P4, P3
    FOLD P1, P5, P4
    FOLD P2, P6, P5
    FOLD P3, P7, P6
    lw S, (F_END)(sp)
    addi IN, IN, 16
    bne IN, S, 1b
    vmb.step ghash
    vmb.if_unaligned S, IN, .Lbetween
.Lend:
    lw S, (F_Y)(sp)
    sw P7, 0(S)
    sw P6, 4(S)
    sw P5, 8(S)
    sw P4, 12(S)
    .irp i, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14
    sw zero, (F_SECRET + 4 * \i)(sp)
    .endr
    vmb.leave F_SIZE, 0, VMB_CALLEE_SAVED
    ret

#if !VMB_MISALIGNED
    /* Words between aligned ones. */
    .balign 4
.Lunaligned:
    lw S, (F_END)(sp)
    sw S, (F_LAST)(sp)
.Lbetween:
    lw S, (F_LAST)(sp)
    beq IN, S, .Lend
    vmb.step ghash_block
    addi S, IN, 16
    sw S, (F_END)(sp)
    vmb.shifts X1, X2, IN
    andi X, IN, -4
#if !VMB_ISE_ZBKB
    li X0, 0x00ff00ff
#endif
    lw LO, 0(X)
    srl LO, LO, X1
    .set at, 0
    .irp A, P7, P6, P5, P4
    lw HI, (at + 4)(X)
    vmb.funnel T, HI, LO, X2, X1
    ADD_FETCHED \A, F_A + 12 - at
    .set at, at + 4
    .endr
    j .Ladded
#endif
    .size vmb_ghash_blocks, . - vmb_ghash_blocks

#endif
