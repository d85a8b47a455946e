/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * Whole blocks of the Ascon hashes for RV32: vmb_ascon_hash_blocks and
 * vmb_ascon_hash_squeeze of ascon_state.h.
 * Source: NIST SP 800-232, section 5; little-endian.
 *
 * Cycles of a block squeezed, besides 12 rounds: 8 to loop, call and return, 4 to
 * store, 8 more with Zbkb alone for the form of the state; with Xasconp 4 less to call and
 * return. Without misaligned accesses 7 more to an odd address: 3 for each word, and a
 * shift amount; and 40 to 50 a call.
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

/* The first word of the state, raw. */
#if RAW_IS_STATE
#define SQUEEZED_L X0L
#define SQUEEZED_H X0H
#else
#define SQUEEZED_L A0
#define SQUEEZED_H A1
#endif

.macro next_output
#if VMB_ISE_XASCONP
    rounds 0, 12
#else
    jal ra, SHARED_ROUNDS
#endif
#if !RAW_IS_STATE
    to_raw A0, A1, X0L, X0H
#endif
.endm

/* For unaligned output: the rest of the last word, and 8 times the bytes after words (common/funnel.h); IN and END are
 * the words before it. Saved from byte MORE of the frame. */
#define REST s2
#define UP s5
#define DOWN A2
#define MORE 20

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
    vmb.if_unaligned T, IN, .Lsqueeze_unaligned
    .balign 4
.Lsqueeze:
    next_output
    store_raw SQUEEZED_L, SQUEEZED_H, 0, IN
    addi IN, IN, RATE
    bne IN, END, .Lsqueeze
.Lsqueezed:
    store_state STATE
    vmb.leave FRAME, 0, CALLEE_SAVED
    ret

#if !VMB_MISALIGNED
    .balign 4
.Lsqueeze_unaligned:
    vmb.save MORE, REST, UP
    sub IN, IN, T
    sub END, END, T
    slli UP, T, 3
    next_output
    neg DOWN, UP
    srl REST, SQUEEZED_L, DOWN
    srli A3, UP, 3
    add A3, A3, IN
    mv A4, SQUEEZED_L
    vmb.store_head A4, A3, T
    j 2f
    .balign 4
1:
    next_output
    neg DOWN, UP
    vmb.funnel A3, SQUEEZED_L, REST, UP, DOWN
    sw A3, 0(IN)
2:
    vmb.funnel A3, SQUEEZED_H, REST, UP, DOWN
    sw A3, 4(IN)
    addi IN, IN, RATE
    bne IN, END, 1b
    srli T, UP, 3
    add END, IN, T
3:
    sb REST, 0(IN)
    srli REST, REST, 8
    addi IN, IN, 1
    bne IN, END, 3b
    vmb.restore MORE, REST, UP
    j .Lsqueezed
#endif
    .size vmb_ascon_hash_squeeze, . - vmb_ascon_hash_squeeze

#endif
