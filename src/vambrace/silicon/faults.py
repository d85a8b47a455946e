# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Injects faults into flip-flops of an engine's netlist while it opens a message with a wrong tag (soc/faults).

An engine is safe against a fault if STATUS reports an error and only zero bytes are written to memory, whatever else
happens. A flip lasts until the flip-flop is written again. A fault may also prevent the job from ending, until a reset.
"""

import json
import os
import subprocess
import tempfile
from dataclasses import dataclass
from enum import IntFlag
from pathlib import Path

import numpy as np

from vambrace.base import children, store, tools
from vambrace.base.errors import VambraceError
from vambrace.base.paths import root
from vambrace.silicon.gates import Prepared
from vambrace.silicon.openings import LIMIT, REGISTERS, Opening

_FLAGS = ("-std=gnu++17", "-O3")

#: Cycles observed after the end of a job.
TAIL = 24

#: No second flip-flop.
NONE = 0xFFFFFFFF


class Outcome(IntFlag):
    """The effect of a fault, as the simulator writes it."""

    ACCEPTED = 1  # STATUS had no error: a forged message was accepted
    RELEASED = 2  # a nonzero byte was written to memory
    ALERT = 4
    ENDLESS = 8  # the job did not end
    OTHER = 16  # it ended with an error other than wrong tag


UNSAFE = Outcome.ACCEPTED | Outcome.RELEASED


# ---- The simulator ----


def sources() -> list[Path]:
    """Return the sources of the simulator."""
    soc = root() / "soc"
    return [*sorted((soc / "faults").glob("*.cpp")), soc / "gates" / "netlist.cpp"]


def headers() -> list[Path]:
    """Return the headers of the simulator."""
    soc = root() / "soc"
    return [
        *sorted((soc / "faults").glob("*.h")),
        soc / "gates" / "netlist.h",
        soc / "sim" / "parent.h",
        root() / REGISTERS,
    ]


def simulator_key() -> str:
    files = store.digest_files([*sources(), *headers()], comments=False)
    return store.digest(tools.version("g++"), _FLAGS, files)


def simulator() -> Path:
    """Return the path of the simulator, which serves all netlists; build it if it is not in the cache."""

    def build(work: Path) -> None:
        folders = [f"-I{root() / name}" for name in ("soc/faults", "soc/gates", "soc/sim", "lib/include")]
        tools.run(["g++", *_FLAGS, *folders, "-o", str(work / "faults"), *map(str, sources())])

    return store.entry("faults", simulator_key(), build) / "faults"


# ---- Runs ----


@dataclass(frozen=True)
class Reference:
    """The job without faults."""

    cycles: int  # from the first register write until STATUS is not busy
    error: int
    writes: int  # to memory
    alerts: int
    memory: bytes


# ---- Faults ----


def every(cycles: range, flops: int) -> np.ndarray:
    """Return all flip-flops in each of some cycles."""
    at = np.repeat(np.array(cycles, dtype=np.uint32), flops)
    which = np.tile(np.arange(flops, dtype=np.uint32), len(cycles))
    return np.stack([at, which, np.full_like(at, NONE)], axis=1)


def at_random(count: int, cycles: int, flops: int, double: bool, seed: int) -> np.ndarray:
    """Return random flip-flops, two at once with `double`, in random cycles below `cycles`, sorted by cycle as the
    simulator requires.
    """
    rng = np.random.default_rng(seed)
    at = np.sort(rng.integers(0, cycles, count, dtype=np.uint32))
    which = rng.integers(0, flops, count, dtype=np.uint32)
    second = np.full_like(at, NONE)
    if double:
        second = (which + rng.integers(1, flops, count, dtype=np.uint32)) % np.uint32(flops)
    return np.stack([at, which, second], axis=1)


def run(
    prepared: Prepared, job: Opening, faults: np.ndarray | None = None, limit: int = LIMIT
) -> tuple[Reference, np.ndarray]:
    """Run a job once for each fault; return its effects without a fault, and an Outcome for each fault.

    A job that lasts longer than `limit` cycles is endless.
    """
    with tempfile.TemporaryDirectory(prefix="vambrace-") as name:
        work = Path(name)
        (work / "memory").write_bytes(job.memory())
        command = [str(simulator()), "--netlist", str(prepared.program), "--memory", str(work / "memory")]
        command += [word for index, value in job.writes() for word in ("--write", f"{index}={value}")]
        command += ["--tail", str(TAIL), "--bound", str(limit), "--parent", str(os.getpid())]
        if faults is not None:
            (work / "faults").write_bytes(faults.astype(np.uint32).tobytes())
            command += ["--faults", str(work / "faults"), "--results", str(work / "results")]
        done = children.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace")
        if done.returncode != 0:
            words = done.stderr.strip().split("\n")[0] or f"exit code {done.returncode}"
            raise VambraceError(f"the simulation of faults failed: {words}")
        reference = json.loads(done.stdout)
        results = np.zeros(0, dtype=np.uint8)
        if faults is not None:
            results = np.fromfile(work / "results", dtype=np.uint8)
    return Reference(**{**reference, "memory": bytes.fromhex(reference["memory"])}), results
