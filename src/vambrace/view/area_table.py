# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Records of area as tables: points of a core, blocks, and modules."""

from collections.abc import Iterator

from vambrace.base.grid import Grid, number
from vambrace.results.schema import Json
from vambrace.silicon.parts import COUPLINGS


def grids(records: list[Json]) -> Iterator[Grid]:
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


def _points(records: list[Json]) -> Grid:
    bare = next((r["kge"] for r in records if r["extensions"] == "none"), None)
    head = ["extensions", "core", "more", "coupling", "engine", "all", "cells", "memory bits"]
    rows = []
    for r in records:
        parts = {name: p["kge"] for name, p in r["parts"].items()}
        more = parts["core"] - bare if bare is not None and r["extensions"] != "none" else None
        accelerator = parts.get("engine", parts.get("AES unit"))
        coupling = sum(kge for name, kge in parts.items() if name in COUPLINGS) or None
        rows.append(
            [
                r["extensions"],
                _kge(parts["core"]),
                _kge(more, "+"),
                _kge(coupling),
                _kge(accelerator),
                _kge(r["kge"]),
                number(r["instances"]),
                _bits(r),
            ]
        )
    more = "" if bare is None else "more: of the core, over the bare one; "
    notes = (f"{more}the sum of parts that are synthesised one by one", *_notes(records))
    return Grid(f"{records[0]['core']}: area, kGE", head, rows, notes, names=1)


def _modules(subject: str, part: str, found: Json) -> Grid:
    whole = sum(found["modules"].values())
    ordered = sorted(found["modules"].items(), key=lambda m: -m[1])
    rows = [[name, _kge(kge), f"{100 * kge / whole:.1f} %"] for name, kge in ordered]
    notes = ("a module's own cells, in all of its instances; modules stay whole, which costs some area",)
    return Grid(f"{subject}, {part}: modules, {whole:.2f} kGE", ["module", "kGE", "share"], rows, notes, names=1)


def _notes(records: list[Json]) -> tuple[str, ...]:
    c = records[0]["configuration"]
    versions = ", ".join(f"{name} {version}" for name, version in records[0]["tools"].items())
    return (
        f"{c['liberty']}, 1 GE = {c['gate_equivalent']:g} (NAND of two inputs); nothing is placed: no net area",
        f"memories are reported in bits, not in cells; {versions}",
    )


def _kge(value: float | None, sign: str = "") -> str:
    return "" if value is None else f"{value:{sign}.2f}"


def _bits(r: Json) -> str:
    return number(r["memory_bits"]) if r["memory_bits"] else ""
