# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Builds and runs the tests of operating systems (ports/rtos_tests) with FreeRTOS."""

import re
import tempfile
from dataclasses import dataclass
from pathlib import Path

from vambrace.base.errors import UsageError, VambraceError
from vambrace.base.paths import root
from vambrace.config import Point
from vambrace.software import freertos
from vambrace.software.elf import Elf
from vambrace.software.simulate import Machine, simulate

TESTS = (
    "basic",
    "cooperative",
    "preemptive",
    "interrupt",
    "interrupt_preemption",
    "message",
    "synchronisation",
    "memory",
)

#: Cycles of a tick of ports/freertos; a test ends with a tick.
TICK = 50_000

_RAM_BYTES = 1 << 20
_FLAGS = ("-DconfigUSE_TIME_SLICING=0",)
_LINE = re.compile(r"test (\w+): (\d+) loops in (\d+) cycles\n")


@dataclass(frozen=True)
class Counted:
    """What a test counted, and in how many cycles: from a tick to a tick, as the thread that reads the counters sees
    them."""

    loops: int
    cycles: int


def port() -> Path:
    """The folder of the tests."""
    return root() / "ports" / "rtos_tests"


def build(test: Path, point: Point, cycles: int) -> Elf:
    """Return a test, given by its source, as a program for a point that counts in so many cycles."""
    if cycles <= 0 or cycles % TICK:
        raise UsageError(f"a test runs for a multiple of {TICK:,} cycles, not for {cycles:,}")
    ours = [port() / name for name in ("main.c", "freertos.c")]
    flags = [*_FLAGS, f"-I{port()}", f"-DTEST_TICKS={cycles // TICK}"]
    return freertos.build([test, *ours], point, _RAM_BYTES, flags)


def run(model: Path, elf: Elf, cycles: int) -> Counted:
    """Run a program of `build` on a model; what the test finds wrong is an error."""
    with tempfile.TemporaryFile() as console:
        machine = Machine(max_cycles=2 * cycles + 1_000_000, ram_bytes=_RAM_BYTES)
        outcome = simulate(model, elf, machine, console=console.fileno())
        console.seek(0)
        printed = console.read().decode(errors="replace")
    if outcome.end != "exit":
        raise VambraceError(outcome.describe(elf))
    line = _LINE.fullmatch(printed)
    if outcome.exit_code != 0 or line is None:
        raise VambraceError(printed.strip() or f"exit code {outcome.exit_code}")
    return Counted(int(line[2]), int(line[3]))
