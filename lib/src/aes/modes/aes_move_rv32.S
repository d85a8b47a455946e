/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * Many bytes from any address to any other for RV32, without misaligned accesses:
 *     void vmb_aes_move(uint8_t *to, const uint8_t *from, size_t n)
 * of aes_words.h.
 *
 * Cycles of 16 bytes, where the one address is behind a word and the other is not: 33. Up
 * to three bytes are at either end, 9 each.
 */
#include "aes/aes_choice.h"
#include "common/frame.h"
#include "common/funnel.h"
#include "common/misaligned.h"
#include "vambrace/detail/backend/size.h"

#if (VMB_AES_RV32 || VMB_ISE_ZKNED32) && !VMB_SIZE && !VMB_MISALIGNED

#define TO a0
#define FROM a1
#define END a2  /* of TO */
#define LAST a3 /* where the last words of it begin at the latest */
#define UP a4
#define DOWN a5
#define REST t0
#define T t1
#define W0 a6
#define W1 a7
#define W2 t2
#define W3 t3

    .section .text.vmb_aes_move, "ax"
    .balign 16
    .globl vmb_aes_move
    .type vmb_aes_move, @function
vmb_aes_move:
    add END, TO, a2
    j 2f
    .balign 4
1:
    lbu T, 0(FROM)
    sb T, 0(TO)
    addi FROM, FROM, 1
    addi TO, TO, 1
2:
    andi T, TO, 3
    bnez T, 1b

    addi LAST, END, -16
    andi T, FROM, 3
    bnez T, .Lbetween
    bltu LAST, TO, 2f
    .balign 4
1:
    lw W0, 0(FROM)
    lw W1, 4(FROM)
    lw W2, 8(FROM)
    lw W3, 12(FROM)
    sw W0, 0(TO)
    sw W1, 4(TO)
    sw W2, 8(TO)
    sw W3, 12(TO)
    addi FROM, FROM, 16
    addi TO, TO, 16
    bgeu LAST, TO, 1b
2:
    addi LAST, LAST, 12
    bltu LAST, TO, .Lbytes
    .balign 4
1:
    lw W0, 0(FROM)
    sw W0, 0(TO)
    addi FROM, FROM, 4
    addi TO, TO, 4
    bgeu LAST, TO, 1b
    j .Lbytes

    .balign 4
.Lbetween:
    vmb.shifts DOWN, UP, FROM
    sub FROM, FROM, T
    lw REST, 0(FROM)
    srl REST, REST, DOWN
    bltu LAST, TO, 2f
    .balign 4
1:
    lw W0, 4(FROM)
    lw W1, 8(FROM)
    lw W2, 12(FROM)
    lw W3, 16(FROM)
    vmb.funnel T, W0, REST, UP, DOWN
    sw T, 0(TO)
    vmb.funnel T, W1, REST, UP, DOWN
    sw T, 4(TO)
    vmb.funnel T, W2, REST, UP, DOWN
    sw T, 8(TO)
    vmb.funnel T, W3, REST, UP, DOWN
    sw T, 12(TO)
    addi FROM, FROM, 16
    addi TO, TO, 16
    bgeu LAST, TO, 1b
2:
    addi LAST, LAST, 12
    bltu LAST, TO, 3f
    .balign 4
1:
    lw W0, 4(FROM)
    vmb.funnel T, W0, REST, UP, DOWN
    sw T, 0(TO)
    addi FROM, FROM, 4
    addi TO, TO, 4
    bgeu LAST, TO, 1b
3:
    srli DOWN, DOWN, 3
    andi DOWN, DOWN, 3
    add FROM, FROM, DOWN
.Lbytes:
    beq TO, END, 2f
    .balign 4
1:
    lbu T, 0(FROM)
    sb T, 0(TO)
    addi FROM, FROM, 1
    addi TO, TO, 1
    bne TO, END, 1b
2:
    ret
    .size vmb_aes_move, . - vmb_aes_move

#endif
