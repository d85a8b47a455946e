/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/* Standard input, output and error of picolibc on the UART, without waiting. */
#include <stdio.h>

#include "vmb_devices.h"

#define UART(reg) VMB_DEVICE(VMB_UART_BASE + VMB_UART_##reg)

enum { LSR_RECEIVED = 0x01, LSR_EMPTY = 0x20 };

static int uart_put(char c, FILE *file)
{
    (void)file;
    while (!(UART(LSR) & LSR_EMPTY)) {
    }
    UART(DATA) = (unsigned char)c;
    return (unsigned char)c;
}

static int uart_get(FILE *file)
{
    (void)file;
    return UART(LSR) & LSR_RECEIVED ? (int)UART(DATA) : _FDEV_EOF;
}

static FILE uart = FDEV_SETUP_STREAM(uart_put, uart_get, NULL, _FDEV_SETUP_RW);

FILE *const stdin = &uart;
FILE *const stdout = &uart;
FILE *const stderr = &uart;
