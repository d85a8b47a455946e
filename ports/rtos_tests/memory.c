/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/* Memory allocation: one thread allocates a block of 128 bytes and frees it. */
#include "rtos.h"
#include "test.h"

const char test_name[] = "memory";

static volatile uint32_t loops;
static const char *volatile error;

static void work(unsigned unused)
{
    (void)unused;
    while (!error) {
        volatile uint32_t *block = rtos_block_allocate();

        if (!block) {
            error = "a block was not allocated";
        } else {
            block[0] = block[RTOS_BLOCK_BYTES / 4 - 1] = loops;
            rtos_block_free((void *)block);
        }
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
    return error;
}
