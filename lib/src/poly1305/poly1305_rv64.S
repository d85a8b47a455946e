/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * Poly1305 for RV64IM: vmb_poly1305 of poly1305.h.
 *
 * Source: RFC 8439, section 2.5. h is H0 + 2^64 H1 + 2^128 H2, r is R0 + 2^64 R1. With
 * S1 = 5/4 R1 (exact: R1 is 0 mod 4), 2^128 R1 = S1 mod 2^130 - 5, so that h r is
 *
 *                (H0 R0 + H1 S1) + 2^64 (H0 R1 + H1 R0 + H2 S1) + 2^128 H2 R0
 *
 * Bounds: H2 <= 4 between blocks and <= 6 with the block added; R0 < 2^60 and S1 < 5/4 2^60,
 * so that H2 S1 and H2 R0 are below 2^63, and the sums of products below 2^126.
 *
 * A multiplier that works on one product at a time takes most of the time: all but the last
 * additions fit in between. The products with H2, of 3 bits, are made by masks of R0, 2 R0,
 * 4 R0 and of S1, 2 S1, 4 S1.
 *
 * Instructions of a block:
 *   loads, loop                4
 *   addition of the block     10
 *   products                   8
 *   products with H2          16
 *   sums                      17
 *   reduction                  9
 *                             64
 * Data that is not aligned: 9 more.
 */
#include "common/frame.h"
#include "common/misaligned.h"
#include "common/steps.h"
#include "poly1305/poly1305.h"

#if VMB_POLY1305_RV64

#define DATA a0  /* the block to add */
#define END a1   /* of the aligned blocks that follow each other; else 0 */
#define PIECE a2 /* the next piece */
#define S4 a3    /* 4 S1 */
#define REST a4  /* bytes of the piece after its whole blocks */
#define COUNT a5 /* blocks that are left, where they are not aligned */
#define S2 a6    /* 2 S1 */
#define DOWN a7  /* how to shift them */
#define UP ra
#define T t0
#define R2 t1    /* 2 R0 */
#define R4 t2    /* 4 R0 */
#define E t3
#define F t4
#define M0 t5    /* the block */
#define M1 t6
#define H0 s0
#define H1 s1
#define H2 s2
#define R0 s3
#define R1 s4
#define S1 s5
#define A0 s6    /* products */
#define A1 s7
#define B0 s8
#define B1 s9
#define C0 s10
#define C1 s11
#define D0 M0
#define D1 M1
#define U C0     /* scratch as long as there is no product */
#define V C1

/* The frame: above the saved registers arguments needed later. */
#define TAG 104
#define KEY 112
#define STATE 120
#define LAST 128 /* the end of the pieces */
#define FRAME 144

/* d = the two words at `at` of p. */
.macro vmb.poly1305.load d, at, p, t
    lwu \d, (\at)(\p)
    lwu \t, (\at) + 4(\p)
    slli \t, \t, 32
    or \d, \d, \t
.endm

/* void vmb_poly1305(uint8_t *tag, const uint32_t key[8], const vmb_piece *pieces,
 *                   size_t n, uint32_t h[5]) */
    .section .text.vmb_poly1305, "ax", @progbits
    .balign 16
    .globl vmb_poly1305
    .type vmb_poly1305, @function
vmb_poly1305:
    vmb.step poly1305_ends
    vmb.enter FRAME, 0, VMB_CALLEE_SAVED
    sd a0, TAG(sp)
    sd a1, KEY(sp)
    sd a4, STATE(sp)
    vmb.poly1305.load H0, 0, a4, T
    vmb.poly1305.load H1, 8, a4, U
    lwu H2, 16(a4)
    vmb.poly1305.load R0, 0, a1, T
    vmb.poly1305.load R1, 8, a1, U
    li T, 0x0ffffffc
    slli U, T, 32
    or T, T, U
    and R1, R1, T
    ori T, T, 3
    and R0, R0, T
    srli S1, R1, 2
    add S1, S1, R1
    slli T, a3, 4
    add T, T, PIECE
    sd T, LAST(sp)
    slli R2, R0, 1
    slli R4, R0, 2
    slli S2, S1, 1
    slli S4, S1, 2

.Lnext_piece:
    vmb.step poly1305_ends
    ld T, LAST(sp)
    beq PIECE, T, .Lfinish
    ld DATA, 0(PIECE)
    ld REST, 8(PIECE)
    addi PIECE, PIECE, 16
    andi END, REST, -16
    andi REST, REST, 15
#if !VMB_MISALIGNED
    andi T, DATA, 7
    bnez T, .Lunaligned
#endif
    li COUNT, 0
    add END, END, DATA
    beq DATA, END, .Lrest

    .balign 4
.Lblock:
    vmb.step poly1305_block
    ld M0, 0(DATA)
    ld M1, 8(DATA)
    addi DATA, DATA, 16
.Ladd:
    add H0, H0, M0
    mul A0, H0, R0
    sltu T, H0, M0
    add H1, H1, M1
    sltu U, H1, M1
    add H1, H1, T
    sltu T, H1, T
    addi H2, H2, 1
    add H2, H2, U
    add H2, H2, T
    mulhu A1, H0, R0
    slli T, H2, 63              /* a mask for each bit of H2 */
    slli U, H2, 62
    slli V, H2, 61
    srai T, T, 63
    srai U, U, 63
    srai V, V, 63
    and E, S1, T
    and F, R0, T
    mul B0, H0, R1
    and T, S2, U
    add E, E, T
    and T, S4, V
    add E, E, T                 /* H2 S1 */
    and T, R2, U
    mulhu B1, H0, R1
    add F, F, T
    and T, R4, V
    add F, F, T                 /* H2 R0 */
    mul D0, H1, S1
    mulhu D1, H1, S1
    mul C0, H1, R0
    add A0, A0, D0
    sltu T, A0, D0
    add A1, A1, T
    add A1, A1, D1
    add B0, B0, E
    sltu T, B0, E
    add F, F, T
    add B0, B0, A1
    mulhu C1, H1, R0
    sltu T, B0, A1
    add B1, B1, T
    add F, F, B1
    add H1, B0, C0
    sltu T, H1, C0
    add F, F, T
    add F, F, C1
    srli T, F, 2                /* what is above 2^130 is added 5-fold */
    andi U, F, -4
    add T, T, U
    add H0, A0, T
    sltu T, H0, T
    add H1, H1, T
    sltu T, H1, T
    andi H2, F, 3
    add H2, H2, T
    bltu DATA, END, .Lblock
#if !VMB_MISALIGNED
    bnez COUNT, .Lnext_unaligned
#endif
.Lrest:
    vmb.step poly1305_ends
    beqz REST, .Lnext_piece

    /* REST = 1 .. 15 bytes, from the aligned doublewords that hold them: A0, B0 and, the last one, C0. */
    andi T, DATA, -8
    add E, DATA, REST
    addi E, E, -1
    andi E, E, -8
    ld A0, 0(T)
    ld C0, 0(E)
    addi T, T, 8
    bltu T, E, 1f
    mv T, E
1:  ld B0, 0(T)
    slli DOWN, DATA, 3          /* shifts take its low six bits */
    not UP, DOWN
    srl M0, A0, DOWN
    slli T, B0, 1
    sll T, T, UP
    or M0, M0, T
    srl M1, B0, DOWN
    slli T, C0, 1
    sll T, T, UP
    or M1, M1, T
    /* As much of them as there is. */
    slli T, REST, 3
    neg T, T
    addi REST, REST, -8
    bltz REST, 2f
    beqz REST, 3f
    sll M1, M1, T
    srl M1, M1, T
    j 4f
2:  sll M0, M0, T
    srl M0, M0, T
3:  li M1, 0
4:  li REST, 0
    li END, 0
    li COUNT, 0
    j .Ladd

#if !VMB_MISALIGNED
.Lunaligned:
    srli COUNT, END, 4
    beqz COUNT, .Lrest
    slli DOWN, T, 3
    neg UP, DOWN
    li END, 0
    .balign 4
.Lnext_unaligned:
    vmb.step poly1305_block
    andi T, DATA, -8
    ld E, 0(T)
    ld A0, 8(T)
    ld B0, 16(T)
    addi DATA, DATA, 16
    addi COUNT, COUNT, -1
    srl M0, E, DOWN
    sll T, A0, UP
    or M0, M0, T
    srl M1, A0, DOWN
    sll T, B0, UP
    or M1, M1, T
    j .Ladd
#endif

.Lfinish:
    ld a0, TAG(sp)
    ld a1, KEY(sp)
    beqz a0, .Lmore

    /* h < 5 * 2^128 is below twice the modulus. If h + 5 reaches 2^130, the residue is h + 5 - 2^130, else h; bits
     * above 2^128 do not matter. */
    addi T, H0, 5
    sltiu T, T, 5
    add T, H1, T
    sltu U, T, H1
    add T, H2, U
    srli T, T, 2
    slli U, T, 2
    add T, T, U
    add H0, H0, T
    sltu T, H0, T
    add H1, H1, T
    vmb.poly1305.load A0, 16, a1, V
    vmb.poly1305.load A1, 24, a1, V
    add H0, H0, A0
    sltu T, H0, A0
    add H1, H1, A1
    add H1, H1, T
#if !VMB_MISALIGNED
    andi T, a0, 3
    bnez T, .Lbytes
#endif
    srli T, H0, 32
    srli U, H1, 32
    sw H0, 0(a0)
    sw T, 4(a0)
    sw H1, 8(a0)
    sw U, 12(a0)
    j .Lreturn

.Lmore: /* h itself */
    ld a0, STATE(sp)
    srli T, H0, 32
    srli U, H1, 32
    sw H0, 0(a0)
    sw T, 4(a0)
    sw H1, 8(a0)
    sw U, 12(a0)
    sw H2, 16(a0)
.Lreturn:
    vmb.leave FRAME, 0, VMB_CALLEE_SAVED
    ret

#if !VMB_MISALIGNED
.Lbytes:
    .irp i, 0, 1, 2, 3, 4, 5, 6, 7
    srli T, H0, 8 * \i
    srli U, H1, 8 * \i
    sb T, \i(a0)
    sb U, 8 + \i(a0)
    .endr
    j .Lreturn
#endif
    .size vmb_poly1305, . - vmb_poly1305
#endif
