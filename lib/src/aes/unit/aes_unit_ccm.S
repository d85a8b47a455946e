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
 *     a2-a4, a5, a6   s (or the address of the unit's registers), out, in, the end of in, open
 *     s0-s3, s4-s7    data, and keystream or output
 *     s8              0x00ff00ff, without Zbkb
 *
 * A step is two blocks: the counter's, during which the data is loaded, and the MAC's,
 * during which the output is stored. The data joins the MAC when that is done. Then the unit
 * holds nothing, and pending interrupts come in.
 * Blocks are little-endian words; the stack has nothing but the caller's registers.
 * AES-128 on ibex-ref: 58 cycles a step to seal, 64 to open.
 */
#define BASE a2
#include "aes/unit/aes_unit_access.inc"
#include "common/frame.h"

#if VMB_AES_UNIT

#define CALLEE_SAVED s0, s1, s2, s3, s4, s5, s6, s7, s8

unit.function ccm_blocks
    vmb.enter 48, 0, CALLEE_SAVED
    slli a5, a5, 4
    add a5, a5, a4
#if !VMB_ISE_ZBKB
    li s8, 0x00ff00ff
#endif
    four lw, 0, a2, t0, t1, t2, t3
    four lw, 16, a2, a0, a1, a7, t5
    unit.swap t4, t5, t6, s8
#if VMB_AES_UNIT_BASE
    sw a2, 36(sp)
    li BASE, VMB_AES_UNIT_BASE
#endif
#if VMB_AES_UNIT_FAR
    unit.asked s4, s5           /* all this may have been missing in the cache */
    unit.look s4
#endif
    .balign 4
1:  unit.write a0, a1
    unit.start 0, a7, t5
    four lw, 0, a4, s0, s1, s2, s3
    addi a4, a4, 16
    addi t4, t4, 1
    unit.read4 s4, s5, s6, s7
    unit.write t0, t1
    unit.start 0, t2, t3
    xor s4, s4, s0
    xor s5, s5, s1
    xor s6, s6, s2
    xor s7, s7, s3
    four sw, 0, a3, s4, s5, s6, s7
    addi a3, a3, 16
    unit.swap t5, t4, t6, s8
    bnez a6, 3f
2:  unit.read4 t0, t1, t2, t3
    xor t0, t0, s0
    xor t1, t1, s1
    xor t2, t2, s2
    xor t3, t3, s3
    unit.asked s4, s5
    beq a4, a5, 4f
    unit.again s4, 1b
4:  unit.look s4
#if VMB_AES_UNIT_BASE
    lw a2, 36(sp)
#endif
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
unit.end ccm_blocks

#endif
