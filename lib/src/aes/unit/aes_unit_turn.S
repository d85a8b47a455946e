/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * Lets a pending interrupt into a call that has the AES unit (aes_unit_turn.h), unless
 * interrupts were off when it began. The unit forgets everything and gets the call's key
 * again. An error that it had is one again: without a key it starts nothing.
 *
 * An interrupt waits for all of it, and one behind another for both ends: so two registers
 * must do, and what the call needs afterwards is in memory already (vmb_aes_turn).
 *
 * In: t6 the return address. All registers are kept; what was in the stack is wiped, as
 * registers hold secrets. Stack: 16 bytes, without a memory port 32.
 */
#define BASE t0 /* the registers of a unit on a bus */
#include "aes/unit/aes_unit_access.inc"
#include "common/frame.h"

#if VMB_AES_UNIT_ASKS

#define KEPT t0, t1

.macro base
#if VMB_AES_UNIT_BASE
    li BASE, VMB_AES_UNIT_BASE
#endif
.endm

/* The key at t1. */
#if VMB_AES_UNIT_MEMORY
#define FRAME 16
.macro load l
    vmb.aes.key \l, t1
.endm
#else
#define FRAME 32
#define WORDS t2, t3
.macro pair i, last=0
    lw t2, (8 * (\i))(t1)
    lw t3, (8 * (\i) + 4)(t1)
#if VMB_AES_UNIT_BASE
    sw t2, (0x20 + 8 * (\i))(BASE)
    sw t3, (0x24 + 8 * (\i) + 0x20 * (\last))(BASE)
#else
    .if \last
    vmb.aes.last \i, t2, t3
    .else
    vmb.aes.pair \i, t2, t3
    .endif
#endif
.endm
.macro load l
    vmb.save 16, WORDS
    base
    .set .Lpair, 0
    .rept (\l) + 1
    pair .Lpair
    .set .Lpair, .Lpair + 1
    .endr
    pair ((\l) + 1), 1
    vmb.restore 16, WORDS
    vmb.save 16, x0, x0
.endm
#endif

    .section .text.vmb_aes_unit_let_in, "ax", %progbits
    .balign 4
    .globl vmb_aes_unit_let_in
    .type vmb_aes_unit_let_in, @function
vmb_aes_unit_let_in:
    vmb.enter FRAME, 0, KEPT
    lw t0, vmb_aes_unit_now
    sw t0, 8(sp)
2:  lw t1, 8(t0)
    andi t1, t1, 8              /* mstatus.MIE */
    beqz t1, 9f
1:  base
    unit.wait t0
    bnez t0, 7f
    base
    unit.wipe
    .insn i 0x73, 2, x0, t1, 0x300 /* csrs mstatus, t1 */
    .insn i 0x73, 7, x0, x8, 0x300 /* csrci mstatus, 8 */
    lw t1, 8(sp)
    la t0, vmb_aes_unit_now
    sw t1, 0(t0)
    lw t0, 4(t1)
    lw t1, 0(t1)
    fence
    beqz t0, 8f
#if VMB_AES_UNIT_KEY_BITS
    load (VMB_AES_UNIT_KEY_BITS / 64 - 2)
#else
    addi t0, t0, -12
    bltz t0, 3f
    beqz t0, 4f
    load 2
    j 5f
3:  load 0
    j 5f
4:  load 1
5:
#endif
    unit.asked t0, t1           /* another one, meanwhile */
    beqz t0, 9f
    lw t0, 8(sp)
    j 2b

9:  vmb.restore 0, KEPT
    vmb.save 0, x0, x0
    vmb.leave FRAME
    jr t6

/* Busy, or an error that the status reports once. */
7:  srli t0, t0, 1
    beqz t0, 1b
    lw t0, 8(sp)
    sw x0, 4(t0)
    j 1b

8:  base
    unit.start 0, x0, x0
    j 9b
    .size vmb_aes_unit_let_in, . - vmb_aes_unit_let_in

#endif
