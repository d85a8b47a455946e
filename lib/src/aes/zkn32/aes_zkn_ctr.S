/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * AES-CTR (NIST SP 800-38A, counting like inc32 of SP 800-38D) with Zkne:
 *     void vmb_aes_ctr_blocks(const uint32_t *rk, unsigned rounds,
 *             uint32_t ctr[4], uint8_t *out, const uint8_t *in, size_t blocks)
 * of aes_backend.h. Registers: aes_zkn_ctr.h; the rounds: aes_zkn_rounds.S.
 *
 * Without misaligned accesses data may be anywhere when the blocks are an even number:
 * words are made of two aligned ones, in registers.
 *
 * Cycles a pair of blocks: 111 + 40 * (rounds - 2); where data is not aligned 6 more, and
 * 32 for in, 36 for out.
 */
#include "aes/zkn32/aes_zkn_ctr.h"
#include "common/frame.h"
#include "common/funnel.h"
#include "common/misaligned.h"
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

/* Of unaligned data, where IN and OUT are the words before it, END is scratch, and entry of
 * the rounds is .Lrounds. */
#define F_END F_ODD
#define F_ROUNDS (F_OWN + 16) /* the rounds themselves */
#define F_REST (F_OWN + 20)   /* of the last word of output; negative before the first one */
#define F_SHIFTS (F_OWN + 24) /* 8 times the bytes behind OUT in bits 4 to 0, behind IN from bit 8 on */

/* D, which holds the beginning of a word, gets its end from the word in memory that M becomes
 * the rest of. */
#define JOIN(D, at, M)                                                         \
    lw M, (at)(IN);                                                            \
    sll END, M, LINK;                                                          \
    or D, D, END;                                                              \
    srl M, M, K

#define LAST_JOINED(WORD, at, A, M)                                            \
    lw K, (at)(RK);                                                            \
    xor A, A, K;                                                               \
    xor M, M, K;                                                               \
    WORD(ESI, A, A, B);                                                        \
    WORD(ESI, M, M, N)

#define PUT(at, A)                                                             \
    vmb.funnel B1, A, B0, K, LINK;                                             \
    sw B1, (at)(OUT)

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
#if !VMB_MISALIGNED
    or K, IN, OUT
    andi K, K, 3
    bnez K, .Lunaligned
#endif
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

#if !VMB_MISALIGNED
    .balign 4
.Lunaligned:
    andi K, IN, 3
    sub IN, IN, K
    sub END, END, K
    sw END, (F_END)(sp)
    slli K, K, 11
    andi X, OUT, 3
    sub OUT, OUT, X
    slli X, X, 3
    or K, K, X
    sw K, (F_SHIFTS)(sp)
    li X, -1
    sw X, (F_REST)(sp)
    lw K, (F_ENTRY)(sp)
    sw K, (F_ROUNDS)(sp)
    lla K, .Lrounds
    sw K, (F_ENTRY)(sp)
    j 1b

    .balign 4
.Lrounds:
    lla LINK, .Lencrypted
    lw K, (F_ROUNDS)(sp)
    jr K

    .balign 4
.Lencrypted:
    vmb.step aes_last2
    lw K, (F_SHIFTS)(sp)
    srli K, K, 8
    beqz K, .Laligned_in
    neg LINK, K
    lw A0, 0(IN)
    srl A0, A0, K
    JOIN(A0, 4, A1)
    JOIN(A1, 8, A2)
    JOIN(A2, 12, A3)
    JOIN(A3, 16, M0)
    JOIN(M0, 20, M1)
    JOIN(M1, 24, M2)
    JOIN(M2, 28, M3)
    lw END, 32(IN)
    sll END, END, LINK
    or M3, M3, END
.Ljoined:
    LAST_JOINED(TO0, 0, A0, M0)
    LAST_JOINED(TO1, 4, A1, M1)
    LAST_JOINED(TO2, 8, A2, M2)
    LAST_JOINED(TO3, 12, A3, M3)
    lw K, (F_SHIFTS)(sp)
    andi LINK, K, 31
    beqz LINK, .Laligned_out
    neg LINK, K
    lw B0, (F_REST)(sp)
    bltz B0, .Lhead
    PUT(0, A0)
.Lput:
    PUT(4, A1)
    PUT(8, A2)
    PUT(12, A3)
    PUT(16, M0)
    PUT(20, M1)
    PUT(24, M2)
    PUT(28, M3)
    sw B0, (F_REST)(sp)
.Lnext:
    lw END, (F_END)(sp)
    addi IN, IN, 32
    addi OUT, OUT, 32
    bne IN, END, 1b
    vmb.step aes_mode
    lw K, (F_SHIFTS)(sp)
    lw B0, (F_REST)(sp)
    sw zero, (F_REST)(sp)
    andi K, K, 31
    srli K, K, 3
    add K, K, OUT
5:
    beq OUT, K, 3b
    sb B0, 0(OUT)
    srli B0, B0, 8
    addi OUT, OUT, 1
    j 5b

    .balign 4
.Laligned_in:
    lw A0, 0(IN)
    lw A1, 4(IN)
    lw A2, 8(IN)
    lw A3, 12(IN)
    lw M0, 16(IN)
    lw M1, 20(IN)
    lw M2, 24(IN)
    lw M3, 28(IN)
    j .Ljoined

    .balign 4
.Laligned_out:
    sw A0, 0(OUT)
    sw A1, 4(OUT)
    sw A2, 8(OUT)
    sw A3, 12(OUT)
    sw M0, 16(OUT)
    sw M1, 20(OUT)
    sw M2, 24(OUT)
    sw M3, 28(OUT)
    j .Lnext

    /* The bytes of the first word. */
.Lhead:
    andi B1, K, 31
    srli B1, B1, 3
    add B1, B1, OUT
    mv B2, A0
    vmb.store_head B2, B1, B3
    srl B0, A0, LINK
    j .Lput
#endif
    .size vmb_aes_ctr_blocks, . - vmb_aes_ctr_blocks

#endif
