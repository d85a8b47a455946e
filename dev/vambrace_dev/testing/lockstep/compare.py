# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Runs a program on a core's model and on Spike at once, and compares their effects."""

import json
import os
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, TextIO

from vambrace.base import children
from vambrace.base.errors import VambraceError
from vambrace.base.output import ClosedPipe
from vambrace.config import instructions
from vambrace.software.running import spike_extensions
from vambrace.software.running.simulate import RAM_BASE, Machine, Memory, Outcome, simulate
from vambrace.software.toolchain.elf import Elf
from vambrace_dev.testing.lockstep import extensions, stepper
from vambrace_dev.testing.lockstep.generate import Image
from vambrace_dev.testing.lockstep.target import Target


@dataclass
class Compared:
    """The items that were compared: instructions, exceptions by cause (DEBUG_MODE: in debug mode), interrupts, data bus
    accesses, register writes, values that Spike adopted, NMIs; entries to debug mode by requests, steps
    (`hidden_steps`: of dummy instructions) and ebreak, and instructions in it (`debugged`); interrupts followed by an
    NMI or debug mode before their handler's first instruction (`late_interrupts`). `difference` is soc/lockstep's, None
    if there is none. `before` is the number of instructions that an earlier run compared.
    """

    retired: int = 0
    interrupts: int = 0
    accesses: int = 0
    writes: int = 0
    adopted: int = 0
    nmis: int = 0
    requests: int = 0
    steps: int = 0
    hidden_steps: int = 0
    breaks: int = 0
    debugged: int = 0
    late_interrupts: int = 0
    traps: Counter[int] = field(default_factory=Counter)
    difference: dict[str, Any] | None = None
    last: list[dict[str, Any]] = field(default_factory=list, compare=False)  # instructions in soc/lockstep's form
    before: int = field(default=0, compare=False)

    def add(self, other: "Compared") -> None:
        for name in _COUNTS:
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.traps += other.traps


_COUNTS = tuple(f.name for f in fields(Compared) if f.type is int and f.name != "before")

#: In `traps`: the exceptions in debug mode, which record no cause.
DEBUG_MODE = 0xFF


def run(
    model: Path,
    target: Target,
    units: frozenset[str],
    program: Image | Elf,
    machine: Machine,
    memory: Memory | None = None,
) -> tuple[Compared, Outcome]:
    """Run a program on a core's model with some units, and on Spike; return the comparison, and how the run ended."""
    memory = memory or Memory()
    read, write = os.pipe()
    outcome: Outcome | None = None
    try:
        with _spike(target, units, program, machine, memory, read) as text:
            with suppress(ClosedPipe):  # Spike ended first: its own message explains why
                outcome = simulate(model, program, machine, memory=memory, rvfi=write)  # type: ignore[arg-type]
            os.close(write)
            write = -1
    finally:
        if write >= 0:
            os.close(write)
    result = _result(text.read())
    if outcome is None:
        raise VambraceError("lockstep failed: it ended before the run did")
    return result, outcome


def replay(
    trace: Path,
    target: Target,
    units: frozenset[str],
    program: Image | Elf,
    machine: Machine,
    memory: Memory | None = None,
) -> Compared:
    """Compare an existing trace."""
    with _spike(target, units, program, machine, memory or Memory(), os.open(trace, os.O_RDONLY)) as text:
        pass
    return _result(text.read())


@contextmanager
def _spike(
    target: Target, units: frozenset[str], program: Image | Elf, machine: Machine, memory: Memory, trace: int
) -> Iterator[TextIO]:
    """Run Spike on a program while the block writes the trace, then wait for its end, when its output is complete.
    `trace` is closed. VambraceError if it fails.
    """
    text = tempfile.TemporaryFile("w+")  # noqa: SIM115  # read behind the block
    try:
        with tempfile.TemporaryDirectory(prefix="vambrace-") as name, tempfile.TemporaryFile("w+") as errors:
            command = _command(Path(name), target, units, program, machine, memory)
            with children.started(command, stdin=trace, stdout=text, stderr=errors) as process:
                os.close(trace)
                trace = -1
                yield text
                process.wait()
            errors.seek(0)
            if process.returncode != 0:
                raise VambraceError(f"lockstep failed: {errors.read().strip() or f'exit code {process.returncode}'}")
    finally:
        if trace >= 0:
            os.close(trace)
    text.seek(0)


def _command(
    work: Path, target: Target, units: frozenset[str], program: Image | Elf, machine: Machine, memory: Memory
) -> list[str]:
    ours = units & {e.name for e in instructions.units().values() if e.custom}
    command = [
        str(stepper.program()),
        *(["--extlib", str(spike_extensions.library())] if ours else []),
        "--isa",
        target.isa + extensions.isa(units),
        *target.options(),
        "--ram",
        str(machine.ram_bytes),
        "--parent",
        str(os.getpid()),
    ]
    for number, (address, data) in enumerate([(RAM_BASE, program.image(RAM_BASE)), *memory.load.items()]):
        (work / f"load{number}").write_bytes(data)
        command += ["--load", f"{address:#x}={work / f'load{number}'}"]
    return command


def _result(text: str) -> Compared:
    """Return the result of soc/lockstep."""
    content = json.loads(text)
    if not content.pop("ended") and content["difference"] is None:
        raise VambraceError("lockstep failed: the trace has no end")
    traps = Counter({int(cause): count for cause, count in content.pop("traps").items()})
    return Compared(**content, traps=traps)
