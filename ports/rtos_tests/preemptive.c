/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/* Preemptive scheduling: five threads of rising priority; each resumes the next, counts and suspends itself. */
#include "rtos.h"
#include "test.h"

enum { THREADS = 5 };

const char test_name[] = "preemptive";

static volatile uint32_t loops[THREADS];
static rtos_thread threads[THREADS];

static void work(unsigned me)
{
    for (;;) {
        if (me + 1 < THREADS)
            rtos_thread_resume(threads[me + 1]);
        loops[me]++;
        if (me > 0)
            rtos_thread_suspend();
    }
}

void test_start(void)
{
    for (unsigned i = 0; i < THREADS; i++)
        threads[i] = rtos_thread_create(work, i, i + 1);
    rtos_thread_resume(threads[0]);
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
            if (!test_close(loops[i], loops[j]))
                return "the threads' counters differ by more than 1";
    return NULL;
}
