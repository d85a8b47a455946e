# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Runs a program on a core's model and on Spike at once, and compares what they do."""

import json
import os
import subprocess
import tempfile
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from vambrace import children, spike_extensions
from vambrace.errors import VambraceError
from vambrace.program import Elf
from vambrace.simulate import RAM_BASE, Machine, Memory, Outcome, simulate
from vambrace.testing.lockstep import extensions, stepper
from vambrace.testing.lockstep.generate import Image
from vambrace.testing.lockstep.target import Target


@dataclass
class Compared:
    """What was compared: instructions, those that raised exceptions by cause, interrupts, accesses of the data bus,
    register writes, values that Spike took over. `difference` is soc/lockstep's, None where there is none."""

    retired: int = 0
    interrupts: int = 0
    accesses: int = 0
    writes: int = 0
    adopted: int = 0
    traps: Counter = field(default_factory=Counter)
    difference: dict | None = None

    def add(self, other: "Compared") -> None:
        self.retired += other.retired
        self.interrupts += other.interrupts
        self.accesses += other.accesses
        self.writes += other.writes
        self.adopted += other.adopted
        self.traps += other.traps


def run(
    model: Path, target: Target, units: frozenset[str], program: Image | Elf, machine: Machine,
    memory: Memory | None = None,
) -> tuple[Compared, Outcome]:  # fmt: skip
    """Run a program on a model of a core with some units, and on Spike; return what was compared, and how the run
    ended."""
    memory = memory or Memory()
    with tempfile.TemporaryDirectory(prefix="vambrace-") as name, tempfile.TemporaryFile() as out:
        command = _command(Path(name), target, units, program, machine, memory)
        read, write = os.pipe()
        try:
            with children.started(command, stdin=read, stdout=out, stderr=subprocess.PIPE) as spike:
                os.close(read)
                read = -1
                outcome = simulate(model, program, machine, memory=memory, rvfi=write)  # type: ignore[arg-type]
                os.close(write)
                write = -1
                _, words = spike.communicate()
        finally:
            for end in (read, write):
                if end >= 0:
                    os.close(end)
        if spike.returncode != 0:
            raise VambraceError(f"lockstep failed: {words.decode(errors='replace').strip()}")
        out.seek(0)
        return result(out.read()), outcome


def replay(trace: bytes, target: Target, units: frozenset[str], program: Image | Elf, machine: Machine,
           memory: Memory | None = None) -> Compared:  # fmt: skip
    """Compare a trace that is there already."""
    with tempfile.TemporaryDirectory(prefix="vambrace-") as name:
        command = _command(Path(name), target, units, program, machine, memory or Memory())
        return result(_fed(command, trace))


def _fed(command: list[str], trace: bytes) -> bytes:
    with children.started(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as spike:
        out, _ = spike.communicate(trace)
    if spike.returncode != 0:
        raise VambraceError("lockstep failed")
    return out


def _command(work: Path, target: Target, units: frozenset[str], program: Image | Elf, machine: Machine,
             memory: Memory) -> list[str]:  # fmt: skip
    ours = units & {"Xascon", "Xasconp"}
    command = [
        str(stepper.program()), *(["--extlib", str(spike_extensions.library())] if ours else []),
        "--isa", target.isa + extensions.isa(units), *target.options(),
        "--ram", str(machine.ram_bytes), "--parent", str(os.getpid()),
    ]  # fmt: skip
    for number, (address, data) in enumerate([(RAM_BASE, program.image(RAM_BASE)), *memory.load.items()]):
        (work / f"load{number}").write_bytes(data)
        command += ["--load", f"{address:#x}={work / f'load{number}'}"]
    return command


def result(text: bytes) -> Compared:
    """Read the result of soc/lockstep."""
    found = json.loads(text)
    if not found.pop("ended") and found["difference"] is None:
        raise VambraceError("lockstep failed: the trace has no end")
    traps = Counter({int(cause): count for cause, count in found.pop("traps").items()})
    return Compared(**found, traps=traps)
