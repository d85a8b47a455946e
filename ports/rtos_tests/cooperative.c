/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/* Cooperative scheduling: five threads of one priority count and yield in turn. */
#include "rtos.h"
#include "test.h"

enum { THREADS = 5 };

const char test_name[] = "cooperative";

static volatile uint32_t loops[THREADS];

static void work(unsigned me)
{
    for (;;) {
        loops[me]++;
        rtos_thread_yield();
    }
}

void test_start(void)
{
    for (unsigned i = 0; i < THREADS; i++)
        rtos_thread_resume(rtos_thread_create(work, i, 1));
}

uint32_t test_loops(void)
{
    uint32_t sum = 0;

    for (unsigned i = 0; i < THREADS; i++)
        sum += loops[i];
    return sum;
}

const char *test_error(void)
{
    for (unsigned i = 0; i < THREADS; i++)
        for (unsigned j = 0; j < i; j++)
            if (loops[i] - loops[j] + 1 + test_turns > 2 + 2 * test_turns)
                return "the threads' counters differ by more than 1, and by the turns that were lost";
    return NULL;
}
