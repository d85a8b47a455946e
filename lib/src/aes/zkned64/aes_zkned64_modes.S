/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * AES-CBC and AES-CTR (NIST SP 800-38A; CTR counts like inc32 of SP 800-38D) with Zkne
 * and Zknd on RV64:
 *     void vmb_aes_cbc_encrypt_blocks(const uint32_t *rk, unsigned rounds,
 *             uint32_t iv[4], uint8_t *out, const uint8_t *in, size_t blocks)
 *     void vmb_aes_cbc_decrypt_blocks(same)
 *     void vmb_aes_ctr_blocks(same, with a counter)
 * of aes_backend.h. Encryption in CBC is a chain, one block at a time.
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
#define C0 a6                   /* the chaining value, or the counter block without */
#define C1 a7                   /* its last word */
#define COUNT s7
#define MASK s8
#define U K0

.macro cbc_encrypt load, store
    load_halves A0, A1, 0, STATE
.Lblock\@:
    vmb.step aes_blocks
    \load B0, B1, 0, IN
    xor2 A0, A1, B0, B1
    cipher1 aes64esm, aes64es, ROUNDS
    vmb.step aes_blocks
    \store A0, A1, 0, OUT
    addi IN, IN, 16
    addi OUT, OUT, 16
    addi LEFT, LEFT, -1
    bnez LEFT, .Lblock\@
    vmb.step aes_mode
    store_halves A0, A1, 0, STATE
.endm

/* In place, ciphertext is loaded again before it is overwritten. */
.macro cbc_decrypt load, store
    load_halves C0, C1, 0, STATE
    addi LEFT, LEFT, -2
    bltz LEFT, .Lone\@
.Ltwo\@:
    vmb.step aes_blocks
    \load A0, A1, 0, IN
    \load M0, M1, 16, IN
    cipher2 aes64dsm, aes64ds, ROUNDS
    vmb.step aes_blocks
    xor2 A0, A1, C0, C1
    \load B0, B1, 0, IN
    \load C0, C1, 16, IN
    xor2 M0, M1, B0, B1
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
    cipher1 aes64dsm, aes64ds, ROUNDS
    vmb.step aes_blocks
    xor2 A0, A1, C0, C1
    \load C0, C1, 0, IN
    \store A0, A1, 0, OUT
.Lend\@:
    vmb.step aes_mode
    store_halves C0, C1, 0, STATE
.endm

.macro ctr load, store
    load_halves C0, C1, 0, STATE
    counter_begin C1, COUNT, MASK, U
    addi LEFT, LEFT, -2
    bltz LEFT, .Lone\@
.Ltwo\@:
    vmb.step aes_blocks
    mv A0, C0
    mv M0, C0
    counter A1, COUNT, C1, MASK, U
    counter M1, COUNT, C1, MASK, U
    cipher2 aes64esm, aes64es, ROUNDS
    vmb.step aes_blocks
    \load B0, B1, 0, IN
    \load N0, N1, 16, IN
    xor2 A0, A1, B0, B1
    xor2 M0, M1, N0, N1
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
    mv A0, C0
    counter A1, COUNT, C1, MASK, U
    cipher1 aes64esm, aes64es, ROUNDS
    vmb.step aes_blocks
    \load B0, B1, 0, IN
    xor2 A0, A1, B0, B1
    \store A0, A1, 0, OUT
.Lend\@:
    vmb.step aes_mode
    counter A1, COUNT, C1, MASK, U
    store_halves C0, A1, 0, STATE
.endm

.macro function name, keys, mode
    .section .text.\name, "ax", @progbits
    .balign 4
    .globl \name
    .type \name, @function
\name:
    beqz LEFT, 3f
    vmb.enter FRAME, 0, CALLEE_SAVED
    \keys RK, ROUNDS
    by_alignment \mode, IN, OUT
    vmb.leave FRAME, 0, CALLEE_SAVED
3:
    ret
    .size \name, . - \name
.endm

    function vmb_aes_cbc_encrypt_blocks, keys_encrypt, cbc_encrypt
    function vmb_aes_cbc_decrypt_blocks, keys_decrypt, cbc_decrypt
    function vmb_aes_ctr_blocks, keys_encrypt, ctr

#endif
