# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Cycles against the length of a message: engines beside the best extension and plain software."""

from collections.abc import Iterator
from dataclasses import replace

from vambrace import config, oracle
from vambrace.bench import Task
from vambrace.config import Algorithm, Point, Scenario
from vambrace.errors import UsageError
from vambrace.grid import Grid, number

#: From nothing to as much as an engine without a memory port still finds worth its while.
SIZES = (0, 16, 64, 256, 1024, 4096, 16384, 65536)


def scenario(size: int) -> Scenario:
    """A message of so many bytes, without associated data."""
    return Scenario(name=f"{size} bytes", title=f"{size} bytes", ad=0, message=size)


def default_points(algorithm: Algorithm) -> list[Point]:
    """Of each default core: no extension, the best for the algorithm, every engine."""
    chosen = []
    for point in config.points().values():
        if not point.core.default:
            continue
        able = [name for name in algorithm.uses if point.core.can_have(config.extension_sets()[name])]
        wanted = ("none", *able[-1:])
        if point.extensions.name in wanted or (point.extensions.engine and algorithm.engine):
            chosen.append(point)
    return chosen


def fitting(algorithm: Algorithm, sizes: list[int]) -> Algorithm:
    """The algorithm with the longest nonce, of at most the usual length, that all sizes allow: AES-CCM
    counts a message's bytes in what the nonce leaves. One nonce for all sizes, so that rows compare."""
    known, longest = oracle.LENGTHS[algorithm.name], max(map(algorithm.whole, sizes), default=0)
    shorter = sorted((n for n in known.nonces if n < algorithm.nonce), reverse=True)
    for nonce in (algorithm.nonce, *shorter):
        if longest <= known.longest_message(nonce):
            return replace(algorithm, nonce=nonce)
    raise UsageError(f"{algorithm.name} takes no message of {longest} bytes")


def tasks(points: list[Point], algorithm: Algorithm, sizes: list[int]) -> list[Task]:
    """What to measure. A mode of whole blocks takes the sizes down to one. UsageError where the
    algorithm does not have a size."""
    with_nonce = fitting(algorithm, sizes)
    return [Task(p, with_nonce, scenario(s)) for p in points for s in dict.fromkeys(map(algorithm.whole, sizes))]


def bound(algorithm: Algorithm, size: int, operation: str | None = None) -> int | None:
    """The fewest cycles that an engine with a memory port needs for so many bytes, start and end left out:
    those of its unit, or of the words through the port where these are more. What it opens it reads first,
    and writes after the verdict; what it cannot withhold it reads and decrypts again then."""
    entry = config.engine_bounds().get(algorithm.name)
    if not entry:
        return None
    unit, words = size / entry["block"] * entry["cycles"], size / 4
    both = max(unit, words * (1 if algorithm.kind == "hash" else 2))
    if operation != "open":
        return round(both)
    return round(max(unit, words) + (words if size <= config.engine_withheld() else both))


def grids(records: list[dict]) -> Iterator[Grid]:
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

    def __init__(self, algorithm: Algorithm, core: str, operation: str, records: list[dict]) -> None:
        self.algorithm, self.operation = algorithm, operation
        self.what = f"{operation}, {algorithm.name} on {core}, by bytes of message"
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
            notes.append(f"plaintext is written after the verdict: beyond {number(config.engine_withheld())} bytes "
                         "in a second pass")  # fmt: skip
        head = ["bytes", "bound", *(f"{s} of bound" for s in ported)]
        yield Grid(f"How near the bound: cycles to {self.what}", head, rows, tuple(notes), names=1)
