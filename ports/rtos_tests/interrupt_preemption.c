/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/* Interrupt preemption: a thread raises an interrupt; its handler resumes a thread of higher priority. */
#include "rtos.h"
#include "test.h"

const char test_name[] = "interrupt_preemption";

static volatile uint32_t loops, interrupts, resumed;
static rtos_thread urgent;

static void handle(void)
{
    interrupts++;
    rtos_interrupt_resume(urgent);
}

static void preempt(unsigned unused)
{
    (void)unused;
    for (;;) {
        resumed++;
        rtos_thread_suspend();
    }
}

static void work(unsigned unused)
{
    (void)unused;
    for (;;) {
        rtos_interrupt_raise();
        loops++;
    }
}

void test_start(void)
{
    urgent = rtos_thread_create(preempt, 0, 2);
    rtos_interrupt_set(handle);
    rtos_thread_resume(rtos_thread_create(work, 0, 1));
}

uint32_t test_loops(void)
{
    return loops;
}

const char *test_error(void)
{
    if (!test_close(interrupts, resumed))
        return "interrupts and runs of the resumed thread differ by more than 1";
    return test_close(interrupts, loops) ? NULL : "interrupts and loops differ by more than 1";
}
