/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * What runs next to a test, and is more urgent: nothing (load_none.c), or an echo server (ports/os_echo).
 */
#ifndef RTOS_LOAD_H
#define RTOS_LOAD_H

#include <stdbool.h>
#include <stdint.h>

/** Counts of a load since the start. */
struct load_counts {
    uint32_t offered;  /**< messages that arrived, including lost ones */
    uint32_t answered; /**< messages that were answered */
    uint32_t refused;  /**< invalid messages */
    uint32_t turns;    /**< how often it preempted the test */
};

/** Creates its threads, after those of the test. */
void load_start(void);
/** Returns whether it has settled. */
bool load_settled(void);
void load_count(struct load_counts *counts);

#endif
