# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Records of the latency experiment as tables: means compared with the published figures and our targets, then
what of them varies from run to run."""

from collections.abc import Iterator

from vambrace.base.grid import Grid, number
from vambrace.results.schema import Json
from vambrace.view.figures import mean

#: The ways of measuring, in the order of the rows.
_ROWS = {
    ("block calls", "free"): "block calls, free",
    ("block calls", "done"): "block calls, done",
    ("calls", "done"): "calls",
    ("commands", "free"): "commands, free",
    ("commands", "done"): "commands, done",
}

FREE = "free: until the processor may go on. done: until the result or the status is there."
PAPER = "published / ours: a C call for each block, as published; where such a call does not wait for its result, free."
WHY = {
    "warm": "Runs differ where branches of the program are predicted otherwise: the predictor goes by the last ones.",
    "cold": "Runs differ where lines meet in the instruction cache: it replaces one of four ways at random.",
}


def grids(records: list[Json]) -> Iterator[Grid]:
    """Yield, for each AES core, state of the caches, key size and direction, the table of all couplings; after
    both directions what varies."""
    groups: dict[tuple[str, str, str], list[Json]] = {}
    every = dict.fromkeys(r["configuration"]["aes_rounds_per_cycle"] or "" for r in records)
    for rounds in [r for r in every if r] or [""]:
        for r in records:
            if (r["configuration"]["aes_rounds_per_cycle"] or rounds) == rounds:
                groups.setdefault((rounds, r["configuration"]["caches"], r["algorithm"]), []).append(r)
    for (rounds, caches, algorithm), group in groups.items():
        core = {"": "", "1": ", one round a cycle", "2": ", two rounds a cycle", "all": ", all rounds in a cycle"}[
            rounds
        ]
        place = f"{algorithm} on {group[0]['core']}, {caches} caches{core}"
        for operation in ("encrypt", "decrypt"):
            some = [r for r in group if r["operation"] in ("init", operation)]
            if some:
                yield _means(f"Cycles to {operation}, {place}, by bytes", some)
        varying = [r for r in group if r["cycles_deviation"]]
        if varying:
            yield _deviations(f"What varies in {group[0]['runs']} runs: {place}", varying, WHY[caches])


def _means(title: str, records: list[Json]) -> Grid:
    columns = list(dict.fromkeys(r["scenario"] for r in records))
    rows = []
    for extensions in dict.fromkeys(r["extensions"] for r in records):
        ours = [r for r in records if r["extensions"] == extensions]
        found = {(r["by"], r["until"], r["scenario"]): r for r in ours}
        for way, name in _ROWS.items():
            if any(key[:2] == way for key in found):
                cells = [found.get((*way, c)) for c in columns]
                rows.append([extensions, name, *("" if r is None else mean(r["cycles"]) for r in cells)])
        aims = [_of(ours, c, "target_cycles") for c in columns]
        if any(aims):
            rows.append([extensions, "target", *("" if r is None else number(r["target_cycles"]) for r in aims)])
        theirs = [_of(ours, c, "published_cycles") for c in columns]
        if any(theirs):
            rows.append(
                [extensions, "published", *("" if r is None else number(r["published_cycles"]) for r in theirs)]
            )
            shares = (r["published_cycles"] / r["cycles"] if r else None for r in theirs)
            rows.append([extensions, "published / ours", *("" if s is None else f"{s:.2f}x" for s in shares)])
    notes = [FREE] if any(row[1].endswith(", free") for row in rows) else []
    notes += [PAPER] if any(row[1] == "published / ours" for row in rows) else []
    return Grid(title, ["coupling", "cycles", *(c.removesuffix(" bytes") for c in columns)], rows, tuple(notes))


def _of(records: list[Json], scenario: str, field: str) -> Json | None:
    """The record of a scenario that has such a figure, if any does."""
    return next((r for r in records if r["scenario"] == scenario and r[field]), None)


def _deviations(title: str, records: list[Json], why: str) -> Grid:
    rows = [
        [
            r["extensions"],
            _ROWS[r["by"], r["until"]],
            r["operation"],
            number(r["message_bytes"] or None),
            mean(r["cycles"]),
            f"{r['cycles_deviation']:.2f}",
            number(r["cycles_minimum"]),
            number(r["cycles_maximum"]),
        ]
        for r in records
    ]
    head = ["coupling", "cycles", "operation", "bytes", "mean", "deviation", "least", "most"]
    return Grid(title, head, rows, (why,), names=3)
