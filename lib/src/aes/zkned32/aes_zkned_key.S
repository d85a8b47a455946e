/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * The key schedules of AES (FIPS 197, section 5.2) with aes32esi, and that of
 * the equivalent inverse cipher (section 5.3.5) with aes32dsmi:
 *     void vmb_aes_expand(uint32_t *rk, const uint8_t *key, unsigned rounds)
 *     void vmb_aes_expand_inverse(uint32_t *rk, unsigned rounds)
 * of aes_backend.h; the layout is in aes_zkned.h.
 *
 * Cycles of a call for an aligned key: 223, 301 and 339; the inverse 53 a round
 * key.
 */
#include "aes/zkned32/aes_zkned.h"
#include "common/frame.h"
#include "common/misaligned.h"

#if VMB_ISE_ZKNED32 && !VMB_SIZE

#define W0 a3
#define W1 a4
#define W2 a5
#define W3 a6
#define W4 a7
#define W5 t3
#define W6 t4
#define W7 t5
#define RCON t0
#define T t1
#define U t2

/* W = rcon ^ SubWord(RotWord(LAST)), without rcon, which is in W already. */
#define SUB_ROTATED(W, LAST)                                                   \
    srli T, LAST, 8;                                                           \
    slli U, LAST, 24;                                                          \
    or T, T, U;                                                                \
    COLUMN(ESI, W, W, T, T, T, T)

#define STORE(at, A, B, C, D)                                                  \
    sw A, (at)(a0);                                                            \
    sw B, (at + 4)(a0);                                                        \
    sw C, (at + 8)(a0);                                                        \
    sw D, (at + 12)(a0)

    .section .text.vmb_aes_expand, "ax"
    .balign 16
    .globl vmb_aes_expand
    .type vmb_aes_expand, @function
vmb_aes_expand:
    /* A key that is not aligned is read from where its first words go. */
#if !VMB_MISALIGNED
    andi T, a1, 3
    beqz T, 2f
    slli T, a2, 2
    addi T, T, -24
    add T, T, a1
    mv U, a0
1:
    lbu W0, 0(a1)
    sb W0, 0(U)
    addi a1, a1, 1
    addi U, U, 1
    bne a1, T, 1b
    mv a1, a0
2:
#endif
    lw W0, 0(a1)
    lw W1, 4(a1)
    lw W2, 8(a1)
    lw W3, 12(a1)
    addi a2, a2, -12
    li RCON, 1
    beqz a2, .L192
    bgtz a2, .L256

    STORE(0, W0, W1, W2, W3)
    .set at, 16
    .irp rcon, 0x01, 0x02, 0x04, 0x08, 0x10, 0x20, 0x40, 0x80, 0x1b, 0x36
    xori W0, W0, \rcon
    SUB_ROTATED(W0, W3)
    xor W1, W1, W0
    xor W2, W2, W1
    xor W3, W3, W2
    STORE(at, W0, W1, W2, W3)
    .set at, at + 16
    .endr
    ret

    /* Six words a time, the last time four. */
    .balign 4
.L192:
    lw W4, 16(a1)
    lw W5, 20(a1)
    li a1, 0x100
    .balign 4
1:
    STORE(0, W0, W1, W2, W3)
    beq RCON, a1, 2f
    sw W4, 16(a0)
    sw W5, 20(a0)
    xor W0, W0, RCON
    SUB_ROTATED(W0, W5)
    slli RCON, RCON, 1
    addi a0, a0, 24
    xor W1, W1, W0
    xor W2, W2, W1
    xor W3, W3, W2
    xor W4, W4, W3
    xor W5, W5, W4
    j 1b
2:
    ret

    /* Eight words a time, the last time four. */
    .balign 4
.L256:
    lw W4, 16(a1)
    lw W5, 20(a1)
    lw W6, 24(a1)
    lw W7, 28(a1)
    li a1, 0x80
    .balign 4
1:
    STORE(0, W0, W1, W2, W3)
    beq RCON, a1, 2f
    STORE(16, W4, W5, W6, W7)
    xor W0, W0, RCON
    SUB_ROTATED(W0, W7)
    slli RCON, RCON, 1
    addi a0, a0, 32
    xor W1, W1, W0
    xor W2, W2, W1
    xor W3, W3, W2
    COLUMN(ESI, W4, W4, W3, W3, W3, W3)
    xor W5, W5, W4
    xor W6, W6, W5
    xor W7, W7, W6
    j 1b
2:
    ret
    .size vmb_aes_expand, . - vmb_aes_expand

    /* InvMixColumns of round keys rounds - 1 to 1: the S-box there and back, for
     * aes32dsmi has the inverse S-box before its InvMixColumns. */
    .section .text.vmb_aes_expand_inverse, "ax"
    .balign 16
    .globl vmb_aes_expand_inverse
    .type vmb_aes_expand_inverse, @function
vmb_aes_expand_inverse:
    slli T, a1, 4
    add a1, a0, T
    mv U, a1
    addi W1, a0, 16
    .balign 4
1:
    .irp at, 0, 4, 8, 12
    lw T, (-16 + \at)(a1)
    COLUMN(ESI, W0, zero, T, T, T, T)
    COLUMN(DSMI, T, zero, W0, W0, W0, W0)
    sw T, (16 + \at)(U)
    .endr
    addi a1, a1, -16
    addi U, U, 16
    bne a1, W1, 1b
    ret
    .size vmb_aes_expand_inverse, . - vmb_aes_expand_inverse

#endif
