/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * Fixsliced AES for RV32IC, with or without Zbkb: the steps of CCM,
 *     void vmb_aes_ccm_start(const uint32_t *rk, unsigned rounds, vmb_ccm_planes *w,
 *                            int step)
 *     void vmb_aes_ccm_steps(vmb_ccm_planes *w, uint8_t *out, const uint8_t *in,
 *                            size_t blocks, unsigned flags)
 * of aes_backend.h. Block 0 of the pair is the counter, block 1 the CBC-MAC. Of both
 * nothing but what changes goes between words and planes: the message block comes in,
 * the keystream goes out. The MAC stays: E(mac) without its last round key is held as
 * 4 words x; what is added to it, and what the planes of the counter and of all round
 * keys 0 and last ones amount to, has its planes ready, 8 words d.
 *
 * Words on their way: of column c = (c1 c0), with bits i = (i2 i1 i0) of a byte as
 * number and place. A message block is words (c1 c0), bits (i2 i1 i0); x is words
 * (c1 i1), bits (i2 c0 i0), in frame 1; two exchanges of one bit of the number with
 * one of the place lead to words (i2 i1), bits (c1 c0 i0), which are both planes 2j
 * and 2j + 1 of one block. Frames: aes_rv32_rounds.S; registers, stack frame:
 * aes_rv32.h.
 *
 * Cycles of a step, AES-128:              RV32I   Zbkb
 *   the rounds, as in aes_rv32_rounds.S     2390   1986
 *   x apart from the keystream                24     24
 *   keystream to words                        40     40
 *   x to the next step's frame                34     34
 *   message block to x                        32     32
 *   to planes, with d                         36     36
 *   last round key; in, out                   32     32
 *   masks, places, counter, branches          57     59
 *                                           2645   2243
 */
#include "aes/rv32/aes_rv32.h"
#include "common/frame.h"
#include "common/steps.h"
#include "vambrace/detail/backend/engine.h"

#if VMB_AES_RV32 && !VMB_SIZE && !VMB_ENGINE

/* vmb_ccm_planes: 16 bytes for each value of the counter's two lower bits, with
 * planes 0 and 1 of d and a word of x; the other planes of d; the current block. */
#define W_LOW 0
#define W_X 8
#define W_FRAME 12  /* from frame 1 to the first one: rows that move by 2 columns */
#define W_PLACES 28 /* of the counter's bytes, the last one lowest: bits in d */
#define W_COUNT 44  /* 16 times the counter */
#define W_LAST 60   /* LAST of the rounds, */
#define W_HIGH 64
#define W_BLOCK 88
#define W_START 104 /* their first RK, and their start */
#define W_ENTRY 108
#define W_MASKS 112
#define W_LOWEST 128 /* the bit in d of the counter's last byte */

#define F_POSITION F_COUNT /* 16 times the counter, and flags: see aes_backend.h */
#define OPEN 1
#define TAG 2
#define KEEP 4
#define LAST_STEP 8 /* the second half of TAG */
#define NEXT_COUNTER 16

#define W a0
#define U2 a1
#define LOW a2
#define M33 s0
#define U3 s0      /* after its last use */
#define M_FRAME s1  /* in x: columns from frame 0 to frame 1 */
#define POSITION t1
#define IN t2
#define M0 t3
#define M1 t4
#define M2 t5
#define M3 t6
#define OUT a7
#define A0 Q0       /* keystream, */
#define A1 Q2
#define A2 Q4
#define A3 Q6
#define X0 Q1       /* and x */
#define X1 Q3
#define X2 Q5
#define X3 Q7

#if VMB_ISE_ZBKB
#define NIBBLES s10
#define SET_NIBBLES li NIBBLES, 0xf0f0f0f0
#else
#define NIBBLES KEPT
#define SET_NIBBLES
#endif
#define MASKS(op)                                                              \
    op MASK, (W_MASKS)(W);                                                     \
    op M33, (W_MASKS + 4)(W);                                                  \
    op ODD, (W_MASKS + 8)(W);                                                  \
    op M_FRAME, (W_MASKS + 12)(W)

/* SWAP_BITS by 4 bits with the current mask. */
#define SWAP_NIBBLES(a, b)                                                     \
    slli U, b, 4;                                                              \
    xor U, U, a;                                                               \
    and U, U, NIBBLES;                                                         \
    xor a, a, U;                                                               \
    srli U, U, 4;                                                              \
    xor b, b, U

/* Planes of both blocks: those of x, and d from `at` of p on. */
#define JOIN(x, even, p, at)                                                   \
    lw U2, (at)(p);                                                            \
    lw U3, (at + 4)(p);                                                        \
    and U, x, MASK;                                                            \
    xor x, x, U;                                                               \
    slli U, U, 1;                                                              \
    xor even, U, U2;                                                           \
    xor x, x, U3

    .section .text.vmb_aes_ccm_steps, "ax"
    .balign 16
    .globl vmb_aes_ccm_steps
    .type vmb_aes_ccm_steps, @function
vmb_aes_ccm_steps:
    vmb.enter F_SIZE, 0, VMB_CALLEE_SAVED
    lw POSITION, (W_COUNT)(W)
    sw W, (F_STATE)(sp)
    la t2, .Lend
    sw t2, (F_END_ROUNDS)(sp)
    add POSITION, POSITION, a4
    sw POSITION, (F_POSITION)(sp)
    sub a2, a2, POSITION
    sw a2, (F_IN)(sp)
    sub a1, a1, POSITION
    sw a1, (F_OUT)(sp)
    addi a3, a3, -1
    slli a3, a3, 4
    add a3, a3, POSITION
    sw a3, (F_END)(sp)
    andi a4, a4, NEXT_COUNTER
    mv OUT, a4
    lw LAST, (W_LAST)(W)
    SET_MIX_MASKS
    lw X0, (W_X)(W)
    lw X1, (W_X + 16)(W)
    lw X2, (W_X + 32)(W)
    lw X3, (W_X + 48)(W)
    lw M0, (W_BLOCK)(W)
    lw M1, (W_BLOCK + 4)(W)
    lw M2, (W_BLOCK + 8)(W)
    lw M3, (W_BLOCK + 12)(W)
    MASKS(lw)
    SET_NIBBLES
    andi LOW, POSITION, 0x30
    beqz OUT, .Lstep
    beqz LOW, .Lcarry
    j .Lstep

    .balign 4
.Lend:
    vmb.step ccm_step
    lw W, (F_STATE)(sp)
    lw POSITION, (F_POSITION)(sp)
    lw IN, (F_IN)(sp)
    lw OUT, (F_OUT)(sp)
    MASKS(lw)
    SWAP_BITS(A0, X0, 1, MASK)
    SWAP_BITS(A1, X1, 1, MASK)
    SWAP_BITS(A2, X2, 1, MASK)
    SWAP_BITS(A3, X3, 1, MASK)
    SET_NIBBLES
    SWAP_NIBBLES(A0, A2)
    SWAP_NIBBLES(A1, A3)
    SWAP_NIBBLES(X0, X2)
    SWAP_NIBBLES(X1, X3)
    add IN, IN, POSITION
    add OUT, OUT, POSITION
.Lwords:
    SWAP_MASKED(A0, A2, M_FRAME)
    SWAP_MASKED(A1, A3, M_FRAME)
    SWAP_BITS(A0, A1, 2, M33)
    SWAP_BITS(A2, A3, 2, M33)
    SWAP_MASKED(A0, A1, ODD)
    SWAP_MASKED(A2, A3, ODD)
    lw M0, 32(LAST)
    lw M1, 36(LAST)
    lw M2, 40(LAST)
    lw M3, 44(LAST)
    xor A0, A0, M0
    xor A1, A1, M1
    xor A2, A2, M2
    xor A3, A3, M3
    lw M0, 0(IN)
    lw M1, 4(IN)
    lw M2, 8(IN)
    lw M3, 12(IN)
    xor A0, A0, M0
    xor A1, A1, M1
    xor A2, A2, M2
    xor A3, A3, M3
    lw U2, (F_END)(sp)
    sw A0, 0(OUT)
    sw A1, 4(OUT)
    sw A2, 8(OUT)
    sw A3, 12(OUT)
    andi U, POSITION, OPEN
    beqz U, 1f
    mv M0, A0
    mv M1, A1
    mv M2, A2
    mv M3, A3
1:
    beq POSITION, U2, .Ldone
    addi POSITION, POSITION, 16
    sw POSITION, (F_POSITION)(sp)
    andi LOW, POSITION, 0x30
    beqz LOW, .Lcarry

.Lstep:
    SWAP_MASKED(M0, M1, ODD)
    SWAP_MASKED(M2, M3, ODD)
    SWAP_BITS(M0, M1, 2, M33)
    SWAP_BITS(M2, M3, 2, M33)
    SWAP_MASKED(M0, M2, M_FRAME)
    SWAP_MASKED(M1, M3, M_FRAME)
    lw U2, (W_FRAME)(W)
    xor X0, X0, M0
    xor X1, X1, M1
    xor X2, X2, M2
    xor X3, X3, M3
    SWAP_MASKED(X0, X2, U2)
    SWAP_MASKED(X1, X3, U2)
    SWAP_NIBBLES(X0, X2)
    SWAP_NIBBLES(X1, X3)
    add LOW, LOW, W
    JOIN(X0, Q0, LOW, 0)
    JOIN(X1, Q2, W, W_HIGH)
    JOIN(X2, Q4, W, W_HIGH + 8)
    lw t1, (W_ENTRY)(W)
    JOIN(X3, Q6, W, W_HIGH + 16)
    lw RK, (W_START)(W)
    jr t1

.Ldone:
    andi U, POSITION, TAG
    bnez U, .Ltag
    andi U, POSITION, LAST_STEP
    bnez U, .Lwipe
.Lleave:
    andi U, POSITION, KEEP
    andi POSITION, POSITION, -16
    sw POSITION, (W_COUNT)(W)
    sw X0, (W_X)(W)
    sw X1, (W_X + 16)(W)
    sw X2, (W_X + 32)(W)
    sw X3, (W_X + 48)(W)
    bnez U, .Lreturn
    sw M0, (W_BLOCK)(W)
    sw M1, (W_BLOCK + 4)(W)
    sw M2, (W_BLOCK + 8)(W)
    sw M3, (W_BLOCK + 12)(W)
.Lreturn:
    vmb.leave F_SIZE, 0, VMB_CALLEE_SAVED
    ret

    /* The words of E(mac), too: to where the keystream has gone. */
.Ltag:
    mv A0, X0
    mv A1, X1
    mv A2, X2
    mv A3, X3
    addi POSITION, POSITION, LAST_STEP - TAG
    sw POSITION, (F_END)(sp)
    mv IN, OUT
    j .Lwords

    /* All that is secret. */
.Lwipe:
    li U, 0
    .irp at, 0, 4, 8, 16, 20, 24, 32, 36, 40, 48, 52, 56, 64, 68, 72, 76, 80, 84, 88, 92, 96, 100
    sw U, (\at)(W)
    .endr
    j .Lreturn

    /* The counter's two lower bits have become 0: the bits above them change in d,
     * from the lowest on to the first that becomes 1. Counters are public. */
.Lcarry:
    vmb.step ccm_carry
    lw U, (W_HIGH)(W)
    lw U2, (W_LOWEST)(W)
    xor U, U, U2
    sw U, (W_HIGH)(W)
    andi U, POSITION, 0x40
    bnez U, .Lstep
    srli OUT, POSITION, 7
    addi s11, W, W_HIGH + 4
    addi IN, W, W_HIGH + 24
    lw A0, (W_PLACES)(W)
1:
    lw U, 0(s11)
    xor U, U, U2
    sw U, 0(s11)
    andi U, OUT, 1
    srli OUT, OUT, 1
    addi s11, s11, 4
    bnez U, .Lstep
    bne s11, IN, 1b
    /* The byte is complete: the next one. Planes 0 and 1 exist four times. */
    srli A0, A0, 8
    li U2, 1
    sll U2, U2, A0
    mv s11, W
2:
    .irp at, 0, 16, 32, 48
    lw U, (\at)(s11)
    xor U, U, U2
    sw U, (\at)(s11)
    .endr
    andi U, OUT, 1
    srli OUT, OUT, 1
    addi s11, s11, 4
    bnez U, .Lstep
    addi U, W, 8
    bne s11, U, 2b
    addi s11, W, W_HIGH
    j 1b
    .size vmb_aes_ccm_steps, . - vmb_aes_ccm_steps

    .section .text.vmb_aes_ccm_start, "ax"
    .balign 16
    .globl vmb_aes_ccm_start
    .type vmb_aes_ccm_start, @function
vmb_aes_ccm_start:
    ENTER_ROUNDS(.Lend)
    sw t1, (W_ENTRY)(a2)
    sw a1, (W_START)(a2)
    sw LAST, (W_LAST)(a2)
    la t1, .Lplanes
    sw t1, (F_ENTRY)(sp)
    mv OUT, a3
    lw Q0, (W_BLOCK)(a2)
    lw Q2, (W_BLOCK + 4)(a2)
    lw Q4, (W_BLOCK + 8)(a2)
    lw Q6, (W_BLOCK + 12)(a2)
    lw Q1, 32(LAST)
    lw Q3, 36(LAST)
    lw Q5, 40(LAST)
    lw Q7, 44(LAST)
    lw a1, (W_HIGH)(a2)
    lw a6, (W_HIGH + 4)(a2)
    xor M0, Q0, Q1
    xor M1, Q2, Q3
    xor M2, Q4, Q5
    xor M3, Q6, Q7
    xor M0, M0, a1
    xor M3, M3, a6
    ADD_WORDS(0)
    j vmb_rv32_planes

    .balign 4
.Lplanes:
    vmb.step ccm
    mv W, a2
    lw t1, (F_FRAME)(sp)
    li IN, 0x060c1218
    li U2, 0xff00ff00
    bltz t1, 1f
    li IN, 0x0608121c /* frame 1 */
    li U2, 0
1:
    sw IN, (W_PLACES)(W)
    sw U2, (W_FRAME)(W)
    li t1, 1
    sll t1, t1, IN
    sw t1, (W_LOWEST)(W)
    xor IN, Q1, t1
    xor t1, t1, Q0
    sw Q0, 0(W)
    sw Q1, 4(W)
    sw t1, 16(W)
    sw Q1, 20(W)
    sw Q0, 32(W)
    sw IN, 36(W)
    sw t1, 48(W)
    sw IN, 52(W)
    sw Q2, (W_HIGH)(W)
    sw Q3, (W_HIGH + 4)(W)
    sw Q4, (W_HIGH + 8)(W)
    sw Q5, (W_HIGH + 12)(W)
    sw Q6, (W_HIGH + 16)(W)
    sw Q7, (W_HIGH + 20)(W)
    li MASK, 0x55555555
    li M33, 0x33333333
    li ODD, 0xff00ff00
    li M_FRAME, 0xccff3300
    MASKS(sw)
    li X0, 0
    li X1, 0
    li X2, 0
    li X3, 0
    li POSITION, KEEP
    bnez OUT, 1f
    li POSITION, 0
    j .Lleave
1:
    sw POSITION, (F_POSITION)(sp)
    sw POSITION, (F_END)(sp)
    sw W, (F_STATE)(sp)
    addi U, W, W_BLOCK - KEEP
    sw U, (F_IN)(sp)
    sw U, (F_OUT)(sp)
    li LOW, 0
    SET_NIBBLES
    j .Lstep
    .size vmb_aes_ccm_start, . - vmb_aes_ccm_start

#endif
