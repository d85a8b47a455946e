# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The timer (soc/sim/devices/timer.h): two registers of 64 bits in words, and the interrupts that they raise."""

from __future__ import annotations

import pytest

from tests.system.device_programs import CORES, model_of, passes, run
from tests.system.programs import link
from vambrace.software.running.devices import Devices
from vambrace.software.running.simulate import Machine, simulate

LOW, HIGH = "AT(TIMER, MTIME)", "VMB_DEVICE(VMB_TIMER_BASE + VMB_TIMER_MTIME + 4)"
COMPARE, COMPARE_HIGH = "AT(TIMER, MTIMECMP)", "VMB_DEVICE(VMB_TIMER_BASE + VMB_TIMER_MTIMECMP + 4)"
NAMES = (
    f"#define LOW {LOW}\n#define HIGH {HIGH}\n#define COMPARE {COMPARE}\n#define COMPARE_HIGH {COMPARE_HIGH}\n#line 1\n"
)


@pytest.mark.parametrize("core", CORES)
def test_registers(tmp_path, core):
    text = """
int main(void)
{
    uint32_t first;
    IS(COMPARE, 0xffffffff);
    IS(COMPARE_HIGH, 0xffffffff);
    IS(pending(), 0);

    first = LOW; /* counts */
    IS(LOW > first, 1);
    IS(HIGH, 0);

    COMPARE = 0x12345678; /* each word by itself */
    IS(COMPARE, 0x12345678);
    IS(COMPARE_HIGH, 0xffffffff);
    COMPARE_HIGH = 0x9abcdef0;
    IS(COMPARE, 0x12345678);
    IS(COMPARE_HIGH, 0x9abcdef0);
    ((volatile uint8_t *)&COMPARE)[1] = 0xee; /* and each byte */
    IS(COMPARE, 0x1234ee78);

    AT(TIMER, MSIP) = 0xffffffff; /* has one bit */
    IS(AT(TIMER, MSIP), 1);
    IS(pending(), MSI);
    AT(TIMER, MSIP) = 0xfffffffe;
    IS(AT(TIMER, MSIP), 0);
    IS(pending(), 0);
    return 0;
}
"""
    passes(tmp_path, NAMES + text, core)


@pytest.mark.parametrize("core", CORES)
def test_time_carries_between_its_words(tmp_path, core):
    text = """
int main(void)
{
    uint32_t high, low;
    HIGH = 6;
    LOW = 0xffffff00;
    IS(HIGH, 6);
    do {
        high = HIGH;
        low = LOW;
    } while (low >= 0xffffff00);
    IS(high == 6 || high == 7, 1);
    IS(HIGH, 7);
    IS(LOW < 0x1000, 1);

    HIGH = 0xffffffff; /* and to 0, where the interrupt falls */
    COMPARE = 0xf0000000;
    COMPARE_HIGH = 0xffffffff;
    IS(pending(), 0);
    LOW = 0xffffff00;
    IS(pending(), MTI);
    do {
        low = LOW;
    } while (low >= 0xffffff00);
    IS(HIGH, 0);
    IS(pending(), 0);
    COMPARE = 0; /* every time is as much as 0 */
    COMPARE_HIGH = 0;
    IS(pending(), MTI);
    return 0;
}
"""
    passes(tmp_path, NAMES + text, core)


@pytest.mark.parametrize("core", CORES)
def test_the_order_of_the_halves_of_mtimecmp(tmp_path, core):
    """No interrupt occurs in between if the low word is set to -1 before the high one changes (RISC-V Privileged
    Architecture, "Machine Timer Registers"); one occurs if the high word is written first."""
    text = """
int main(void)
{
    HIGH = 5;
    LOW = 0x1000;
    COMPARE = 0xffffffff;
    COMPARE_HIGH = 5;
    COMPARE = 0xf0000000;
    IS(pending(), 0);

    COMPARE = 0xffffffff; /* to 0x6_0000_0010 */
    IS(pending(), 0);
    COMPARE_HIGH = 6;
    IS(pending(), 0);
    COMPARE = 0x10;
    IS(pending(), 0);
    IS(COMPARE, 0x10);
    IS(COMPARE_HIGH, 6);

    COMPARE_HIGH = 5; /* back, in the wrong order: 0x5_0000_0010 is over */
    IS(pending(), MTI);
    COMPARE = 0xf0000000;
    IS(pending(), 0);

    LOW = 0xf0000000; /* a time that is written interrupts, too */
    IS(pending(), MTI);
    HIGH = 4;
    IS(pending(), 0);
    return 0;
}
"""
    passes(tmp_path, NAMES + text, core)


@pytest.mark.parametrize("core", CORES)
def test_the_interrupt_comes_in_time(tmp_path, core):
    text = """
static volatile uint32_t came;

vmb_sim_word vmb_trap(vmb_sim_word cause, vmb_sim_word pc, vmb_sim_word value)
{
    (void)value;
    came = LOW;
    IS(cause, 0x80000007);
    COMPARE_HIGH = 0xffffffff;
    return pc;
}

int main(void)
{
    uint32_t due = LOW + 3000;
    COMPARE = due;
    COMPARE_HIGH = 0;
    CSR_WRITE(mie, MTI);
    __asm__ volatile("csrsi mstatus, 8; wfi");
    while (came == 0) {
    }
    IS(came >= due && came < due + 200, 1);
    return 0;
}
"""
    passes(tmp_path, NAMES + text, core)


def test_the_divider(tmp_path):
    text = """
int main(void)
{
    uint32_t cycles, ticks;
    LOW = 0x12345678; /* runs on from there */
    cycles = CSR_READ(mcycle);
    ticks = LOW;
    IS(ticks - 0x12345678 < 50, 1);
    while (CSR_READ(mcycle) - cycles < 10000) {
    }
    return (int)(LOW - ticks);
}
"""
    assert 10_000 <= run(tmp_path, NAMES + text).code < 10_030
    assert 99 <= run(tmp_path, NAMES + text, devices=Devices(timer_divider=100)).code <= 101


#: Addresses after the registers of each device, between them, and of write-only registers.
NOWHERE = [
    0x12000004, 0x12004008, 0x1200BFF4, 0x1200C000, 0x12010000, 0x14000000, 0x1400000C, 0x14002004, 0x14200008,
    0x18000000, 0x10001020, 0x1000201C, 0x10002028, 0x10003000, 0x10000000,
]  # fmt: skip


@pytest.mark.parametrize("core", CORES)
@pytest.mark.parametrize("address", NOWHERE, ids=hex)
def test_an_address_without_a_register_is_a_bus_error(tmp_path, core, address):
    elf = link(tmp_path, f"int main(void) {{ return *(volatile int *){address:#x}; }}", ".c")
    outcome = simulate(model_of(core), elf, Machine(max_cycles=100_000))
    if core == "rocket":  # makes no exception of what its peripheral port denies
        assert (outcome.end, outcome.exit_code) == ("exit", 0)
        return
    assert outcome.end == "trap"
    if core == "cv32e40x":  # reports it by an NMI
        assert outcome.trap["cause"] == 0x80000400
    else:
        assert (outcome.trap["cause"], outcome.trap["value"]) == (5, address)
