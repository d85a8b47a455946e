/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/* The console of a program with an operating system. */
#include <stdio.h>

#include "board.h"

void board_putc(char c)
{
    putchar(c);
}
