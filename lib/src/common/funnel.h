/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * Words at any address by aligned accesses alone, for RV32: assembler macros. What one
 * word in memory leaves for the next is carried in a register, so each word takes three
 * instructions more than an aligned one. Pointers are public.
 *
 * From p, not a multiple of 4, with IN = p & -4:
 *
 *     vmb.shifts DOWN, UP, p                     for every word:
 *     lw REST, 0(IN)                                 lw W, 4(IN)
 *     srl REST, REST, DOWN                           vmb.funnel D, W, REST, UP, DOWN
 *
 * D are the 4 bytes at p, then those at p + 4, and so on: no word is loaded that holds
 * none of them. To p, with OUT = p & -4, likewise:
 *
 *     vmb.shifts UP, DOWN, p                     for every word:
 *     REST: the p % 4 bytes at OUT                   vmb.funnel D, W, REST, UP, DOWN
 *                                                    sw D, 0(OUT)
 *
 * Of the first word vmb.store_head stores what belongs to it; behind the last one, p % 4
 * bytes are left in REST.
 */
#ifndef VMB_COMMON_FUNNEL_H
#define VMB_COMMON_FUNNEL_H

/* Shift amounts, whose low 5 bits count: as many bits as p % 4 bytes have, and 32 less
 * as many. */
.macro vmb.shifts bits, others, p
    slli \bits, \p, 3
    neg \others, \bits
.endm

/* d = what w and the word before it have in one word in memory. d is not w. */
.macro vmb.funnel d, w, rest, up, down
    sll \d, \w, \up
    or \d, \d, \rest
    srl \rest, \w, \down
.endm

/* Stores the low bytes of w to p, which is not a multiple of 4, up to the next one.
 * Destroys w, p, t. */
.macro vmb.store_head w, p, t
    andi \t, \p, 1
    beqz \t, .Lhead_even\@
    sb \w, 0(\p)
    srli \w, \w, 8
    addi \p, \p, 1
.Lhead_even\@:
    andi \t, \p, 2
    beqz \t, .Lhead_done\@
    sh \w, 0(\p)
.Lhead_done\@:
.endm

#endif
