/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * Fixsliced AES for RV32IC, with or without Zbkb: registers and macros of
 * aes_rv32_*.S. The representation, the S-box circuit and the expanded key are
 * those of aes_fixslice.h, whose C these files take the place of.
 *
 *   Q0..Q7   the planes; as words, 2c is column c of block 0, 2c + 1 of block 1
 *   RK       round keys
 *   LAST     a bound
 *   LINK     way back from the subroutines
 * all others: scratch. gp and tp stay as they are.
 */
#ifndef VMB_AES_RV32_H
#define VMB_AES_RV32_H

#include "vambrace/ise.h"

#if VMB_ISE_ZKN
#define VMB_AES_RV32 0
#elif defined(__riscv) && __riscv_xlen == 32 && !defined(__riscv_32e) && \
    !VMB_PORTABLE
#define VMB_AES_RV32 1
#else
#define VMB_AES_RV32 0
#endif

#ifdef __ASSEMBLER__

#define Q0 s0
#define Q1 s1
#define Q2 a2
#define Q3 a3
#define Q4 a4
#define Q5 a5
#define Q6 a6
#define Q7 a7
#define RK a0
#define LAST t0
#define LINK ra

#define K a1     /* of a round key, and scratch as all that follow */
#define U t3
#define MASK s3

/* The stack frame of those who encrypt or decrypt blocks: what is secret in it, a
 * counter, they wipe. */
#define F_ENTRY 52 /* where the first S-box returns to: in vmb_rv32_rounds, */
#define F_TAIL 56  /* and where that ends */
#define F_RK 60    /* the arguments */
#define F_STATE 64
#define F_OUT 68   /* in the modes out - in */
#define F_IN 72
#define F_END 76   /* where in ends, or how many blocks are left */
#define F_OPEN 80  /* all ones: the plaintext is what goes out */
#define F_COUNT F_OPEN /* of CTR: the next counter as a number, */
#define F_NEXT 84  /* and what the caller's is to become */
#define F_SIZE 96

/* Of those who decrypt: the frame's turn, where the last round key and that of
 * round 1 are, where vmb_rv32_decrypt ends. */
#define F_TURN F_ENTRY
#define F_LAST_RK F_RK
#define F_FIRST_RK 80
#define F_ROUNDS 84

/* sw or lw: ra and s0 to s11 to or from the frame, from
 * byte `at` of it on. */
.macro REGISTERS op, at=0
    \op ra, \at(sp)
    .irp i, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11
    \op s\i, (\at + 4 + 4 * \i)(sp)
    .endr
.endm

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

#define SWAP_BITS(a, b, n)                                                     \
    srli t2, a, n;                                                             \
    xor t2, t2, b;                                                             \
    and t2, t2, t1;                                                            \
    xor b, b, t2;                                                              \
    slli t2, t2, n;                                                            \
    xor a, a, t2

/* Words to planes, and back; 78 cycles. */
#define TRANSPOSE                                                              \
    li t1, 0x55555555;                                                         \
    SWAP_BITS(Q0, Q1, 1);                                                      \
    SWAP_BITS(Q2, Q3, 1);                                                      \
    SWAP_BITS(Q4, Q5, 1);                                                      \
    SWAP_BITS(Q6, Q7, 1);                                                      \
    li t1, 0x33333333;                                                         \
    SWAP_BITS(Q0, Q2, 2);                                                      \
    SWAP_BITS(Q1, Q3, 2);                                                      \
    SWAP_BITS(Q4, Q6, 2);                                                      \
    SWAP_BITS(Q5, Q7, 2);                                                      \
    li t1, 0x0f0f0f0f;                                                         \
    SWAP_BITS(Q0, Q4, 4);                                                      \
    SWAP_BITS(Q1, Q5, 4);                                                      \
    SWAP_BITS(Q2, Q6, 4);                                                      \
    SWAP_BITS(Q3, Q7, 4)

/* Between frames 0 and 2, 0xff00ff00 in MASK: rows 1 and 3 of the columns in words
 * lo and hi change places. */
#define SWAP_COLUMNS(lo, hi)                                                   \
    xor U, lo, hi;                                                             \
    and U, U, MASK;                                                            \
    xor lo, lo, U;                                                             \
    xor hi, hi, U

/* Adds the 4 words of a round key to both blocks. */
#define ADD_WORDS(at)                                                          \
    lw K, (at)(RK);                                                            \
    xor Q0, Q0, K;                                                             \
    xor Q1, Q1, K;                                                             \
    lw K, (at + 4)(RK);                                                        \
    xor Q2, Q2, K;                                                             \
    xor Q3, Q3, K;                                                             \
    lw K, (at + 8)(RK);                                                        \
    xor Q4, Q4, K;                                                             \
    xor Q5, Q5, K;                                                             \
    lw K, (at + 12)(RK);                                                       \
    xor Q6, Q6, K;                                                             \
    xor Q7, Q7, K

/* d = the place of the second of F_END blocks from p on, or of the first. */
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

/* The inverse; t1 is what is left of F_END then: positive while there is more. */
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

/* With rk and rounds still in a0 and a1: the frame of one who encrypts blocks and
 * goes on at `tail`, and LAST. Takes t1 and t2. */
#define ENTER(tail)                                                            \
    addi sp, sp, -F_SIZE;                                                      \
    REGISTERS sw;                                                              \
    sw RK, (F_RK)(sp);                                                         \
    slli LAST, a1, 5;                                                          \
    add LAST, LAST, RK;                                                        \
    addi LAST, LAST, -48;                                                      \
    la t1, tail;                                                               \
    sw t1, (F_TAIL)(sp);                                                       \
    la t1, vmb_rv32_rounds;                                                    \
    andi a1, a1, 2;                                                            \
    bnez a1, 1f;                                                               \
    la t1, vmb_rv32_rounds_12;                                                 \
1:  sw t1, (F_ENTRY)(sp)

/* The same for one who decrypts. */
#define ENTER_INVERSE(tail)                                                    \
    addi sp, sp, -F_SIZE;                                                      \
    REGISTERS sw;                                                              \
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
