/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The devices of the simulated system, for programs. soc/sim/devices.h holds
 * the same map for the test bench.
 */
#ifndef VMB_SIM_H
#define VMB_SIM_H

#define VMB_SIM_BASE 0x10000000
#define VMB_SIM_CONSOLE 0x00
#define VMB_SIM_EXIT 0x04
#define VMB_SIM_WINDOW 0x08
#define VMB_SIM_TIMER 0x0c
#define VMB_SIM_TRAP_CAUSE 0x10
#define VMB_SIM_TRAP_PC 0x14
#define VMB_SIM_TRAP_VALUE 0x18

#ifndef __ASSEMBLER__
#include <stdint.h>

#define VMB_SIM_REGISTER(offset) (*(volatile uint32_t *)(VMB_SIM_BASE + (offset)))

/** Prints one byte. */
static inline void vmb_sim_putc(char c)
{
    VMB_SIM_REGISTER(VMB_SIM_CONSOLE) = (uint8_t)c;
}

/** Ends the run with an exit code. */
static inline void vmb_sim_exit(int code)
{
    VMB_SIM_REGISTER(VMB_SIM_EXIT) = (uint32_t)code;
    for (;;) {
    }
}

/** Opens (1) and closes (0) the counting window named "firmware". */
static inline void vmb_sim_window(int open)
{
    __asm__ volatile("" ::: "memory");
    VMB_SIM_REGISTER(VMB_SIM_WINDOW) = (uint32_t)open;
    __asm__ volatile("" ::: "memory");
}

/**
 * Called on every exception with mcause, mepc and mtval; returns where to go
 * on. Weak: the default reports the trap to the test bench and ends the run.
 */
uint32_t vmb_trap(uint32_t cause, uint32_t pc, uint32_t value);
#endif

#endif
