/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * Replaces RIOT's plic_init (-Wl,--wrap), which uses PLIC_NUM_INTERRUPTS both as the size of the handler table, which
 * counts source 0, and as the number of the last source, and writes the priority of a missing source: here, a bus
 * error.
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
