/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * A whole message of AES-128-CCM (NIST SP 800-38C) with aes32esmi and aes32esi:
 *     void vmb_aes_ccm_run(const vmb_call *c, vmb_word tag[4])
 * of aes_backend.h, from the formatting of the nonce to the tag. Blocks are
 * little-endian words, lengths in blocks are big-endian. Registers and frame:
 * aes_zkn_ccm.h; steps: aes_zkn_steps.S.
 */
#include "aes/aes_zkn_ccm.h"

#if VMB_ISE_ZKN

/* vmb_call (common.h). */
#define CALL_KEY 0
#define CALL_OUT 8
#define CALL_TAG_LEN 16
#define CALL_NONCE 20
#define CALL_NONCE_LEN 24
#define CALL_AD 28
#define CALL_AD_LEN 32
#define CALL_IN 36
#define CALL_LEN 40
#define CALL_SEAL 44

/* sw or lw: the callee-saved registers to or from the frame. */
.macro REGISTERS op
    \op ra, 0(sp)
    .irp i, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11
    \op s\i, (4 + 4 * \i)(sp)
    .endr
.endm

/* M ^= the next word of the associated data, which is 2 bytes behind: the low
 * half of it is in B3. */
#define ABSORB(M)                                                              \
    jal LINK, .Lload;                                                          \
    slli B1, W, 16;                                                            \
    or B1, B1, B3;                                                             \
    xor M, M, B1;                                                              \
    srli B3, W, 16

#define ABSORB_ALIGNED(M, at)                                                  \
    lw K, (at)(IN);                                                            \
    slli B1, K, 16;                                                            \
    or B1, B1, B3;                                                             \
    xor M, M, B1;                                                              \
    srli B3, K, 16

    .section .text.vmb_aes_ccm_run, "ax"
    .balign 16

    /* W = the next 4 bytes at IN, or as many as LEN, behind them zeros. */
.Lload:
    addi LEN, LEN, -4
    bltz LEN, 1f
    andi B1, IN, 3
    bnez B1, 2f
    lw W, 0(IN)
    addi IN, IN, 4
    jr LINK
2:
    LOAD_ANY(W, 0, IN, B1)
    addi IN, IN, 4
    jr LINK
1:
    li W, 0
    addi B1, LEN, 4
    blez B1, 2f
    add B1, B1, IN
1:
    addi B1, B1, -1
    lbu B2, 0(B1)
    slli W, W, 8
    or W, W, B2
    bne B1, IN, 1b
2:
    jr LINK

    .balign 16
    .globl vmb_aes_ccm_run
    .type vmb_aes_ccm_run, @function
vmb_aes_ccm_run:
    addi sp, sp, -F_SIZE
    REGISTERS sw
    sw a1, (F_TAG)(sp)
    sw a0, (F_CALL)(sp)
    mv CALL, a0
    lw RK, (CALL_KEY)(CALL)

    /* The counter block: flags, nonce, counter 0. */
    lw IN, (CALL_NONCE)(CALL)
    lw LEN, (CALL_NONCE_LEN)(CALL)
    li A0, 14
    sub A0, A0, LEN
    andi K, IN, 3
    bnez K, 1f
    addi K, LEN, -12
    bltz K, 1f
    mv LEN, K
    lw N0, 0(IN)
    lw N1, 4(IN)
    lw N2, 8(IN)
    addi IN, IN, 12
    j 2f
1:
    jal LINK, .Lload
    mv N0, W
    jal LINK, .Lload
    mv N1, W
    jal LINK, .Lload
    mv N2, W
2:
    jal LINK, .Lload
    slli M3, W, 8
    srli K, N2, 24
    or M3, M3, K
    slli M2, N2, 8
    srli K, N1, 24
    or M2, M2, K
    slli M1, N1, 8
    srli K, N0, 24
    or M1, M1, K
    slli K, N0, 8
    or A0, A0, K
    sw A0, (F_COUNTER)(sp)
    sw M1, (F_COUNTER + 4)(sp)
    sw M2, (F_COUNTER + 8)(sp)
    sw M3, (F_COUNTER + 12)(sp)
    sw M3, (F_LAST)(sp)

    /* B0: other flags, and the length in the place of the counter. */
    lw K, (CALL_TAG_LEN)(CALL)
    addi K, K, -2
    slli K, K, 2
    or M0, A0, K
    lw N0, (CALL_AD_LEN)(CALL)
    snez K, N0
    slli K, K, 6
    or M0, M0, K
    lw A0, (CALL_LEN)(CALL)
    srli K, A0, 24
    or M3, M3, K
    slli K, A0, 24
    or M3, M3, K
    lui A1, 0xff0
    slli K, A0, 8
    and K, K, A1
    or M3, M3, K
    srli A1, A1, 8
    srli K, A0, 8
    and K, K, A1
    or M3, M3, K

    /* With associated data: E(B0), and with it the block that masks the tag. */
    jal LINK, vmb_zkn_prepare
    lui CTR, 0x1000
    beqz N0, .Ldata
    li CTR, 0
    addi A1, sp, F_MASK
    jal A0, vmb_zkn_empty

    /* The associated data behind its length. */
    lw CALL, (F_CALL)(sp)
    lw LEN, (CALL_AD_LEN)(CALL)
    lw IN, (CALL_AD)(CALL)
    andi B3, LEN, 0xff
    slli B3, B3, 8
    srli B1, LEN, 8
    andi K, B1, 0xff
    or B3, B3, K
    li K, 0xff
    bgeu B1, K, .Llong
1:
    li K, 16
    blt LEN, K, 2f
    andi K, IN, 3
    bnez K, 2f
    ABSORB_ALIGNED(M0, 0)
    ABSORB_ALIGNED(M1, 4)
    ABSORB_ALIGNED(M2, 8)
    ABSORB_ALIGNED(M3, 12)
    addi IN, IN, 16
    addi LEN, LEN, -16
    j 3f
2:
    ABSORB(M0)
.Lword1:
    ABSORB(M1)
    ABSORB(M2)
    ABSORB(M3)
3:
    /* Another block if anything is left, be it only of the last word. */
    addi K, LEN, 1
    bltz K, .Ldata
    jal LINK, vmb_zkn_mac
    j 1b

.Llong:
    srli B1, B1, 8
    slli K, B1, 24
    srli B1, B1, 8
    slli B1, B1, 16
    or K, K, B1
    xor M0, M0, K
    li K, 0xfeff
    xor M0, M0, K
    j .Lword1

    /* The message: whole blocks where both pointers are word-aligned. */
.Ldata:
    lw CALL, (F_CALL)(sp)
    lw IN, (CALL_IN)(CALL)
    lw OUT, (CALL_OUT)(CALL)
    lw A1, (CALL_LEN)(CALL)
    or K, IN, OUT
    andi K, K, 3
    bnez K, .Lrest
    andi K, A1, -16
    beqz K, .Lrest
    add END, IN, K
    andi A1, A1, 15
    sw A1, (F_REST)(sp)
    lw K, (CALL_SEAL)(CALL)
    seqz K, K
    or CTR, CTR, K
    jal A0, vmb_zkn_steps
    andi CTR, CTR, -2
    lw CALL, (F_CALL)(sp)
    lw A1, (F_REST)(sp)

    /* Less than a block, or no alignment: A1 bytes from IN to OUT. */
.Lrest:
    beqz A1, .Lfinish
1:
    sw IN, (F_IN)(sp)
    sw OUT, (F_OUT)(sp)
    sw A1, (F_REST)(sp)
    li K, 16
    bgeu A1, K, .Lbounce
    .irp at, 0, 4, 8, 12
    sw zero, (F_PLAIN + \at)(sp)
    .endr
    addi A1, sp, F_STREAM
    jal A0, vmb_zkn_empty
    lw IN, (F_IN)(sp)
    lw OUT, (F_OUT)(sp)
    lw A1, (F_REST)(sp)
    lw CALL, (F_CALL)(sp)
    lw N0, (CALL_SEAL)(CALL)
    addi N0, N0, -1 /* all ones: opening */
    addi N1, sp, F_STREAM
    add END, IN, A1
    or K, IN, OUT
    andi K, K, 3
    bnez K, 4f
    addi N2, END, -4
    bgtu IN, N2, 4f
3:
    lw A0, 0(IN)
    lw K, 0(N1)
    xor A2, A0, K
    and K, K, N0
    xor A0, A0, K
    sw A2, 0(OUT)
    sw A0, (F_PLAIN - F_STREAM)(N1)
    addi IN, IN, 4
    addi OUT, OUT, 4
    addi N1, N1, 4
    bleu IN, N2, 3b
    beq IN, END, 5f
4:
    lbu A0, 0(IN)
    lbu K, 0(N1)
    xor A2, A0, K
    and K, K, N0
    xor A0, A0, K
    sb A2, 0(OUT)
    sb A0, (F_PLAIN - F_STREAM)(N1)
    addi IN, IN, 1
    addi OUT, OUT, 1
    addi N1, N1, 1
    bne IN, END, 4b
5:
    XOR_WORDS(sp, F_PLAIN)

.Lfinish:
    lw CALL, (F_CALL)(sp)
    lw K, (CALL_AD_LEN)(CALL)
    beqz K, .Lmask
    jal LINK, vmb_zkn_mac
.Ltag:
    XOR_WORDS(sp, F_MASK)
    lw K, (F_TAG)(sp)
    sw M0, 0(K)
    sw M1, 4(K)
    sw M2, 8(K)
    sw M3, 12(K)
    .irp at, 0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44
    sw zero, (F_SECRET + \at)(sp)
    .endr
    REGISTERS lw
    addi sp, sp, F_SIZE
    ret

    /* A whole block without alignment: a step in place on a copy. */
.Lbounce:
    addi A1, sp, F_STREAM
    addi A0, A1, 16
1:
    LOAD_ANY(W, 0, IN, B1)
    sw W, 0(A1)
    addi IN, IN, 4
    addi A1, A1, 4
    bne A1, A0, 1b
    mv END, A0
    addi IN, A0, -16
    mv OUT, IN
    lw K, (CALL_SEAL)(CALL)
    seqz K, K
    or CTR, CTR, K
    jal A0, vmb_zkn_steps
    andi CTR, CTR, -2
    lw CALL, (F_CALL)(sp)
    lw OUT, (F_OUT)(sp)
    addi END, OUT, 16
    addi A1, sp, F_STREAM
1:
    lw W, 0(A1)
    sb W, 0(OUT)
    srli B1, W, 8
    sb B1, 1(OUT)
    srli B1, W, 16
    sb B1, 2(OUT)
    srli B1, W, 24
    sb B1, 3(OUT)
    addi A1, A1, 4
    addi OUT, OUT, 4
    bne OUT, END, 1b
    lw IN, (F_IN)(sp)
    addi IN, IN, 16
    lw A1, (F_REST)(sp)
    addi A1, A1, -16
    j .Lrest

    /* Without associated data the block that masks the tag comes last. */
.Lmask:
    lw K, (F_LAST)(sp)
    sw K, (F_COUNTER + 12)(sp)
    li CTR, 0
    jal LINK, vmb_zkn_prepare
    addi A1, sp, F_MASK
    jal A0, vmb_zkn_empty
    j .Ltag
    .size vmb_aes_ccm_run, . - vmb_aes_ccm_run

#endif

#ifdef __ELF__
    .section .note.GNU-stack, "", %progbits
#endif
