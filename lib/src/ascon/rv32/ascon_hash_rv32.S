/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * Whole blocks of the Ascon hashes for RV32: vmb_ascon_hash_blocks and
 * vmb_ascon_hash_squeeze of ascon_state.h.
 * Source: NIST SP 800-232, section 5; little-endian.
 *
 * Cycles of a block squeezed, besides 12 rounds: 8 to loop, call and return, 4 to
 * store, 8 more with Zbkb alone for the form of the state; 18 more to an odd
 * address; with Xasconp 4 less to call and return.
 */
#include "ascon/ascon_backend.h"
#include "common/frame.h"

#if VMB_ASCON_RV32 && VMB_ASCON_KERNELS

#define BLOCKS vmb_ascon_hash_blocks
#define RATE 8
#define ROUNDS 12
#define BIG 0
#define HASH 1

#include "ascon/rv32/ascon_blocks_rv32.inc"

/* Raw halves to offset of a pointer that is not aligned. Destroys T. */
.macro store_bytes rl, rh, offset, pointer
    .set .Lbyte, \offset
    .irp word, \rl, \rh
    sb \word, .Lbyte(\pointer)
    srli T, \word, 8
    sb T, .Lbyte + 1(\pointer)
    srli T, \word, 16
    sb T, .Lbyte + 2(\pointer)
    srli T, \word, 24
    sb T, .Lbyte + 3(\pointer)
    .set .Lbyte, .Lbyte + 4
    .endr
.endm

/* Output, of the first word of the state, by way of A0, A1. */
.macro squeeze_blocks store
    .balign 4
.Lsqueeze_\store:
#if VMB_ISE_XASCONP
    rounds 0, 12
#else
    jal ra, SHARED_ROUNDS
#endif
#if RAW_IS_STATE
    \store X0L, X0H, 0, IN
#else
    to_raw A0, A1, X0L, X0H
    \store A0, A1, 0, IN
#endif
    addi IN, IN, RATE
    bne IN, END, .Lsqueeze_\store
.endm

/* void vmb_ascon_hash_squeeze(uint32_t state[10], uint8_t *out, size_t len) */
    .section .text.vmb_ascon_hash_squeeze, "ax", @progbits
    .globl vmb_ascon_hash_squeeze
    .type vmb_ascon_hash_squeeze, @function
    .balign 4
vmb_ascon_hash_squeeze:
    vmb.enter FRAME, 0, CALLEE_SAVED
    mv STATE, a0
    mv IN, a1
    add END, a1, a2
    load_state STATE
#if VMB_MISALIGNED
    squeeze_blocks store_raw
#else
    andi T, IN, 3
    bnez T, 1f
    squeeze_blocks store_raw
    j 2f
1:
    squeeze_blocks store_bytes
2:
#endif
    store_state STATE
    vmb.leave FRAME, 0, CALLEE_SAVED
    ret
    .size vmb_ascon_hash_squeeze, . - vmb_ascon_hash_squeeze

#endif
