/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * AES-CCM (NIST SP 800-38C) with Zkne: text of the functions of aes_zkn_ccm.h,
 * with its registers and its frame, for a number of ROUNDS.
 *   .Lmac      M = E(M). Back to LINK; changes N.
 *   .Lprepare  for the counter block in the frame, or from .Lprepared on in A,
 *              C0 and D0 to D3. Back to LINK; changes A B K.
 *   .Lstep     a step. GO says how it ends:
 *   .Lseal, .Lopen   with data, and so on from IN to END > IN, with CTR counting
 *              on to 0 at most; then at .Lend. Changes A B N.
 *   .Lfirst    without data: E(counter block) to F_MASK; then at .Lmasked.
 *
 * Of a counter block only the last byte changes from one block to the next,
 * 255 times out of 256. In round 1 it touches one word, by one instruction, and
 * that word touches each word of round 2 by one: the rest of both rounds is
 * computed beforehand, and again when the last byte wraps.
 *
 * Cycles: a step 133 + 40 * (ROUNDS - 3), opening 4 more; .Lprepare 63; a block
 * of the MAC alone 14 + 24 * ROUNDS.
 */
#include "common/steps.h"

/* The last round on one word, sealing: both blocks start from key ^ plaintext. */
#define SEAL_WORD(W, at, A, M)                                                 \
    lw A, (at + 16 * ROUNDS)(RK);                                              \
    lw M, (at)(IN);                                                            \
    xor A, A, M;                                                               \
    W(ESI, M, A, N);                                                           \
    W(ESI, A, A, B);                                                           \
    sw A, (at)(OUT)

/* Opening: the MAC needs the plaintext that comes out of the counter block. */
#define OPEN_WORD(W, at, A, M)                                                 \
    lw A, (at + 16 * ROUNDS)(RK);                                              \
    lw M, (at)(IN);                                                            \
    xor M, M, A;                                                               \
    W(ESI, M, M, B);                                                           \
    xor A, A, M;                                                               \
    sw M, (at)(OUT);                                                           \
    W(ESI, M, A, N)

#define FIRST_WORD(W, at, A, M)                                                \
    lw A, (at + 16 * ROUNDS)(RK);                                              \
    W(ESI, M, A, N);                                                           \
    W(ESI, A, A, B);                                                           \
    sw A, (at + F_MASK)(sp)

#define LAST_ROUND(WORD)                                                       \
    WORD(TO0, 0, A0, M0);                                                      \
    WORD(TO1, 4, A1, M1);                                                      \
    WORD(TO2, 8, A2, M2);                                                      \
    WORD(TO3, 12, A3, M3)

/* On to the next step. */
#define NEXT                                                                   \
    lui A0, 0x1000;                                                            \
    addi IN, IN, 16;                                                           \
    addi OUT, OUT, 16;                                                         \
    add CTR, CTR, A0;                                                          \
    bne IN, END, .Lstep

/* Two rounds of both blocks, or of the MAC alone. */
#define BOTH(at)                                                               \
    ROUND2(ESMI, at, B, N, A, M);                                              \
    ROUND2(ESMI, at + 16, A, M, B, N)
#define ALONE(at)                                                              \
    ROUND(ESMI, at, N, M);                                                     \
    ROUND(ESMI, at + 16, M, N)

    .balign 4
    vmb.step aes_pair
.Lstep:
    lw A0, 0(RK)
    lw A1, 4(RK)
    lw A2, 8(RK)
    xor M0, M0, A0
    xor M1, M1, A1
    xor M2, M2, A2
    xor M3, M3, K3
    xor B0, CTR, K3
    ESMI B0, C0, B0, 3
    ROUND(ESMI, 16, N, M)
    ESMI A0, D0, B0, 0
    ESMI A1, D1, B0, 3
    ESMI A2, D2, B0, 2
    ESMI A3, D3, B0, 1
    ROUND(ESMI, 32, M, N)
    BOTH(48)
    BOTH(80)
    BOTH(112)
#if ROUNDS > 10
    BOTH(144)
#endif
#if ROUNDS > 12
    BOTH(176)
#endif
    ROUND2(ESMI, 16 * ROUNDS - 16, B, N, A, M)
    jr GO

    .balign 4
.Lopen:
    LAST_ROUND(OPEN_WORD)
    NEXT
    j .Lend

    .balign 4
.Lseal:
    LAST_ROUND(SEAL_WORD)
    NEXT
    j .Lend

    .balign 4
.Lfirst:
    LAST_ROUND(FIRST_WORD)
    j .Lmasked

    .balign 4
    vmb.step aes_mac
.Lmac:
    lw N0, 0(RK)
    lw N1, 4(RK)
    lw N2, 8(RK)
    xor M0, M0, N0
    xor M1, M1, N1
    xor M2, M2, N2
    xor M3, M3, K3
    ALONE(16)
    ALONE(48)
    ALONE(80)
    ALONE(112)
#if ROUNDS > 10
    ALONE(144)
#endif
#if ROUNDS > 12
    ALONE(176)
#endif
    ROUND(ESMI, 16 * ROUNDS - 16, N, M)
    ROUND(ESI, 16 * ROUNDS, M, N)
    jr LINK

    /* The last byte is zero again: carry into the bytes before it. */
    vmb.step ccm
.Lcarry:
    addi A1, sp, F_COUNTER + 14
1:
    lbu A0, 0(A1)
    addi A0, A0, 1
    sb A0, 0(A1)
    andi A0, A0, 0xff
    addi A1, A1, -1
    beqz A0, 1b

.Lprepare:
    lw A0, (F_COUNTER)(sp)
    lw A1, (F_COUNTER + 4)(sp)
    lw A2, (F_COUNTER + 8)(sp)
    lw A3, (F_COUNTER + 12)(sp)
    .balign 4
    vmb.step aes_counter
.Lprepared:
    lw K, 0(RK)
    xor A0, A0, K
    lw K, 4(RK)
    xor A1, A1, K
    lw K, 8(RK)
    xor A2, A2, K
    xor A3, A3, K3
    lw C0, 16(RK)
    ESMI C0, C0, A0, 0
    ESMI C0, C0, A1, 1
    ESMI C0, C0, A2, 2
    lw B1, 20(RK)
    TO1(ESMI, B1, B1, A)
    lw B2, 24(RK)
    TO2(ESMI, B2, B2, A)
    lw B3, 28(RK)
    TO3(ESMI, B3, B3, A)
    lw D0, 32(RK)
    ESMI D0, D0, B1, 1
    ESMI D0, D0, B2, 2
    ESMI D0, D0, B3, 3
    lw D1, 36(RK)
    ESMI D1, D1, B1, 0
    ESMI D1, D1, B2, 1
    ESMI D1, D1, B3, 2
    lw D2, 40(RK)
    ESMI D2, D2, B2, 0
    ESMI D2, D2, B3, 1
    ESMI D2, D2, B1, 3
    lw D3, 44(RK)
    ESMI D3, D3, B3, 0
    ESMI D3, D3, B1, 2
    ESMI D3, D3, B2, 3
    jr LINK
