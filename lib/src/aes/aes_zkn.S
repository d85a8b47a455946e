/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * AES-128 (FIPS 197) with the instructions aes32esi and aes32esmi: the backend
 * of aes_backend.h for VMB_ISE_ZKN. Little-endian words; the expanded key is
 * the 44 words of the standard.
 */
#include "vambrace/ise.h"

#if VMB_ISE_ZKN

    .text

/* One word of a round: d = k ^ the column made of bytes 0 to 3 of s0 to s3. */
#define COLUMN(op, d, k, s0, s1, s2, s3)                                       \
    op d, k, s0, 0;                                                            \
    op d, d, s1, 1;                                                            \
    op d, d, s2, 2;                                                            \
    op d, d, s3, 3

/* A round of one block from S0..S3 to D0..D3, round key at byte `at` of RK. */
#define ROUND(op, at, D, S)                                                    \
    lw K, (at)(RK);                                                            \
    COLUMN(op, D##0, K, S##0, S##1, S##2, S##3);                               \
    lw K, (at + 4)(RK);                                                        \
    COLUMN(op, D##1, K, S##1, S##2, S##3, S##0);                               \
    lw K, (at + 8)(RK);                                                        \
    COLUMN(op, D##2, K, S##2, S##3, S##0, S##1);                               \
    lw K, (at + 12)(RK);                                                       \
    COLUMN(op, D##3, K, S##3, S##0, S##1, S##2)

/* The same of two blocks: each word of the round key is loaded once. */
#define ROUND2(op, at, D, E, S, T)                                             \
    lw K, (at)(RK);                                                            \
    COLUMN(op, D##0, K, S##0, S##1, S##2, S##3);                               \
    COLUMN(op, E##0, K, T##0, T##1, T##2, T##3);                               \
    lw K, (at + 4)(RK);                                                        \
    COLUMN(op, D##1, K, S##1, S##2, S##3, S##0);                               \
    COLUMN(op, E##1, K, T##1, T##2, T##3, T##0);                               \
    lw K, (at + 8)(RK);                                                        \
    COLUMN(op, D##2, K, S##2, S##3, S##0, S##1);                               \
    COLUMN(op, E##2, K, T##2, T##3, T##0, T##1);                               \
    lw K, (at + 12)(RK);                                                       \
    COLUMN(op, D##3, K, S##3, S##0, S##1, S##2);                               \
    COLUMN(op, E##3, K, T##3, T##0, T##1, T##2)

/*
 * void vmb_aes128_expand(uint32_t *rk, const uint8_t *key)
 *
 * A round: 27 cycles. FIPS 197, section 5.2.
 */
#define W0 a2
#define W1 a3
#define W2 a4
#define W3 a5
#define RCON a1
#define T t0
#define ROTATED t1

#define LOAD_ANY(d, at, t)                                                     \
    lbu d, (at)(a1);                                                           \
    lbu t, (at + 1)(a1);                                                       \
    slli t, t, 8;                                                              \
    or d, d, t;                                                                \
    lbu t, (at + 2)(a1);                                                       \
    slli t, t, 16;                                                             \
    or d, d, t;                                                                \
    lbu t, (at + 3)(a1);                                                       \
    slli t, t, 24;                                                             \
    or d, d, t

    .section .rodata.vmb_aes128_rcon, "a"
vmb_aes128_rcon:
    .byte 0x01, 0x02, 0x04, 0x08, 0x10, 0x20, 0x40, 0x80, 0x1b, 0x36, 0

    .section .text.vmb_aes128_expand, "ax"
    .balign 16
    .globl vmb_aes128_expand
    .type vmb_aes128_expand, @function
vmb_aes128_expand:
    LOAD_ANY(W0, 0, t0)
    LOAD_ANY(W1, 4, t0)
    LOAD_ANY(W2, 8, t0)
    LOAD_ANY(W3, 12, t0)
    la RCON, vmb_aes128_rcon
    lbu T, (RCON)
1:
    sw W0, 0(a0)
    sw W1, 4(a0)
    sw W2, 8(a0)
    sw W3, 12(a0)
    addi a0, a0, 16
    addi RCON, RCON, 1
    xor W0, W0, T
    srli ROTATED, W3, 8
    slli T, W3, 24
    or ROTATED, ROTATED, T
    COLUMN(vmb.aes32esi, W0, W0, ROTATED, ROTATED, ROTATED, ROTATED)
    lbu T, (RCON)
    xor W1, W1, W0
    xor W2, W2, W1
    xor W3, W3, W2
    bnez T, 1b
    sw W0, 0(a0)
    sw W1, 4(a0)
    sw W2, 8(a0)
    sw W3, 12(a0)
    ret
    .size vmb_aes128_expand, . - vmb_aes128_expand

#undef W0
#undef W1
#undef W2
#undef W3
#undef T

/*
 * void vmb_aes128_encrypt1(const uint32_t *rk, uint32_t a[4])
 */
#define RK a0
#define K a5
#define P0 a2
#define P1 a3
#define P2 a4
#define P3 t0
#define Q0 t1
#define Q1 t2
#define Q2 t3
#define Q3 t4
#define LAST t5

    .section .text.vmb_aes128_encrypt1, "ax"
    .balign 16
    .globl vmb_aes128_encrypt1
    .type vmb_aes128_encrypt1, @function
vmb_aes128_encrypt1:
    lw P0, 0(a1)
    lw K, 0(RK)
    xor P0, P0, K
    lw P1, 4(a1)
    lw K, 4(RK)
    xor P1, P1, K
    lw P2, 8(a1)
    lw K, 8(RK)
    xor P2, P2, K
    lw P3, 12(a1)
    lw K, 12(RK)
    xor P3, P3, K
    addi LAST, RK, 128
    .balign 4
1:
    ROUND(vmb.aes32esmi, 16, Q, P)
    ROUND(vmb.aes32esmi, 32, P, Q)
    addi RK, RK, 32
    bne RK, LAST, 1b
    ROUND(vmb.aes32esmi, 16, Q, P)
    ROUND(vmb.aes32esi, 32, P, Q)
    sw P0, 0(a1)
    sw P1, 4(a1)
    sw P2, 8(a1)
    sw P3, 12(a1)
    ret
    .size vmb_aes128_encrypt1, . - vmb_aes128_encrypt1

#undef P0
#undef P1
#undef P2
#undef P3
#undef Q0
#undef Q1
#undef Q2
#undef Q3
#undef LAST

/*
 * void vmb_aes128_ccm_blocks(const uint32_t *rk, vmb_ccm_state *s, uint8_t *out,
 *                            const uint8_t *in, size_t blocks, int open)
 *
 * Of a counter block only the last byte changes from one block to the next,
 * 255 times out of 256. In round 1 it touches one word, by one instruction, and
 * that word touches each word of round 2 by one: the rest of both rounds is
 * computed beforehand (C0 and D0 to D3), and again when the last byte wraps.
 *
 * Registers: all but sp, gp and tp.
 *   A0..A3 B0..B3   the counter block, alternately
 *   M0..M3 N0..N3   the CBC-MAC block, alternately
 *   C0 D0..D3       the constant parts of rounds 1 and 2 of the counter block
 *   CTR             the last word of the counter block; of it, byte 3 counts,
 *                   and bit 0 holds `open`
 *   RK LAST K       round keys, bound of the loop over rounds, a round key
 *   IN OUT END      the data
 *
 * Cycles of a block: 13 key and counter, 25 + 28 rounds 1 and 2, 3 * 84 rounds 3
 * to 8, 40 round 9, 60 (open 64) round 10 with the data, 14 loop = 432.
 */
#define A0 s0
#define A1 s1
#define A2 a1
#define A3 a4
#define B0 s3
#define B1 s4
#define B2 s5
#define B3 s6
#define M0 t0
#define M1 t1
#define M2 t2
#define M3 s2
#define N0 s7
#define N1 s8
#define N2 s9
#define N3 s10
#define C0 t3
#define D0 t4
#define D1 t5
#define D2 t6
#define D3 ra
#define CTR a7
#define LAST s11
#define OUT a2
#define IN a3
#define END a6
#define ESMI vmb.aes32esmi
#define ESI vmb.aes32esi

/* The last round on one word, sealing: both blocks start from key ^ plaintext. */
#define SEAL_WORD(at, A, M, a0, a1, a2, a3, b0, b1, b2, b3)                    \
    lw K, (at + 64)(RK);                                                       \
    lw A, (at)(IN);                                                            \
    xor K, K, A;                                                               \
    COLUMN(ESI, A, K, a0, a1, a2, a3);                                         \
    COLUMN(ESI, M, K, b0, b1, b2, b3);                                         \
    sw A, (at)(OUT)

/* Opening: the MAC needs the plaintext that comes out of the counter block. */
#define OPEN_WORD(at, A, M, a0, a1, a2, a3, b0, b1, b2, b3)                    \
    lw K, (at + 64)(RK);                                                       \
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

    .section .text.vmb_aes128_ccm_blocks, "ax"
    .balign 16
    .globl vmb_aes128_ccm_blocks
    .type vmb_aes128_ccm_blocks, @function
vmb_aes128_ccm_blocks:
    addi sp, sp, -64
    sw ra, 0(sp)
    sw s0, 4(sp)
    sw s1, 8(sp)
    sw s2, 12(sp)
    sw s3, 16(sp)
    sw s4, 20(sp)
    sw s5, 24(sp)
    sw s6, 28(sp)
    sw s7, 32(sp)
    sw s8, 36(sp)
    sw s9, 40(sp)
    sw s10, 44(sp)
    sw s11, 48(sp)
    sw a1, 52(sp)
    sw a5, 56(sp)
    slli END, a4, 4
    add END, END, IN
    addi LAST, RK, 96
    lw M0, 0(a1)
    lw M1, 4(a1)
    lw M2, 8(a1)
    lw M3, 12(a1)

    /* The constant parts of the counter block's first rounds. */
.Lprepare:
    lw A3, 52(sp)
    lw CTR, 56(sp)
    lw A0, 16(A3)
    lw A1, 20(A3)
    lw A2, 24(A3)
    lw A3, 28(A3)
    srli K, A3, 24
    slli K, K, 24
    or CTR, CTR, K
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

    .balign 4
.Lblock:
    lw K, 0(RK)
    xor M0, M0, K
    lw K, 4(RK)
    xor M1, M1, K
    lw K, 8(RK)
    xor M2, M2, K
    lw K, 12(RK)
    xor M3, M3, K
    xor B0, CTR, K
    ESMI B0, C0, B0, 3
    ROUND(ESMI, 16, N, M)
    ESMI A0, D0, B0, 0
    ESMI A1, D1, B0, 3
    ESMI A2, D2, B0, 2
    ESMI A3, D3, B0, 1
    ROUND(ESMI, 32, M, N)
    .balign 4
.Lrounds:
    ROUND2(ESMI, 48, B, N, A, M)
    ROUND2(ESMI, 64, A, M, B, N)
    addi RK, RK, 32
    bne RK, LAST, .Lrounds
    ROUND2(ESMI, 48, B, N, A, M)
    andi K, CTR, 1
    bnez K, .Lopen
    LAST_ROUND(SEAL_WORD)
    j .Lnext
    .balign 4
.Lopen:
    LAST_ROUND(OPEN_WORD)
.Lnext:
    addi RK, RK, -96
    addi IN, IN, 16
    addi OUT, OUT, 16
    lui K, 0x1000
    add CTR, CTR, K
    bltu CTR, K, .Lcarry
    bne IN, END, .Lblock

    lw K, 52(sp)
    srli CTR, CTR, 24
    sb CTR, 31(K)
.Lend:
    sw M0, 0(K)
    sw M1, 4(K)
    sw M2, 8(K)
    sw M3, 12(K)
    lw ra, 0(sp)
    lw s0, 4(sp)
    lw s1, 8(sp)
    lw s2, 12(sp)
    lw s3, 16(sp)
    lw s4, 20(sp)
    lw s5, 24(sp)
    lw s6, 28(sp)
    lw s7, 32(sp)
    lw s8, 36(sp)
    lw s9, 40(sp)
    lw s10, 44(sp)
    lw s11, 48(sp)
    addi sp, sp, 64
    ret

    /* The last byte is zero again: carry into the bytes before it. */
.Lcarry:
    lw K, 52(sp)
    sb zero, 31(K)
    addi A1, K, 30
1:
    lbu A0, (A1)
    addi A0, A0, 1
    sb A0, (A1)
    andi A0, A0, 0xff
    addi A1, A1, -1
    beqz A0, 1b
    beq IN, END, .Lend
    j .Lprepare
    .size vmb_aes128_ccm_blocks, . - vmb_aes128_ccm_blocks

#endif
