/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * CCM with the AES unit (vambrace/aes_unit.h), whose key is loaded:
 *     void vmb_aes_ccm_blocks(const uint32_t *rk, unsigned rounds, vmb_ccm_state *s,
 *                             uint8_t *out, const uint8_t *in, size_t blocks, int open)
 * of aes_backend.h.
 *
 *     a0, a1, a7, t4  the counter block, its last word in order; t5 as it is in memory
 *     t0-t3           the CBC-MAC
 *     a2-a4, a5, a6   s, out, in, the end of in, open
 *     s0-s3, s4-s7    data, and keystream or output
 *     s8              0x00ff00ff, without Zbkb
 *
 * A step is two blocks: the counter's, during which the data is loaded, and the MAC's,
 * during which the output is stored. The data joins the MAC when that is done.
 * Blocks are little-endian words; the stack has nothing but the caller's registers.
 * AES-128 on ibex-ref: 54 cycles a step to seal, 60 to open.
 */
#include "common/frame.h"
#include "vambrace/aes_unit.h"
#include "vambrace/ise/zbkb.h"

#if VMB_AES_UNIT_WHOLE

#define CALLEE_SAVED s0, s1, s2, s3, s4, s5, s6, s7, s8

.macro four op, from, at, w0, w1, w2, w3
    \op \w0, (\from)(\at)
    \op \w1, (\from + 4)(\at)
    \op \w2, (\from + 8)(\at)
    \op \w3, (\from + 12)(\at)
.endm

/* d = s in the other byte order. Takes t6. */
.macro swap d, s
#if VMB_ISE_ZBKB
    vmb.rev8 \d, \s
#else
    and t6, \s, s8
    srli \d, \s, 8
    slli t6, t6, 8
    and \d, \d, s8
    or \d, \d, t6
    srli t6, \d, 16
    slli \d, \d, 16
    or \d, \d, t6
#endif
.endm

    .text
    .balign 4
    .globl vmb_aes_ccm_blocks
    .type vmb_aes_ccm_blocks, @function
vmb_aes_ccm_blocks:
    vmb.enter 48, 0, CALLEE_SAVED
    slli a5, a5, 4
    add a5, a5, a4
#if !VMB_ISE_ZBKB
    li s8, 0x00ff00ff
#endif
    four lw, 0, a2, t0, t1, t2, t3
    four lw, 16, a2, a0, a1, a7, t5
    swap t4, t5
    .balign 4
1:  vmb.aes.write a0, a1
    vmb.aes.start 0, a7, t5
    four lw, 0, a4, s0, s1, s2, s3
    addi a4, a4, 16
    addi t4, t4, 1
    vmb.aes.read s4, 0
    vmb.aes.read s5, 1
    vmb.aes.read s6, 2
    vmb.aes.read s7, 3
    vmb.aes.write t0, t1
    vmb.aes.start 0, t2, t3
    xor s4, s4, s0
    xor s5, s5, s1
    xor s6, s6, s2
    xor s7, s7, s3
    four sw, 0, a3, s4, s5, s6, s7
    addi a3, a3, 16
    swap t5, t4
    bnez a6, 3f
2:  vmb.aes.read t0, 0
    vmb.aes.read t1, 1
    vmb.aes.read t2, 2
    vmb.aes.read t3, 3
    xor t0, t0, s0
    xor t1, t1, s1
    xor t2, t2, s2
    xor t3, t3, s3
    bne a4, a5, 1b

    four sw, 0, a2, t0, t1, t2, t3
    sw t5, 28(a2)
    vmb.leave 48, 0, CALLEE_SAVED
    ret

    /* What was stored is the plaintext. */
3:  mv s0, s4
    mv s1, s5
    mv s2, s6
    mv s3, s7
    j 2b
    .size vmb_aes_ccm_blocks, . - vmb_aes_ccm_blocks

#endif
