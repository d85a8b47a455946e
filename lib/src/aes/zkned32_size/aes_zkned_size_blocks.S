/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * Steps of AES-CCM (NIST SP 800-38C) with Zkne in few bytes (VMB_SIZE):
 *     void vmb_aes_ccm_blocks(const uint32_t *rk, unsigned rounds,
 *             vmb_ccm_state *s, uint8_t *out, const uint8_t *in,
 *             size_t blocks, int open)
 * of aes_backend.h. Registers and vmb_zkned_block: aes_zkned_size.h.
 */
#include "aes/zkned32_size/aes_zkned_size.h"
#include "common/frame.h"

#if VMB_ISE_ZKNED32 && VMB_SIZE

#define STATE s1 /* the CBC-MAC followed by the counter block */
#define IN a6
#define OUT a7
#define END t6

#define F_STREAM 0 /* keystream, to be wiped */
#define F_KEY 16
#define F_OPEN 20
#define F_SAVED 24
#define F_SIZE 48

    .section .text.vmb_aes_ccm_blocks, "ax"
    .balign 4
    .globl vmb_aes_ccm_blocks
    .type vmb_aes_ccm_blocks, @function
vmb_aes_ccm_blocks:
    vmb.enter F_SIZE, F_SAVED, ra, s0, s1
    sw a0, (F_KEY)(sp)
    sw a6, (F_OPEN)(sp)
    mv STATE, a2
    slli a5, a5, 4
    add END, a5, a4
    mv IN, a4
    mv OUT, a3
    slli a1, a1, 4
    add LASTRK, a0, a1
    addi LASTRK, LASTRK, -16
1:
    mv FROM_, STATE
    li OFFSET, 0
    jal LINK, vmb_zkned_block
    lw RK, (F_KEY)(sp)
    addi FROM_, STATE, 16
    sub OFFSET, sp, FROM_
    jal LINK, vmb_zkned_block
    /* The counter: 4 bytes. */
    addi a1, STATE, 32
    addi a3, STATE, 28
2:
    addi a1, a1, -1
    lbu a2, 0(a1)
    addi a2, a2, 1
    sb a2, 0(a1)
    slli a2, a2, 24
    bnez a2, 3f
    bne a1, a3, 2b
3:
    mv a0, STATE
    mv a1, sp
    addi a2, sp, 16
    lw a5, (F_OPEN)(sp)
4:
    lw a3, 0(IN)
    lw a4, (F_STREAM)(a1)
    xor a4, a4, a3
    sw a4, 0(OUT)
    beqz a5, 5f
    mv a3, a4
5:
    lw a4, 0(a0)
    xor a4, a4, a3
    sw a4, 0(a0)
    addi IN, IN, 4
    addi OUT, OUT, 4
    addi a0, a0, 4
    addi a1, a1, 4
    bne a1, a2, 4b
    lw RK, (F_KEY)(sp)
    bne IN, END, 1b
    .irp at, 0, 4, 8, 12
    sw zero, (F_STREAM + \at)(sp)
    .endr
    vmb.leave F_SIZE, F_SAVED, ra, s0, s1
    ret
    .size vmb_aes_ccm_blocks, . - vmb_aes_ccm_blocks

#endif
