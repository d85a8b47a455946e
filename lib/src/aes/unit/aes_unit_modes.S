/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * Blocks and modes with the AES unit (vambrace/aes_unit.h), whose key is loaded: the
 * functions of aes_backend.h
 *     vmb_aes_encrypt_blocks, vmb_aes_decrypt_blocks
 *     vmb_aes_cbc_encrypt_blocks, vmb_aes_cbc_decrypt_blocks, vmb_aes_ctr_blocks
 *
 *     a0, a1      rk, rounds: not used
 *     a2          out, or iv or ctr
 *     a3, a4, a5  in, blocks, or out, in, blocks
 *     t0-t3       the chaining value, or the counter
 *
 * Blocks are little-endian words. An error of the unit stays in it for vmb_aes_end: a
 * status that has reported one is followed by `count` of 0, which is one again.
 *
 * AES-128 on ibex-ref, cycles a block: ECB 10, the unit's own; CBC 24 to encrypt, where
 * 11 of AES wait for the block before, and 32 to decrypt, where none do; CTR 40.
 */
#include "common/frame.h"
#include "vambrace/aes_unit.h"
#include "vambrace/ise/zbkb.h"

#if VMB_AES_UNIT_WHOLE

    .text

/* All is stored, and what the processor reads comes behind it; an error goes on. Takes
 * t5, t6. Fences are for processors that write, or read, while another instruction is
 * under way. */
.macro settle
    li t6, 0
1:  vmb.aes.wait t5
    or t6, t6, t5
    andi t5, t5, 1
    bnez t5, 1b
    andi t6, t6, 14
    beqz t6, 2f
    vmb.aes.count x0
2:  fence
.endm

/* In pieces that the unit can count. */
.macro ecb d
    beqz a4, 4f
    fence
3:  li t0, 0x8000
    bgeu a4, t0, 5f
    mv t0, a4
5:  vmb.aes.count t0
    vmb.aes.blocks \d, a3, a2
    settle
    sub a4, a4, t0
    slli t0, t0, 4
    add a2, a2, t0
    add a3, a3, t0
    bnez a4, 3b
4:  ret
.endm

    .balign 4
    .globl vmb_aes_encrypt_blocks
    .type vmb_aes_encrypt_blocks, @function
vmb_aes_encrypt_blocks:
    ecb 0
    .size vmb_aes_encrypt_blocks, . - vmb_aes_encrypt_blocks

    .balign 4
    .globl vmb_aes_decrypt_blocks
    .type vmb_aes_decrypt_blocks, @function
vmb_aes_decrypt_blocks:
    ecb 1
    .size vmb_aes_decrypt_blocks, . - vmb_aes_decrypt_blocks

.macro four op, at, w0, w1, w2, w3
    \op \w0, 0(\at)
    \op \w1, 4(\at)
    \op \w2, 8(\at)
    \op \w3, 12(\at)
.endm

/* The plaintext of the next block is loaded while the unit works: P0 to P3. */
#define P0 a0
#define P1 a1
#define P2 a6
#define P3 a7

/* P is the next plaintext. */
.macro cbc_start
    xor P0, P0, t0
    xor P1, P1, t1
    xor P2, P2, t2
    xor P3, P3, t3
    vmb.aes.write P0, P1
    vmb.aes.start 0, P2, P3
.endm

.macro cbc_end
    vmb.aes.read t0, 0
    vmb.aes.read t1, 1
    vmb.aes.read t2, 2
    vmb.aes.read t3, 3
    vmb.aes.store a3
.endm

    .balign 4
    .globl vmb_aes_cbc_encrypt_blocks
    .type vmb_aes_cbc_encrypt_blocks, @function
vmb_aes_cbc_encrypt_blocks:
    beqz a5, 9f
    fence                       /* what the caller stored there arrives before the results */
    slli a5, a5, 4
    add a5, a5, a4
    addi a4, a4, 16
    four lw, a2, t0, t1, t2, t3
    addi a3, a3, -16
    lw P0, -16(a4)
    lw P1, -12(a4)
    lw P2, -8(a4)
    lw P3, -4(a4)
    beq a4, a5, 8f
    .balign 4
7:  cbc_start
    four lw, a4, P0, P1, P2, P3
    addi a4, a4, 16
    addi a3, a3, 16
    cbc_end
    bne a4, a5, 7b
8:  cbc_start
    addi a3, a3, 16
    cbc_end
    four sw, a2, t0, t1, t2, t3
    settle
9:  ret
    .size vmb_aes_cbc_encrypt_blocks, . - vmb_aes_cbc_encrypt_blocks

/* A block whose ciphertext is in c, behind one in p, where the plaintext comes. Another
 * block is loaded as soon as the result of this one is read. */
.macro cbc_one p0, p1, p2, p3, c0, c1, c2, c3, last
    four lw, a4, \c0, \c1, \c2, \c3
    addi a4, a4, 16
    vmb.aes.read t6, 0
    xor \p0, \p0, t6
    vmb.aes.read t6, 1
    xor \p1, \p1, t6
    vmb.aes.read t6, 2
    xor \p2, \p2, t6
    vmb.aes.read t6, 3
    xor \p3, \p3, t6
    beq a4, a5, \last
    vmb.aes.load 1, a4
    four sw, a3, \p0, \p1, \p2, \p3
    addi a3, a3, 16
.endm

    .balign 4
    .globl vmb_aes_cbc_decrypt_blocks
    .type vmb_aes_cbc_decrypt_blocks, @function
vmb_aes_cbc_decrypt_blocks:
    beqz a5, 9f
    slli a5, a5, 4
    add a5, a5, a4
    fence
    vmb.aes.load 1, a4
    four lw, a2, t0, t1, t2, t3
    .balign 4
6:  cbc_one t0, t1, t2, t3, P0, P1, P2, P3, 7f
    cbc_one P0, P1, P2, P3, t0, t1, t2, t3, 8f
    j 6b
7:  four sw, a3, t0, t1, t2, t3
    four sw, a2, P0, P1, P2, P3
    ret
8:  four sw, a3, P0, P1, P2, P3
    four sw, a2, t0, t1, t2, t3
9:  ret
    .size vmb_aes_cbc_decrypt_blocks, . - vmb_aes_cbc_decrypt_blocks

/* d = s in the other byte order. Takes t6; MASK is 0x00ff00ff. */
#define MASK t5
.macro swap d, s
#if VMB_ISE_ZBKB
    vmb.rev8 \d, \s
#else
    and t6, \s, MASK
    srli \d, \s, 8
    slli t6, t6, 8
    and \d, \d, MASK
    or \d, \d, t6
    srli t6, \d, 16
    slli \d, \d, 16
    or \d, \d, t6
#endif
.endm

.macro ctr_word at, k
    lw t6, (\at)(a4)
    xor \k, \k, t6
    sw \k, (\at)(a3)
.endm

/* The unit works on the next counter while data and keystream meet. It also does the one
 * behind the last, which nobody gets. */
    .balign 4
    .globl vmb_aes_ctr_blocks
    .type vmb_aes_ctr_blocks, @function
vmb_aes_ctr_blocks:
    beqz a5, 9f
    slli a5, a5, 4
    add a5, a5, a4
#if !VMB_ISE_ZBKB
    li MASK, 0x00ff00ff
#endif
    four lw, a2, t0, t1, t2, t4
    vmb.aes.write t0, t1
    vmb.aes.start 0, t2, t4
    swap t3, t4
    .balign 4
1:  addi t3, t3, 1
    swap t4, t3
    vmb.aes.read a0, 0
    vmb.aes.read a1, 1
    vmb.aes.read a6, 2
    vmb.aes.read a7, 3
    vmb.aes.write t0, t1
    vmb.aes.start 0, t2, t4
    ctr_word 0, a0
    ctr_word 4, a1
    ctr_word 8, a6
    ctr_word 12, a7
    addi a4, a4, 16
    addi a3, a3, 16
    bne a4, a5, 1b
    sw t4, 12(a2)
9:  ret
    .size vmb_aes_ctr_blocks, . - vmb_aes_ctr_blocks

#endif
