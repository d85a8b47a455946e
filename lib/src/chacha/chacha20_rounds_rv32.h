/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * The ChaCha20 matrix in RV32 registers, W0 .. W15 row by row, and its rounds as
 * assembler macros (RFC 8439, sections 2.1 to 2.3). T is scratch; with Zbkb or
 * Xchacha the rounds leave it alone. With Zbkx and without these two they need two
 * constants in registers, BY16 and BY8: as indices of xperm8 these rotate by 16 and 8
 * bits.
 */
#ifndef VMB_CHACHA20_ROUNDS_RV32_H
#define VMB_CHACHA20_ROUNDS_RV32_H

#include "vambrace/detail/backend/size.h"
#include "vambrace/detail/ise/xchacha.h"
#include "vambrace/detail/ise/zbkb.h"
#include "vambrace/detail/ise/zbkx.h"

/* 1 where rotations by whole bytes are lookups. */
#define VMB_CHACHA20_XPERM (VMB_ISE_ZBKX && !VMB_ISE_ZBKB && !VMB_ISE_XCHACHA && !VMB_SIZE)
#define INDICES16 0x01000302
#define INDICES8 0x02010003
#define BY16 s10
#define BY8 s11

#if VMB_ISE_XCHACHA
/* Those of the instruction, without their names of the calling convention: its operands
 * are columns. */
#define W0 x16
#define W1 x17
#define W2 x18
#define W3 x19
#define W4 x20
#define W5 x21
#define W6 x22
#define W7 x23
#define W8 x24
#define W9 x25
#define W10 x26
#define W11 x27
#define W12 x28
#define W13 x29
#define W14 x30
#define W15 x31
#define T s1
#if !VMB_SIZE /* the remaining ones, for chacha20_rv32.S */
#define KEY s0
#define OUT a4
#define IN a5
#define LEN a0
#define CTR a2
#define K4 a1
#define K8 a3
#define K13 t0
#define K14 t1
#define K15 t2
#endif
/* Compressed instructions can use s0, s1, a0 .. a5: these are for the otherwise longest code. The arguments are
 * elsewhere before the words are loaded. */
#elif VMB_ISE_ZBKB || VMB_SIZE
#define W0 s0
#define W1 s1
#define W2 a4
#define W3 a5
#define W4 t3
#define W5 t4
#define W6 t5
#define W7 t6
#define W8 a6
#define W9 a7
#define W10 t1
#define W11 t2
#define W12 a0
#define W13 a1
#define W14 a2
#define W15 a3
#define T t0
#else
#define W0 t0
#define W1 t1
#define W2 t2
#define W3 t3
#define W4 s0
#define W5 s1
#define W6 a4
#define W7 t4
#define W8 a6
#define W9 a7
#define W10 t5
#define W11 t6
#define W12 a0
#define W13 a1
#define W14 a2
#define W15 a3
#define T a5
#endif

#if VMB_ISE_XCHACHA
/* .Lb = the column of b */
.macro vmb.chacha20.column b
    .irp column, 0, 1, 2, 3
    .ifc \b, x2\column
    .set .Lb, \column
    .endif
    .endr
.endm

/* The first halves of four quarter rounds, then the second ones: no instruction follows
 * one that writes one of its operands. */
.macro vmb.chacha20.four b0, b1, b2, b3, c0, c1, c2, c3, d0, d1, d2, d3
    .irp half, 0, 4
    vmb.chacha20.column \b0
    chacha.half W0, \c0, \d0, \half + .Lb
    vmb.chacha20.column \b1
    chacha.half W1, \c1, \d1, \half + .Lb
    vmb.chacha20.column \b2
    chacha.half W2, \c2, \d2, \half + .Lb
    vmb.chacha20.column \b3
    chacha.half W3, \c3, \d3, \half + .Lb
    .endr
.endm

.macro vmb.chacha20.columns
    vmb.chacha20.four W4, W5, W6, W7, W8, W9, W10, W11, W12, W13, W14, W15
.endm

.macro vmb.chacha20.diagonals
    vmb.chacha20.four W5, W6, W7, W4, W10, W11, W8, W9, W15, W12, W13, W14
.endm

/* The quarter round, section 2.1: 2 instructions. */
.macro vmb.chacha20.quarter a, b, c, d
    vmb.chacha20.column \b
    chacha.half \a, \c, \d, .Lb
    chacha.half \a, \c, \d, 4 + .Lb
.endm

.macro vmb.chacha20.two a, b, c, d, a2, b2, c2, d2
    .irp half, 0, 4
    vmb.chacha20.column \b
    chacha.half \a, \c, \d, \half + .Lb
    vmb.chacha20.column \b2
    chacha.half \a2, \c2, \d2, \half + .Lb
    .endr
.endm
#else
/* d = d <<< n */
.macro vmb.chacha20.rotate d, n
#if VMB_ISE_ZBKB
    vmb.rori \d, \d, 32 - (\n)
#elif VMB_CHACHA20_XPERM
    .if (\n) == 16
    vmb.xperm8 \d, \d, BY16
    .elseif (\n) == 8
    vmb.xperm8 \d, \d, BY8
    .else
    srli T, \d, 32 - (\n)
    slli \d, \d, \n
    add \d, \d, T
    .endif
#else
    srli T, \d, 32 - (\n)
    slli \d, \d, \n
    add \d, \d, T /* as good as or, and compressed for any registers */
#endif
.endm

/* d = (d ^ a) <<< n */
.macro vmb.chacha20.mix d, a, n
    xor \d, \d, \a
    vmb.chacha20.rotate \d, \n
.endm

/* The quarter round, section 2.1: 12 instructions with rotates, 16 with xperm8, 20 without. */
.macro vmb.chacha20.quarter a, b, c, d
    add \a, \a, \b
    vmb.chacha20.mix \d, \a, 16
    add \c, \c, \d
    vmb.chacha20.mix \b, \c, 12
    add \a, \a, \b
    vmb.chacha20.mix \d, \a, 8
    add \c, \c, \d
    vmb.chacha20.mix \b, \c, 7
.endm

/* a += b; d = (d ^ a) <<< n, and the same of the second words. No instruction follows a rotate that it needs: some cores
 * have the results of Zbkb a cycle late. */
.macro vmb.chacha20.add_mix n, a, b, d, a2, b2, d2
    add \a, \a, \b
    add \a2, \a2, \b2
    xor \d, \d, \a
    xor \d2, \d2, \a2
    vmb.chacha20.rotate \d, \n
    vmb.chacha20.rotate \d2, \n
.endm

/* Two quarter rounds, section 2.1: 24 instructions with rotates, 32 with xperm8, 40 without. */
.macro vmb.chacha20.two a, b, c, d, a2, b2, c2, d2
    vmb.chacha20.add_mix 16, \a, \b, \d, \a2, \b2, \d2
    vmb.chacha20.add_mix 12, \c, \d, \b, \c2, \d2, \b2
    vmb.chacha20.add_mix 8, \a, \b, \d, \a2, \b2, \d2
    vmb.chacha20.add_mix 7, \c, \d, \b, \c2, \d2, \b2
.endm

.macro vmb.chacha20.columns
    vmb.chacha20.two W0, W4, W8, W12, W1, W5, W9, W13
    vmb.chacha20.two W2, W6, W10, W14, W3, W7, W11, W15
.endm

.macro vmb.chacha20.diagonals
    vmb.chacha20.two W0, W5, W10, W15, W1, W6, W11, W12
    vmb.chacha20.two W2, W7, W8, W13, W3, W4, W9, W14
.endm
#endif

#endif
