/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * Fixsliced AES-128 for RV32IC, with or without Zbkb: the key schedule (FIPS
 * 197, section 5.2),
 *     void vmb_aes_expand(uint32_t *rk, const uint8_t *key)
 * of aes_backend.h. The expanded key is that of aes_fixslice.c. The four words
 * of the round key in hand lie where those of round 10 belong in the end.
 */
#include "aes/aes_rv32.h"

#if VMB_AES_RV32

#define W0 t1
#define W1 t4
#define W2 s6
#define W3 s7
#define ROUND a1
#define RCON t5
#define MASK t6

#define F_ROUND 52
#define F_RCON 56
#define F_SIZE 64

#define LOAD_ANY(d, at)                                                        \
    lbu d, (at)(a1);                                                           \
    lbu t6, (at + 1)(a1);                                                      \
    slli t6, t6, 8;                                                            \
    or d, d, t6;                                                               \
    lbu t6, (at + 2)(a1);                                                      \
    slli t6, t6, 16;                                                           \
    or d, d, t6;                                                               \
    lbu t6, (at + 3)(a1);                                                      \
    slli t6, t6, 24;                                                           \
    or d, d, t6

/* t2 gathers bit 0 of every byte of Q at bit i. */
#define GATHER(Q, i)                                                           \
    and t3, Q, MASK;                                                           \
    slli t3, t3, i;                                                            \
    or t2, t2, t3

/* Row 0 of column d from w0, row 1 from w3, and so on: round 1. */
#define COLUMN(d, w0, w1, w2, w3)                                              \
    and s2, w3, s4;                                                            \
    and s3, w2, s5;                                                            \
    or s2, s2, s3;                                                             \
    srli s3, w1, 24;                                                           \
    slli s3, s3, 24;                                                           \
    or s2, s2, s3;                                                             \
    andi s3, w0, 0xff;                                                         \
    or d, s2, s3

/* Rows 1 and 3 of columns lo and hi change places. */
#define UNTURN(lo, hi)                                                         \
    xor s2, lo, hi;                                                            \
    and s2, s2, s4;                                                            \
    xor lo, lo, s2;                                                            \
    xor hi, hi, s2

    .section .text.vmb_aes_expand, "ax"
    .balign 16
    .globl vmb_aes_expand
    .type vmb_aes_expand, @function
vmb_aes_expand:
    li t0, 10
    bne a2, t0, vmb_aes_expand_any
    addi sp, sp, -F_SIZE
    REGISTERS sw
    addi LAST, RK, 304
    LOAD_ANY(W0, 0)
    LOAD_ANY(W1, 4)
    LOAD_ANY(W2, 8)
    LOAD_ANY(W3, 12)
    sw W0, 0(RK)
    sw W1, 4(RK)
    sw W2, 8(RK)
    sw W3, 12(RK)
    sw W0, 0(LAST)
    sw W1, 4(LAST)
    sw W2, 8(LAST)
    sw W3, 12(LAST)
    addi RK, RK, 16
    li RCON, 1
    li ROUND, 1

.Lround:
    sw RCON, (F_RCON)(sp)
    sw ROUND, (F_ROUND)(sp)
    /* SubWord: the four bytes, bit 0 in each row of the planes. */
    lw Q0, 12(LAST)
    srli Q1, Q0, 1
    srli Q2, Q0, 2
    srli Q3, Q0, 3
    srli Q4, Q0, 4
    srli Q5, Q0, 5
    srli Q6, Q0, 6
    srli Q7, Q0, 7
    jal LINK, vmb_rv32_sub_planes
    li MASK, 0x01010101
    and t2, Q0, MASK
    GATHER(Q1, 1)
    GATHER(Q2, 2)
    GATHER(Q3, 3)
    GATHER(Q4, 4)
    GATHER(Q5, 5)
    GATHER(Q6, 6)
    GATHER(Q7, 7)
    TURN t2, t2, t3, 8 /* RotWord */
    li MASK, 0x63636363
    xor t2, t2, MASK
    lw RCON, (F_RCON)(sp)
    xor t2, t2, RCON
    lw W0, 0(LAST)
    xor W0, W0, t2
    lw W1, 4(LAST)
    xor W1, W1, W0
    lw W2, 8(LAST)
    xor W2, W2, W1
    lw W3, 12(LAST)
    xor W3, W3, W2
    beq RK, LAST, .Llast
    sw W0, 0(LAST)
    sw W1, 4(LAST)
    sw W2, 8(LAST)
    sw W3, 12(LAST)

    /* Into the frame of the round: row r of a column comes from r * round
     * columns before. */
    lw ROUND, (F_ROUND)(sp)
    andi s2, ROUND, 1
    beqz s2, 1f
    li s4, 0xff00
    li s5, 0xff0000
    COLUMN(Q0, W0, W1, W2, W3)
    COLUMN(Q2, W1, W2, W3, W0)
    COLUMN(Q4, W2, W3, W0, W1)
    COLUMN(Q6, W3, W0, W1, W2)
    j 2f
1:
    mv Q0, W0
    mv Q2, W1
    mv Q4, W2
    mv Q6, W3
2:
    andi s2, ROUND, 2
    beqz s2, 3f
    li s4, 0xff00ff00
    UNTURN(Q0, Q4)
    UNTURN(Q2, Q6)
3:
    xor Q0, Q0, MASK
    xor Q2, Q2, MASK
    xor Q4, Q4, MASK
    xor Q6, Q6, MASK
    mv Q1, Q0
    mv Q3, Q2
    mv Q5, Q4
    mv Q7, Q6
    jal LINK, vmb_rv32_transpose
    sw Q0, 0(RK)
    sw Q1, 4(RK)
    sw Q2, 8(RK)
    sw Q3, 12(RK)
    sw Q4, 16(RK)
    sw Q5, 20(RK)
    sw Q6, 24(RK)
    sw Q7, 28(RK)
    addi RK, RK, 32
    lw ROUND, (F_ROUND)(sp)
    addi ROUND, ROUND, 1
    lw RCON, (F_RCON)(sp)
    slli RCON, RCON, 1
    andi t6, RCON, 0x100
    beqz t6, .Lround
    li RCON, 0x1b
    j .Lround

.Llast:
    xor W0, W0, MASK
    xor W1, W1, MASK
    xor W2, W2, MASK
    xor W3, W3, MASK
    sw W0, 0(LAST)
    sw W1, 4(LAST)
    sw W2, 8(LAST)
    sw W3, 12(LAST)
    REGISTERS lw
    addi sp, sp, F_SIZE
    ret
    .size vmb_aes_expand, . - vmb_aes_expand

#endif

#ifdef __ELF__
    .section .note.GNU-stack, "", %progbits
#endif
