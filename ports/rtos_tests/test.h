/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The functions that each test defines.
 */
#ifndef RTOS_TEST_H
#define RTOS_TEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

extern const char test_name[];

/** Creates and resumes the threads. */
void test_start(void);
/** After the end of the time: the loop count. */
uint32_t test_loops(void);
/** After the end of the time: an error, or NULL. */
const char *test_error(void);

/** How often a thread lost its turn: FreeRTOS lets the next thread of its priority run after a preemption. */
extern uint32_t test_turns;

/** Returns whether two counters differ by at most 1: the time may end between two increments. */
static inline bool test_close(uint32_t a, uint32_t b)
{
    return a - b + 1 <= 2;
}

#endif
