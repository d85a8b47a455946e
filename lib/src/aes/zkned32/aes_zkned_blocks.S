/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * Steps of AES-CCM (NIST SP 800-38C) with Zkne, the state in memory between
 * calls:
 *     void vmb_aes_ccm_blocks(const uint32_t *rk, unsigned rounds,
 *             vmb_ccm_state *s, uint8_t *out, const uint8_t *in,
 *             size_t blocks, int open)
 *     void vmb_aes_ccm_next(const uint32_t *rk, unsigned rounds, vmb_ccm_work *w)
 * of aes_backend.h. Registers: aes_zkned_ctr.h; the rounds: aes_zkned_rounds.S. The
 * counter is block A and B, the CBC-MAC M and N.
 *
 * Cycles a step: 124 + 40 * (rounds - 2), opening 6 more. vmb_aes_ccm_next: 198 + 40 * (rounds - 1).
 */
#define LITTLE 0

#include "aes/zkned32/aes_zkned_ctr.h"
#include "common/frame.h"

#if VMB_ISE_ZKNED32 && !VMB_SIZE

#define S_MAC 0
#define S_CTR 16
#define F_OPEN (F_OWN + 12)

/* M ^= round key 0, which START points to. */
#define WHITEN(at, M)                                                          \
    lw K, (at)(LINK);                                                          \
    xor M, M, K

/* Sealing: both blocks start from key ^ plaintext. */
#define SEAL(WORD, at, A, M)                                                   \
    lw K, (at)(RK);                                                            \
    lw A, (at)(IN);                                                            \
    xor K, K, A;                                                               \
    WORD##_2(ESI, A, K, B, M, K, N);                                           \
    sw A, (at)(OUT)

/* Opening: the CBC-MAC takes the plaintext that comes out of the counter block. */
#define OPEN(WORD, at, A, M)                                                   \
    lw K, (at)(RK);                                                            \
    lw A, (at)(IN);                                                            \
    xor A, A, K;                                                               \
    WORD(ESI, A, A, B);                                                        \
    xor K, K, A;                                                               \
    WORD(ESI, M, K, N);                                                        \
    sw A, (at)(OUT)

#define LAST(HOW)                                                              \
    HOW(TO0, 0, A0, M0);                                                       \
    HOW(TO1, 4, A1, M1);                                                       \
    HOW(TO2, 8, A2, M2);                                                       \
    HOW(TO3, 12, A3, M3)

    .section .text.vmb_aes_ccm_blocks, "ax"
    .balign 16
    .globl vmb_aes_ccm_blocks
    .type vmb_aes_ccm_blocks, @function
vmb_aes_ccm_blocks:
    vmb.enter F_SIZE, 0, VMB_CALLEE_SAVED
    sw a6, (F_OPEN)(sp)
    slli END, a5, 4
    add END, END, IN
    BEGIN vmb_zkned_pair_10 + ROUND_BYTES, 0
    lw M0, (S_MAC)(STATE)
    lw M1, (S_MAC + 4)(STATE)
    lw M2, (S_MAC + 8)(STATE)
    lw M3, (S_MAC + 12)(STATE)
    CONSTANTS S_CTR
    .balign 4
1:
    COUNTER B0, B1, B2, B3
    lw LINK, (F_START)(sp)
    WHITEN(0, M0)
    WHITEN(4, M1)
    WHITEN(8, M2)
    WHITEN(12, M3)
    ROUND_AT(TO, ESMI, LINK, 16, N, M) /* round 1 of the CBC-MAC */
    ROUNDS
    .option push
    .option norvc
    lw LINK, (F_OPEN)(sp)
    bnez LINK, 3f /* taken or not, it jumps to a multiple of 4 */
    .option pop
    LAST(SEAL)
2:
    addi IN, IN, 16
    addi OUT, OUT, 16
    bne IN, END, 1b
    lw K, (F_STATE)(sp)
    sw M0, (S_MAC)(K)
    sw M1, (S_MAC + 4)(K)
    sw M2, (S_MAC + 8)(K)
    sw M3, (S_MAC + 12)(K)
    REVERSE A3, CTR, A0, A1
    sw A3, (S_CTR + 12)(K)
    vmb.leave F_SIZE, 0, VMB_CALLEE_SAVED
    ret

    .balign 4
3:
    LAST(OPEN)
    j 2b
    .size vmb_aes_ccm_blocks, . - vmb_aes_ccm_blocks

#define W_MAC 0
#define W_CTR 16
#define W_KS 32

/* Both blocks, and the round key before the first round. */
#define FIRST(at, A, M)                                                        \
    lw K, (at)(START);                                                         \
    lw A, (W_CTR + at)(STATE);                                                 \
    lw M, (W_MAC + at)(STATE);                                                 \
    lw B0, (W_KS + at)(STATE);                                                 \
    xor A, A, K;                                                               \
    xor M, M, K;                                                               \
    xor M, M, B0

#define NEXT(WORD, at, A, M)                                                   \
    lw K, (at)(RK);                                                            \
    WORD##_2(ESI, A, K, B, M, K, N);                                           \
    sw A, (W_KS + at)(STATE);                                                  \
    sw M, (W_MAC + at)(STATE)

    .section .text.vmb_aes_ccm_next, "ax"
    .balign 16
    .globl vmb_aes_ccm_next
    .type vmb_aes_ccm_next, @function
vmb_aes_ccm_next:
    vmb.enter 48, 0, ra, s0, s1, s2, s3, s4, s5, s6, s7, s8
    BEGIN vmb_zkned_pair_10, 0
    FIRST(0, A0, M0)
    FIRST(4, A1, M1)
    FIRST(8, A2, M2)
    FIRST(12, A3, M3)
    .balign 4
    .option push
    .option norvc
    jalr LINK, 0(ENTRY)
    .option pop
    NEXT(TO0, 0, A0, M0)
    NEXT(TO1, 4, A1, M1)
    NEXT(TO2, 8, A2, M2)
    NEXT(TO3, 12, A3, M3)
    lw A0, (W_CTR + 12)(STATE)
    REVERSE A1, A0, A2, A3
    addi A1, A1, 1
    REVERSE A0, A1, A2, A3
    sw A0, (W_CTR + 12)(STATE)
    vmb.leave 48, 0, ra, s0, s1, s2, s3, s4, s5, s6, s7, s8
    ret
    .size vmb_aes_ccm_next, . - vmb_aes_ccm_next

#endif
