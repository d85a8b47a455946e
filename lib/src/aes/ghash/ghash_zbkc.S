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
 * Data s = 1 to 3 bytes behind a word (without misaligned accesses): the hash is kept times
 * x^(8s), and every block is, too, when its words are those of memory. Only what sticks
 * out of four words, the first s bytes of the fifth, has to come back to the first:
 * x^128 = x^7 + x^2 + x + 1. That is 5 instructions a block, where shifting takes 12.
 *
 * Cycles a block:                        Zbkb   without
 *   loads and byte order                  12     40
 *   + hash                                 4      4
 *   24 clmul and 24 additions             48     48
 *   8 clmul and 12 additions              20     20
 *   loop                                   4      4
 *                                         88    116
 *   data that is not aligned              11     11
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

/* Where data is not aligned: */
#define AT Y      /* the first word of a block; it and the next ones are loaded */
#define REST s11  /* what belongs to the block of the word before it */
#define KEEP END  /* mask of what a block leaves for the next one of its last word: odd */
#define COUNT IN  /* KEEP plus the blocks that are left */

#define F_Y 44
#define F_SHIFT 52 /* 8s */
#define F_SIZE (48 + 16 * VMB_GHASH_UNALIGNED)

#define CALLEE_SAVED s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10

/* T = the big-endian word at byte `at` of p. */
.macro FETCH at, p=IN
    lw T, (\at)(\p)
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
.endm

/* A ^= that word. */
.macro ADD_WORD A, at, p=IN
    FETCH \at, \p
    xor \A, \A, T
.endm

/* A ^= x times x^7 + x^2 + x + 1. x has no more than its highest 24 bits. V is scratch. */
.macro ADD_FOLDED A, x
    xor \A, \A, \x
    vmb.clmulh V, \x, C
    xor \A, \A, V
.endm

/* Bits from b to a, and b on its way, to weigh x^P0 more or less; P1 is -P0. */
.macro SHIFT_DOWN a, b
    sll T, \b, P1
    or \a, \a, T
    srl \b, \b, P0
.endm

.macro SHIFT_UP a, b
    sll \a, \a, P0
    srl T, \b, P1
    or \a, \a, T
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
    .option push
    .option norvc /* so that the next instruction is at a word: a jump to others takes a cycle more */
    addi IN, IN, 16
    .option pop
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
#if VMB_GHASH_UNALIGNED
    bltu IN, END, 1b
    bne COUNT, KEEP, .Lnext_unaligned
    vmb.step ghash
    andi T, KEEP, 1
    bnez T, .Lend_unaligned
.Lend:
#else
    bne IN, END, 1b
    vmb.step ghash
#endif
    sw A3, 0(Y)
    sw A2, 4(Y)
    sw A1, 8(Y)
    sw A0, 12(Y)
    vmb.leave F_SIZE, 0, CALLEE_SAVED
    ret

#if VMB_GHASH_UNALIGNED
    /* Where data is not aligned. The hash times x^(8s): */
    .balign 4
.Lunaligned:
    vmb.save F_Y, Y, s11
    slli P0, T, 3
    sw P0, F_SHIFT(sp)
    neg P1, P0
    sub END, END, IN
    sub AT, IN, T
    srli COUNT, END, 4
    li KEEP, -1
    srl KEEP, KEEP, P0
    add COUNT, COUNT, KEEP
    sll P2, A0, P1
    srl A0, A0, P0
    SHIFT_DOWN A0, A1
    SHIFT_DOWN A1, A2
    SHIFT_DOWN A2, A3
    ADD_FOLDED A3, P2
    FETCH 0, AT
    and REST, T, KEEP
    .balign 4
.Lnext_unaligned:
    vmb.step ghash_block
    addi COUNT, COUNT, -1
    xor A3, A3, REST
    ADD_WORD A2, 4, AT
    ADD_WORD A1, 8, AT
    ADD_WORD A0, 12, AT
    FETCH 16, AT
    and REST, T, KEEP
    xor P0, T, REST
    ADD_FOLDED A3, P0
    addi AT, AT, 16
    j .Ladded

    /* And over x^(8s): the multiple of the polynomial is added that makes its lowest terms
     * 0. These are the terms times 1 / (x^7 + x^2 + x + 1), of which li has all but the
     * 1, up to x^23. */
.Lend_unaligned:
    lw P0, F_SHIFT(sp)
    neg P1, P0
    not P3, KEEP
    and P2, A3, P3
    li V, 0xb4563c00
    vmb.clmulh V, P2, V
    xor P2, P2, V
    and P2, P2, P3
    ADD_FOLDED A3, P2
    SHIFT_UP A3, A2
    SHIFT_UP A2, A1
    SHIFT_UP A1, A0
    SHIFT_UP A0, P2
    vmb.restore F_Y, Y, s11
    j .Lend
#endif
    .size vmb_ghash_blocks, . - vmb_ghash_blocks

#endif
