# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Tables of the latency experiment: means compared with the published figures and our targets, then the figures that
vary from run to run.
"""

from collections.abc import Iterable, Iterator

from vambrace.base.grid import Grid
from vambrace.measure.kinds.latency import Latency
from vambrace.results.column import Column, words
from vambrace.results.schema import Json
from vambrace.view.kind_table import Across, Item, Pivot, groups, named

#: The methods of measurement, in the order of the rows.
_ROWS = {
    ("block calls", "free"): "block calls, free",
    ("block calls", "done"): "block calls, done",
    ("calls", "done"): "calls",
    ("commands", "free"): "commands, free",
    ("commands", "done"): "commands, done",
}
_CORES = {"": "", "1": ", one round a cycle", "2": ", two rounds a cycle", "all": ", all rounds in a cycle"}

FREE = "free: until the processor can continue. done: until the result or the status is available."
PAPER = "published / ours: a C call for each block, as published; where such a call does not wait for its result, free."
WHY = {
    "warm": "Runs differ in branch predictions, which depend on earlier branches.",
    "cold": "Runs differ in evictions from the instruction cache, which replaces one of four ways at random.",
}

_WAY = words("cycles", lambda r: _ROWS[r.by, r.until])


def _by_length(row: Column, figure: Item) -> Pivot:
    return Pivot("latency", ("coupling", row), Across(lambda r: r.scenario.removesuffix(" bytes"), figure))


_MEANS = _by_length(_WAY, ("{}", "cycles"))
#: Rows below those of a coupling, each with a field that its records must have.
_COMPARED = {
    "target": ("target_cycles", ("{}", "target")),
    "published": ("published_cycles", ("{}", "published")),
    "published / ours": ("published_cycles", ("{}", "faster")),
}
_BELOW = [(field, _by_length(named("cycles", name), item)) for name, (field, item) in _COMPARED.items()]
_DEVIATIONS = Pivot(
    "latency",
    ("coupling", _WAY, "operation", Column("bytes", lambda r: r.message_bytes or None)),
    *(("mean", "cycles"), "deviation", "least", "most"),
)


def grids(raw: Iterable[Json]) -> Iterator[Grid]:
    """Yield, for each AES core, cache state, key size and direction, the table of all couplings; after both directions,
    a table of the figures that vary. Software is in the tables of each AES core.
    """
    records = [Latency.of(r) for r in raw]
    cores = list(dict.fromkeys(_rounds(r) for r in records if _rounds(r))) or [""]
    for rounds in cores:
        some = [r for r in records if _rounds(r) in ("", rounds)]
        for group in groups(some, lambda r: r.configuration.caches, "algorithm"):
            caches = group[0].configuration.caches or ""
            place = f"{group[0].algorithm} on {group[0].core}, {caches} caches{_CORES[rounds]}"
            for operation in ("encrypt", "decrypt"):
                if shown := [r for r in group if r.operation in ("init", operation)]:
                    yield _means(f"Cycles to {operation}, {place}, by bytes", shown)
            if varying := [r for r in group if r.cycles_deviation]:
                title = f"Figures that vary in {group[0].runs} runs: {place}"
                yield _DEVIATIONS.grid(title, varying, (WHY[caches],))


def _rounds(record: Latency) -> str:
    return record.configuration.aes_rounds_per_cycle or ""


def _means(title: str, records: list[Latency]) -> Grid:
    ways = list(_ROWS.values())
    rows = []
    for ours in groups(records, "extensions"):
        rows.append((_MEANS, sorted(ours, key=lambda r: ways.index(_ROWS[r.by, r.until]))))
        rows += [(pivot, [r for r in ours if r[field]]) for field, pivot in _BELOW]
    notes = [FREE] * any(r.until == "free" for r in records) + [PAPER] * any(r.published_cycles for r in records)
    lengths = [r.scenario.removesuffix(" bytes") for r in records]
    return _MEANS.grid(title, (), notes, lengths, rows)
