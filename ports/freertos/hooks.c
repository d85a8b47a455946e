/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/* Errors found by the kernel end the run with a message and exit code 120. */
#include <stdio.h>

#include "FreeRTOS.h"
#include "task.h"

void _exit(int code) __attribute__((__noreturn__));

enum { STOPPED = 120 };

static void stop(void)
{
    portDISABLE_INTERRUPTS();
    _exit(STOPPED);
}

void vmb_assert_failed(const char *file, int line)
{
    printf("FreeRTOS: assertion failed: %s:%d\n", file, line);
    stop();
}

void vApplicationStackOverflowHook(TaskHandle_t task, char *name)
{
    (void)task;
    printf("FreeRTOS: the stack of task %s overflowed\n", name);
    stop();
}

void vApplicationMallocFailedHook(void)
{
    printf("FreeRTOS: no memory left; build with a larger configTOTAL_HEAP_SIZE\n");
    stop();
}
