/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * What each test defines.
 */
#ifndef RTOS_TEST_H
#define RTOS_TEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

extern const char test_name[];

/** Makes and resumes the threads. */
void test_start(void);
/** After the time is over: what was counted. */
uint32_t test_loops(void);
/** After the time is over: what was wrong, or NULL. */
const char *test_error(void);

/** How often a thread lost its turn: FreeRTOS lets the next of its priority run after something more urgent. */
extern uint32_t test_turns;

/** Whether the difference of two counters is at most 1: the time may be over between two increments. */
static inline bool test_close(uint32_t a, uint32_t b)
{
    return a - b + 1 <= 2;
}

#endif
