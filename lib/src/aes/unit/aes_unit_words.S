/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * What aes_unit_modes.S has a memory port for, with an AES unit that has none: the functions
 * of aes_backend.h
 *     vmb_aes_encrypt_blocks, vmb_aes_decrypt_blocks, vmb_aes_cbc_decrypt_blocks
 *
 *     a0, a1      rk, rounds: not used
 *     a2          out, or iv; the address of the unit's registers
 *     a3, a4, a5  in, blocks, or out, in, blocks
 *
 * Blocks are little-endian words. The next block is loaded while the unit works. After each
 * one, pending interrupts come in (aes_unit_turn.h).
 */
#define BASE a2
#include "aes/unit/aes_unit_access.inc"
#include "common/frame.h"

#if VMB_AES_UNIT && !VMB_AES_UNIT_MEMORY

.macro ecb d
    beqz a4, 9f
    mv a5, a2
#if VMB_AES_UNIT_BASE
    li BASE, VMB_AES_UNIT_BASE
#endif
    slli a4, a4, 4
    add a4, a4, a3
    four lw, 0, a3, a0, a1, a6, a7
    .balign 4
1:  unit.write a0, a1
    unit.start \d, a6, a7
    addi a3, a3, 16
    beq a3, a4, 8f
    four lw, 0, a3, a0, a1, a6, a7
    unit.asked t4, t5
    unit.read4 t0, t1, t2, t3
    four sw, 0, a5, t0, t1, t2, t3
    addi a5, a5, 16
    unit.again t4, 1b
8:  unit.read4 t0, t1, t2, t3
    four sw, 0, a5, t0, t1, t2, t3
9:  ret
.endm

unit.function encrypt_blocks
    ecb 0
unit.end encrypt_blocks

unit.function decrypt_blocks
    ecb 1
unit.end decrypt_blocks

/* A block with ciphertext c, after one in p, which is replaced by the plaintext; the next ciphertext is loaded to n
 * while the unit works. */
.macro cbc_one p0, p1, p2, p3, c0, c1, c2, c3, n0, n1, n2, n3, last
    unit.write \c0, \c1
    unit.start 1, \c2, \c3
    addi a4, a4, 16
    beq a4, a5, \last
    four lw, 0, a4, \n0, \n1, \n2, \n3
    unit.read t4, 0
    unit.read t5, 1
    unit.read t6, 2
    xor \p0, \p0, t4
    unit.read t4, 3
    xor \p1, \p1, t5
    xor \p2, \p2, t6
    xor \p3, \p3, t4
    unit.asked t4, t5
    four sw, 0, a3, \p0, \p1, \p2, \p3
    addi a3, a3, 16
    unit.look t4
.endm

.macro cbc_last p0, p1, p2, p3, c0, c1, c2, c3
    unit.read t4, 0
    unit.read t5, 1
    unit.read t6, 2
    xor \p0, \p0, t4
    unit.read t4, 3
    xor \p1, \p1, t5
    xor \p2, \p2, t6
    xor \p3, \p3, t4
    four sw, 0, a3, \p0, \p1, \p2, \p3
#if VMB_AES_UNIT_BASE
    lw a2, 16(sp)
#endif
    four sw, 0, a2, \c0, \c1, \c2, \c3
.endm

#define A t0, t1, t2, t3
#define B a0, a1, a6, a7
#define C s0, s1, s2, s3

unit.function cbc_decrypt_blocks
    beqz a5, 9f
    vmb.enter 32, 0, C
    slli a5, a5, 4
    add a5, a5, a4
    four lw, 0, a2, A
    four lw, 0, a4, B
#if VMB_AES_UNIT_BASE
    sw a2, 16(sp)
    li BASE, VMB_AES_UNIT_BASE
    unit.asked t4, t5           /* the key is loaded, and all this may have been missing in the cache */
    unit.look t4
#endif
    .balign 4
1:  cbc_one A, B, C, 2f
    cbc_one B, C, A, 3f
    cbc_one C, A, B, 4f
    j 1b
2:  cbc_last A, B
    j 8f
3:  cbc_last B, C
    j 8f
4:  cbc_last C, A
8:  vmb.leave 32, 0, C
9:  ret
unit.end cbc_decrypt_blocks

#endif
