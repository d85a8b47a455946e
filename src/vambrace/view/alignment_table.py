# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Cycles by where the buffers lie as tables: a row for what is moved, a column for its offset."""

from collections.abc import Iterator

from vambrace.base.grid import Grid, number
from vambrace.measure.alignment import ALIGNED, OFFSETS, moved, offset
from vambrace.measure.kinds import columns

_NOTES = (
    "offset: address modulo 4 of what the row names; everything else is aligned",
    "worst: the most cycles of the row, compared with all buffers aligned",
)


def grids(records: list[dict]) -> Iterator[Grid]:
    """A table for each core, packet and operation."""

    groups: dict[tuple[str, str, str], list[dict]] = {}
    for r in records:
        groups.setdefault((r["core"], r["scenario"], r["operation"]), []).append(r)
    for (core, scenario, operation), group in groups.items():
        rows = [row for call in _calls(group) for row in _rows(call)]
        head = ["algorithm", "extensions", "moved", *(f"offset {n}" for n in (0, *OFFSETS)), "worst"]
        yield Grid(f"Cycles to {operation} {scenario} on {core}, by offset", head, rows, _NOTES, names=3)


def _extensions(record: dict) -> str:
    return columns.extensions(record) + ", misaligned" * record["misaligned"]


def _calls(records: list[dict]) -> Iterator[dict[str, dict]]:
    """The records of one call by their placement."""
    found: dict[tuple[str, str], dict[str, dict]] = {}
    for r in records:
        found.setdefault((r["algorithm"], _extensions(r)), {})[r["placement"]] = r
    yield from found.values()


def _rows(call: dict[str, dict]) -> Iterator[list[str]]:
    """A row for each thing that is moved; where the aligned call was not measured, it is compared with nothing."""
    whole = call.get(ALIGNED)
    one = next(iter(call.values()))
    for what in dict.fromkeys(moved(placement) for placement in call if placement != ALIGNED):
        cycles = {offset(p): r["cycles"] for p, r in call.items() if p == ALIGNED or moved(p) == what}
        worst = f"{max(cycles.values()) / whole['cycles'] - 1:+.1%}" if whole else ""
        yield [
            one["algorithm"],
            _extensions(one),
            what,
            *(number(cycles.get(n)) for n in (0, *OFFSETS)),
            worst,
        ]
