# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Places of a trade-off out of records: those that are given, else those that bench, area, memory and energy make.

Cycles and energy are those of the forward operation without key set-up; bytes are code, static data and the worst
case of the stack, key set-up included; kGE are the core with its units and, where there is one, the engine.
"""

import importlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any

from vambrace import config
from vambrace.base.errors import UsageError
from vambrace.measure import area, bench, memory
from vambrace.results.pareto import OURS, Place
from vambrace.silicon import parts
from vambrace.silicon.liberty import Liberty

#: What makes a record one of each kind.
KINDS: dict[str, Callable[[dict], bool]] = {
    "area": lambda r: r.get("record") == "area",
    "energy": lambda r: r.get("record") == "energy",
    "memory": lambda r: r.get("record") == "memory",
    "bench": lambda r: r.get("record") in ("bench", "throughput") and r.get("library") == "vambrace",
}


class Records:
    """Records by what they are of. Of two for the same, the last counts."""

    def __init__(self) -> None:
        self._found: dict[tuple, dict] = {}

    def add(self, records: Iterable[dict]) -> int:
        """Take in what is of use; return how many that were."""
        count = 0
        for r in records:
            kind = next((kind for kind, fits in KINDS.items() if fits(r)), None)
            if kind is not None and r.get("core") and not _cold(r):
                self._found[self._key(kind, r)] = r
                count += 1
        return count

    @staticmethod
    def _key(kind: str, r: dict) -> tuple:
        of_point = (kind, r["core"], r["extensions"])
        if kind == "area":
            return of_point
        of_call = (*of_point, r["profile"], r["algorithm"], r["operation"])
        return of_call if kind == "memory" else (*of_call, r["scenario"])

    def get(self, kind: str, task: bench.Task) -> dict | None:
        """The record of a kind for the forward operation of a task."""
        point = task.point
        of_point = (kind, point.core.name, point.extensions.name)
        of_call = (*of_point, point.profile, task.algorithm.name, task.algorithm.operations[0])
        key = {"area": of_point, "memory": of_call}.get(kind, (*of_call, task.scenario.name))
        return self._found.get(key)


def _cold(record: dict) -> bool:
    return record.get("configuration", {}).get("caches") == "cold"


@dataclass(frozen=True)
class _Step:
    """Something to measure, in the form that bench.run_all takes."""

    label: str
    model: Any
    task: Any
    records: Callable[[Any], list[dict]]


def _energy() -> ModuleType | None:
    """The module that measures energy, where this installation has it."""
    try:
        return importlib.import_module("vambrace.measure.energy")
    except ImportError:
        return None


def can_measure_energy() -> bool:
    return _energy() is not None


def energy_records(task: bench.Task, liberty: Path | None = None) -> list[dict]:
    """Return the records of energy of a task; none where this installation cannot measure it."""
    energy = _energy()
    return energy.measure(energy.Task(task, energy.Options(energy.library_of(liberty)))) if energy else []


def steps(
    tasks: list[bench.Task], have: Records, with_energy: bool = False, liberty: Path | None = None
) -> list[_Step]:
    """Return what is still to be measured, but for areas. Energy is that of the cells of `liberty`."""
    found: dict[tuple, _Step] = {}
    for t in tasks:
        if have.get("bench", t) is None:
            found["bench", t] = _Step(t.label, t.model, t, bench.records)
        if have.get("memory", t) is None:
            m = memory.Task(t.point, t.algorithm)
            found["memory", m] = _Step(m.label, t.model, m, memory.records)
        if with_energy and have.get("energy", t) is None:
            found["energy", t] = _Step(f"{t.label} energy", t.model, t, partial(energy_records, liberty=liberty))
    return list(found.values())


def measure(steps: list[_Step], done: Callable[[str], None], failed: Callable[[str], None]) -> list[dict]:
    return bench.run_all(steps, done, failed, lambda step: step.records(step.task))


def subjects(tasks: list[bench.Task], have: Records) -> list[parts.Subject]:
    """Return what is still to be synthesised."""
    return [parts.of_point(t.point) for t in {t.point: t for t in tasks}.values() if have.get("area", t) is None]


def synthesise(
    wanted: list[parts.Subject], liberty: Liberty, done: Callable[[str], None], failed: Callable[[str], None]
) -> list[dict]:
    return [area.record(a) for a in area.measure(wanted, liberty, False, done, failed)]


def check_one_flow(places: list[Place]) -> None:
    """UsageError where areas are of several libraries or flows: they cannot be compared."""
    made = {(a.get("liberty"), a.get("liberty_hash"), a.get("flow")) for p in places if (a := p.detail.get("area"))}
    if len(made) > 1:
        names = sorted(f"{liberty} ({str(hash_)[:8]}), flow {flow}" for liberty, hash_, flow in made)
        raise UsageError(f"areas of different libraries or flows cannot be compared: {'; '.join(names)}")


def places(tasks: list[bench.Task], have: Records) -> list[Place]:
    """Return the places of all tasks that were measured and synthesised."""
    found = []
    for t in tasks:
        measured, synthesised = have.get("bench", t), have.get("area", t)
        if measured is None or synthesised is None:
            continue
        size, energy = have.get("memory", t), have.get("energy", t)
        point = f"{t.point.core.name}/{t.point.extensions.name}"
        detail = {"operation": measured["operation"], "profile": t.point.profile,
                  "tools": {**synthesised["tools"], **measured["tools"]},
                  "area": synthesised["configuration"], "energy": energy and energy["model"],
                  "energy_kge": energy and energy.get("kge")}  # fmt: skip
        found.append(Place(
            point, OURS, t.algorithm.name, t.scenario.name, synthesised["kge"], measured["cycles"],
            size and size["sum_bytes"], energy and energy["total_nj"], detail=detail,
        ))  # fmt: skip
    return found


def tasks(points: list[config.Point], algorithms: list[str], scenarios: list[str], every: bool) -> list[bench.Task]:
    """Return a task for each place; extension sets that change nothing for an algorithm only with `every`."""
    known, shapes = config.algorithms(), config.scenarios()
    return [
        bench.Task(p, known[a], shapes[s])
        for a in algorithms for s in scenarios for p in points if every or known[a].gains_from(p.extensions)
    ]  # fmt: skip
