/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * Poly1305 for RV32IMC with Xchacha: vmb_poly1305 of poly1305.h, with products that
 * poly1305.mac accumulates (docs/reference/ise.md).
 *
 * Source: RFC 8439, section 2.5. Numbers are little-endian sequences of 32-bit limbs:
 * h = H0 .. H3 and a small H4, r = R0 .. R3. They stay in registers from the first
 * block of the first piece to the last block of the last. A block is added to the
 * product of what was before it: h = h * r + block, so that its words go into the sums
 * of products. The first block is added to h alone, and the last h multiplied behind
 * it.
 *
 * Registers: all but sp, gp and tp; besides those of poly1305_rv32.h
 *   H0 .. H4           h
 *   LOW HIGH           the sum of a column of the product, for poly1305.mac
 *   N0 N1 N3 N4        limbs of the product that are done
 *   FRESH              1 while h has no block that is yet to be multiplied
 *   REST               bytes behind END in this piece; -1 behind the last piece
 * Between blocks N0 .. N4, LOW and HIGH are scratch.
 *
 * Cycles of an aligned block on Ibex, counted as measured; an unaligned one takes 12
 * more:
 *                                                   RV32MFast  RV32MSingleCycle
 *                                                    2 stages          3 stages
 *   19 macs of 4 or 2                                      76                38
 *   mul of 3 or 1                                           3                 1
 *   sums of columns and carries 18, moves 8                26                26
 *   4 loads of 2 (or of 1 that wait 1 for the word)         8                 8
 *   loop, a taken branch being 3 or 2                       4                 3
 *                                                         117                76
 */
#include "common/frame.h"
#include "poly1305/poly1305.h"
#include "vambrace/detail/backend/size.h"
#include "vambrace/detail/ise/xchacha.h"

#if VMB_POLY1305_RV32 && VMB_ISE_XCHACHA && !VMB_SIZE

#include "poly1305/poly1305_rv32.h"

#define LOW t1 /* as poly1305.mac has it */
#define HIGH t2
#define H0 t0
#define H1 t3
#define H2 t4
#define H3 t5
#define H4 t6
#define N0 s7
#define N1 s8
#define N3 s9
#define N4 s10
#define FRESH s11

/* T0 = word i of the block */
.macro vmb.poly1305.word i, unaligned
    .if \unaligned
    lw T1, 4 * (\i) + 4(DATA)
    vmb.funnel T0, T1, CARRY, UP, DOWN
    .else
    lw T0, 4 * (\i)(DATA)
    .endif
.endm

/* HIGH:LOW = HIGH + word i of the block */
.macro vmb.poly1305.column i, unaligned
    vmb.poly1305.word \i, \unaligned
    add LOW, HIGH, T0
    sltu HIGH, LOW, T0
.endm

/* HIGH:h = limb + HIGH + T0 */
.macro vmb.poly1305.add_limb h, limb
    add \h, \limb, HIGH
    sltu HIGH, \h, HIGH
    add \h, \h, T0
    sltu LOW, \h, T0
    add HIGH, HIGH, LOW
.endm

/* h += block + 2^128, for H4 <= 4 */
.macro vmb.poly1305.add_block unaligned
    li HIGH, 0
    vmb.poly1305.word 0, \unaligned
    vmb.poly1305.add_limb H0, H0
    vmb.poly1305.word 1, \unaligned
    vmb.poly1305.add_limb H1, H1
    vmb.poly1305.word 2, \unaligned
    vmb.poly1305.add_limb H2, H2
    vmb.poly1305.word 3, \unaligned
    vmb.poly1305.add_limb H3, H3
    add H4, H4, HIGH
    addi H4, H4, 1
.endm

/* h = h * r + block + 2^128, for H4 <= 6, and again H4 <= 6. The uppermost column comes first: HIGH = 5 * (top >> 2) of
 * the part above 2^130 is added to the lowest. A sum is below 4.75 * 2^60, so top below 2.5 * 2^30 and HIGH below 2^32.
 * */
.macro vmb.poly1305.multiply_add unaligned
    li LOW, 0
    li HIGH, 0
    poly1305.mac H0, R3
    poly1305.mac H1, R2
    poly1305.mac H2, R1
    poly1305.mac H3, R0
    poly1305.mac H4, S3
    mv N3, LOW
    mul T0, H4, R0
    add T0, T0, HIGH
    andi N4, T0, 3
    sub HIGH, T0, N4
    srli T0, T0, 2
    add HIGH, HIGH, T0

    vmb.poly1305.column 0, \unaligned
    poly1305.mac H0, R0
    poly1305.mac H1, S3
    poly1305.mac H2, S2
    poly1305.mac H3, S1
    mv N0, LOW

    vmb.poly1305.column 1, \unaligned
    poly1305.mac H0, R1
    poly1305.mac H1, R0
    poly1305.mac H2, S3
    poly1305.mac H3, S2
    poly1305.mac H4, S1
    mv N1, LOW

    vmb.poly1305.column 2, \unaligned
    poly1305.mac H0, R2
    poly1305.mac H1, R1
    poly1305.mac H2, R0
    poly1305.mac H3, S3
    poly1305.mac H4, S2
    mv H0, N0
    mv H1, N1
    mv H2, LOW
    addi H4, N4, 1
    vmb.poly1305.word 3, \unaligned
    vmb.poly1305.add_limb H3, N3
    add H4, H4, HIGH
.endm

/* Four bytes at i(DATA). */
.macro vmb.poly1305.store_bytes w, i
    sb \w, \i(DATA)
    srli T0, \w, 8
    sb T0, \i + 1(DATA)
    srli T0, \w, 16
    sb T0, \i + 2(DATA)
    srli T0, \w, 24
    sb T0, \i + 3(DATA)
.endm

    vmb.poly1305.begin H0, H1, H2, H3, H4
    vmb.poly1305.begin_raw H0, H1, H2, H3, H4
    li FRESH, 1
    vmb.poly1305.pieces .Lfinish, .Lrest, .Lunaligned

.Lblock:
    beqz FRESH, .Lmultiply
    li FRESH, 0
    vmb.poly1305.add_block 0
    addi DATA, DATA, 16
    beq DATA, END, .Lrest

    .balign 4
    vmb.step poly1305_block
.Lmultiply:
    vmb.poly1305.multiply_add 0
    addi DATA, DATA, 16
    bne DATA, END, .Lmultiply

    vmb.step poly1305_ends
.Lrest: /* of the piece: REST < 16 bytes at DATA; or nothing is left to do */
    beqz REST, .Lnext_piece
    bltz REST, .Lmultiplied
.Lpartial:
    mv N0, DATA
    addi DATA, sp, BLOCK
    sw zero, BLOCK + 4(sp)
    sw zero, BLOCK + 8(sp)
    sw zero, BLOCK + 12(sp)
    andi T0, N0, 3
    bnez T0, 1f

    /* Aligned: words; the bytes after the piece are shifted out of the last. */
    addi T1, REST, -1
    andi T1, T1, 12
    add T0, N0, T1
    lw T0, 0(T0)
    slli N1, REST, 3
    neg N1, N1
    sll T0, T0, N1
    srl T0, T0, N1
    add N1, DATA, T1
    sw T0, 0(N1)
    .irp i, 0, 4, 8
    beqz T1, 2f
    addi T1, T1, -4
    lw T0, \i(N0)
    sw T0, \i(DATA)
    .endr
    j 2f

1:  add END, N0, REST
    mv T1, DATA
    sw zero, 0(DATA)
    .balign 4
3:  lbu T0, 0(N0)
    addi N0, N0, 1
    sb T0, 0(T1)
    addi T1, T1, 1
    bne N0, END, 3b

2:  li REST, 0
    addi END, DATA, 16
    j .Lblock

#if !VMB_MISALIGNED
    /* A word that holds none of the piece's bytes is not loaded. */
    .balign 4
.Lunaligned:
    vmb.save BLOCK, END, PIECE, LAST
    vmb.shifts DOWN, UP, DATA
    andi DATA, DATA, -4
    andi END, END, -4
    lw CARRY, 0(DATA)
    srl CARRY, CARRY, DOWN
    beqz FRESH, .Lmultiply_unaligned
    li FRESH, 0
    vmb.poly1305.add_block 1
    addi DATA, DATA, 16
    beq DATA, END, 1f
    .balign 4
    vmb.step poly1305_block
.Lmultiply_unaligned:
    vmb.poly1305.multiply_add 1
    addi DATA, DATA, 16
    bne DATA, END, .Lmultiply_unaligned
    vmb.step poly1305_ends
1:  vmb.restore BLOCK, DATA, PIECE, LAST
    j .Lrest
#endif

.Lfinish:
    bnez FRESH, .Lreduced
    .irp i, 0, 4, 8, 12
    sw zero, BLOCK + \i(sp) /* the last block times r, plus 0 */
    .endr
    addi DATA, sp, BLOCK
    addi END, DATA, 16
    li REST, -1
    j .Lmultiply
.Lmultiplied:
    addi H4, H4, -1 /* no block: no 2^128 */
.Lreduced:
    lw DATA, TAG(sp)
    beqz DATA, .Lstore

    vmb.poly1305.residue H0, H1, H2, H3, H4

    lw END, KEY(sp)
    lw N0, 16(END)
    lw N1, 20(END)
    lw N3, 24(END)
    lw N4, 28(END)
    vmb.poly1305.add_carry H0, N0
    vmb.poly1305.add_carry H1, N1
    vmb.poly1305.add_carry H2, N3
    add H3, H3, N4
    add H3, H3, T0

    vmb.if_unaligned T0, DATA, 1f
    sw H0, 0(DATA)
    sw H1, 4(DATA)
    sw H2, 8(DATA)
    sw H3, 12(DATA)
.Lreturn:
    vmb.leave FRAME, RETURN, ra
    ret

1:  vmb.poly1305.store_bytes H0, 0
    vmb.poly1305.store_bytes H1, 4
    vmb.poly1305.store_bytes H2, 8
    vmb.poly1305.store_bytes H3, 12
    j .Lreturn

.Lstore: /* more is to come: h < 6 * 2^128 */
    lw DATA, FRAME + STATE(sp)
    sw H0, 0(DATA)
    sw H1, 4(DATA)
    sw H2, 8(DATA)
    sw H3, 12(DATA)
    sw H4, 16(DATA)
    j .Lreturn

    .size vmb_poly1305_raw, . - vmb_poly1305_raw

    vmb.poly1305.define_add
    vmb.poly1305.define_end
    vmb.poly1305.begin_alone H0, H1, H2, H3, H4
    /* h + 3 * 2^128 - 5 = h + 2^128 - 5 + 2 * 2^128 */
    sltiu T0, H0, 5
    xori T0, T0, 1
    addi H0, H0, -5
    .irp h, H1, H2, H3
    or T1, \h, T0
    add \h, \h, T0
    addi \h, \h, -1
    snez T0, T1
    .endr
    add H4, H4, T0
    addi H4, H4, 2
    li N0, 0
    li N1, 0
    li N3, 0
    li N4, 0
    vmb.poly1305.end_byte
    beqz T0, 2f
    addi T0, T0, -1
    beqz T0, 3f
    addi T0, T0, -1
    beqz T0, 4f
    mv N4, T1
    j 5f
2:
    mv N0, T1
    j 5f
3:
    mv N1, T1
    j 5f
4:
    mv N3, T1
5:
    /* The part above 2^130 is added 5-fold. */
    srli T0, H4, 2
    andi H4, H4, 3
    slli T1, T0, 2
    add T0, T0, T1
    vmb.poly1305.add_carry H0, N0
    vmb.poly1305.add_carry H1, N1
    vmb.poly1305.add_carry H2, N3
    vmb.poly1305.add_carry H3, N4
    add H4, H4, T0
    li FRESH, 1
    mv DATA, END
    j .Lpartial
    .size vmb_poly1305_alone, . - vmb_poly1305_alone
#endif
