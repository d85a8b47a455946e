/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * Bitsliced AES for RV32IC in the size profile, with or without Zbkb: encryption,
 *     void vmb_aes_ccm_step(const uint32_t *rk, unsigned rounds, vmb_ccm_work *w)
 *     void vmb_aes_encrypt_blocks(const uint32_t *rk, unsigned rounds,
 *                                 uint8_t *out, const uint8_t *in, size_t blocks)
 * of aes_backend.h. Registers and stack frame: aes_rv32_size.h.
 */
#include "aes/rv32_size/aes_rv32_size.h"
#include "common/frame.h"

#if VMB_AES_RV32 && VMB_SIZE

    .section .text.vmb_rv32_encrypt, "ax"
    .balign 4
    /* Registers to the frame; back to t1. */
    .globl vmb_rv32_save
    .hidden vmb_rv32_save
vmb_rv32_save:
    vmb.enter 64, F_REGISTERS, VMB_CALLEE_SAVED
    jr t1

    /* The inverse, back to who called the function. */
    .globl vmb_rv32_restore
    .hidden vmb_rv32_restore
vmb_rv32_restore:
    vmb.leave 64, F_REGISTERS, VMB_CALLEE_SAVED
    ret

    /* Encrypts words 2c + b with the round keys from RK on. */
    .balign 4
    .globl vmb_rv32_encrypt
    .hidden vmb_rv32_encrypt
vmb_rv32_encrypt:
    sw LINK, (F_LINK)(sp)
    jal LINK, vmb_rv32_transpose
    mv FLAG, sp /* anything but 0 */
    j .Ladd

    .balign 4
.Lround:
    jal LINK, vmb_rv32_sub_planes
    lw FLAG, (F_LAST)(sp)
    sub FLAG, FLAG, RK
    li MASK1, 0x33003300
    li MASK2, 0x030f0c00
    jal LINK, vmb_rv32_mix_planes
.Ladd:
    ADD_KEY
    bnez FLAG, .Lround
    lw LINK, (F_LINK)(sp)

#define SWAP(a, b)                                                             \
    srl T1, a, COUNT;                                                          \
    xor T1, T1, b;                                                             \
    and T1, T1, T0;                                                            \
    xor b, b, T1;                                                              \
    sll T1, T1, COUNT;                                                         \
    xor a, a, T1

    /* Words to planes and back. In each of three steps the uppermost bit of the
     * number of a word changes places with a bit of the position in it, then the
     * three bits of the number turn by one. vmb_rv32_transpose_keys with 1 in t5
     * is two of the steps: words Q0, Q2, Q4, Q6 of a round key to Q0 to Q3. */
    .globl vmb_rv32_transpose
    .hidden vmb_rv32_transpose
vmb_rv32_transpose:
    li t5, 0
    .globl vmb_rv32_transpose_keys
    .hidden vmb_rv32_transpose_keys
vmb_rv32_transpose_keys:
    li COUNT, 4
    li T0, 0x0f0f0f0f
2:
    SWAP(Q0, Q4)
    SWAP(Q1, Q5)
    SWAP(Q2, Q6)
    SWAP(Q3, Q7)
    mv T1, Q4
    mv Q4, Q2
    mv Q2, Q1
    mv Q1, T1
    mv T1, Q5
    mv Q5, Q6
    mv Q6, Q3
    mv Q3, T1
    srli COUNT, COUNT, 1
    sll T1, T0, COUNT
    xor T0, T0, T1
    bne COUNT, t5, 2b
    jr LINK

#define PREVIOUS s2
    /* ShiftRows: to the next column in rows 1 and 3, as far as exchanges of
     * neighbours go, in MASK1; to the next but one in MASK2. Then MixColumns, unless
     * FLAG is 0: a plane becomes a' + (a + a')'' + 2 (a + a'), ' being the next row
     * and '' the next but one. */
    .balign 4
    .globl vmb_rv32_mix_planes
    .hidden vmb_rv32_mix_planes
vmb_rv32_mix_planes:
    li COUNT, 8
    li PREVIOUS, 0
    mv T0, FLAG
1:
    srli T1, Q0, 2
    xor T1, T1, Q0
    and T1, T1, MASK1
    xor Q0, Q0, T1
    slli T1, T1, 2
    xor Q0, Q0, T1
    srli T1, Q0, 4
    xor T1, T1, Q0
    and T1, T1, MASK2
    xor Q0, Q0, T1
    slli T1, T1, 4
    xor T1, T1, Q0
    beqz FLAG, 2f
    mv Q0, T1
    TURN T1, T1, T0, 8
    mv T0, Q0
    xor T0, T0, T1
    xor T1, T1, PREVIOUS
    mv PREVIOUS, T0
    TURN Q0, T0, s3, 16
    xor T1, T1, Q0
2:
    mv Q0, Q1
    mv Q1, Q2
    mv Q2, Q3
    mv Q3, Q4
    mv Q4, Q5
    mv Q5, Q6
    mv Q6, Q7
    mv Q7, T1
    addi COUNT, COUNT, -1
    bnez COUNT, 1b
    /* x^8 = x^4 + x^3 + x + 1: a + a' of plane 7, or 0 */
    xor Q0, Q0, T0
    xor Q1, Q1, T0
    xor Q3, Q3, T0
    xor Q4, Q4, T0
    jr LINK

/* vmb_ccm_work. */
#define S_MAC 0
#define S_CTR 16
#define S_KS 32

    .section .text.vmb_aes_ccm_step, "ax"
    .balign 4
    .globl vmb_aes_ccm_step
    .type vmb_aes_ccm_step, @function
vmb_aes_ccm_step:
    jal t1, vmb_rv32_save
    mv RK, a0
    slli a1, a1, 4
    add a1, a1, a0
    sw a1, (F_LAST)(sp)
    sw a2, (F_WORK)(sp)
    mv a1, a2
    lw Q0, (S_CTR)(a1)
    lw Q2, (S_CTR + 4)(a1)
    lw Q4, (S_CTR + 8)(a1)
    lw Q6, (S_CTR + 12)(a1)
    lw Q1, (S_MAC)(a1)
    lw Q3, (S_MAC + 4)(a1)
    lw Q5, (S_MAC + 8)(a1)
    lw Q7, (S_MAC + 12)(a1)
    addi a1, a1, S_CTR + 16
1:
    addi a1, a1, -1
    lbu a0, 0(a1)
    addi a0, a0, 1
    sb a0, 0(a1)
    slli a0, a0, 24
    beqz a0, 1b
    jal LINK, vmb_rv32_encrypt
    lw a1, (F_WORK)(sp)
    sw Q0, (S_KS)(a1)
    sw Q2, (S_KS + 4)(a1)
    sw Q4, (S_KS + 8)(a1)
    sw Q6, (S_KS + 12)(a1)
    sw Q1, (S_MAC)(a1)
    sw Q3, (S_MAC + 4)(a1)
    sw Q5, (S_MAC + 8)(a1)
    sw Q7, (S_MAC + 12)(a1)
    j vmb_rv32_restore
    .size vmb_aes_ccm_step, . - vmb_aes_ccm_step

    .section .text.vmb_aes_encrypt_blocks, "ax"
    .balign 4
    .globl vmb_aes_encrypt_blocks
    .type vmb_aes_encrypt_blocks, @function
vmb_aes_encrypt_blocks:
    la t2, vmb_rv32_encrypt
    /* The blocks in pairs by the routine at t2, with the arguments of the above. */
    .globl vmb_rv32_pairs
    .hidden vmb_rv32_pairs
vmb_rv32_pairs:
    beqz a4, 2f
    jal t1, vmb_rv32_save
    vmb.enter 16
    slli a1, a1, 4
    add a1, a1, a0
    sw a1, (F_LAST)(sp)
    sw a0, (F_RK)(sp)
    sw t2, (F_DO)(sp)
    sw a2, (F_OUT)(sp)
    sw a3, (F_IN)(sp)
    sw a4, (F_END)(sp)
1:
    LOAD_PAIR
    lw RK, (F_RK)(sp)
    lw t1, (F_DO)(sp)
    jalr LINK, t1
    STORE_PAIR
    bgtz t1, 1b
    vmb.leave 16
    j vmb_rv32_restore
2:
    ret
    .size vmb_aes_encrypt_blocks, . - vmb_aes_encrypt_blocks

#endif
