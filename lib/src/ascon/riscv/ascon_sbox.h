/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * The S-box of the Ascon permutation on registers of any width, as assembler macros.
 *
 * With t = x1 + x2, w = x0 + x4, s = x3 + x4, u = x1 + x3 (+ is XOR) the S-box is
 *     y0 = s + (x1 | (w + x2))     y1 = w + (t | u)     y2 = t + (x3 | ~x4)
 *     y3 = t + (x0 | s)            y4 = s + (x1 & ~w)
 * Without andn and orn the complements are not computed but carried along: the
 * linear layer maps the complement of a word to the complement of its image, so
 * a word may be held complemented where that suits the AND and OR of the next
 * S-box. Even rounds start with x1, x2 complemented and end with x0, x1, x2, x4;
 * odd rounds turn x2 (along with the round constant, which has to be added anyway; on
 * RV32 the high half by an XOR of its own) and end with x1, x2: 15 instructions. A search of all
 * masks and all circuits of five products and ten sums found none cheaper.
 *
 * The includer defines COMPLEMENTED: whether that is so.
 */
#ifndef VMB_ASCON_SBOX_H
#define VMB_ASCON_SBOX_H

/* d = a & ~b and d = a | ~b; u may be destroyed, and may be b, or d unless that is a. */
.macro and_not d, a, b, u
#if VMB_ISE_ZBKB
    vmb.andn \d, \a, \b
#else
    not \u, \b
    and \d, \a, \u
#endif
.endm
.macro or_not d, a, b, u
#if VMB_ISE_ZBKB
    vmb.orn \d, \a, \b
#else
    not \u, \b
    or \d, \a, \u
#endif
.endm

/* x in place; destroys t0..t3. */
.macro sbox x0, x1, x2, x3, x4, t0, t1, t2, t3
    xor \t0, \x1, \x2           /* t */
    xor \t1, \x0, \x4           /* w */
    xor \t2, \x3, \x4           /* s */
    xor \t3, \x1, \x3           /* u */
#if !COMPLEMENTED
    xor \x2, \t1, \x2
    or \x2, \x1, \x2
    or_not \x3, \x3, \x4, \x4
    and_not \x4, \x1, \t1, \x4
    or \x1, \t0, \t3
    or \t3, \x0, \t2
#else
    xor \x2, \t1, \t0
    and \x2, \x1, \x2
    or \x3, \x3, \x4
    or \x4, \x1, \t1
    and \x1, \t0, \t3
    and \t3, \x0, \t2
#endif
    xor \x0, \x2, \t2           /* y0 */
    xor \x1, \x1, \t1           /* y1 */
    xor \x2, \t0, \x3           /* y2 */
    xor \x3, \t0, \t3           /* y3 */
    xor \x4, \x4, \t2           /* y4 */
.endm

/* The same where every round has the same code and there is neither andn nor orn: x1 and x3
 * are complemented before and after it, and one NOT is left. Without one it can't be: AND, OR
 * and XOR take zeros to zeros, and the S-box takes no word to itself. */
.macro sbox_alike x0, x1, x2, x3, x4, t0, t1, t2, t3
    xor \t0, \x1, \x2           /* t, complemented */
    xor \t1, \x0, \x4           /* w */
    xor \t2, \x3, \x4           /* s, complemented */
    xor \t3, \x2, \x3
    and \x2, \x3, \x4
    xor \x2, \x2, \t0           /* y2 */
    not \x3, \t2
    or \x3, \x3, \x0
    xor \x3, \x3, \t0           /* y3 */
    or \x4, \x1, \t1
    xor \x4, \x4, \t2           /* y4 */
    xor \x0, \t1, \t0
    and \x0, \x0, \x1
    xor \x0, \x0, \t2           /* y0 */
    and \x1, \t0, \t3
    xor \x1, \x1, \t1           /* y1 */
.endm

/* The same for an even round without andn and orn. */
.macro sbox_even x0, x1, x2, x3, x4, t0, t1, t2, t3
    xor \t0, \x1, \x2           /* t */
    xor \t1, \x0, \x4           /* w */
    xor \t2, \x3, \x4           /* s */
    or \t3, \x1, \x2
    or \x1, \x1, \t1
    xor \t3, \t3, \t1
    and \t1, \x4, \t2
    xor \x4, \x1, \t2           /* y4 */
    xor \x2, \x2, \t3
    or \x1, \x0, \t2
    xor \x0, \x2, \x4           /* y0 */
    xor \x2, \t0, \t1           /* y2 */
    or \t1, \t0, \x3
    xor \x3, \t0, \x1           /* y3 */
    xor \x1, \t1, \t3           /* y1 */
.endm

#endif
