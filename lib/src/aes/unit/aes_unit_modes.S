/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * Blocks and modes with the AES unit (vambrace/aes_unit.h), whose key is loaded: the
 * functions of aes_backend.h
 *     vmb_aes_encrypt_blocks, vmb_aes_decrypt_blocks (memory port)
 *     vmb_aes_cbc_encrypt_blocks, vmb_aes_cbc_decrypt_blocks (memory port), vmb_aes_ctr_blocks
 *
 *     a0, a1      rk, rounds: not used
 *     a2          out, or iv or ctr
 *     a3, a4, a5  in, blocks, or out, in, blocks
 *     t0-t3       the chaining value, or the counter
 *
 * Blocks are little-endian words. An error of the unit stays in it for vmb_aes_end: a
 * status that has reported one is followed by `count` of 0, which is one again.
 * After each block, pending interrupts come in (aes_unit_turn.h).
 *
 * AES-128 on ibex-ref, cycles a block: ECB 10, the unit's own; CBC 26 to encrypt, where
 * 11 of AES wait for the block before, and 34 to decrypt, where none do; CTR 44.
 */
#define BASE a2
#include "aes/unit/aes_unit_access.inc"
#include "common/frame.h"

#if VMB_AES_UNIT

/* The first of several parts of n bytes from `in` on ends at stop, and may be empty: then on with
 * `look`. The others have 2^log bytes. Takes n. */
.macro first_stop stop, in, n, log, look
#if VMB_AES_UNIT_ASKS
    slli \n, \n, (32 - (\log))
    srli \n, \n, (32 - (\log))
    add \stop, \in, \n
#endif
    beq \in, \stop, \look
.endm

#if VMB_AES_UNIT_MEMORY
/* Waits until all results are stored, and orders later reads of the processor after them; an error continues. Uses t4,
 * t6. The fences are for processors that write or read while another instruction is in progress. */
.macro settle
    li t6, 0
1:  unit.wait t4
    or t6, t6, t4
    andi t4, t4, 1
    bnez t4, 1b
    srli t6, t6, 1
    beqz t6, 2f
    vmb.aes.count x0
2:  fence
.endm

/* The interval of checks for interrupts in bytes, as a power of two: shorter with a cache, which serves the unit before
 * the processor. */
#define ECB_LOG (7 - VMB_ENGINE_ROCC)
#if VMB_AES_UNIT_ASKS
#define STOP t2
#else
#define STOP a5
#endif

/* The unit stores a block while it works on the next one. */
.macro ecb d
    beqz a4, 9f
    fence
    vmb.aes.load \d, a3
    slli a4, a4, 4
    addi a4, a4, -16
    add a5, a4, a3
    first_stop STOP, a3, a4, ECB_LOG, 4f
    .balign 4
3:  addi a3, a3, 16
    vmb.aes.store a2
    vmb.aes.load \d, a3
    addi a2, a2, 16
    bne a3, STOP, 3b
4:
#if VMB_AES_UNIT_ASKS
    beq a3, a5, 8f
    unit.asked t0, t1
    addi STOP, STOP, (1 << ECB_LOG)
    beqz t0, 3b
    unit.let_in
    vmb.aes.load \d, a3
    j 3b
#endif
8:  vmb.aes.store a2
    settle
9:  ret
.endm

unit.function encrypt_blocks
    ecb 0
unit.end encrypt_blocks

unit.function decrypt_blocks
    ecb 1
unit.end decrypt_blocks
#endif

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
    unit.write P0, P1
    unit.start 0, P2, P3
.endm

.macro cbc_end
    unit.read4 t0, t1, t2, t3
#if VMB_AES_UNIT_MEMORY
    vmb.aes.store a3
#else
    four sw, 0, a3, t0, t1, t2, t3
#endif
.endm

#define CBC_LOG (6 - VMB_AES_UNIT_FAR)
#if VMB_AES_UNIT_ASKS
#define CBC_STOP t6
#else
#define CBC_STOP a5
#endif

unit.function cbc_encrypt_blocks
    beqz a5, 9f
#if VMB_AES_UNIT_MEMORY
    fence                       /* the caller's stores there arrive before the results */
#endif
    slli t4, a5, 4
    add a5, t4, a4
    addi a4, a4, 16
    four lw, 0, a2, t0, t1, t2, t3
#if VMB_AES_UNIT_BASE
    vmb.enter 16, 0, a2
    li BASE, VMB_AES_UNIT_BASE
#endif
    addi a3, a3, -16
    four lw, -16, a4, P0, P1, P2, P3
    addi t4, t4, -16
    first_stop CBC_STOP, a4, t4, CBC_LOG, 5f
    .balign 4
7:  cbc_start
    four lw, 0, a4, P0, P1, P2, P3
    addi a4, a4, 16
    addi a3, a3, 16
    cbc_end
    bne a4, CBC_STOP, 7b
5:
#if VMB_AES_UNIT_ASKS
    unit.asked t4, t5
    addi CBC_STOP, CBC_STOP, (1 << CBC_LOG)
    bnez t4, 6f
8:  bne a4, a5, 7b
#endif
    cbc_start
    addi a3, a3, 16
    cbc_end
#if VMB_AES_UNIT_BASE
    vmb.leave 16, 0, a2
#endif
    four sw, 0, a2, t0, t1, t2, t3
#if VMB_AES_UNIT_MEMORY
    settle
#endif
9:  ret

#if VMB_AES_UNIT_ASKS
6:  mv t5, CBC_STOP
    unit.let_in
    mv CBC_STOP, t5
    j 8b
#endif
unit.end cbc_encrypt_blocks

#if VMB_AES_UNIT_MEMORY
/* A block with ciphertext c, after one in p, which is replaced by the plaintext. Another block is loaded as soon as
 * this result is read. */
.macro cbc_one p0, p1, p2, p3, c0, c1, c2, c3, last
    four lw, 0, a4, \c0, \c1, \c2, \c3
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
    four sw, 0, a3, \p0, \p1, \p2, \p3
    addi a3, a3, 16
.endm

unit.function cbc_decrypt_blocks
    beqz a5, 9f
    slli a5, a5, 4
    add a5, a5, a4
    unit.asked t4, t5
    unit.look t4
    fence
    vmb.aes.load 1, a4
    four lw, 0, a2, t0, t1, t2, t3
    .balign 4
6:  cbc_one t0, t1, t2, t3, P0, P1, P2, P3, 7f
    cbc_one P0, P1, P2, P3, t0, t1, t2, t3, 8f
    unit.asked t4, t5
    unit.again t4, 6b, vmb.aes.load 1, a4
7:  four sw, 0, a3, t0, t1, t2, t3
    four sw, 0, a2, P0, P1, P2, P3
    ret
8:  four sw, 0, a3, P0, P1, P2, P3
    four sw, 0, a2, t0, t1, t2, t3
9:  ret
unit.end cbc_decrypt_blocks
#endif

.macro ctr_word at, k
    lw t6, (\at - 16)(a4)
    xor \k, \k, t6
    sw \k, (\at)(a3)
.endm

/* The keystream a0, a1, a6, a7 meets the block before a4. */
.macro ctr_words
    ctr_word 0, a0
    ctr_word 4, a1
    ctr_word 8, a6
    ctr_word 12, a7
.endm

/* The counter t0, t1, t2, t4. */
.macro ctr_start
    unit.write t0, t1
    unit.start 0, t2, t4
.endm

/* The unit works on the next counter while data and keystream meet. */
unit.function ctr_blocks
    beqz a5, 9f
    slli a5, a5, 4
    add a5, a5, a4
#if !VMB_ISE_ZBKB
    li t5, 0x00ff00ff
#endif
    four lw, 0, a2, t0, t1, t2, t4
#if VMB_AES_UNIT_BASE
    vmb.enter 16, 0, a2
    li BASE, VMB_AES_UNIT_BASE
#endif
    unit.asked a0, a1
    unit.swap t3, t4, t6, t5
    unit.look a0
    ctr_start
    .balign 4
1:  addi t3, t3, 1
    unit.swap t4, t3, t6, t5
    unit.read4 a0, a1, a6, a7
    addi a4, a4, 16
    beq a4, a5, 8f
#if VMB_AES_UNIT_BASE
    unit.asked t6, t5           /* from here to the look below lines may be missing in a cache */
    unit.look t6
#if !VMB_ISE_ZBKB
    li t5, 0x00ff00ff
#endif
#endif
    ctr_start
    ctr_words
    addi a3, a3, 16
    unit.asked a0, a1
    unit.again a0, 1b, ctr_start
8:  ctr_words
#if VMB_AES_UNIT_BASE
    vmb.leave 16, 0, a2
#endif
    sw t4, 12(a2)
9:  ret
unit.end ctr_blocks

#endif
