/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * Fixsliced AES for RV32IC, with or without Zbkb: ECB,
 *     void vmb_aes_encrypt_blocks(const uint32_t *rk, unsigned rounds,
 *                                 uint8_t *out, const uint8_t *in, size_t blocks)
 * of aes_backend.h. Cycles of a pair of blocks: those of aes_rv32_rounds.S, and 64
 * for in and out. Registers and stack frame: aes_rv32.h.
 */
#include "aes/rv32/aes_rv32.h"
#include "common/frame.h"

#if VMB_AES_RV32 && !VMB_SIZE

    .section .text.vmb_aes_encrypt_blocks, "ax"
    .balign 16
    .globl vmb_aes_encrypt_blocks
    .type vmb_aes_encrypt_blocks, @function
vmb_aes_encrypt_blocks:
    beqz a4, .Lnothing
    ENTER(.Lencrypted)
    sw a2, (F_OUT)(sp)
    sw a3, (F_IN)(sp)
    sw a4, (F_END)(sp)
.Lpair:
    LOAD_PAIR
    j vmb_rv32_encrypt

    .balign 4
.Lencrypted:
    STORE_PAIR
    bgtz t1, .Lpair

    vmb.leave F_SIZE, 0, VMB_CALLEE_SAVED
.Lnothing:
    ret
    .size vmb_aes_encrypt_blocks, . - vmb_aes_encrypt_blocks

#endif
