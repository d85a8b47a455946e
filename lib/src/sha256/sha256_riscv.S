/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * SHA-256 for RV32I and RV64I, with or without Zbkb and Zknh: vmb_sha256_blocks of sha256.h.
 * Source: FIPS 180-4, section 6.2.2; big-endian words.
 *
 * The eight working variables and the last 16 words of the message schedule stay in registers:
 * 16 rounds are written out, then the next 16 words replace the words, each in its register. On RV64
 * every register has a word of 32 bits, sign-extended, which logic and rotations preserve.
 *
 * Ch(e, f, g) = ((f ^ g) & e) ^ g. Maj(a, b, c) = ((a ^ b) & (b ^ c)) ^ b, where b ^ c is the a ^ b
 * of the round before: two registers take turns to keep it.
 *
 * Cycles on Ibex, of which a load takes two:
 *                                       Zknh  Zbkb   RV32I
 *     a sum of a round                     1     5      11
 *     a function of the schedule           1     5       9
 *     a round                             17    25      37
 *     a word of the schedule               5    13      21
 *     64 rounds and 48 words            1328  2224    3376
 *     16 words of the block, aligned: 48 with Zbkb, otherwise 160; unaligned 224
 */
#include "common/frame.h"
#include "sha256/sha256.h"
#include "sha256/sha256_constants.h"
#include "vambrace/detail/backend/misaligned.h"

#if VMB_SHA256_ASSEMBLY

#include "common/steps.h"
#include "vambrace/detail/ise/zbkb.h"
#include "vambrace/detail/ise/zknh.h"

#if __riscv_xlen == 64
#define ADD addw
#define SLL slliw
#define SRL srliw
#define ROR vmb.roriw
#else
#define ADD add
#define SLL slli
#define SRL srli
#define ROR vmb.rori
#endif

#define K a3
#define T t0
#define X t1
#define Y t2
#define IN Y

#define MASK X
#define STATE a0

#define FRAME (16 * VMB_WORD)
#define AT_STATE (13 * VMB_WORD)
#define AT_IN (14 * VMB_WORD)
#define AT_BLOCKS (15 * VMB_WORD)

/* to = x >>> r0 ^ x >>> r1 ^ x >>> r2; t is lost */
.macro vmb.sha256.rotations to, x, t, r0, r1, r2
#if VMB_ISE_ZBKB
    ROR \to, \x, \r2 - \r1
    xor \to, \to, \x
    ROR \to, \to, \r1 - \r0
    xor \to, \to, \x
    ROR \to, \to, \r0
#else
    SRL \to, \x, \r0
    SLL \t, \x, 32 - \r0
    xor \to, \to, \t
    SRL \t, \x, \r1
    xor \to, \to, \t
    SLL \t, \x, 32 - \r1
    xor \to, \to, \t
    SRL \t, \x, \r2
    xor \to, \to, \t
    SLL \t, \x, 32 - \r2
    xor \to, \to, \t
#endif
.endm

/* to = x >>> r0 ^ x >>> r1 ^ x >> s; t is lost */
.macro vmb.sha256.shift to, x, t, r0, r1, s
#if VMB_ISE_ZBKB
    ROR \to, \x, \r0
    ROR \t, \x, \r1
    xor \to, \to, \t
#else
    SRL \to, \x, \r0
    SLL \t, \x, 32 - \r0
    xor \to, \to, \t
    SRL \t, \x, \r1
    xor \to, \to, \t
    SLL \t, \x, 32 - \r1
    xor \to, \to, \t
#endif
    SRL \t, \x, \s
    xor \to, \to, \t
.endm

#if VMB_ISE_ZKNH
.macro vmb.sha256.sum0 to, x, t
    vmb.sha256sum0 \to, \x
.endm
.macro vmb.sha256.sum1 to, x, t
    vmb.sha256sum1 \to, \x
.endm
.macro vmb.sha256.sig0 to, x, t
    vmb.sha256sig0 \to, \x
.endm
.macro vmb.sha256.sig1 to, x, t
    vmb.sha256sig1 \to, \x
.endm
#else
.macro vmb.sha256.sum0 to, x, t
    vmb.sha256.rotations \to, \x, \t, 2, 13, 22
.endm
.macro vmb.sha256.sum1 to, x, t
    vmb.sha256.rotations \to, \x, \t, 6, 11, 25
.endm
.macro vmb.sha256.sig0 to, x, t
    vmb.sha256.shift \to, \x, \t, 7, 18, 3
.endm
.macro vmb.sha256.sig1 to, x, t
    vmb.sha256.shift \to, \x, \t, 17, 19, 10
.endm
#endif

/* A round with word w and the constant at K + at. bc is b ^ c; ab becomes a ^ b. h is the next a. */
.macro vmb.sha256.round a, b, c, d, e, f, g, h, w, at, bc, ab
    lw T, \at(K)
    xor \ab, \f, \g
    and \ab, \ab, \e
    xor \ab, \ab, \g
    ADD \h, \h, \w
    ADD \h, \h, T
    ADD \h, \h, \ab
    vmb.sha256.sum1 T, \e, \ab
    ADD \h, \h, T
    ADD \d, \d, \h
    vmb.sha256.sum0 T, \a, \ab
    ADD \h, \h, T
    xor \ab, \a, \b
    and \bc, \bc, \ab
    xor \bc, \bc, \b
    ADD \h, \h, \bc
.endm

/* Eight rounds: then each variable is in its register again. */
.macro vmb.sha256.rounds at, w0, w1, w2, w3, w4, w5, w6, w7
    vmb.sha256.round s0, s1, s2, s3, s4, s5, s6, s7, \w0, \at, Y, X
    vmb.sha256.round s7, s0, s1, s2, s3, s4, s5, s6, \w1, \at + 4, X, Y
    vmb.sha256.round s6, s7, s0, s1, s2, s3, s4, s5, \w2, \at + 8, Y, X
    vmb.sha256.round s5, s6, s7, s0, s1, s2, s3, s4, \w3, \at + 12, X, Y
    vmb.sha256.round s4, s5, s6, s7, s0, s1, s2, s3, \w4, \at + 16, Y, X
    vmb.sha256.round s3, s4, s5, s6, s7, s0, s1, s2, \w5, \at + 20, X, Y
    vmb.sha256.round s2, s3, s4, s5, s6, s7, s0, s1, \w6, \at + 24, Y, X
    vmb.sha256.round s1, s2, s3, s4, s5, s6, s7, s0, \w7, \at + 28, X, Y
.endm

/* w0 becomes the word 16 after it; w1, w9, w14: the words 1, 9 and 14 after it. */
.macro vmb.sha256.next w0, w1, w9, w14
    vmb.sha256.sig0 T, \w1, X
    ADD \w0, \w0, \w9
    ADD \w0, \w0, T
    vmb.sha256.sig1 T, \w14, X
    ADD \w0, \w0, T
.endm

/* The big-endian word of four bytes at an aligned address; MASK is 0x00ff00ff without Zbkb. */
.macro vmb.sha256.load w, at
    lw \w, \at(IN)
#if VMB_ISE_ZBKB
    vmb.rev8 \w, \w
#if __riscv_xlen == 64
    srai \w, \w, 32
#endif
#else
    SRL T, \w, 8
    and T, T, MASK
    and \w, \w, MASK
    SLL \w, \w, 8
    or \w, \w, T
    SRL T, \w, 16
    SLL \w, \w, 16
    or \w, \w, T
#endif
.endm

/* The same at any address. */
.macro vmb.sha256.bytes w, at
    lbu \w, \at(IN)
    lbu T, \at + 1(IN)
    slli \w, \w, 8
    or \w, \w, T
    lbu T, \at + 2(IN)
    slli \w, \w, 8
    or \w, \w, T
    lbu T, \at + 3(IN)
    SLL \w, \w, 8
    or \w, \w, T
.endm

.macro vmb.sha256.all op
    .set at, 0
    .irp w, s8, s9, s10, s11, t3, t4, t5, t6, a4, a5, a6, a7, a0, a1, a2, ra
    \op \w, at
    .set at, at + 4
    .endr
.endm

/* void vmb_sha256_blocks(uint32_t h[8], const uint8_t *in, size_t blocks) */
    .section .text.vmb_sha256_blocks, "ax", @progbits
    .balign 4
    .globl vmb_sha256_blocks
    .type vmb_sha256_blocks, @function
vmb_sha256_blocks:
    vmb.step sha256
    vmb.enter FRAME, 0, VMB_CALLEE_SAVED
    VMB_STORE a0, AT_STATE(sp)
    VMB_STORE a2, AT_BLOCKS(sp)
    mv IN, a1
    .set at, 0
    .irp x, s0, s1, s2, s3, s4, s5, s6, s7
    lw \x, at(STATE)
    .set at, at + 4
    .endr

.Lblock:
    vmb.step sha256_load
#if !VMB_MISALIGNED
    andi T, IN, 3
    bnez T, .Lunaligned
#endif
#if !VMB_ISE_ZBKB
    li MASK, 0x00ff00ff
#endif
    vmb.sha256.all vmb.sha256.load
.Lloaded:
    addi IN, IN, 64
    VMB_STORE IN, AT_IN(sp)
    lla K, .Lconstants
    xor Y, s1, s2

.L16:
    vmb.step sha256_rounds
    vmb.sha256.rounds 0, s8, s9, s10, s11, t3, t4, t5, t6
    vmb.sha256.rounds 32, a4, a5, a6, a7, a0, a1, a2, ra
    addi K, K, 64
    lla T, .Lconstants_end
    beq K, T, .Lend
    vmb.step sha256_schedule
    vmb.sha256.next s8, s9, a5, a2
    vmb.sha256.next s9, s10, a6, ra
    vmb.sha256.next s10, s11, a7, s8
    vmb.sha256.next s11, t3, a0, s9
    vmb.sha256.next t3, t4, a1, s10
    vmb.sha256.next t4, t5, a2, s11
    vmb.sha256.next t5, t6, ra, t3
    vmb.sha256.next t6, a4, s8, t4
    vmb.sha256.next a4, a5, s9, t5
    vmb.sha256.next a5, a6, s10, t6
    vmb.sha256.next a6, a7, s11, a4
    vmb.sha256.next a7, a0, t3, a5
    vmb.sha256.next a0, a1, t4, a6
    vmb.sha256.next a1, a2, t5, a7
    vmb.sha256.next a2, ra, t6, a0
    vmb.sha256.next ra, s8, a4, a1
    j .L16

#if !VMB_MISALIGNED
.Lunaligned:
    vmb.step sha256_load
    vmb.sha256.all vmb.sha256.bytes
    j .Lloaded
#endif

.Lend:
    vmb.step sha256
    VMB_LOAD STATE, AT_STATE(sp)
    .set at, 0
    .irp x, s0, s1, s2, s3, s4, s5, s6, s7
    lw T, at(STATE)
    ADD \x, \x, T
    sw \x, at(STATE)
    .set at, at + 4
    .endr
    VMB_LOAD T, AT_BLOCKS(sp)
    VMB_LOAD IN, AT_IN(sp)
    addi T, T, -1
    VMB_STORE T, AT_BLOCKS(sp)
    bnez T, .Lblock
    vmb.leave FRAME, 0, VMB_CALLEE_SAVED
    ret
    .size vmb_sha256_blocks, . - vmb_sha256_blocks

    .section .rodata.vmb_sha256_blocks, "a", @progbits
    .balign 4
.Lconstants:
    .word VMB_SHA256_K0
    .word VMB_SHA256_K1
    .word VMB_SHA256_K2
    .word VMB_SHA256_K3
    .word VMB_SHA256_K4
    .word VMB_SHA256_K5
    .word VMB_SHA256_K6
    .word VMB_SHA256_K7
.Lconstants_end:

#endif
