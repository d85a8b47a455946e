/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/* Basic processing: one thread computes without operating-system calls. */
#include "rtos.h"
#include "test.h"

enum { VALUES = 64 };

const char test_name[] = "basic";

static volatile uint32_t loops, values[VALUES];

static void work(unsigned unused)
{
    (void)unused;
    for (;;) {
        for (uint32_t i = 0; i < VALUES; i++)
            values[i] += i + 1;
        loops++;
    }
}

void test_start(void)
{
    rtos_thread_resume(rtos_thread_create(work, 0, 1));
}

uint32_t test_loops(void)
{
    return loops;
}

const char *test_error(void)
{
    for (uint32_t i = 0; i < VALUES; i++)
        if (values[i] != (i + 1) * loops && values[i] != (i + 1) * (loops + 1))
            return "a value is wrong";
    return NULL;
}
