# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Tables of `vambrace bench`: cycles, with published figures if there are any, and memory."""

from collections.abc import Iterable, Iterator
from itertools import product

from vambrace import config
from vambrace.base.grid import Grid
from vambrace.measure.kinds import columns
from vambrace.measure.kinds.bench import Bench
from vambrace.results.column import Column
from vambrace.results.schema import Json
from vambrace.view import peer_table
from vambrace.view.kind_table import Across, Item, Pivot, groups
from vambrace.view.peer_table import STACK

_NAME = ("algorithm", "extensions")


def grids(raw: Iterable[Json], every: bool = False) -> Iterator[Grid]:
    """Yield the tables of each core and kind of algorithm: cycles, with published figures if there are any, those of
    frames, then memory.

    Extension sets that leave an algorithm's program unchanged are omitted unless `every` is set, because their counts
    equal those of the next smaller set. If other libraries were measured, comparisons with them follow.
    """
    records = [Bench.of(r) for r in raw]
    for of_core in groups((r for r in records if r.library == peer_table.OURS), "core"):
        for kind in config.OPERATIONS:
            shapes = ([r for r in of_core if r.kind == kind and columns.in_frame(r) == framed] for framed in (0, 1))
            tables = [rows for shape in shapes if (rows := _complete(shape, every))]
            for rows in tables:
                yield from _cycles(rows, rows is tables[0])
            if tables:
                yield _memory(tables[0])
    yield from peer_table.grids(records, every)


def _complete(records: list[Bench], every: bool) -> list[Bench]:
    """Return the records of the rows to show, in the order of the algorithms. A row with a failed measurement is
    omitted; the failure is reported elsewhere.
    """
    known, chosen = config.algorithms(), []
    wanted = {(r.scenario, operation) for r in records for operation in config.OPERATIONS[r.kind]}
    for row in groups(records, *_NAME):
        changes = every or known[row[0].algorithm].gains_from(config.extension_set(row[0].extensions))
        if changes and wanted == {(r.scenario, r.operation) for r in row}:
            chosen += row
    return sorted(chosen, key=lambda r: list(known).index(r.algorithm))


def _place(record: Bench) -> str:
    """Return the core of a record, followed by the settings that differ from the default."""
    caches = record.configuration.caches
    profile = "" if record.profile == "speed" else f", {record.profile} profile"
    return f"{record.core}{profile}{f', {caches} caches' if caches else ''}{columns.accesses(record)}"


def _cycles(records: list[Bench], first: bool) -> Iterator[Grid]:
    """Yield the tables of cycles; the first group of an algorithm kind gets the notes on lengths."""
    kind, framed, place = records[0].kind, columns.in_frame(records[0]), _place(records[0])
    scenarios = list(dict.fromkeys(r.scenario for r in records))
    what, lengths = peer_table.MESSAGE[kind, framed], shapes(kind, scenarios)
    notes = tuple(length_notes([r.algorithm for r in records], scenarios)) if first else ()
    if framed:
        lengths, notes = "", (lengths, *notes)
    lengths = f" ({lengths})" if lengths else ""
    forward, *back = config.OPERATIONS[kind]
    key = ["key set-up"] * (kind != "hash")
    table = Pivot("bench", _NAME, Across(lambda r: f"{r.scenario} {r.operation}", ("{}", "cycles")), *key)
    if not any(r.published_cycles for r in records):
        title = f"Cycles to {' and '.join((forward, *back))} {what} on {place}{lengths}"
        yield table.grid(title, records, notes, [f"{s} {o}" for s, o in product(scenarios, (forward, *back))])
        return
    # Only cycles of the size profile are compared: the papers compile with -Os.
    as_published = records[0].profile == "size"
    if not as_published:
        notes = (*notes, "published: compiled with -Os; --profile size compares the same build")
    compared: list[Item] = [("{} published", "published"), ("{} ours", "cycles"), *["faster"] * as_published]
    some = [r for r in records if r.operation == forward]
    pivot = Pivot("bench", _NAME, Across("scenario", *compared))
    yield pivot.grid(f"Cycles to {forward} {what} on {place}{lengths}", some, notes)
    title = f"Cycles to {back[0]} and to set up a key on {place}"
    yield table.grid(title, records, (), [f"{s} {back[0]}" for s in scenarios])


def _memory(records: list[Bench]) -> Grid:
    first = records[0]
    forward, *back = config.OPERATIONS[first.kind]
    more = [Column("key", "key_bytes")] * (first.kind != "hash")
    if first.kind == "cipher":
        undo = [r for r in reversed(records) if r.operation != forward]
        code = {(r.algorithm, r.extensions): r.code_bytes for r in undo}
        more.append(Column(f"code to {back[0]}", lambda r: code[r.algorithm, r.extensions]))
    bytes_ = (("code", "code_bytes"), ("static", "static_bytes"), STACK)
    total = Column("sum", against=lambda r, row: r.code_bytes + r.static_bytes + STACK.of(r, row))
    table = Pivot("bench", _NAME, *bytes_, total, ("published", "published_bytes"), *more, drop=True)
    notes = ["stack: the deepest of these runs; vambrace memory has the worst case"]
    if first.profile != "size" and any(r.published_bytes for r in records):
        notes.append("published: programs built for size; --profile size compares with the same build")
    title = f"Bytes of memory to {'set up a key and ' if first.kind != 'hash' else ''}{forward} on {_place(first)}"
    return table.grid(title, [r for r in records if r.operation == forward], notes)


def shapes(kind: str, scenarios: list[str]) -> str:
    """Return the lengths of scenarios in words, as a kind of algorithm uses them."""
    every = [config.scenarios()[s] for s in scenarios]
    return ", ".join(f"{s.name} {f'{s.ad}+' if kind == 'aead' else ''}{s.message} bytes" for s in every)


def length_notes(algorithms: list[str], scenarios: list[str]) -> Iterator[str]:
    """Yield notes on algorithms whose messages differ from those of the scenarios."""
    known = [config.algorithms()[a] for a in dict.fromkeys(algorithms)]
    every = [config.scenarios()[s] for s in scenarios]
    blocks = dict.fromkeys(a.mode.upper() for a in known if "blocks" in a.features)
    if blocks:
        taken = " and ".join(f"{s.message - s.message % 16} of {s.message}" for s in every)
        yield f"{' and '.join(blocks)} take{'s' * (len(blocks) == 1)} whole blocks: {taken} bytes"
    for a in known:
        if "customization" in a.features:
            yield f"{a.name}: with a customization string of {' and '.join(str(s.ad) for s in every)} bytes"
