/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * Whole blocks into a state in memory for RV32: the body of the kernels of
 * ascon_state.h. The state is in registers from the first block to the last, and
 * the rounds are the shared ones of ascon_permute_rv32.S. The includer defines
 *
 *     BLOCKS   the function's name
 *     RATE     bytes of a block: 16 or 8
 *     ROUNDS   rounds behind each block: 12, 8 or 6
 *     BIG      byte order: 0 little-endian, 1 big-endian
 *     HASH     1: the kernel only absorbs
 *
 * Sources: NIST SP 800-232, sections 4 and 5; Ascon v1.2, section 2.4.
 *
 * Cycles of a block, besides the rounds: 8 to loop, call and return, of sealing
 * and opening 9; for each 8 bytes 4 to load, 4 to store, 2 to 4 to add, and what
 * the byte order and the form of the state ask for. A load from an odd address
 * costs 13 more, a store to one 18. Each call: about 90. With Xasconp the rounds
 * stand in the loops, which saves 4.
 */
#define IN t0
#define OUT s2
#define END s3                  /* of the input */
#define STATE s4                /* the argument */
#define BYTES s5                /* 0x00ff00ff, to reverse bytes without rev8 */
#define DOWN s6                 /* how an odd address moves its bytes: down by this, */
#define UP s7                   /* up by this and one more */

#include "ascon/ascon_backend.h"
#include "ascon/ascon_word_rv32.h"

#define PASTE_(a, b) a##b
#define PASTE(a, b) PASTE_(a, b)
#define SHARED_ROUNDS PASTE(vmb_ascon_rounds, ROUNDS)

/* The last argument, where the state does not take its register. */
#if VMB_ISE_XASCONP
#define MODE A2
#else
#define MODE a4
#endif

/* The rounds behind a block. */
.macro shared_rounds
#if VMB_ISE_XASCONP
    rounds 12 - ROUNDS, ROUNDS
#else
    jal ra, SHARED_ROUNDS
#endif
.endm

#define NEEDS_BYTES (BIG && !VMB_ISE_ZBKB)
#define FRAME 32

/* rl, rh = the raw halves of the word at offset of pointer, whatever its
 * alignment: from the aligned words that hold its bytes and from no other.
 * Destroys A4 and T. */
.macro load_odd rl, rh, offset, pointer
    andi T, \pointer, -4
#if BIG
    lw \rh, \offset(T)
    lw \rl, \offset + 4(T)
#else
    lw \rl, \offset(T)
    lw \rh, \offset + 4(T)
#endif
    addi A4, \pointer, 7
    andi A4, A4, -4
    lw A4, \offset(A4)
    slli A4, A4, 1
    sll A4, A4, UP
#if BIG
    srl \rh, \rh, DOWN
    slli T, \rl, 1
    sll T, T, UP
    or \rh, \rh, T
    srl \rl, \rl, DOWN
    or \rl, \rl, A4
#else
    srl \rl, \rl, DOWN
    slli T, \rh, 1
    sll T, T, UP
    or \rl, \rl, T
    srl \rh, \rh, DOWN
    or \rh, \rh, A4
#endif
.endm

.macro store_bytes r, offset, pointer
    sb \r, \offset(\pointer)
    srli T, \r, 8
    sb T, \offset + 1(\pointer)
    srli T, \r, 16
    sb T, \offset + 2(\pointer)
    srli T, \r, 24
    sb T, \offset + 3(\pointer)
.endm

/* Destroys T. */
.macro store_odd rl, rh, offset, pointer
    store_bytes \rl, \offset + RAW_L, \pointer
    store_bytes \rh, \offset + RAW_H, \pointer
.endm

#if HASH
#define CALLEE_SAVED ra, s0, s1, s3, s4
#elif NEEDS_BYTES
#define CALLEE_SAVED ra, s0, s1, s3, s4, s2, s5
#else
#define CALLEE_SAVED ra, s0, s1, s3, s4, s2
#endif

/* What happens to a block, then the rounds, until the input ends. */
.macro absorb_blocks load
    .balign 4
.Labsorb_\load:
    \load A0, A1, 0, IN
    absorb X0L, X0H, A0, A1
#if RATE == 16
    \load A0, A1, 8, IN
    absorb X1L, X1H, A0, A1
#endif
    addi IN, IN, RATE
    shared_rounds
    bne IN, END, .Labsorb_\load
.endm

.macro crypt_blocks crypt, load, store
    .balign 4
.L\crypt\load:
    \crypt X0L, X0H, 0, 0, A0, A1, \load, \store
#if RATE == 16
    \crypt X1L, X1H, 1, 8, A0, A1, \load, \store
#endif
    addi IN, IN, RATE
    addi OUT, OUT, RATE
    shared_rounds
    bne IN, END, .L\crypt\load
.endm

/* void BLOCKS(uint32_t state[10], uint8_t *out, const uint8_t *in, size_t len,
 *             uint32_t mode) */
    .section .text.BLOCKS, "ax", @progbits
    .globl BLOCKS
    .type BLOCKS, @function
    .option norelax
    .option norvc               /* no jump goes to an instruction across two words */
    .balign 4
BLOCKS:
    vmb.enter FRAME, 0, CALLEE_SAVED
    mv STATE, a0
    mv IN, a2
    add END, a2, a3
#if !HASH
    mv OUT, a1
#if VMB_ISE_XASCONP
    mv MODE, a4
#endif
#endif
#if NEEDS_BYTES
    li BYTES, 0x00ff00ff
#endif
    load_state STATE
#if !HASH
    bnez MODE, .Lcrypt
#endif
    andi T, IN, 3
    bnez T, .Labsorb_odd
    absorb_blocks load_raw

.Ldone:
    store_state STATE
    vmb.leave FRAME, 0, CALLEE_SAVED
    ret

.Labsorb_odd:
    jal A4, .Lodd
    absorb_blocks load_odd
    j .Ldone_odd

#if !HASH
.Lcrypt:
    addi A0, MODE, -2           /* zero to open */
    or T, IN, OUT
    andi T, T, 3
    bnez T, .Lcrypt_odd
    beqz A0, .Lopen
    crypt_blocks encrypt, load_raw, store_raw
    j .Ldone
.Lopen:
    crypt_blocks decrypt, load_raw, store_raw
    j .Ldone

.Lcrypt_odd:
    jal A4, .Lodd
    beqz A0, .Lopen_odd
    crypt_blocks encrypt, load_odd, store_odd
    j .Ldone_odd
.Lopen_odd:
    crypt_blocks decrypt, load_odd, store_odd
#endif
.Ldone_odd:
    vmb.leave 16, 0, DOWN, UP
    j .Ldone

.Lodd:
    vmb.enter 16, 0, DOWN, UP
    andi DOWN, IN, 3
    slli DOWN, DOWN, 3
    li UP, 31
    sub UP, UP, DOWN
    jr A4
    .size BLOCKS, . - BLOCKS
