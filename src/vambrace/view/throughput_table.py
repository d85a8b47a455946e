# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Tables of cycles by message length, and of the engines' bounds divided by their cycles."""

from collections.abc import Iterable, Iterator

from vambrace import config
from vambrace.base.grid import Grid, number
from vambrace.measure.kinds import columns
from vambrace.measure.kinds.throughput import Throughput
from vambrace.measure.throughput import bound
from vambrace.results.column import Column, words
from vambrace.results.schema import Json
from vambrace.view.kind_table import Across, Pivot, groups, named

_BYTES = words("bytes", lambda r: number(r.message_bytes))
_CYCLES = Pivot("throughput", (_BYTES,), Across("extensions", ("{}", "cycles")))
_PER_BYTE = Pivot("throughput", (named("bytes", "per byte"),), Across("extensions", ("{}", "per byte")))


def _bound(record: Throughput) -> int:
    return bound(config.algorithms()[record.algorithm], record.message_bytes, record.operation) or 0


_SHARES = Pivot(
    "throughput",
    (_BYTES,),
    Column("bound", _bound),
    Across("extensions", Column("{} of bound", lambda r: 100 * _bound(r) / r.cycles, 0, "%")),
)


def grids(raw: Iterable[Json]) -> Iterator[Grid]:
    """Yield the tables of each core, algorithm and operation: cycles, and the share of the bound that engines with a
    memory port reach. A cell without a measurement is empty.
    """
    for some in groups(map(Throughput.of, raw), "core", "algorithm"):
        known = config.algorithms()[some[0].algorithm]
        for operation in known.operations:
            if rows := sorted((r for r in some if r.operation == operation), key=lambda r: r.message_bytes):
                yield from _grids(known, rows, list(dict.fromkeys(r.extensions for r in some)))


def _grids(algorithm: config.Algorithm, rows: list[Throughput], sets: list[str]) -> Iterator[Grid]:
    """Yield the tables of one core, algorithm and operation; `rows` begins with the shortest message."""
    operation, core = rows[0].operation, rows[0].core
    title = f"ycles to {operation}, {algorithm.name} on {core}{columns.accesses(rows[0])}, by bytes of message"
    nonces = sorted({r.configuration.nonce_bytes for r in rows} - {algorithm.nonce})
    notes = [f"with a nonce of {n} bytes, which leaves room for these lengths" for n in nonces]
    longest = [r for r in rows if r.message_bytes and r.message_bytes == rows[-1].message_bytes]
    sets = [s for s in sets if any(r.extensions == s for r in rows)]
    yield _CYCLES.grid(f"C{title}", rows, notes, sets, [(_PER_BYTE, longest)] if longest else ())
    known = {s: config.extension_set(s) for s in sets}
    ported = [s for s, extensions in known.items() if extensions.ported and extensions.plain_engine]  # bounds are known
    if not ported or algorithm.name not in config.engine_bounds() or not algorithm.engine:
        return
    notes = ["bound: cycles of the engine's cipher unit, or of the words through its memory port if these are more"]
    if operation == "open":
        held = number(config.engine_withheld())
        notes.append(f"plaintext is written after the tag check: beyond {held} bytes in a second pass")
    yield _SHARES.grid(f"How near the bound: c{title}", rows, notes, ported)
