/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * Fixsliced AES for RV32IC, with or without Zbkb: CBC (NIST SP 800-38A),
 *     void vmb_aes_cbc_encrypt_blocks(const uint32_t *rk, unsigned rounds,
 *             uint32_t iv[4], uint8_t *out, const uint8_t *in, size_t blocks)
 *     void vmb_aes_cbc_decrypt_blocks(the same)
 * of aes_backend.h. Layout of the planes: aes_fixslice.h; registers and stack
 * frame: aes_rv32.h.
 *
 * Each block to encrypt waits for the one before it, so there is but one at a time
 * where there is room for two: it costs what two cost. Cycles of a block: those of a
 * pair in aes_rv32_rounds.S, and 44 here. Cycles of two blocks to decrypt: those of
 * aes_rv32_inverse.S, and 43 here.
 */
#include "aes/rv32/aes_rv32.h"
#include "common/frame.h"
#include "vambrace/detail/backend/engine.h"

#if VMB_AES_RV32 && !VMB_SIZE && !VMB_ENGINE

#define CHAIN(c, even, odd)                                                    \
    lw K, (4 * c)(t1);                                                         \
    xor even, even, K;                                                         \
    mv odd, even

    .section .text.vmb_aes_cbc_encrypt_blocks, "ax"
    .balign 16
    .globl vmb_aes_cbc_encrypt_blocks
    .type vmb_aes_cbc_encrypt_blocks, @function
vmb_aes_cbc_encrypt_blocks:
    beqz a5, .Lnothing
    ENTER(.Lencrypted)
    sw a2, (F_STATE)(sp)
    sub a3, a3, a4
    sw a3, (F_OUT)(sp)
    mv t1, a4
    slli a5, a5, 4
    add a5, a5, a4
    sw a5, (F_END)(sp)
    lw Q0, 0(a2)
    lw Q4, 8(a2)
    lw Q6, 12(a2)
    lw Q2, 4(a2) /* which is a2 */
.Lblock:
    sw t1, (F_IN)(sp)
    CHAIN(0, Q0, Q1)
    CHAIN(1, Q2, Q3)
    CHAIN(2, Q4, Q5)
    CHAIN(3, Q6, Q7)
    j vmb_rv32_encrypt

    .balign 4
.Lencrypted:
    lw t1, (F_IN)(sp)
    lw t2, (F_OUT)(sp)
    lw t3, (F_END)(sp)
    add t2, t2, t1
    sw Q0, 0(t2)
    sw Q2, 4(t2)
    sw Q4, 8(t2)
    sw Q6, 12(t2)
    addi t1, t1, 16
    bne t1, t3, .Lblock

    lw t1, (F_STATE)(sp)
    sw Q0, 0(t1)
    sw Q2, 4(t1)
    sw Q4, 8(t1)
    sw Q6, 12(t1)
    vmb.leave F_SIZE, 0, VMB_CALLEE_SAVED
.Lnothing:
    ret
    .size vmb_aes_cbc_encrypt_blocks, . - vmb_aes_cbc_encrypt_blocks

/* Words c of the blocks at t1 and t2, and of the block before, which is at t4 and
 * becomes that at t2. */
#define UNCHAIN(c, even, odd)                                                  \
    lw K, (4 * c)(t4);                                                         \
    lw t0, (4 * c)(t1);                                                        \
    lw t6, (4 * c)(t2);                                                        \
    xor even, even, K;                                                         \
    xor odd, odd, t0;                                                          \
    sw t6, (4 * c)(t4)

    .section .text.vmb_aes_cbc_decrypt_blocks, "ax"
    .balign 16
    .globl vmb_aes_cbc_decrypt_blocks
    .type vmb_aes_cbc_decrypt_blocks, @function
vmb_aes_cbc_decrypt_blocks:
    beqz a5, .Lnone
    ENTER_INVERSE(.Ldecrypted)
    sw a2, (F_STATE)(sp)
    sub a3, a3, a4
    sw a3, (F_OUT)(sp)
    sw a4, (F_IN)(sp)
    sw a5, (F_END)(sp)
.Lpair:
    LOAD_PAIR
    j vmb_rv32_decrypt

    .balign 4
.Ldecrypted:
    FIND_PAIR
    addi t1, t1, -32 /* LOAD_PAIR has moved on */
    addi t2, t2, -32
    lw t4, (F_STATE)(sp)
    UNCHAIN(0, Q0, Q1)
    UNCHAIN(1, Q2, Q3)
    UNCHAIN(2, Q4, Q5)
    UNCHAIN(3, Q6, Q7)
    add t2, t2, t3
    sw Q1, 0(t2)
    sw Q3, 4(t2)
    sw Q5, 8(t2)
    sw Q7, 12(t2)
    add t1, t1, t3
    sw Q0, 0(t1)
    sw Q2, 4(t1)
    sw Q4, 8(t1)
    sw Q6, 12(t1)
    bgtz t5, .Lpair

    vmb.leave F_SIZE, 0, VMB_CALLEE_SAVED
.Lnone:
    ret
    .size vmb_aes_cbc_decrypt_blocks, . - vmb_aes_cbc_decrypt_blocks

#endif
