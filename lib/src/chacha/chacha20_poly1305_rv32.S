/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * ChaCha20-Poly1305 for RV32: vmb_chacha20_poly1305_run of chacha20_poly1305.h.
 *
 * Source: RFC 8439, section 2.8; little-endian. Calls both kernels with the
 * registers saved once. The frame: saved registers, tag pointer, the pieces of
 * Poly1305's message (associated data, ciphertext, lengths), the one-time key. In
 * the size profile the pieces lie below the rest, where ChaCha20 had its frame.
 */
#include "chacha/chacha20_poly1305.h"
#include "common/frame.h"
#include "vambrace/detail/backend/size.h"

#if VMB_CHACHA20_POLY1305_RV32


#if VMB_SIZE
#define CALL VMB_CALLEE_SAVED_BYTES
#define TEXT (CALL + 4)
#define TAG (TEXT + 4)
#define ONE_TIME (TAG + 4)
#define FRAME 96
#define PIECES 0
#define LENGTHS (PIECES + 24)
#define INNER 48
#else
#define TAG VMB_CALLEE_SAVED_BYTES
#define PIECES (TAG + 4)
#define LENGTHS (PIECES + 24)
#define ONE_TIME (LENGTHS + 16)
#define FRAME 128
#endif

#if VMB_SIZE
/* From the call at c: the pieces at sp, for text. */
.macro vmb.chacha20_poly1305.pieces c, text
    lw a4, VMB_CALL_AD(\c)
    lw a5, VMB_CALL_AD_LEN(\c)
    lw t0, VMB_CALL_LEN(\c)
    addi t1, sp, LENGTHS
    li t2, 16
    sw a4, PIECES + 0(sp)
    sw a5, PIECES + 4(sp)
    sw \text, PIECES + 8(sp)
    sw t0, PIECES + 12(sp)
    sw t1, PIECES + 16(sp)
    sw t2, PIECES + 20(sp)
    sw a5, LENGTHS + 0(sp) /* 64 bits each; VMB_MAX_BYTES is below 2^32 */
    sw zero, LENGTHS + 4(sp)
    sw t0, LENGTHS + 8(sp)
    sw zero, LENGTHS + 12(sp)
.endm
#endif

    .section .text.vmb_chacha20_poly1305_run, "ax", @progbits
    .globl vmb_chacha20_poly1305_run
    .type vmb_chacha20_poly1305_run, @function

#if VMB_SIZE

/* void vmb_chacha20_poly1305_run(const vmb_call *c, size_t crypt, const uint8_t *text,
 *                                uint8_t *tag) */
vmb_chacha20_poly1305_run:
    vmb.enter FRAME, 0, VMB_CALLEE_SAVED
    sw a0, CALL(sp)
    sw a2, TEXT(sp)
    sw a3, TAG(sp)
    mv a6, a1
    lw a5, VMB_CALL_IN(a0)
    lw a4, VMB_CALL_OUT(a0)
    addi a3, sp, ONE_TIME
    li a2, 0
    lw a1, VMB_CALL_NONCE(a0)
    lw a0, VMB_CALL_KEY(a0)

#else

/* int vmb_chacha20_poly1305_run(const void *key, uint8_t *out, uint8_t *tag, const uint8_t *in,
 *                               const uint8_t *nonce, size_t len, const uint8_t *ad,
 *                               size_t ad_len) */
vmb_chacha20_poly1305_run:
    vmb.enter FRAME, 0, VMB_CALLEE_SAVED
    sw a2, TAG(sp)
    sw a6, PIECES + 0(sp)
    sw a7, PIECES + 4(sp)
    sw a5, PIECES + 12(sp)
    sw a7, LENGTHS + 0(sp) /* 64 bits each; VMB_MAX_BYTES is below 2^32 */
    sw zero, LENGTHS + 4(sp)
    sw a5, LENGTHS + 8(sp)
    sw zero, LENGTHS + 12(sp)
    addi t0, sp, LENGTHS
    li t1, 16
    sw t0, PIECES + 16(sp)
    sw t1, PIECES + 20(sp)
    mv a6, a5
    mv a5, a3
    mv t0, a4
    mv a4, a1
    mv a1, t0
    bnez a4, 1f
    li a6, 0
    mv a4, a5
1:  sw a4, PIECES + 8(sp)
    addi a3, sp, ONE_TIME
    li a2, 0

#endif

    call vmb_chacha20_raw

    lw a0, TAG(sp)
    addi a1, sp, ONE_TIME
#if VMB_SIZE
    lw a3, CALL(sp)
    lw a2, TEXT(sp)
    vmb.enter INNER
    vmb.chacha20_poly1305.pieces a3, a2
#endif
    addi a2, sp, PIECES
#if VMB_SIZE
    li a3, 3
#else
    addi a6, sp, PIECES + 24
#endif
    call vmb_poly1305_raw
#if VMB_SIZE
    vmb.leave INNER
#endif

    .irp i, 0, 1, 2, 3, 4, 5, 6, 7
    sw zero, ONE_TIME + 4 * \i(sp)
    .endr
    vmb.leave FRAME, 0, VMB_CALLEE_SAVED
#if !VMB_SIZE
    li a0, 0 /* VMB_OK */
#endif
    ret

    .size vmb_chacha20_poly1305_run, . - vmb_chacha20_poly1305_run

#if VMB_CHACHA20_POLY1305_NEXT

/* The frame of the following function: saved registers, Poly1305's accumulator where its kernel expects it, the pieces,
 * the first of them, and the one-time key. */
#define NEXT_H VMB_CALLEE_SAVED_BYTES
#define NEXT_PIECES (NEXT_H + 4)
#define NEXT_FIRST (NEXT_PIECES + 16)
#define NEXT_KEY (NEXT_FIRST + 4)
#define NEXT_FRAME 80

/* int vmb_chacha20_poly1305_next(vmb_chacha20_poly1305_body *s, uint8_t *out, const uint8_t *in, size_t len,
 *                                uint32_t counter) */
    .section .text.vmb_chacha20_poly1305_next, "ax", @progbits
    .balign 4
    .globl vmb_chacha20_poly1305_next
    .type vmb_chacha20_poly1305_next, @function
vmb_chacha20_poly1305_next:
    vmb.enter NEXT_FRAME, 0, VMB_CALLEE_SAVED
    mv t0, a0
    mv a6, a3
    mv a5, a2
    mv a2, a4
    mv a4, a1
    lw a0, VMB_CP_AT_KEEP(t0)
    mv t1, a4
    bnez a0, 1f
    mv t1, a5
1:  vmb.save NEXT_PIECES + 8, t1, a6
    addi t2, t0, VMB_CP_AT_H
    addi a3, t0, VMB_CP_AT_ONE_TIME
    addi t1, sp, NEXT_PIECES
    vmb.save NEXT_H, t2
    vmb.save NEXT_FIRST, t1, a3
    beqz a2, 1f
    addi t1, t1, 8
    li a3, 0
    vmb.save NEXT_FIRST, t1
    j 2f
1:  addi t2, t0, VMB_CP_AT_KS
    lw a0, VMB_CP_AT_AD_LEN(t0)
    vmb.save NEXT_PIECES, t2, a0
2:  lw a0, VMB_CP_AT_KEY(t0)
    addi a1, t0, VMB_CP_AT_NONCE
    call vmb_chacha20_raw

    li a0, 0
    vmb.restore NEXT_FIRST, a2, a1
    vmb.restore NEXT_H, a4
    addi a6, sp, NEXT_PIECES + 16
    call vmb_poly1305_more
    vmb.leave NEXT_FRAME, 0, VMB_CALLEE_SAVED
    li a0, 0 /* VMB_OK */
    ret
    .size vmb_chacha20_poly1305_next, . - vmb_chacha20_poly1305_next
#endif
#endif
