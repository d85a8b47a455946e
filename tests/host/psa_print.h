/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * What programs of PSA Crypto print: a line for each call with its status and bytes. On standard output, or on a core,
 * where a simulator is slow, in the memory that the test reads.
 */
#ifndef VMB_PSA_PRINT_H
#define VMB_PSA_PRINT_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "psa/crypto.h"

#if defined(__riscv)
char vmb_psa_text[1 << 17];
static size_t text_used;

static void print(char c)
{
    if (text_used < sizeof vmb_psa_text - 1) {
        vmb_psa_text[text_used++] = c;
    }
}
#else
static void print(char c)
{
    putchar(c);
}
#endif

static void print_word(const char *word)
{
    while (*word != 0) {
        print(*word++);
    }
    print(' ');
}

static void print_number(int32_t value, uint32_t base, unsigned digits)
{
    uint32_t rest = value < 0 && base == 10 ? 0u - (uint32_t)value : (uint32_t)value;
    char reversed[16];
    unsigned n = 0;

    if (value < 0 && base == 10) {
        print('-');
    }
    do {
        reversed[n++] = "0123456789abcdef"[rest % base];
        rest /= base;
    } while (rest != 0 || n < digits);
    while (n != 0) {
        print(reversed[--n]);
    }
    print(' ');
}

/* One line. */
static void show(const char *what, psa_status_t status, const uint8_t *p, size_t n)
{
    print_word(what);
    print_number(status, 10, 1);
    print_number((int32_t)n, 10, 1);
    for (; n != 0; n--, p++) {
        print("0123456789abcdef"[*p >> 4]);
        print("0123456789abcdef"[*p & 15]);
    }
    print('\n');
}

#endif
