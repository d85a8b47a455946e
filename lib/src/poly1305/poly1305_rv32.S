/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * Poly1305 for RV32IMC: vmb_poly1305_absorb of poly1305.h.
 *
 * Source: RFC 8439, section 2.5. Numbers are little-endian sequences of 32-bit
 * limbs: h = H0 .. H3 and a small H4, r = R0 .. R3. They stay in registers from
 * the first block of the first piece to the last block of the last.
 *
 * Registers: all but sp, gp and tp.
 *   H0 .. H4           h, with the block added
 *   R0 .. R3, S1 .. S3 r, and 5/4 of its upper limbs (exact: they are 0 mod 4):
 *                      2^128 r[j] = 2^130 (r[j] / 4) = 5/4 r[j] mod 2^130 - 5
 *   D0 .. D3 (L and H) the columns of the product, 64 bits each
 *   DATA, END          the block to add, the end of those that follow each other
 *   NEXT, REST         what comes behind END in this piece
 *   PIECE, PAD         the next piece; the bit on top of each block
 *   T0 T1              scratch; H0 .. H4 too, between a product and the next sum
 *
 * Cycles of an aligned block, with mul 3, mulhu 4, loads of 2, a taken branch
 * of 3: products 20 * 3 + 16 * 4, their sums 12 * 4 + 4, reduction and the sum
 * with the next block 5 + 24 + 8, loop 4: together 217.
 */
#include "poly1305/poly1305.h"

#if VMB_POLY1305_RV32

#define DATA a0
#define PIECE a1
#define END a2
#define PAD a3
#define T0 a4
#define T1 a5
#define NEXT a6
#define REST a7
#define R0 s0
#define R1 s1
#define R2 s2
#define R3 s3
#define S1 s4
#define S2 s5
#define S3 s6
#define H0 t0
#define H1 t1
#define H2 t2
#define H3 t3
#define H4 t4
#define D0L t5
#define D0H t6
#define D1L s7
#define D1H s8
#define D2L s9
#define D2H s10
#define D3L s11
#define D3H ra

/* The frame: 13 saved registers, two values needed once, a block to fill. */
#define CONTEXT 52
#define LAST 56
#define BLOCK 64
#define FRAME 80

/* h:l = a * b */
.macro vmb.poly1305.mul h, l, a, b
    mul \l, \a, \b
    mulhu \h, \a, \b
.endm

/* h:l += a * b. A sum of h and four products stays below 4.75 * 2^60. */
.macro vmb.poly1305.mac h, l, a, b
    mul T0, \a, \b
    mulhu T1, \a, \b
    add \l, \l, T0
    sltu T0, \l, T0
    add \h, \h, T1
    add \h, \h, T0
.endm

/* h += a * b, for a = H4 <= 6: no carry, as h < 1.2 * 2^30, a * b < 1.9 * 2^30. */
.macro vmb.poly1305.mac_small h, a, b
    mul T0, \a, \b
    add \h, \h, T0
.endm

/* sum = l + in; h += carry */
.macro vmb.poly1305.carry h, sum, l, in
    add \sum, \l, \in
    sltu T0, \sum, \in
    add \h, \h, T0
.endm

/* sum += word i of the block; h += carry */
.macro vmb.poly1305.add_word h, sum, i
    lw T1, 4 * (\i)(DATA)
    add \sum, \sum, T1
    sltu T1, \sum, T1
    add \h, \h, T1
.endm

/* T0 = 5 * (D3H >> 2), H4 = D3H & 3: what lies above 2^130 comes back times 5.
 * D3H < 2.7 * 2^30 with H4 * R0 in it, so T0 stays below 2^32. The carry of D3L
 * is not in D3H yet; it goes to H4, which is at most 3 + 2 + PAD then. */
.macro vmb.poly1305.fold
    andi H4, D3H, 3
    sub T0, D3H, H4
    srli T1, D3H, 2
    add T0, T0, T1
.endm

/* Word i of an unaligned block, from the aligned words that hold it. */
.macro vmb.poly1305.merge i, low, high
    srl \low, \low, T0
    sll END, \high, T1
    or \low, \low, END
    sw \low, BLOCK + 4 * (\i)(sp)
.endm

    .section .text.vmb_poly1305_absorb, "ax", @progbits
    .balign 16
    .globl vmb_poly1305_absorb
    .type vmb_poly1305_absorb, @function

/* void vmb_poly1305_absorb(vmb_poly1305 *p, const vmb_piece *pieces, size_t n,
 *                          uint32_t pad) */
vmb_poly1305_absorb:
    addi sp, sp, -FRAME
    sw ra, 0(sp)
    sw s0, 4(sp)
    sw s1, 8(sp)
    sw s2, 12(sp)
    sw s3, 16(sp)
    sw s4, 20(sp)
    sw s5, 24(sp)
    sw s6, 28(sp)
    sw s7, 32(sp)
    sw s8, 36(sp)
    sw s9, 40(sp)
    sw s10, 44(sp)
    sw s11, 48(sp)
    sw a0, CONTEXT(sp)
    slli a2, a2, 3
    add a2, a2, a1
    sw a2, LAST(sp)

    lw R0, VMB_POLY1305_R0 + 0(a0)
    lw R1, VMB_POLY1305_R0 + 4(a0)
    lw R2, VMB_POLY1305_R0 + 8(a0)
    lw R3, VMB_POLY1305_R0 + 12(a0)
    srli S1, R1, 2
    srli S2, R2, 2
    srli S3, R3, 2
    add S1, S1, R1
    add S2, S2, R2
    add S3, S3, R3
    /* h enters as if it were a product, to be reduced with the first block. */
    lw D0L, VMB_POLY1305_H0 + 0(a0)
    lw D1L, VMB_POLY1305_H0 + 4(a0)
    lw D2L, VMB_POLY1305_H0 + 8(a0)
    lw D3L, VMB_POLY1305_H0 + 12(a0)
    lw D3H, VMB_POLY1305_H0 + 16(a0)
    li D0H, 0
    li D1H, 0
    li D2H, 0
    li REST, 0

    /* The blocks at DATA are used up: find more. */
.Ladvance:
    bnez REST, .Lsame_piece
    lw T0, LAST(sp)
    beq PIECE, T0, .Lfinish
    lw NEXT, 0(PIECE)
    lw REST, 4(PIECE)
    addi PIECE, PIECE, 8
    j .Ladvance

.Lsame_piece:
    andi T0, NEXT, 3
    andi T1, REST, -16
    beqz T1, .Lpartial
    bnez T0, .Lunaligned
    mv DATA, NEXT
    add END, NEXT, T1
    mv NEXT, END
    andi REST, REST, 15

    .balign 4
.Lblock:
    vmb.poly1305.fold
    add H4, H4, PAD
    vmb.poly1305.carry D0H, H0, D0L, T0
    vmb.poly1305.add_word D0H, H0, 0
    vmb.poly1305.carry D1H, H1, D1L, D0H
    vmb.poly1305.add_word D1H, H1, 1
    vmb.poly1305.carry D2H, H2, D2L, D1H
    vmb.poly1305.add_word D2H, H2, 2
    vmb.poly1305.carry H4, H3, D3L, D2H
    vmb.poly1305.add_word H4, H3, 3

    vmb.poly1305.mul D0H, D0L, H0, R0
    vmb.poly1305.mul D1H, D1L, H0, R1
    vmb.poly1305.mul D2H, D2L, H0, R2
    vmb.poly1305.mul D3H, D3L, H0, R3
    vmb.poly1305.mac D0H, D0L, H1, S3
    vmb.poly1305.mac D1H, D1L, H1, R0
    vmb.poly1305.mac D2H, D2L, H1, R1
    vmb.poly1305.mac D3H, D3L, H1, R2
    vmb.poly1305.mac D0H, D0L, H2, S2
    vmb.poly1305.mac D1H, D1L, H2, S3
    vmb.poly1305.mac D2H, D2L, H2, R0
    vmb.poly1305.mac D3H, D3L, H2, R1
    vmb.poly1305.mac D0H, D0L, H3, S1
    vmb.poly1305.mac D1H, D1L, H3, S2
    vmb.poly1305.mac D2H, D2L, H3, S3
    vmb.poly1305.mac D3H, D3L, H3, R0
    vmb.poly1305.mac_small D0H, H4, S1 /* weighs 2^32, as D0H does */
    vmb.poly1305.mac_small D1H, H4, S2
    vmb.poly1305.mac_small D2H, H4, S3
    vmb.poly1305.mac_small D3H, H4, R0
    addi DATA, DATA, 16
    bne DATA, END, .Lblock
    j .Ladvance

    /* 16 bytes or more at an unaligned NEXT: merge one block from the five
     * aligned words that hold it. */
.Lunaligned:
    slli T0, T0, 3
    neg T1, T0 /* shifts take this mod 32 */
    andi DATA, NEXT, -4
    lw H0, 0(DATA)
    lw H1, 4(DATA)
    lw H2, 8(DATA)
    lw H3, 12(DATA)
    lw H4, 16(DATA)
    vmb.poly1305.merge 0, H0, H1
    vmb.poly1305.merge 1, H1, H2
    vmb.poly1305.merge 2, H2, H3
    vmb.poly1305.merge 3, H3, H4
    addi NEXT, NEXT, 16
    addi REST, REST, -16
    addi DATA, sp, BLOCK
    addi END, sp, BLOCK + 16
    j .Lblock

    /* 1 to 15 bytes: fill them up with zeros. */
.Lpartial:
    sw zero, BLOCK + 0(sp)
    sw zero, BLOCK + 4(sp)
    sw zero, BLOCK + 8(sp)
    sw zero, BLOCK + 12(sp)
    addi DATA, sp, BLOCK
    bnez T0, 2f
    addi T1, REST, -4
    bltz T1, 2f
1:  lw T0, 0(NEXT)
    sw T0, 0(DATA)
    addi NEXT, NEXT, 4
    addi DATA, DATA, 4
    addi REST, REST, -4
    addi T1, REST, -4
    bgez T1, 1b
    beqz REST, 3f
2:  lbu T0, 0(NEXT)
    sb T0, 0(DATA)
    addi NEXT, NEXT, 1
    addi DATA, DATA, 1
    addi REST, REST, -1
    bnez REST, 2b
3:  addi DATA, sp, BLOCK
    addi END, sp, BLOCK + 16
    j .Lblock

.Lfinish:
    vmb.poly1305.fold
    vmb.poly1305.carry D0H, H0, D0L, T0
    vmb.poly1305.carry D1H, H1, D1L, D0H
    vmb.poly1305.carry D2H, H2, D2L, D1H
    vmb.poly1305.carry H4, H3, D3L, D2H
    lw a0, CONTEXT(sp)
    sw H0, VMB_POLY1305_H0 + 0(a0)
    sw H1, VMB_POLY1305_H0 + 4(a0)
    sw H2, VMB_POLY1305_H0 + 8(a0)
    sw H3, VMB_POLY1305_H0 + 12(a0)
    sw H4, VMB_POLY1305_H0 + 16(a0)
    lw ra, 0(sp)
    lw s0, 4(sp)
    lw s1, 8(sp)
    lw s2, 12(sp)
    lw s3, 16(sp)
    lw s4, 20(sp)
    lw s5, 24(sp)
    lw s6, 28(sp)
    lw s7, 32(sp)
    lw s8, 36(sp)
    lw s9, 40(sp)
    lw s10, 44(sp)
    lw s11, 48(sp)
    addi sp, sp, FRAME
    ret

    .size vmb_poly1305_absorb, . - vmb_poly1305_absorb
#endif
