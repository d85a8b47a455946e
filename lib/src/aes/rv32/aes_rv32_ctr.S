/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * Fixsliced AES for RV32IC, with or without Zbkb: CTR (NIST SP 800-38A, counting
 * like inc32 of SP 800-38D),
 *     void vmb_aes_ctr_blocks(const uint32_t *rk, unsigned rounds, uint32_t ctr[4],
 *                             uint8_t *out, const uint8_t *in, size_t blocks)
 * of aes_backend.h. Layout of the planes: aes_fixslice.h; registers and stack
 * frame: aes_rv32.h. With some nonces of GCM the counter is a secret: nothing
 * depends on its value, and it does not stay in the frame.
 *
 * Cycles of a pair of blocks: those of aes_rv32_rounds.S, and here
 *                        RV32I   Zbkb
 *   two counters            47     33
 *   in, keystream, out      67     67
 */
#include "aes/rv32/aes_rv32.h"
#include "common/frame.h"

#if VMB_AES_RV32 && !VMB_SIZE

/* a with its bytes reversed; u is scratch, 0x00ff00ff in m. */
.macro REVERSE a, u, m
#if VMB_ISE_ZBKB
    vmb.rev8 \a, \a
#else
    srli \u, \a, 8
    and \u, \u, \m
    and \a, \a, \m
    slli \a, \a, 8
    or \a, \a, \u
    srli \u, \a, 16
    slli \a, \a, 16
    or \a, \a, \u
#endif
.endm

/* 0x00ff00ff in M, for REVERSE. */
#define M t2
#if VMB_ISE_ZBKB
#define SET_MASK
#else
#define SET_MASK li M, 0x00ff00ff
#endif

/* Words c of both blocks. */
#define READ(c, even, odd)                                                     \
    lw K, (4 * c)(t1);                                                         \
    lw t4, (4 * c)(t2);                                                        \
    xor even, even, K;                                                         \
    xor odd, odd, t4

    .section .text.vmb_aes_ctr_blocks, "ax"
    .balign 16
    .globl vmb_aes_ctr_blocks
    .type vmb_aes_ctr_blocks, @function
vmb_aes_ctr_blocks:
    beqz a5, .Lnothing
    ENTER(.Lencrypted)
    sw a2, (F_STATE)(sp)
    sub a3, a3, a4
    sw a3, (F_OUT)(sp)
    sw a4, (F_IN)(sp)
    sw a5, (F_END)(sp)
    lw t1, 12(a2)
    SET_MASK
    REVERSE t1, t3, M
    sw t1, (F_COUNT)(sp)
    add t1, t1, a5
    REVERSE t1, t3, M
    sw t1, (F_NEXT)(sp)

.Lpair:
    lw t1, (F_STATE)(sp)
    lw Q6, (F_COUNT)(sp)
    lw Q0, 0(t1)
    lw Q2, 4(t1)
    lw Q4, 8(t1)
    mv Q1, Q0
    mv Q3, Q2
    mv Q5, Q4
    addi Q7, Q6, 1
    addi t1, Q6, 2
    sw t1, (F_COUNT)(sp)
    SET_MASK
    REVERSE Q6, t3, M
    REVERSE Q7, t3, M
    j vmb_rv32_encrypt

    .balign 4
.Lencrypted:
    FIND_PAIR
    READ(0, Q0, Q1)
    READ(1, Q2, Q3)
    READ(2, Q4, Q5)
    READ(3, Q6, Q7)
    add t2, t2, t3
    sw Q1, 0(t2)
    sw Q3, 4(t2)
    sw Q5, 8(t2)
    sw Q7, 12(t2)
    add t3, t3, t1
    sw Q0, 0(t3)
    sw Q2, 4(t3)
    sw Q4, 8(t3)
    sw Q6, 12(t3)
    addi t1, t1, 32
    sw t1, (F_IN)(sp)
    bgtz t5, .Lpair

    lw t1, (F_STATE)(sp)
    lw t2, (F_NEXT)(sp)
    sw zero, (F_COUNT)(sp)
    sw zero, (F_NEXT)(sp)
    sw t2, 12(t1)
    vmb.leave F_SIZE, 0, VMB_CALLEE_SAVED
.Lnothing:
    ret
    .size vmb_aes_ctr_blocks, . - vmb_aes_ctr_blocks

#endif
