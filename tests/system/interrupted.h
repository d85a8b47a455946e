/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * For programs whose vmb_trap expects only the timer's interrupt.
 */
#ifndef VMB_TEST_INTERRUPTED_H
#define VMB_TEST_INTERRUPTED_H

#include "vmb_sim.h"

static volatile unsigned served;

/* The beginning of vmb_trap: turns the timer off. */
static inline void serve(uint32_t cause, uint32_t pc, uint32_t value)
{
    if (cause != 0x80000007u) {
        VMB_SIM_REGISTER(VMB_SIM_TRAP_CAUSE) = cause;
        VMB_SIM_REGISTER(VMB_SIM_TRAP_PC) = pc;
        VMB_SIM_REGISTER(VMB_SIM_TRAP_VALUE) = value; /* ends the run */
    }
    VMB_SIM_REGISTER(VMB_SIM_TIMER) = 0;
    served++;
}

static inline uint32_t now(void)
{
    uint32_t cycle;

    __asm__ volatile("csrr %0, mcycle" : "=r"(cycle));
    return cycle;
}

#endif
