/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The devices of the simulated systems that an operating system needs
 * (docs/reference/devices.md). All registers are words.
 */
#ifndef VMB_DEVICES_H
#define VMB_DEVICES_H

/** UART: a 16550, with its registers 4 bytes apart. */
#define VMB_UART_BASE 0x10001000
#define VMB_UART_STRIDE 4
#define VMB_UART_DATA 0x00 /**< RBR and THR; with DLAB the low divisor latch */
#define VMB_UART_IER 0x04  /**< with DLAB the high divisor latch */
#define VMB_UART_IIR 0x08  /**< written: FCR */
#define VMB_UART_LCR 0x0c
#define VMB_UART_MCR 0x10
#define VMB_UART_LSR 0x14
#define VMB_UART_MSR 0x18
#define VMB_UART_SCR 0x1c

/** Timer: a core local interruptor (CLINT). The registers of 64 bits are two words, the low one first. */
#define VMB_TIMER_BASE 0x12000000
#define VMB_TIMER_MSIP 0x0000
#define VMB_TIMER_MTIMECMP 0x4000
#define VMB_TIMER_MTIME 0xbff8

/** Interrupt controller: a PLIC with one context. */
#define VMB_PLIC_BASE 0x14000000
#define VMB_PLIC_PRIORITY 0x000000 /**< + 4 * source */
#define VMB_PLIC_PENDING 0x001000
#define VMB_PLIC_ENABLE 0x002000
#define VMB_PLIC_THRESHOLD 0x200000
#define VMB_PLIC_CLAIM 0x200004 /**< written: complete */

#define VMB_PLIC_SOURCE_UART 1
#define VMB_PLIC_SOURCES 1

#ifndef __ASSEMBLER__
#include <stdint.h>

/** A register: VMB_DEVICE(VMB_UART_BASE + VMB_UART_DATA). */
#define VMB_DEVICE(address) (*(volatile uint32_t *)(uintptr_t)(address))
#endif

#endif
