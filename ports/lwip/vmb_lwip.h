/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * lwIP on the packet interface, in a task of FreeRTOS.
 */
#ifndef VMB_LWIP_H
#define VMB_LWIP_H

#include "lwip/netif.h"

/** Called in lwIP's task when the interface is up: creates pcbs and sets their callbacks, which run in that task, too.
 * */
typedef void (*vmb_lwip_ready)(struct netif *netif);

/** Creates the task, with a stack of this many words. No other task may call lwIP. */
void vmb_lwip_start(vmb_lwip_ready ready, unsigned stack_words, unsigned priority);

/** Number of wake-ups of the task. */
uint32_t vmb_lwip_turns(void);

#endif
