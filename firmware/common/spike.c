/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/* The console of a program on Spike: system calls of its host. */
#include "vmb_sim.h"

enum { SYS_WRITE = 64, STDOUT = 1 };

struct vmb_spike vmb_spike __attribute__((__aligned__(64)));

void vmb_spike_putc(char c)
{
    static volatile uint64_t call[8] __attribute__((__aligned__(64)));
    volatile char byte = c;

    call[0] = SYS_WRITE;
    call[1] = STDOUT;
    call[2] = (uintptr_t)&byte;
    call[3] = 1;
    vmb_spike.tohost = (uintptr_t)call;
    while (vmb_spike.fromhost == 0) {
    }
    vmb_spike.fromhost = 0;
}
