/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/* Runs a test for TEST_TICKS ticks, and prints its loops, or what was wrong. */
#include <stdio.h>

#include "rtos.h"
#include "test.h"
#include "vmb_devices.h"

void _exit(int code) __attribute__((__noreturn__));

/* Of the timer: some cores come out of reset with mcycle inhibited. */
static uint32_t cycles(void)
{
    return VMB_DEVICE(VMB_TIMER_BASE + VMB_TIMER_MTIME);
}

static void report(void)
{
    const char *error;
    uint32_t begin, elapsed, loops, tick;

    test_start();
    /* Whole ticks, without a wake-up in between: it may take a turn from a thread that it preempts. */
    tick = rtos_ticks();
    while (rtos_ticks() == tick) {
    }
    begin = cycles();
    rtos_thread_sleep(TEST_TICKS);
    elapsed = cycles() - begin;
    loops = test_loops();
    error = test_error();
    if (!error && !loops)
        error = "nothing was counted";
    if (error) {
        printf("test %s: error: %s\n", test_name, error);
        _exit(1);
    }
    printf("test %s: %lu loops in %lu cycles\n", test_name, (unsigned long)loops, (unsigned long)elapsed);
    _exit(0);
}

int main(void)
{
    rtos_run(report);
}
