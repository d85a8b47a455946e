/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * Lets a pending interrupt into a call that has the AES unit (aes_unit_turn.h), unless
 * interrupts were off when it began. The unit forgets everything and gets the call's key
 * again. An error that it had is one again: without a key it starts nothing.
 *
 * An interrupt waits for all of it, and one behind another for both ends: so it takes few
 * registers, and what the call needs afterwards is in memory already (vmb_aes_turn). The
 * turn's address is in t0 while interrupts are on.
 *
 * In: t6 the return address. All registers are kept; what was in the stack is wiped, as
 * registers hold secrets. Stack: 16 bytes, without a memory port 32.
 */
#define BASE t1 /* the registers of a unit on a bus */
#include "aes/unit/aes_unit_access.inc"
#include "common/frame.h"

#if VMB_AES_UNIT_ASKS

/* vmb_aes_turn from vmb_aes_unit_now, which is 1 more */
#define KEY (0 - VMB_AES_UNIT_MAY)
#define ROUNDS (4 - VMB_AES_UNIT_MAY)

.macro base
#if VMB_AES_UNIT_BASE
    li BASE, VMB_AES_UNIT_BASE
#endif
.endm

/* The key at t0. */
#if VMB_AES_UNIT_MEMORY
#define KEPT t0, t1
#define WIPED x0, x0
#define SPARE 8
#define FRAME 16
.macro load l
    vmb.aes.key \l, t0
.endm
#else
#define KEPT t0, t1, t2, t3
#define WIPED x0, x0, x0, x0
#define SPARE 16
#define FRAME 32
.macro pair i, last=0
    lw t2, (8 * (\i))(t0)
    lw t3, (8 * (\i) + 4)(t0)
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
    base
    .set .Lpair, 0
    .rept (\l) + 1
    pair .Lpair
    .set .Lpair, .Lpair + 1
    .endr
    pair ((\l) + 1), 1
.endm
#endif

/* Loads the following data into a cache while interrupts are on: a miss takes up to 55 cycles on Rocket. Uses t1. */
.macro prepare
#if VMB_AES_UNIT_FAR
    la t1, vmb_aes_unit_now
    lw x0, 0(t1)
#if VMB_AES_UNIT_KEY_BITS
    lw t1, KEY(t0)
    lw x0, 0(t1)
    lw x0, (VMB_AES_UNIT_KEY_BITS / 8 - 4)(t1)
#else
    sw t0, SPARE(sp)
    lw t1, ROUNDS(t0)
    beqz t1, 6f                 /* an error: no key to load */
    lw t0, KEY(t0)
    slli t1, t1, 2
    add t1, t0, t1
    lw x0, 0(t0)
    lw x0, -28(t1)              /* the key's last word */
6:  lw t0, SPARE(sp)
#endif
#endif
.endm

    .section .text.vmb_aes_unit_let_in, "ax", %progbits
    .balign 4
    .globl vmb_aes_unit_let_in
    .type vmb_aes_unit_let_in, @function
vmb_aes_unit_let_in:
    vmb.enter FRAME, 0, KEPT
2:  lw t0, vmb_aes_unit_now
    andi t1, t0, VMB_AES_UNIT_MAY
    beqz t1, 9f
1:  base
    unit.wait t1
    bnez t1, 7f
    base
    unit.wipe
    .insn i 0x73, 6, x0, x8, 0x300 /* csrsi mstatus, 8 (MIE) */
    prepare
    .insn i 0x73, 7, x0, x8, 0x300 /* csrci mstatus, 8 */
    la t1, vmb_aes_unit_now
    sw t0, 0(t1)
    lw t1, ROUNDS(t0)
    lw t0, KEY(t0)
    fence
    beqz t1, 8f
#if VMB_AES_UNIT_KEY_BITS
    load (VMB_AES_UNIT_KEY_BITS / 64 - 2)
#else
    addi t1, t1, -12
    bltz t1, 3f
    beqz t1, 4f
    load 2
    j 5f
3:  load 0
    j 5f
4:  load 1
5:
#endif
#if VMB_AES_UNIT_MEMORY && VMB_AES_UNIT_FAR
    unit.wait t0                /* for the key: otherwise the next instruction would wait */
#endif
    unit.asked t0, t1           /* another one, meanwhile */
    bnez t0, 2b

9:  vmb.restore 0, KEPT
    vmb.save 0, WIPED
    vmb.leave FRAME
    jr t6

/* Busy, or an error that the status reports once. */
7:  srli t1, t1, 1
    beqz t1, 1b
    sw x0, ROUNDS(t0)
    j 1b

8:  base
    unit.start 0, x0, x0
    j 9b
    .size vmb_aes_unit_let_in, . - vmb_aes_unit_let_in

#endif
