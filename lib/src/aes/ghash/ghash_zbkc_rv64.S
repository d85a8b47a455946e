/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * GHASH (NIST SP 800-38D, section 6.4) on whole blocks with clmul and clmulh on RV64:
 *     void vmb_ghash_blocks(const uint32_t *key, uint32_t y[4],
 *                           const uint8_t *data, size_t blocks)
 * of ghash.h, and for speed on whole messages:
 *     void vmb_ghash_message(const uint32_t *key, uint32_t y[4], const uint8_t *ad,
 *                            size_t ad_len, const uint8_t *text, size_t len)
 * Data of any alignment. Key and hash stay in registers over all blocks; nothing secret goes
 * to the stack.
 *
 * A value is two numbers of 64 bits: 1 is the high one, which has the words 0 and 1 of
 * ghash.h. Of the product, the number W3 : W2 : W1 : W0, the low half weighs
 * x^128 = x^7 + x^2 + x + 1 more: W0 is added to W2, and W1 to W3; and once more
 * multiplied by x^7 + x^2 + x, which is one clmul with x^63 + x^62 + x^57 for the number
 * below and one clmulh.
 *
 * Karatsuba's method takes 6 multiplications and 6 additions, the product of all halves 8
 * and 4: as many instructions, but a multiplication may take longer than an addition.
 *
 * Data that does not begin at a multiple of 8 bytes (without misaligned accesses) is
 * combined from two aligned numbers each. These also have up to 7 bytes before and after the
 * data, which are not used.
 *
 * Instructions a block:                  Zbkb   without
 *   loads and byte order                   4     28
 *   + hash                                 2      2
 *   6 clmul and 6 additions               12     12
 *   4 clmul and 6 additions               10     10
 *   loop                                   2      2
 *                                         30     54
 *   data that is not aligned               6      6
 */
#include "aes/ghash/ghash.h"
#include "common/frame.h"
#include "common/steps.h"
#include "vambrace/detail/backend/misaligned.h"
#include "vambrace/detail/ise/zbkb.h"
#include "vambrace/detail/ise/zbkc.h"

#if VMB_GHASH_ZBKC64

#define KS a0 /* the sum of both halves of the key */
#define Y a1
#define IN a2
#define END a3
#define K1 a4
#define K0 a5
#define A1 a6 /* the hash, then the hash plus the block */
#define A0 a7
#define C t0
#define M1 t1
#define M0 t2
#define W3 t3
#define W2 t4
#define W1 t5
#define W0 t6

/* Without Zbkb: */
#define BYTES s0
#define HALVES s1

/* Where data is not aligned: */
#define REST s2 /* what the number before has of the block */
#define DOWN s3
#define UP s4

#define CALLEE_SAVED s0, s1, s2, s3, s4
#define F_SIZE 48

/* In vmb_ghash_message: 32 for associated data, 16 for the text, 0 for the block of lengths,
 * plus the bytes after whole blocks. */
#define PART ra

/* Its frame: return address, lengths and text, and the registers that it uses at times. */
#define M_RA 0
#define M_AD_LEN 8
#define M_TEXT 16
#define M_LEN 24
#define M_REVERSING 32
#define M_UNALIGNED 48
#define M_SIZE 80

/* x = high : low of two words at p. t is scratch. */
.macro load_words x, at, p, t
    lwu \x, (\at)(\p)
    lwu \t, (\at + 4)(\p)
    slli \x, \x, 32
    or \x, \x, \t
.endm

/* Two words at p = high : low of x. */
.macro store_words x, at, p
    sw \x, (\at + 4)(\p)
    srli \x, \x, 32
    sw \x, (\at)(\p)
.endm

/* Reverses the bytes of x. t is scratch. */
.macro reverse x, t
#if VMB_ISE_ZBKB
    vmb.rev8 \x, \x
#else
    srli \t, \x, 8
    and \t, \t, BYTES
    and \x, \x, BYTES
    slli \x, \x, 8
    or \x, \x, \t
    srli \t, \x, 16
    and \t, \t, HALVES
    and \x, \x, HALVES
    slli \x, \x, 16
    or \x, \x, \t
    srli \t, \x, 32
    slli \x, \x, 32
    or \x, \x, \t
#endif
.endm

/* K1, K0, KS and constants of the key at a0. */
.macro load_key
    load_words K1, 0, a0, W0
    load_words K0, 8, a0, W0
    xor KS, K1, K0
    li C, 0xc2
    slli C, C, 56
#if !VMB_ISE_ZBKB
    li BYTES, 0x00ff00ff
    slli W0, BYTES, 32
    or BYTES, BYTES, W0
    li HALVES, 0xffff
    slli W0, HALVES, 32
    or HALVES, HALVES, W0
#endif
.endm

/* A += the block in W3 : W2, whose bytes are those of memory. */
.macro add_block
    reverse W3, W1
    reverse W2, W1
    xor A1, A1, W3
    xor A0, A0, W2
.endm

/* A times the key. */
.macro multiply
    xor M1, A1, A0
    vmb.clmul W0, A0, K0
    vmb.clmulh W1, A0, K0
    vmb.clmul W2, A1, K1
    vmb.clmulh W3, A1, K1
    vmb.clmul M0, M1, KS
    vmb.clmulh M1, M1, KS
    xor W1, W1, W2
    xor M0, M0, W0
    xor M1, M1, W3
    xor W2, W1, M1
    xor W1, W1, M0
    vmb.clmul M0, W0, C
    vmb.clmulh M1, W0, C
    xor W1, W1, M0
    xor W2, W2, W0
    vmb.clmul M0, W1, C
    vmb.clmulh A1, W1, C
    xor W2, W2, M1
    xor W3, W3, W1
    xor A0, W2, M0
    xor A1, A1, W3
.endm

#if !VMB_MISALIGNED
/* All blocks from IN to END. IN is DOWN > 0 bytes after a multiple of 8. */
.macro unaligned_blocks
    sub IN, IN, DOWN
    sub END, END, DOWN
    slli DOWN, DOWN, 3
    neg UP, DOWN
    ld REST, 0(IN)
    srl REST, REST, DOWN
    .balign 4
.Lunaligned_block\@:
    vmb.step ghash_block
    ld W2, 8(IN)
    ld W0, 16(IN)
    addi IN, IN, 16
    sll W3, W2, UP
    or W3, W3, REST
    srl W2, W2, DOWN
    sll W1, W0, UP
    or W2, W2, W1
    srl REST, W0, DOWN
    add_block
    multiply
    bne IN, END, .Lunaligned_block\@
.endm
#endif

    .section .text.vmb_ghash_blocks, "ax"
    .balign 4
    .globl vmb_ghash_blocks
    .type vmb_ghash_blocks, @function
vmb_ghash_blocks:
    beqz a3, .Lnone
    vmb.enter F_SIZE, 0, CALLEE_SAVED
    slli END, END, 4
    add END, END, IN
    load_key
    load_words A1, 0, Y, W0
    load_words A0, 8, Y, W0
#if !VMB_MISALIGNED
    andi DOWN, IN, 7
    bnez DOWN, .Lunaligned
#endif
    .balign 4
1:
    vmb.step ghash_block
    ld W3, 0(IN)
    ld W2, 8(IN)
    addi IN, IN, 16
    add_block
    multiply
    bne IN, END, 1b
.Lend:
    vmb.step ghash
    store_words A1, 0, Y
    store_words A0, 8, Y
    vmb.leave F_SIZE, 0, CALLEE_SAVED
.Lnone:
    ret

#if !VMB_MISALIGNED
    .balign 4
.Lunaligned:
    unaligned_blocks
    j .Lend
#endif
    .size vmb_ghash_blocks, . - vmb_ghash_blocks

#if VMB_GHASH_OWN_MESSAGE
    .section .text.vmb_ghash_message, "ax"
    .balign 4
    .globl vmb_ghash_message
    .type vmb_ghash_message, @function
vmb_ghash_message:
    vmb.step ghash
    vmb.enter M_SIZE, M_RA, ra, a3, a4, a5
#if !VMB_ISE_ZBKB
    vmb.save M_REVERSING, BYTES, HALVES
#endif
    load_key
    li A1, 0
    li A0, 0
    li PART, 32
    beqz END, .Lnext_part
.Lpart: /* END bytes at IN */
    andi W0, END, 15
    or PART, PART, W0
    sub END, END, W0
    add END, END, IN
    beq IN, END, .Lrest
#if !VMB_MISALIGNED
    andi W0, IN, 7
    bnez W0, .Lunaligned_part
#endif
    .balign 4
.Lblock:
    vmb.step ghash_block
    ld W3, 0(IN)
    ld W2, 8(IN)
    addi IN, IN, 16
.Ladd:
    add_block
.Lmultiply:
    multiply
    bne IN, END, .Lblock
.Lrest:
    vmb.step ghash
    andi W0, PART, 15
    bnez W0, .Lbytes
.Lnext_part:
    addi PART, PART, -16
    bltz PART, .Lfinish
    beqz PART, .Llengths
    ld IN, M_TEXT(sp)
    ld END, M_LEN(sp)
    bnez END, .Lpart
    li PART, 0
.Llengths: /* in bits */
    ld W3, M_AD_LEN(sp)
    ld W2, M_LEN(sp)
    slli W3, W3, 3
    slli W2, W2, 3
    xor A1, A1, W3
    xor A0, A0, W2
    mv END, IN
    j .Lmultiply

/* W0 = 1 .. 15 bytes, from the aligned numbers that hold them: W3, W2 and, the last one, W1. */
.Lbytes:
    sub PART, PART, W0
    andi M1, IN, -8
    add M0, IN, W0
    addi M0, M0, -1
    andi M0, M0, -8
    ld W3, 0(M1)
    ld W1, 0(M0)
    addi M1, M1, 8
    bltu M1, M0, 1f
    mv M1, M0
1:  ld W2, 0(M1)
    slli M1, IN, 3              /* shifts take its low six bits */
    not M0, M1
    srl W3, W3, M1
    slli END, W2, 1
    sll END, END, M0
    or W3, W3, END
    srl W2, W2, M1
    slli W1, W1, 1
    sll W1, W1, M0
    or W2, W2, W1
    /* As much of them as there is. */
    mv END, IN
    slli M1, W0, 3
    neg M1, M1
    addi W0, W0, -8
    bltz W0, 2f
    beqz W0, 3f
    sll W2, W2, M1
    srl W2, W2, M1
    j .Ladd
2:  sll W3, W3, M1
    srl W3, W3, M1
3:  li W2, 0
    j .Ladd

#if !VMB_MISALIGNED
.Lunaligned_part:
    vmb.save M_UNALIGNED, REST, DOWN, UP
    mv DOWN, W0
    unaligned_blocks
    srli DOWN, DOWN, 3
    add IN, IN, DOWN
    vmb.restore M_UNALIGNED, REST, DOWN, UP
    j .Lrest
#endif

.Lfinish:
    reverse A1, W1
    reverse A0, W1
    lw M1, 0(Y)
    lw M0, 4(Y)
    lw W1, 8(Y)
    lw W0, 12(Y)
    xor M1, M1, A1
    xor W1, W1, A0
    srli A1, A1, 32
    srli A0, A0, 32
    xor M0, M0, A1
    xor W0, W0, A0
    sw M1, 0(Y)
    sw M0, 4(Y)
    sw W1, 8(Y)
    sw W0, 12(Y)
#if !VMB_ISE_ZBKB
    vmb.restore M_REVERSING, BYTES, HALVES
#endif
    vmb.leave M_SIZE, M_RA, ra
    ret
    .size vmb_ghash_message, . - vmb_ghash_message
#endif

#endif
