/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * Lets a pending interrupt into a call that has the AES unit (aes_unit_turn.h), unless
 * interrupts were off when it began. The unit forgets everything and gets the call's key
 * again. An error that it had is one again: without a key it starts nothing.
 *
 * In: t6 the return address. All registers are kept; what was in the stack is wiped, as
 * registers hold secrets. Stack: 32 bytes.
 */
#define BASE a4
#include "aes/unit/aes_unit_access.inc"
#include "common/frame.h"

#if VMB_AES_UNIT_ASKS

/* The others are a handler's to keep. */
#if VMB_AES_UNIT_MEMORY
#define KEPT t0, t2, a0, a1, a2, a3
#define NOTHING x0, x0, x0, x0, x0, x0
#else
#define KEPT t0, t2, a0, a1, a2, a3, a4, t1
#define NOTHING x0, x0, x0, x0, x0, x0, x0, x0
#endif

#if !VMB_AES_UNIT_MEMORY
/* Words 2 i and 2 i + 1 of the key at a2. */
.macro pair i
    lw t0, (8 * (\i))(a2)
    lw t1, (8 * (\i) + 4)(a2)
#if VMB_AES_UNIT_BASE
    sw t0, (0x20 + 8 * (\i))(BASE)
    sw t1, (0x24 + 8 * (\i))(BASE)
#else
    vmb.aes.pair \i, t0, t1
#endif
.endm
.macro last i
    lw t0, (8 * (\i))(a2)
    lw t1, (8 * (\i) + 4)(a2)
#if VMB_AES_UNIT_BASE
    sw t0, (0x20 + 8 * (\i))(BASE)
    sw t1, (0x44 + 8 * (\i))(BASE)
#else
    vmb.aes.last \i, t0, t1
#endif
.endm
#endif

/* The key at a2. */
.macro load l
#if VMB_AES_UNIT_MEMORY
    vmb.aes.key \l, a2
#else
    .set .Lpair, 0
    .rept (\l) + 1
    pair .Lpair
    .set .Lpair, .Lpair + 1
    .endr
    last ((\l) + 1)
#endif
.endm

    .section .text.vmb_aes_unit_let_in, "ax", %progbits
    .balign 4
    .globl vmb_aes_unit_let_in
    .type vmb_aes_unit_let_in, @function
vmb_aes_unit_let_in:
    vmb.enter 32, 0, KEPT
    la a0, vmb_aes_unit_now
    lw a1, 8(a0)
    andi a1, a1, 8              /* mstatus.MIE */
    beqz a1, 9f
    lw a2, 0(a0)
    lw a3, 4(a0)
#if VMB_AES_UNIT_BASE
    li BASE, VMB_AES_UNIT_BASE
#endif
    li t2, 0
1:  unit.wait t0
    or t2, t2, t0
    andi t0, t0, 1
    bnez t0, 1b
    unit.wipe
    .insn i 0x73, 2, x0, a1, 0x300 /* csrs mstatus, a1 */
    .insn i 0x73, 7, x0, x8, 0x300 /* csrci mstatus, 8 */
    sw a2, 0(a0)
    sw a3, 4(a0)
    sw a1, 8(a0)
    srli t2, t2, 1
    bnez t2, 8f
    fence
#if VMB_AES_UNIT_KEY_BITS
    load (VMB_AES_UNIT_KEY_BITS / 64 - 2)
#else
    addi a3, a3, -12
    bltz a3, 3f
    beqz a3, 4f
    load 2
    j 9f
3:  load 0
    j 9f
4:  load 1
#endif
9:  vmb.restore 0, KEPT
    vmb.save 0, NOTHING
    vmb.leave 32
    jr t6

8:  unit.start 0, x0, x0
    j 9b
    .size vmb_aes_unit_let_in, . - vmb_aes_unit_let_in

#endif
