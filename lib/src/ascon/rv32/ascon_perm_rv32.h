/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * The rounds of the Ascon permutation for RV32, as assembler macros, for every
 * set of extensions (Ascon v1.2, section 2.6; NIST SP 800-232, section 3).
 *
 * State word i is a pair of registers (XiL, XiH): low and high half, or, with
 * Zbkb alone, even and odd bits. The S-box works on each half by itself:
 * 15 instructions. It takes the L half to A0..A4, which leaves the XiL free as
 * its temporaries for the H half, and the linear layer brings A0..A4 back.
 *
 * ascon_sbox.h has its formulas, and what is held complemented.
 *
 * Instructions per round, counting constants:
 *
 * | set       | S-box | linear layer | constant | sum   |
 * | --------- | ----- | ------------ | -------- | ----- |
 * | none      | 30    | 80           | 1.5      | 111.5 |
 * | Zbkb      | 30    | 39           | 2        | 71    |
 * | Xascon    | 30    | 10           | 1.5      | 41.5  |
 * | both      | 30    | 10           | 1        | 41    |
 *
 * With both, a constant is one xori: no instruction of the S-box, which is not linear in
 * x2, has an operand free for it. It is 2.4 % of the rounds (with Xascon alone 3.6 %), and
 * only an instruction of Xascon that has constants would save it. A Zigbee packet of
 * Ascon-128 takes 108 rounds: 4,428 of the 5,007 cycles that sealing it takes on Ibex; 495
 * are for loads, stores, byte order and ends, 84 for arguments.
 *
 * In the size profile one round is a loop: with a constant and the loop's end it takes 5 cycles
 * more on Ibex, and without andn and orn 2 more for the S-box (sbox_alike of ascon_sbox.h).
 *
 * With Xasconp a round is one instruction: ascon_round_rv32.h.
 */
#ifndef VMB_ASCON_PERM_RV32_H
#define VMB_ASCON_PERM_RV32_H

#include "ascon/ascon_backend.h"
#include "ascon/ascon_form.h"
#include "ascon/riscv/ascon_rounds.h"
#include "common/steps.h"
#include "vambrace/detail/ise/xascon.h"
#include "vambrace/detail/ise/xasconp.h"
#include "vambrace/detail/ise/zbkb.h"

#if VMB_ISE_XASCONP
#include "ascon/rv32/ascon_round_rv32.h"
#else

/* The registers. s0, s1, a0..a5 have short encodings: they go to the busiest. */
#define X0L s0
#define X0H s1
#define X1L t1
#define X1H t2
#define X2L t3
#define X2H t4
#define X3L t5
#define X3H t6
#define X4L a6
#define X4H a7
#define A0 a0
#define A1 a1
#define A2 a2
#define A3 a3
#define A4 a4
#define T a5

/* 1 where x1 and x2 are held complemented between pairs of rounds; in the size profile x1
 * and x3, between any rounds. */
#define COMPLEMENTED (!VMB_ISE_ZBKB)

#include "ascon/riscv/ascon_sbox.h"

/* x to A0..A4; destroys x2. */
.macro sbox_to_a x0, x1, x2, x3, x4
    xor A2, \x1, \x2            /* t */
    xor T, \x0, \x4             /* w */
    xor A4, \x3, \x4            /* s */
    xor A1, \x1, \x3            /* u */
#if !COMPLEMENTED
    xor A0, T, \x2
    or A0, \x1, A0
    or A1, A2, A1
    or A3, \x0, A4
    or_not \x2, \x3, \x4, \x2
    xor A0, A0, A4              /* y0 */
    xor A1, A1, T               /* y1 */
    and_not T, \x1, T, T
#else
    xor A0, T, A2               /* x1 to x4 the other way round: an odd round */
    and A0, \x1, A0
    and A1, A2, A1
    and A3, \x0, A4
    or \x2, \x3, \x4
    xor A0, A0, A4
    xor A1, A1, T
    or T, \x1, T
#endif
    xor A3, A3, A2              /* y3 */
    xor A2, A2, \x2             /* y2 */
    xor A4, A4, T               /* y4 */
.endm

/* The same for sbox_alike; destroys x3. */
.macro sbox_alike_to_a x0, x1, x2, x3, x4
    xor A2, \x1, \x2            /* t, complemented */
    xor T, \x0, \x4             /* w */
    xor A4, \x3, \x4            /* s, complemented */
    xor A1, \x2, \x3
    and \x3, \x3, \x4
    and A1, A1, A2
    xor A1, A1, T               /* y1 */
    not A3, A4
    or A3, A3, \x0
    xor A3, A3, A2              /* y3 */
    xor A0, T, A2
    and A0, A0, \x1
    xor A0, A0, A4              /* y0 */
    or T, T, \x1
    xor A4, A4, T               /* y4 */
    xor A2, A2, \x3             /* y2 */
.endm

/* The same for an even round without andn and orn; destroys x2 and x4. */
.macro sbox_even_to_a x0, x1, x2, x3, x4
    xor A2, \x1, \x2            /* t */
    xor T, \x0, \x4             /* w */
    xor A4, \x3, \x4            /* s */
    or A1, \x1, \x2
    xor A1, A1, T
    xor A0, A1, \x2
    or A3, \x0, A4
    or T, \x1, T
    or \x2, A2, \x3
    and \x4, \x4, A4
    xor A3, A3, A2              /* y3 */
    xor A1, A1, \x2             /* y1 */
    xor A4, A4, T               /* y4 */
    xor A2, A2, \x4             /* y2 */
    xor A0, A0, A4              /* y0 */
.endm

#if VMB_ISE_ZBKB
/* One half of an interleaved pair rotated right by r. Even bit i (to = 0) comes
 * from the even bits a when r is even, else from the odd bits h, r/2 places up;
 * odd bit i (to = 1) from h when r is even, else from a, (r+1)/2 places up. */
.macro rotated d, a, h, r, to
    .if ((\r) % 2) == (\to)
    vmb.rori \d, \a, (\r) / 2 + (\to)
    .else
    vmb.rori \d, \h, (\r) / 2
    .endif
.endm
#else
/* The two shifts that make one half of a pair of halves a, h rotated right by r:
 * one from each half. This is the one from a: a stays in its half (r below 32
 * for the L half, above for the H half) or comes over to the other. */
.macro shifted_a d, a, r, to
    .if ((\r) / 32) == (\to)
    srli \d, \a, (\r) % 32
    .else
    slli \d, \a, 32 - (\r) % 32
    .endif
.endm
/* And this the one from h. */
.macro shifted_h d, h, r, to
    .if ((\r) / 32) == (\to)
    slli \d, \h, 32 - (\r) % 32
    .else
    srli \d, \h, (\r) % 32
    .endif
.endm
#endif

/* l, h = sigma_i of a, h, the two halves of a state word; destroys a, u and T,
 * where u may be l. sigma_i(x) = x ^ (x >>> r0) ^ (x >>> r1) */
.macro sigma i, r0, r1, l, h, a, u
#if VMB_ISE_XASCON
    ascon.sigma.lo \l, \a, \h, \i
    ascon.sigma.hi \h, \a, \h, \i
#elif VMB_ISE_ZBKB
    rotated \u, \a, \h, \r1, 0
    .if (\r0) == 1              /* the odd bits as they are */
    xor \u, \u, \h
    .else
    rotated T, \a, \h, \r0, 0
    xor \u, \u, T
    .endif
    xor \l, \u, \a
    .if (\r1) % 2               /* the second rotation reads a for the last time */
    rotated T, \a, \h, \r0, 1
    rotated \a, \a, \h, \r1, 1
    .else
    rotated T, \a, \h, \r1, 1
    rotated \a, \a, \h, \r0, 1
    .endif
    xor \a, \a, T
    xor \h, \h, \a
#else
    shifted_a \u, \a, \r0, 0
    shifted_a T, \a, \r1, 0
    xor \u, \u, T
    shifted_h T, \h, \r0, 0
    xor \u, \u, T
    shifted_h T, \h, \r1, 0
    xor \u, \u, T
    xor \l, \u, \a
    shifted_a T, \a, \r0, 1
    shifted_a \a, \a, \r1, 1
    xor \a, \a, T
    shifted_h T, \h, \r0, 1
    xor \a, \a, T
    shifted_h T, \h, \r1, 1
    xor \a, \a, T
    xor \h, \h, \a
#endif
.endm

/* .Lbits = bits from, from + 2, .. from + 62 of c. */
.macro even_bits c, from
    .set .Lbits, 0
    .set .Lplace, 0
    .rept 32
    .set .Lbits, .Lbits | ((((\c) >> (2 * .Lplace + \from)) & 1) << .Lplace)
    .set .Lplace, .Lplace + 1
    .endr
.endm

.macro linear_layer
    sigma 1, 61, 39, X1L, X1H, A1, X0L
    sigma 2, 1, 6, X2L, X2H, A2, X0L
    sigma 3, 10, 17, X3L, X3H, A3, X0L
    sigma 4, 7, 41, X4L, X4H, A4, X0L
    sigma 0, 19, 28, X0L, X0H, A0, X0L
.endm

/* Round i of twelve. */
.macro round i
    .set .Lconstant, 0xf0 - 15 * (\i)
    vmb.step ascon_constant
#if VMB_ISE_XASCON && VMB_ISE_ZBKB
    xori X2L, X2L, .Lconstant
    vmb.step ascon_sbox
    sbox_to_a X0L, X1L, X2L, X3L, X4L
    sbox X0H, X1H, X2H, X3H, X4H, X0L, X1L, X2L, X3L
#elif VMB_ISE_ZBKB
    even_bits .Lconstant, 0
    xori X2L, X2L, .Lbits
    even_bits .Lconstant, 1
    xori X2H, X2H, .Lbits
    vmb.step ascon_sbox
    sbox_to_a X0L, X1L, X2L, X3L, X4L
    sbox X0H, X1H, X2H, X3H, X4H, X0L, X1L, X2L, X3L
#else
    .if (\i) % 2 == 0
    xori X2L, X2L, .Lconstant
    vmb.step ascon_sbox
    sbox_even_to_a X0L, X1L, X2L, X3L, X4L
    sbox_even X0H, X1H, X2H, X3H, X4H, X0L, X1L, X2L, X3L
    .else
    xori X2L, X2L, -1 - .Lconstant
    xori X2H, X2H, -1
    vmb.step ascon_sbox
    sbox_to_a X0L, X1L, X2L, X3L, X4L
    sbox X0H, X1H, X2H, X3H, X4H, X0L, X1L, X2L, X3L
    .endif
#endif
    vmb.step ascon_linear
    linear_layer
.endm

/* Any round, in a loop that ends when its constant RC is RC_END. */
#define RC t0
#define RC_END s2
#define AFTER_ROUNDS 0x3c       /* the constant of a thirteenth */
.macro round_of_rc
    vmb.step ascon_constant
#if VMB_ASCON_INTERLEAVED
    vmb.unzip T, RC
    srli A0, T, 16
    xor X2H, X2H, A0
    vmb.pack T, T, zero
    xor X2L, X2L, T
#else
    xor X2L, X2L, RC
#endif
    vmb.step ascon_sbox
#if COMPLEMENTED
    sbox_alike_to_a X0L, X1L, X2L, X3L, X4L
    sbox_alike X0H, X1H, X2H, X3H, X4H, X0L, X1L, X2L, X3L
#else
    sbox_to_a X0L, X1L, X2L, X3L, X4L
    sbox X0H, X1H, X2H, X3H, X4H, X0L, X1L, X2L, X3L
#endif
    vmb.step ascon_linear
    linear_layer
    vmb.step ascon_rest
    addi RC, RC, -15
.endm

#endif /* !VMB_ISE_XASCONP */

/* The state from and to memory, without complements (ascon_state.h). */
.macro turn_state
#if COMPLEMENTED
    not X1L, X1L
    not X1H, X1H
#if VMB_SIZE
    not X3L, X3L
    not X3H, X3H
#else
    not X2L, X2L
    not X2H, X2H
#endif
#endif
.endm
.macro move_state op, pointer
    \op X0L, 0(\pointer)
    \op X0H, 4(\pointer)
    \op X1L, 8(\pointer)
    \op X1H, 12(\pointer)
    \op X2L, 16(\pointer)
    \op X2H, 20(\pointer)
    \op X3L, 24(\pointer)
    \op X3H, 28(\pointer)
    \op X4L, 32(\pointer)
    \op X4H, 36(\pointer)
.endm
.macro load_state pointer
    move_state lw, \pointer
    turn_state
.endm
.macro store_state pointer
    turn_state
    move_state sw, \pointer
.endm

#endif
