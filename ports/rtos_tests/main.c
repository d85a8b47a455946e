/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * Runs a test next to a load for VMB_TEST_WINDOWS times VMB_TEST_TICKS ticks, and prints for each its loops
 * and the load's messages, or what was wrong. The load starts VMB_TEST_PHASE cycles after a tick.
 */
#include <stdio.h>

#include "load.h"
#include "rtos.h"
#include "test.h"
#include "vmb_devices.h"

#ifndef VMB_TEST_PHASE
#define VMB_TEST_PHASE 0
#endif
#ifndef VMB_TEST_WINDOWS
#define VMB_TEST_WINDOWS 1
#endif

void _exit(int code) __attribute__((__noreturn__));

uint32_t test_turns;

/* From the timer: some cores come out of reset with mcycle inhibited. */
static uint32_t cycles(void)
{
    return VMB_DEVICE(VMB_TIMER_BASE + VMB_TIMER_MTIME);
}

/* Without a wake-up, which could cost a preempted thread its turn. */
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

struct window {
    uint32_t loops, cycles;
    struct load_counts before, after;
};

static void count(struct window *window)
{
    uint32_t begin = cycles();

    load_count(&window->before);
    window->loops = test_loops();
    rtos_thread_sleep(VMB_TEST_TICKS);
    window->cycles = cycles() - begin;
    window->loops = test_loops() - window->loops;
    load_count(&window->after);
}

static const char *find_error(const struct window *window)
{
    const char *error = test_error();

    if (!error && !window->loops && !window->after.offered)
        error = "nothing was counted";
    if (!error && window->after.refused)
        error = "the load refused a message";
    return error;
}

static void print(const struct window *window)
{
    printf("test %s: %lu loops in %lu cycles\n", test_name, (unsigned long)window->loops,
           (unsigned long)window->cycles);
    if (window->after.offered)
        printf("load: %lu of %lu messages answered\n",
               (unsigned long)(window->after.answered - window->before.answered),
               (unsigned long)(window->after.offered - window->before.offered));
}

static void report(void)
{
    struct window windows[VMB_TEST_WINDOWS];
    const struct window *last = &windows[VMB_TEST_WINDOWS - 1];
    const char *error;

    test_start();
    start_load();
    for (unsigned i = 0; i < VMB_TEST_WINDOWS; i++)
        count(&windows[i]);
    test_turns += last->after.turns;
    error = find_error(last);
    if (error) {
        printf("test %s: error: %s\n", test_name, error);
        _exit(1);
    }
    for (unsigned i = 0; i < VMB_TEST_WINDOWS; i++)
        print(&windows[i]);
    _exit(0);
}

int main(void)
{
    rtos_run(report);
}
