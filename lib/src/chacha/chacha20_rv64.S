/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * ChaCha20 for RV64I, with or without Zbkb: vmb_chacha20_xor of chacha20.h.
 *
 * Source: RFC 8439, sections 2.1 to 2.4. All byte sequences are little-endian, as the
 * machine is. The 16 words of the matrix stay in registers from the first addition to the
 * XOR with the data. Only the low half of a register counts: the upper half has any value.
 *
 * The counter is in column 0, so columns 1 to 3 after the first column round, and all of
 * the first diagonal round that depends on them alone, are the same for every block. They
 * are kept on the stack, which is wiped in the end, as the rest of a block's keystream is
 * if it is needed byte by byte.
 *
 * Four quarter rounds are interleaved: no instruction waits for the one before it, on a
 * core that executes several at a time or that returns a result late.
 *
 * Instructions of a 64-byte block of aligned data:    Zbkb   RV64I
 *   loads                                               15      15
 *   first double round                                  55      93
 *   9 double rounds, loop                              883    1459
 *   addition of the input                               32      32
 *   data, pointers, branches                            37      53
 *                                                     1022    1652
 * With Zbkb, data is loaded and stored as doublewords: 21 more if it is aligned to 4 bytes
 * only. Data that is not aligned passes through the stack: 250 more.
 */
#include "chacha/chacha20.h"
#include "common/frame.h"
#include "common/misaligned.h"
#include "common/steps.h"
#include "vambrace/detail/ise/zbkb.h"

#if VMB_CHACHA20_RV64

#define KEY a0      /* words 4 to 11 of the input matrix */
#define N a1        /* loop count; bytes of a block that passes through the stack */
#define CTR a2      /* word 12 of the input matrix */
#define ONE_TIME a3 /* where the one-time key goes, or 0 */
#define OUT a4
#define IN a5
#define LEN a6      /* bytes that are left */
#define WHOLE ra    /* 64, or for data that is not aligned IN_WORDS or APART, which exceed each LEN */
#define W0 s0
#define W1 s1
#define W2 s2
#define W3 s3
#define W4 s4
#define W5 s5
#define W6 s6
#define W7 s7
#define W8 s8
#define W9 s9
#define W10 s10
#define W11 s11
#define W12 t3
#define W13 t4
#define W14 t5
#define W15 t6
#define T0 t0
#define T1 t1
#define T2 t2
#define T3 a7

/* Of a block that passes through the stack: the matrix is stored by then. */
#define FROM T0 /* the keystream */
#define END T1
#define LOW W0  /* the aligned words in memory that have the next bytes of the input */
#define HIGH W1
#define DOWN W2 /* how far to shift them */
#define UP W3
#define X W4
#define Y W5
#define Z W6

/* Aligned to 4 bytes, where 8 are needed for doublewords; not aligned to 4. */
#define IN_WORDS -2
#define APART -1

/* "expand 32-byte k" */
#define C0 0x61707865
#define C1 0x3320646e
#define C2 0x79622d32
#define C3 0x6b206574

/* The frame: above the saved registers the columns 1 to 3 that are the same for all
 * blocks, C0 + word 4, constants, words 13 to 15, and a block of keystream. */
#define COLUMNS 104
#define SUM0 152
#define CONSTANTS 156
#define NONCE 172
#define STREAM 184
#define FRAME 256

/* d = d <<< n in four registers. */
.macro vmb.chacha20.rotate4 n, d0, d1, d2, d3
#if VMB_ISE_ZBKB
    .irp d, \d0, \d1, \d2, \d3
    vmb.roriw \d, \d, 32 - (\n)
    .endr
#else
    srliw T0, \d0, 32 - (\n)
    srliw T1, \d1, 32 - (\n)
    srliw T2, \d2, 32 - (\n)
    srliw T3, \d3, 32 - (\n)
    slli \d0, \d0, \n
    slli \d1, \d1, \n
    slli \d2, \d2, \n
    slli \d3, \d3, \n
    or \d0, \d0, T0
    or \d1, \d1, T1
    or \d2, \d2, T2
    or \d3, \d3, T3
#endif
.endm

/* A quarter of four quarter rounds: a += b, d = (d ^ a) <<< n. */
.macro vmb.chacha20.quarter4 n, a0, a1, a2, a3, b0, b1, b2, b3, d0, d1, d2, d3
    add \a0, \a0, \b0
    add \a1, \a1, \b1
    add \a2, \a2, \b2
    add \a3, \a3, \b3
    xor \d0, \d0, \a0
    xor \d1, \d1, \a1
    xor \d2, \d2, \a2
    xor \d3, \d3, \a3
    vmb.chacha20.rotate4 \n, \d0, \d1, \d2, \d3
.endm

.macro vmb.chacha20.columns
    vmb.chacha20.quarter4 16, W0, W1, W2, W3, W4, W5, W6, W7, W12, W13, W14, W15
    vmb.chacha20.quarter4 12, W8, W9, W10, W11, W12, W13, W14, W15, W4, W5, W6, W7
    vmb.chacha20.quarter4 8, W0, W1, W2, W3, W4, W5, W6, W7, W12, W13, W14, W15
    vmb.chacha20.quarter4 7, W8, W9, W10, W11, W12, W13, W14, W15, W4, W5, W6, W7
.endm

/* A diagonal round without its first quarter. */
.macro vmb.chacha20.diagonals_end
    vmb.chacha20.quarter4 12, W10, W11, W8, W9, W15, W12, W13, W14, W5, W6, W7, W4
    vmb.chacha20.quarter4 8, W0, W1, W2, W3, W5, W6, W7, W4, W15, W12, W13, W14
    vmb.chacha20.quarter4 7, W10, W11, W8, W9, W15, W12, W13, W14, W5, W6, W7, W4
.endm

.macro vmb.chacha20.diagonals
    vmb.chacha20.quarter4 16, W0, W1, W2, W3, W5, W6, W7, W4, W15, W12, W13, W14
    vmb.chacha20.diagonals_end
.endm

/* d = d <<< n; and a quarter of one quarter round. */
.macro vmb.chacha20.rotate n, d
#if VMB_ISE_ZBKB
    vmb.roriw \d, \d, 32 - (\n)
#else
    srliw T0, \d, 32 - (\n)
    slli \d, \d, \n
    or \d, \d, T0
#endif
.endm

.macro vmb.chacha20.quarter1 n, a, b, d
    add \a, \a, \b
    xor \d, \d, \a
    vmb.chacha20.rotate \n, \d
.endm

/* Columns 1 to 3 of the column round; a quarter of each. */
.macro vmb.chacha20.quarter3 n, a1, a2, a3, b1, b2, b3, d1, d2, d3
    vmb.chacha20.quarter1 \n, \a1, \b1, \d1
    vmb.chacha20.quarter1 \n, \a2, \b2, \d2
    vmb.chacha20.quarter1 \n, \a3, \b3, \d3
.endm

/* Loads or stores what is the same for all blocks. */
.macro vmb.chacha20.constant_columns op
    .set .Lat, COLUMNS
    .irp w, W1, W2, W3, W5, W6, W7, W9, W10, W11, W13, W14, W15
    \op \w, .Lat(sp)
    .set .Lat, .Lat + 4
    .endr
.endm

/* Adds the four words at `at` of p. */
.macro vmb.chacha20.add4 at, p, w0, w1, w2, w3
    lw T0, (\at)(\p)
    lw T1, (\at) + 4(\p)
    lw T2, (\at) + 8(\p)
    lw T3, (\at) + 12(\p)
    add \w0, \w0, T0
    add \w1, \w1, T1
    add \w2, \w2, T2
    add \w3, \w3, T3
.endm

.macro vmb.chacha20.data4 i, w0, w1, w2, w3
    lw T0, 4 * (\i)(IN)
    lw T1, 4 * (\i) + 4(IN)
    lw T2, 4 * (\i) + 8(IN)
    lw T3, 4 * (\i) + 12(IN)
    xor \w0, \w0, T0
    xor \w1, \w1, T1
    xor \w2, \w2, T2
    xor \w3, \w3, T3
    vmb.chacha20.store4 4 * (\i), OUT, \w0, \w1, \w2, \w3
.endm

#if VMB_ISE_ZBKB
/* The same on doublewords. */
.macro vmb.chacha20.data8 i, w0, w1, w2, w3
    vmb.pack \w0, \w0, \w1
    vmb.pack \w2, \w2, \w3
    ld T0, 4 * (\i)(IN)
    ld T1, 4 * (\i) + 8(IN)
    xor \w0, \w0, T0
    xor \w2, \w2, T1
    sd \w0, 4 * (\i)(OUT)
    sd \w2, 4 * (\i) + 8(OUT)
.endm
#endif

.macro vmb.chacha20.block data
    vmb.chacha20.\data 0, W0, W1, W2, W3
    vmb.chacha20.\data 4, W4, W5, W6, W7
    vmb.chacha20.\data 8, W8, W9, W10, W11
    vmb.chacha20.\data 12, W12, W13, W14, W15
.endm

.macro vmb.chacha20.store4 at, p, w0, w1, w2, w3
    sw \w0, (\at)(\p)
    sw \w1, (\at) + 4(\p)
    sw \w2, (\at) + 8(\p)
    sw \w3, (\at) + 12(\p)
.endm

/* void vmb_chacha20_xor(const uint32_t key[8], const uint8_t *nonce, uint32_t counter,
 *                       uint32_t *one_time, uint8_t *out, const uint8_t *in, size_t len) */
    .section .text.vmb_chacha20_xor, "ax", @progbits
    .balign 16
    .globl vmb_chacha20_xor
    .type vmb_chacha20_xor, @function
vmb_chacha20_xor:
    vmb.step chacha_ends
    or T0, ONE_TIME, LEN
    beqz T0, .Lnothing
    vmb.enter FRAME, 0, VMB_CALLEE_SAVED

#if VMB_MISALIGNED
    li WHOLE, 64
#else
    or T0, OUT, IN
    li WHOLE, 64
#if VMB_ISE_ZBKB
    andi T1, T0, 7
    beqz T1, 1f
    andi T0, T0, 3
    snez T0, T0
    addi WHOLE, T0, IN_WORDS
#else
    andi T0, T0, 3
    beqz T0, 1f
    li WHOLE, APART
#endif
1:  andi T0, a1, 3
    bnez T0, .Lunaligned_nonce
#endif
    lw W13, 0(a1)
    lw W14, 4(a1)
    lw W15, 8(a1)
.Lnonce:
    lw T0, 0(KEY)
    lw W5, 4(KEY)
    lw W6, 8(KEY)
    lw W7, 12(KEY)
    lw W9, 20(KEY)
    lw W10, 24(KEY)
    lw W11, 28(KEY)
    li W0, C0
    li W1, C1
    li W2, C2
    li W3, C3
    add T0, T0, W0
    sw T0, SUM0(sp)
    vmb.chacha20.store4 CONSTANTS, sp, W0, W1, W2, W3
    sw W13, NONCE(sp)
    sw W14, NONCE + 4(sp)
    sw W15, NONCE + 8(sp)
    vmb.chacha20.quarter3 16, W1, W2, W3, W5, W6, W7, W13, W14, W15
    vmb.chacha20.quarter3 12, W9, W10, W11, W13, W14, W15, W5, W6, W7
    vmb.chacha20.quarter3 8, W1, W2, W3, W5, W6, W7, W13, W14, W15
    vmb.chacha20.quarter3 7, W9, W10, W11, W13, W14, W15, W5, W6, W7
    /* Of the diagonals: 0, 5, 10, 15; 1, 6, 11, 12; 2, 7, 8, 13; 3, 4, 9, 14. */
    add W1, W1, W6
    vmb.chacha20.quarter1 16, W2, W7, W13
    seqz T0, ONE_TIME
    slli T0, T0, 6
    bgeu T0, LEN, .Lcolumn0 /* one block in all */
    vmb.chacha20.constant_columns sw
    j .Lcolumn0

    .balign 4
.Lblock:
    vmb.step chacha_load
    vmb.chacha20.constant_columns lw
.Lcolumn0:
    lw W0, SUM0(sp)
    lw W8, 16(KEY)
    lw W4, 0(KEY)
    vmb.step chacha_rounds
    xor W12, CTR, W0
    vmb.chacha20.rotate 16, W12
    vmb.chacha20.quarter1 12, W8, W12, W4
    vmb.chacha20.quarter1 8, W0, W4, W12
    vmb.chacha20.quarter1 7, W8, W12, W4
    add W0, W0, W5
    add W3, W3, W4
    xor W15, W15, W0
    xor W12, W12, W1
    xor W14, W14, W3
    vmb.chacha20.rotate 16, W15
    vmb.chacha20.rotate 16, W12
    vmb.chacha20.rotate 16, W14
    vmb.chacha20.diagonals_end
    li N, 9
    .balign 4
.Lrounds:
    vmb.chacha20.columns
    addi N, N, -1
    vmb.chacha20.diagonals
    bnez N, .Lrounds

    vmb.step chacha_add
    vmb.chacha20.add4 CONSTANTS, sp, W0, W1, W2, W3
    vmb.chacha20.add4 0, KEY, W4, W5, W6, W7
    bnez ONE_TIME, .Lone_time
    vmb.chacha20.add4 16, KEY, W8, W9, W10, W11
    lw T1, NONCE(sp)
    lw T2, NONCE + 4(sp)
    lw T3, NONCE + 8(sp)
    add W12, W12, CTR
    add W13, W13, T1
    add W14, W14, T2
    add W15, W15, T3
    addi CTR, CTR, 1
    bltu LEN, WHOLE, .Lnot_whole
#if VMB_ISE_ZBKB
    vmb.chacha20.block data8
#else
    vmb.chacha20.block data4
#endif
.Lnext:
    addi IN, IN, 64
    addi OUT, OUT, 64
    addi LEN, LEN, -64
    bnez LEN, .Lblock

    vmb.step chacha_ends
.Lfinish:
    .irp i, 0, 8, 16, 24, 32, 40
    sd zero, COLUMNS + \i(sp)
    .endr
.Lfinish_one:
    sw zero, SUM0(sp)
    vmb.leave FRAME, 0, VMB_CALLEE_SAVED
.Lnothing:
    ret

.Lone_time: /* the lower half of the block is not needed */
    vmb.chacha20.store4 0, ONE_TIME, W0, W1, W2, W3
    vmb.chacha20.store4 16, ONE_TIME, W4, W5, W6, W7
    li ONE_TIME, 0
    addi CTR, CTR, 1
    bnez LEN, .Lblock
    j .Lfinish_one /* the columns were not stored */

#if !VMB_MISALIGNED
.Lunaligned_nonce: /* merge it from the aligned doublewords that hold it */
    andi T0, a1, -8
    ld T1, 0(T0)
    ld T2, 8(T0)
    slli T3, a1, 3
    srl W13, T1, T3
    srl W15, T2, T3
    not W5, T3
    slli W6, T2, 1
    sll W6, W6, W5
    or W13, W13, W6
    srli W14, W13, 32
    /* Bytes 8 to 11, of which a third doubleword has some if the first one has 3 or less. */
    addi T0, a1, 11
    andi T0, T0, -8
    ld T1, 0(T0)
    slli T1, T1, 1
    sll T1, T1, W5
    or W15, W15, T1
    j .Lnonce
#endif

.Lnot_whole:
#if VMB_ISE_ZBKB && !VMB_MISALIGNED
    li T0, IN_WORDS
    bne WHOLE, T0, .Lthrough_stack
    sltiu T0, LEN, 64
    bnez T0, .Lthrough_stack
    vmb.chacha20.block data4
    j .Lnext
#endif

/* N = 1 .. 64 bytes: a part of a block, or data that is not aligned. */
.Lthrough_stack:
    vmb.step chacha_ends
    vmb.chacha20.store4 STREAM, sp, W0, W1, W2, W3
    vmb.chacha20.store4 STREAM + 16, sp, W4, W5, W6, W7
    sltiu T0, LEN, 33
    bnez T0, 1f /* the upper half is not needed */
    vmb.chacha20.store4 STREAM + 32, sp, W8, W9, W10, W11
    vmb.chacha20.store4 STREAM + 48, sp, W12, W13, W14, W15
1:  addi FROM, sp, STREAM
    li N, 64
    bltu N, LEN, 1f
    mv N, LEN
1:  sub LEN, LEN, N
#if !VMB_MISALIGNED
    andi END, WHOLE, 1
    bnez END, .Lapart
#endif
    andi END, N, -4
    add END, END, FROM
    beq FROM, END, .Lbytes
2:  lw X, 0(IN)
    lw Y, 0(FROM)
    addi IN, IN, 4
    addi FROM, FROM, 4
    xor X, X, Y
    sw X, 0(OUT)
    addi OUT, OUT, 4
    bne FROM, END, 2b
.Lbytes:
    addi END, sp, STREAM
    add END, END, N
    beq FROM, END, 4f
3:  lbu X, 0(IN)
    lbu Y, 0(FROM)
    addi IN, IN, 1
    addi FROM, FROM, 1
    xor X, X, Y
    sb X, 0(OUT)
    addi OUT, OUT, 1
    bne FROM, END, 3b
4:  .irp i, 0, 8, 16, 24 /* as much as was stored */
    sd zero, STREAM + \i(sp)
    .endr
    sltiu X, N, 33
    bnez X, 5f
    .irp i, 32, 40, 48, 56
    sd zero, STREAM + \i(sp)
    .endr
5:  bnez LEN, .Lblock
    j .Lfinish

#if !VMB_MISALIGNED
.Lapart:
    andi END, N, -8
    add END, END, FROM
    beq FROM, END, .Lbytes
    andi LOW, IN, -8
    addi HIGH, IN, 7
    andi HIGH, HIGH, -8 /* as LOW where IN is aligned: shifting leaves nothing of it */
    slli DOWN, IN, 3    /* shifts take its low six bits */
    not UP, DOWN
    andi X, N, -8
    add IN, IN, X
5:  ld X, 0(LOW)
    ld Y, 0(HIGH)
    ld Z, 0(FROM)
    addi LOW, LOW, 8
    addi HIGH, HIGH, 8
    addi FROM, FROM, 8
    srl X, X, DOWN
    slli Y, Y, 1
    sll Y, Y, UP
    or X, X, Y
    xor X, X, Z
    sb X, 0(OUT)
    .irp i, 1, 2, 3, 4, 5, 6, 7
    srli Y, X, 8 * \i
    sb Y, \i(OUT)
    .endr
    addi OUT, OUT, 8
    bne FROM, END, 5b
    j .Lbytes
#endif
    .size vmb_chacha20_xor, . - vmb_chacha20_xor
#endif
