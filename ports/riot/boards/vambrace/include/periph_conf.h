/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/* The devices that RIOT's drivers use. */
#ifndef PERIPH_CONF_H
#define PERIPH_CONF_H

#include "kernel_defines.h"
#include "periph_cpu.h"
#include "vmb_devices.h"

#define CLOCK_CORECLOCK RTC_FREQ

#define TIMER_NUMOF 1

static const uart_conf_t uart_config[] = {
    {.addr = VMB_UART_BASE, .irq = VMB_PLIC_SOURCE_UART},
};
#define UART_NUMOF ARRAY_SIZE(uart_config)

#endif
