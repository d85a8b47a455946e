# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Runs a program on a simulation model and reads the counts of the test bench."""

import json
import os
import signal
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from vambrace.base import children, memo, store
from vambrace.base.errors import UsageError, VambraceError
from vambrace.base.output import ClosedPipe, WriteError
from vambrace.software.running.devices import STDIN, Devices
from vambrace.software.toolchain.elf import Elf

RAM_BASE = 0x80000000

_GRACE = 10.0  # seconds for a model to close its frame file

_UNWRITABLE, _UNUSABLE = 3, 4  # exit codes of a model (soc/sim/main.cpp)

# RISC-V Privileged Architecture, "Machine Cause Register"; the last line is specific to CV32E40X, which reports data
# bus errors by a non-maskable interrupt.
TRAP_CAUSES = {
    0: "instruction address misaligned", 1: "instruction access fault", 2: "illegal instruction",
    3: "breakpoint", 4: "load address misaligned", 5: "load access fault",
    6: "store address misaligned", 7: "store access fault", 11: "environment call",
    48: "instruction bus fault", 0x80000400: "load bus fault", 0x80000401: "store bus fault",
}  # fmt: skip

#: Causes of accesses that a core does not execute.
_MISALIGNED = (4, 6)


def _built_for_others(place: str) -> str:
    """Return an additional hint for a misaligned access in the library's code."""
    if not place.startswith("vmb_"):
        return ""
    return "; the library makes misaligned accesses: build it without VAMBRACE_MISALIGNED, or with --accesses aligned"


@dataclass(frozen=True)
class Counts:
    """The counts of a window. Cycles are exact clock cycles of the RTL; bytes are those on the instruction bus and
    those that instructions load and store. The hashes are equal if the same instructions were executed in the same
    order, and if the same addresses were read and written in the same order and sizes. `counters` are those of
    soc/sim/counters.h, None if the core does not expose the event.
    """

    cycles: int
    instret: int
    bytes_fetched: int | None  # None with an instruction cache, where the bus does not show them
    bytes_loaded: int
    bytes_stored: int
    stack_bytes: int = 0
    pc_hash: str = ""
    data_hash: str = ""
    counters: dict[str, int | None] = field(default_factory=dict, hash=False)


@dataclass(frozen=True)
class Outcome:
    """The end of a run: `end` is exit, trap, hang, misaligned, interrupted or alert."""

    end: str
    exit_code: int
    pc: int
    trap: dict[str, int]
    misaligned: dict[str, int]  # the access that ended a run with strict alignment
    total: Counts
    windows: dict[str, list[Counts]]
    dumps: dict[str, bytes]
    #: window: for each call {address: (retirements, cycles)}, if a profile was requested
    profiles: dict[str, list[dict[int, tuple[int, int]]]] = field(default_factory=dict)
    #: window: for each call the cycle in which the core reported the call instruction
    starts: dict[str, list[int]] = field(default_factory=dict)

    def describe(self, elf: Elf) -> str:
        """Return one line on a run that did not end by its program's exit."""
        if self.end == "trap":
            cause, pc, value = self.trap["cause"], self.trap["pc"], self.trap["value"]
            name, place = TRAP_CAUSES.get(cause, f"cause {cause:#x}"), elf.function_at(pc)
            if cause in _MISALIGNED:
                return f"trap: {name} at {pc:#010x} in {place}, address {value:#010x}{_built_for_others(place)}"
            return f"trap: {name} at {pc:#010x} in {place}, value {value:#x}"
        if self.end == "hang":
            return f"still running after {self.total.cycles} cycles: at {self.pc:#010x} in {elf.function_at(self.pc)}"
        if self.end == "misaligned":
            address, size = self.misaligned["address"], self.misaligned["bytes"]
            place = elf.function_at(self.pc)
            where = f"by the instruction at {self.pc:#010x} in {place}"
            return f"misaligned access: {size} bytes at {address:#010x}, {where}{_built_for_others(place)}"
        return f"{self.end} at {self.pc:#010x} in {elf.function_at(self.pc)}"


@dataclass(frozen=True)
class Machine:
    """Settings of the simulated system that need no new model."""

    ram_bytes: int = 1 << 20
    wait_instr: int = 0
    wait_data: int = 0
    wait_mem: int = 0  # for an engine's own accesses
    max_cycles: int = 100_000_000
    strict_alignment: bool = False  # end the run at an access that is not aligned to its size
    random_waits: int = 0  # a seed: each access has a random number of wait states, up to the maximum
    wait_grant: int = 0  # with it, the core's next request waits up to this many additional cycles, at random
    shared_port: bool = False  # loads, stores and the engine's accesses share a RAM port
    #: Without a fence, an engine sees stores of the core, and vice versa, up to this many cycles later, in any order
    #: (soc/sim/store_buffer.h). 0: at once. Only for cores without caches.
    store_buffer: int = 0
    #: An address and a number of cycles: the external interrupt rises that long after a store to it, until a load from
    #: it.
    late_irq: tuple[int, int] | None = None
    devices: Devices = field(default_factory=Devices)

    @property
    def options(self) -> list[str]:
        """The options that models of RTL and of netlists have."""
        names = ("ram_bytes", "wait_instr", "wait_data", "wait_mem", "random_waits", "max_cycles")
        pairs = [(f"--{name.removesuffix('_bytes').replace('_', '-')}", str(getattr(self, name))) for name in names]
        return [part for option in pairs for part in option]


@dataclass
class Memory:
    """Bytes to load into the RAM before reset, and ranges to read after the run."""

    load: dict[int, bytes] = field(default_factory=dict)
    dump: dict[str, tuple[int, int]] = field(default_factory=dict)  # name: (address, length)


def simulate(
    model: Path,
    elf: Elf,
    machine: Machine = Machine(),
    windows: dict[str, int] | None = None,
    memory: Memory | None = None,
    console: int | None = subprocess.DEVNULL,
    trace: Path | None = None,
    profile: bool = False,
    cached: bool = False,
    rvfi: int | None = None,
    frames: Path | None = None,
) -> Outcome:
    """Run `elf` on `model` until it ends. `windows` maps names to function addresses; `console` is the destination of
    the program's output, as for subprocess: None is our standard output. WriteError if it cannot be written, ClosedPipe
    if its reader closed it. `rvfi`: a file descriptor for the trace of soc/sim/rvfi.h; `frames`: a file for all frames
    of the packet interface, complete even if a signal ends the run. With `cached` a cached run is not repeated
    (vambrace.base.memo), unless its output or a trace is requested.
    """
    memory = memory or Memory()
    options = _options(machine, windows or {})
    loads = [(RAM_BASE, elf.image(RAM_BASE)), *memory.load.items()]

    def run() -> memo.Files:
        stdin = None if machine.devices.uart_in == STDIN else subprocess.DEVNULL
        return _run(model, options, loads, memory.dump, stdin, console, trace, profile, rvfi, frames)

    alone = trace is None and rvfi is None and frames is None and not machine.devices.reads
    if cached and console == subprocess.DEVNULL and alone:
        key = store.digest(
            "simulate",
            memo.content(model),
            options,
            profile,
            list(memory.dump.items()),
            [[address, store.digest(data)] for address, data in loads],
        )
        before = {address: data for address, data in loads}
        left = memo.recall(key, run, {n: before[at] for n, (at, _) in memory.dump.items() if at in before})
    else:
        left = run()
    stats = json.loads(left.pop(_STATS))
    taken = json.loads(left.pop(_PROFILE)) if profile else {}
    starts = {name: [c.pop("start_cycle") for c in calls] for name, calls in stats["windows"].items()}
    return Outcome(
        end=stats["end"],
        exit_code=stats["exit_code"],
        pc=stats["pc"],
        trap=stats["trap"],
        misaligned=stats["misaligned"],
        total=Counts(**stats["total"]),
        windows={name: [Counts(**c) for c in calls] for name, calls in stats["windows"].items()},
        dumps=left,
        profiles={
            name: [{int(pc): (times, cycles) for pc, (times, cycles) in call.items()} for call in calls]
            for name, calls in taken.items()
        },
        starts=starts,
    )


#: Output files of a model besides its dumps: not valid as names of dumps.
_STATS, _PROFILE = "/stats", "/profile"


def _options(machine: Machine, windows: dict[str, int]) -> list[str]:
    """Return the options of a model that name no file."""
    return [
        *machine.options,
        *(part for window, address in sorted(windows.items()) for part in ("--window", f"{window}={address:#x}")),
        *(["--strict-alignment"] if machine.strict_alignment else []),
        *(["--wait-grant", str(machine.wait_grant)] if machine.wait_grant else []),
        *(["--shared-port"] if machine.shared_port else []),
        *(["--store-buffer", str(machine.store_buffer)] if machine.store_buffer else []),
        *(["--late-irq", "{:#x}:{}".format(*machine.late_irq)] if machine.late_irq else []),
        *machine.devices.options,
    ]


def _run(
    model: Path,
    options: list[str],
    loads: list[tuple[int, bytes]],
    dumps: dict[str, tuple[int, int]],
    stdin: int | None,
    console: int | None,
    trace: Path | None,
    profile: bool,
    rvfi: int | None,
    frames: Path | None,
) -> memo.Files:
    """Start a model; return the files that it writes."""
    with tempfile.TemporaryDirectory(prefix="vambrace-") as name:
        work = Path(name)
        command = [str(model), *options, "--stats", str(work / "stats.json"), "--parent", str(os.getpid())]
        for number, (address, data) in enumerate(loads):
            (work / f"load{number}").write_bytes(data)
            command += ["--load", f"{address:#x}={work / f'load{number}'}"]
        for number, (address, length) in enumerate(dumps.values()):
            command += ["--dump", f"{address:#x}:{length}={work / f'dump{number}'}"]
        if profile:
            command += ["--profile", str(work / "profile.json")]
        if trace is not None:
            command += ["--trace", str(trace)]
        if rvfi is not None:
            command += ["--rvfi", f"/dev/fd/{rvfi}"]
        if frames is not None:
            command += ["--trace-net", str(frames)]
        ending: dict[str, Any] = {"grace": _GRACE} if frames is not None else {}
        if stdin is None:  # a process in the terminal's group may read from it
            ending["process_group"] = None
        sys.stdout.flush()
        done = children.run(
            command,
            **ending,
            stdin=stdin,
            text=True,
            errors="replace",
            stdout=console,
            stderr=subprocess.PIPE,
            pass_fds=() if rvfi is None else (rvfi,),
        )
        _check(done)
        left = {_STATS: (work / "stats.json").read_bytes()}
        if profile:
            left[_PROFILE] = (work / "profile.json").read_bytes()
        left |= {dump: (work / f"dump{number}").read_bytes() for number, dump in enumerate(dumps)}
    if json.loads(left[_STATS])["end"] == "interrupted":
        raise KeyboardInterrupt
    return left


def _check(done: subprocess.CompletedProcess[str]) -> None:
    """Raise the error of a model that did not report its run."""
    if done.returncode == -signal.SIGPIPE:
        raise ClosedPipe
    if done.returncode == _UNWRITABLE:
        raise WriteError("cannot write to standard output; free space or write to another file")
    if done.returncode == _UNUSABLE:
        raise UsageError(done.stderr.strip())
    if done.returncode != 0:
        words = done.stderr.strip().split("\n")[0] or f"exit code {done.returncode}"
        raise VambraceError(f"the simulation failed: {words}")
