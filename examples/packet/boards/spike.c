/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/* Spike, whose host (HTIF, in riscv-isa-sim's fesvr) finds these two symbols and polls tohost: 2 * code + 1 ends the
 * run, an address requests a system call. */
#include <stdint.h>

#include "board.h"

enum { SYS_WRITE = 64, STDOUT = 1 };

volatile uint64_t tohost, fromhost;

void board_putc(char c)
{
    static volatile uint64_t call[8];
    volatile char byte = c;

    call[0] = SYS_WRITE;
    call[1] = STDOUT;
    call[2] = (uintptr_t)&byte;
    call[3] = sizeof byte;
    tohost = (uintptr_t)call;
    while (fromhost == 0) {
    }
    fromhost = 0;
}

void board_exit(int code)
{
    tohost = 2 * (uint64_t)code + 1;
    for (;;) {
    }
}
