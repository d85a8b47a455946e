# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Simulates a netlist at gate level (soc/gates): builds the simulator, writes its input, reads its counts."""

import json
import os
import subprocess
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from vambrace.base import children, code, store, tools
from vambrace.base.errors import VambraceError
from vambrace.base.paths import root
from vambrace.silicon import circuit, synthesis, yosys
from vambrace.silicon.circuit import Circuit
from vambrace.silicon.liberty import Liberty
from vambrace.silicon.parts import Part
from vambrace.software.running.simulate import RAM_BASE, Machine, Memory
from vambrace.software.toolchain.elf import Elf

_FLAGS = ("-std=gnu++17", "-O3")


def _sources() -> list[Path]:
    bench = root() / "soc" / "sim"
    return [
        *sorted((root() / "soc" / "gates").glob("*.cpp")),
        *(bench / f"{n}.cpp" for n in ("counters", "memory", "options", "window")),
    ]


def simulator_key() -> str:
    headers = [p for folder in ("gates", "sim") for p in sorted((root() / "soc" / folder).rglob("*.h"))]
    files = store.digest_files([*_sources(), *headers], comments=False)
    return store.digest(tools.version("g++"), _FLAGS, files)


def simulator() -> Path:
    """Return the path of the simulator, which serves all netlists; build it if it is not in the cache."""

    def build(work: Path) -> None:
        folders = [f"-I{root() / 'soc' / name}" for name in ("gates", "sim")]
        tools.run(["g++", *_FLAGS, *folders, "-o", str(work / "gates"), *map(str, _sources())])

    return store.entry("gates", simulator_key(), build) / "gates"


@dataclass(frozen=True)
class Prepared:
    """A netlist ready for simulation: its folder has gates.txt."""

    key: str
    folder: Path
    circuit: Circuit

    @property
    def program(self) -> Path:
        return self.folder / "gates.txt"


def prepare(part: Part, liberty: Liberty, hierarchy: bool = False) -> Prepared:
    """Synthesise a part with the area flow and convert its netlist for the simulator, both cached. With `hierarchy`,
    instances have the path of their module.
    """
    key = prepared_key(synthesis.key(part, liberty, hierarchy=hierarchy))

    def build(work: Path) -> None:
        mapped = synthesis.netlist(part, liberty, hierarchy=hierarchy)
        convert(mapped.verilog, part.top, liberty, work)

    folder = store.entry("circuit", key, build)
    return Prepared(key, folder, circuit.load(folder / "circuit.json", liberty))


def prepared_key(netlist_key: str) -> str:
    """Return the hash of a circuit's inputs; the netlist's hash covers the library."""
    return store.digest(netlist_key, code.files("vambrace.silicon.circuit"), code.of(convert))


def convert(verilog: Path, top: str, liberty: Liberty, work: Path) -> None:
    """Convert a Verilog netlist for the simulator: gates.txt and circuit.json in the folder `work`."""
    commands = [
        f"read_liberty -lib {liberty.path}",
        f"read_verilog {verilog}",
        f"hierarchy -top {top}",
        "flatten -noscopeinfo",
        "write_json yosys.json",
    ]
    yosys.run(commands, work)
    graph, program = circuit.read(work / "yosys.json", liberty)
    (work / "gates.txt").write_text(program)
    graph.save(work / "circuit.json")
    (work / "yosys.json").unlink()


@dataclass(frozen=True)
class Window:
    """Cycles of a run to count in; the first cycle of a run is 0."""

    first: int
    cycles: int


@dataclass(frozen=True)
class Activity:
    """The activity in a window: toggles of each net, and bits transferred at memory ports."""

    cycles: int
    toggles: np.ndarray
    bits: dict[str, int]  # {instr,data,mem,hold}_{read,written}


@dataclass(frozen=True)
class GateRun:
    """The end of a run: counts of the windows that it completed, its total cycles, and the requested RAM contents."""

    end: str
    exit_code: int
    cycles: int
    activity: list[Activity]
    dumps: dict[str, bytes]


def simulate(prepared: Prepared, elf: Elf, machine: Machine, memory: Memory, windows: Sequence[Window]) -> GateRun:
    """Run a program on the netlist of a core, as running.simulate does on its RTL; windows must be in order."""
    with tempfile.TemporaryDirectory(prefix="vambrace-") as name:
        work = Path(name)
        command = [
            str(simulator()),
            "--netlist",
            str(prepared.program),
            *machine.options,
            "--stats",
            str(work / "stats.json"),
            "--toggles",
            str(work / "toggles"),
        ]
        for number, (address, data) in enumerate([(RAM_BASE, elf.image(RAM_BASE)), *memory.load.items()]):
            (work / f"load{number}").write_bytes(data)
            command += ["--load", f"{address:#x}={work / f'load{number}'}"]
        for dump, (address, length) in memory.dump.items():
            command += ["--dump", f"{address:#x}:{length}={work / dump}"]
        for window in windows:
            command += ["--count", f"{window.first}:{window.cycles}"]
        _run(command)
        stats = json.loads((work / "stats.json").read_text())
        toggles = np.fromfile(work / "toggles", dtype=np.uint64).reshape(-1, prepared.circuit.nets)
        dumps = {dump: (work / dump).read_bytes() for dump in memory.dump}
    if stats["end"] == "interrupted":
        raise KeyboardInterrupt
    activity = [
        Activity(window.cycles, row, bits) for window, row, bits in zip(windows, toggles, stats["counts"], strict=False)
    ]
    return GateRun(stats["end"], stats["exit_code"], stats["cycles"], activity, dumps)


def follow(prepared: Prepared, stimulus: Sequence[dict[str, int]]) -> tuple[list[dict[str, int]], Activity]:
    """Apply the changed inputs of each cycle to any netlist; return the values of all ports in each cycle, and the
    toggles of all cycles except the first, which has no predecessor.
    """
    with tempfile.TemporaryDirectory(prefix="vambrace-") as name:
        work = Path(name)
        lines = [" ".join(f"{port}={value}" for port, value in cycle.items()) for cycle in stimulus]
        (work / "stimulus").write_text("\n".join(lines) + "\n")
        command = [str(simulator()), "--netlist", str(prepared.program), "--toggles", str(work / "toggles")]
        out = _run([*command, "--stimulus", str(work / "stimulus")])
        toggles = np.fromfile(work / "toggles", dtype=np.uint64)
    seen = [{n: int(v) for n, v in (word.split("=") for word in line.split())} for line in out.splitlines()]
    return seen, Activity(len(stimulus) - 1, toggles, {})


def _run(command: list[str]) -> str:
    command = [*command, "--parent", str(os.getpid())]
    done = children.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace")
    if done.returncode != 0:
        words = done.stderr.strip().split("\n")[0] or f"exit code {done.returncode}"
        raise VambraceError(f"the simulation of gates failed: {words}")
    return str(done.stdout)
