/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/* Data-independent timing, if the core has it: bit 1 of Ibex's CPU control CSR. */
#include <zephyr/arch/cpu.h>
#include <zephyr/init.h>

enum { MARCHID_IBEX = 22 };

static int data_independent_timing(void)
{
    if (csr_read(marchid) == MARCHID_IBEX)
        __asm__ volatile("csrsi 0x7c0, 2");
    return 0;
}

SYS_INIT(data_independent_timing, PRE_KERNEL_1, 0);
