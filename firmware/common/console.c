/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/* Standard output and error of picolibc on the simulated console; standard
 * input is at its end. */
#include <stdio.h>

#include "vmb_sim.h"

static int console_put(char c, FILE *file)
{
    (void)file;
    vmb_sim_putc(c);
    return (unsigned char)c;
}

static int console_get(FILE *file)
{
    (void)file;
    return _FDEV_EOF;
}

static FILE console = FDEV_SETUP_STREAM(console_put, console_get, NULL, _FDEV_SETUP_RW);

FILE *const stdin = &console;
FILE *const stdout = &console;
FILE *const stderr = &console;
