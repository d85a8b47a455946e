/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/* Synchronisation processing: one thread acquires a semaphore and releases it. */
#include "rtos.h"
#include "test.h"

const char test_name[] = "synchronisation";

static volatile uint32_t loops;
static const char *volatile error;

static void work(unsigned unused)
{
    (void)unused;
    while (!error) {
        if (!rtos_semaphore_get())
            error = "the semaphore was not there";
        else if (!rtos_semaphore_put())
            error = "the semaphore was there already";
        loops++;
    }
}

void test_start(void)
{
    rtos_semaphore_create();
    rtos_thread_resume(rtos_thread_create(work, 0, 1));
}

uint32_t test_loops(void)
{
    return loops;
}

const char *test_error(void)
{
    return error;
}
