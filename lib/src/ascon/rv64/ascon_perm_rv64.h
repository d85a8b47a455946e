/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * The rounds of the Ascon permutation for RV64, as assembler macros (Ascon v1.2,
 * section 2.6; NIST SP 800-232, section 3). State word i is the register Xi.
 *
 * Instructions of a round:
 *
 * | set  | S-box | linear layer | constant | sum |
 * | ---- | ----- | ------------ | -------- | --- |
 * | none | 15    | 40           | 1        | 56  |
 * | Zbkb | 15    | 20           | 1        | 36  |
 */
#ifndef VMB_ASCON_PERM_RV64_H
#define VMB_ASCON_PERM_RV64_H

#include "ascon/ascon_backend.h"
#include "ascon/riscv/ascon_rounds.h"
#include "common/steps.h"
#include "vambrace/detail/ise/zbkb.h"

/* s0, s1, a0..a5 have short encodings. What the rounds need: the state and T0..T3. */
#define X0 s0
#define X1 s1
#define X2 a0
#define X3 a1
#define X4 a2
#define T0 a3
#define T1 a4
#define T2 a5
#define T3 a6

/* 1 where x1 and x2 are held complemented between pairs of rounds (ascon_sbox.h). */
#define COMPLEMENTED (!VMB_ISE_ZBKB)

#include "ascon/riscv/ascon_sbox.h"

/* x = x ^ (x >>> r0) ^ (x >>> r1) */
.macro sigma x, r0, r1
#if VMB_ISE_ZBKB
    vmb.rori T0, \x, \r0
    vmb.rori T1, \x, \r1
    xor \x, \x, T0
    xor \x, \x, T1
#else
    srli T0, \x, \r0
    slli T1, \x, 64 - \r0
    srli T2, \x, \r1
    slli T3, \x, 64 - \r1
    xor T0, T0, T1
    xor T2, T2, T3
    xor \x, \x, T0
    xor \x, \x, T2
#endif
.endm

/* Round i of twelve. */
.macro round i
    .set .Lconstant, 0xf0 - 15 * (\i)
    vmb.step ascon_constant
#if COMPLEMENTED
    .if (\i) % 2 == 0
    xori X2, X2, .Lconstant
    vmb.step ascon_sbox
    sbox_even X0, X1, X2, X3, X4, T0, T1, T2, T3
    .else
    xori X2, X2, -1 - .Lconstant
    vmb.step ascon_sbox
    sbox X0, X1, X2, X3, X4, T0, T1, T2, T3
    .endif
#else
    xori X2, X2, .Lconstant
    vmb.step ascon_sbox
    sbox X0, X1, X2, X3, X4, T0, T1, T2, T3
#endif
    vmb.step ascon_linear
    sigma X0, 19, 28
    sigma X1, 61, 39
    sigma X2, 1, 6
    sigma X3, 10, 17
    sigma X4, 7, 41
.endm

/* x = the two 32-bit words at offset of pointer, which is aligned to one; uses t. */
.macro load_pair x, offset, pointer, t
    lwu \x, \offset(\pointer)
    lwu \t, \offset + 4(\pointer)
    slli \t, \t, 32
    or \x, \x, \t
.endm

/* The state from and to memory, without complements (ascon_state.h). */
.macro turn_state
#if COMPLEMENTED
    not X1, X1
    not X2, X2
#endif
.endm
.macro load_state pointer
    load_pair X0, 0, \pointer, T0
    load_pair X1, 8, \pointer, T0
    load_pair X2, 16, \pointer, T0
    load_pair X3, 24, \pointer, T0
    load_pair X4, 32, \pointer, T0
    turn_state
.endm
.macro store_word x, offset, pointer
    sw \x, \offset(\pointer)
    srli T0, \x, 32
    sw T0, \offset + 4(\pointer)
.endm
.macro store_state pointer
    turn_state
    store_word X0, 0, \pointer
    store_word X1, 8, \pointer
    store_word X2, 16, \pointer
    store_word X3, 24, \pointer
    store_word X4, 32, \pointer
.endm

#endif
