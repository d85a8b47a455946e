# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Cycles against the length of a message: engines beside the best extension and plain software."""

from collections.abc import Iterator

from vambrace import config
from vambrace.bench import Task
from vambrace.config import Algorithm, Point, Scenario
from vambrace.grid import Grid, number

#: From nothing to as much as an engine without a memory port still finds worth its while.
SIZES = (0, 16, 64, 256, 1024, 4096, 16384, 65536)


def scenario(size: int) -> Scenario:
    """A message of so many bytes, without associated data."""
    return Scenario(name=f"{size} bytes", title=f"{size} bytes", ad=0, message=size)


def default_points(algorithm: Algorithm) -> list[Point]:
    """Of each default core: no extension, all that help the algorithm, every engine."""
    chosen = []
    for point in config.points().values():
        best = max((e for e in config.extension_sets().values() if e.name in algorithm.uses),
                   key=lambda e: len(e.units), default=None)  # fmt: skip
        wanted = ("none", best.name if best else "none")
        if not point.core.default:
            continue
        if point.extensions.name in wanted or (point.extensions.engine and algorithm.engine):
            chosen.append(point)
    return chosen


def tasks(points: list[Point], algorithm: Algorithm, sizes: list[int]) -> list[Task]:
    """What to measure. A mode of whole blocks takes the sizes down to one."""
    return [Task(p, algorithm, scenario(s)) for p in points for s in dict.fromkeys(map(algorithm.whole, sizes))]


def bound(algorithm: Algorithm, size: int) -> int | None:
    """The fewest cycles that an engine with a memory port needs for so many bytes, start and end left out:
    those of its unit, or of the words through the port where these are more."""
    entry = config.engine_bounds().get(algorithm.name)
    if not entry:
        return None
    words = size / 4 * (1 if algorithm.kind == "hash" else 2)
    return round(max(size / entry["block"] * entry["cycles"], words))


def grids(records: list[dict]) -> Iterator[Grid]:
    """A table for each core, algorithm and operation."""
    known = config.algorithms()
    for core in dict.fromkeys(r["core"] for r in records):
        for name in dict.fromkeys(r["algorithm"] for r in records if r["core"] == core):
            for operation in known[name].operations:
                rows = [r for r in records if (r["core"], r["algorithm"], r["operation"]) == (core, name, operation)]
                yield _grid(known[name], core, operation, rows)


def _grid(algorithm: Algorithm, core: str, operation: str, records: list[dict]) -> Grid:
    sets = list(dict.fromkeys(r["extensions"] for r in records))
    cycles = {(r["message_bytes"], r["extensions"]): r["cycles"] for r in records}
    sizes = sorted({size for size, _ in cycles})
    ported = [s for s in sets if config.extension_sets()[s].engine and not s.endswith("-pio")]
    bounded = bool(ported) and algorithm.name in config.engine_bounds() and operation == algorithm.operations[0]
    head = ["algorithm", "bytes", *sets, *(["bound", "of bound"] if bounded else [])]
    rows = []
    for size in sizes:
        row = [algorithm.name, number(size), *(number(cycles.get((size, s))) for s in sets)]
        if bounded:
            least = bound(algorithm, size) or 0
            best = min(cycles[size, s] for s in ported)
            row += [number(least), f"{least / best:.0%}"]
        rows.append(row)
    longest = sizes[-1]
    if longest:
        per_byte = [f"{cycles[longest, s] / longest:.2f}" for s in sets]
        rows.append([algorithm.name, "per byte", *per_byte, *([""] * 2 if bounded else [])])
    notes = ()
    if bounded:
        notes = ("bound: cycles of the engine's unit, or of the words through its memory port where these are more",)
    title = f"Cycles to {operation}, {algorithm.name} on {core}, by bytes of message"
    return Grid(title, head, rows, notes)
