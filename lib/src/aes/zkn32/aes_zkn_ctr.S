/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * AES-CTR (NIST SP 800-38A, counting like inc32 of SP 800-38D) with Zkne:
 *     void vmb_aes_ctr_blocks(const uint32_t *rk, unsigned rounds,
 *             uint32_t ctr[4], uint8_t *out, const uint8_t *in, size_t blocks)
 * of aes_backend.h. Registers: aes_zkn_ctr.h; the rounds: aes_zkn_rounds.S.
 *
 * Cycles a pair of blocks: 111 + 40 * (rounds - 2).
 */
#include "aes/zkn32/aes_zkn_ctr.h"
#include "common/frame.h"
#include "common/steps.h"

#if VMB_ISE_ZKN32 && !VMB_SIZE

#define F_ODD (F_OWN + 12)

#define LAST2(WORD, at, A, M)                                                  \
    lw K, (at)(RK);                                                            \
    lw A, (at)(IN);                                                            \
    lw M, (at + 16)(IN);                                                       \
    xor A, A, K;                                                               \
    xor M, M, K;                                                               \
    WORD(ESI, A, A, B);                                                        \
    WORD(ESI, M, M, N);                                                        \
    sw A, (at)(OUT);                                                           \
    sw M, (at + 16)(OUT)

#define LAST1(WORD, at, A)                                                     \
    lw K, (at)(RK);                                                            \
    lw A, (at)(IN);                                                            \
    xor A, A, K;                                                               \
    WORD(ESI, A, A, B);                                                        \
    sw A, (at)(OUT)

    .section .text.vmb_aes_ctr_blocks, "ax"
    .balign 16
    .globl vmb_aes_ctr_blocks
    .type vmb_aes_ctr_blocks, @function
vmb_aes_ctr_blocks:
    beqz a5, 4f
    vmb.enter F_SIZE, 0, VMB_CALLEE_SAVED
    andi K, a5, 1
    slli K, K, 4
    sw K, (F_ODD)(sp)
    slli END, a5, 4
    sub END, END, K
    add END, END, IN
    BEGIN vmb_zkn_pair_10 + ROUND_BYTES, 0
    CONSTANTS 0
    beq IN, END, 2f
    .balign 4
1:
    vmb.step aes_blocks
    COUNTER B0, B1, B2, B3
    COUNTER N0, N1, N2, N3
    ROUNDS
    vmb.step aes_last2
    LAST2(TO0, 0, A0, M0)
    LAST2(TO1, 4, A1, M1)
    LAST2(TO2, 8, A2, M2)
    LAST2(TO3, 12, A3, M3)
    addi IN, IN, 32
    addi OUT, OUT, 32
    bne IN, END, 1b
2:
    vmb.step aes_mode
    lw K, (F_ODD)(sp)
    beqz K, 3f
    COUNTER B0, B1, B2, B3
    lw START, (F_START)(sp)
    jal LINK, vmb_zkn_one_2
    vmb.step aes_last1
    LAST1(TO0, 0, A0)
    LAST1(TO1, 4, A1)
    LAST1(TO2, 8, A2)
    LAST1(TO3, 12, A3)
3:
    vmb.step aes_mode
    REVERSE A3, CTR, A0, A1
    lw K, (F_STATE)(sp)
    sw A3, 12(K)
    vmb.leave F_SIZE, 0, VMB_CALLEE_SAVED
4:
    ret
    .size vmb_aes_ctr_blocks, . - vmb_aes_ctr_blocks

#endif
