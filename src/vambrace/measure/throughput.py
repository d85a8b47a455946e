# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Cycles by the length of a message: engines, the best extension set, and software."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from vambrace import config
from vambrace.base.errors import UsageError
from vambrace.config import Algorithm, Point, Scenario
from vambrace.measure import bench, calls, needs, origins
from vambrace.measure.bench import Task
from vambrace.measure.kinds.throughput import Throughput
from vambrace.measure.measured import Measured
from vambrace.results.origin import Origin
from vambrace.results.schema import Json
from vambrace.software.oracles import plugged

#: From an empty message, with lengths around block boundaries, to lengths at which engines without a memory port
#: approach their limit.
SIZES = (0, 1, 8, 16, 32, 64, 256, 1024, 4096, 16384, 65536)


def scenario(size: int) -> Scenario:
    """Return a message of this number of bytes, without associated data."""
    return Scenario(name=f"{size} bytes", title=f"{size} bytes", ad=0, message=size)


def default_points(algorithm: Algorithm) -> list[Point]:
    """Return, for each default core, the points without extensions, with the best ones for the algorithm, and with each
    engine.
    """
    chosen = []
    for point in config.points().values():
        if not point.core.default:
            continue
        able = [name for name in algorithm.uses if point.core.can_have(config.extension_sets()[name])]
        wanted = ("none", *able[-1:])
        if point.extensions.name in wanted or (
            point.extensions.plain_engine and not algorithm.missing_in(point.extensions)
        ):
            chosen.append(point)
    return chosen


def fitting(algorithm: Algorithm, sizes: list[int]) -> Algorithm:
    """Return the algorithm with the longest nonce, up to the default, that all sizes allow: AES-CCM counts the bytes of
    a message in the space that the nonce leaves. All sizes have the same nonce, so that rows are comparable.
    """
    known, longest = plugged.lengths(algorithm), max(map(algorithm.longest, sizes), default=0)
    shorter = sorted((n for n in known.nonces if n < algorithm.nonce), reverse=True)
    for nonce in (algorithm.nonce, *shorter):
        if longest <= known.longest_message(nonce):
            return replace(algorithm, nonce=nonce)
    raise UsageError(f"{algorithm.name} does not support messages of {longest} bytes")


def tasks(points: list[Point], algorithm: Algorithm, sizes: list[int]) -> list[Task]:
    """Return the tasks. For a mode of whole blocks, sizes are rounded down to whole blocks. UsageError if the algorithm
    does not support a size.
    """
    with_nonce = fitting(algorithm, sizes)
    return [Task(p, with_nonce, scenario(s)) for p in points for s in dict.fromkeys(map(algorithm.longest, sizes))]


def bound(algorithm: Algorithm, size: int, operation: str | None = None) -> int | None:
    """Return the fewest cycles that an engine with a memory port needs for this number of bytes, without start and end:
    those of its cipher unit, or of the words through the port if these are more. To open a message, it reads it first
    and writes the plaintext after the tag check; a message longer than the unverified plaintext buffer it then reads
    and decrypts again. None for other algorithms.
    """
    entry = config.engine_bounds().get(algorithm.name)
    if not entry or not algorithm.engine:
        return None
    unit, words = size / entry["block"] * entry["cycles"], size / 4
    both = max(unit, words * (1 if algorithm.kind == "hash" else 2))
    if operation != "open":
        return round(both)
    return round(max(unit, words) + (words if size <= config.engine_withheld() else both))


def _records(task: Task) -> list[Json]:
    return bench.records(task, Throughput)


def _origin(task: Task) -> Origin:
    return origins.call(__name__, task.point, task.algorithm, peer=task.peer)


def _usual(points: Sequence[Point]) -> Iterator[Task]:
    for name in config.select_algorithms([]):
        algorithm = config.algorithms()[name]
        some = [p for p in default_points(algorithm) if p in calls.points_or_reference(points)]
        yield from tasks(some, algorithm, list(SIZES))


MEASURED = Measured(bench.call, bench.name, _records, _origin, lambda task: 2, needs.models, usual=_usual)
