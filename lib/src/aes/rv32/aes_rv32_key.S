/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * Fixsliced AES for RV32IC, with or without Zbkb: the key schedule (FIPS 197,
 * section 5.2),
 *     void vmb_aes_expand(uint32_t *rk, const uint8_t *key, unsigned rounds)
 * of aes_backend.h. The expanded key is that of aes_fixslice.h, with the frames of
 * aes_rv32_rounds.S: the first middle round is in frame 0, or 2 for 12 rounds. First
 * the words of the standard, in runs that begin with an S-box; then, over them, the
 * planes. The words lie at the end: where planes overtake them, round by round, they
 * are done with.
 */
#include "aes/rv32/aes_rv32.h"
#include "aes/rv32/aes_rv32_sbox.h"
#include "common/frame.h"
#include "common/steps.h"

#if VMB_AES_RV32 && !VMB_SIZE

#define OLD RK    /* the words of Nk words before, */
#define NEW LAST  /* and their successors */
#define W t2      /* the current word */
#define RUN t5    /* bits 0..7: rcon; 28: Nk is 6; 30: Nk is 8; 31: Nk is 8, and */
                  /* this run begins with SubWord alone */
#define ONES t6

#define G_RUN 52
#define G_STOP 56 /* after the last word */
#define G_RK 60
#define G_SIZE 64

/* W gathers bit 0 of every byte of Q at bit i. */
#define GATHER(Q, i)                                                           \
    and t3, Q, ONES;                                                           \
    slli t3, t3, i;                                                            \
    or W, W, t3

#define NEXT_WORD(at)                                                          \
    lw t3, (at)(OLD);                                                          \
    xor W, W, t3;                                                              \
    sw W, (at)(NEW)

/* Registers of the second part. */
#define W0 s0
#define W1 s1
#define W2 a2
#define W3 a3
#define FROM a1
#define FRAME a4
#define T0 t1
#define T1 t2
#define T2 t3
#define T3 t4
#define M33 s2
#define M0F s3
#define M55 s4
#define ODD_ROWS s5  /* rows 1 and 3, */
#define LOW_ROWS s6  /* 2 and 3 */
#define M63 s7

/* The bits of a and b in a mask change places, those of a n bits higher. */
#define SWAP(a, b, n, mask)                                                    \
    srli T0, a, n;                                                             \
    xor T0, T0, b;                                                             \
    and T0, T0, mask;                                                          \
    xor b, b, T0;                                                              \
    slli T0, T0, n;                                                            \
    xor a, a, T0
#define SWAP_ROWS(a, b, mask)                                                  \
    xor T0, a, b;                                                              \
    and T0, T0, mask;                                                          \
    xor a, a, T0;                                                              \
    xor b, b, T0

/* Both planes of a word. */
#define STORE_PLANES(at, w)                                                    \
    and T0, w, M55;                                                            \
    xor w, w, T0;                                                              \
    slli T1, T0, 1;                                                            \
    or T0, T0, T1;                                                             \
    srli T1, w, 1;                                                             \
    or w, w, T1;                                                               \
    sw T0, (at)(RK);                                                           \
    sw w, (at + 4)(RK)

    .section .text.vmb_aes_expand, "ax"
    .balign 16
    .globl vmb_aes_expand
    .type vmb_aes_expand, @function
vmb_aes_expand:
    vmb.enter G_SIZE, 0, VMB_CALLEE_SAVED
    sw RK, (G_RK)(sp)
    slli t1, a2, 4
    add t2, RK, t1
    addi OLD, t2, -16
    add t2, t2, t1
    sw t2, (G_STOP)(sp)
    slli a2, a2, 2
    addi a2, a2, -24     /* 4 Nk */
    slli RUN, a2, 25
    addi RUN, RUN, 1
    mv t1, OLD
    add NEW, OLD, a2
1:
    lbu t2, 0(a1)
    lbu t3, 1(a1)
    slli t3, t3, 8
    or t2, t2, t3
    lbu t3, 2(a1)
    slli t3, t3, 16
    or t2, t2, t3
    lbu t3, 3(a1)
    slli t3, t3, 24
    or t2, t2, t3
    sw t2, 0(t1)
    addi a1, a1, 4
    addi t1, t1, 4
    bne t1, NEW, 1b

    .balign 4
.Lrun:
    sw RUN, (G_RUN)(sp)
    /* SubWord: the four bytes, bit 0 in each row of the planes. */
    lw Q0, -4(NEW)
    srli Q1, Q0, 1
    srli Q2, Q0, 2
    srli Q3, Q0, 3
    srli Q4, Q0, 4
    srli Q5, Q0, 5
    srli Q6, Q0, 6
    srli Q7, Q0, 7
    vmb.step aes_sbox
    SBOX
    vmb.step aes_key
    li ONES, 0x01010101
    and W, Q0, ONES
    GATHER(Q1, 1)
    GATHER(Q2, 2)
    GATHER(Q3, 3)
    GATHER(Q4, 4)
    GATHER(Q5, 5)
    GATHER(Q6, 6)
    GATHER(Q7, 7)
    li t3, 0x63636363
    xor W, W, t3
    lw RUN, (G_RUN)(sp)
    bltz RUN, 2f
    TURN W, W, t3, 8 /* RotWord */
    andi t3, RUN, 0xff
    xor W, W, t3
    add RUN, RUN, t3 /* the next rcon; x^8 = x^4 + x^3 + x + 1 */
    srli t3, t3, 7
    neg t3, t3
    andi t3, t3, 0x1b - 0x100
    add RUN, RUN, t3
2:
    lui t4, 0x80000
    slli t3, RUN, 1
    and t3, t3, t4
    xor RUN, RUN, t3
    NEXT_WORD(0)
    NEXT_WORD(4)
    NEXT_WORD(8)
    NEXT_WORD(12)
    addi OLD, OLD, 16
    addi NEW, NEW, 16
    lw t1, (G_STOP)(sp)
    beq NEW, t1, .Lplanes
    slli t3, RUN, 3
    bgez t3, .Lrun
    NEXT_WORD(0)
    NEXT_WORD(4)
    addi OLD, OLD, 8
    addi NEW, NEW, 8
    j .Lrun

.Lplanes:
    li M33, 0x33333333
    li M0F, 0x0f0f0f0f
    li ODD_ROWS, 0xff00ff00
    li LOW_ROWS, 0xffff0000
    srli FRAME, RUN, 27
    andi FRAME, FRAME, 2
    lw RK, (G_RK)(sp)
    li M63, 0x63636363
    li M55, 0x55555555
    /* Round key 0 is words: from 16 R - 16 on. The rest begins at 16 R. */
    sub FROM, NEW, RK
    srli FROM, FROM, 1
    add FROM, FROM, RK
    addi NEW, NEW, -16
    lw W0, -16(FROM)
    lw W1, -12(FROM)
    lw W2, -8(FROM)
    lw W3, -4(FROM)
    sw W0, 0(RK)
    sw W1, 4(RK)
    sw W2, 8(RK)
    sw W3, 12(RK)
    addi RK, RK, 16

    .balign 4
.Lround:
    lw W0, 0(FROM)
    lw W1, 4(FROM)
    lw W2, 8(FROM)
    lw W3, 12(FROM)
    addi FROM, FROM, 16
    xor W0, W0, M63
    xor W1, W1, M63
    xor W2, W2, M63
    xor W3, W3, M63
    /* Into the round's frame: row r of a column comes from r * frame columns
     * before. By one column, and rows 2 and 3 by two more; */
    andi T0, FRAME, 1
    beqz T0, 1f
    and T0, W0, ODD_ROWS
    and T1, W1, ODD_ROWS
    and T2, W2, ODD_ROWS
    and T3, W3, ODD_ROWS
    xor W0, W0, T0
    xor W1, W1, T1
    xor W2, W2, T2
    xor W3, W3, T3
    or W0, W0, T3
    or W1, W1, T0
    or W2, W2, T1
    or W3, W3, T2
    SWAP_ROWS(W0, W2, LOW_ROWS)
    SWAP_ROWS(W1, W3, LOW_ROWS)
1:
    /* rows 1 and 3 by two columns. */
    andi T0, FRAME, 2
    beqz T0, 2f
    SWAP_ROWS(W0, W2, ODD_ROWS)
    SWAP_ROWS(W1, W3, ODD_ROWS)
2:
    addi FRAME, FRAME, 1
    SWAP(W0, W1, 2, M33)
    SWAP(W2, W3, 2, M33)
    SWAP(W0, W2, 4, M0F)
    SWAP(W1, W3, 4, M0F)
    STORE_PLANES(0, W0)
    STORE_PLANES(8, W1)
    STORE_PLANES(16, W2)
    STORE_PLANES(24, W3)
    addi RK, RK, 32
    bne FROM, NEW, .Lround
    lw W0, 0(NEW)
    lw W1, 4(NEW)
    lw W2, 8(NEW)
    lw W3, 12(NEW)
    xor W0, W0, M63
    xor W1, W1, M63
    xor W2, W2, M63
    xor W3, W3, M63
    sw W0, 0(NEW)
    sw W1, 4(NEW)
    sw W2, 8(NEW)
    sw W3, 12(NEW)
    vmb.leave G_SIZE, 0, VMB_CALLEE_SAVED
    ret
    .size vmb_aes_expand, . - vmb_aes_expand

#endif
