/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * Ascon-AEAD128, Ascon-128 or Ascon-128a for RV64: a `run` function of
 * ascon_backend.h and the blocks of its streams (ascon_state.h), which share their
 * loops. The includer defines
 *
 *     RUN      the function's name
 *     BLOCKS   that of the streams' kernel
 *     RATE     bytes of a block: 16 or 8
 *     ROUNDS   rounds between blocks: 8 or 6
 *     BIG      byte order: 0 little-endian, 1 big-endian
 *     IV       the initial value
 *
 * Sources: NIST SP 800-232, section 4; Ascon v1.2, section 2.4.
 *
 * The state and what is computed from it stay in registers from the first permutation
 * to the tag: memory sees no secret. Keys and states are aligned to 32-bit words.
 */
#include "ascon/ascon_word_rv64.h"

#define CRYPTS 1

/* The frame. */
#define SAVED_ODD 24
#define FRAME 80

#define CALLEE_SAVED ra, s0, s1
#define CALLEE_SAVED_ODD s2, s3, s4, s5, s6, s7, s8

/* The key to two words of the state. */
.macro add_key x, y
    ld T3, VMB_ASCON_CALL_KEY(CALL)
    load_pair T0, 0, T3, T2
    load_pair T1, 8, T3, T2
    xor \x, \x, T0
    xor \y, \y, T1
.endm

/* The T3 <= 8 bytes that are left at IN with the word x of the state, to OUT. */
.macro crypt_rest x, held
    .if \held && COMPLEMENTED
    not \x, \x
    .endif
    turn_bytes T1, \x, T2
    jal ra, .Lrest
    turn_bytes \x, T0, T2
    .if \held && COMPLEMENTED
    not \x, \x
    .endif
.endm
.macro absorb_rest x
    get_bytes T0, T3, T1, T2
    turn_bytes T0, T0, T2
    xor \x, \x, T0
.endm

    .option norelax
    .section .text.RUN, "ax", @progbits
    .globl RUN
    .type RUN, @function
    .balign 4

/* uint32_t RUN(const vmb_call *c) */
RUN:
    vmb.enter FRAME, 0, CALLEE_SAVED
    mv CALL, a0
    load_masks
    ld IN, VMB_ASCON_CALL_NONCE(CALL)
    load_any X3, 0, IN, T0, T1
    load_any X4, 8, IN, T0, T1
    turn_bytes X3, X3, T0
    turn_bytes X4, X4, T0
    ld IN, VMB_ASCON_CALL_KEY(CALL)
    load_pair X1, 0, IN, T0
    load_pair X2, 8, IN, T0
    turn_state
    li X0, IV
    jal ra, .Lrounds12
    add_key X3, X4

    /* Associated data. */
    ld T0, VMB_ASCON_CALL_AD_LEN(CALL)
    beqz T0, .Lmessage
    ld IN, VMB_ASCON_CALL_AD(CALL)
    andi T0, T0, -RATE
    add END, IN, T0
    jal LINK, .Labsorb
    ld T3, VMB_ASCON_CALL_AD_LEN(CALL)
#if RATE == 16
    andi T0, T3, 8
    andi T3, T3, 7
    beqz T0, 1f
    load_any T0, 0, IN, T1, T2
    turn_bytes T0, T0, T1
    xor X0, X0, T0
    addi IN, IN, 8
    absorb_rest X1
    j 2f
1:
    absorb_rest X0
2:
#else
    andi T3, T3, 7
    absorb_rest X0
#endif
    jal ra, .Lrounds

.Lmessage:
    /* Domain separation: the bit that is last in memory order. */
#if BIG
    xori X4, X4, 1
#else
    li T0, 1
    slli T0, T0, 63
    xor X4, X4, T0
#endif
    ld T0, VMB_ASCON_CALL_LEN(CALL)
    ld IN, VMB_ASCON_CALL_IN(CALL)
    ld OUT, VMB_ASCON_CALL_OUT(CALL)
    lw T1, VMB_ASCON_CALL_SEAL(CALL)
    andi T0, T0, -RATE
    add END, IN, T0
    beqz T1, 1f
    jal LINK, .Lseal
    j 2f
1:
    jal LINK, .Lopen
2:
    ld T3, VMB_ASCON_CALL_LEN(CALL)
#if RATE == 16
    andi T0, T3, 8
    andi T3, T3, 7
    beqz T0, 1f
    mv END, T3
    li T3, 8
    crypt_rest X0, 0
    mv T3, END
    crypt_rest X1, 1
    j 2f
1:
    crypt_rest X0, 0
2:
    add_key X2, X3
#else
    andi T3, T3, 7
    crypt_rest X0, 0
    add_key X1, X2
#endif
    jal ra, .Lrounds12
    add_key X3, X4
    turn_bytes X3, X3, T0
    turn_bytes X4, X4, T0
    ld OUT, VMB_ASCON_CALL_TAG(CALL)
    lw T1, VMB_ASCON_CALL_SEAL(CALL)
    beqz T1, .Lcompare
    andi T0, OUT, 7
    bnez T0, 1f
    sd X3, 0(OUT)
    sd X4, 8(OUT)
    j 2f
1:
    li T1, 8
    put_bytes X3, T1, T0
    put_bytes X4, T1, T0
2:
    li a0, 0
.Lreturn:
    vmb.leave FRAME, 0, CALLEE_SAVED
    ret

.Lcompare:
    load_any T0, 0, OUT, T2, T3
    load_any T1, 8, OUT, T2, T3
    xor X3, X3, T0
    xor X4, X4, T1
    or X3, X3, X4               /* no two differences can cancel */
    snez a0, X3
    j .Lreturn

/* Takes the T3 <= 8 bytes at IN, pads them, and writes as many to OUT: T1 is the raw
 * keystream, T0 becomes the raw word of the state. With d = what is read and padding
 * and m = where the state keeps its own bytes: sealed, k ^ d; opened, (k & m) ^ d.
 * Destroys T1 to T4. */
.Lrest:
    get_bytes T0, T3, T2, T4
    xor T2, T0, T1              /* what is written */
    lw T4, VMB_ASCON_CALL_SEAL(CALL)
    bnez T4, 1f
    slli T3, T3, 2              /* m, by two shifts of at most 32 */
    li T4, -1
    sll T4, T4, T3
    sll T4, T4, T3
    srli T3, T3, 2
    and T1, T1, T4
    xor T0, T0, T1
    j 2f
1:
    mv T0, T2
2:
    put_bytes T2, T3, T4
    ret

#include "ascon/ascon_loops_rv64.h"
    .size RUN, . - RUN

#include "ascon/ascon_blocks_rv64.h"
