/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The devices of the system on a board (soc/board). Those of vmb_sim.h and vmb_devices.h that it has are at the same
 * addresses; these are its own.
 */
#ifndef VMB_BOARD_H
#define VMB_BOARD_H

#include <stdint.h>

#include "vmb_devices.h"
#include "vmb_sim.h"

#define VMB_BOARD_VERSION 0x40 /**< read: the version of the bitstream, a hash of its sources */
#define VMB_BOARD_CLOCK 0x44   /**< read: the frequency of the clock in hertz */
#define VMB_BOARD_LEDS 0x48    /**< write: a bit for each LED, 1 is on */

#define VMB_UART_PART 0x20 /**< cycles of a bit modulo 16; the divisor latch has the others */

/* The line status register of a 16550. */
#define VMB_UART_LSR_RECEIVED 0x01u
#define VMB_UART_LSR_EMPTY 0x20u

/** Waits for a byte from the computer, and returns it. */
static inline uint8_t vmb_board_get(void)
{
    while ((VMB_DEVICE(VMB_UART_BASE + VMB_UART_LSR) & VMB_UART_LSR_RECEIVED) == 0) {
    }
    return (uint8_t)VMB_DEVICE(VMB_UART_BASE + VMB_UART_DATA);
}

/** Sends a byte to the computer, after those before it. */
static inline void vmb_board_put(uint8_t byte)
{
    while ((VMB_DEVICE(VMB_UART_BASE + VMB_UART_LSR) & VMB_UART_LSR_EMPTY) == 0) {
    }
    VMB_DEVICE(VMB_UART_BASE + VMB_UART_DATA) = byte;
}

#endif
