/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * AEGIS-128L (draft-irtf-cfrg-aegis-aead-18, section 3) with Zkne on RV64:
 *     void vmb_aegis_run(uint32_t state[32], const vmb_aegis_part *parts)
 * of aegis_backend.h.
 *
 * The state is in 16 registers, L0 to L7 with the first 8 bytes of each block and H0 to H7 with the last. An update
 * takes 38 instructions: AESRound of S7 first, then from S7 down each block in place from the one before it. Data that
 * is not aligned to 8 bytes is loaded and stored by words.
 */
#include "aegis/aegis_backend.h"
#include "common/frame.h"
#include "common/steps.h"
#include "vambrace/detail/ise/zkned64.h"

#if VMB_ISE_ZKNED64

#define STATE a0
#define PART a1
#define IN a6
#define OUT a7
#define LEFT t4

#define L0 s0
#define H0 s1
#define L1 s2
#define H1 s3
#define L2 s4
#define H2 s5
#define L3 s6
#define H3 s7
#define L4 s8
#define H4 s9
#define L5 s10
#define H5 s11
#define L6 a2
#define H6 a3
#define L7 a4
#define H7 a5

/* The message of an update; scratch, of which none is needed between updates. */
#define M0 t0
#define M1 t1
#define M2 t2
#define M3 t3
#define T t5
#define U t6
#define V ra

/* The frame after the callee-saved registers. */
#define F_STEP VMB_CALLEE_SAVED_BYTES
#define F_SIZE (VMB_CALLEE_SAVED_BYTES + 8)

/* How data is loaded and stored. */
.macro load_whole d, at, p
    ld \d, \at(\p)
.endm
.macro store_whole d, at, p
    sd \d, \at(\p)
.endm
.macro load_halves d, at, p
    lwu T, (\at + 4)(\p)
    lwu \d, \at(\p)
    slli T, T, 32
    or \d, \d, T
.endm
.macro store_halves d, at, p
    srli T, \d, 32
    sw \d, \at(\p)
    sw T, (\at + 4)(\p)
.endm

/* The block d becomes itself plus AESRound of the block s. */
.macro onto ld, hd, ls, hs
    vmb.aes64esm U, \ls, \hs
    vmb.aes64esm V, \hs, \ls
    xor \ld, \ld, U
    xor \hd, \hd, V
.endm

/* An update with M0 to M3, which it destroys. */
.macro update
    vmb.aes64esm U, L7, H7
    vmb.aes64esm V, H7, L7
    xor M0, M0, L0
    xor M1, M1, H0
    xor M0, M0, U
    xor M1, M1, V
    onto L7, H7, L6, H6
    onto L6, H6, L5, H5
    onto L5, H5, L4, H4
    xor L4, L4, M2
    xor H4, H4, M3
    onto L4, H4, L3, H3
    onto L3, H3, L2, H2
    onto L2, H2, L1, H1
    onto L1, H1, L0, H0
    mv L0, M0
    mv H0, M1
.endm

/* d = a word of keystream. */
.macro stream d, a, b, c, e
    and \d, \a, \b
    xor \d, \d, \c
    xor \d, \d, \e
.endm

/* Data is XORed with keystream; `plain` is 1 to encrypt, when the input is plaintext. */
.macro crypt m, at, a, b, c, e, plain, load, store
    \load \m, \at, IN
    stream U, \a, \b, \c, \e
    xor U, U, \m
    \store U, \at, OUT
    .if \plain == 0
    mv \m, U
    .endif
.endm

.macro message plain, load, store
    .balign 4
.Lblock\@:
    crypt M0, 0, L2, L3, L1, L6, \plain, \load, \store
    crypt M1, 8, H2, H3, H1, H6, \plain, \load, \store
    crypt M2, 16, L6, L7, L2, L5, \plain, \load, \store
    crypt M3, 24, H6, H7, H2, H5, \plain, \load, \store
    update
    addi IN, IN, 32
    addi OUT, OUT, 32
    addi LEFT, LEFT, -1
    bnez LEFT, .Lblock\@
    j .Lnext
.endm

.macro absorb load
    .balign 4
.Lblock\@:
    \load M0, 0, IN
    \load M1, 8, IN
    \load M2, 16, IN
    \load M3, 24, IN
    update
    ld T, F_STEP(sp)
    addi LEFT, LEFT, -1
    add IN, IN, T
    bnez LEFT, .Lblock\@
    j .Lnext
.endm

/* `what` is load_halves or store_halves. */
.macro registers what
    \what L0, 0, STATE
    \what H0, 8, STATE
    \what L1, 16, STATE
    \what H1, 24, STATE
    \what L2, 32, STATE
    \what H2, 40, STATE
    \what L3, 48, STATE
    \what H3, 56, STATE
    \what L4, 64, STATE
    \what H4, 72, STATE
    \what L5, 80, STATE
    \what H5, 88, STATE
    \what L6, 96, STATE
    \what H6, 104, STATE
    \what L7, 112, STATE
    \what H7, 120, STATE
.endm

    .section .text.vmb_aegis_run, "ax", @progbits
    .balign 4
    .globl vmb_aegis_run
    .type vmb_aegis_run, @function
vmb_aegis_run:
    vmb.step aegis_ends
    vmb.enter F_SIZE, 0, VMB_CALLEE_SAVED
    registers load_halves

.Lnext:
    vmb.step aegis_ends
    ld IN, 0(PART)
    ld OUT, 8(PART)
    ld LEFT, 16(PART)
    ld U, 24(PART)
    addi PART, PART, 32
    or V, IN, OUT
    andi V, V, 7
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
    load_halves M0, \at, IN
    load_halves M1, (\at + 8), IN
    xor M0, M0, L2
    xor M1, M1, H2
    store_halves M0, \at, OUT
    store_halves M1, (\at + 8), OUT
    .endr
    mv IN, OUT
    li U, VMB_AEGIS_REPEAT
1:
    li T, VMB_AEGIS_ABSORB
    sub T, T, U
    seqz T, T
    slli T, T, 5
    sd T, F_STEP(sp)
    andi V, IN, 7
    bnez V, 2f
    vmb.step aegis
    absorb load_whole
2:
    vmb.step aegis
    absorb load_halves

.Lseal:
    bnez V, 3f
    vmb.step aegis
    message 1, load_whole, store_whole
3:
    vmb.step aegis
    message 1, load_halves, store_halves

.Lopen:
    bnez V, 4f
    vmb.step aegis
    message 0, load_whole, store_whole
4:
    vmb.step aegis
    message 0, load_halves, store_halves

.Lkeystream:
    stream U, L2, L3, L1, L6
    store_halves U, 0, OUT
    stream U, H2, H3, H1, H6
    store_halves U, 8, OUT
    stream U, L6, L7, L2, L5
    store_halves U, 16, OUT
    stream U, H6, H7, H2, H5
    store_halves U, 24, OUT
    j .Lnext

.Lend:
    vmb.step aegis_ends
    registers store_halves
    vmb.leave F_SIZE, 0, VMB_CALLEE_SAVED
    ret
    .size vmb_aegis_run, . - vmb_aegis_run

#endif
