/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * AES-CTR (NIST SP 800-38A, counting like inc32 of SP 800-38D) with Zkne:
 *     void vmb_aes_ctr_blocks(const uint32_t *rk, unsigned rounds,
 *             uint32_t ctr[4], uint8_t *out, const uint8_t *in, size_t blocks)
 * of aes_backend.h. Registers: aes_zkn_ctr.h; the rounds: aes_zkn_rounds.S.
 *
 * Without misaligned accesses data may be anywhere when the blocks are an even number. Where
 * input and output have the same place in words, the keystream moves up to it; else words of
 * input are made of two aligned ones, and words of output move up. All in registers.
 *
 * Cycles a pair of blocks: 111 + 40 * (rounds - 2), with branches of 3 whether taken or not;
 * unaligned 45 more, where only in is 45, where only out is 56, where each is in another place
 * 86.
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

/* Of unaligned data, where IN and OUT are the words before it, and entry of the rounds is
 * .Lrounds. */
#define F_ROUNDS (F_OWN + 16) /* the rounds themselves */
#define F_REST (F_OWN + 20)   /* the last word that was moved. To be wiped */
#define F_MOVE (F_OWN + 24)   /* bits: */
#define APART 0x80000000      /* input and output have other places in words, */
#define JOINED 0x40000000     /* and the input is between words: its bytes behind them times 8 in bits 8 to 12 */
#define FIRST 0x40            /* the first pair, whose first word is not whole */
                              /* 8 times the output's bytes behind words in bits 0 to 4 */

/* A, M = keystream. */
#define KEYSTREAM(WORD, at, A, M)                                              \
    lw K, (at)(RK);                                                            \
    WORD(ESI, A, K, B);                                                        \
    WORD(ESI, M, K, N)

/* A, with the end of the word before it, moves up. */
#define MOVED(A, before)                                                       \
    srl B1, before, LINK;                                                      \
    sll A, A, K;                                                               \
    or A, A, B1

#define XORED(at, A)                                                           \
    lw B1, (at)(IN);                                                           \
    xor A, A, B1

/* The same from between words: B0 is what is left of the word at `at`. */
#define XORED_JOINED(at, A)                                                    \
    lw B1, (at + 4)(IN);                                                       \
    sll B2, B1, B3;                                                            \
    or B0, B0, B2;                                                             \
    xor A, A, B0;                                                              \
    srl B0, B1, LINK

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
    andi X, OUT, 3
    sub OUT, OUT, X
    sub A0, K, X
    slli K, K, 3
    slli X, X, 3
    beqz A0, 6f
    lui A0, APART >> 12
    beqz K, 5f
    slli K, K, 8
    lui A1, JOINED >> 12
    or K, K, A1
5:
    or K, K, A0
    beqz X, 7f
    or K, K, X
6:
    ori K, K, FIRST
7:
    sw K, (F_MOVE)(sp)
    lw K, (F_ENTRY)(sp)
    sw K, (F_ROUNDS)(sp)
    lla K, .Lrounds
    sw K, (F_ENTRY)(sp)
    j 1b

    .option push
    .option norvc /* for jumps to words */
    .balign 4
.Lrounds:
    lw K, (F_ROUNDS)(sp)
    jalr LINK, 0(K)
    vmb.step aes_last2
    KEYSTREAM(TO0, 0, A0, M0)
    KEYSTREAM(TO1, 4, A1, M1)
    KEYSTREAM(TO2, 8, A2, M2)
    KEYSTREAM(TO3, 12, A3, M3)
    lw K, (F_MOVE)(sp)
    bltz K, .Lapart
.Lmove:
    lw B0, (F_REST)(sp)
    sw M3, (F_REST)(sp)
    neg LINK, K /* shifts take this mod 32 */
    MOVED(M3, M2)
    MOVED(M2, M1)
    MOVED(M1, M0)
    MOVED(M0, A3)
    MOVED(A3, A2)
    MOVED(A2, A1)
    MOVED(A1, A0)
    MOVED(A0, B0)
    bltz K, .Lmoved
.Lxor:
    XORED(0, A0)
    XORED(4, A1)
    XORED(8, A2)
    XORED(12, A3)
    XORED(16, M0)
    XORED(20, M1)
    XORED(24, M2)
    XORED(28, M3)
    li B1, FIRST
    bgeu K, B1, .Lxored
.Lstore:
    sw A0, 0(OUT)
.Lstore_upper:
    sw A1, 4(OUT)
    sw A2, 8(OUT)
    sw A3, 12(OUT)
    sw M0, 16(OUT)
    sw M1, 20(OUT)
    sw M2, 24(OUT)
    sw M3, 28(OUT)
    addi IN, IN, 32
    addi OUT, OUT, 32
    bne IN, END, 1b
    .option pop

    /* The bytes of a last word. */
    vmb.step aes_mode
    lw K, (F_MOVE)(sp)
    lw B0, (F_REST)(sp)
    sw zero, (F_REST)(sp)
    neg LINK, K
    srl B0, B0, LINK
    andi LINK, K, 31
    srli LINK, LINK, 3
    bltz K, 5f
    lw B1, 0(IN)
    xor B0, B0, B1
5:
    add LINK, LINK, OUT
6:
    beq OUT, LINK, 3b
    sb B0, 0(OUT)
    srli B0, B0, 8
    addi OUT, OUT, 1
    j 6b

    .balign 4
.Lapart:
    slli B0, K, 1
    bgez B0, .Lxor
    srli LINK, K, 8
    neg B3, LINK
    lw B0, 0(IN)
    srl B0, B0, LINK
    XORED_JOINED(0, A0)
    XORED_JOINED(4, A1)
    XORED_JOINED(8, A2)
    XORED_JOINED(12, A3)
    XORED_JOINED(16, M0)
    XORED_JOINED(20, M1)
    XORED_JOINED(24, M2)
    XORED_JOINED(28, M3)
    andi B1, K, 31
    beqz B1, .Lstore
    j .Lmove

    .balign 4
.Lxored:
    bltz K, .Lmove
.Lmoved:
    andi B1, K, FIRST
    beqz B1, .Lstore
    /* The bytes of the first word. */
    addi B1, K, -FIRST
    sw B1, (F_MOVE)(sp)
    srl A0, A0, K
    andi K, K, 31
    srli K, K, 3
    add K, K, OUT
    vmb.store_head A0, K, B1
    j .Lstore_upper
#endif
    .size vmb_aes_ctr_blocks, . - vmb_aes_ctr_blocks

#endif
