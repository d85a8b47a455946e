/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * Poly1305 for RV32IM in the size profile: vmb_poly1305 of poly1305.h in little
 * code.
 *
 * Source: RFC 8439, section 2.5. Numbers are little-endian sequences of 32-bit
 * limbs. Between blocks h is four limbs in the frame and TOP, which weighs 2^128
 * and may be any word below 2.5 * 2^30.
 *
 * A block: h + block goes to A0 .. A4, with the part above 2^130 added 5-fold below. Then a loop makes one column of
 * the product after the other, each with the carry of the one before: column j is the sum of A[k] * r[j - k], where
 * r[-i] = 5/4 r[4 - i] (exact: 2^128 r[j] = 2^130 (r[j] / 4), and r[j] is 0 mod 4). C0 .. C4 hold r[j] .. r[j - 4] and
 * move on by one a column.
 *
 * Registers: all but sp, gp and tp.
 *   A0 .. A4, C0 .. C4  above; C4 is 0 at first, for column 0 has no fifth product
 *   LO HI               the sum of a column, with the carry of the last
 *   DATA LEN SRC        the rest of the piece, the block to add
 *   PIECE LAST          the next piece; the end of the pieces
 *   X E                 into the frame, a loop's end
 *   T U CARRY           scratch
 *   TAG S BACK          where the tag goes, the second half of the key, return address
 *
 * Cycles of an aligned block, with mul 3, mulhu 4, loads and stores of 2, a branch
 * of 3, a jump of 2: sum 78, columns 4 of 64, around them 41: together 375. Measured:
 * 378; with RV32MSingleCycle and three stages (mul 1, mulhu 2) 266. With Xchacha a
 * column takes 34, all together 255.
 */
#include "common/frame.h"
#include "poly1305/poly1305.h"
#include "vambrace/detail/backend/size.h"
#include "vambrace/detail/ise/xchacha.h"

#if VMB_POLY1305_RV32 && VMB_SIZE

#include "common/steps.h"

/* Compressed instructions reach s0, s1, a0 .. a5. */
#define LEN a0
#define C0 a1
#define T a2
#define U a3
#define E a4
#define X a5
#define SRC s0
#if VMB_ISE_XCHACHA
#define LO t1 /* as poly1305.mac has it */
#define HI t2
#define A1 s1
#define A2 s2
#else
#define LO s1
#define HI s2
#define A1 t1
#define A2 t2
#endif
#define PIECE s3
#define LAST s4
#define DATA s5
#define TAG s6
#define S s7
#define BACK s8
#define TOP s9
#define CARRY s10
#define A0 t0
#define A3 t3
#define A4 t4
#define C1 t5
#define C2 t6
#define C3 a6
#define C4 a7

/* The frame. */
#define H 0        /* h without TOP */
#define SUM 16     /* the result of vmb_poly1305_add */
#define BLOCK 32   /* a block to fill */
#define R 60       /* r[-3] .. r[3], from 48 on */
#define RETURN 76
#define FRAME 80

/* The frame of vmb_poly1305 above it: saved registers, and where h goes. */
#define STATE VMB_CALLEE_SAVED_BYTES
#define OUTER 64

/* HI:LO += a * b. A sum of h and four products stays below 4.75 * 2^60. */
.macro vmb.poly1305.mac a, b
#if VMB_ISE_XCHACHA
    poly1305.mac \a, \b
#else
    mul T, \a, \b
    mulhu U, \a, \b
    add LO, LO, T
    sltu T, LO, T
    add HI, HI, U
    add HI, HI, T
#endif
.endm

/* void vmb_poly1305(uint8_t *tag, const uint32_t key[8], const vmb_piece *pieces,
 *                   size_t n, uint32_t *h) */
    .section .text.vmb_poly1305, "ax", @progbits
    .globl vmb_poly1305
    .type vmb_poly1305, @function
vmb_poly1305:
    vmb.enter OUTER, 0, VMB_CALLEE_SAVED
    sw a4, STATE(sp)
    vmb.enter FRAME
    lla a5, .Lback
    sw a5, RETURN(sp)
    .irp i, 0, 4, 8, 12
    lw a5, \i(a4)
    sw a5, H + \i(sp)
    .endr
    lw TOP, 16(a4)
    call vmb_poly1305_pieces
    beqz TAG, 1f
    tail vmb_poly1305_tag
1:  lw a4, FRAME + STATE(sp) /* more is to come */
    .irp i, 0, 4, 8, 12
    lw a5, H + \i(sp)
    sw a5, \i(a4)
    .endr
    sw TOP, 16(a4)
    tail vmb_poly1305_leave
.Lback:
    vmb.leave OUTER, 0, VMB_CALLEE_SAVED
    ret
    .size vmb_poly1305, . - vmb_poly1305

/* The same arguments without h, which is 0; every register but sp, gp and tp is
 * lost. */
    .section .text.vmb_poly1305_raw, "ax", @progbits
    .balign 4
    .globl vmb_poly1305_raw
    .hidden vmb_poly1305_raw
    .type vmb_poly1305_raw, @function
vmb_poly1305_raw:
    vmb.enter FRAME, RETURN, ra
    .irp i, 0, 4, 8, 12
    sw zero, H + \i(sp)
    .endr
    li TOP, 0
    jal vmb_poly1305_pieces

    /* h is below twice the modulus. If h + 5 reaches 2^130, the residue is h + 5 - 2^130, else h; bits above 2^128 do
     * not matter. */
vmb_poly1305_tag:
    .irp i, 0, 4, 8, 12
    sw zero, BLOCK + \i(sp)
    .endr
    addi SRC, sp, BLOCK
    li CARRY, 5
    jal vmb_poly1305_add
    srli A4, A4, 2
    neg A4, A4
    andi CARRY, A4, 5
    mv SRC, S
    jal vmb_poly1305_add
    mv X, sp
1:  lbu T, SUM(X)
    sb T, 0(TAG)
    addi X, X, 1
    addi TAG, TAG, 1
    bne X, E, 1b

vmb_poly1305_leave:
    mv X, sp
    addi E, sp, RETURN
    li T, 0
1:  sw T, 0(X)
    addi X, X, 4
    bne X, E, 1b
    vmb.leave FRAME, RETURN, ra
    ret

    /* SUM = h + CARRY + SRC[0 .. 3], modulo 2^130 - 5; its uppermost limb is A4.
     * CARRY is at most 5, 5/4 TOP below 3.2 * 2^30. */
vmb_poly1305_add:
    srli T, TOP, 2
    add CARRY, CARRY, T
    slli T, T, 2
    add CARRY, CARRY, T
    andi A4, TOP, 3
    mv X, sp
    addi E, sp, 16
1:  lw T, H(X)
    add T, T, CARRY
    sltu CARRY, T, CARRY
    lw U, 0(SRC)
    add T, T, U
    sltu U, T, U
    add CARRY, CARRY, U
    sw T, SUM(X)
    addi SRC, SRC, 4
    addi X, X, 4
    bne X, E, 1b
    add A4, A4, CARRY
    ret

    /* Adds the pieces to h: the loops. */
vmb_poly1305_pieces:
    mv BACK, ra
    mv TAG, a0
    mv PIECE, a2
    slli a3, a3, 3
    add a3, a3, a2
    mv LAST, a3

    /* r with its "clamp"; what becomes of r[-4] here is not used. */
    li LO, -1
    srli LO, LO, 4
    mv X, sp
    addi E, sp, 16
1:  lw T, 0(a1)
    addi a1, a1, 4
    and T, T, LO
    sw T, R(X)
    srli U, T, 2
    add U, U, T
    sw U, R - 16(X)
    andi LO, LO, -4
    addi X, X, 4
    bne X, E, 1b
    mv S, a1

.Lnext_piece:
    bne PIECE, LAST, 1f
    jr BACK
1:  lw DATA, 0(PIECE)
    lw LEN, 4(PIECE)
    addi PIECE, PIECE, 8
.Lnext_block:
    beqz LEN, .Lnext_piece
    li T, 16
    mv SRC, DATA
    andi U, DATA, 3
    bnez U, .Lfill
    bltu LEN, T, .Lfill
    add DATA, DATA, T
    sub LEN, LEN, T
    j .Lblock

.Lfill: /* unaligned or less than a block */
    .irp i, 0, 4, 8, 12
    sw zero, BLOCK + \i(sp)
    .endr
    addi SRC, sp, BLOCK
    mv X, SRC
    addi E, sp, BLOCK + 16
1:  lbu T, 0(DATA)
    sb T, 0(X)
    addi DATA, DATA, 1
    addi X, X, 1
    addi LEN, LEN, -1
    beqz LEN, .Lblock
    bne X, E, 1b

.Lblock:
    vmb.step poly1305_block
    li CARRY, 0
    jal vmb_poly1305_add
    addi A4, A4, 1 /* at most 5 */
    mv X, sp
    lw A0, SUM + 0(sp)
    lw A1, SUM + 4(sp)
    lw A2, SUM + 8(sp)
    lw A3, SUM + 12(sp)
    lw C0, R(sp)
    lw C1, R - 4(sp)
    lw C2, R - 8(sp)
    lw C3, R - 12(sp)
    li C4, 0
    li LO, 0
    .balign 4
.Lcolumn:
    li HI, 0
    vmb.poly1305.mac A0, C0
    vmb.poly1305.mac A1, C1
    vmb.poly1305.mac A2, C2
    vmb.poly1305.mac A3, C3
#if VMB_ISE_XCHACHA
    poly1305.mac A4, C4
#else
    mul T, A4, C4 /* below 2^31 */
    add LO, LO, T
    sltu T, LO, T
    add HI, HI, T
#endif
    sw LO, H(X)
    mv LO, HI
    mv C4, C3
    mv C3, C2
    mv C2, C1
    mv C1, C0
    lw C0, R + 4(X) /* after r[3]: not used */
    addi X, X, 4
    bne X, E, .Lcolumn
    mul TOP, A4, C4
    add TOP, TOP, LO
    j .Lnext_block

    .size vmb_poly1305_raw, . - vmb_poly1305_raw
#endif
