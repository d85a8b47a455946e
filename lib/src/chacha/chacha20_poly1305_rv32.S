/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * ChaCha20-Poly1305 for RV32: vmb_chacha20_poly1305_run of chacha20_poly1305.h.
 *
 * Source: RFC 8439, section 2.8; little-endian. Calls both kernels with the
 * registers saved once. The frame: saved registers, tag pointer, the pieces of
 * Poly1305's message (associated data, ciphertext, lengths), the one-time key.
 */
#include "chacha/chacha20_poly1305.h"

#if VMB_CHACHA20_POLY1305_RV32

#include "poly1305/rv32_saved.h"

#define TAG VMB_SAVED_BYTES
#define PIECES (TAG + 4)
#define LENGTHS (PIECES + 24)
#define ONE_TIME (LENGTHS + 16)
#define FRAME 128

    .section .text.vmb_chacha20_poly1305_run, "ax", @progbits
    .globl vmb_chacha20_poly1305_run
    .type vmb_chacha20_poly1305_run, @function

/* void vmb_chacha20_poly1305_run(const vmb_call *c, size_t crypt, const uint8_t *text,
 *                                uint8_t *tag) */
vmb_chacha20_poly1305_run:
    addi sp, sp, -FRAME
    vmb.saved sw
    lw a4, VMB_CALL_AD(a0)
    lw a5, VMB_CALL_AD_LEN(a0)
    lw t0, VMB_CALL_LEN(a0)
    sw a3, TAG(sp)
    addi t1, sp, LENGTHS
    li t2, 16
    sw a4, PIECES + 0(sp)
    sw a5, PIECES + 4(sp)
    sw a2, PIECES + 8(sp)
    sw t0, PIECES + 12(sp)
    sw t1, PIECES + 16(sp)
    sw t2, PIECES + 20(sp)
    sw a5, LENGTHS + 0(sp) /* 64 bits each; VMB_MAX_BYTES is below 2^32 */
    sw zero, LENGTHS + 4(sp)
    sw t0, LENGTHS + 8(sp)
    sw zero, LENGTHS + 12(sp)

    mv a6, a1
    lw a5, VMB_CALL_IN(a0)
    lw a4, VMB_CALL_OUT(a0)
    addi a3, sp, ONE_TIME
    li a2, 0
    lw a1, VMB_CALL_NONCE(a0)
    lw a0, VMB_CALL_KEY(a0)
    call vmb_chacha20_raw

    lw a0, TAG(sp)
    addi a1, sp, ONE_TIME
    addi a2, sp, PIECES
    li a3, 3
    call vmb_poly1305_raw

    .irp i, 0, 1, 2, 3, 4, 5, 6, 7
    sw zero, ONE_TIME + 4 * \i(sp)
    .endr
    vmb.saved lw
    addi sp, sp, FRAME
    ret

    .size vmb_chacha20_poly1305_run, . - vmb_chacha20_poly1305_run
#endif

#ifdef __ELF__
    .section .note.GNU-stack, "", %progbits
#endif
