/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/* The simulated system of `vambrace run`: docs/user/run.md, "The machine". */
#include <stdint.h>

#include "board.h"

#define CONSOLE (*(volatile uint32_t *)0x10000000)
#define EXIT (*(volatile uint32_t *)0x10000004)

/* Ibex: instruction timing does not depend on data once bit 1 of cpuctrlsts (CSR 0x7c0) is set. Other cores do not have
 * that register; 22 is Ibex's architecture id. */
void board_start(void)
{
    unsigned long id;

    __asm__ volatile("csrr %0, marchid" : "=r"(id));
    if (id == 22) {
        __asm__ volatile("csrsi 0x7c0, 2");
    }
}

void board_putc(char c)
{
    CONSOLE = (uint8_t)c;
}

void board_exit(int code)
{
    EXIT = (uint32_t)code;
    for (;;) {
    }
}
