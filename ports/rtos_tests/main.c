/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * Runs a test for VMB_TEST_TICKS ticks, next to a load, and prints its loops and the load's messages,
 * or what was wrong. The load starts VMB_TEST_PHASE cycles after a tick.
 */
#include <stdio.h>

#include "load.h"
#include "rtos.h"
#include "test.h"
#include "vmb_devices.h"

#ifndef VMB_TEST_PHASE
#define VMB_TEST_PHASE 0
#endif

void _exit(int code) __attribute__((__noreturn__));

uint32_t test_turns;

/* Of the timer: some cores come out of reset with mcycle inhibited. */
static uint32_t cycles(void)
{
    return VMB_DEVICE(VMB_TIMER_BASE + VMB_TIMER_MTIME);
}

/* Without a wake-up: it may take a turn from a thread that it preempts. */
static void wait_for_tick(void)
{
    uint32_t tick = rtos_ticks();

    while (rtos_ticks() == tick) {
    }
}

/* Returns at a tick. */
static void start_load(void)
{
    uint32_t begin;

    wait_for_tick();
    begin = cycles();
    while (cycles() - begin < VMB_TEST_PHASE) {
    }
    load_start();
    while (!load_settled()) {
        rtos_thread_sleep(1);
        test_turns++;
    }
}

static void report(void)
{
    const char *error;
    uint32_t begin, elapsed, loops;
    struct load_counts before, after;

    test_start();
    start_load();
    begin = cycles();
    load_count(&before);
    loops = test_loops();
    rtos_thread_sleep(VMB_TEST_TICKS);
    elapsed = cycles() - begin;
    loops = test_loops() - loops;
    load_count(&after);
    test_turns += after.turns;
    error = test_error();
    if (!error && !loops && !after.offered)
        error = "nothing was counted";
    if (!error && after.refused)
        error = "the load refused a message";
    if (error) {
        printf("test %s: error: %s\n", test_name, error);
        _exit(1);
    }
    printf("test %s: %lu loops in %lu cycles\n", test_name, (unsigned long)loops, (unsigned long)elapsed);
    if (after.offered)
        printf("load: %lu of %lu messages answered\n", (unsigned long)(after.answered - before.answered),
               (unsigned long)(after.offered - before.offered));
    _exit(0);
}

int main(void)
{
    rtos_run(report);
}
