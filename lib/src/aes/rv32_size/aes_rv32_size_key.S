/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * Bitsliced AES for RV32IC in the size profile: the key schedule (FIPS 197, section
 * 5.2),
 *     void vmb_aes_expand(uint32_t *rk, const uint8_t *key, unsigned rounds)
 * of aes_backend.h. First the words of the standard, in runs that begin with an
 * S-box; then planes in their place.
 */
#include "aes/rv32_size/aes_rv32_size.h"
#include "common/frame.h"

#if VMB_AES_RV32 && VMB_SIZE

#define NEW RK    /* the next word */
#define OLD a1    /* that of Nk words before */
#define RUN a2    /* bits 0..7: rcon; 28: Nk is 6, 30: Nk is 8; 31: Nk is 8, and */
                  /* this run begins with SubWord alone */
#define STOP a3   /* where this run ends */

/* The stack frame. */
#define G_RUN 0
#define G_STOP 4 /* after the last word */
#define G_OLD 8

    .section .text.vmb_aes_expand, "ax"
    .balign 4
    .globl vmb_aes_expand
    .type vmb_aes_expand, @function
vmb_aes_expand:
    jal t1, vmb_rv32_save
    sw a0, (G_OLD)(sp)
    slli a5, a2, 4
    add a5, a5, a0
    addi a5, a5, 16
    sw a5, (G_STOP)(sp)
    slli a2, a2, 2
    addi a2, a2, -24 /* 4 Nk */
    add a4, a0, a2
    slli a2, a2, 25
    addi a2, a2, 1
    mv NEW, a4
1:
    lbu a5, 0(a1)
    sb a5, 0(a0)
    addi a1, a1, 1
    addi a0, a0, 1
    bne a0, a4, 1b

    .balign 4
.Lrun:
    sw RUN, (G_RUN)(sp)
    lw Q0, -4(NEW)
    jal LINK, vmb_rv32_transpose
    jal LINK, vmb_rv32_sub_planes
    jal LINK, vmb_rv32_transpose
    lw RUN, (G_RUN)(sp)
    bltz RUN, 2f
    TURN Q0, Q0, a0, 8 /* RotWord */
    andi a0, RUN, 0xff
    xor Q0, Q0, a0
    add RUN, RUN, a0 /* the next rcon; x^8 = x^4 + x^3 + x + 1 */
    srli a0, a0, 7
    neg a0, a0
    andi a0, a0, 0x1b - 0x100
    add RUN, RUN, a0
2:
    srli a0, RUN, 30
    slli a0, a0, 31
    xor RUN, RUN, a0
    srli STOP, RUN, 25
    andi STOP, STOP, 8
    addi STOP, STOP, 16
    add STOP, STOP, NEW
    lw OLD, (G_OLD)(sp)
    lw a4, (G_STOP)(sp)
4:
    beq NEW, a4, .Lplanes
    lw a0, 0(OLD)
    addi OLD, OLD, 4
    xor Q0, Q0, a0
    sw Q0, 0(NEW)
    addi NEW, NEW, 4
    bne NEW, STOP, 4b
    sw OLD, (G_OLD)(sp)
    j .Lrun

    /* From the last round key to the first, at STOP - 4 * 4 Nk - 112. */
.Lplanes:
    sub a0, a4, OLD
    slli a0, a0, 2
    sub a0, a4, a0
    addi a0, a0, -112
    sw a0, (G_STOP)(sp)
5:
    addi NEW, NEW, -16
    lw Q0, 0(NEW)
    lw Q2, 4(NEW)
    lw Q4, 8(NEW)
    lw Q6, 12(NEW)
    li t5, 1
    jal LINK, vmb_rv32_transpose_keys
    sw Q0, 0(NEW)
    sw Q1, 4(NEW)
    sw Q2, 8(NEW)
    sw Q3, 12(NEW)
    lw a0, (G_STOP)(sp)
    bne NEW, a0, 5b
    j vmb_rv32_restore
    .size vmb_aes_expand, . - vmb_aes_expand

#endif
