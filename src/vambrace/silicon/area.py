# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Cell area of acceleration points and blocks, in gate equivalents of a standard-cell library.

Every part (vambrace.silicon.parts) is synthesised by itself in the "area" flow, flattened; a point is the sum of
its parts. There is no net area: nothing is placed.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from vambrace import __version__, rtl, store, tools, work
from vambrace.grid import Grid, number
from vambrace.records import SCHEMA
from vambrace.silicon import synthesis
from vambrace.silicon.liberty import Liberty
from vambrace.silicon.parts import COUPLINGS, Part, Subject
from vambrace.silicon.synthesis import Netlist


@dataclass(frozen=True)
class Area:
    """The netlists of a subject's parts, in their order."""

    subject: Subject
    liberty: Liberty
    netlists: tuple[Netlist, ...]

    def kge(self, part: str | None = None) -> float:
        """Of all parts, or of the one of this name."""
        chosen = [n.area for n in self.netlists if part in (None, n.part.name)]
        return sum(chosen) / self.liberty.gate_equivalent() / 1000


def measure(
    subjects: list[Subject],
    liberty: Liberty,
    hierarchy: bool,
    done: Callable[[str], None],
    failed: Callable[[str], None],
) -> list[Area]:
    """Synthesise the parts of all subjects, each once, on all processors. `done(label)` and `failed(message)`
    are called for each; a subject of which a part failed is left out."""
    parts = list(dict.fromkeys(part for subject in subjects for part in subject.parts))

    def one(part: Part) -> Netlist:
        return synthesis.netlist(part, liberty, hierarchy=hierarchy)

    found = work.each(parts, one, lambda part: part.label, done, failed)
    return [
        Area(s, liberty, tuple(found[p] for p in s.parts)) for s in subjects if all(part in found for part in s.parts)
    ]


def record(area: Area) -> dict:
    """The record of one subject (docs/reference/records.md)."""
    point = area.subject.point
    upstream = point.core.upstream if point else None
    names = {"vambrace": __version__, "pyosys": tools.version("pyosys")}
    return {
        "schema": SCHEMA,
        "record": "area",
        **area.subject.names(),
        "kge": area.kge(),
        "area": sum(n.area for n in area.netlists),
        "net_area": None,  # nothing is placed
        "instances": sum(n.instances for n in area.netlists),
        "flip_flops": sum(_flops(n, area.liberty) for n in area.netlists),
        "memory_bits": sum(n.memory_bits for n in area.netlists),
        "parts": {
            n.part.name: {"module": n.part.label, "kge": n.area / area.liberty.gate_equivalent() / 1000,
                          "instances": n.instances, "modules": _in_kge(n.modules, area.liberty)}
            for n in area.netlists
        },
        "tools": {**names, **({upstream: rtl.version(upstream)} if upstream else {})},
        "configuration": {
            "core_parameters": point.core.parameters if point else None,
            "liberty": area.liberty.name,
            "liberty_hash": area.liberty.digest,
            "gate_equivalent": area.liberty.gate_equivalent(),
            "flow": "area",
        },
        "source_hash": store.digest([n.key for n in area.netlists]),
    }  # fmt: skip


def _flops(netlist: Netlist, liberty: Liberty) -> int:
    return sum(count for cell, count in netlist.cells.items() if liberty.cells[cell].kind == "flop")


def _in_kge(modules: dict[str, float], liberty: Liberty) -> dict[str, float]:
    return {name: area / liberty.gate_equivalent() / 1000 for name, area in modules.items()}


def grids(records: list[dict]) -> Iterator[Grid]:
    """Yield the tables of points of each core, of blocks, and of modules where records have them."""
    points = [r for r in records if r["core"]]
    for core in dict.fromkeys(r["core"] for r in points):
        yield _points([r for r in points if r["core"] == core])
    blocks = [r for r in records if r["block"]]
    if blocks:
        rows = [[r["block"], _kge(r["kge"]), number(r["instances"]), number(r["flip_flops"]), _bits(r)] for r in blocks]
        yield Grid("Blocks", ["block", "kGE", "cells", "flip-flops", "memory bits"], rows, _notes(blocks), names=1)
    for r in records:
        for part, found in r["parts"].items():
            if found["modules"]:
                yield _modules(r["block"] or f"{r['core']}/{r['extensions']}", part, found)


def _points(records: list[dict]) -> Grid:
    bare = next((r["kge"] for r in records if r["extensions"] == "none"), None)
    head = ["extensions", "core", "more", "coupling", "engine", "all", "cells", "memory bits"]
    rows = []
    for r in records:
        parts = {name: p["kge"] for name, p in r["parts"].items()}
        more = parts["core"] - bare if bare is not None and r["extensions"] != "none" else None
        beside = parts.get("engine", parts.get("AES unit"))
        coupling = sum(kge for name, kge in parts.items() if name in COUPLINGS) or None
        rows.append([
            r["extensions"], _kge(parts["core"]), _kge(more, "+"), _kge(coupling), _kge(beside),
            _kge(r["kge"]), number(r["instances"]), _bits(r),
        ])  # fmt: skip
    more = "" if bare is None else "more: of the core, over the bare one; "
    notes = (f"{more}the sum of parts that are synthesised one by one", *_notes(records))
    return Grid(f"{records[0]['core']}: area, kGE", head, rows, notes, names=1)


def _modules(subject: str, part: str, found: dict) -> Grid:
    whole = sum(found["modules"].values())
    ordered = sorted(found["modules"].items(), key=lambda m: -m[1])
    rows = [[name, _kge(kge), f"{100 * kge / whole:.1f} %"] for name, kge in ordered]
    notes = ("a module's own cells, in all of its instances; modules stay whole, which costs some area",)
    return Grid(f"{subject}, {part}: modules, {whole:.2f} kGE", ["module", "kGE", "share"], rows, notes, names=1)


def _notes(records: list[dict]) -> tuple[str, ...]:
    c = records[0]["configuration"]
    versions = ", ".join(f"{name} {version}" for name, version in records[0]["tools"].items())
    return (
        f"{c['liberty']}, 1 GE = {c['gate_equivalent']:g} (NAND of two inputs); nothing is placed: no net area",
        f"memories are told in bits, not in cells; {versions}",
    )


def _kge(value: float | None, sign: str = "") -> str:
    return "" if value is None else f"{value:{sign}.2f}"


def _bits(r: dict) -> str:
    return number(r["memory_bits"]) if r["memory_bits"] else ""
