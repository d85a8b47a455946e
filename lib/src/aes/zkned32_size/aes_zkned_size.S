/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * AES with Zkne and Zknd in few bytes (VMB_SIZE): the key schedules and blocks by
 * themselves, functions of aes_backend.h. Registers: aes_zkned_size.h.
 *
 * A block of AES-128 takes 238 cycles on Ibex for its first nine rounds, and 56 for the last one.
 */
#include "aes/zkned32_size/aes_zkned_size.h"
#include "common/frame.h"
#include "common/steps.h"

#if VMB_ISE_ZKNED32 && VMB_SIZE

#define WHITEN(at, A)                                                          \
    lw A, (at)(FROM_);                                                         \
    lw K, (at)(RK);                                                            \
    xor A, A, K

#define WORD(W, op, at, to, from)                                              \
    lw K, (at)(RK);                                                            \
    W(op, to, K, from)

/* Two rounds in a loop, which is entered at the second one: the number of rounds before
 * the last one is odd. RK is 16 bytes before the key of the first of both. */
#define BLOCK(W, op)                                                           \
    WHITEN(0, B0);                                                             \
    WHITEN(4, B1);                                                             \
    WHITEN(8, B2);                                                             \
    WHITEN(12, B3);                                                            \
    addi RK, RK, -16;                                                          \
    j 2f;                                                                      \
1:                                                                             \
    vmb.step aes_rounds1;                                                      \
    WORD(W##0, op, 16, B0, A);                                                 \
    WORD(W##1, op, 20, B1, A);                                                 \
    WORD(W##2, op, 24, B2, A);                                                 \
    WORD(W##3, op, 28, B3, A);                                                 \
2:                                                                             \
    vmb.step aes_rounds1;                                                      \
    WORD(W##0, op, 32, A0, B);                                                 \
    WORD(W##1, op, 36, A1, B);                                                 \
    WORD(W##2, op, 40, A2, B);                                                 \
    WORD(W##3, op, 44, A3, B);                                                 \
    addi RK, RK, 32;                                                           \
    bne RK, LASTRK, 1b;                                                        \
    add FROM_, FROM_, OFFSET

/* Two words of the last round, and the words of A turned by two. */
#define LAST(W, op)                                                            \
    vmb.step aes_last1;                                                        \
    addi B0, RK, 16;                                                           \
1:                                                                             \
    lw K, 16(RK);                                                              \
    W##0(op, K, K, A);                                                         \
    sw K, 0(FROM_);                                                            \
    lw K, 20(RK);                                                              \
    W##1(op, K, K, A);                                                         \
    sw K, 4(FROM_);                                                            \
    mv B1, A0;                                                                 \
    mv B2, A1;                                                                 \
    mv A0, A2;                                                                 \
    mv A1, A3;                                                                 \
    mv A2, B1;                                                                 \
    mv A3, B2;                                                                 \
    addi RK, RK, 8;                                                            \
    addi FROM_, FROM_, 8;                                                      \
    bne RK, B0, 1b;                                                            \
    jr LINK

    .section .text.vmb_zkned_block, "ax"
    .balign 4
    .globl vmb_zkned_block
    .hidden vmb_zkned_block
vmb_zkned_block:
    BLOCK(TO, ESMI)
    LAST(TO, ESI)

    .section .text.vmb_zkned_unblock, "ax"
    .balign 4
    .globl vmb_zkned_unblock
    .hidden vmb_zkned_unblock
vmb_zkned_unblock:
    BLOCK(FROM, DSMI)
    addi RK, FINAL, -16
    LAST(FROM, DSI)

/* Independent blocks. */
#define OUT s1
#define IN a6
#define COUNT a7

.macro BLOCKS name, block, decrypt
    .section .text.\name, "ax"
    .balign 4
    .globl \name
    .type \name, @function
\name:
    beqz a4, 2f
    vmb.enter 32, 12, ra, s0, s1
    mv OUT, a2
    mv IN, a3
    mv COUNT, a4
    slli a1, a1, 4
    .if \decrypt
    mv FINAL, a0
    add a0, a0, a1
    .endif
    add LASTRK, a0, a1
    addi LASTRK, LASTRK, -16
    sw a0, 8(sp)
1:
    lw RK, 8(sp)
    mv FROM_, IN
    sub OFFSET, OUT, IN
    jal LINK, \block
    addi IN, IN, 16
    addi OUT, OUT, 16
    addi COUNT, COUNT, -1
    bnez COUNT, 1b
    vmb.leave 32, 12, ra, s0, s1
2:
    ret
    .size \name, . - \name
.endm

    BLOCKS vmb_aes_encrypt_blocks, vmb_zkned_block, 0
    BLOCKS vmb_aes_decrypt_blocks, vmb_zkned_unblock, 1

#undef K
#undef OUT
#undef IN
#undef COUNT

#define RCON t1
#define SUBBED t2  /* where AES-256 substitutes a word without turning it */
#define WORDS t3   /* of the key */
#define END t4
#define OLD a1     /* WORDS words before the next word */
#define LEFT a2    /* words to the next round constant */
#define W a3
#define T a4
#define U a5

    .section .text.vmb_aes_expand, "ax"
    .balign 4
    .globl vmb_aes_expand
    .type vmb_aes_expand, @function
vmb_aes_expand:
    addi WORDS, a2, -6
    slli a2, a2, 4
    addi a2, a2, 16
    add END, a2, a0
    slli LEFT, WORDS, 2
    add LEFT, LEFT, a1
    mv U, a0
1:
    lbu T, 0(a1)
    sb T, 0(a0)
    addi a1, a1, 1
    addi a0, a0, 1
    bne a1, LEFT, 1b
    mv OLD, U
    li RCON, 1
    li SUBBED, 12
    sub SUBBED, SUBBED, WORDS /* 8 or 6: none of 4 or 6 words; 4 of 8 */
    li LEFT, 0
1:
    lw T, -4(a0)
    lw W, 0(OLD)
    bnez LEFT, 3f
    mv LEFT, WORDS
    xor W, W, RCON
    slli RCON, RCON, 1
    srli U, RCON, 8
    beqz U, 2f
    li RCON, 0x1b
2:
    srli U, T, 8
    slli T, T, 24
    or T, T, U
    j 4f
3:
    beq LEFT, SUBBED, 4f
    xor W, W, T
    j 5f
4:
    COLUMN(ESI, W, W, T, T, T, T)
5:
    sw W, 0(a0)
    addi a0, a0, 4
    addi OLD, OLD, 4
    addi LEFT, LEFT, -1
    bne a0, END, 1b
    ret
    .size vmb_aes_expand, . - vmb_aes_expand

    /* InvMixColumns of round keys rounds - 1 to 1: the S-box there and back, for
     * aes32dsmi has the inverse S-box before its InvMixColumns. */
    .section .text.vmb_aes_expand_inverse, "ax"
    .balign 4
    .globl vmb_aes_expand_inverse
    .type vmb_aes_expand_inverse, @function
vmb_aes_expand_inverse:
    slli a1, a1, 4
    add a1, a1, a0
    addi END, a0, 16
    mv U, a1
1:
    addi LEFT, U, 16
2:
    lw T, -16(a1)
    COLUMN(ESI, W, zero, T, T, T, T)
    COLUMN(DSMI, T, zero, W, W, W, W)
    sw T, 16(U)
    addi a1, a1, 4
    addi U, U, 4
    bne U, LEFT, 2b
    addi a1, a1, -32
    bne a1, END, 1b
    ret
    .size vmb_aes_expand_inverse, . - vmb_aes_expand_inverse

#endif
