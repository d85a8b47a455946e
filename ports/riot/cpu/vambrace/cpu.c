/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/* Start of the processor. */
#include "cpu.h"

#include "irq.h"
#include "kernel_init.h"
#include "periph/init.h"

enum { MARCHID_IBEX = 22, MTVEC_VECTORED = 1 };

extern const uint32_t vmb_riot_vectors[];

void cpu_init(void)
{
    riscv_init();
    irq_disable(); /* until the first thread runs: interrupts use the start-up stack */
    /* RIOT set mtvec to one handler; Ibex supports only vectored mode. No interrupt is enabled yet. */
    write_csr(mtvec, (uintptr_t)vmb_riot_vectors | MTVEC_VECTORED);
    /* Data-independent timing, if the core has it: bit 1 of Ibex's CPU control CSR. */
    if (read_csr(marchid) == MARCHID_IBEX)
        __asm__ volatile("csrsi 0x7c0, 2");
    set_csr(mstatus, MSTATUS_XS); /* Rocket: RoCC instructions trap otherwise; RIOT preserves it */
    early_init();
    periph_init();
}
