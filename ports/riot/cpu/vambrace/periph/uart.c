/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/* The UART: a 16550 with its registers a word apart (docs/reference/devices.md). */
#include "periph/uart.h"

#include <assert.h>

#include "cpu.h"
#include "periph_conf.h"
#include "plic.h"
#include "vmb_devices.h"

#define UART(dev, reg) VMB_DEVICE(uart_config[dev].addr + VMB_UART_##reg)

enum { IER_RECEIVED = 0x01, LSR_RECEIVED = 0x01, LSR_EMPTY = 0x20 };

static uart_isr_ctx_t contexts[UART_NUMOF];

static void received(int irq)
{
    for (uart_t dev = 0; dev < UART_NUMOF; dev++) {
        while (uart_config[dev].irq == (irqn_t)irq && UART(dev, LSR) & LSR_RECEIVED)
            contexts[dev].rx_cb(contexts[dev].arg, (uint8_t)UART(dev, DATA));
    }
}

int uart_init(uart_t dev, uint32_t baudrate, uart_rx_cb_t rx_cb, void *arg)
{
    (void)baudrate; /* a byte is sent at once */
    if (dev >= UART_NUMOF)
        return UART_NODEV;
    UART(dev, IER) = 0;
    contexts[dev].rx_cb = rx_cb;
    contexts[dev].arg = arg;
    if (rx_cb) {
        plic_set_isr_cb(uart_config[dev].irq, received);
        plic_set_priority(uart_config[dev].irq, UART_ISR_PRIO);
        plic_enable_interrupt(uart_config[dev].irq);
        UART(dev, IER) = IER_RECEIVED;
    }
    return UART_OK;
}

void uart_write(uart_t dev, const uint8_t *data, size_t len)
{
    for (size_t i = 0; i < len; i++) {
        while (!(UART(dev, LSR) & LSR_EMPTY)) {
        }
        UART(dev, DATA) = data[i];
    }
}

void uart_poweron(uart_t dev)
{
    (void)dev;
}

void uart_poweroff(uart_t dev)
{
    (void)dev;
}
