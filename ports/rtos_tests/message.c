/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/* Message processing: one thread sends a message of 16 bytes to a queue and receives it. */
#include "rtos.h"
#include "test.h"

const char test_name[] = "message";

static volatile uint32_t loops;
static const char *volatile error;

static bool differ(const uint32_t a[RTOS_MESSAGE_WORDS], const uint32_t b[RTOS_MESSAGE_WORDS])
{
    uint32_t all = 0;

    for (unsigned i = 0; i < RTOS_MESSAGE_WORDS; i++)
        all |= a[i] ^ b[i];
    return all != 0;
}

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
        else if (differ(sent, received))
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
