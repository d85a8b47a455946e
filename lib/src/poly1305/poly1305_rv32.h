/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * Poly1305 for RV32IMC (RFC 8439, section 2.5): what both of its kernels have, with and
 * without poly1305.mac: registers, frames, how a call begins, and the end of h. Assembler
 * macros.
 *
 *   R0 .. R3, S1 .. S3 r, and 5/4 of its upper limbs (exact: they are 0 mod 4):
 *                      2^128 r[j] = 2^130 (r[j] / 4) = 5/4 r[j] mod 2^130 - 5
 *   DATA, END          the block to add, the end of those that follow each other
 *   PIECE, LAST        the next piece; the end of the pieces
 *   REST               of the kernel
 *   CARRY UP DOWN      of unaligned blocks: what the last word left (common/funnel.h)
 *   T0 T1              scratch
 */
#ifndef VMB_POLY1305_RV32_H
#define VMB_POLY1305_RV32_H

#include "common/frame.h"
#include "common/funnel.h"
#include "common/misaligned.h"
#include "common/steps.h"

#define DATA a0
#define END a1
#define PIECE a2
#define CARRY a3
#define T0 a4
#define T1 a5
#define LAST a6
#define REST a7
#define UP PIECE
#define DOWN LAST
#define R0 s0
#define R1 s1
#define R2 s2
#define R3 s3
#define S1 s4
#define S2 s5
#define S3 s6

/* The frame: arguments needed later, and a block to fill, which keeps registers while
 * blocks are unaligned. */
#define RETURN 0
#define TAG 4
#define KEY 8
#define BLOCK 12
#define FRAME 32

/* The frame of vmb_poly1305 above it: saved registers, and where h goes. */
#define STATE VMB_CALLEE_SAVED_BYTES
#define OUTER 64

/* The functions up to their first frame, with h in five registers:
 *
 * void vmb_poly1305(uint8_t *tag, const uint32_t key[8], const vmb_piece *pieces,
 *                   size_t n, uint32_t *h)
 *
 * vmb_poly1305_more is the same with the end of the pieces in LAST (a6) in place of n, and with h at STATE(sp), too;
 * every register but sp, gp and tp is lost. vmb_poly1305_raw is that without h, which is 0. It has a macro of its own
 * because the assembler writes no debug lines for a second section in one use of a macro. */
.macro vmb.poly1305.begin h0, h1, h2, h3, h4
    .section .text.vmb_poly1305, "ax", @progbits
    .globl vmb_poly1305
    .type vmb_poly1305, @function
vmb_poly1305:
    vmb.enter OUTER, 0, VMB_CALLEE_SAVED
    sw a4, STATE(sp)
    slli a3, a3, 3
    add LAST, a3, a2
    call vmb_poly1305_more
    vmb.leave OUTER, 0, VMB_CALLEE_SAVED
    ret
    .size vmb_poly1305, . - vmb_poly1305

    .balign 4
    .globl vmb_poly1305_more
    .hidden vmb_poly1305_more
    .type vmb_poly1305_more, @function
vmb_poly1305_more:
    lw \h0, 0(a4)
    lw \h1, 4(a4)
    lw \h2, 8(a4)
    lw \h3, 12(a4)
    lw \h4, 16(a4)
    j vmb_poly1305_resume
    .size vmb_poly1305_more, . - vmb_poly1305_more
.endm

.macro vmb.poly1305.begin_raw h0, h1, h2, h3, h4
    .section .text.vmb_poly1305_raw, "ax", @progbits
    .balign 16
    .globl vmb_poly1305_raw
    .hidden vmb_poly1305_raw
    .type vmb_poly1305_raw, @function
vmb_poly1305_raw:
    li \h0, 0
    li \h1, 0
    li \h2, 0
    li \h3, 0
    li \h4, 0
vmb_poly1305_resume:
    vmb.enter FRAME, RETURN, ra
    sw a0, TAG(sp)
    sw a1, KEY(sp)
.endm

/* int vmb_poly1305_add(uint32_t h[5], const uint32_t key[8], const uint8_t *in, size_t len) */
#define ADD_PIECE (STATE + 4)

.macro vmb.poly1305.define_add
    .section .text.vmb_poly1305_add, "ax", @progbits
    .balign 4
    .globl vmb_poly1305_add
    .type vmb_poly1305_add, @function
vmb_poly1305_add:
    vmb.enter OUTER, 0, VMB_CALLEE_SAVED
    vmb.save STATE, a0, a2, a3
    mv a4, a0
    li a0, 0
    addi a2, sp, ADD_PIECE
    addi LAST, a2, 8
    call vmb_poly1305_more
    vmb.leave OUTER, 0, VMB_CALLEE_SAVED
    li a0, 0 /* VMB_OK */
    ret
    .size vmb_poly1305_add, . - vmb_poly1305_add
.endm

/* void vmb_poly1305_end(uint8_t *tag, const uint32_t key[8], const uint32_t h[5]) */
.macro vmb.poly1305.define_end
    .section .text.vmb_poly1305_end, "ax", @progbits
    .balign 4
    .globl vmb_poly1305_end
    .type vmb_poly1305_end, @function
vmb_poly1305_end:
    lw t0, 0(a2)
    lw t1, 4(a2)
    lw t2, 8(a2)
    lw t3, 12(a2)
    lw t4, 16(a2)
    vmb.poly1305.residue t0, t1, t2, t3, t4
    lw a2, 16(a1)
    lw a3, 20(a1)
    lw t5, 24(a1)
    lw t6, 28(a1)
    vmb.poly1305.add_carry t0, a2
    vmb.poly1305.add_carry t1, a3
    vmb.poly1305.add_carry t2, t5
    add t3, t3, t6
    add t3, t3, T0
    sw t0, 0(a0)
    sw t1, 4(a0)
    sw t2, 8(a0)
    sw t3, 12(a0)
    ret
    .size vmb_poly1305_end, . - vmb_poly1305_end
.endm

/* void vmb_poly1305_alone(uint8_t *tag, const uint32_t key[8], const uint8_t *in, size_t len)
 *
 * If the last block is not whole, the blocks before it are a message of which more is to come. After them r is still in
 * its registers, and h both in the kernel's and in the frame. The kernel's own code follows this macro: it begins with
 * the kernel's frame entered and REST bytes at END, subtracts the 2^128 that the kernel adds to each block, adds the
 * byte of 1, and continues in the kernel. */
#define ALONE_H (STATE + 4)
#define ALONE_PIECE 76
#define ALONE_REST 84
#define ALONE_END 88
#define ALONE_TAG 92
#define ALONE_KEY 96
#define ALONE 112

.macro vmb.poly1305.begin_alone h0, h1, h2, h3, h4
    .section .text.vmb_poly1305_alone, "ax", @progbits
    .balign 4
    .globl vmb_poly1305_alone
    .type vmb_poly1305_alone, @function
vmb_poly1305_alone:
    vmb.enter ALONE, 0, VMB_CALLEE_SAVED
    andi REST, a3, 15
    sub a3, a3, REST
    add T0, a2, a3
    vmb.save ALONE_PIECE, a2, a3, REST, T0, a0, a1
    addi T0, sp, ALONE_H
    sw T0, STATE(sp)
    addi PIECE, sp, ALONE_PIECE
    snez LAST, a3
    slli LAST, LAST, 3
    add LAST, LAST, PIECE
    seqz T0, REST
    neg T0, T0
    and a0, a0, T0 /* no tag before the last block */
    li \h0, 0
    li \h1, 0
    li \h2, 0
    li \h3, 0
    li \h4, 0
    call vmb_poly1305_resume
    lw REST, ALONE_REST(sp)
    beqz REST, 1f
    jal .Lpart
    vmb.save ALONE_H, zero, zero, zero, zero, zero
    vmb.enter FRAME, BLOCK, zero, zero, zero, zero
    vmb.leave FRAME
1:
    vmb.leave ALONE, 0, VMB_CALLEE_SAVED
    ret

    .balign 4
.Lpart:
    vmb.enter FRAME, RETURN, ra
    lw T0, FRAME + ALONE_TAG(sp)
    sw T0, TAG(sp)
    lw T0, FRAME + ALONE_KEY(sp)
    sw T0, KEY(sp)
    lw END, FRAME + ALONE_END(sp)
.endm

/* T1 = the byte of 1 behind REST bytes in its word, T0 = the number of that word. */
.macro vmb.poly1305.end_byte
    li T1, 1
    slli T0, REST, 3
    sll T1, T1, T0 /* shifts take this mod 32 */
    srli T0, REST, 2
.endm

/* r with its "clamp", from a1, and the first piece: goes to `finish` after the last one, to `rest` if it has no whole
 * block, and to `unaligned`. */
.macro vmb.poly1305.pieces finish, rest, unaligned
    lw R0, 0(a1)
    lw R1, 4(a1)
    lw R2, 8(a1)
    lw R3, 12(a1)
    li T0, 0x0fffffff
    and R0, R0, T0
    addi T0, T0, -3
    and R1, R1, T0
    and R2, R2, T0
    and R3, R3, T0
    srli S1, R1, 2
    srli S2, R2, 2
    srli S3, R3, 2
    add S1, S1, R1
    add S2, S2, R2
    add S3, S3, R3

.Lnext_piece: /* a2 is PIECE from the start */
    beq PIECE, LAST, \finish
    lw DATA, 0(PIECE)
    lw REST, 4(PIECE)
    addi PIECE, PIECE, 8
    andi END, REST, -16
    andi REST, REST, 15
    add END, END, DATA
    beq DATA, END, \rest
    vmb.if_unaligned T0, DATA, \unaligned
.endm

/* T0 = the value to add to h < 6 * 2^128, which is below twice the modulus. If h + 5 reaches 2^130, the residue is h +
 * 5 - 2^130, else h: 5 or 0; bits above 2^128 do not matter. */
.macro vmb.poly1305.residue h0, h1, h2, h3, h4
    addi T0, \h0, 5
    sltiu T0, T0, 5
    add T1, \h1, T0
    sltu T0, T1, T0
    add T1, \h2, T0
    sltu T0, T1, T0
    add T1, \h3, T0
    sltu T0, T1, T0
    add T0, \h4, T0
    srli T0, T0, 2
    slli T1, T0, 2
    add T0, T0, T1
.endm

/* T0:sum = sum + in + T0 */
.macro vmb.poly1305.add_carry sum, in
    add \sum, \sum, T0
    sltu T0, \sum, T0
    add \sum, \sum, \in
    sltu T1, \sum, \in
    add T0, T0, T1
.endm

#endif
