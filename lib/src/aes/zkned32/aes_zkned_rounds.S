/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * AES with Zkne and Zknd: all rounds but the last of one or two blocks, for the
 * functions on whole blocks. Registers: aes_zkned_blocks.h; layout of the key:
 * aes_zkned.h. Parts of those functions, not functions of the ABI; all go back to
 * LINK and change the blocks:
 *   vmb_zkned_pair_10, vmb_zkned_unpair_10   9 rounds of two blocks, from A and M to
 *                    B and N, for AES-128. Each ROUND_BYTES before is the entry
 *                    for one round more, each behind for one less; an even number
 *                    of rounds goes from B and N to B and N.
 *   vmb_zkned_one, vmb_zkned_unone   rounds 1 to rounds - 1 of one block, from A to
 *                    B. Changes ENTRY.
 *   vmb_zkned_one_2    likewise from round 2 on, from B to B.
 *
 * Cycles: 40 a round of a pair, and 2 for the way back; one block 273, 325 or
 * 377.
 */
#include "aes/zkned32/aes_zkned_blocks.h"
#include "common/frame.h"
#include "common/steps.h"

#if VMB_ISE_ZKNED32 && !VMB_SIZE

#define TWICE(W, op, at)                                                       \
    vmb.step aes_rounds2;                                                      \
    ROUND2_(W, op, at, B, N, A, M);                                            \
    vmb.step aes_rounds2;                                                      \
    ROUND2_(W, op, at + 16, A, M, B, N)

/* Every instruction takes four bytes: the entries are computed. */
#define PAIR(name, W, op)                                                      \
    TWICE(W, op, -208);                                                        \
    TWICE(W, op, -176);                                                        \
    .globl name;                                                               \
    .hidden name;                                                              \
name:                                                                          \
    TWICE(W, op, -144);                                                        \
    TWICE(W, op, -112);                                                        \
    TWICE(W, op, -80);                                                         \
    TWICE(W, op, -48);                                                         \
    vmb.step aes_rounds2;                                                      \
    ROUND2_(W, op, -16, B, N, A, M);                                           \
    jr LINK

#define ONE(name, W, op)                                                       \
    .globl name;                                                               \
    .hidden name;                                                              \
name:                                                                          \
    addi ENTRY, RK, -32;                                                       \
    mv RK, START;                                                              \
    .balign 4;                                                                 \
1:                                                                             \
    vmb.step aes_rounds1;                                                      \
    ROUND_(W, op, 16, B, A);                                                   \
2:                                                                             \
    vmb.step aes_rounds1;                                                      \
    ROUND_(W, op, 32, A, B);                                                   \
    addi RK, RK, 32;                                                           \
    bne RK, ENTRY, 1b;                                                         \
    vmb.step aes_rounds1;                                                      \
    ROUND_(W, op, 16, B, A);                                                   \
    addi RK, RK, 32;                                                           \
    jr LINK

    .section .text.vmb_zkned_pair, "ax"
    .balign 16
    .option push
    .option norvc
    PAIR(vmb_zkned_pair_10, TO, ESMI)
    .option pop

    .section .text.vmb_zkned_unpair, "ax"
    .balign 16
    .option push
    .option norvc
    PAIR(vmb_zkned_unpair_10, FROM, DSMI)
    .option pop

    .section .text.vmb_zkned_one, "ax"
    .balign 16
    .globl vmb_zkned_one_2
    .hidden vmb_zkned_one_2
vmb_zkned_one_2:
    addi ENTRY, RK, -32
    mv RK, START
    j 2f
    .balign 4
    ONE(vmb_zkned_one, TO, ESMI)

    .section .text.vmb_zkned_unone, "ax"
    .balign 16
    ONE(vmb_zkned_unone, FROM, DSMI)

#endif
