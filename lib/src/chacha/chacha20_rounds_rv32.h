/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * The ChaCha20 matrix in RV32 registers, W0 .. W15 row by row, and its rounds as
 * assembler macros (RFC 8439, sections 2.1 to 2.3). T is scratch; with Zbkb the
 * rounds leave it alone. With Zbkx and without Zbkb they need two constants in
 * registers, BY16 and BY8: as indices of xperm8 these rotate by 16 and 8 bits.
 */
#ifndef VMB_CHACHA20_ROUNDS_RV32_H
#define VMB_CHACHA20_ROUNDS_RV32_H

#include "vambrace/backend/size.h"
#include "vambrace/ise/zbkb.h"
#include "vambrace/ise/zbkx.h"

/* 1 where rotations by whole bytes are lookups. */
#define VMB_CHACHA20_XPERM (VMB_ISE_ZBKX && !VMB_ISE_ZBKB && !VMB_SIZE)
#define INDICES16 0x01000302
#define INDICES8 0x02010003
#define BY16 s10
#define BY8 s11

/* Compressed instructions reach s0, s1, a0 .. a5: those are for what would be
 * longest without. The arguments are elsewhere before the words come. */
#if VMB_ISE_ZBKB || VMB_SIZE
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

.macro vmb.chacha20.columns
    vmb.chacha20.quarter W0, W4, W8, W12
    vmb.chacha20.quarter W1, W5, W9, W13
    vmb.chacha20.quarter W2, W6, W10, W14
    vmb.chacha20.quarter W3, W7, W11, W15
.endm

.macro vmb.chacha20.diagonals
    vmb.chacha20.quarter W0, W5, W10, W15
    vmb.chacha20.quarter W1, W6, W11, W12
    vmb.chacha20.quarter W2, W7, W8, W13
    vmb.chacha20.quarter W3, W4, W9, W14
.endm

#endif
