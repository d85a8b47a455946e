/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/* QEMU's machine `virt`: a 16550 UART, and the test device that ends QEMU. */
#include <stdint.h>

#include "board.h"

#define UART ((volatile uint8_t *)0x10000000)
#define FINISHER (*(volatile uint32_t *)0x100000)

enum { TRANSMIT = 0, LINE_STATUS = 5, TRANSMIT_EMPTY = 0x20 };
enum { PASS = 0x5555, FAIL = 0x3333 };

void board_putc(char c)
{
    while ((UART[LINE_STATUS] & TRANSMIT_EMPTY) == 0) {
    }
    UART[TRANSMIT] = (uint8_t)c;
}

void board_exit(int code)
{
    FINISHER = code == 0 ? PASS : (uint32_t)code << 16 | FAIL;
    for (;;) {
    }
}
