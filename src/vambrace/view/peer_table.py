# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Tables of `vambrace bench --peers` and `--with`: other libraries above ours, and their ratio."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from vambrace import config
from vambrace.base.grid import Grid
from vambrace.measure.kinds import columns
from vambrace.measure.kinds.bench import Bench
from vambrace.results.column import Column, words
from vambrace.view.kind_table import Across, Item, Pivot

OURS = "vambrace"
#: The input of a call, by the kind of the algorithm, and by whether it is in a frame.
MESSAGE = {
    **{("aead", False): "a packet", ("cipher", False): "a message", ("hash", False): "a message"},
    **{("aead", True): "a frame in place", ("cipher", True): "a frame's message in place"},
    ("hash", True): "a frame's message",
    ("mac", False): "a message",
    ("mac", True): "a frame's message",
}
#: The largest stack of the calls of a row.
STACK = Column("stack", against=lambda _, row: max(r.stack_bytes for r in row))
# The index of an algorithm's operation, the field of a record, and the words of the title before the operation.
_WINDOWS = ((0, "cycles", ""), (0, "cycles_with_key_setup", "set up a key and "), (1, "cycles", ""))


def fewest(records: list[Bench], window: str = "cycles") -> Callable[[tuple[str, ...]], int | None]:
    """Return a function that maps (core, extensions, algorithm, scenario, operation) to the cycles of the fastest peer
    for this call; peers that use more extensions than our build do not count.
    """
    theirs: dict[tuple[str, ...], list[Bench]] = {}
    for r in records:
        if r.library != OURS:
            theirs.setdefault((r.core, *_key(r)[2:]), []).append(r)

    def of(call: tuple[str, ...]) -> int | None:
        core, extensions, *same = call
        some = theirs.get((core, *same), ())
        return min((r[window] for r in some if _instructions(r.extensions) <= _instructions(extensions)), default=None)

    return of


def _instructions(extensions: str) -> set[str]:
    return set(config.extension_set(extensions).instructions)


def ratios(records: list[Bench], window: str = "cycles") -> dict[tuple[str, ...], float]:
    """Return how many times the cycles of each of our records the fastest peer takes, if a peer has the same call:
    {(core, extensions, algorithm, scenario, operation): ratio}.
    """
    best = fewest(records, window)
    ours = [(r, best(_key(r))) for r in records if r.library == OURS]
    return {_key(r): theirs / r[window] for r, theirs in ours if theirs}


def grids(records: list[Bench], every: bool = False) -> Iterator[Grid]:
    """Yield the tables of each core: cycles and memory for each kind of algorithm, then the rows in which a peer is
    faster.
    """
    known = list(config.algorithms())
    compared = {r.algorithm for r in records if r.library != OURS}
    had = compared | {a for peer in config.peers().values() for a in peer.algorithms}
    alone = [a for a in known if a in {r.algorithm for r in records} - had]
    for core in dict.fromkeys(r.core for r in records if compared):
        rows = [r for r in records if r.core == core and r.algorithm in compared and _shown(r, every)]
        rows.sort(key=lambda r: (known.index(r.algorithm), r.library == OURS))
        tables = []
        for kind, operations in config.OPERATIONS.items():
            group = [r for r in rows if r.kind == kind]
            if group:
                for framed in (False, True):
                    some = [r for r in group if columns.in_frame(r) == framed]
                    for which, window, title in _WINDOWS[: len(operations) + 1] if some else ():
                        words = f"{title}{operations[which]} {MESSAGE[kind, framed]}"
                        tables.append(_cycles(core, _doing(some, which), window, words))
                some = _doing(group, 0)
                title = f"Bytes of memory to set up a key and {some[0].operation} on {core}, theirs and ours"
                tables.append(_MEMORY.grid(title, some))
        notes = verdict(rows)
        if alone:
            notes.append(f"no peer has {', '.join(alone)}")
        tables += _behind(core, rows)
        yield from tables[:-1]
        yield replace(tables[-1], notes=tuple(notes))


def _shown(record: Bench, every: bool) -> bool:
    algorithm, extensions = config.algorithms()[record.algorithm], config.extension_set(record.extensions)
    return every or algorithm.gains_from(extensions)


def _doing(records: list[Bench], which: int) -> list[Bench]:
    """Return the records of each algorithm's first or second operation."""
    return [r for r in records if r.operation == config.algorithms()[r.algorithm].operations[which]]


def _library(record: Bench) -> str:
    mark = "" if record.configuration.constant_time else " *"
    if record.library == OURS:
        return f"{OURS} {record.extensions}"
    return f"{record.library}{'' if record.extensions == 'none' else f' {record.extensions}'}{mark}"


def _table(*columns: Item | Across) -> Pivot:
    return Pivot("bench", ("algorithm", words("library", _library)), *columns)


def _key(record: Bench) -> tuple[str, ...]:
    return tuple(record[name] for name in ("core", "extensions", "algorithm", "scenario", "operation"))


def _cycles(core: str, records: list[Bench], window: str, title: str) -> Grid:
    ahead = ratios(records, window)
    faster = Column("faster", lambda r: ahead.get(_key(r)) if r.library == OURS else None, 2, "x")
    table = _table(Across("scenario", ("{}", window), faster))
    return table.grid(f"Cycles to {title} on {core}, theirs and ours", records)


_MEMORY = _table(("code", "code_bytes"), ("static", "static_bytes"), STACK, ("key", "key_bytes"))


def _behind(core: str, records: list[Bench]) -> list[Grid]:
    """Return the table of all rows in which a peer takes fewer cycles; an empty list if there are none."""
    ahead = ratios(records)
    slower = [r for r in records if r.library == OURS and ahead.get(_key(r), 2) <= 1]
    if not slower:
        return []
    kinds = dict.fromkeys(r.kind for r in records)
    verbs = ["/".join(dict.fromkeys(config.OPERATIONS[k][which] for k in kinds)) for which in (0, 1)]

    def call(record: Bench) -> str:
        which = config.algorithms()[record.algorithm].operations.index(record.operation)
        return f"{record.scenario} {verbs[which]}"

    table = Pivot("bench", ("algorithm", "extensions"), Across(call, Column("{}", lambda r: ahead[_key(r)], 2, "x")))
    order = [f"{s} {verb}" for s in dict.fromkeys(r.scenario for r in records) for verb in verbs]
    return [table.grid(f"Where a peer takes fewer cycles on {core}: theirs divided by ours", slower, (), order)]


def verdict(records: list[Bench]) -> list[str]:
    """Return the lines below the tables: the number of rows in which ours is faster, and the lowest ratio; if some
    peers look up secrets in tables, for all peers and for the others.
    """
    safe = [r for r in records if r.library == OURS or r.configuration.constant_time]
    lines = []
    if len(safe) < len(records):
        lines.append("* looks up secrets in tables: not constant-time")
    for window, what in (("cycles", "without key set-up"), ("cycles_with_key_setup", "with key set-up")):
        lines += _count(ratios(records, window), what)
        if len(safe) < len(records):
            lines += _count(ratios(safe, window), f"{what}, compared with constant-time peers")
    return lines


def _count(ratios: dict[tuple[str, ...], float], words: str) -> list[str]:
    if not ratios:
        return []
    ahead = sum(ratio > 1 for ratio in ratios.values())
    least = min(ratios, key=lambda key: ratios[key])
    return [f"{words}: ahead in {ahead} of {len(ratios)}, least {ratios[least]:.2f}x ({' '.join(least[1:])})"]
