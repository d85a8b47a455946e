# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Applications of RIOT for tests, which need the user's checkout."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.system.device_programs import Ended, model_of
from vambrace import config
from vambrace.software.ports import riot
from vambrace.software.running.devices import Devices
from vambrace.software.running.simulate import Machine, Outcome, simulate
from vambrace.software.toolchain.elf import Elf

WHY_NOT = riot.why_not()
HERE = pytest.mark.skipif(WHY_NOT is not None, reason=WHY_NOT or "")


def needed(test: Callable) -> Callable:
    """Mark a test that needs RIOT."""
    return HERE(test)


_MAKEFILE = """
APPLICATION = program
USEMODULE += ztimer_usec
include {port}/vambrace.mk
include $(RIOTBASE)/Makefile.include
"""

_PRELUDE = """
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include "msg.h"
#include "panic.h"
#include "periph/pm.h"
#include "periph/uart.h"
#include "sched.h"
#include "thread.h"
#include "ztimer.h"
#line 1
"""


def write(folder: Path, text: str) -> Path:
    """Write an application of one source text; return its folder."""
    application = folder / "program"
    application.mkdir()
    (application / "Makefile").write_text(_MAKEFILE.format(port=riot.port()))
    (application / "main.c").write_text(_PRELUDE + text)
    return application


def let_run(
    application: Path,
    cycles: int,
    point: str = "ibex-ref/none",
    devices: Devices = Devices(),
    flags: tuple[str, ...] = (),
    frames: Path | None = None,
) -> tuple[Outcome, str]:
    """Run an application for at most this many cycles; return how it ended, and its output."""
    elf = riot.build(application, config.point(point), 1 << 20, flags, link=devices.link)
    return _let_run(elf, cycles, point, devices, frames)


def let_run_with(
    application: Path, cycles: int, settings: dict[str, str], devices: Devices = Devices()
) -> tuple[Outcome, str, Elf]:
    """The same with variables of its Makefile, on ibex-ref/none; also return the program."""
    elf = riot.build(application, config.point("ibex-ref/none"), 1 << 20, settings=settings)
    return *_let_run(elf, cycles, "ibex-ref/none", devices, None), elf


def _let_run(elf: Elf, cycles: int, point: str, devices: Devices, frames: Path | None) -> tuple[Outcome, str]:
    with tempfile.TemporaryFile() as console:
        machine = Machine(max_cycles=cycles, devices=devices)
        outcome = simulate(model_of(point.partition("/")[0]), elf, machine, console=console.fileno(), frames=frames)
        console.seek(0)
        return outcome, console.read().decode()


def run(
    application: Path, core: str = "ibex-ref", devices: Devices = Devices(), flags: tuple[str, ...] = ()
) -> tuple[Ended, Outcome]:
    """Run an application to its exit."""
    outcome, output = let_run(application, 5_000_000, f"{core}/none", devices, flags)
    assert outcome.end == "exit", (outcome, output)
    return Ended(outcome.exit_code, output), outcome


def run_text(
    folder: Path, text: str, core: str = "ibex-ref", devices: Devices = Devices(), flags: tuple[str, ...] = ()
) -> tuple[Ended, Outcome]:
    """Run one source text as an application."""
    return run(write(folder, text), core, devices, flags)
