/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * An update of AEGIS-128L (draft-irtf-cfrg-aegis-aead-18, section 3.3) for RV32, with or without Zbkb:
 *     void vmb_aegis_update(uint32_t state[32], const uint32_t m[8])
 * of aegis_backend.h.
 *
 * First SubBytes of each row's eight planes, without a value in memory (aes_rv32_sbox.h), and ShiftRows, a turn by
 * bytes. Then MixColumns, the step from a block to the next and the sums, for one bit of all four rows at a time.
 *
 * Cycles with loads and stores of two: 176 for each row, 152 with Zbkb; 98 on average for each bit.
 */
#include "aegis/aegis_backend.h"
#include "aes/rv32/aes_rv32_sbox.h"
#include "common/frame.h"
#include "common/steps.h"
#include "vambrace/detail/ise/zbkb.h"

#if VMB_AEGIS_RV32

/* Pointers: the state and, at the same place in the rows, what ShiftRows left; the message. */
#define STATE a0
#define ROWS a1
#define MESSAGE a4

/* Whether the bit has, in its lowest bit, a part of x^8, and a part of the S-box' constant. */
#define HIGH a2
#define SUM63 a3
#define LAST_BIT 1          /* HIGH after the last bit */

#define UPPER a5            /* all bits but the lowest of each byte */
#define TWO a6              /* bits of blocks 0 and 4 */

#define F_STATE VMB_CALLEE_SAVED_BYTES
#define F_MESSAGE (F_STATE + 4)
#define F_ROWS 64
#define F_SIZE 192

/* x = x turned right by t0 bits, which a2 is the negative of. */
.macro turn x
#if VMB_ISE_ZBKB
    vmb.ror \x, \x, t0
#else
    srl a3, \x, t0
    sll \x, \x, a2
    or \x, \x, a3
#endif
.endm

/* The plane x of a row, whose message is m, is added to the state, a block further on. */
.macro put x, m, at
    srli t0, \x, 7
    slli t1, \x, 1
    and t2, \m, TWO
    xor t1, t1, t0
    srli \m, \m, 1
    and t1, t1, UPPER
    xor t0, t0, t2
    lw t2, \at(STATE)
    xor t1, t1, t0
    xor t1, t1, t2
    sw t1, \at(STATE)
.endm

    .section .text.vmb_aegis_update, "ax"
    .balign 16
    .globl vmb_aegis_update
    .type vmb_aegis_update, @function
vmb_aegis_update:
    vmb.step aegis
    vmb.enter F_SIZE, 0, VMB_CALLEE_SAVED
    sw STATE, F_STATE(sp)
    sw a1, F_MESSAGE(sp)
    li t0, 0
    .balign 4
.Lrow:
    lw s2, 0(STATE)
    lw s3, 4(STATE)
    lw s4, 8(STATE)
    lw s5, 12(STATE)
    lw s6, 16(STATE)
    lw s7, 20(STATE)
    lw s8, 24(STATE)
    lw s9, 28(STATE)
    SBOX
#if !VMB_ISE_ZBKB
    neg a2, t0
#endif
    slli a1, t0, 2
    add a1, a1, sp
    .irp x, s2, s3, s4, s5, s6, s7, s8, s9
    turn \x
    .endr
    sw s2, (F_ROWS)(a1)
    sw s3, (F_ROWS + 4)(a1)
    sw s4, (F_ROWS + 8)(a1)
    sw s5, (F_ROWS + 12)(a1)
    sw s6, (F_ROWS + 16)(a1)
    sw s7, (F_ROWS + 20)(a1)
    sw s8, (F_ROWS + 24)(a1)
    sw s9, (F_ROWS + 28)(a1)
    addi t0, t0, 8
    addi STATE, STATE, 32
    li a2, 32
    bne t0, a2, .Lrow

    /* The new byte in each row is 2 (a + a1) + a1 + a2 + a3, with aj the byte j rows further on. t3 to t6 have a + a1
     * in bit 7, s6 to s9 that in the bit below. */
    lw STATE, F_STATE(sp)
    lw MESSAGE, F_MESSAGE(sp)
    addi ROWS, sp, F_ROWS
    lw s10, 28(ROWS)
    lw s11, 60(ROWS)
    lw s0, 92(ROWS)
    lw s1, 124(ROWS)
    li HIGH, 0x11a          /* x^8 = x^4 + x^3 + x + 1; and LAST_BIT */
    li SUM63, 0x63
    li UPPER, 0xfefefefe
    li TWO, 0x11111111
    xor t3, s10, s11
    xor t4, s11, s0
    xor t5, s0, s1
    xor t6, s1, s10
    mv s6, t3
    mv s7, t4
    mv s8, t5
    mv s9, t6
.Lhalf:
    lw s2, 0(MESSAGE)
    lw s3, 4(MESSAGE)
    lw s4, 8(MESSAGE)
    lw s5, 12(MESSAGE)
    addi MESSAGE, MESSAGE, 16
    .balign 4
.Lbit:
    lw s10, 0(ROWS)
    lw s11, 32(ROWS)
    lw s0, 64(ROWS)
    lw s1, 96(ROWS)
    xor s6, s6, s10
    xor s7, s7, s11
    xor s8, s8, s0
    xor s9, s9, s1
    mv t0, s10
    xor s10, s10, s11
    xor s11, s11, s0
    xor s0, s0, s1
    xor s1, s1, t0
    xor t0, s10, s0         /* a + a1 + a2 + a3 */
    andi t1, HIGH, 1
    xor s6, s6, t0
    xor s7, s7, t0
    xor s8, s8, t0
    xor s9, s9, t0
    beqz t1, 1f
    xor s6, s6, t3
    xor s7, s7, t4
    xor s8, s8, t5
    xor s9, s9, t6
1:
    andi t1, SUM63, 1
    srli HIGH, HIGH, 1
    srli SUM63, SUM63, 1
    beqz t1, 1f
    not s6, s6
    not s7, s7
    not s8, s8
    not s9, s9
1:
    put s6, s2, 0
    put s7, s3, 32
    put s8, s4, 64
    put s9, s5, 96
    addi ROWS, ROWS, 4
    addi STATE, STATE, 4
    mv s6, s10
    mv s7, s11
    mv s8, s0
    mv s9, s1
    andi t0, ROWS, 12
    bnez t0, .Lbit
    li t0, LAST_BIT
    bne HIGH, t0, .Lhalf
    vmb.leave F_SIZE, 0, VMB_CALLEE_SAVED
    ret
    .size vmb_aegis_update, . - vmb_aegis_update

#endif
