# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Places of a trade-off, from given records, or otherwise from those that bench, area, memory and energy measure.

Cycles and energy are those of the forward operation without key set-up; bytes are code, static data and the worst-case
stack including key set-up; kGE are the core with its function units and, if there is one, the engine.
"""

import importlib
from collections.abc import Iterable
from pathlib import Path

from vambrace.base.errors import UsageError
from vambrace.measure import area, bench, memory, planner
from vambrace.measure.planner import Measurement
from vambrace.results import recipes
from vambrace.results.pareto import OURS, Place
from vambrace.results.schema import Json
from vambrace.silicon import parts

#: The record kinds that a place needs.
KINDS = ("area", "energy", "memory", "bench")


class Records:
    """Records by subject. Of two records of the same subject, the last counts."""

    def __init__(self) -> None:
        self._records: dict[tuple[str, ...], Json] = {}

    def add(self, records: Iterable[Json]) -> int:
        """Add the useful records; return their number."""
        count = 0
        for r in records:
            kind = {"throughput": "bench"}.get(r.get("record", ""), r.get("record", ""))
            if kind in KINDS and r.get("core") and r.get("library", "vambrace") == "vambrace" and not _cold(r):
                self._records[self._key(kind, r)] = r
                count += 1
        return count

    @staticmethod
    def _key(kind: str, r: Json) -> tuple[str, ...]:
        of_point = (kind, r["core"], r["extensions"])
        if kind == "area":
            return (*of_point, *["recipes"] * _has_recipes(r))
        of_call = (*of_point, r["profile"], r["accesses"], r["algorithm"], r["operation"])
        return of_call if kind == "memory" else (*of_call, r["scenario"])

    def get(self, kind: str, task: bench.Task) -> Json | None:
        """Return the record of a kind for the forward operation of a task."""
        point = task.point
        of_point = (kind, point.core.name, point.extensions.name)
        of_call = (*of_point, point.profile, point.accesses, task.algorithm.name, task.algorithm.operations[0])
        if kind == "area":  # prefer the one with more areas
            return self._records.get((*of_point, "recipes")) or self._records.get(of_point)
        return self._records.get(of_call if kind == "memory" else (*of_call, task.scenario.name))


def _cold(record: Json) -> bool:
    return bool(record.get("configuration", {}).get("caches") == "cold")


def _has_recipes(record: Json) -> bool:
    return bool(record["configuration"].get("recipes"))


def can_measure_energy() -> bool:
    """Return whether this installation can."""
    try:
        importlib.import_module("vambrace.measure.energy")
    except ImportError:
        return False
    return True


def measurements(
    tasks: list[bench.Task],
    have: Records,
    with_energy: bool = False,
    liberty: Path | None = None,
    by_recipe: bool = False,
) -> list[Measurement]:
    """Return the measurements of records that are missing. Areas and energy use the cell library `liberty`; with
    `by_recipe`, parts are mapped by each recipe.
    """
    planned: dict[Measurement, None] = {}
    for t in tasks:
        synthesised = have.get("area", t)
        if synthesised is None or (by_recipe and not _has_recipes(synthesised)):
            task = area.Task(parts.of_point(t.point), liberty, recipes=by_recipe)
            planned[planner.measurement("area", task)] = None
        if have.get("bench", t) is None:
            planned[planner.measurement("bench", t)] = None
        if have.get("memory", t) is None:
            planned[planner.measurement("memory", memory.Task(t.point, t.algorithm))] = None
        if with_energy and have.get("energy", t) is None:
            from vambrace.measure import energy

            planned[planner.measurement("energy", energy.Task(t, energy.Options(liberty)))] = None
    return list(planned)


def check_one_flow(places: list[Place]) -> None:
    """Raise UsageError if areas are from several libraries or flows, which are not comparable."""
    flows = (p.detail["area"] for p in places if p.detail.get("area"))
    settings = {(a.get("liberty"), a.get("liberty_hash"), a.get("flow"), a.get("modules", False)) for a in flows}
    if len(settings) > 1:
        names = sorted(
            f"{liberty} ({str(hash_)[:8]}), flow {flow}{', modules preserved' * modules}"
            for liberty, hash_, flow, modules in settings
        )
        raise UsageError(f"areas of different libraries or flows cannot be compared: {'; '.join(names)}")


def places(tasks: list[bench.Task], have: Records) -> list[Place]:
    """Return the places of all tasks that were measured and synthesised."""
    all_places = []
    for t in tasks:
        measured, synthesised = have.get("bench", t), have.get("area", t)
        if measured is None or synthesised is None:
            continue
        size, energy = have.get("memory", t), have.get("energy", t)
        point = f"{t.point.core.name}/{t.point.extensions.name}"
        detail = {
            "operation": measured["operation"],
            "profile": t.point.profile,
            "aligned": t.point.aligned,
            "tools": {**synthesised["tools"], **measured["tools"]},
            "area": synthesised["configuration"],
            "energy": energy and energy["model"],
            "energy_kge": energy and energy.get("kge"),
        }
        all_places.append(
            Place(
                point,
                OURS,
                t.algorithm.name,
                t.scenario.name,
                synthesised["kge"],
                measured["cycles"],
                size["sum_bytes"] if size else None,
                energy["total_nj"] if energy else None,
                areas=recipes.totals(synthesised) if _has_recipes(synthesised) else {},
                detail=detail,
            )
        )
    return all_places
