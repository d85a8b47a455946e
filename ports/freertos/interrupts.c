/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/* Traps other than the tick and kernel calls. */
#include <stddef.h>

#include "FreeRTOS.h"
#include "task.h"
#include "vmb_devices.h"
#include "vmb_freertos.h"
#include "vmb_sim.h"

#define PLIC(reg) VMB_DEVICE(VMB_PLIC_BASE + VMB_PLIC_##reg)

enum { SOFTWARE = 3, EXTERNAL = 11, CODE = 0x1f };

static vmb_interrupt_handler handlers[VMB_PLIC_SOURCES + 1];
static vmb_interrupt_handler software_handler;

void vmb_freertos_take_traps(void);

void vmb_interrupt_set(unsigned source, vmb_interrupt_handler handler)
{
    configASSERT(source <= VMB_PLIC_SOURCES);
    taskENTER_CRITICAL();
    handlers[source] = handler;
    if (source != VMB_SOURCE_ENGINE) {
        VMB_DEVICE(VMB_PLIC_BASE + VMB_PLIC_PRIORITY + 4 * source) = 1;
        if (handler) {
            PLIC(ENABLE) |= 1u << source;
        } else {
            PLIC(ENABLE) &= ~(1u << source);
        }
    }
    taskEXIT_CRITICAL();
}

void vmb_software_interrupt_set(vmb_interrupt_handler handler)
{
    UBaseType_t enable = 1u << SOFTWARE;

    taskENTER_CRITICAL();
    software_handler = handler;
    if (handler) {
        __asm__ volatile("csrs mie, %0" : : "r"(enable) : "memory");
    } else {
        __asm__ volatile("csrc mie, %0" : : "r"(enable) : "memory");
    }
    taskEXIT_CRITICAL();
}

void freertos_risc_v_application_interrupt_handler(UBaseType_t cause)
{
    uint32_t source;

    if ((cause & CODE) == SOFTWARE) {
        software_handler();
        return;
    }
    configASSERT((cause & CODE) == EXTERNAL);
    source = PLIC(CLAIM);
    configASSERT(handlers[source]);
    handlers[source]();
    if (source != VMB_SOURCE_ENGINE)
        PLIC(CLAIM) = source;
}

void freertos_risc_v_application_exception_handler(UBaseType_t cause)
{
    UBaseType_t pc, value;

    __asm__ volatile("csrr %0, mepc; csrr %1, mtval" : "=r"(pc), "=r"(value));
    vmb_trap(cause, pc, value);
}

void vmb_freertos_run(void)
{
    vmb_freertos_take_traps();
    vTaskStartScheduler();
    vmb_assert_failed(__FILE__, __LINE__); /* no memory for the kernel's own tasks */
    for (;;) {
    }
}
