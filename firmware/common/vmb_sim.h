/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The devices of the simulated system, for programs. soc/sim/devices.h holds
 * the same map for the test bench. With VMB_SPIKE those of Spike: its host answers system calls (spike.c), and
 * src/vambrace/software/running/spike.py counts in its log.
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
#define VMB_SIM_NMI 0x1c
#define VMB_SIM_DEBUG 0x20
#define VMB_SIM_EXTERNAL 0x24
#define VMB_SIM_SOFTWARE 0x28

/* On Spike: the indices in vmb_spike that crt0.S writes, and the exit code after an exception. */
#define VMB_SPIKE_TOHOST 0
#define VMB_SPIKE_END 16
#define VMB_SPIKE_TRAPPED 99

#ifndef __ASSEMBLER__
#include <stdint.h>

/** A register of the processor. */
#if __riscv_xlen == 64
typedef uint64_t vmb_sim_word;
#else
typedef uint32_t vmb_sim_word;
#endif

#if VMB_SPIKE

/** Shared by a program on Spike and its host: two words to exit or to request a system call (HTIF, of riscv-isa-sim's
 * fesvr), and the data that src/vambrace/software/running/spike.py reads. */
extern struct vmb_spike {
    volatile uint64_t tohost, fromhost;
    volatile vmb_sim_word end[4]; /**< cause, address, value of an exception; nonzero at the end */
    volatile uint32_t window;
} vmb_spike;

void vmb_spike_putc(char c);
void _exit(int code) __attribute__((__noreturn__));

static inline void vmb_sim_putc(char c)
{
    vmb_spike_putc(c);
}

static inline void vmb_sim_exit(int code)
{
    _exit(code);
}

/** Opens (1) and closes (0) the counting window named "firmware": a store, which the log shows. */
static inline void vmb_sim_window(int open)
{
    __asm__ volatile("" ::: "memory");
    vmb_spike.window = (uint32_t)open;
    __asm__ volatile("" ::: "memory");
}

#else

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

#endif

/**
 * Called on every exception with mcause, mepc and mtval; returns where to go
 * on. Weak: the default reports the trap to the test bench and ends the run.
 */
vmb_sim_word vmb_trap(vmb_sim_word cause, vmb_sim_word pc, vmb_sim_word value);
#endif

#endif
