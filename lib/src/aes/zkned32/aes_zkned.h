/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * AES (FIPS 197) with the instructions of Zkne and Zknd: macros of the
 * aes_zkned_*.S. Blocks are little-endian words, one a register; the macros below
 * take the names of four such registers without their numbers. RK, a register
 * of the file that uses them, points to the round keys.
 *
 * An expanded key is the words of FIPS 197, round keys 0 to rounds. A key for decryption continues with the round keys
 * rounds - 1 down to 1, each passed through InvMixColumns: the keys of the equivalent inverse cipher (section 5.3.5) in
 * the order of use, the first of them round key `rounds`, and the last, round key 0, at the front.
 */
#ifndef VMB_AES_ZKNED_H
#define VMB_AES_ZKNED_H

#include "vambrace/detail/backend/size.h"
#include "vambrace/detail/ise/zkned32.h"

#define ESMI vmb.aes32esmi
#define ESI vmb.aes32esi
#define DSMI vmb.aes32dsmi
#define DSI vmb.aes32dsi

/* The word at byte `at` of p, any alignment; t is scratch. */
#define LOAD_ANY(d, at, p, t)                                                  \
    lbu d, (at)(p);                                                            \
    lbu t, (at + 1)(p);                                                        \
    slli t, t, 8;                                                              \
    or d, d, t;                                                                \
    lbu t, (at + 2)(p);                                                        \
    slli t, t, 16;                                                             \
    or d, d, t;                                                                \
    lbu t, (at + 3)(p);                                                        \
    slli t, t, 24;                                                             \
    or d, d, t

/* d = k ^ the column made of bytes 0 to 3 of s0 to s3. */
#define COLUMN(op, d, k, s0, s1, s2, s3)                                       \
    op d, k, s0, 0;                                                            \
    op d, d, s1, 1;                                                            \
    op d, d, s2, 2;                                                            \
    op d, d, s3, 3

/* Word 0, 1, 2 or 3 of a round of block S, shifting rows as the cipher does, */
#define TO0(op, d, k, S) COLUMN(op, d, k, S##0, S##1, S##2, S##3)
#define TO1(op, d, k, S) COLUMN(op, d, k, S##1, S##2, S##3, S##0)
#define TO2(op, d, k, S) COLUMN(op, d, k, S##2, S##3, S##0, S##1)
#define TO3(op, d, k, S) COLUMN(op, d, k, S##3, S##0, S##1, S##2)
/* and as its inverse. */
#define FROM0(op, d, k, S) COLUMN(op, d, k, S##0, S##3, S##2, S##1)
#define FROM1(op, d, k, S) COLUMN(op, d, k, S##1, S##0, S##3, S##2)
#define FROM2(op, d, k, S) COLUMN(op, d, k, S##2, S##1, S##0, S##3)
#define FROM3(op, d, k, S) COLUMN(op, d, k, S##3, S##2, S##1, S##0)

/* All four words of a round of block S, added to the round key in D. Where possible, here and below, no
 * instruction uses the result of the previous one, which CV32E40X delivers one cycle late. */
#define ROW(op, D, byte, s0, s1, s2, s3)                                       \
    op D##0, D##0, s0, byte;                                                   \
    op D##1, D##1, s1, byte;                                                   \
    op D##2, D##2, s2, byte;                                                   \
    op D##3, D##3, s3, byte
#define TO_ROWS(op, D, S)                                                      \
    ROW(op, D, 0, S##0, S##1, S##2, S##3);                                     \
    ROW(op, D, 1, S##1, S##2, S##3, S##0);                                     \
    ROW(op, D, 2, S##2, S##3, S##0, S##1);                                     \
    ROW(op, D, 3, S##3, S##0, S##1, S##2)
#define FROM_ROWS(op, D, S)                                                    \
    ROW(op, D, 0, S##0, S##1, S##2, S##3);                                     \
    ROW(op, D, 1, S##3, S##0, S##1, S##2);                                     \
    ROW(op, D, 2, S##2, S##3, S##0, S##1);                                     \
    ROW(op, D, 3, S##1, S##2, S##3, S##0)

/* Two columns in turn: d as in COLUMN, and e = l ^ the column of t0 to t3. d must differ from l and t0 to t3. */
#define COLUMN2(op, d, k, s0, s1, s2, s3, e, l, t0, t1, t2, t3)                \
    op d, k, s0, 0;                                                            \
    op e, l, t0, 0;                                                            \
    op d, d, s1, 1;                                                            \
    op e, e, t1, 1;                                                            \
    op d, d, s2, 2;                                                            \
    op e, e, t2, 2;                                                            \
    op d, d, s3, 3;                                                            \
    op e, e, t3, 3

/* The same word of a round of two blocks, S and T. */
#define TO0_2(op, d, k, S, e, l, T)                                            \
    COLUMN2(op, d, k, S##0, S##1, S##2, S##3, e, l, T##0, T##1, T##2, T##3)
#define TO1_2(op, d, k, S, e, l, T)                                            \
    COLUMN2(op, d, k, S##1, S##2, S##3, S##0, e, l, T##1, T##2, T##3, T##0)
#define TO2_2(op, d, k, S, e, l, T)                                            \
    COLUMN2(op, d, k, S##2, S##3, S##0, S##1, e, l, T##2, T##3, T##0, T##1)
#define TO3_2(op, d, k, S, e, l, T)                                            \
    COLUMN2(op, d, k, S##3, S##0, S##1, S##2, e, l, T##3, T##0, T##1, T##2)
#define FROM0_2(op, d, k, S, e, l, T)                                          \
    COLUMN2(op, d, k, S##0, S##3, S##2, S##1, e, l, T##0, T##3, T##2, T##1)
#define FROM1_2(op, d, k, S, e, l, T)                                          \
    COLUMN2(op, d, k, S##1, S##0, S##3, S##2, e, l, T##1, T##0, T##3, T##2)
#define FROM2_2(op, d, k, S, e, l, T)                                          \
    COLUMN2(op, d, k, S##2, S##1, S##0, S##3, e, l, T##2, T##1, T##0, T##3)
#define FROM3_2(op, d, k, S, e, l, T)                                          \
    COLUMN2(op, d, k, S##3, S##2, S##1, S##0, e, l, T##3, T##2, T##1, T##0)

/* A round of one block from S to D, the round key at byte `at` of p; W is TO or
 * FROM. */
#define ROUND_AT(W, op, p, at, D, S)                                           \
    lw D##0, (at)(p);                                                          \
    lw D##1, (at + 4)(p);                                                      \
    lw D##2, (at + 8)(p);                                                      \
    lw D##3, (at + 12)(p);                                                     \
    W##_ROWS(op, D, S)
#define ROUND_(W, op, at, D, S) ROUND_AT(W, op, RK, at, D, S)
#define ROUND(op, at, D, S) ROUND_(TO, op, at, D, S)

/* The same of two blocks, with RK: each word of the round key is loaded once. */
#define ROUND2_(W, op, at, D, E, S, T)                                         \
    lw D##0, (at)(RK);                                                         \
    lw D##1, (at + 4)(RK);                                                     \
    W##0_2(op, E##0, D##0, T, D##0, D##0, S);                                  \
    lw D##2, (at + 8)(RK);                                                     \
    W##1_2(op, E##1, D##1, T, D##1, D##1, S);                                  \
    lw D##3, (at + 12)(RK);                                                    \
    W##2_2(op, E##2, D##2, T, D##2, D##2, S);                                  \
    W##3_2(op, E##3, D##3, T, D##3, D##3, S)
#define ROUND2(op, at, D, E, S, T) ROUND2_(TO, op, at, D, E, S, T)

#endif
