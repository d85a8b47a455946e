# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Tables of memory, with the cycles of the same build. Lines below a table explain runs that used less stack than the
worst case.
"""

from collections.abc import Iterable, Iterator, Mapping

from vambrace import config
from vambrace.base.grid import Grid
from vambrace.measure.kinds import columns
from vambrace.measure.kinds.bench import Bench
from vambrace.measure.kinds.memory import Memory
from vambrace.results.column import Column, percent, words
from vambrace.results.schema import Json
from vambrace.view.kind_table import Item, Pivot, groups

#: The call of a record.
_CALL = ("core", "extensions", "profile", "accesses", "algorithm", "operation")
_OBJECTS = Pivot("memory", ("algorithm", "extensions", words("object", "object")), "code", "static")


def grids(
    raw: Iterable[Json], packets: Iterable[Json] = (), every: bool = False, objects: bool = False
) -> Iterator[Grid]:
    """Yield a table for each core, profile and operation; with `objects` also one of the bytes of each object.

    `packets` are records of `vambrace bench`, whose cycles are shown next to the bytes of the same build. Extension
    sets that leave an algorithm's program unchanged are omitted unless `every` is set.
    """
    known = config.algorithms()
    shown = [
        r for r in map(Memory.of, raw) if every or known[r.algorithm].gains_from(config.extension_set(r.extensions))
    ]
    tables = list(groups(shown, "core", "profile", "accesses", "kind", "operation"))
    cycles = {(r.scenario, *(r[k] for k in _CALL)): r.cycles for r in map(Bench.of, packets)}
    for group in tables:
        rows = sorted(group, key=lambda r: list(known).index(r.algorithm))
        yield _table(cycles).grid(f"Bytes of memory {_place(group[0])}", rows, _notes(group, bool(cycles)))
    for group in tables if objects else ():
        yield _OBJECTS.grid(f"Bytes of each object {_place(group[0])}", [part for r in group for part in _objects(r)])


def _place(r: Memory) -> str:
    setup = "" if r.kind == "hash" else "set up a key and "
    return f"to {setup}{r.operation} on {r.core}, {r.profile} profile{columns.accesses(r)}"


def _table(cycles: Mapping[tuple[str, ...], int]) -> Pivot:
    """Return the table of bytes, with the cycles of some calls."""

    def cycles_column(scenario: str) -> Column:
        return Column(f"{scenario} cycles", lambda r: cycles.get((scenario, *(r[k] for k in _CALL))))

    theirs: tuple[Item, ...] = (("published", "published_bytes"), percent("of published", _of_published))
    figures = ("code", "static", "stack", "sum", *theirs, "key", *map(cycles_column, config.packets()))
    return Pivot("memory", ("algorithm", "extensions"), *figures, drop=True)


def _of_published(record: Memory) -> float | None:
    return 100 * record.sum_bytes / record.published_bytes if record.published_bytes else None


def _objects(record: Memory) -> Iterator[Memory]:
    """Yield a record for each object, the one with the most code first."""
    for name, share in sorted(record.objects.items(), key=lambda item: -item[1]["code_bytes"]):
        yield record.changed(**share, object=name)


def _notes(group: list[Memory], with_cycles: bool) -> Iterator[str]:
    compared = max(r.frames_compared for r in group)
    yield (
        f"stack: the worst case of all paths in the machine code; frames of C functions, up to {compared} of them, are "
        "those of the compiler's report"
    )
    yield "on the core's RTL the deepest message uses as much, by sp and by the lowest changed word, except as below"
    if with_cycles:
        yield "cycles: of the same build, for a packet, without key set-up"
    remarks: dict[str, list[str]] = {}
    for r in group:
        for line in differences(r):
            remarks.setdefault(line, []).append(f"{r.algorithm} {r.extensions}")
    for line, rows in remarks.items():
        yield f"{', '.join(rows)}: {line}"


def differences(record: Memory) -> Iterator[str]:
    """Yield, for each call of a record, the reason why a run used less stack than the worst case."""
    calls = record.calls
    deepest = max(c["stack_worst_bytes"] for c in calls.values())
    for name, call in calls.items():
        if call["stack_worst_bytes"] < deepest:
            continue  # not in the table
        worst, sp, painted = (call[k] for k in ("stack_worst_bytes", "stack_bytes", "stack_painted_bytes"))
        if sp < worst:
            path = " > ".join(call["stack_path"])
            yield f"{name} reaches {worst} bytes through {path}, which no message executed: the deepest reached {sp}"
        if painted < sp:
            owner = f"{call['stack_path'][-1]}'s frame" if sp == worst else "the frames reached"
            yield f"no message wrote the lowest {sp - painted} bytes of {owner}"
