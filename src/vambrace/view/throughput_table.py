# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Cycles by bytes of message as tables, and how near engines come to their bound."""

from collections.abc import Iterator

from vambrace import config
from vambrace.base.grid import Grid, number
from vambrace.config import Algorithm
from vambrace.measure.kinds import columns
from vambrace.measure.throughput import bound
from vambrace.results.schema import Json


def grids(records: list[Json]) -> Iterator[Grid]:
    """Tables for each core, algorithm and operation: cycles, and how near engines with a memory port
    come to their bound. A cell is empty where nothing was measured."""
    known = config.algorithms()
    for core in dict.fromkeys(r["core"] for r in records):
        for name in dict.fromkeys(r["algorithm"] for r in records if r["core"] == core):
            for operation in known[name].operations:
                rows = [r for r in records if (r["core"], r["algorithm"], r["operation"]) == (core, name, operation)]
                if rows:
                    table = _Table(known[name], core, operation, rows)
                    yield table.cycles()
                    yield from table.shares()


class _Table:
    """The records of one core, algorithm and operation."""

    def __init__(self, algorithm: Algorithm, core: str, operation: str, records: list[Json]) -> None:
        self.algorithm, self.operation = algorithm, operation
        self.what = f"{operation}, {algorithm.name} on {core}{columns.accesses(records[0])}, by bytes of message"
        self.found = {(r["message_bytes"], r["extensions"]): r["cycles"] for r in records}
        self.sizes = sorted({size for size, _ in self.found})
        self.sets = list(dict.fromkeys(r["extensions"] for r in records))
        nonces = {r["configuration"]["nonce_bytes"] for r in records} - {algorithm.nonce}
        self.notes = tuple(f"with a nonce of {n} bytes, which leaves room for these lengths" for n in sorted(nonces))

    def cycles(self) -> Grid:
        rows = [[number(size), *(number(self.found.get((size, s))) for s in self.sets)] for size in self.sizes]
        longest = self.sizes[-1]
        if longest:
            every = [self.found.get((longest, s)) for s in self.sets]
            rows.append(["per byte", *("" if c is None else f"{c / longest:.2f}" for c in every)])
        return Grid(f"Cycles to {self.what}", ["bytes", *self.sets], rows, self.notes, names=1)

    def shares(self) -> Iterator[Grid]:
        """The bound, and what part of each engine's cycles it is."""
        ported = [s for s in self.sets if config.extension_sets()[s].ported]
        if not ported or self.algorithm.name not in config.engine_bounds():
            return
        rows = []
        for size in self.sizes:
            least = bound(self.algorithm, size, self.operation) or 0
            every = [self.found.get((size, s)) for s in ported]
            rows.append([number(size), number(least), *("" if c is None else f"{least / c:.0%}" for c in every)])
        notes = ["bound: cycles of the engine's unit, or of the words through its memory port where these are more"]
        if self.operation == "open":
            notes.append(
                f"plaintext is written after the verdict: beyond {number(config.engine_withheld())} bytes "
                "in a second pass"
            )
        head = ["bytes", "bound", *(f"{s} of bound" for s in ported)]
        yield Grid(f"How near the bound: cycles to {self.what}", head, rows, tuple(notes), names=1)
