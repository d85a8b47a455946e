/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/* Configuration of RIOT's drivers for this processor. */
#ifndef PERIPH_CPU_H
#define PERIPH_CPU_H

#include <stdint.h>

#include "periph_cpu_common.h"

typedef struct {
    uint32_t addr; /* of the registers */
    irqn_t irq;    /* source of the interrupt controller */
} uart_conf_t;

#define UART_ISR_PRIO 2
#define PERIPH_TIMER_PROVIDES_SET
#define PROVIDES_PM_OFF

#endif
