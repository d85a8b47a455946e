/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * GHASH (NIST SP 800-38D, section 6.4) on whole blocks with clmul and clmulh:
 *     void vmb_ghash_blocks(const uint32_t *key, uint32_t y[4],
 *                           const uint8_t *data, size_t blocks)
 * of ghash.h, blocks > 0. Key and hash stay in registers over all blocks; nothing
 * secret goes to the stack.
 *
 * Numbers of several words are numbered from the lowest word on here. The product
 * of 128 bits is made of three of 64 (Karatsuba), each of four of 32: two more
 * levels of Karatsuba would take as many instructions. Its low half P0..P3 weighs
 * x^128 = x^7 + x^2 + x + 1 more: each word t of it is added to the word four
 * places up, and once more multiplied by x^7 + x^2 + x, which is one clmul with
 * x^31 + x^30 + x^25 for the word below and one clmulh.
 *
 * Cycles a block:                        Zbkb   without
 *   loads and byte order                  12     40
 *   + hash                                 4      4
 *   24 clmul and 24 additions             48     48
 *   8 clmul and 12 additions              20     20
 *   loop                                   4      4
 *                                         88    116
 *   data that is not aligned              21     21
 *
 *   A0..A3   the hash, then the hash plus the block
 *   H0..H3   the key; G0, G1 the sums of its halves
 *   P0..P3   the low half of the product; its high half begins in A0, A1, T, U
 *   M0..M3   the product of the sums
 */
#include "aes/ghash/ghash.h"
#include "common/frame.h"
#include "common/funnel.h"
#include "common/steps.h"
#include "vambrace/backend/misaligned.h"
#include "vambrace/ise/zbkb.h"
#include "vambrace/ise/zbkc.h"

#if VMB_GHASH_ZBKC

#define VMB_GHASH_UNALIGNED (VMB_GHASH_ANYWHERE && !VMB_MISALIGNED)

#define A0 a0
#define Y a1
#define IN a2
#define END a3
#define H0 a4
#define H1 a5
#define H2 a6
#define H3 a7
#define G0 t0
#define G1 t1
#define C t2
#define MASK t3
#define T t4
#define U t5
#define V t6
#define A1 s0
#define A2 s1
#define A3 s2
#define P0 s3
#define P1 s4
#define P2 s5
#define P3 s6
#define M0 s7
#define M1 s8
#define M2 s9
#define M3 s10

/* Where data is not aligned, IN and END are the same odd number, and: */
#define AT Y
#define LAST s11
#define REST ra /* of the word before AT, its last bytes */

#define F_Y 44
#define F_SIZE (48 + 16 * VMB_GHASH_UNALIGNED)

#define CALLEE_SAVED s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10

/* A ^= the big-endian word in T. */
.macro ADD_FETCHED A
#if VMB_ISE_ZBKB
    vmb.rev8 T, T
#else
    srli U, T, 8
    and U, U, MASK
    and T, T, MASK
    slli T, T, 8
    or T, T, U
    srli U, T, 16
    slli T, T, 16
    or T, T, U
#endif
    xor \A, \A, T
.endm

/* The same of that at byte `at` of IN. */
.macro ADD_WORD A, at
    lw T, (\at)(IN)
    ADD_FETCHED \A
.endm

/* w3 : w2 : w1 : w0 = (x1 : x0) * (h1 : h0). V is scratch. */
.macro MUL64 w0, w1, w2, w3, x0, x1, h0, h1
    vmb.clmul \w0, \x0, \h0
    vmb.clmulh \w1, \x0, \h0
    vmb.clmul V, \x0, \h1
    xor \w1, \w1, V
    vmb.clmul V, \x1, \h0
    xor \w1, \w1, V
    vmb.clmulh \w2, \x0, \h1
    vmb.clmulh V, \x1, \h0
    xor \w2, \w2, V
    vmb.clmul V, \x1, \h1
    xor \w2, \w2, V
    vmb.clmulh \w3, \x1, \h1
.endm

    .section .text.vmb_ghash_blocks, "ax"
    .balign 16
    .globl vmb_ghash_blocks
    .type vmb_ghash_blocks, @function
vmb_ghash_blocks:
    vmb.enter F_SIZE, 0, CALLEE_SAVED
    lw H3, 0(a0)
    lw H2, 4(a0)
    lw H1, 8(a0)
    lw H0, 12(a0)
    xor G0, H0, H2
    xor G1, H1, H3
    slli END, END, 4
    add END, END, IN
    li C, 0xc2000000
#if !VMB_ISE_ZBKB
    li MASK, 0x00ff00ff
#endif
    lw A3, 0(Y)
    lw A2, 4(Y)
    lw A1, 8(Y)
    lw A0, 12(Y)
#if VMB_GHASH_UNALIGNED
    andi T, IN, 3
    bnez T, .Lunaligned
#endif
    .balign 4
1:
    vmb.step ghash_block
    ADD_WORD A3, 0
    ADD_WORD A2, 4
    ADD_WORD A1, 8
    ADD_WORD A0, 12
    addi IN, IN, 16
.Ladded:
    xor P0, A0, A2
    xor P1, A1, A3
    MUL64 M0, M1, M2, M3, P0, P1, G0, G1
    MUL64 P0, P1, P2, P3, A0, A1, H0, H1
    MUL64 A0, A1, T, U, A2, A3, H2, H3
    xor P2, P2, A0
    xor P3, P3, A1
    xor M2, M2, T
    xor M3, M3, U
    xor A0, P2, M2
    xor A1, P3, M3
    xor M0, M0, P0
    xor M1, M1, P1
    xor P2, P2, M0
    xor P3, P3, M1

    vmb.clmul V, P0, C
    xor P3, P3, V
    vmb.clmulh V, P0, C
    xor A0, A0, V
    xor A0, A0, P0
    vmb.clmul V, P1, C
    xor A0, A0, V
    vmb.clmulh V, P1, C
    xor A1, A1, V
    xor A1, A1, P1
    vmb.clmul V, P2, C
    xor A1, A1, V
    vmb.clmulh V, P2, C
    xor T, T, V
    xor A2, T, P2
    vmb.clmul V, P3, C
    xor A2, A2, V
    vmb.clmulh V, P3, C
    xor U, U, V
    xor A3, U, P3
    bne IN, END, 1b
    vmb.step ghash
#if VMB_GHASH_UNALIGNED
    andi T, IN, 1
    bnez T, .Lbetween
.Lend:
#endif
    sw A3, 0(Y)
    sw A2, 4(Y)
    sw A1, 8(Y)
    sw A0, 12(Y)
    vmb.leave F_SIZE, 0, CALLEE_SAVED
    ret

#if VMB_GHASH_UNALIGNED
    /* Words between aligned ones. */
    .balign 4
.Lunaligned:
    vmb.save F_Y, Y, LAST, REST
    mv AT, IN
    mv LAST, END
    li IN, 1
    li END, 1
    sub T, AT, T
    lw REST, 0(T)
    slli T, AT, 3
    srl REST, REST, T
    j 2f
    .balign 4
.Lbetween:
    beq AT, LAST, 3f
2:
    vmb.step ghash_block
    vmb.shifts P0, P1, AT
    andi P2, AT, -4
    .set at, 4
    .irp A, A3, A2, A1, A0
    lw P3, (at)(P2)
    vmb.funnel T, P3, REST, P1, P0
    ADD_FETCHED \A
    .set at, at + 4
    .endr
    addi AT, AT, 16
    j .Ladded
3:
    vmb.restore F_Y, Y, LAST, REST
    j .Lend
#endif
    .size vmb_ghash_blocks, . - vmb_ghash_blocks

#endif
