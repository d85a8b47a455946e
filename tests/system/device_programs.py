# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Programs that test the devices of soc/sim/devices, on Ibex and on Rocket."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.system import rocket
from tests.system.programs import core_model, link
from vambrace.software.running.devices import Devices
from vambrace.software.running.simulate import Machine, simulate

#: Ibex and CV32E40X have a data bus, Rocket a peripheral port.
CORES = [
    pytest.param("ibex-ref", id="ibex-ref"),
    pytest.param("cv32e40x", marks=pytest.mark.long("a model of another core with the same bus"), id="cv32e40x"),
    pytest.param("rocket", marks=rocket.MARKS, id="rocket"),
]

#: Before each program: IS fails with the number of its line.
PRELUDE = """
#include "vmb_devices.h"
#include "vmb_sim.h"

#define AT(device, reg) VMB_DEVICE(VMB_##device##_BASE + VMB_##device##_##reg)
#define IS(value, expected) do { if ((value) != (expected)) _exit(__LINE__); } while (0)
#define CSR_READ(name) ({ uint32_t v; __asm__ volatile("csrr %0, " #name : "=r"(v)); v; })
#define CSR_WRITE(name, value) __asm__ volatile("csrw " #name ", %0" : : "r"(value) : "memory")

enum { MSI = 1 << 3, MTI = 1 << 7, MEI = 1 << 11 }; /* bits of mip and mie */
void _exit(int code);

/* The levels of the interrupts, once the stores before have arrived. */
static inline uint32_t pending(void)
{
    (void)AT(TIMER, MSIP);
    for (volatile int i = 0; i < 4; i++) {
    }
    return CSR_READ(mip) & (MSI | MTI | MEI);
}
#line 1
"""


@dataclass(frozen=True)
class Ended:
    code: int
    output: str


def model_of(core: str) -> Path:
    return core_model(core, () if core == "rocket" else None)


def run(
    folder: Path,
    text: str,
    core: str = "ibex-ref",
    devices: Devices = Devices(),
    max_cycles: int = 5_000_000,
    frames: Path | None = None,
) -> Ended:
    """Compile and run a program after PRELUDE; it must end by its exit. `frames` receives the frames of the packet
    interface."""
    elf = link(folder, PRELUDE + text, ".c")
    with (folder / "output").open("w+b") as console:
        machine = Machine(max_cycles=max_cycles, devices=devices)
        outcome = simulate(model_of(core), elf, machine, console=console.fileno(), frames=frames)
        assert outcome.end == "exit", outcome.describe(elf)
        console.seek(0)
        return Ended(outcome.exit_code, console.read().decode())


def passes(folder: Path, text: str, core: str, devices: Devices = Devices()) -> str:
    """Run a program that ends with 0; return its output."""
    ended = run(folder, text, core, devices)
    assert ended.code == 0, f"line {ended.code}: {text.splitlines()[ended.code - 1].strip()}"
    return ended.output
