# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Records of `vambrace bench --peers` as tables: theirs above ours, and how far we are ahead."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from vambrace import config
from vambrace.base.grid import Grid, number
from vambrace.measure.kinds import columns
from vambrace.results.schema import Json

OURS = "vambrace"
#: What a call is of, by the kind of the algorithm, and whether it lies in a frame.
MESSAGE = {
    **{("aead", False): "a packet", ("cipher", False): "a message", ("hash", False): "a message"},
    **{("aead", True): "a frame in place", ("cipher", True): "a frame's message in place"},
    ("hash", True): "a frame's message",
    ("mac", False): "a message",
    ("mac", True): "a frame's message",
}
# Which of an algorithm's operations, the field of a record, and the title's words before it.
_WINDOWS = ((0, "cycles", ""), (0, "cycles_with_key_setup", "set up a key and "), (1, "cycles", ""))


def ratios(records: list[Json], window: str = "cycles") -> dict[tuple[Any, ...], float]:
    """Return how many times as long the fastest peer takes as each record of ours that a peer
    answers: {(core, extensions, algorithm, scenario, operation): ratio}."""
    best: dict[tuple[Any, ...], int] = {}
    for r in records:
        if r["library"] != OURS:
            key = (r["core"], r["algorithm"], r["scenario"], r["operation"])
            best[key] = min(best.get(key, r[window]), r[window])
    return {
        (r["core"], r["extensions"], r["algorithm"], r["scenario"], r["operation"]): theirs / r[window]
        for r in records
        if r["library"] == OURS and (theirs := best.get((r["core"], r["algorithm"], r["scenario"], r["operation"])))
    }


def grids(records: list[Json], every: bool = False) -> Iterator[Grid]:
    """Yield the tables of each core: for each kind of algorithm cycles and memory, then where we are behind."""
    known = list(config.algorithms())
    compared = {r["algorithm"] for r in records if r["library"] != OURS}
    had = {a for peer in config.peers().values() for a in peer.algorithms}
    alone = [a for a in known if a in {r["algorithm"] for r in records} - had]
    for core in dict.fromkeys(r["core"] for r in records if compared):
        rows = [r for r in records if r["core"] == core and r["algorithm"] in compared and _shown(r, every)]
        rows.sort(key=lambda r: (known.index(r["algorithm"]), r["library"] == OURS))
        found = []
        for kind, operations in config.OPERATIONS.items():
            group = [r for r in rows if r["kind"] == kind]
            if group:
                for framed in (False, True):
                    some = [r for r in group if columns.in_frame(r) == framed]
                    for which, window, title in _WINDOWS[: len(operations) + 1] if some else ():
                        words = f"{title}{operations[which]} {MESSAGE[kind, framed]}"
                        found.append(_cycles(core, _doing(some, which), window, words))
                found.append(_memory(core, _doing(group, 0)))
        notes = verdict(rows)
        if alone:
            notes.append(f"no peer has {', '.join(alone)}")
        found += _behind(core, rows)
        yield from found[:-1]
        yield replace(found[-1], notes=tuple(notes))


def _shown(record: Json, every: bool) -> bool:
    algorithm, extensions = config.algorithms()[record["algorithm"]], config.extension_sets()[record["extensions"]]
    return every or algorithm.gains_from(extensions)


def _doing(records: list[Json], which: int) -> list[Json]:
    """Return the records of each algorithm's first or second operation."""
    return [r for r in records if r["operation"] == config.algorithms()[r["algorithm"]].operations[which]]


def _name(record: Json) -> tuple[str, str]:
    if record["library"] == OURS:
        return record["algorithm"], f"{OURS} {record['extensions']}"
    mark = "" if record["configuration"]["constant_time"] else " *"
    return record["algorithm"], record["library"] + mark


def _cycles(core: str, records: list[Json], window: str, title: str) -> Grid:
    found = {(*_name(r), r["scenario"]): r for r in records}
    scenarios = list(dict.fromkeys(r["scenario"] for r in records))
    ahead = ratios(records, window)
    head = ["algorithm", "library", *(h for s in scenarios for h in (s, "faster"))]
    rows = []
    for name in dict.fromkeys(_name(r) for r in records):
        row = list(name)
        for scenario in scenarios:
            r = found[(*name, scenario)]
            ratio = ahead.get((core, r["extensions"], r["algorithm"], scenario, r["operation"]))
            row += [number(r[window]), f"{ratio:.2f}x" if ratio and r["library"] == OURS else ""]
        rows.append(row)
    return Grid(f"Cycles to {title} on {core}, theirs and ours", head, rows)


def _memory(core: str, records: list[Json]) -> Grid:
    rows = []
    for name in dict.fromkeys(_name(r) for r in records):
        mine = [r for r in records if _name(r) == name]
        stack = max(r["stack_bytes"] for r in mine)
        figures = [mine[0]["code_bytes"], mine[0]["static_bytes"], stack, mine[0]["key_bytes"]]
        rows.append([*name, *map(number, figures)])
    head = ["algorithm", "library", "code", "static", "stack", "key"]
    title = f"Bytes of memory to set up a key and {records[0]['operation']} on {core}, theirs and ours"
    return Grid(title, head, rows)


def _behind(core: str, records: list[Json]) -> list[Grid]:
    """Return the table of all rows in which a peer takes fewer cycles, if there are any."""
    found = {key[1:]: ratio for key, ratio in ratios(records).items() if ratio <= 1}
    if not found:
        return []
    columns = [(s, which) for s in dict.fromkeys(r["scenario"] for r in records) for which in (0, 1)]
    rows = []
    for extensions, algorithm in dict.fromkeys(key[:2] for key in found):
        row = [algorithm, extensions]
        for scenario, which in columns:
            operation = config.algorithms()[algorithm].operations[which]
            ratio = found.get((extensions, algorithm, scenario, operation))
            row.append(f"{ratio:.2f}x" if ratio else "")
        rows.append(row)
    kinds = dict.fromkeys(r["kind"] for r in records)
    verbs = ["/".join(dict.fromkeys(config.OPERATIONS[k][which] for k in kinds)) for which in (0, 1)]
    head = ["algorithm", "extensions", *(f"{scenario} {verbs[which]}" for scenario, which in columns)]
    return [Grid(f"Where a peer takes fewer cycles on {core}: theirs divided by ours", head, rows)]


def verdict(records: list[Json]) -> list[str]:
    """Return the lines below the tables: in how many rows we are ahead, and the least ratio; where
    some peers look up secrets in tables, of all and of the others."""
    safe = [r for r in records if r["library"] == OURS or r["configuration"]["constant_time"]]
    lines = []
    if len(safe) < len(records):
        lines.append("* looks up secrets in tables: not constant-time")
    for window, words in (("cycles", "without key set-up"), ("cycles_with_key_setup", "with key set-up")):
        lines += _count(ratios(records, window), words)
        if len(safe) < len(records):
            lines += _count(ratios(safe, window), f"{words}, against what is constant-time")
    return lines


def _count(found: dict[tuple[Any, ...], float], words: str) -> list[str]:
    if not found:
        return []
    ahead = sum(ratio > 1 for ratio in found.values())
    least = min(found, key=lambda key: found[key])
    return [f"{words}: ahead in {ahead} of {len(found)}, least {found[least]:.2f}x ({' '.join(least[1:])})"]
