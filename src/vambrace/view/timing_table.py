# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Records of timing as tables, and longest paths cell by cell."""

from collections.abc import Iterator

from vambrace.base.grid import Grid
from vambrace.results.schema import Json
from vambrace.silicon.sta import ALL, INSIDE
from vambrace.view.kind_table import grid


def grids(records: list[Json], paths: bool) -> Iterator[Grid]:
    """Yield the tables of points of each core and of blocks, and with `paths` each longest path cell by cell."""
    points = [r for r in records if r["core"]]
    for core in dict.fromkeys(r["core"] for r in points):
        some = [r for r in points if r["core"] == core]
        yield grid("timing", f"{core}: clock", some, _notes(some))
    if blocks := [r for r in records if r["block"]]:
        yield grid("timing", "Blocks: clock", blocks, _notes(blocks))
    for r in records if paths else ():
        yield _path_grid(r)


def _notes(records: list[Json]) -> tuple[str, ...]:
    c = records[0]["configuration"]
    versions = ", ".join(f"{name} {version}" for name, version in records[0]["tools"].items())
    cells = f"{c['liberty']} ({c.get('conditions', 'conditions not recorded')})"
    return (
        f"{cells}; no wires, ideal clock; from_ and to_ are registers at the ports;",
        "inside: without the paths from or to these; cells: of the longest path, its first register included",
        f"best of {len(c['recipes'])} recipes of abc, spread: how much slower the worst is; {versions}",
    )


def _path_grid(r: Json) -> Grid:
    part = r["parts"][r["part"]]
    path = part["paths"][ALL]
    rows, at = [], 0.0
    for s in path["stages"]:
        at += s["delay"]
        edge = "rise" if s["rising"] else "fall"
        rows.append(
            [
                s["cell"],
                s["net"],
                edge,
                f"{s['delay']:.3f}",
                f"{at:.3f}",
                f"{s['slew']:.3f}",
                str(s["fanout"]),
                f"{s['load']:.4f}",
            ]
        )
    rows.append(["setup", path["end"], "", f"{path['setup']:.3f}", f"{at + path['setup']:.3f}", "", "", ""])
    subject = r["block"] or f"{r['core']}/{r['extensions']}"
    title = f"{subject}, {part['module']}: from {path['start']} to {path['end']}"
    head = ["cell", "net", "edge", "ns", "at", "slew", "fanout", "load pF"]
    notes = tuple(
        f"longest path inside: from {p['start']} to {p['end']}, {p['period']:.3f} ns"
        for group, p in part["paths"].items()
        if group == INSIDE
    )
    return Grid(title, head, rows, notes, names=1)
