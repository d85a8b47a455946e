/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * AES-128-CCM (NIST SP 800-38C) with aes32esmi and aes32esi: the steps. Parts
 * of vmb_aes_ccm_run with its registers and its stack frame (aes_zkn_ccm.h),
 * not functions of the ABI:
 *   vmb_zkn_mac      M = E(M). Back to LINK; changes N K LAST.
 *   vmb_zkn_prepare  for the counter block in the frame, C0 and D0 to D3. Back
 *                    to LINK; changes A B K.
 *   vmb_zkn_steps    the steps from IN to END > IN. Back to A0; changes all of
 *                    A B N K K3, moves IN, OUT and the counter on.
 *   vmb_zkn_empty    such a step in place on zeros at A1: keystream.
 *
 * Of a counter block only the last byte changes from one block to the next,
 * 255 times out of 256. In round 1 it touches one word, by one instruction, and
 * that word touches each word of round 2 by one: the rest of both rounds is
 * computed beforehand, and again when the last byte wraps.
 *
 * Cycles: a step 418 (opening 424), preparing 72, a block of the MAC alone 277.
 */
#include "aes/aes_zkn_ccm.h"

#if VMB_ISE_ZKN

/* The last round on one word, sealing: both blocks start from key ^ plaintext. */
#define SEAL_WORD(at, A, M, a0, a1, a2, a3, b0, b1, b2, b3)                    \
    lw K, (at + 160)(RK);                                                      \
    lw A, (at)(IN);                                                            \
    xor K, K, A;                                                               \
    COLUMN(ESI, A, K, a0, a1, a2, a3);                                         \
    COLUMN(ESI, M, K, b0, b1, b2, b3);                                         \
    sw A, (at)(OUT)

/* Opening: the MAC needs the plaintext that comes out of the counter block. */
#define OPEN_WORD(at, A, M, a0, a1, a2, a3, b0, b1, b2, b3)                    \
    lw K, (at + 160)(RK);                                                      \
    lw A, (at)(IN);                                                            \
    xor A, A, K;                                                               \
    COLUMN(ESI, A, A, a0, a1, a2, a3);                                         \
    xor K, K, A;                                                               \
    COLUMN(ESI, M, K, b0, b1, b2, b3);                                         \
    sw A, (at)(OUT)

#define LAST_ROUND(WORD)                                                       \
    WORD(0, A0, M0, B0, B1, B2, B3, N0, N1, N2, N3);                           \
    WORD(4, A1, M1, B1, B2, B3, B0, N1, N2, N3, N0);                           \
    WORD(8, A2, M2, B2, B3, B0, B1, N2, N3, N0, N1);                           \
    WORD(12, A3, M3, B3, B0, B1, B2, N3, N0, N1, N2)

    .section .text.vmb_aes_ccm_run, "ax"
    .balign 16

    /* M = E(M). */
    .balign 4
    .globl vmb_zkn_mac
    .hidden vmb_zkn_mac
vmb_zkn_mac:
    XOR_WORDS(RK, 0)
    addi LAST, RK, 128
    .balign 4
1:
    ROUND(ESMI, 16, N, M)
    ROUND(ESMI, 32, M, N)
    addi RK, RK, 32
    bne RK, LAST, 1b
    ROUND(ESMI, 16, N, M)
    ROUND(ESI, 32, M, N)
    addi RK, RK, -128
    jr LINK

    /* The constant parts of the counter block's first rounds. */
    .balign 4
    .globl vmb_zkn_prepare
    .hidden vmb_zkn_prepare
vmb_zkn_prepare:
    lw A0, (F_COUNTER)(sp)
    lw A1, (F_COUNTER + 4)(sp)
    lw A2, (F_COUNTER + 8)(sp)
    lw A3, (F_COUNTER + 12)(sp)
    lw K, 0(RK)
    xor A0, A0, K
    lw K, 4(RK)
    xor A1, A1, K
    lw K, 8(RK)
    xor A2, A2, K
    lw K, 12(RK)
    xor A3, A3, K
    lw K, 16(RK)
    ESMI C0, K, A0, 0
    ESMI C0, C0, A1, 1
    ESMI C0, C0, A2, 2
    lw K, 20(RK)
    COLUMN(ESMI, B1, K, A1, A2, A3, A0)
    lw K, 24(RK)
    COLUMN(ESMI, B2, K, A2, A3, A0, A1)
    lw K, 28(RK)
    COLUMN(ESMI, B3, K, A3, A0, A1, A2)
    lw K, 32(RK)
    ESMI D0, K, B1, 1
    ESMI D0, D0, B2, 2
    ESMI D0, D0, B3, 3
    lw K, 36(RK)
    ESMI D1, K, B1, 0
    ESMI D1, D1, B2, 1
    ESMI D1, D1, B3, 2
    lw K, 40(RK)
    ESMI D2, K, B2, 0
    ESMI D2, D2, B3, 1
    ESMI D2, D2, B1, 3
    lw K, 44(RK)
    ESMI D3, K, B3, 0
    ESMI D3, D3, B1, 2
    ESMI D3, D3, B2, 3
    jr LINK

    /* One step on an empty block at A1: only keystream. */
    .globl vmb_zkn_empty
    .hidden vmb_zkn_empty
vmb_zkn_empty:
    sw zero, 0(A1)
    sw zero, 4(A1)
    sw zero, 8(A1)
    sw zero, 12(A1)
    mv IN, A1
    mv OUT, A1
    addi END, A1, 16

    /* The steps from IN to END. */
    .globl vmb_zkn_steps
    .hidden vmb_zkn_steps
vmb_zkn_steps:
    sw A0, (F_RETURN)(sp)
    lw K3, 12(RK)
    .balign 4
.Lstep:
    lw K, 0(RK)
    xor M0, M0, K
    lw K, 4(RK)
    xor M1, M1, K
    lw K, 8(RK)
    xor M2, M2, K
    xor M3, M3, K3
    xor B0, CTR, K3
    ESMI B0, C0, B0, 3
    ROUND(ESMI, 16, N, M)
    ESMI A0, D0, B0, 0
    ESMI A1, D1, B0, 3
    ESMI A2, D2, B0, 2
    ESMI A3, D3, B0, 1
    ROUND(ESMI, 32, M, N)
    ROUND2(ESMI, 48, B, N, A, M)
    ROUND2(ESMI, 64, A, M, B, N)
    ROUND2(ESMI, 80, B, N, A, M)
    ROUND2(ESMI, 96, A, M, B, N)
    ROUND2(ESMI, 112, B, N, A, M)
    ROUND2(ESMI, 128, A, M, B, N)
    ROUND2(ESMI, 144, B, N, A, M)
    andi K, CTR, 1
    bnez K, .Lopen
    LAST_ROUND(SEAL_WORD)
.Lnext:
    addi IN, IN, 16
    addi OUT, OUT, 16
    lui K, 0x1000
    add CTR, CTR, K
    bltu CTR, K, .Lcarry
    bne IN, END, .Lstep
.Ldone:
    lw K, (F_RETURN)(sp)
    jr K

    .balign 4
.Lopen:
    LAST_ROUND(OPEN_WORD)
    j .Lnext

    /* The last byte is zero again: carry into the bytes before it. */
.Lcarry:
    addi A1, sp, F_COUNTER + 14
1:
    lbu A0, 0(A1)
    addi A0, A0, 1
    sb A0, 0(A1)
    andi A0, A0, 0xff
    addi A1, A1, -1
    beqz A0, 1b
    jal LINK, vmb_zkn_prepare
    bne IN, END, .Lstep
    j .Ldone

#endif

#ifdef __ELF__
    .section .note.GNU-stack, "", %progbits
#endif
