# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Records of area as tables: points of a core, blocks, and modules."""

from collections.abc import Iterator

from vambrace.base.grid import Grid
from vambrace.results.schema import Json
from vambrace.view.kind_table import grid


def grids(records: list[Json]) -> Iterator[Grid]:
    """Yield the tables of points of each core, of blocks, and of modules where records have them."""
    points = [r for r in records if r["core"]]
    for core in dict.fromkeys(r["core"] for r in points):
        some = [r for r in points if r["core"] == core]
        more = "more: of the core, over the bare one; " * any(r["extensions"] == "none" for r in some)
        notes = (f"{more}kGE: the sum of parts that are synthesised one by one", *_notes(some))
        yield grid("area", f"{core}: area", some, notes)
    if blocks := [r for r in records if r["block"]]:
        yield grid("area", "Blocks: area", blocks, _notes(blocks))
    for r in records:
        for part, found in r["parts"].items():
            if found["modules"]:
                yield _modules(r["block"] or f"{r['core']}/{r['extensions']}", part, found)


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
        f"{c['liberty']}, 1 GE = {c['gate_equivalent']:g} (NAND of two inputs); no placement, hence no wire area",
        f"memories are reported in bits, not in cells; {versions}",
    )


def _kge(value: float) -> str:
    return f"{value:.2f}"
