/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * AEGIS-128L (draft-irtf-cfrg-aegis-aead-18, section 3) with Zkne on RV32:
 *     void vmb_aegis_run(uint32_t state[32], const vmb_aegis_part *parts)
 * of aegis_backend.h.
 *
 * S1, S2, S3 and S5, S6, S7, the blocks that the keystream is made of, are in 24 registers from the first part to the
 * last, X1 to X7 with a number for the word; S0 and S4, to which a message is added, are in the frame. An update
 * computes these two first, word by word with the data, and keeps their old values; then, from S7 down, each block in
 * place from the one before it, whose old value is still there.
 *
 * Cycles of an update, with loads and stores of two: 104 for S0 and S4 (13 a word), 112 for the rest; 32 and 16 more
 * for a block of message and its keystream; 11 for the loop. Opening takes as many as sealing. Of data that is not
 * aligned, without misaligned accesses: 12 more for a word of input, 9 of output, 10 when opening.
 */
#include "aegis/aegis_backend.h"
#include "aes/zkned32/aes_zkned.h"
#include "common/frame.h"
#include "common/steps.h"

#if VMB_ISE_ZKNED32

#define IN a0
#define OUT a1              /* without output: the number of blocks left */
#define T t0
#define U t1                /* also the way back from .Lrest */

#define X10 s0
#define X11 s1
#define X12 s2
#define X13 s3
#define X20 s4
#define X21 s5
#define X22 s6
#define X23 s7
#define X30 s8
#define X31 s9
#define X32 s10
#define X33 s11
#define X50 a2
#define X51 a3
#define X52 a4
#define X53 a5
#define X60 a6
#define X61 a7
#define X62 t2
#define X63 t3
#define X70 t4
#define X71 t5
#define X72 t6
#define X73 ra

/* The frame after the callee-saved registers. */
#define F_STATE VMB_CALLEE_SAVED_BYTES
#define F_PART (F_STATE + 4)
#define F_END (F_STATE + 8)    /* of `in` */
#define F_STEP (F_STATE + 12)  /* from one block at `in` to the next, where nothing is output */
#define F_S0 (F_STATE + 16)
#define F_S4 (F_STATE + 32)
#define F_OLD0 (F_STATE + 48)
#define F_OLD4 (F_STATE + 64)
#define F_SIZE (F_STATE + 92)

/* D = D ^ AESRound of the block whose word j is at `at` of the frame. */
.macro spread at, dj, di, dh, dg
    lw T, \at(sp)
    ESMI \dj, \dj, T, 0
    ESMI \di, \di, T, 1
    ESMI \dh, \dh, T, 2
    ESMI \dg, \dg, T, 3
.endm
#define FROM_FRAME(at, D)                                                      \
    spread at, D##0, D##3, D##2, D##1;                                         \
    spread (at + 4), D##1, D##0, D##3, D##2;                                   \
    spread (at + 8), D##2, D##1, D##0, D##3;                                   \
    spread (at + 12), D##3, D##2, D##1, D##0

/* A word of keystream to T: of the first block and of the second. */
.macro stream a, b, c, d
    and T, \a, \b
    xor T, T, \c
    xor T, T, \d
.endm

/* A column of AESRound is added to the new word x of S0 or S4, at `at` of the frame. */
.macro column at, x, s0, s1, s2, s3
    ESMI \x, \x, \s0, 0
    ESMI \x, \x, \s1, 1
    ESMI \x, \x, \s2, 2
    ESMI \x, \x, \s3, 3
    sw \x, \at(sp)
.endm
/* A word of data at `off`; a word of S0 or S4 at `at`, whose old value goes to `old`; of the keystream, a to d; of the
 * column s0 to s3. */
.macro sealed off, at, old, a, b, c, d, s0, s1, s2, s3
    lw U, \off(IN)
    stream \a, \b, \c, \d
    xor T, T, U
    sw T, \off(OUT)
    lw T, \at(sp)
    sw T, \old(sp)
    xor T, T, U
    column \at, T, \s0, \s1, \s2, \s3
.endm
.macro opened off, at, old, a, b, c, d, s0, s1, s2, s3
    lw U, \off(IN)
    stream \a, \b, \c, \d
    xor T, T, U
    sw T, \off(OUT)
    lw U, \at(sp)
    sw U, \old(sp)
    xor T, T, U
    column \at, T, \s0, \s1, \s2, \s3
.endm
.macro absorbed off, at, old, a, b, c, d, s0, s1, s2, s3
    lw T, \at(sp)
    lw U, \off(IN)
    sw T, \old(sp)
    xor T, T, U
    column \at, T, \s0, \s1, \s2, \s3
.endm
#if VMB_AEGIS_ANYWHERE
/* The same for data of any alignment. */
.macro put_bytes x, off
    sb \x, \off(OUT)
    srli \x, \x, 8
    sb \x, (\off + 1)(OUT)
    srli \x, \x, 8
    sb \x, (\off + 2)(OUT)
    srli \x, \x, 8
    sb \x, (\off + 3)(OUT)
.endm
.macro sealed_bytes off, at, old, a, b, c, d, s0, s1, s2, s3
    LOAD_ANY(U, \off, IN, T)
    stream \a, \b, \c, \d
    xor T, T, U
    put_bytes T, \off
    lw T, \at(sp)
    sw T, \old(sp)
    xor T, T, U
    column \at, T, \s0, \s1, \s2, \s3
.endm
.macro opened_bytes off, at, old, a, b, c, d, s0, s1, s2, s3
    LOAD_ANY(U, \off, IN, T)
    stream \a, \b, \c, \d
    xor T, T, U
    mv U, T
    put_bytes U, \off
    lw U, \at(sp)
    sw U, \old(sp)
    xor T, T, U
    column \at, T, \s0, \s1, \s2, \s3
.endm
.macro absorbed_bytes off, at, old, a, b, c, d, s0, s1, s2, s3
    LOAD_ANY(U, \off, IN, T)
    lw T, \at(sp)
    sw T, \old(sp)
    xor T, T, U
    column \at, T, \s0, \s1, \s2, \s3
.endm
#endif
.macro streamed off, at, old, a, b, c, d, s0, s1, s2, s3
    stream \a, \b, \c, \d
    sw T, \off(OUT)
.endm

/* `what` for the eight words of two blocks. */
#define WORDS(what)                                                            \
    what 0, F_S0, F_OLD0, X20, X30, X10, X60, X70, X71, X72, X73;              \
    what 4, F_S0 + 4, F_OLD0 + 4, X21, X31, X11, X61, X71, X72, X73, X70;      \
    what 8, F_S0 + 8, F_OLD0 + 8, X22, X32, X12, X62, X72, X73, X70, X71;      \
    what 12, F_S0 + 12, F_OLD0 + 12, X23, X33, X13, X63, X73, X70, X71, X72;   \
    what 16, F_S4, F_OLD4, X60, X70, X20, X50, X30, X31, X32, X33;             \
    what 20, F_S4 + 4, F_OLD4 + 4, X61, X71, X21, X51, X31, X32, X33, X30;     \
    what 24, F_S4 + 8, F_OLD4 + 8, X62, X72, X22, X52, X32, X33, X30, X31;     \
    what 28, F_S4 + 12, F_OLD4 + 12, X63, X73, X23, X53, X33, X30, X31, X32

/* `what` for the registers, at their words of the state. */
#define REGISTERS(what, p)                                                     \
    what X10, 16(p);  what X11, 20(p);  what X12, 24(p);  what X13, 28(p);     \
    what X20, 32(p);  what X21, 36(p);  what X22, 40(p);  what X23, 44(p);     \
    what X30, 48(p);  what X31, 52(p);  what X32, 56(p);  what X33, 60(p);     \
    what X50, 80(p);  what X51, 84(p);  what X52, 88(p);  what X53, 92(p);     \
    what X60, 96(p);  what X61, 100(p); what X62, 104(p); what X63, 108(p);    \
    what X70, 112(p); what X71, 116(p); what X72, 120(p); what X73, 124(p)

    .section .text.vmb_aegis_run, "ax"
    .balign 16
    .globl vmb_aegis_run
    .type vmb_aegis_run, @function
vmb_aegis_run:
    vmb.step aegis_ends
    vmb.enter F_SIZE, 0, VMB_CALLEE_SAVED
    sw a0, F_STATE(sp)
    sw a1, F_PART(sp)
    .irp at, 0, 4, 8, 12
    lw T, \at(a0)
    lw U, (64 + \at)(a0)
    sw T, (F_S0 + \at)(sp)
    sw U, (F_S4 + \at)(sp)
    .endr
    REGISTERS(lw, a0)

.Lnext:
    vmb.step aegis_ends
    lw T, F_PART(sp)
    lw U, 8(T)
    lw IN, 0(T)
    lw OUT, 4(T)
    slli U, U, 5
    add U, U, IN
    sw U, F_END(sp)
    lw U, 12(T)
    addi T, T, 16
    sw T, F_PART(sp)
    li T, VMB_AEGIS_SEAL
    beq U, T, .Lseal
    li T, VMB_AEGIS_OPEN
    beq U, T, .Lopen
    li T, VMB_AEGIS_KEYSTREAM
    beq U, T, .Lkeystream
    beqz U, .Lend
    li T, VMB_AEGIS_FINISH
    bne U, T, 1f

    /* S2 is added to both halves of the block. */
    .irp at, 0, 16
    lw T, (\at)(IN)
    lw U, (\at + 4)(IN)
    xor T, T, X20
    xor U, U, X21
    sw T, (\at)(OUT)
    sw U, (\at + 4)(OUT)
    lw T, (\at + 8)(IN)
    lw U, (\at + 12)(IN)
    xor T, T, X22
    xor U, U, X23
    sw T, (\at + 8)(OUT)
    sw U, (\at + 12)(OUT)
    .endr
    mv IN, OUT
    li U, VMB_AEGIS_REPEAT
1:
    li T, VMB_AEGIS_ABSORB
    sub T, T, U
    seqz T, T
    slli T, T, 5
    sw T, F_STEP(sp)
    lw T, F_PART(sp)
    lw OUT, -8(T)
#if VMB_AEGIS_ANYWHERE
    andi T, IN, 3
    bnez T, .Labsorb_bytes
#endif

    vmb.step aegis
    .balign 4
.Labsorb:
    WORDS(absorbed)
    jal U, .Lrest
    lw T, F_STEP(sp)
    addi OUT, OUT, -1
    add IN, IN, T
    bnez OUT, .Labsorb
    j .Lnext

    .balign 4
.Lseal:
#if VMB_AEGIS_ANYWHERE
    or T, IN, OUT
    andi T, T, 3
    bnez T, .Lseal_bytes
.Lseal_words:
#endif
    WORDS(sealed)
    jal U, .Lrest
    lw T, F_END(sp)
    addi IN, IN, 32
    addi OUT, OUT, 32
#if VMB_AEGIS_ANYWHERE
    bne IN, T, .Lseal_words
#else
    bne IN, T, .Lseal
#endif
    j .Lnext

    .balign 4
.Lopen:
#if VMB_AEGIS_ANYWHERE
    or T, IN, OUT
    andi T, T, 3
    bnez T, .Lopen_bytes
.Lopen_words:
#endif
    WORDS(opened)
    jal U, .Lrest
    lw T, F_END(sp)
    addi IN, IN, 32
    addi OUT, OUT, 32
#if VMB_AEGIS_ANYWHERE
    bne IN, T, .Lopen_words
#else
    bne IN, T, .Lopen
#endif
    j .Lnext

#if VMB_AEGIS_ANYWHERE
    .balign 4
.Labsorb_bytes:
    WORDS(absorbed_bytes)
    jal U, .Lrest
    lw T, F_STEP(sp)
    addi OUT, OUT, -1
    add IN, IN, T
    bnez OUT, .Labsorb_bytes
    j .Lnext

    .balign 4
.Lseal_bytes:
    WORDS(sealed_bytes)
    jal U, .Lrest
    lw T, F_END(sp)
    addi IN, IN, 32
    addi OUT, OUT, 32
    bne IN, T, .Lseal_bytes
    j .Lnext

    .balign 4
.Lopen_bytes:
    WORDS(opened_bytes)
    jal U, .Lrest
    lw T, F_END(sp)
    addi IN, IN, 32
    addi OUT, OUT, 32
    bne IN, T, .Lopen_bytes
    j .Lnext
#endif

.Lkeystream:
    WORDS(streamed)
    j .Lnext

    /* All blocks but S0 and S4, which are new already. */
    .balign 4
.Lrest:
    TO_ROWS(ESMI, X7, X6)
    TO_ROWS(ESMI, X6, X5)
    FROM_FRAME(F_OLD4, X5)
    TO_ROWS(ESMI, X3, X2)
    TO_ROWS(ESMI, X2, X1)
    FROM_FRAME(F_OLD0, X1)
    jr U

.Lend:
    vmb.step aegis_ends
    lw a0, F_STATE(sp)
    REGISTERS(sw, a0)
    .irp at, 0, 4, 8, 12
    lw T, (F_S0 + \at)(sp)
    lw U, (F_S4 + \at)(sp)
    sw T, \at(a0)
    sw U, (64 + \at)(a0)
    .endr
    .irp at, 0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 48, 52, 56, 60
    sw zero, (F_S0 + \at)(sp)
    .endr
    vmb.leave F_SIZE, 0, VMB_CALLEE_SAVED
    ret
    .size vmb_aegis_run, . - vmb_aegis_run

#endif
