# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Records of `vambrace bench --peers` as tables: theirs above ours, and how far we are ahead."""

from __future__ import annotations

from collections.abc import Iterator

from vambrace import config
from vambrace.grid import Grid, number

OURS = "vambrace"
# Which of an algorithm's operations, the field of a record, and the title's words.
_WINDOWS = (
    (0, "cycles", "{verbs} a packet"),
    (0, "cycles_with_key_setup", "set up a key and {verbs} a packet"),
    (1, "cycles", "{verbs} a packet"),
)


def ratios(records: list[dict], window: str = "cycles") -> dict[tuple, float]:
    """Return how many times as long the fastest peer takes as each record of ours that a peer
    answers: {(core, extensions, algorithm, scenario, operation): ratio}."""
    best: dict[tuple, int] = {}
    for r in records:
        if r["library"] != OURS:
            key = (r["core"], r["algorithm"], r["scenario"], r["operation"])
            best[key] = min(best.get(key, r[window]), r[window])
    return {
        (r["core"], r["extensions"], r["algorithm"], r["scenario"], r["operation"]): theirs / r[window]
        for r in records
        if r["library"] == OURS and (theirs := best.get((r["core"], r["algorithm"], r["scenario"], r["operation"])))
    }


def grids(records: list[dict], every: bool = False) -> Iterator[Grid]:
    """Yield the tables of each core: cycles of each window, then memory."""
    compared = {r["algorithm"] for r in records if r["library"] != OURS}
    for core in dict.fromkeys(r["core"] for r in records if compared):
        rows = [r for r in records if r["core"] == core and r["algorithm"] in compared and _shown(r, every)]
        rows.sort(key=lambda r: (list(config.algorithms()).index(r["algorithm"]), r["library"] == OURS))
        for which, window, title in _WINDOWS:
            yield _cycles(core, _doing(rows, which), window, title)
        yield _memory(core, _doing(rows, 0), verdict(rows))


def _shown(record: dict, every: bool) -> bool:
    return every or record["extensions"] in ("none", *config.algorithms()[record["algorithm"]].uses)


def _doing(records: list[dict], which: int) -> list[dict]:
    """Return the records of each algorithm's first or second operation."""
    return [r for r in records if r["operation"] == config.algorithms()[r["algorithm"]].operations[which]]


def _verbs(records: list[dict]) -> str:
    return " or ".join(dict.fromkeys(r["operation"] for r in records))


def _name(record: dict) -> tuple[str, str]:
    if record["library"] == OURS:
        return record["algorithm"], f"{OURS} {record['extensions']}"
    mark = "" if record["configuration"]["constant_time"] else " *"
    return record["algorithm"], record["library"] + mark


def _cycles(core: str, records: list[dict], window: str, title: str) -> Grid:
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
    return Grid(f"Cycles to {title.format(verbs=_verbs(records))} on {core}, theirs and ours", head, rows)


def _memory(core: str, records: list[dict], notes: list[str]) -> Grid:
    rows = []
    for name in dict.fromkeys(_name(r) for r in records):
        mine = [r for r in records if _name(r) == name]
        stack = max(r["stack_bytes"] for r in mine)
        figures = [mine[0]["code_bytes"], mine[0]["static_bytes"], stack, mine[0]["key_bytes"]]
        rows.append([*name, *map(number, figures)])
    head = ["algorithm", "library", "code", "static", "stack", "key"]
    title = f"Bytes of memory to set up a key and {_verbs(records)} on {core}, theirs and ours"
    return Grid(title, head, rows, tuple(notes))


def verdict(records: list[dict]) -> list[str]:
    """Return the lines below the tables: in how many rows we are ahead, and where we are not,
    with the least ratio."""
    lines = []
    if any(not r["configuration"]["constant_time"] for r in records):
        lines.append("* looks up secrets in tables: not constant-time")
    for window, words in (("cycles", "without key set-up"), ("cycles_with_key_setup", "with key set-up")):
        found = ratios(records, window)
        if not found:
            continue
        behind = {key: ratio for key, ratio in found.items() if ratio <= 1}
        least = min(found, key=lambda key: found[key])
        lines.append(
            f"{words}: ahead in {len(found) - len(behind)} of {len(found)}, "
            f"least {found[least]:.2f}x ({' '.join(least[1:])})"
        )
        worst: dict[str, dict[str, float]] = {}
        for (_, extensions, algorithm, *_), ratio in behind.items():
            of = worst.setdefault(algorithm, {})
            of[extensions] = min(of.get(extensions, ratio), ratio)
        for algorithm, of in worst.items():
            lines.append(f"  behind in {algorithm}: {', '.join(f'{e} {ratio:.2f}x' for e, ratio in of.items())}")
    return lines
