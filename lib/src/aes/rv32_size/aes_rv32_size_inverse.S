/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * Bitsliced AES for RV32IC in the size profile, with or without Zbkb: decryption,
 *     void vmb_aes_decrypt_blocks(const uint32_t *rk, unsigned rounds,
 *                                 uint8_t *out, const uint8_t *in, size_t blocks)
 * of aes_backend.h, made of the routines of aes_rv32_size.S.
 */
#include "aes/rv32_size/aes_rv32_size.h"
#include "common/frame.h"
#include "vambrace/detail/backend/engine.h"

#if VMB_AES_RV32 && VMB_SIZE && !VMB_ENGINE

    .section .text.vmb_aes_decrypt_blocks, "ax"
    .balign 4
    .globl vmb_aes_decrypt_blocks
    .type vmb_aes_decrypt_blocks, @function
vmb_aes_decrypt_blocks:
    la t2, .Ldecrypt
    j vmb_rv32_pairs

    /* Decrypts words 2c + b, with the last round key at F_LAST and the first one at
     * F_RK. */
    .balign 4
.Ldecrypt:
    sw LINK, (F_LINK)(sp)
    jal LINK, vmb_rv32_transpose
    lw RK, (F_LAST)(sp)
    mv FLAG, sp /* anything but 0 */
    j .Ladd

    .balign 4
.Lround:
    /* InvMixColumns: its polynomial is that of MixColumns times 4 x^2 + 5. To a,
     * 4 (a + a'') first, '' being the next row but one; x^8 = x^4 + x^3 + x + 1,
     * x^9 = x^5 + x^4 + x^2 + x. */
    .macro FAR_SUM x, Q
    TURN \x, \Q, T1, 16
    xor \x, \x, \Q
    .endm
    FAR_SUM s4, Q0
    FAR_SUM s5, Q1
    FAR_SUM s6, Q2
    FAR_SUM s7, Q3
    FAR_SUM s8, Q4
    FAR_SUM s9, Q5
    FAR_SUM s10, Q6
    FAR_SUM s11, Q7
    xor Q2, Q2, s4
    xor Q3, Q3, s5
    xor Q4, Q4, s6
    xor Q5, Q5, s7
    xor Q6, Q6, s8
    xor Q7, Q7, s9
    xor Q0, Q0, s10
    xor Q3, Q3, s10
    xor Q2, Q2, s11
    xor Q5, Q5, s11
    xor s10, s10, s11
    xor Q1, Q1, s10
    xor Q4, Q4, s10
    li MASK1, 0
    li MASK2, 0
    jal LINK, vmb_rv32_mix_planes
.Lsub:
    /* InvShiftRows: the exchanges of ShiftRows in the other order. */
    li FLAG, 0
    li MASK1, 0
    li MASK2, 0x030f0c00
    jal LINK, vmb_rv32_mix_planes
    li MASK1, 0x33003300
    li MASK2, 0
    jal LINK, vmb_rv32_mix_planes
    jal LINK, .Lunmap
    jal LINK, vmb_rv32_sub_planes
    jal LINK, .Lunmap
    addi RK, RK, -32
    lw FLAG, (F_RK)(sp)
    sub FLAG, FLAG, RK
.Ladd:
    ADD_KEY
    /* After the last round key, the first step is not InvMixColumns. */
    lw T0, (F_LAST)(sp)
    bltu T0, RK, .Lsub
    bnez FLAG, .Lround
    lw LINK, (F_LINK)(sp)
    j vmb_rv32_transpose

    /* The S-box's constant 0x63, and the inverse of its linear map: bit i becomes
     * the sum of bits i + 2, i + 5 and i + 7 (modulo 8). Bits a and a + 3 are
     * together in two of these sums. */
.Lunmap:
    xori Q0, Q0, -1
    xori Q1, Q1, -1
    xori Q5, Q5, -1
    xori Q6, Q6, -1
    xor t1, Q2, Q5
    xor t2, Q0, Q3
    xor t3, Q6, Q1
    xor t4, Q4, Q7
    mv t5, Q7
    xor Q7, t3, Q4
    xor Q4, t3, Q3
    xor Q3, t1, Q0
    xor Q0, t1, t5
    mv t5, Q5
    xor Q5, t4, Q2
    xor Q2, t4, Q1
    xor Q1, t2, Q6
    xor Q6, t2, t5
    jr LINK
    .size vmb_aes_decrypt_blocks, . - vmb_aes_decrypt_blocks

#endif
