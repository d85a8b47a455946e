# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Published figures of configs/papers and our targets, which are joined to their counterparts when these are shown."""

import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from vambrace.base.paths import root
from vambrace.measure.registry import KINDS
from vambrace.papers import figures as papers
from vambrace.papers.figures import Cell, Table
from vambrace.results.kind import Selector
from vambrace.results.schema import Json


def figure(kind: str, metric: str, record: Mapping[str, Any]) -> float | None:
    """Return the published figure that a metric of a record is compared with, in its unit, or None: of the same point,
    and of the same call as far as selectors have to say what they mean. Several papers agree:
    tests/unit/test_papers.py."""
    point, needed = f"{record['core']}/{record['extensions']}", KINDS[kind].needed
    for table, cell, own in _cells(kind, metric):
        if point in own.points and all(own.get(name) == record.get(name) for name in needed):
            return cell.figure if cell.figure is None or table.scale == 1 else cell.figure / table.scale
    return None


@cache
def _cells(kind: str, metric: str) -> list[tuple[Table, Cell, Selector]]:
    """The cells with figures of a kind in a paper's own setting."""
    shown = [(table, cell, cell.own) for table, cell in papers.cells() if cell.own and cell.show == "value"]
    same = [(t, cell, own) for t, cell, own in shown if own.record == kind and own.metrics == (metric,)]
    return [(t, cell, own) for t, cell, own in same if "window" not in dict(cell.setting.unlike)]


def _target(record: Json) -> float | None:
    """Return what we aim at for a record of `latency`: bare commands with warm caches, in both directions and for all
    key sizes."""
    if record["by"] != "commands" or record["configuration"]["caches"] != "warm":
        return None
    length = record["scenario"].removesuffix(" bytes")
    return next((row["cycles"].get(length) for row in _targets() if record["extensions"] in row["extensions"]), None)


@cache
def _targets() -> list[Json]:
    targets: list[Json] = tomllib.loads((root() / "configs" / "targets.toml").read_text())["latency"]
    return targets


def joined(records: Iterable[Json]) -> list[Json]:
    """Return records with published figures and targets in the fields for them, where these are empty."""
    return [_joined(r) if r.get("record") in KINDS else r for r in records]


def _joined(r: Json) -> Json:
    fields = [(f.name, f.about.joined) for f in KINDS[r["record"]].fields if f.about.joined]
    empty = {name: source for name, source in fields if r.get(name) is None}
    return {
        **r,
        **{name: _target(r) if source[1] == "target" else _counterpart(r, *source) for name, source in empty.items()},
    }


def _counterpart(r: Json, kind: str, metric: str) -> float | None:
    """The published figure for a record of ours: of aligned packets, and of a C call for each block."""
    ours = r.get("library", "vambrace") == "vambrace" and r.get("by", "block calls") == "block calls"
    return figure(kind, metric, r) if ours and "placement" not in r else None
