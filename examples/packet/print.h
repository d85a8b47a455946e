/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Text and hexadecimal numbers on the console, without a C library.
 */
#ifndef PRINT_H
#define PRINT_H

#include "board.h"

static inline void print_text(const char *text)
{
    while (*text != '\0') {
        board_putc(*text++);
    }
}

/** Prints the low `digits` digits of a number, the highest first. Not for secrets: it looks digits up. */
static inline void print_hex(unsigned long value, int digits)
{
    while (digits-- > 0) {
        board_putc("0123456789abcdef"[value >> (4 * digits) & 15]);
    }
}

#endif
