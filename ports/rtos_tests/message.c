/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/* Message processing: one thread sends a message of 16 bytes to a queue and receives it. */
#include <string.h>

#include "rtos.h"
#include "test.h"

const char test_name[] = "message";

static volatile uint32_t loops;
static const char *volatile error;

static void work(unsigned unused)
{
    (void)unused;
    while (!error) {
        uint32_t sent[RTOS_MESSAGE_WORDS] = {loops, ~loops, loops << 8, loops + 1};
        uint32_t received[RTOS_MESSAGE_WORDS] = {0};

        if (!rtos_queue_send(sent))
            error = "a message was not sent";
        else if (!rtos_queue_receive(received))
            error = "a message was not received";
        else if (memcmp(sent, received, sizeof sent))
            error = "a message was not received as it was sent";
        loops++;
    }
}

void test_start(void)
{
    rtos_queue_create();
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
