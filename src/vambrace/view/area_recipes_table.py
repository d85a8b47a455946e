# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Records of `area --recipes` as tables: medians and ranges of points of each core, and of blocks."""

from collections.abc import Iterator, Sequence

from vambrace.base.grid import Grid
from vambrace.results import recipes
from vambrace.results.recipes import Range
from vambrace.results.schema import Json

_HEAD = ("core", "least", "most", "more", "more at least", "more at most")


def grids(records: Sequence[Json]) -> Iterator[Grid]:
    """Yield a table of the points of each core, and one of blocks."""
    blocks = {r["block"]: recipes.of(recipes.totals(r)) for r in records if r["block"]}
    points = [r for r in records if r["core"]]
    for core in dict.fromkeys(r["core"] for r in points):
        yield _points([r for r in points if r["core"] == core], blocks)
    if blocks:
        rows = [[name, *_figures(found), f"{_spread(found):.1f} %"] for name, found in blocks.items()]
        yield Grid("Blocks: area, kGE", ["block", "kGE", "least", "most", "range"], rows, _notes(records), names=1)


def _points(records: Sequence[Json], blocks: dict[str, Range]) -> Grid:
    bare = next((recipes.totals(r, "core") for r in records if r["extensions"] == "none"), None)
    rows = []
    for r in records:
        areas = recipes.totals(r, "core")
        more = recipes.more(areas, bare) if bare and r["extensions"] != "none" else None
        units = [blocks.get(name) for name in r["extensions"].split("+")]
        alone = sum(u.median for u in units if u) if all(units) else None
        row = [r["extensions"], *_figures(recipes.of(areas)), *(_figures(more, "+") if more else [""] * 3)]
        rows.append([*row, "" if alone is None else f"{alone:.2f}"])
    head = ["extensions", *_HEAD, "units"]
    notes = (
        "core, more: medians; more: than the bare core, compared under the same recipe",
        "units: median of the function units alone, if they are among the blocks",
        *_notes(records),
    )
    return Grid(f"{records[0]['core']}: area of the core, kGE", head, rows, notes, names=1)


def _figures(found: Range, sign: str = "") -> list[str]:
    return [f"{value:{sign}.2f}" for value in (found.median, found.least, found.most)]


def _spread(found: Range) -> float:
    return 100 * (found.most - found.least) / found.median


def _notes(records: Sequence[Json]) -> tuple[str, ...]:
    names = next(iter(records[0]["parts"].values()))["recipes"]
    c = records[0]["configuration"]
    return (f"recipes: {', '.join(names)}; {c['liberty']}, 1 GE = {c['gate_equivalent']:g}; no placement",)
