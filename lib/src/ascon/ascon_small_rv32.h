/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * A whole message on RV32 in the size profile (VMB_SIZE): the body of the `run`
 * functions of ascon_backend.h, for what ascon_run_rv32.h takes in the speed
 * profile. The includer defines the same names.
 *
 * One loop does associated data, sealing and opening: associated data is sealed
 * to a place of no interest. A full block at aligned addresses goes straight
 * through it; any other goes byte by byte through two buffers. The rounds
 * are the shared ones of ascon_permute_rv32.S.
 *
 * Sources: NIST SP 800-232, section 4; Ascon v1.2, section 2.4.
 */
#define IN s2
#define LEN s3
#define OUT s4
#define STEP s5                 /* what OUT moves on for a block */
#define OPENING s6              /* all ones to open, else zero */
#define CALL s7                 /* the argument */
#define BACK s8                 /* where .Lcrypt returns to */
#define N s9                    /* bytes of the block in a buffer */
#define BYTES s10               /* 0x00ff00ff, to reverse bytes without rev8 */

#include "ascon/ascon_backend.h"
#include "ascon/ascon_word_rv32.h"

/* The frame. */
#define FROM 0                  /* a block with padding, and the tag */
#define TO RATE                 /* what became of the block; of no use beside a tag */
#define SAVED (2 * RATE)        /* up to 12 registers */
#define FRAME (SAVED + 48)

#define NEEDS_BYTES (BIG && !VMB_ISE_ZBKB)

#if NEEDS_BYTES
#define CALLEE_SAVED ra, s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10
#else
#define CALLEE_SAVED ra, s0, s1, s2, s3, s4, s5, s6, s7, s8, s9
#endif

/* Where a word changes its form by a subroutine. */
#define BY_CALL (VMB_ASCON_INTERLEAVED || NEEDS_BYTES)

/* A0, A1 = the state's halves of the 8 bytes at offset of pointer. Destroys A4, T. */
.macro get_word offset, pointer
    load_raw A0, A1, \offset, \pointer
#if BY_CALL
    jal A4, .Lfrom_raw
#else
    from_raw A0, A1, A0, A1
#endif
.endm

/* The opposite. */
.macro put_word offset, pointer
#if NEEDS_BYTES
    jal A4, .Lfrom_raw          /* reversing bytes is its own inverse */
#elif BY_CALL
    jal A4, .Lto_raw
#else
    to_raw A0, A1, A0, A1
#endif
    store_raw A0, A1, \offset, \pointer
.endm

/* One word of an aligned block, from IN to OUT. Destroys A0 to A4, T. */
.macro block_word xl, xh, offset
    load_raw A0, A1, \offset, IN
#if VMB_ASCON_INTERLEAVED
    jal A4, .Lfrom_raw
#else
    from_raw A0, A1, A0, A1
#endif
    xor A2, \xl, A0
    xor A3, \xh, A1
#if VMB_ISE_ZBKB
    vmb.andn \xl, \xl, OPENING
    vmb.andn \xh, \xh, OPENING
#else
    not T, OPENING
    and \xl, \xl, T
    and \xh, \xh, T
#endif
    xor \xl, \xl, A0
    xor \xh, \xh, A1
#if VMB_ASCON_INTERLEAVED
    mv A0, A2
    mv A1, A3
    put_word \offset, OUT
#else
    to_raw A2, A3, A2, A3
    store_raw A2, A3, \offset, OUT
#endif
.endm

/* The word at offset of FROM into the state; what it makes of the state to TO. */
.macro buffered_word xl, xh, offset
    get_word FROM + \offset, sp
    xor \xl, \xl, A0
    xor \xh, \xh, A1
#if BIG && !BY_CALL
    to_raw A0, A1, \xl, \xh
    store_raw A0, A1, TO + \offset, sp
#else
    mv A0, \xl
    mv A1, \xh
    put_word TO + \offset, sp
#endif
.endm

/* The last rounds, ROUNDS or 12 of them. */
#define PASTE_(a, b) a##b
#define PASTE(a, b) PASTE_(a, b)
.macro shared_rounds count
#if !VMB_ISE_XASCONP
    li RC, 15 * (\count)
    jal ra, vmb_ascon_rounds
#else
    .if (\count) == 12
    jal ra, vmb_ascon_rounds12
    .else
    jal ra, PASTE(vmb_ascon_rounds, ROUNDS)
    .endif
#endif
.endm

/* The key to two words of the state. */
.macro add_key xl, xh, yl, yh
    lw T, VMB_ASCON_CALL_KEY(CALL)
    lw A0, 0(T)
    lw A1, 4(T)
    lw A2, 8(T)
    lw A3, 12(T)
    xor \xl, \xl, A0
    xor \xh, \xh, A1
    xor \yl, \yl, A2
    xor \yh, \yh, A3
.endm

    .section .text.RUN, "ax", @progbits
    .globl RUN
    .type RUN, @function
    .option norelax
    .balign 4

/* uint32_t RUN(const vmb_call *c) */
RUN:
    vmb.enter FRAME, SAVED, CALLEE_SAVED
    mv CALL, a0
#if NEEDS_BYTES
    li BYTES, 0x00ff00ff
#endif
    lw A2, VMB_ASCON_CALL_NONCE(CALL)
    andi T, A2, 3
    beqz T, 2f
    addi A3, sp, 16
1:                              /* the nonce, from its end */
    addi A3, A3, -1
    sub A0, A3, sp
    add A0, A0, A2
    lbu A0, 0(A0)
    sb A0, 0(A3)
    bne A3, sp, 1b
    mv A2, sp
2:
    get_word 0, A2
    mv X3L, A0
    mv X3H, A1
    get_word 8, A2
    mv X4L, A0
    mv X4H, A1
    lw T, VMB_ASCON_CALL_KEY(CALL)
    lw X1L, 0(T)
    lw X1H, 4(T)
    lw X2L, 8(T)
    lw X2H, 12(T)
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
    jal ra, .Lpermute_and_key

    lw LEN, VMB_ASCON_CALL_AD_LEN(CALL)
    li OPENING, 0
    beqz LEN, 1f
    lw IN, VMB_ASCON_CALL_AD(CALL)
    addi OUT, sp, TO
    li STEP, 0
    jal ra, .Lcrypt
    shared_rounds ROUNDS
1:
    /* Domain separation: the bit that is last in memory order. */
#if BIG
    xori X4L, X4L, 1
#else
    lui T, 0x80000
    xor X4H, X4H, T
#endif
    lw IN, VMB_ASCON_CALL_IN(CALL)
    lw LEN, VMB_ASCON_CALL_LEN(CALL)
    lw OUT, VMB_ASCON_CALL_OUT(CALL)
    lw T, VMB_ASCON_CALL_SEAL(CALL)
    addi OPENING, T, -1
    li STEP, RATE
    jal ra, .Lcrypt
#if RATE == 16
    add_key X2L, X2H, X3L, X3H
#else
    add_key X1L, X1H, X2L, X2H
#endif
    jal ra, .Lpermute_and_key

    /* The tag: written and read again, or read. */
    mv A0, X3L
    mv A1, X3H
    put_word FROM, sp
    mv A0, X4L
    mv A1, X4H
    put_word FROM + 8, sp
    lw A1, VMB_ASCON_CALL_TAG(CALL)
    mv A0, sp
    li A3, 0
1:
    lbu T, 0(A0)
    bnez OPENING, 2f
    sb T, 0(A1)
2:
    lbu A4, 0(A1)
    sb zero, 0(A0)
    addi A0, A0, 1
    addi A1, A1, 1
    xor T, T, A4
    or A3, A3, T                /* no two differences can cancel */
    addi A2, A0, -16
    bne A2, sp, 1b
    mv a0, A3
    .set .Lword, 16             /* what of the buffers lies behind the tag */
    .rept (SAVED - 16) / 4
    sw zero, .Lword(sp)
    .set .Lword, .Lword + 4
    .endr
    vmb.leave FRAME, SAVED, CALLEE_SAVED
    ret

.Lpermute_and_key:
    mv BACK, ra
    shared_rounds 12
    add_key X3L, X3H, X4L, X4H
    jr BACK

/* LEN bytes at IN to OUT, and the padding; no rounds behind the last block. */
.Lcrypt:
    mv BACK, ra
.Lnext:
    or T, IN, OUT
    andi T, T, 3
    li N, RATE
    bltu LEN, N, .Llast
    bnez T, .Lbuffer
    .balign 4
.Lblock:
    block_word X0L, X0H, 0
#if RATE == 16
    block_word X1L, X1H, 8
#endif
    addi IN, IN, RATE
    addi LEN, LEN, -RATE
    add OUT, OUT, STEP
    shared_rounds ROUNDS
    bgeu LEN, N, .Lblock
.Llast:
    mv N, LEN

/* With d the N bytes and zeros behind them: adds d to the state, which gives the
 * N bytes for OUT; then adds the padding, and to open also what has to go from
 * plaintext to ciphertext, d + out. The padding of a full block goes to TO, where
 * it does nothing. */
.Lbuffer:
    .set .Lword, FROM
    .rept RATE / 4
    sw zero, .Lword(sp)
    .set .Lword, .Lword + 4
    .endr
    mv A1, IN
    mv A2, sp
    add A3, sp, N
1:
    beq A2, A3, 2f
    lbu T, 0(A1)
    sb T, 0(A2)
    addi A1, A1, 1
    addi A2, A2, 1
    j 1b
2:
    jal ra, .Lbuffered
    mv A1, OUT
    mv A2, sp
    add A3, sp, N
1:
    beq A2, A3, 2f
    lbu T, TO(A2)
    lbu A0, 0(A2)
    sb T, 0(A1)
    xor T, T, A0
    and T, T, OPENING
    sb T, 0(A2)
    addi A1, A1, 1
    addi A2, A2, 1
    j 1b
2:
    li T, PADDING
    sb T, 0(A2)
    jal ra, .Lbuffered
    li T, RATE
    bne N, T, 1f
    addi IN, IN, RATE
    addi LEN, LEN, -RATE
    add OUT, OUT, STEP
    shared_rounds ROUNDS
    j .Lnext
1:
    jr BACK

.Lbuffered:
    buffered_word X0L, X0H, 0
#if RATE == 16
    buffered_word X1L, X1H, 8
#endif
    jr ra

#if BY_CALL
.Lfrom_raw:
    from_raw A0, A1, A0, A1
    jr A4
#if !NEEDS_BYTES
.Lto_raw:
    to_raw A0, A1, A0, A1
    jr A4
#endif
#endif
    .size RUN, . - RUN
