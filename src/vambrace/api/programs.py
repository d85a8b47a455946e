# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Runs a program on a simulated core from Python."""

from __future__ import annotations

import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Any

from vambrace import config
from vambrace.base.errors import VambraceError, choose

#: The settings of the simulated system that a caller may give.
_SETTINGS = (
    "ram_bytes",
    "wait_instr",
    "wait_data",
    "wait_mem",
    "max_cycles",
    "strict_alignment",
    "random_waits",
    "shared_port",
)


@dataclass(frozen=True)
class Run:
    """A finished run. `cycles` and `instret` are those of the whole program, from reset to its exit; `windows` has, for
    each function asked for, the counts of each call (cycles, instret, bytes fetched, loaded and stored)."""

    exit_code: int
    cycles: int
    instret: int
    windows: Mapping[str, Sequence[Mapping[str, Any]]]


def run(
    *files: str | Path,
    point: str = "ibex-ref/none",
    windows: Sequence[str] = (),
    profile: str = "speed",
    cflags: Sequence[str] = (),
    **machine: int | bool,
) -> Run:
    """Compile and run C or assembly files, or one ELF file, on the exact RTL of a point, as `vambrace run` does.

    `windows`: functions whose calls are counted. `machine`: settings of the simulated system, in cycles or bytes:
    ram_bytes, wait_instr, wait_data, wait_mem, max_cycles, strict_alignment, random_waits, shared_port. The program's
    console output is not shown. UsageError for wrong arguments; VambraceError if the program does not compile, traps,
    or does not end within max_cycles.
    """
    from vambrace.software import run as runs
    from vambrace.software.running.simulate import Machine

    chosen = replace(config.point(point), profile=choose("profile", profile, config.PROFILES))
    known = [f.name for f in fields(Machine) if f.name in _SETTINGS]
    for name in machine:
        choose("setting", name, known)
    settings = replace(Machine(1 << 20), **machine)  # type: ignore[arg-type]
    elf = runs.prepare([Path(file) for file in files], chosen, settings, list(cflags))
    outcome = runs.run(elf, chosen, settings, list(windows), None, subprocess.DEVNULL)
    if outcome.end != "exit":
        raise VambraceError(f"{elf.path.name} on {chosen.name}: {outcome.describe(elf)}")
    counts = {name: [asdict(call) for call in calls] for name, calls in outcome.windows.items()}
    return Run(outcome.exit_code & 0xFF, outcome.total.cycles, outcome.total.instret, counts)
