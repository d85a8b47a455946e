/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * How a call that has the AES unit lets interrupts in (part of aes_backend.h, and of the
 * assembly of this folder).
 *
 * By default (vambrace/detail/lock.h) a call turns interrupts off from vmb_aes_begin to
 * vmb_aes_end. Between two blocks the unit holds nothing of a message but the key: so the
 * call looks after each block, and in C at least every 8 bytes, whether an interrupt is
 * pending. If one is, it clears the unit, turns interrupts on for a moment, and loads its
 * key again. A handler or another thread then finds the unit free.
 *
 * With a lock of the program interrupts are on all the time, and nothing of this is needed.
 */
#ifndef VMB_AES_UNIT_TURN_H
#define VMB_AES_UNIT_TURN_H

#include "vambrace/detail/backend/aes_unit.h"
#include "vambrace/detail/backend/engine_access.h"

/* 1 where calls look for interrupts. */
#define VMB_AES_UNIT_ASKS (VMB_AES_UNIT && !VMB_ENGINE_LOCK)

/* Of vmb_aes_unit_now: interrupts were on when the call began. */
#define VMB_AES_UNIT_MAY 1

#ifdef __ASSEMBLER__

/* d is not 0 when an enabled interrupt is pending. Takes t. */
.macro unit.asked d, t
#if VMB_AES_UNIT_ASKS
    .insn i 0x73, 2, \d, x0, 0x344 /* mip */
    .insn i 0x73, 2, \t, x0, 0x304 /* mie */
    and \d, \d, \t
#endif
.endm

/* Lets it in. Takes t6; the unit's result is lost. */
.macro unit.let_in
#if VMB_AES_UNIT_ASKS
    call t6, vmb_aes_unit_let_in
#endif
.endm

/* Lets an interrupt in if d says that one is pending. */
.macro unit.look d
#if VMB_AES_UNIT_ASKS
    beqz \d, .Lnone_\@
    unit.let_in
.Lnone_\@:
#endif
.endm

/* Branches back to `next`; if d says that an interrupt is pending, lets it in first, and executes the code after it on
 * the same line. */
.macro unit.again d, next, more:vararg
#if VMB_AES_UNIT_ASKS
    beqz \d, \next
    unit.let_in
    \more
#endif
    j \next
.endm

#else

#include <stdint.h>

/** A call's turn. What it needs to go on after an interrupt stays as it is from its begin to its end,
 *  but that an error of the unit sets rounds to 0. */
typedef struct {
#if VMB_AES_UNIT_ASKS
    const uint32_t *rk;
    uint32_t rounds;
#endif
    uint32_t was; /* what vmb_engine_acquire gave */
} vmb_aes_turn;

#if VMB_AES_UNIT_ASKS

/** The address of the turn of the call that has the unit, plus VMB_AES_UNIT_MAY or 0. Valid while interrupts are off
 *  and a call has it. */
extern uintptr_t vmb_aes_unit_now;

/** Lets a pending interrupt in; the result of the unit is lost. */
static inline __attribute__((__always_inline__)) void vmb_aes_unit_let_in_here(void)
{
    uint32_t pending, enabled;

    __asm__ volatile(".insn i 0x73, 2, %0, x0, 0x344" : "=r"(pending)); /* mip */
    __asm__ volatile(".insn i 0x73, 2, %0, x0, 0x304" : "=r"(enabled)); /* mie */
    if (__builtin_expect((pending & enabled) != 0, 0)) {
        __asm__ volatile("call t6, vmb_aes_unit_let_in" : : : "t6", "memory");
    }
}

#endif

#endif

#endif
