/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * Between memory and state for RV64: byte order, odd addresses, the ends of texts.
 * Assembler macros and registers.
 *
 * The includer defines BIG: 0, the first byte of a word is its lowest (SP 800-232);
 * 1, its highest (v1.2). A "raw" word is 8 bytes as ld brings them.
 */
#ifndef VMB_ASCON_WORD_RV64_H
#define VMB_ASCON_WORD_RV64_H

#include "ascon/rv64/ascon_perm_rv64.h"

#define T4 t6
#define IN t1
#define OUT t2
#define END t3                  /* of the whole blocks */
#define CALL a7                 /* the argument */
#define BYTES t4                /* 0x00ff00ff00ff00ff and */
#define HALVES t5               /* 0x0000ffff0000ffff, to reverse bytes without rev8 */
#define LINK t0                 /* where a loop returns to; rounds return to ra */

#define NEEDS_MASKS (BIG && !VMB_ISE_ZBKB)

.macro load_masks
#if NEEDS_MASKS
    li BYTES, 0x00ff00ff
    slli T0, BYTES, 32
    or BYTES, BYTES, T0
    li HALVES, 0x0000ffff
    slli T0, HALVES, 32
    or HALVES, HALVES, T0
#endif
.endm

/* d = s with the bytes of each half reversed; destroys t. */
.macro reverse_in_halves d, s, t
    srli \t, \s, 8
    and \t, \t, BYTES
    and \d, \s, BYTES
    slli \d, \d, 8
    or \d, \d, \t
    srli \t, \d, 16
    and \t, \t, HALVES
    and \d, \d, HALVES
    slli \d, \d, 16
    or \d, \d, \t
.endm

/* d = the word of a raw word s, or the other way round; destroys t. */
.macro turn_bytes d, s, t
#if !BIG
    .ifnc \d, \s
    mv \d, \s
    .endif
#elif VMB_ISE_ZBKB
    vmb.rev8 \d, \s
#else
    reverse_in_halves \d, \s, \t
    srli \t, \d, 32
    slli \d, \d, 32
    or \d, \d, \t
#endif
.endm

/* d = the raw word at offset of pointer, whatever its alignment: from the aligned
 * words that hold its bytes and from no other. Destroys t and u. */
.macro load_any d, offset, pointer, t, u
    andi \t, \pointer, -8
    ld \d, \offset(\t)
    addi \t, \pointer, 7
    andi \t, \t, -8
    ld \t, \offset(\t)
    slli \u, \pointer, 3        /* a shift takes its low six bits */
    srl \d, \d, \u
    not \u, \u
    slli \t, \t, 1
    sll \t, \t, \u
    or \d, \d, \t
.endm

/* Raw padding after no byte. */
#if BIG
#define PADDING 0x80
#else
#define PADDING 0x01
#endif

/* d = the n <= 8 bytes at IN, raw, with padding if there are less than 8; IN moves after them. Destroys t, u. */
.macro get_bytes d, n, t, u
    li \d, PADDING
    add \t, IN, \n
    mv \u, \t
    beq \t, IN, .Lgot\@
.Lget\@:
    addi \t, \t, -1
    lbu \n, 0(\t)
    slli \d, \d, 8
    or \d, \d, \n
    bne \t, IN, .Lget\@
.Lgot\@:
    sub \n, \u, IN
    mv IN, \u
.endm

/* The first n bytes of a raw word d to OUT, which moves after them. Destroys d, t. */
.macro put_bytes d, n, t
    add \t, OUT, \n
    beq \t, OUT, .Lput_done\@
.Lput\@:
    sb \d, 0(OUT)
    srli \d, \d, 8
    addi OUT, OUT, 1
    bne \t, OUT, .Lput\@
.Lput_done\@:
.endm

#endif
