/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * AES with Zkne and Zknd, each block by itself:
 *     void vmb_aes_encrypt_blocks(const uint32_t *rk, unsigned rounds,
 *                                 uint8_t *out, const uint8_t *in, size_t blocks)
 *     void vmb_aes_decrypt_blocks(same)
 * of aes_backend.h. Registers: aes_zkned_blocks.h; the rounds: aes_zkned_rounds.S.
 *
 * Cycles a pair of blocks: 97 + 40 * (rounds - 1).
 */
#include "aes/zkned32/aes_zkned_blocks.h"
#include "common/frame.h"
#include "common/steps.h"

#if VMB_ISE_ZKNED32 && !VMB_SIZE

#define LASTKEY s9
#define ODD STATE /* 16 if one block is left after the pairs */

#define LOAD2(at, A, M)                                                        \
    lw K, (at)(START);                                                         \
    lw A, (at)(IN);                                                            \
    lw M, (at + 16)(IN);                                                       \
    xor A, A, K;                                                               \
    xor M, M, K

#define LAST2(WORD, op, at, A, M)                                              \
    lw K, (at)(LASTKEY);                                                       \
    WORD##_2(op, A, K, B, M, K, N);                                            \
    sw A, (at)(OUT);                                                           \
    sw M, (at + 16)(OUT)

#define LOAD1(at, A)                                                           \
    lw K, (at)(START);                                                         \
    lw A, (at)(IN);                                                            \
    xor A, A, K

#define LAST1(WORD, op, at, A)                                                 \
    lw K, (at)(LASTKEY);                                                       \
    WORD(op, A, K, B);                                                         \
    sw A, (at)(OUT)

/* All code after BEGIN. */
#define BLOCKS(W, op, one)                                                     \
    sub END, END, ODD;                                                         \
    beq IN, END, 2f;                                                           \
    .balign 4;                                                                 \
1:                                                                             \
    vmb.step aes_blocks;                                                       \
    LOAD2(0, A0, M0);                                                          \
    LOAD2(4, A1, M1);                                                          \
    LOAD2(8, A2, M2);                                                          \
    LOAD2(12, A3, M3);                                                         \
    jalr LINK, 0(ENTRY);                                                       \
    vmb.step aes_last2;                                                        \
    LAST2(W##0, op, 0, A0, M0);                                                \
    LAST2(W##1, op, 4, A1, M1);                                                \
    LAST2(W##2, op, 8, A2, M2);                                                \
    LAST2(W##3, op, 12, A3, M3);                                               \
    addi IN, IN, 32;                                                           \
    addi OUT, OUT, 32;                                                         \
    bne IN, END, 1b;                                                           \
2:                                                                             \
    vmb.step aes_mode;                                                         \
    beqz ODD, 3f;                                                              \
    LOAD1(0, A0);                                                              \
    LOAD1(4, A1);                                                              \
    LOAD1(8, A2);                                                              \
    LOAD1(12, A3);                                                             \
    jal LINK, one;                                                             \
    vmb.step aes_last1;                                                        \
    LAST1(W##0, op, 0, A0);                                                    \
    LAST1(W##1, op, 4, A1);                                                    \
    LAST1(W##2, op, 8, A2);                                                    \
    LAST1(W##3, op, 12, A3);                                                   \
3:                                                                             \
    vmb.step aes_mode;                                                         \
    vmb.leave F_SIZE, 0, VMB_CALLEE_SAVED;                                     \
4:                                                                             \
    ret

/* The arguments to their registers; without a block, to the end. */
.macro ARGUMENTS
    beqz a4, 4f
    vmb.enter F_SIZE, 0, VMB_CALLEE_SAVED
    slli END, a4, 4
    add END, END, a3
    mv K, a4
    mv IN, a3
    mv OUT, a2
    andi ODD, K, 1
    slli ODD, ODD, 4
.endm

    .section .text.vmb_aes_encrypt_blocks, "ax"
    .balign 16
    .globl vmb_aes_encrypt_blocks
    .type vmb_aes_encrypt_blocks, @function
vmb_aes_encrypt_blocks:
    ARGUMENTS
    BEGIN vmb_zkned_pair_10, 0
    mv LASTKEY, RK
    BLOCKS(TO, ESI, vmb_zkned_one)
    .size vmb_aes_encrypt_blocks, . - vmb_aes_encrypt_blocks

    .section .text.vmb_aes_decrypt_blocks, "ax"
    .balign 16
    .globl vmb_aes_decrypt_blocks
    .type vmb_aes_decrypt_blocks, @function
vmb_aes_decrypt_blocks:
    ARGUMENTS
    mv LASTKEY, RK
    BEGIN vmb_zkned_unpair_10, 1
    BLOCKS(FROM, DSI, vmb_zkned_unone)
    .size vmb_aes_decrypt_blocks, . - vmb_aes_decrypt_blocks

#endif
