/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * Fixsliced AES for RV32IC, with or without Zbkb: the steps of CCM,
 *     void vmb_aes_ccm_blocks(const uint32_t *rk, unsigned rounds, vmb_ccm_state *s,
 *                             uint8_t *out, const uint8_t *in, size_t blocks, int open)
 * of aes_backend.h. Block 0 of the pair is the counter, block 1 the CBC-MAC.
 * Layout of the planes: aes_fixslice.h; registers and stack frame: aes_rv32.h.
 * Cycles of a step: those of a pair of blocks (aes_rv32_rounds.S), and 67 here.
 */
#include "aes/aes_rv32.h"

#if VMB_AES_RV32 && !VMB_SIZE

/* vmb_ccm_state. */
#define S_MAC 0
#define S_CTR 16

/* One word of the end of a step. */
#define STEP_WORD(c, stream, mac)                                              \
    lw K, (4 * c)(t5);                                                         \
    xor mac, mac, K;                                                           \
    xor K, K, stream;                                                          \
    sw K, (4 * c)(t4);                                                         \
    and stream, stream, t6;                                                    \
    xor mac, mac, stream

    .section .text.vmb_aes_ccm_blocks, "ax"
    .balign 16
    .globl vmb_aes_ccm_blocks
    .type vmb_aes_ccm_blocks, @function
vmb_aes_ccm_blocks:
    ENTER(.Lencrypted)
    mv a1, a2
    sw a1, (F_STATE)(sp)
    sub a3, a3, a4
    sw a3, (F_OUT)(sp)
    sw a4, (F_IN)(sp)
    slli a5, a5, 4
    add a5, a5, a4
    sw a5, (F_END)(sp)
    neg a6, a6
    sw a6, (F_OPEN)(sp)
    lw Q1, (S_MAC)(a1)
    lw Q3, (S_MAC + 4)(a1)
    lw Q5, (S_MAC + 8)(a1)
    lw Q7, (S_MAC + 12)(a1)

.Lblock:
    lw Q0, (S_CTR)(a1)
    lw Q2, (S_CTR + 4)(a1)
    lw Q4, (S_CTR + 8)(a1)
    lw Q6, (S_CTR + 12)(a1)
    /* The next counter: its last byte, and the others when that is zero. */
    lui t1, 0x1000
    add t2, Q6, t1
    sw t2, (S_CTR + 12)(a1)
    bltu t2, t1, .Lcarry
    j vmb_rv32_encrypt

    .balign 4
.Lencrypted:
    lw t5, (F_IN)(sp)
    lw t4, (F_OUT)(sp)
    add t4, t4, t5
    lw t6, (F_OPEN)(sp)
    STEP_WORD(0, Q0, Q1)
    STEP_WORD(1, Q2, Q3)
    STEP_WORD(2, Q4, Q5)
    STEP_WORD(3, Q6, Q7)
    addi t5, t5, 16
    sw t5, (F_IN)(sp)
    lw t6, (F_END)(sp)
    lw a1, (F_STATE)(sp)
    bne t5, t6, .Lblock

    sw Q1, (S_MAC)(a1)
    sw Q3, (S_MAC + 4)(a1)
    sw Q5, (S_MAC + 8)(a1)
    sw Q7, (S_MAC + 12)(a1)
    REGISTERS lw
    addi sp, sp, F_SIZE
    ret

.Lcarry:
    addi t1, a1, S_CTR + 14
1:
    lbu t2, 0(t1)
    addi t2, t2, 1
    sb t2, 0(t1)
    andi t2, t2, 0xff
    addi t1, t1, -1
    beqz t2, 1b
    j vmb_rv32_encrypt
    .size vmb_aes_ccm_blocks, . - vmb_aes_ccm_blocks

#endif

#ifdef __ELF__
    .section .note.GNU-stack, "", %progbits
#endif
