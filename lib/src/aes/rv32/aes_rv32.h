/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * Fixsliced AES for RV32IC, with or without Zbkb: registers and macros of
 * aes_rv32_*.S. The representation, the S-box circuit and the expanded key are
 * those of aes_fixslice.h, whose C these files replace, except for the frames (aes_rv32_rounds.S).
 *
 *   Q0..Q7   the planes; as words, 2c is column c of block 0, 2c + 1 of block 1
 *   RK       round keys
 *   LAST     a bound
 *   KEPT     a mask: 0xf0f0f0f0, with Zbkb 0xc0c0c0c0; way back from subroutines
 * all others: scratch. gp and tp stay as they are. Planes are in registers that
 * compressed instructions lack, and what is scratch in MixColumns in those that they
 * have; in the size profile it is the other way round.
 */
#ifndef VMB_AES_RV32_H
#define VMB_AES_RV32_H

#include "aes/aes_choice.h"
#include "vambrace/detail/backend/size.h"
#include "vambrace/detail/ise/zbkb.h"

#ifdef __ASSEMBLER__

#if VMB_SIZE
#define Q0 s0
#define Q1 s1
#define Q2 a2
#define Q3 a3
#define Q4 a4
#define Q5 a5
#define Q6 a6
#define Q7 a7
#else
#define Q0 s2
#define Q1 s3
#define Q2 s4
#define Q3 s5
#define Q4 s6
#define Q5 s7
#define Q6 s8
#define Q7 s9
#endif
#define RK a0
#define LAST t0
#define LINK ra
#define KEPT ra

#define K a1     /* of a round key, and scratch as all that follow */
#define U a3
#define MASK a4
#define ODD a5

/* The stack frame of functions that encrypt or decrypt blocks: they wipe its only secret, a counter. */
#define F_ENTRY 52 /* where planes go to: into vmb_rv32_rounds, */
#define F_END_ROUNDS 56 /* where those end: at vmb_rv32_words, */
#define F_TAIL 60  /* the end of these */
#define F_STATE 64 /* the arguments */
#define F_OUT 68   /* in the modes out - in */
#define F_IN 72
#define F_END 76   /* where in ends, or how many blocks are left */
#define F_OPEN 80  /* all ones: the output is plaintext */
#define F_COUNT F_OPEN /* of CTR: the next counter as a number, */
#define F_NEXT 84  /* the next value of the caller's counter */
#define F_RK 88
#define F_START 92 /* RK of the first round, */
#define F_FRAME 96 /* and X of its frame: see TURN_COLUMNS */
#define F_MASK 100 /* without Zbkb: a second mask for MixColumns */
#define F_SIZE 112

/* Of those who decrypt: where the last round key and that of round 1 are. */
#define F_LAST_RK F_RK
#define F_FIRST_RK 80
#define F_ROUNDS 84

/* d = a turned right by n bits; u is scratch, d may be a. */
.macro TURN d, a, u, n
#if VMB_ISE_ZBKB
    vmb.rori \d, \a, \n
#else
    srli \u, \a, \n
    slli \d, \a, 32 - (\n)
    or \d, \d, \u
#endif
.endm

/* The bits under m << n of a and those under m of b change places. */
#define SWAP_BITS(a, b, n, m)                                                  \
    srli U, a, n;                                                              \
    xor U, U, b;                                                               \
    and U, U, m;                                                               \
    xor b, b, U;                                                               \
    slli U, U, n;                                                              \
    xor a, a, U

/* The bits under m of a and b change places. */
#define SWAP_MASKED(a, b, m)                                                   \
    xor U, a, b;                                                               \
    and U, U, m;                                                               \
    xor a, a, U;                                                               \
    xor b, b, U

/* Words to planes, and back; 78 cycles. */
#define TRANSPOSE                                                              \
    li MASK, 0x55555555;                                                       \
    SWAP_BITS(Q0, Q1, 1, MASK);                                                \
    SWAP_BITS(Q2, Q3, 1, MASK);                                                \
    SWAP_BITS(Q4, Q5, 1, MASK);                                                \
    SWAP_BITS(Q6, Q7, 1, MASK);                                                \
    li MASK, 0x33333333;                                                       \
    SWAP_BITS(Q0, Q2, 2, MASK);                                                \
    SWAP_BITS(Q1, Q3, 2, MASK);                                                \
    SWAP_BITS(Q4, Q6, 2, MASK);                                                \
    SWAP_BITS(Q5, Q7, 2, MASK);                                                \
    li MASK, 0x0f0f0f0f;                                                       \
    SWAP_BITS(Q0, Q4, 4, MASK);                                                \
    SWAP_BITS(Q1, Q5, 4, MASK);                                                \
    SWAP_BITS(Q2, Q6, 4, MASK);                                                \
    SWAP_BITS(Q3, Q7, 4, MASK)

/* Words 2c + b, with row r of each column c, turn into those of a frame n, which has
 * that at column c + n r: MASK is 0xffff0000 for n = 3 and 0x00ffff00 for n = 1. n
 * columns back are 4 - n columns on. First the odd rows of columns that differ in
 * their lower bit change places, then, where two columns are missing, those that
 * differ in the upper bit. 35 cycles. */
#define FRAME_1 0x00ffff00
#define FRAME_3 0xffff0000
#define TURN_COLUMNS                                                           \
    li ODD, 0xff00ff00;                                                   \
    SWAP_MASKED(Q0, Q2, ODD);                                             \
    SWAP_MASKED(Q1, Q3, ODD);                                             \
    SWAP_MASKED(Q4, Q6, ODD);                                             \
    SWAP_MASKED(Q5, Q7, ODD);                                             \
    SWAP_MASKED(Q0, Q4, MASK);                                                 \
    SWAP_MASKED(Q1, Q5, MASK);                                                 \
    xor MASK, MASK, ODD;                                                  \
    SWAP_MASKED(Q2, Q6, MASK);                                                 \
    SWAP_MASKED(Q3, Q7, MASK)

/* Adds the 4 words of a round key to both blocks. */
#define ADD_WORDS(at)                                                          \
    lw K, (at)(RK);                                                            \
    lw U, (at + 4)(RK);                                                        \
    lw MASK, (at + 8)(RK);                                                     \
    lw ODD, (at + 12)(RK);                                                     \
    xor Q0, Q0, K;                                                             \
    xor Q1, Q1, K;                                                             \
    xor Q2, Q2, U;                                                             \
    xor Q3, Q3, U;                                                             \
    xor Q4, Q4, MASK;                                                          \
    xor Q5, Q5, MASK;                                                          \
    xor Q6, Q6, ODD;                                                           \
    xor Q7, Q7, ODD

/* d = the address of the second of F_END blocks from p on, or of the first. */
#define SECOND(d, p)                                                           \
    lw d, (F_END)(sp);                                                         \
    slti d, d, 2;                                                              \
    addi d, d, -1;                                                             \
    andi d, d, 16;                                                             \
    add d, d, p

/* The words of the next two of F_END blocks, or of one twice. */
#define LOAD_PAIR                                                              \
    lw t1, (F_IN)(sp);                                                         \
    SECOND(t2, t1);                                                            \
    lw Q0, 0(t1);                                                              \
    lw Q2, 4(t1);                                                              \
    lw Q4, 8(t1);                                                              \
    lw Q6, 12(t1);                                                             \
    lw Q1, 0(t2);                                                              \
    lw Q3, 4(t2);                                                              \
    lw Q5, 8(t2);                                                              \
    lw Q7, 12(t2);                                                             \
    addi t1, t1, 32;                                                           \
    sw t1, (F_IN)(sp)

/* The inverse; t1 is the rest of F_END then: positive while there is more. */
#define STORE_PAIR                                                             \
    lw t1, (F_OUT)(sp);                                                        \
    SECOND(t2, t1);                                                            \
    sw Q1, 0(t2);                                                              \
    sw Q3, 4(t2);                                                              \
    sw Q5, 8(t2);                                                              \
    sw Q7, 12(t2);                                                             \
    sw Q0, 0(t1);                                                              \
    sw Q2, 4(t1);                                                              \
    sw Q4, 8(t1);                                                              \
    sw Q6, 12(t1);                                                             \
    addi t1, t1, 32;                                                           \
    sw t1, (F_OUT)(sp);                                                        \
    lw t1, (F_END)(sp);                                                        \
    addi t1, t1, -2;                                                           \
    sw t1, (F_END)(sp)

/* The masks of MixColumns: the upper bits of each row, of one column or two. Takes
 * t2. */
#if VMB_ISE_ZBKB
#define SET_MIX_MASKS                                                          \
    li KEPT, 0xc0c0c0c0
#else
#define SET_MIX_MASKS                                                          \
    li t2, 0xc0c0c0c0;                                                         \
    sw t2, (F_MASK)(sp);                                                       \
    li KEPT, 0xf0f0f0f0
#endif

/* With rk and rounds still in a0 and a1: the frame for callers that encrypt blocks and continue at `tail` after the
 * rounds, LAST, KEPT. Uses t1 and t2. */
#define ENTER_ROUNDS(tail)                                                     \
    vmb.enter F_SIZE, 0, VMB_CALLEE_SAVED;                                     \
    slli LAST, a1, 5;                                                          \
    add LAST, LAST, RK;                                                        \
    addi LAST, LAST, -48;                                                      \
    sw RK, (F_RK)(sp);                                                         \
    la t1, tail;                                                               \
    sw t1, (F_END_ROUNDS)(sp);                                                 \
    la t1, vmb_rv32_rounds;                                                    \
    li t2, FRAME_3;                                                            \
    andi a1, a1, 2;                                                            \
    bnez a1, 1f;                                                               \
    la t1, vmb_rv32_rounds_12;                                                 \
    li t2, FRAME_1;                                                            \
    addi a1, a1, -62;                                                          \
1:  sw t1, (F_ENTRY)(sp);                                                      \
    sw t2, (F_FRAME)(sp);                                                      \
    addi a1, a1, 14;                                                           \
    add a1, a1, RK;                                                            \
    sw a1, (F_START)(sp);                                                      \
    SET_MIX_MASKS

/* The same for callers that continue at `tail` with words. */
#define ENTER(tail)                                                            \
    ENTER_ROUNDS(vmb_rv32_words);                                              \
    la t1, tail;                                                               \
    sw t1, (F_TAIL)(sp)

/* The same for one who decrypts. */
#define ENTER_INVERSE(tail)                                                    \
    vmb.enter F_SIZE, 0, VMB_CALLEE_SAVED;                                     \
    sw a1, (F_ROUNDS)(sp);                                                     \
    slli a1, a1, 5;                                                            \
    addi a0, a0, 16;                                                           \
    sw a0, (F_FIRST_RK)(sp);                                                   \
    add a0, a0, a1;                                                            \
    addi a0, a0, -32;                                                          \
    sw a0, (F_LAST_RK)(sp);                                                    \
    la t1, tail;                                                               \
    sw t1, (F_TAIL)(sp)

/* In the modes t1 is where the next two blocks are, and t2 where the second of them
 * is, or t1 if there is but one; t3 is the way from in to out. t5 is F_END, two
 * blocks less. */
#define FIND_PAIR                                                              \
    lw t5, (F_END)(sp);                                                        \
    lw t1, (F_IN)(sp);                                                         \
    slti t2, t5, 2;                                                            \
    addi t2, t2, -1;                                                           \
    andi t2, t2, 16;                                                           \
    add t2, t2, t1;                                                            \
    lw t3, (F_OUT)(sp);                                                        \
    addi t5, t5, -2;                                                           \
    sw t5, (F_END)(sp)

#endif

#endif
