# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Energy per packet of acceleration points: the netlist runs the program that `vambrace bench` runs.

The RTL model runs it first. It determines the cycles in which a call begins and ends; the netlist must end in the same
cycle with the same bytes in memory, which the independent implementation has checked. Toggles of all nets are counted
in all cycles of a call, without sampling, because each cycle must be simulated anyway.
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any, overload

import numpy as np

from vambrace import __version__
from vambrace.base import code, store, tools
from vambrace.base.errors import VambraceError
from vambrace.config import Point
from vambrace.hardware import model, rtl
from vambrace.measure import bench, calls, measured, needs, origins, subjects
from vambrace.measure.kinds.energy import Configuration, Energy, Model
from vambrace.results.kind import Selector
from vambrace.results.origin import SYNTHESIS, Origin, files, netlist
from vambrace.results.schema import Json
from vambrace.silicon import MEMORY, READ_FJ, WRITE_FJ, gates, liberty, parts, power, synthesis
from vambrace.silicon.gates import Activity, Prepared, Window
from vambrace.silicon.liberty import Liberty
from vambrace.software.oracles import messages
from vambrace.software.running import aead
from vambrace.software.running.jobs import OK, Job, decode
from vambrace.software.toolchain.elf import Elf


@dataclass(frozen=True)
class Options:
    """The assumptions of energies, and the netlist."""

    library: Path | None = None  # None: the default
    conditions: power.Conditions = field(default_factory=power.Conditions)
    read_fj: float = READ_FJ  # fJ for each bit read from a memory
    write_fj: float = WRITE_FJ  # fJ for each bit written to a memory
    modules: bool = False  # also by module, from a netlist that preserves modules
    every_unit: bool = False  # engines with all cipher units instead of only the algorithm's


@dataclass(frozen=True)
class Task:
    """One program on one netlist."""

    run: bench.Task
    options: Options

    @property
    def label(self) -> str:
        return self.run.label

    @property
    def part(self) -> parts.Part:
        return parts.to_simulate(self.run.point, self.run.algorithm, self.options.every_unit)

    @property
    def model(self) -> model.ModelSpec:
        return self.run.model


def tasks(runs: Sequence[bench.Task], options: Options) -> list[Task]:
    """Return the tasks. UsageError for a point that has no netlist, before anything is built."""
    all_tasks = [Task(t, options) for t in runs]
    for task in all_tasks:
        _ = task.part
    return all_tasks


@dataclass(frozen=True)
class Measured:
    """The toggles counted in one operation, and in its key set-up."""

    operation: str
    activity: Activity
    setup: Activity | None  # None for a hash


def measure(task: Task) -> list[Json]:
    """Return a record for each operation."""
    library = liberty.load(task.options.library or liberty.default_path())
    part = task.part
    prepared = gates.prepare(part, library)
    expected = messages.packet(task.run.algorithm, task.run.scenario)
    elf = task.run.runner()
    figures = power.Model(prepared.circuit, library, task.options.conditions)
    measurements = activity(task, prepared, elf, expected)
    by_module: list[dict[str, float | None] | None] = [None] * len(measurements)
    if task.options.modules:
        with_hierarchy = gates.prepare(part, library, hierarchy=True)
        same = power.Model(with_hierarchy.circuit, library, task.options.conditions)
        by_module = [_modules(same, m) for m in activity(task, with_hierarchy, elf, expected)]
    return [_record(task, library, figures, m, modules) for m, modules in zip(measurements, by_module, strict=True)]


def activity(task: Task, prepared: Prepared, elf: Elf, expected: Sequence[messages.Expected]) -> list[Measured]:
    """Run the packet on the RTL and on the netlist, from the cache if the inputs are unchanged."""
    jobs = [e.job for e in expected]
    memory = aead.memory_of_jobs(elf, jobs)
    key = store.digest(
        code.files("vambrace.software.running.aead", "vambrace.software.running.simulate", "vambrace.silicon.gates"),
        code.of(_run_both, _calls),
        model.key(task.model),
        prepared.key,
        gates.simulator_key(),
        elf.path.read_bytes(),
        [[address, data.hex()] for address, data in memory.load.items()],
    )

    def build(work: Path) -> None:
        measured = _run_both(task, prepared, elf, expected)
        every = [a for m in measured for a in (m.activity, m.setup) if a]
        np.save(work / "toggles.npy", np.array([a.toggles for a in every]))
        rows = [[a.cycles, a.bits] for a in every]
        (work / "activity.json").write_text(json.dumps({"rows": rows, "setup": [bool(m.setup) for m in measured]}))

    folder = store.entry("activity", key, build)
    recorded = json.loads((folder / "activity.json").read_text())
    toggles = np.load(folder / "toggles.npy")
    every = iter([Activity(cycles, row, bits) for row, (cycles, bits) in zip(toggles, recorded["rows"], strict=True)])
    return [
        Measured(job.op, next(every), next(every) if setup else None)
        for job, setup in zip(jobs, recorded["setup"], strict=True)
    ]


def _run_both(task: Task, prepared: Prepared, elf: Elf, expected: Sequence[messages.Expected]) -> list[Measured]:
    algorithm, jobs = task.run.algorithm, [e.job for e in expected]
    outcome = aead.simulate_jobs(model.build(task.model), algorithm, elf, jobs)
    _check_results(task, expected, outcome.dumps["image"])
    late = task.run.point.core.rvfi_delay  # cycles by which the RTL model reports an instruction after its last one

    def windows(name: str) -> list[Window]:
        starts, counts = outcome.starts.get(name, []), outcome.windows.get(name, [])
        return [Window(s - late, c.cycles) for s, c in zip(starts, counts, strict=True)]

    calls = _calls(task, jobs, windows)
    setups = windows("init") if algorithm.kind != "hash" else [None] * len(jobs)
    if len(setups) != len(jobs):
        raise VambraceError(f"{task.label}: {len(setups)} calls set up a key in {len(jobs)} jobs")
    every = sorted((w for w in (*calls, *setups) if w), key=lambda w: w.first)
    memory = aead.memory_of_jobs(elf, jobs)
    machine = replace(aead.machine_of_jobs(), max_cycles=outcome.total.cycles + 100)  # enough to detect a late end
    run = gates.simulate(prepared, elf, machine, memory, every)
    if (run.end, run.exit_code) != ("exit", 0) or run.cycles != outcome.total.cycles:
        raise VambraceError(
            f"{task.label}: the netlist and the RTL differ: the netlist's run ended after {run.cycles} cycles ("
            f"{run.end} {run.exit_code}), the RTL's after {outcome.total.cycles}"
        )
    if run.dumps != outcome.dumps:
        raise VambraceError(f"{task.label}: the netlist and the RTL leave different data in memory")
    by_window = dict(zip(every, run.activity, strict=True))
    return [
        Measured(job.op, by_window[call], by_window[setup] if setup else None)
        for job, call, setup in zip(jobs, calls, setups, strict=True)
    ]


def _calls(task: Task, jobs: Sequence[Job], windows: Callable[[str], list[Window]]) -> list[Window]:
    by_function = {name: iter(windows(name)) for name in {task.run.algorithm.function(job.op) for job in jobs}}
    return [next(by_function[task.run.algorithm.function(job.op)]) for job in jobs]


def _check_results(task: Task, expected: Sequence[messages.Expected], image: bytes) -> None:
    for (job, out, tag), result in zip(expected, decode(image, [e.job for e in expected]), strict=True):
        correct = result.init_status == OK and result.status == OK and (result.out, result.tag) == (out, tag)
        if not correct or result.violations:
            details = "; ".join(result.violations) or f"status {result.status}, output differs"
            raise messages.WrongResult(f"{task.label}: {job.op} gave a wrong result: {details}")


def _memories(a: Activity, options: Options) -> dict[str, float]:
    """Return the energy of accesses to the memories, in picojoules."""

    def energy(*ports: str) -> float:
        read, written = (sum(a.bits[f"{p}_{way}"] for p in ports) for way in ("read", "written"))
        return (read * options.read_fj + written * options.write_fj) * 1e-3

    bits = {**a.bits, "instr_written": 0}
    a = Activity(a.cycles, a.toggles, bits)
    return {"instruction": energy("instr"), "data": energy("data", "mem"), "engine": energy("hold")}


@overload
def _nj(energy: float) -> float: ...
@overload
def _nj(energy: float | None) -> float | None: ...
def _nj(energy: float | None) -> float | None:
    return None if energy is None else energy * 1e-3


def _total(figures: power.Model, a: Activity, options: Options) -> float | None:
    return power.add(figures.energy(a.toggles, a.cycles).total, *_memories(a, options).values())


def _modules(figures: power.Model, m: Measured) -> dict[str, float | None]:
    by_path = figures.energy(m.activity.toggles, m.activity.cycles).modules
    return {path or "(top)": _nj(energy) for path, energy in sorted(by_path.items())}


def _record(
    task: Task, library: Liberty, figures: power.Model, m: Measured, modules: dict[str, float | None] | None
) -> Json:
    options, run = task.options, task.run
    point, extensions = run.point, run.point.extensions
    a = m.activity
    core, memories = figures.energy(a.toggles, a.cycles), _memories(a, options)
    part = task.part
    unit = library.nand2.area if library.nand2 else 0.0
    components: dict[str, Any] = {f"{name}_nj": _nj(energy) for name, energy in core.components.items()}
    return Energy(
        **calls.of_point(point),
        block=None,
        engine=parts.engine_label(part) if extensions.engine else None,
        coupling=f"vmb_couple_{parts.coupling_name(point)}" if extensions.engine else None,
        algorithm=run.algorithm.name,
        kind=run.algorithm.kind,
        scenario=run.scenario.name,
        operation=m.operation,
        ad_bytes=run.scenario.ad if run.algorithm.has_ad else 0,
        message_bytes=run.algorithm.longest(run.scenario.message),
        cycles=a.cycles,
        total_nj=_nj(power.add(core.total, *memories.values())),
        core_nj=_nj(core.total),
        **components,
        leakage_nj=_nj(core.leakage),
        internal_nj=_nj(core.internal),
        switching_nj=_nj(core.switching),
        instruction_memory_nj=_nj(memories["instruction"]),
        data_memory_nj=_nj(memories["data"]),
        engine_memory_nj=_nj(memories["engine"]) if extensions.engine else None,
        key_setup_nj=_nj(_total(figures, m.setup, options)) if m.setup else None,
        bits=a.bits,
        modules_nj=modules,
        kge=synthesis.netlist(part, library).area / unit / 1000 if unit else None,
        checked=True,
        missing=figures.missing,
        model=Model(
            delays="none, so no glitches",
            wires="none: a net's capacitance is that of its input pins",
            clock_tree="none: one net with all clock pins",
            flow="area",
            library=library.name,
            library_hash=library.digest,
            voltage=library.voltage,
            slew_ns=options.conditions.slew,
            leakage_at_mhz=options.conditions.frequency,
            memory=MEMORY if (options.read_fj, options.write_fj) == (READ_FJ, WRITE_FJ) else "given",
            read_fj_per_bit=options.read_fj,
            write_fj_per_bit=options.write_fj,
            window=f"all cycles of the call of {run.algorithm.function(m.operation)}",
        ),
        tools=_tools(point.core.upstream),
        configuration=Configuration(
            part=part.label, core_parameters=point.core.parameters, units=list(extensions.units)
        ),
    ).json()


@cache
def _tools(upstream: str) -> dict[str, str]:
    names = ("riscv64-unknown-elf-gcc", "picolibc", "verilator", "g++", "pyosys")
    return {"vambrace": __version__, **{n: tools.version(n) for n in names}, upstream: rtl.version(upstream)}


def _task(selector: Selector, point: str) -> Task:
    return Task(bench.call(selector, point), Options())


def _name(task: Task) -> tuple[str, ...]:
    o = task.options
    return (
        *bench.name(task.run),
        subjects.cells(o.library),
        repr(o.conditions),
        repr(o.read_fj),
        repr(o.write_fj),
        "modules" * o.modules,
        "every unit" * o.every_unit,
    )


def _seconds(task: Task) -> float:
    """Return half a minute for synthesis, plus a second for 35,000 cycles of software in both directions, at 200 cycles
    per byte. An engine's netlist takes minutes, but its calls are short.
    """
    extensions, scenario = task.run.point.extensions, task.run.scenario
    return 240 if extensions.accelerator else 40 + 0.01 * (scenario.ad + scenario.message)


def _origin(task: Task) -> Origin:
    run = task.run
    cells = netlist(f"{run.point.core.name}/{run.point.extensions.name}", run.algorithm.name, task.options.every_unit)
    return origins.call(
        __name__, run.point, run.algorithm, run.scenario.name, more=[cells, files("soc/gates/*")], tools=SYNTHESIS
    )


def _usual(points: Sequence[Point]) -> list[Task]:
    return [Task(call, Options()) for call in bench.usual_calls(calls.points_or_reference(points))]


MEASURED = measured.Measured(_task, _name, measure, _origin, _seconds, needs.models, long=True, usual=_usual)
