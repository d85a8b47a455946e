/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * In place of RIOT's plic_init (-Wl,--wrap). That one takes PLIC_NUM_INTERRUPTS for the size of the table
 * of handlers, which counts source 0, and for the number of the last source, too, and writes the priority of
 * a source that there is not: here, a bus error.
 */
#include "cpu.h"
#include "plic.h"

#include "vmb_devices.h"

void __wrap_plic_init(void);

void __wrap_plic_init(void)
{
    for (unsigned source = 1; source <= VMB_PLIC_SOURCES; source++) {
        plic_disable_interrupt(source);
        plic_set_priority(source, 0);
    }
    VMB_DEVICE(VMB_PLIC_BASE + VMB_PLIC_THRESHOLD) = 0;
}
