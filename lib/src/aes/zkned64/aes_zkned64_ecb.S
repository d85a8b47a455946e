/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * AES with Zkne and Zknd on RV64, each block by itself:
 *     void vmb_aes_encrypt_blocks(const uint32_t *rk, unsigned rounds,
 *                                 uint8_t *out, const uint8_t *in, size_t blocks)
 *     void vmb_aes_decrypt_blocks(same)
 * of aes_backend.h.
 */
#include "aes/zkned64/aes_zkned64.h"
#include "common/frame.h"

#if VMB_ISE_ZKNED64

#define RK a0
#define ROUNDS a1
#define OUT a2
#define IN a3
#define LEFT a4

.macro blocks op, last, load, store
    addi LEFT, LEFT, -2
    bltz LEFT, .Lone\@
.Ltwo\@:
    vmb.step aes_blocks
    \load A0, A1, 0, IN
    \load M0, M1, 16, IN
    cipher2 \op, \last, ROUNDS
    vmb.step aes_blocks
    \store A0, A1, 0, OUT
    \store M0, M1, 16, OUT
    addi IN, IN, 32
    addi OUT, OUT, 32
    addi LEFT, LEFT, -2
    bgez LEFT, .Ltwo\@
.Lone\@:
    andi LEFT, LEFT, 1
    beqz LEFT, .Lend\@
    vmb.step aes_blocks
    \load A0, A1, 0, IN
    cipher1 \op, \last, ROUNDS
    vmb.step aes_blocks
    \store A0, A1, 0, OUT
.Lend\@:
    vmb.step aes_mode
.endm

.macro encrypt load, store
    blocks aes64esm, aes64es, \load, \store
.endm
.macro decrypt load, store
    blocks aes64dsm, aes64ds, \load, \store
.endm

.macro function name, keys, mode
    .section .text.\name, "ax", @progbits
    .balign 4
    .globl \name
    .type \name, @function
\name:
    vmb.enter FRAME, 0, CALLEE_SAVED
    \keys RK, ROUNDS
    by_alignment \mode, IN, OUT
    vmb.leave FRAME, 0, CALLEE_SAVED
    ret
    .size \name, . - \name
.endm

    function vmb_aes_encrypt_blocks, keys_encrypt, encrypt
    function vmb_aes_decrypt_blocks, keys_decrypt, decrypt

#endif
