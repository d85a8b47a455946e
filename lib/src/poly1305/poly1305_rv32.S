/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * Poly1305 for RV32IMC: vmb_poly1305 of poly1305.h.
 *
 * Source: RFC 8439, section 2.5. Numbers are little-endian sequences of 32-bit
 * limbs: h = H0 .. H3 and a small H4, r = R0 .. R3. They stay in registers from
 * the first block of the first piece to the last block of the last.
 *
 * Registers: all but sp, gp and tp; besides those of poly1305_rv32.h
 *   H0 .. H4           h, with the block added
 *   D0 .. D3 (L and H) the columns of the product, 64 bits each
 *   REST               bytes behind END in this piece
 * Between a product and the next sum H0 .. H4 are scratch.
 *
 * Cycles of an aligned block on Ibex, counted as measured:
 *                                                   RV32MFast  RV32MSingleCycle
 *                                                    2 stages          3 stages
 *   20 mul, of 3 or 1; 16 mulhu, of 4 or 2                124                52
 *   adding them up: 12 of 4, and 4                         52                52
 *   reduction and the sum with the next block: 29, and
 *   4 loads of 2 or 1                                      37                33
 *   loop, a taken branch being 3 or 2                       4                 3
 *                                                         217               140
 * Unaligned (without misaligned accesses): 17 more; 3 for each word, a branch, a jump.
 *
 * Less by counting, each for some 400 bytes of code: a loop of two blocks saves 2 of a
 * block; with r^2 for one of the two, so that both are reduced together, 14 more, less 7
 * to load the seven multipliers that have no register, and what r^2 costs each message:
 * 208 of the 217.
 */
#include "common/frame.h"
#include "poly1305/poly1305.h"
#include "vambrace/detail/backend/size.h"
#include "vambrace/detail/backend/xchacha.h"

#if VMB_POLY1305_RV32 && !VMB_ISE_XCHACHA && !VMB_SIZE

#include "poly1305/poly1305_rv32.h"

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

/* sum += l + in, where sum is a word of the block; h += carries */
.macro vmb.poly1305.carry_word h, sum, l, in
    add \sum, \sum, \l
    sltu T1, \sum, \l
    add \h, \h, T1
    add \sum, \sum, \in
    sltu T1, \sum, \in
    add \h, \h, T1
.endm

/* T0 = 5 * (D3H >> 2), H4 = D3H & 3: the part above 2^130 is added 5-fold. D3H < 2.5 * 2^30 with H4 * R0 in it, so T0
 * stays below 2^32. The two carries of D3L are not in D3H yet; they go to H4, which is at most 3 + 2 + 1 then. */
.macro vmb.poly1305.fold
    andi H4, D3H, 3
    sub T0, D3H, H4
    srli T1, D3H, 2
    add T0, T0, T1
.endm

    /* h comes as if it were a product, to be reduced with the first block. */
    vmb.poly1305.begin D0L, D1L, D2L, D3L, H4
    vmb.poly1305.begin_raw D0L, D1L, D2L, D3L, H4
    li D0H, 0
    li D1H, 0
    li D2H, 0
    mv D3H, H4
    vmb.poly1305.pieces .Lfinish, .Lrest, .Lunaligned

    .balign 4
    vmb.step poly1305_block
.Lblock:
    lw H0, 0(DATA)
    lw H1, 4(DATA)
    lw H2, 8(DATA)
    lw H3, 12(DATA)
.Ladd:
    vmb.poly1305.fold
    addi H4, H4, 1
    vmb.poly1305.carry_word D0H, H0, D0L, T0
    vmb.poly1305.carry_word D1H, H1, D1L, D0H
    vmb.poly1305.carry_word D2H, H2, D2L, D1H
    vmb.poly1305.carry_word H4, H3, D3L, D2H

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
    bltu DATA, END, .Lblock
#if !VMB_MISALIGNED
    bltu DATA, REST, .Lunaligned_block /* no address is below 16 */
#endif

    vmb.step poly1305_ends
.Lrest: /* of the piece: REST < 16 bytes at END */
    beqz REST, .Lnext_piece
#if !VMB_MISALIGNED
    li T0, 16
    bgeu REST, T0, .Lunaligned_done
#endif
.Lpartial:
    andi T0, END, 3
    sw zero, BLOCK + 4(sp)
    sw zero, BLOCK + 8(sp)
    sw zero, BLOCK + 12(sp)
    addi DATA, sp, BLOCK
    bnez T0, 1f

    /* Aligned: words; the bytes after the piece are shifted out of the last. */
    addi T1, REST, -1
    andi T1, T1, 12
    add T0, END, T1
    lw T0, 0(T0)
    slli H0, REST, 3
    neg H0, H0
    sll T0, T0, H0
    srl T0, T0, H0
    add H0, DATA, T1
    sw T0, 0(H0)
    .irp i, 0, 4, 8
    beqz T1, 2f
    addi T1, T1, -4
    lw T0, \i(END)
    sw T0, \i(DATA)
    .endr
    j 2f

1:  /* Unaligned: from the last aligned word that holds a byte of it to the first; of
     * five, what the last leaves is nothing, behind BLOCK. */
    slli T0, T0, 3
    neg T1, T0 /* shifts take this mod 32 */
    add H0, END, REST
    addi CARRY, H0, -1
    andi CARRY, CARRY, -4
    andi H4, END, -4
    lw H2, 0(CARRY)
    slli H0, H0, 3
    neg H0, H0
    sll H2, H2, H0
    srl H2, H2, H0
    sub END, CARRY, H4
    add END, END, DATA
    srl H0, H2, T0
    sw H0, 0(END)
    beq END, DATA, 2f
3:  addi CARRY, CARRY, -4
    lw H3, 0(CARRY)
    sll H2, H2, T1
    srl H0, H3, T0
    add H0, H0, H2
    addi END, END, -4
    sw H0, 0(END)
    mv H2, H3
    bne END, DATA, 3b

2:  li REST, 0
    addi END, DATA, 16
    j .Lblock

#if !VMB_MISALIGNED
.Lunaligned:
    vmb.save BLOCK, PIECE, LAST, REST
    vmb.shifts DOWN, UP, DATA
    andi DATA, DATA, -4
    lw CARRY, 0(DATA)
    srl CARRY, CARRY, DOWN
    addi REST, END, -4
    li END, 0
    .balign 4
.Lunaligned_block:
    lw H1, 4(DATA)
    vmb.funnel H0, H1, CARRY, UP, DOWN
    lw H2, 8(DATA)
    vmb.funnel H1, H2, CARRY, UP, DOWN
    lw H3, 12(DATA)
    vmb.funnel H2, H3, CARRY, UP, DOWN
    lw H4, 16(DATA)
    vmb.funnel H3, H4, CARRY, UP, DOWN
    j .Ladd

.Lunaligned_done:
    srli T0, DOWN, 3
    andi T0, T0, 3
    add END, DATA, T0
    vmb.restore BLOCK, PIECE, LAST, REST
    bnez REST, .Lpartial
    j .Lnext_piece
#endif

.Lfinish:
    vmb.poly1305.fold
    vmb.poly1305.carry D0H, H0, D0L, T0
    vmb.poly1305.carry D1H, H1, D1L, D0H
    vmb.poly1305.carry D2H, H2, D2L, D1H
    vmb.poly1305.carry H4, H3, D3L, D2H
    lw D0H, TAG(sp)
    beqz D0H, .Lstore

    vmb.poly1305.residue H0, H1, H2, H3, H4

    lw a0, KEY(sp)
    lw D0L, 16(a0)
    lw D1L, 20(a0)
    lw D2L, 24(a0)
    lw D3L, 28(a0)
    vmb.poly1305.add_carry H0, D0L
    vmb.poly1305.add_carry H1, D1L
    vmb.poly1305.add_carry H2, D2L
    add H3, H3, D3L
    add H3, H3, T0

    mv a0, D0H
    vmb.if_unaligned T0, a0, 1f
    sw H0, 0(a0)
    sw H1, 4(a0)
    sw H2, 8(a0)
    sw H3, 12(a0)
.Lreturn:
    vmb.leave FRAME, RETURN, ra
    ret

1:  li T1, 4
2:  mv T0, H0
    sb T0, 0(a0)
    .irp i, 1, 2, 3
    srli T0, T0, 8
    sb T0, \i(a0)
    .endr
    mv H0, H1
    mv H1, H2
    mv H2, H3
    addi a0, a0, 4
    addi T1, T1, -1
    bnez T1, 2b
    j .Lreturn

.Lstore: /* more is to come: h < 6 * 2^128 */
    lw a0, FRAME + STATE(sp)
    sw H0, 0(a0)
    sw H1, 4(a0)
    sw H2, 8(a0)
    sw H3, 12(a0)
    sw H4, 16(a0)
    j .Lreturn

    .size vmb_poly1305_raw, . - vmb_poly1305_raw

    vmb.poly1305.define_add
    vmb.poly1305.define_end
    vmb.poly1305.begin_alone D0L, D1L, D2L, D3L, H4
    /* As if it were a product: h + 3 * 2^128 - 5, where nothing is below 0. */
    addi D0L, H0, -5
    sltiu D0H, H0, 5
    xori D0H, D0H, 1
    addi D1L, H1, -1
    snez D1H, H1
    addi D2L, H2, -1
    snez D2H, H2
    addi D3L, H3, -1
    snez D3H, H3
    add D3H, D3H, H4
    addi D3H, D3H, 2
    vmb.poly1305.end_byte
    beqz T0, 2f
    addi T0, T0, -1
    beqz T0, 3f
    addi T0, T0, -1
    beqz T0, 4f
    vmb.poly1305.carry D3H, D3L, D3L, T1
    j .Lpartial
2:
    vmb.poly1305.carry D0H, D0L, D0L, T1
    j .Lpartial
3:
    vmb.poly1305.carry D1H, D1L, D1L, T1
    j .Lpartial
4:
    vmb.poly1305.carry D2H, D2L, D2L, T1
    j .Lpartial
    .size vmb_poly1305_alone, . - vmb_poly1305_alone
#endif
