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

/** What a load did since the start. */
struct load_counts {
    uint32_t offered;  /**< messages that came, whether there was room for them or not */
    uint32_t answered; /**< messages that were answered */
    uint32_t refused;  /**< messages that were not what they should be */
    uint32_t turns;    /**< how often it took the processor from the test */
};

/** Makes its threads, after those of the test. */
void load_start(void);
/** Whether it has settled. */
bool load_settled(void);
void load_count(struct load_counts *counts);

#endif
