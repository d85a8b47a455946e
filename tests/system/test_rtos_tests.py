# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The tests of operating systems (ports/rtos_tests) on FreeRTOS and RIOT: each counts and checks itself, and finds
defects."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.system import riot_applications
from tests.system.device_programs import CORES, model_of
from vambrace import config
from vambrace.base.errors import UsageError, VambraceError
from vambrace.software.ports import rtos_tests

CYCLES = 2 * rtos_tests.TICK


def source(test: str) -> Path:
    return rtos_tests.port() / f"{test}.c"


def run(path: Path, core: str = "ibex-ref", cycles: int = CYCLES, system: str = "freertos") -> rtos_tests.Counted:
    build = rtos_tests.build_riot if system == "riot" else rtos_tests.build
    elf = build(path, config.point(f"{core}/none"), cycles)
    return rtos_tests.run(model_of(core), elf, cycles)


SYSTEMS = [pytest.param("freertos", id="freertos"), pytest.param("riot", marks=riot_applications.HERE, id="riot")]


@pytest.mark.parametrize("core", CORES)
@pytest.mark.parametrize("test", rtos_tests.TESTS)
@pytest.mark.parametrize("system", SYSTEMS)
def test_each_test_counts(system, test, core):
    counted = run(source(test), core, system=system)
    assert counted.loops >= 40
    assert abs(counted.cycles - CYCLES) < 0.04 * CYCLES  # RIOT has no ticks: its sleep ends a moment later


#: A test, a line of it, its replacement, and the reported error.
DEFECTS = {
    "nothing is counted": ("cooperative", "loops[me]++;", "(void)me;", "nothing was counted"),
    "a value is left out": (
        "basic",
        "i < VALUES; i++)\n            values",
        "i < 63; i++)\n            values",
        "value",
    ),
    "a thread yields less often": ("cooperative", "rtos_thread_yield();", "if (me) rtos_thread_yield();", "counters"),
    "a thread is not resumed": ("preemptive", "me + 1 < THREADS", "me + 2 < THREADS", "counters"),
    "no semaphore": ("interrupt", "!rtos_interrupt_semaphore_put()", "0", "did not put the semaphore"),
    "an interrupt too many": ("interrupt", "loops++;", "rtos_interrupt_raise(); loops++;", "semaphore"),
    "no preemption": ("interrupt_preemption", "rtos_interrupt_resume(urgent);", "", "resumed thread"),
    "a lost message": ("message", "rtos_queue_receive(received)", "1", "as it was sent"),
    "no put": ("synchronisation", "!rtos_semaphore_put()", "0", "not there"),
    "no free": ("memory", "rtos_block_free((void *)block);", "", "no memory left|was not allocated"),
}


@pytest.mark.parametrize("defect", DEFECTS)
@pytest.mark.parametrize("system", SYSTEMS)
def test_a_defect_is_found(tmp_path, system, defect):
    test, old, new, words = DEFECTS[defect]
    text = source(test).read_text()
    assert text.count(old) == 1
    (tmp_path / "defective.c").write_text(text.replace(old, new))
    with pytest.raises(VambraceError, match=words):
        run(tmp_path / "defective.c", cycles=8 * rtos_tests.TICK, system=system)  # enough to use up the heap


@pytest.mark.parametrize("cycles", [0, -rtos_tests.TICK, rtos_tests.TICK + 1])
def test_cycles_are_whole_ticks(cycles):
    with pytest.raises(UsageError, match="multiple of 50,000"):
        rtos_tests.build(source("basic"), config.point("ibex-ref/none"), cycles)
