/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * Whole blocks of the Ascon hashes for RV64: vmb_ascon_hash_blocks and
 * vmb_ascon_hash_squeeze of ascon_state.h.
 * Source: NIST SP 800-232, section 5; little-endian.
 */
#include "ascon/ascon_backend.h"
#include "common/frame.h"

#if VMB_ASCON_RV64

#define BLOCKS vmb_ascon_hash_blocks
#define RATE 8
#define ROUNDS 12
#define BIG 0
#define CRYPTS 0

#include "ascon/rv64/ascon_word_rv64.h"

#define FRAME 32

#define CALLEE_SAVED ra, s0, s1

    .option norelax
    .section .text.vmb_ascon_hash_blocks, "ax", @progbits
#include "ascon/rv64/ascon_loops_rv64.inc"
#include "ascon/rv64/ascon_blocks_rv64.inc"

/* void vmb_ascon_hash_squeeze(uint32_t state[10], uint8_t *out, size_t len) */
    .globl vmb_ascon_hash_squeeze
    .type vmb_ascon_hash_squeeze, @function
    .balign 4
vmb_ascon_hash_squeeze:
    vmb.enter FRAME, 0, CALLEE_SAVED
    mv CALL, a0
    mv OUT, a1
    add END, a1, a2
    load_state CALL
1:
    jal ra, .Lrounds
    andi T0, OUT, 7
    bnez T0, 2f
    sd X0, 0(OUT)
    addi OUT, OUT, 8
    bne OUT, END, 1b
    j 3f
2:
    mv T2, X0
    li T1, 8
    put_bytes T2, T1, T0
    bne OUT, END, 1b
3:
    store_state CALL
    vmb.leave FRAME, 0, CALLEE_SAVED
    ret
    .size vmb_ascon_hash_squeeze, . - vmb_ascon_hash_squeeze

#endif
