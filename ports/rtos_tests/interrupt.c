/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/* Interrupt processing: a thread raises an interrupt; its handler releases a semaphore that the thread acquires. */
#include "rtos.h"
#include "test.h"

const char test_name[] = "interrupt";

static volatile uint32_t loops, interrupts;
static const char *volatile error;

static void handle(void)
{
    interrupts++;
    if (!rtos_interrupt_semaphore_put())
        error = "the handler did not put the semaphore";
}

static void work(unsigned unused)
{
    (void)unused;
    if (!rtos_semaphore_get())
        error = "the semaphore was not there";
    while (!error) {
        rtos_interrupt_raise();
        if (!rtos_semaphore_get())
            error = "the interrupt did not put the semaphore";
        loops++;
    }
}

void test_start(void)
{
    rtos_semaphore_create();
    rtos_interrupt_set(handle);
    rtos_thread_resume(rtos_thread_create(work, 0, 1));
}

uint32_t test_loops(void)
{
    return loops;
}

const char *test_error(void)
{
    if (error)
        return error;
    return test_close(interrupts, loops) ? NULL : "interrupts and loops differ by more than 1";
}
