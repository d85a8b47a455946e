/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * A whole message of Ascon-AEAD128 or Ascon-128 on RV32: the body of the `run`
 * functions of ascon_backend.h. The includer defines
 *
 *     RUN      the function's name
 *     RATE     bytes of a block: 16 or 8
 *     ROUNDS   rounds between blocks: 8 or 6
 *     BIG      byte order: 0 little-endian, 1 big-endian
 *     IV_H, IV_L   the initial value
 *
 * Sources: NIST SP 800-232, section 4; Ascon v1.2, section 2.4.
 *
 * Registers, besides those of ascon_perm_rv32.h: the state and what is computed
 * from it stay in registers from the first permutation to the tag. Memory sees
 * plaintext only on its way through BOUNCE when a pointer is not aligned; that
 * is wiped.
 */
#define LINK ra                 /* where the rounds return to */
#define IN t0
#define OUT s2
#define END s3                  /* of the full blocks; then the length */
#define CALL s4                 /* the argument */
#define BYTES s5                /* 0x00ff00ff, to reverse bytes without rev8 */

#include "ascon/ascon_backend.h"
#include "ascon/ascon_word_rv32.h"

/* The frame. */
#define BOUNCE 0                /* a block on its way from or to an odd address */
#define REST_IN 16              /* what an unaligned text has left */
#define REST_OUT 20             /* null: associated data */
#define REST_LEN 24
#define RESUME 28               /* the loop it goes through */
#define SAVED 32                /* CALLEE_SAVED */
#define FRAME 64

#define FEWER (12 - ROUNDS)

/* With Xasconp a call of the rounds costs as much as a few of them: they stand where
 * they are wanted, and a loop takes two blocks at once where a block is short code. */
#define ROUNDS_HERE VMB_ISE_XASCONP
#define NEEDS_BYTES (BIG && !VMB_ISE_ZBKB)

#if NEEDS_BYTES
#define CALLEE_SAVED ra, s0, s1, s2, s3, s4, s5
#else
#define CALLEE_SAVED ra, s0, s1, s2, s3, s4
#endif

.macro load_key pointer
    lw A0, 0(\pointer)
    lw A1, 4(\pointer)
    lw A2, 8(\pointer)
    lw A3, 12(\pointer)
.endm

/* The key, in A0..A3, to two words of the state. */
.macro add_key xl, xh, yl, yh
    xor \xl, \xl, A0
    xor \xh, \xh, A1
    xor \yl, \yl, A2
    xor \yh, \yh, A3
.endm

.macro all_rounds
#if ROUNDS_HERE
    rounds 0, 12
#else
    jal LINK, .Lrounds12
#endif
.endm

.macro block_rounds
#if ROUNDS_HERE
    rounds FEWER, ROUNDS
#else
    jal LINK, .Lrounds
#endif
.endm

#if ROUNDS_HERE
.macro crypt_block crypt, offset
    \crypt X0L, X0H, 0, \offset, A0, A1
#if RATE == 16
    \crypt X1L, X1H, 1, \offset + 8, A0, A1
#endif
.endm

/* From IN to END, where T is RATE when that is an odd number of blocks, else 0. */
.macro crypt_blocks crypt
    beq IN, END, .L\crypt\()_done
#if !NEEDS_BYTES
    beqz T, .L\crypt\()_two
    addi IN, IN, -RATE          /* the second half of the loop alone */
    addi OUT, OUT, -RATE
    j .L\crypt\()_one
    .balign 4
.L\crypt\()_two:
    crypt_block \crypt, 0
    block_rounds
.L\crypt\()_one:
    crypt_block \crypt, RATE
    addi IN, IN, 2 * RATE
    addi OUT, OUT, 2 * RATE
    block_rounds
    bne IN, END, .L\crypt\()_two
#else
    .balign 4
.L\crypt\()_block:
    crypt_block \crypt, 0
    addi IN, IN, RATE
    addi OUT, OUT, RATE
    block_rounds
    bne IN, END, .L\crypt\()_block
#endif
.L\crypt\()_done:
.endm
#endif

    .section .text.RUN, "ax", @progbits
    .globl RUN
    .type RUN, @function

    /* Alignments below are meant as they are, and no jump goes to an instruction
     * that lies across two words: that costs a cycle. */
    .option norelax
    .option push
    .option norvc
    .balign 4

/* uint32_t RUN(const vmb_call *c) */
RUN:
    vmb.enter FRAME, SAVED, CALLEE_SAVED
#if NEEDS_BYTES
    li BYTES, 0x00ff00ff
#endif
    lw T, VMB_ASCON_CALL_NONCE(a0)
    lw IN, VMB_ASCON_CALL_KEY(a0)
    mv CALL, a0
    andi A1, T, 3
    bnez A1, .Lunaligned_nonce
.Lnonce:
    load_raw X3L, X3H, 0, T
    load_raw X4L, X4H, 8, T
    from_raw X3L, X3H, X3L, X3H
    from_raw X4L, X4H, X4L, X4H
    lw X1L, 0(IN)
    lw X1H, 4(IN)
    lw X2L, 8(IN)
    lw X2H, 12(IN)
#if COMPLEMENTED
    not X1L, X1L
    not X1H, X1H
    not X2L, X2L
    not X2H, X2H
#endif
#if VMB_ASCON_INTERLEAVED
    .set .Liv, (IV_H << 32) | IV_L
    even_bits .Liv, 0
    li X0L, .Lbits
    even_bits .Liv, 1
    li X0H, .Lbits
#else
    li X0L, IV_L
    li X0H, IV_H
#endif
    all_rounds
    load_key IN
    add_key X3L, X3H, X4L, X4H

    /* Associated data. */
    lw A1, VMB_ASCON_CALL_AD_LEN(CALL)
    lw IN, VMB_ASCON_CALL_AD(CALL)
    beqz A1, .Lmessage
    andi T, A1, -RATE
    add END, IN, T
    lla LINK, .Lad
    andi T, IN, 3
    bnez T, .Lunaligned_ad
#if ROUNDS_HERE
    beq IN, END, .Lad_last
    .balign 4
.Lad_block:
    load_raw A0, A1, 0, IN
    absorb X0L, X0H, A0, A1
#if RATE == 16
    load_raw A2, A3, 8, IN
    absorb X1L, X1H, A2, A3
#endif
    addi IN, IN, RATE
    block_rounds
    bne IN, END, .Lad_block
    j .Lad_last
#endif
.Lad:
    beq IN, END, .Lad_last
    load_raw A0, A1, 0, IN
#if RATE == 16
    load_raw A2, A3, 8, IN
    absorb X1L, X1H, A2, A3
#endif
    absorb X0L, X0H, A0, A1
    addi IN, IN, RATE
    j .Lrounds
.Lad_last:
    lw END, VMB_ASCON_CALL_AD_LEN(CALL)
#if RATE == 16
    andi A2, END, 8
    add IN, IN, A2
    get_last
    beqz A2, 1f
    absorb X1L, X1H, A0, A1
    load_raw A0, A1, -8, IN
1:                              /* the first word, whole or not */
#else
    get_last
#endif
    absorb X0L, X0H, A0, A1
    block_rounds

.Lmessage:
    /* Domain separation: the bit that is last in memory order. */
#if BIG
    xori X4L, X4L, 1
#else
    lui T, 0x80000
    xor X4H, X4H, T
#endif
    lw A0, VMB_ASCON_CALL_LEN(CALL)
    lw IN, VMB_ASCON_CALL_IN(CALL)
    lw OUT, VMB_ASCON_CALL_OUT(CALL)
    lw A4, VMB_ASCON_CALL_SEAL(CALL)
    andi T, A0, -RATE
    add END, IN, T
    or T, IN, OUT
    andi T, T, 3
    lla LINK, .Lseal
    bnez T, .Lunaligned_text
#if ROUNDS_HERE
    andi T, A0, RATE
    beqz A4, 1f
    crypt_blocks encrypt
    j .Lseal_last
1:
    crypt_blocks decrypt
    j .Lopen_last
#else
    bnez A4, .Lseal
    lla LINK, .Lopen
#endif
.Lopen:
    beq IN, END, .Lopen_last
    decrypt X0L, X0H, 0, 0, A0, A1
#if RATE == 16
    decrypt X1L, X1H, 1, 8, A0, A1
#endif
    addi IN, IN, RATE
    addi OUT, OUT, RATE
    j .Lrounds

.Lopen_last:
    lw END, VMB_ASCON_CALL_LEN(CALL)
#if RATE == 16
    andi A2, END, 8
    add IN, IN, A2
    add OUT, OUT, A2
    get_last
    beqz A2, 1f
    decrypt X0L, X0H, 0, -8, A2, A3
    decrypt_last X1L, X1H, 1
    j .Lput_last
1:
#else
    get_last
#endif
    decrypt_last X0L, X0H, 0
    j .Lput_last

.Lseal_last:
    lw END, VMB_ASCON_CALL_LEN(CALL)
#if RATE == 16
    andi A2, END, 8
    add IN, IN, A2
    add OUT, OUT, A2
    get_last
    beqz A2, 1f
    encrypt X0L, X0H, 0, -8, A2, A3
    absorb X1L, X1H, A0, A1
    raw_copy A0, A1, X1L, X1H, 1
    j .Lput_last
1:
#else
    get_last
#endif
    absorb X0L, X0H, A0, A1
    raw_copy A0, A1, X0L, X0H, 0
.Lput_last:
    put_last

    beqz LINK, .Lbounced_last
.Lfinish:
    lw IN, VMB_ASCON_CALL_KEY(CALL)
    load_key IN
#if RATE == 16
    add_key X2L, X2H, X3L, X3H
#else
    add_key X1L, X1H, X2L, X2H
#endif
    all_rounds
    load_key IN
    add_key X3L, X3H, X4L, X4H
    lw IN, VMB_ASCON_CALL_TAG(CALL)
    lw A4, VMB_ASCON_CALL_SEAL(CALL)
#if RAW_IS_STATE
#define TAG_0L X3L
#define TAG_0H X3H
#define TAG_1L X4L
#define TAG_1H X4H
#else
    to_raw X0L, X0H, X3L, X3H
    to_raw X1L, X1H, X4L, X4H
#define TAG_0L X0L
#define TAG_0H X0H
#define TAG_1L X1L
#define TAG_1H X1H
#endif
    andi T, IN, 3
    bnez T, .Lunaligned_tag
    beqz A4, .Lcompare
    store_raw TAG_0L, TAG_0H, 0, IN
    store_raw TAG_1L, TAG_1H, 8, IN
.Lreturn_0:
    li a0, 0
.Lreturn:
    vmb.leave FRAME, SAVED, CALLEE_SAVED
    ret

.Lcompare:
    load_raw A0, A1, 0, IN
    load_raw A2, A3, 8, IN
    xor A0, A0, TAG_0L
    xor A1, A1, TAG_0H
    or A0, A0, A1
    xor A2, A2, TAG_1L
    or A0, A0, A2
    xor A3, A3, TAG_1H
    or a0, A0, A3               /* no two differences can cancel */
    j .Lreturn

/* The sealing loop falls through to the rounds, which come back by LINK. */
.Lseal:
    beq IN, END, .Lseal_last
    encrypt X0L, X0H, 0, 0, A0, A1
#if RATE == 16
    encrypt X1L, X1H, 1, 8, A0, A1
#endif
    addi IN, IN, RATE
    addi OUT, OUT, RATE
    .option pop
.Lrounds:
    rounds FEWER, ROUNDS
    jr LINK

#if !ROUNDS_HERE
    .balign 4
.Lrounds12:
    rounds 0, FEWER
    j .Lrounds
#endif

/* An unaligned text goes through the loops above block by block by way of
 * BOUNCE, without an access that is not aligned. */
.Lunaligned_text:
    bnez A4, 1f
    lla LINK, .Lopen
1:
    sw OUT, REST_OUT(sp)
    mv OUT, sp
    j 1f
.Lunaligned_ad:
    sw zero, REST_OUT(sp)
    mv A0, A1
1:
    sw IN, REST_IN(sp)
    sw A0, REST_LEN(sp)
    sw LINK, RESUME(sp)
    j .Lbounce
.Lbounced:                      /* back from a block's rounds */
    lw A1, REST_OUT(sp)
    beqz A1, .Lbounce
    mv A0, sp
    li A2, RATE
    jal ra, .Lcopy
    sw A1, REST_OUT(sp)
    mv OUT, sp
.Lbounce:
    lw A0, REST_IN(sp)
    lw A2, REST_LEN(sp)
    mv A1, sp
    mv IN, sp
    li T, RATE
    bltu A2, T, 1f
    sub A2, A2, T
    sw A2, REST_LEN(sp)
    mv A2, T
    jal ra, .Lcopy
    li END, 0                   /* not IN: a full block */
    lla LINK, .Lbounced
    j 2f
1:
    jal ra, .Lcopy
    mv END, IN                  /* no full block */
    li LINK, 0                  /* sends the end of the message back here */
2:
    sw A0, REST_IN(sp)
    lw T, RESUME(sp)
    jr T
.Lbounced_last:
    lw A2, REST_LEN(sp)
    lw A1, REST_OUT(sp)
    mv A0, sp
    jal ra, .Lcopy
    .set .Lword, 0
    .rept RATE / 4
    sw zero, BOUNCE + .Lword(sp)
    .set .Lword, .Lword + 4
    .endr
    j .Lfinish

.Lunaligned_nonce:
    mv A0, T
    mv A1, sp
    li A2, 16
    jal ra, .Lcopy
    mv T, sp
    j .Lnonce

.Lunaligned_tag:
    li A2, 16
    bnez A4, 1f
    mv A0, IN
    mv A1, sp
    jal ra, .Lcopy
    mv IN, sp
    j .Lcompare
1:
    store_raw TAG_0L, TAG_0H, 0, sp
    store_raw TAG_1L, TAG_1H, 8, sp
    mv A0, sp
    mv A1, IN
    jal ra, .Lcopy
    j .Lreturn_0

/* Copies A2 bytes from A0 to A1, whatever the alignment; moves both behind
 * them. Destroys A2, A3, A4, T. */
.Lcopy:
    add A2, A2, A0
1:
    sub T, A2, A0
    sltiu T, T, 4
    bnez T, 2f
    lbu A3, 0(A0)
    lbu A4, 1(A0)
    lbu T, 2(A0)
    sb A3, 0(A1)
    lbu A3, 3(A0)
    sb A4, 1(A1)
    sb T, 2(A1)
    sb A3, 3(A1)
    addi A0, A0, 4
    addi A1, A1, 4
    j 1b
2:
    beq A0, A2, 3f
    lbu T, 0(A0)
    sb T, 0(A1)
    addi A0, A0, 1
    addi A1, A1, 1
    j 2b
3:
    jr ra

    .size RUN, . - RUN
