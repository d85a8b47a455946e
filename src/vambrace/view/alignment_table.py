# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Cycles by where the buffers lie as tables: the worst of each call, then every offset."""

from collections.abc import Iterator

from vambrace.base.grid import Grid, number
from vambrace.measure.alignment import ALIGNED, MOVED, OFFSETS, moved, offset
from vambrace.measure.kinds import columns
from vambrace.results.schema import Json

_WORST = "extra cycles when that buffer starts 1 to 3 bytes after a word boundary (worst case)"
_NOTES = (
    "offset: address modulo 4 of what the row names; everything else is aligned",
    "worst: the most cycles of the row, compared with all buffers aligned",
)

#: The records of one call by their placement.
Call = dict[str, Json]


def grids(records: list[Json]) -> Iterator[Grid]:
    """A table of the worst offsets, and one of all offsets, for each core, packet and operation."""
    groups: dict[tuple[str, str, str], list[Json]] = {}
    for r in records:
        groups.setdefault((r["core"], r["scenario"], r["operation"]), []).append(r)
    for (core, scenario, operation), group in groups.items():
        rows = [_worst_row(call) for call in _calls(group)]
        title = f"Cycles to {operation} {scenario} on {core}, at the worst offset"
        yield Grid(title, ["algorithm", "extensions", ALIGNED, *MOVED], rows, (_WORST,), names=2)
    for (core, scenario, operation), group in groups.items():
        rows = [row for call in _calls(group) for row in _rows(call)]
        head = ["algorithm", "extensions", "moved", *(f"offset {n}" for n in (0, *OFFSETS)), "worst"]
        yield Grid(f"Cycles to {operation} {scenario} on {core}, by offset", head, rows, _NOTES, names=3)


def _calls(records: list[Json]) -> Iterator[Call]:
    """The calls that records are of."""
    found: dict[tuple[str, str], Call] = {}
    for r in records:
        found.setdefault((r["algorithm"], columns.extensions(r)), {})[r["placement"]] = r
    yield from found.values()


def _cycles(call: Call, what: str) -> dict[int, int]:
    """The cycles by offset of what is moved; that of 0 where the aligned call was measured."""
    return {offset(p): r["cycles"] for p, r in call.items() if p == ALIGNED or moved(p) == what}


def _worst(call: Call, what: str) -> str:
    """How many cycles more the worst offset takes; nothing where the aligned call was not measured."""
    whole, cycles = call.get(ALIGNED), _cycles(call, what)
    return f"{max(cycles.values()) / whole['cycles'] - 1:+.1%}" if whole and len(cycles) > 1 else ""


def _worst_row(call: Call) -> list[str]:
    one, whole = next(iter(call.values())), call.get(ALIGNED)
    aligned = number(whole["cycles"] if whole else None)
    return [one["algorithm"], columns.extensions(one), aligned, *(_worst(call, what) for what in MOVED)]


def _rows(call: Call) -> Iterator[list[str]]:
    """A row for each thing that is moved."""
    one = next(iter(call.values()))
    for what in dict.fromkeys(moved(placement) for placement in call if placement != ALIGNED):
        cycles = _cycles(call, what)
        row = [one["algorithm"], columns.extensions(one), what]
        yield [*row, *(number(cycles.get(n)) for n in (0, *OFFSETS)), _worst(call, what)]
