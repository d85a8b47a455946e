/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * Steps of AES-CCM (NIST SP 800-38C) with Zkne on RV64:
 *     void vmb_aes_ccm_blocks(const uint32_t *rk, unsigned rounds, vmb_ccm_state *s,
 *                             uint8_t *out, const uint8_t *in, size_t blocks, int open)
 * of aes_backend.h: the counter's block and the CBC-MAC's share the round keys. What
 * is around whole blocks is ccm_run.c.
 */
#include "aes/zkned64/aes_zkned64.h"
#include "common/frame.h"

#if VMB_ISE_ZKNED64

#define RK a0
#define ROUNDS a1
#define STATE a2
#define OUT a3
#define IN a4
#define LEFT a5
#define OPENS a6                /* all ones to open, else zero */
#define COUNT s7
#define MASK s8
#define U K0
#define C0 a7                   /* the counter block without its last word */
#define C1 a0                   /* the round keys have their places by then */

.macro steps load, store
    load_halves M0, M1, 0, STATE
    load_halves C0, C1, 16, STATE
    counter_begin C1, COUNT, MASK, U
.Lstep\@:
    vmb.step aes_blocks
    mv A0, C0
    counter A1, COUNT, C1, MASK, U
    cipher2 aes64esm, aes64es, ROUNDS
    vmb.step aes_blocks
    \load B0, B1, 0, IN
    and N0, A0, OPENS           /* plaintext: the input, or the input with keystream */
    and N1, A1, OPENS
    xor2 A0, A1, B0, B1
    xor2 M0, M1, B0, B1
    xor2 M0, M1, N0, N1
    \store A0, A1, 0, OUT
    addi IN, IN, 16
    addi OUT, OUT, 16
    addi LEFT, LEFT, -1
    bnez LEFT, .Lstep\@
    vmb.step aes_mode
    store_halves M0, M1, 0, STATE
    counter A1, COUNT, C1, MASK, U
    store_halves C0, A1, 16, STATE
.endm

    .section .text.vmb_aes_ccm_blocks, "ax", @progbits
    .balign 4
    .globl vmb_aes_ccm_blocks
    .type vmb_aes_ccm_blocks, @function
vmb_aes_ccm_blocks:
    vmb.enter FRAME, 0, CALLEE_SAVED
    keys_encrypt RK, ROUNDS
    neg OPENS, OPENS
    by_alignment steps, IN, OUT
    vmb.leave FRAME, 0, CALLEE_SAVED
    ret
    .size vmb_aes_ccm_blocks, . - vmb_aes_ccm_blocks

#endif
