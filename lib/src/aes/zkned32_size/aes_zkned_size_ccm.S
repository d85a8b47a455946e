/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * A whole message of AES-CCM (NIST SP 800-38C) with Zkne in few bytes (VMB_SIZE):
 *     void vmb_aes_ccm_run(const vmb_call *c, vmb_word tag[4], unsigned rounds)
 * of aes_backend.h, byte by byte. Lengths in blocks are big-endian. Registers and
 * vmb_zkned_block: aes_zkned_size.h.
 *
 * Everything goes through .Lbytes: the nonce, to have it in the CBC-MAC's block;
 * the associated data and its length; the message; and the CBC-MAC itself, which
 * the keystream of counter 0 makes the tag. Cycles to seal a byte, without the
 * blocks: 31.
 *
 *   CALL    the arguments
 *   IN END  the current bytes
 *   OUT     where they go with keystream added; 0: they are authenticated only
 *   PLACE   where the next byte of the CBC-MAC's block is; a full block waits
 */
#include "aes/zkned32_size/aes_zkned_size.h"
#include "common/call.h"
#include "common/frame.h"
#include "vambrace/detail/backend/engine.h"

#if VMB_ISE_ZKNED32 && VMB_SIZE && !VMB_ENGINE

#define CALL s1
#define IN a6
#define OUT a7
#define END t6
#define PLACE ra
#define BACK s2

/* The frame: the first 48 bytes are the blocks, in this order. */
#define F_MAC 0
#define F_COUNTER 16
#define F_STREAM 32
#define F_HEAD 48 /* 8 bytes: the length of the associated data */
#define F_LAST 56 /* the last word of the counter block 0 */
#define F_TAG 60
#define F_SAVED 64
#define F_SIZE 80

    .section .text.vmb_aes_ccm_run, "ax"
    .balign 4
    .globl vmb_aes_ccm_run
    .type vmb_aes_ccm_run, @function
vmb_aes_ccm_run:
    vmb.enter F_SIZE, F_SAVED, ra, s0, s1, s2
    sw a1, (F_TAG)(sp)
    mv CALL, a0
    lw a0, (VMB_CALL_KEY)(CALL)
    slli a2, a2, 4
    addi a2, a2, -16
    add LASTRK, a0, a2

    /* The counter block: flags, nonce, counter 0. */
    .irp at, 0, 4, 8, 12
    sw zero, (F_MAC + \at)(sp)
    .endr
    li OUT, 0
    addi PLACE, sp, F_MAC + 1
    addi a5, CALL, VMB_CALL_NONCE
    jal BACK, .Lregion
    li a3, 14
    lw a2, (VMB_CALL_NONCE_LEN)(CALL)
    sub a3, a3, a2
    sb a3, (F_MAC)(sp)
    .irp at, 0, 4, 8, 12
    lw a5, (F_MAC + \at)(sp)
    sw a5, (F_COUNTER + \at)(sp)
    .endr
    sw a5, (F_LAST)(sp)

    /* B0: other flags, and the length instead of the counter. */
    lw a2, (VMB_CALL_TAG_LEN)(CALL)
    addi a2, a2, -2
    slli a2, a2, 2
    or a3, a3, a2
    sb a3, (F_MAC)(sp)
    lw a2, (VMB_CALL_LEN)(CALL)
    addi a4, sp, F_MAC + 16
    jal LINK, .Llength

    /* The associated data after its length: 2 bytes, or 0xff, 0xfe and 4. */
    addi PLACE, sp, F_MAC + 16
    lw a2, (VMB_CALL_AD_LEN)(CALL)
    beqz a2, 1f
    ori a3, a3, 0x40
    sb a3, (F_MAC)(sp)
    lui a5, 0xfeff0
    sw a5, (F_HEAD)(sp)
    sw zero, (F_HEAD + 4)(sp)
    addi IN, sp, F_HEAD + 6
    srli a5, a2, 8
    addi a5, a5, -0xff
    bltz a5, 2f
    addi IN, IN, -4
2:
    addi a4, sp, F_HEAD + 8
    mv END, a4
    jal LINK, .Llength
    jal BACK, .Lbytes
    addi a5, CALL, VMB_CALL_AD
    jal BACK, .Lregion
1:
    /* The message, from counter 1 on. */
    addi PLACE, sp, F_MAC + 16
    li a5, 1
    sb a5, (F_COUNTER + 15)(sp)
    lw OUT, (VMB_CALL_OUT)(CALL)
    addi a5, CALL, VMB_CALL_IN
    jal BACK, .Lregion

    /* The tag. It takes the CBC-MAC that the step leaves. */
    addi PLACE, sp, F_MAC + 16
    lw a5, (F_LAST)(sp)
    sw a5, (F_COUNTER + 12)(sp)
    mv IN, sp
    addi END, sp, F_MAC + 16
    lw OUT, (F_TAG)(sp)
    jal BACK, .Lbytes

    .irp at, 0, 4, 8, 12
    sw zero, (F_MAC + \at)(sp)
    sw zero, (F_STREAM + \at)(sp)
    .endr
    vmb.leave F_SIZE, F_SAVED, ra, s0, s1, s2
    ret

    /* a2 to the bytes before a4, which hold zeros there; back to LINK. */
.Llength:
    addi a4, a4, -1
    lbu a5, 0(a4)
    or a5, a5, a2
    sb a5, 0(a4)
    srli a2, a2, 8
    bnez a2, .Llength
    jr LINK

    /* The bytes whose address and number are at a5; back to BACK. */
.Lregion:
    lw IN, 0(a5)
    lw END, 4(a5)
    add END, END, IN
    /* The bytes from IN to END. */
.Lbytes:
    beq IN, END, 6f
1:
    addi a5, sp, F_MAC + 16
    bne PLACE, a5, 4f
    /* A step: keystream if requested, then the chain. */
    beqz OUT, 3f
    li OFFSET, 16
    mv FROM_, a5
    lw RK, (VMB_CALL_KEY)(CALL)
    jal LINK, vmb_zkned_block
    addi a1, sp, F_COUNTER + 16
2:
    addi a1, a1, -1
    lbu a2, 0(a1)
    addi a2, a2, 1
    sb a2, 0(a1)
    slli a2, a2, 24
    beqz a2, 2b
3:
    li OFFSET, 0
    mv FROM_, sp
    lw RK, (VMB_CALL_KEY)(CALL)
    jal LINK, vmb_zkned_block
    mv PLACE, sp
4:
    lbu a4, 0(IN)
    beqz OUT, 5f
    lbu a2, (F_STREAM - F_MAC)(PLACE)
    xor a2, a2, a4
    sb a2, 0(OUT)
    addi OUT, OUT, 1
    lw a5, (VMB_CALL_SEAL)(CALL)
    bnez a5, 5f
    mv a4, a2
5:
    lbu a3, 0(PLACE)
    xor a3, a3, a4
    sb a3, 0(PLACE)
    addi PLACE, PLACE, 1
    addi IN, IN, 1
    bne IN, END, 1b
6:
    jr BACK
    .size vmb_aes_ccm_run, . - vmb_aes_ccm_run

#endif
