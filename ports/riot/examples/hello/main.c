/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/* Two threads and a timer: five times, a millisecond apart. */
#include <stdio.h>
#include <stdlib.h>

#include "msg.h"
#include "thread.h"
#include "ztimer.h"

enum { TIMES = 5 };

static char stack[THREAD_STACKSIZE_MAIN];
static kernel_pid_t reader;

static void *send(void *unused)
{
    (void)unused;
    for (uint32_t n = 1; n <= TIMES; n++) {
        msg_t message = {.content = {.value = n}};
        ztimer_sleep(ZTIMER_MSEC, 1);
        msg_send(&message, reader);
    }
    return NULL;
}

int main(void)
{
    msg_t message = {.content = {.value = 0}};

    puts("starting");
    reader = thread_getpid();
    thread_create(stack, sizeof(stack), THREAD_PRIORITY_MAIN + 1, 0, send, NULL, "send");
    while (message.content.value < TIMES) {
        msg_receive(&message);
        printf("%lu ms: message %lu\n", (unsigned long)ztimer_now(ZTIMER_MSEC), (unsigned long)message.content.value);
    }
    exit(0);
}
