# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The interrupt controller (soc/sim/devices/plic.h), with the UART's loop and its empty transmitter as a source."""

from __future__ import annotations

import pytest

from tests.system.device_programs import CORES, passes, run

#: The UART's interrupt is high while it is empty and that has not been read from IIR.
UART = """
#define PRIORITY(source) VMB_DEVICE(VMB_PLIC_BASE + VMB_PLIC_PRIORITY + 4 * (source))
enum { UART = VMB_PLIC_SOURCE_UART };

static void raise(void)
{
    AT(UART, IER) = 0;
    AT(UART, IER) = 2;
}

static void lower(void)
{
    (void)AT(UART, IIR);
}
#line 1
"""


@pytest.mark.parametrize("core", CORES)
def test_registers(tmp_path, core):
    text = """
int main(void)
{
    unsigned source;
    for (source = 1; source <= VMB_PLIC_SOURCES; source++) {
        IS(PRIORITY(source), 0);
        PRIORITY(source) = 0xfffffffd; /* has three bits */
        IS(PRIORITY(source), 5);
    }
    IS(AT(PLIC, ENABLE), 0);
    AT(PLIC, ENABLE) = 0xffffffff; /* no source 0, and no more than there are */
    IS(AT(PLIC, ENABLE), (2u << VMB_PLIC_SOURCES) - 2);
    IS(AT(PLIC, THRESHOLD), 0);
    AT(PLIC, THRESHOLD) = 0xfffffffe;
    IS(AT(PLIC, THRESHOLD), 6);
    IS(AT(PLIC, PENDING), 0);
    AT(PLIC, PENDING) = 0xffffffff; /* read-only */
    IS(AT(PLIC, PENDING), 0);
    IS(AT(PLIC, CLAIM), 0); /* none pending */
    IS(pending(), 0);
    return 0;
}
"""
    passes(tmp_path, UART + text, core)


@pytest.mark.parametrize("core", CORES)
def test_the_masks_of_a_source(tmp_path, core):
    text = """
int main(void)
{
    raise();
    IS(AT(PLIC, PENDING), 1 << UART);
    IS(pending(), 0);
    IS(AT(PLIC, CLAIM), 0); /* neither enabled nor of a priority */
    AT(PLIC, ENABLE) = 1 << UART;
    IS(pending(), 0);
    IS(AT(PLIC, CLAIM), 0);
    PRIORITY(UART) = 3;
    IS(pending(), MEI);
    AT(PLIC, ENABLE) = 0;
    IS(pending(), 0);
    IS(AT(PLIC, CLAIM), 0);
    AT(PLIC, ENABLE) = 1 << UART;

    AT(PLIC, THRESHOLD) = 2;
    IS(pending(), MEI);
    AT(PLIC, THRESHOLD) = 3; /* only a higher priority interrupts */
    IS(pending(), 0);
    IS(AT(PLIC, PENDING), 1 << UART);
    IS(AT(PLIC, CLAIM), UART); /* the threshold does not mask claims */
    IS(AT(PLIC, PENDING), 0);
    return 0;
}
"""
    passes(tmp_path, UART + text, core)


@pytest.mark.parametrize("core", CORES)
def test_claim_and_completion(tmp_path, core):
    text = """
int main(void)
{
    PRIORITY(UART) = 1;
    AT(PLIC, ENABLE) = 1 << UART;
    raise();
    IS(pending(), MEI);
    IS(AT(PLIC, CLAIM), UART);
    IS(pending(), 0); /* though the level is high */
    IS(AT(PLIC, CLAIM), 0);
    AT(PLIC, CLAIM) = UART; /* and still is: pending again */
    IS(AT(PLIC, PENDING), 1 << UART);
    IS(AT(PLIC, CLAIM), UART);

    AT(PLIC, CLAIM) = 0; /* others complete nothing */
    AT(PLIC, CLAIM) = UART + 32;
    AT(PLIC, CLAIM) = VMB_PLIC_SOURCES + 1;
    IS(pending(), 0);
    AT(PLIC, ENABLE) = 0; /* nor does a source that is not enabled */
    AT(PLIC, CLAIM) = UART;
    AT(PLIC, ENABLE) = 1 << UART;
    IS(pending(), 0);
    lower();
    AT(PLIC, CLAIM) = UART;
    IS(AT(PLIC, PENDING), 0);
    IS(pending(), 0);

    raise();
    lower(); /* a request that the gateway passed on stays */
    IS(pending(), MEI);
    IS(AT(PLIC, CLAIM), UART);
    AT(PLIC, CLAIM) = UART;
    IS(AT(PLIC, CLAIM), 0);
    return 0;
}
"""
    passes(tmp_path, UART + text, core)


@pytest.mark.parametrize("core", CORES)
def test_narrow_stores_are_bus_errors(tmp_path, core):
    text = """
static volatile uint32_t causes;

vmb_sim_word vmb_trap(vmb_sim_word cause, vmb_sim_word pc, vmb_sim_word value)
{
    (void)value;
    causes++;
    IS(cause == 7 || cause == 0x80000401, 1);
    return cause == 7 ? pc + ((*(uint16_t *)pc & 3) == 3 ? 4 : 2) : pc;
}

int main(void)
{
    PRIORITY(UART) = 7;
    *(volatile uint8_t *)&PRIORITY(UART) = 1;
    IS(PRIORITY(UART), 7);
    return (int)causes;
}
"""
    traps = 0 if core == "rocket" else 1  # it makes no exception of what its peripheral port denies
    assert run(tmp_path, UART + text, core).code == traps
