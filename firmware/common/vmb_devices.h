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
#define VMB_UART_IIR 0x08  /**< on writes: FCR */
#define VMB_UART_LCR 0x0c
#define VMB_UART_MCR 0x10
#define VMB_UART_LSR 0x14
#define VMB_UART_MSR 0x18
#define VMB_UART_SCR 0x1c

/** Packet interface. */
#define VMB_PACKETS_BASE 0x10002000
#define VMB_PACKETS_LINK 0x00
#define VMB_PACKETS_MAX_FRAME 0x04
#define VMB_PACKETS_ADDRESS_LOW 0x08
#define VMB_PACKETS_ADDRESS_HIGH 0x0c
#define VMB_PACKETS_CONTROL 0x10 /**< bit 0 enables the receiver */
#define VMB_PACKETS_STATUS 0x14  /**< VMB_PACKETS_WAITING and others; a 1 clears the others */
#define VMB_PACKETS_INTERRUPTS 0x18
#define VMB_PACKETS_RX_LENGTH 0x20
#define VMB_PACKETS_RX_DATA 0x24
#define VMB_PACKETS_RX_RELEASE 0x28
#define VMB_PACKETS_TX_LENGTH 0x30
#define VMB_PACKETS_TX_DATA 0x34
#define VMB_PACKETS_TX_SEND 0x38
#define VMB_PACKETS_RECEIVED 0x40
#define VMB_PACKETS_DROPPED 0x44
#define VMB_PACKETS_SENT 0x48

#define VMB_PACKETS_WAITING 1u /**< a received frame waits */
#define VMB_PACKETS_LOST 2u    /**< a frame was lost: the queue was full */
#define VMB_PACKETS_REFUSED 4u /**< a frame was not sent: a length of 0, or too large */

#define VMB_LINK_ETHERNET 1
#define VMB_LINK_IEEE802154 230

/** Timer: a core local interruptor (CLINT). 64-bit registers are two words, the low one first. */
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
#define VMB_PLIC_CLAIM 0x200004 /**< on writes: complete */

#define VMB_PLIC_SOURCE_UART 1
#define VMB_PLIC_SOURCE_PACKETS 2
#define VMB_PLIC_SOURCES 2

#ifndef __ASSEMBLER__
#include <stdint.h>

/** A register: VMB_DEVICE(VMB_UART_BASE + VMB_UART_DATA). */
#define VMB_DEVICE(address) (*(volatile uint32_t *)(uintptr_t)(address))
#endif

#endif
