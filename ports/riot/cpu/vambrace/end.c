/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/* The end of a run, replacing RIOT's (-Wl,--wrap). */
#include <stdint.h>
#include <stdio.h>

#include "irq.h"
#include "panic.h"
#include "vendor/riscv_csr.h"
#include "vmb_riot.h"
#include "vmb_sim.h"

enum { CAUSE_ECALL = 11, STOPPED = 120 };

void vmb_riot_exit(int code)
{
    vmb_sim_exit(code);
    for (;;) {
    }
}

/* Replaces the C library's, which RIOT ends by pm_off, without the exit code. */
void __wrap__exit(int code) __attribute__((__noreturn__));

void __wrap__exit(int code)
{
    vmb_riot_exit(code);
}

/*
 * A kernel panic: RIOT's continues with a reboot, or with DEVELHELP never ends. At any exception except ecall RIOT
 * panics and takes no further trap, so that the cause is preserved.
 */
void __wrap_core_panic(core_panic_t code, const char *message) __attribute__((__noreturn__));
void panic_app(core_panic_t code, const char *message); /* defined by the application, if it has one */

void __wrap_core_panic(core_panic_t code, const char *message)
{
    uint32_t cause = read_csr(mcause);

    irq_disable();
    panic_app(code, message);
    printf("*** RIOT kernel panic:\n%s\n", message);
    if (!(cause & MCAUSE_INT) && cause != 0 && cause != CAUSE_ECALL) {
        VMB_SIM_REGISTER(VMB_SIM_TRAP_CAUSE) = cause;
        VMB_SIM_REGISTER(VMB_SIM_TRAP_PC) = read_csr(mepc);
        VMB_SIM_REGISTER(VMB_SIM_TRAP_VALUE) = read_csr(mtval); /* ends the run */
    }
    vmb_riot_exit(STOPPED);
}
