# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Tables of `area --recipes`: medians and ranges, for the points of each core and for blocks."""

from collections.abc import Iterable, Iterator, Sequence

from vambrace.base.grid import Grid
from vambrace.measure.kinds.area import Area
from vambrace.results import recipes
from vambrace.results.recipes import Range
from vambrace.results.schema import Json
from vambrace.view.kind_table import groups

_HEAD = ("core", "least", "most", "more", "more at least", "more at most")


def grids(raw: Iterable[Json]) -> Iterator[Grid]:
    """Yield a table of the points of each core, and one of blocks."""
    records = [Area.of(r) for r in raw]
    blocks = {r.block: recipes.of(recipes.totals(r)) for r in records if r.block}
    for some in groups((r for r in records if r.core), "core"):
        yield _points(some, blocks)
    if blocks:
        rows = [[name, *_figures(areas), f"{_spread(areas):.1f} %"] for name, areas in blocks.items()]
        yield Grid("Blocks: area, kGE", ["block", "kGE", "least", "most", "range"], rows, _notes(records), names=1)


def _points(records: Sequence[Area], blocks: dict[str, Range]) -> Grid:
    bare = next((recipes.totals(r, "core") for r in records if r.extensions == "none"), None)
    rows = []
    for r in records:
        areas = recipes.totals(r, "core")
        more = recipes.more(areas, bare) if bare and r.extensions != "none" else None
        name = r.extensions or ""
        units = [blocks.get(unit) for unit in name.split("+")]
        alone = sum(u.median for u in units if u) if all(units) else None
        row = [name, *_figures(recipes.of(areas)), *(_figures(more, "+") if more else [""] * 3)]
        rows.append([*row, "" if alone is None else f"{alone:.2f}"])
    head = ["extensions", *_HEAD, "units"]
    notes = (
        "core, more: medians; more: than the bare core, compared under the same recipe",
        "units: median of the function units alone, if they are among the blocks",
        *_notes(records),
    )
    return Grid(f"{records[0].core}: area of the core, kGE", head, rows, notes, names=1)


def _figures(kge: Range, sign: str = "") -> list[str]:
    return [f"{value:{sign}.2f}" for value in (kge.median, kge.least, kge.most)]


def _spread(kge: Range) -> float:
    return 100 * (kge.most - kge.least) / kge.median


def _notes(records: Sequence[Area]) -> tuple[str, ...]:
    names = next(iter(records[0].parts.values())).recipes
    c = records[0].configuration
    return (f"recipes: {', '.join(names)}; {c.liberty}, 1 GE = {c.gate_equivalent:g}; no placement",)
