# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The table of `vambrace bench --orders`: the range of our cycles, and of the ratio to the fastest peer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from vambrace.base.grid import Grid, number
from vambrace.measure.kinds.bench import Bench
from vambrace.measure.link_orders import Range
from vambrace.results.schema import Json
from vambrace.view import peer_table

_HEAD = ["algorithm", "extensions", "call", "usual", "lowest", "highest", "spread"]


def grids(ranges: Sequence[Range], raw: Iterable[Json]) -> Iterator[Grid]:
    """Yield a table for each core. `raw`: the records of `vambrace bench`, from which the fastest peer is taken."""
    fewest = peer_table.fewest([Bench.of(record) for record in raw])
    peers = {r: fewest((r.core, r.extensions, r.algorithm, r.scenario, r.operation)) for r in ranges}
    for core in dict.fromkeys(r.core for r in ranges):
        rows = [r for r in ranges if r.core == core]
        compared = any(peers[r] for r in rows)
        orders = len(rows[0].cycles)
        title = f"Cycles of the library on {core}, its objects linked in {orders} orders"
        notes = (
            ("peer: cycles of the fastest peer divided by ours, for the highest and the lowest",) if compared else ()
        )
        head = [*_HEAD, "peer"] if compared else _HEAD
        lines = [_line(r, peers[r], compared) for r in rows]
        yield Grid(title, head, lines, notes, names=3)


def _line(r: Range, peer: int | None, compared: bool) -> list[str]:
    low, high = min(r.cycles), max(r.cycles)
    ratio = [f"{peer / high:.2f} to {peer / low:.2f}x" if peer else ""] if compared else []
    names = [r.algorithm, r.extensions, f"{r.scenario} {r.operation}"]
    return [*names, number(r.cycles[0]), number(low), number(high), f"{r.spread:.1%}", *ratio]
