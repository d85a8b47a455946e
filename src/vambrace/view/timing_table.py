# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Timing tables, and longest paths cell by cell."""

from collections.abc import Iterable, Iterator, Sequence

from vambrace.base.grid import Grid
from vambrace.measure.kinds.timing import Timing
from vambrace.results.schema import Json
from vambrace.silicon.sta import ALL, INSIDE
from vambrace.view.kind_table import of_subjects


def grids(raw: Iterable[Json], paths: bool) -> Iterator[Grid]:
    """Yield the tables of points of each core and of blocks, and with `paths` each longest path cell by cell."""
    records = [Timing.of(r) for r in raw]
    yield from of_subjects("timing", "clock", records, _notes)
    for r in records if paths else ():
        yield _path_grid(r)


def _notes(records: Sequence[Timing]) -> tuple[str, ...]:
    c = records[0].configuration
    versions = ", ".join(f"{name} {version}" for name, version in records[0].tools.items())
    cells = f"{c.liberty} ({getattr(c, 'conditions', 'conditions not recorded')})"
    return (
        f"{cells}; no wires, ideal clock; from_ and to_ are registers at the ports;",
        "inside: without the paths from or to these; cells: number in the longest path, including its first register",
        f"best of {len(c.recipes)} recipes of abc, spread: how much slower the worst is; {versions}",
    )


def _path_grid(r: Timing) -> Grid:
    part = r.parts[r.part]
    path, at = part.paths[ALL], 0.0
    rows = []
    for s in path["stages"]:
        at += s["delay"]
        ns = [f"{value:.3f}" for value in (s["delay"], at, s["slew"])]
        rows.append([s["cell"], s["net"], "rise" if s["rising"] else "fall", *ns, str(s["fanout"]), f"{s['load']:.4f}"])
    rows.append(["setup", path["end"], "", f"{path['setup']:.3f}", f"{at + path['setup']:.3f}", "", "", ""])
    title = f"{r.block or f'{r.core}/{r.extensions}'}, {part.module}: from {path['start']} to {path['end']}"
    head = ["cell", "net", "edge", "ns", "at", "slew", "fanout", "load pF"]
    inside = [p for group, p in part.paths.items() if group == INSIDE]
    notes = (f"longest path inside: from {p['start']} to {p['end']}, {p['period']:.3f} ns" for p in inside)
    return Grid(title, head, rows, tuple(notes), names=1)
