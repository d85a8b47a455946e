# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The ceilings of each kernel of the library: cycles of packets in aligned buffers on ibex-ref, and bytes of code.

The table is ceilings.txt. A row is a call: an extension set, an algorithm and an operation. `python -m
tests.system.ceilings` measures every call, adds missing rows and lowers the ceilings of calls that take fewer cycles
now. It names calls that take more, and raises their ceilings only with --raise. With --cores it does so for
ceilings_cores.txt: cycles of the default algorithms on other cores, whose pipelines wait for other results.
"""

from __future__ import annotations

import itertools
import sys
from collections.abc import Iterator
from dataclasses import astuple, dataclass, fields, replace
from pathlib import Path
from typing import NamedTuple

from vambrace import config
from vambrace.measure import bench

FILE = Path(__file__).with_suffix(".txt")
SCENARIOS = ("zigbee", "ipv6")

CORES_FILE = FILE.with_name("ceilings_cores.txt")
#: Cores besides ibex-ref: Ibex with another pipeline, one with late results of instructions, and one with caches.
CORES = ("ibex-fast", "cv32e40x", "rocket")
CORES_HEAD = """\
# Cycles of a Zigbee packet on other cores than ibex-ref, with the accesses that each executes, made by
# `python -m tests.system.ceilings --cores`.
"""
HEAD = """\
# Bytes of code and cycles of each call on ibex-ref, made by `python -m tests.system.ceilings`.
#
# aligned, misaligned   the accesses that the library makes
# code    bytes to set up a key and for the operation: with aligned accesses at commit e97e416, whose kernels accessed
#         unaligned buffers by bytes; for later calls, and with misaligned accesses, when the row was added
# zigbee, ipv6   maximum cycles for packets in aligned buffers
#
# In other orders of the library's objects, the cycles of calls in test_link_orders.py differ by at most 0.25 %.
"""


class Call(NamedTuple):
    extensions: str
    algorithm: str
    operation: str


@dataclass(frozen=True)
class Figures:
    """Of a library with one sort of accesses."""

    code: int
    zigbee: int
    ipv6: int


Table = dict[tuple[Call, str], Figures]


def calls() -> Iterator[Call]:
    """Every call with each extension set that changes its code."""
    for known in config.algorithms().values():
        for extensions, operation in itertools.product(("none", *known.uses), known.operations):
            yield Call(extensions, known.name, operation)


def read(text: str) -> Table:
    table: Table = {}
    for line in text.splitlines():
        if line and not line.startswith("#") and not line.startswith("extensions"):
            parts = line.split()
            numbers = [int(n) for n in parts[3:]]
            for i, accesses in enumerate(config.ACCESSES):
                table[Call(*parts[:3]), accesses] = Figures(*numbers[3 * i : 3 * i + 3])
    return table


def placed(text: str, width: int, column: int) -> str:
    return text.ljust(width) if column < len(Call._fields) else text.rjust(width)


def write(table: Table) -> str:
    columns = [f"{accesses}-{field.name}" for accesses in config.ACCESSES for field in fields(Figures)]
    rows = [(*Call._fields, *columns)]
    for call in calls():
        rows.append((*call, *(str(n) for accesses in config.ACCESSES for n in astuple(table[call, accesses]))))
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = (" ".join(map(placed, row, widths, itertools.count())).rstrip() for row in rows)
    return HEAD + "\n" + "\n".join(lines) + "\n"


def measured(accesses: str, extensions: str, algorithm: str, scenario: str) -> dict[str, tuple[int, int]]:
    """Bytes of code and cycles, by operation."""
    point = config.with_accesses(config.point(f"ibex-ref/{extensions}"), accesses)
    task = bench.Task(point, config.algorithms()[algorithm], config.scenarios()[scenario])
    return {m.operation: (m.footprint.code_bytes, m.counts.cycles) for m in bench.measure(task)}


def updated(call: Call, accesses: str, old: Figures | None, rising: bool) -> tuple[Figures, list[str]]:
    """Return the present row, and lines on figures that have increased."""
    now, code = {}, 0
    for scenario in SCENARIOS:
        code, now[scenario] = measured(accesses, call.extensions, call.algorithm, scenario)[call.operation]
    if old is None:
        return Figures(code, **now), []
    more = {s: n for s, n in now.items() if n > getattr(old, s)}
    lines = [f"{' '.join(call)}, {accesses}, {s}: {n:,} cycles, were {getattr(old, s):,}" for s, n in more.items()]
    return replace(old, **(now if rising else {s: min(n, getattr(old, s)) for s, n in now.items()})), lines


class CoreCall(NamedTuple):
    core: str
    extensions: str
    algorithm: str


def core_calls() -> Iterator[CoreCall]:
    """Every default algorithm on these cores, with each extension set that changes its code and that they can have."""
    for core, known in itertools.product(CORES, config.algorithms().values()):
        for extensions in ("none", *known.uses) if known.default else ():
            if config.cores()[core].can_have(config.extension_sets()[extensions]):
                yield CoreCall(core, extensions, known.name)


def on_core(call: CoreCall) -> tuple[int, ...]:
    """Cycles of each operation."""
    point = config.point(f"{call.core}/{call.extensions}")
    task = bench.Task(point, config.algorithms()[call.algorithm], config.scenarios()["zigbee"])
    return tuple(m.counts.cycles for m in bench.measure(task))


def read_cores(text: str) -> dict[CoreCall, tuple[int, ...]]:
    rows = (line.split() for line in text.splitlines() if line and not line.startswith("#"))
    return {CoreCall(*row[:3]): tuple(map(int, row[3:])) for row in rows}


def write_cores(table: dict[CoreCall, tuple[int, ...]]) -> str:
    lines = (f"{c.core:9} {c.extensions:11} {c.algorithm:17} {table[c][0]:6} {table[c][1]:6}" for c in core_calls())
    return CORES_HEAD + "\n" + "\n".join(lines) + "\n"


def update_cores(rising: bool) -> list[str]:
    """Measure all calls on other cores, write their table, and return lines on figures that have increased."""
    old = read_cores(CORES_FILE.read_text()) if CORES_FILE.exists() else {}
    table, above = {}, []
    for call in core_calls():
        now, most = on_core(call), old.get(call)
        table[call] = now if rising or most is None else tuple(map(min, now, most))
        if most and any(n > m for n, m in zip(now, most, strict=True)):
            above.append(f"{' '.join(call)}: {now} cycles, were {most}")
    CORES_FILE.write_text(write_cores(table))
    return above


def main() -> int:
    if set(sys.argv[1:]) - {"--raise", "--cores"}:
        print(__doc__)
        return 2
    rising = "--raise" in sys.argv
    if "--cores" in sys.argv:
        risen = update_cores(rising)
        print("\n".join(risen) or f"{CORES_FILE.name}: no call takes more cycles")
        return int(bool(risen) and not rising)
    old = read(FILE.read_text()) if FILE.exists() else {}
    table: Table = {}
    above: list[str] = []
    for call, accesses in itertools.product(calls(), config.ACCESSES):
        table[call, accesses], lines = updated(call, accesses, old.get((call, accesses)), rising)
        above += lines
    FILE.write_text(write(table))
    print("\n".join(above) or f"{FILE.name}: no call takes more cycles")
    return int(bool(above) and not rising)


if __name__ == "__main__":
    sys.exit(main())
