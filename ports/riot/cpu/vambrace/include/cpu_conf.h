/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/* The devices of RIOT's riscv_common: timer and interrupt controller. */
#ifndef CPU_CONF_H
#define CPU_CONF_H

/* Space for library calls and an interrupt: riscv_common's 1 KiB and 256 bytes overflow. */
#ifndef THREAD_STACKSIZE_DEFAULT
#define THREAD_STACKSIZE_DEFAULT 2048
#endif
#ifndef THREAD_STACKSIZE_IDLE
#define THREAD_STACKSIZE_IDLE 512
#endif

#include "cpu_conf_common.h"
#include "vendor/clint.h"
#include "vendor/plic.h"
#include "vmb_devices.h"

#define CLINT_BASE_ADDR VMB_TIMER_BASE
#define PLIC_CTRL_ADDR VMB_PLIC_BASE
#define PLIC_NUM_INTERRUPTS (VMB_PLIC_SOURCES + 1) /* including source 0, which does not exist */
#define PLIC_NUM_PRIORITIES 7

/* mtime counts cycles (--timer-divider 1) of the default clock of vambrace run --clock; VAMBRACE_CLOCK sets another
 * one. */
#ifndef RTC_FREQ
#define RTC_FREQ 50000000UL
#endif

#endif
