/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * FreeRTOS on the simulated systems, for programs.
 */
#ifndef VMB_FREERTOS_H
#define VMB_FREERTOS_H

/** Called in an interrupt; may end with portYIELD_FROM_ISR. */
typedef void (*vmb_interrupt_handler)(void);

/** The interrupt of an engine, which is not a source of the interrupt controller: its handler is called when the
 * external interrupt arrives without a pending source. */
#define VMB_SOURCE_ENGINE 0

/** Sets the handler of a source of the interrupt controller, and enables it; NULL disables it. */
void vmb_interrupt_set(unsigned source, vmb_interrupt_handler handler);

/** Sets the handler of the software interrupt, the timer's msip, and enables it; NULL disables it. The handler clears
 * msip. */
void vmb_software_interrupt_set(vmb_interrupt_handler handler);

/** Starts the scheduler, after a program has created its tasks. Does not return. */
void vmb_freertos_run(void) __attribute__((__noreturn__));

#endif
