# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Records of memory as tables, beside the cycles of the same build. Lines below say where a run left a stack short of
its worst case."""

from collections.abc import Iterator, Sequence
from typing import Any

from vambrace import config
from vambrace.base.grid import Grid, number
from vambrace.measure.kinds import columns
from vambrace.results.schema import Json

_HEAD = ["code", "static", "stack", "sum", "published", "of published", "key"]
#: The call that a record is of.
_CALL = ("core", "extensions", "profile", "accesses", "algorithm", "operation")


def grids(
    records: list[Json], packets: Sequence[Json] = (), every: bool = False, objects: bool = False
) -> Iterator[Grid]:
    """Yield a table for each core, profile and operation, then of what each object brings where that is asked for.

    `packets` are records of `vambrace bench`: their cycles stand beside the bytes of the same build. Extension sets
    that leave an algorithm's program unchanged are left out unless `every` is set."""
    known, sets = config.algorithms(), config.extension_sets()
    shown = [r for r in records if every or known[r["algorithm"]].gains_from(sets[r["extensions"]])]
    groups: dict[tuple[Any, ...], list[Json]] = {}
    for r in shown:
        groups.setdefault((r["core"], r["profile"], r["accesses"], r["kind"], r["operation"]), []).append(r)
    cycles = {(r["scenario"], *(r[k] for k in _CALL)): r["cycles"] for r in packets}
    for group in groups.values():
        yield _table(group, cycles)
    if objects:
        for group in groups.values():
            yield _objects(group)


def _place(r: Json) -> str:
    setup = "" if r["kind"] == "hash" else "set up a key and "
    return f"to {setup}{r['operation']} on {r['core']}, {r['profile']} profile{columns.accesses(r)}"


def _table(group: list[Json], cycles: dict[tuple[Any, ...], int]) -> Grid:
    order = list(config.algorithms())
    scenarios = list(config.packets())
    rows = []
    for r in sorted(group, key=lambda r: order.index(r["algorithm"])):
        published = r["published_bytes"]
        share = f"{100 * r['sum_bytes'] / published:.1f} %" if published else ""
        figures = [number(r[k]) for k in ("code_bytes", "static_bytes", "stack_worst_bytes", "sum_bytes")]
        figures += [number(published), share, number(r["key_bytes"])]
        figures += [number(cycles.get((s, *(r[k] for k in _CALL)))) for s in scenarios]
        rows.append([r["algorithm"], r["extensions"], *figures])
    names = [*_HEAD, *(f"{s} cycles" for s in scenarios)]
    keep = [i for i in range(len(names)) if any(row[2 + i] for row in rows)]
    head = ["algorithm", "extensions", *(names[i] for i in keep)]
    rows = [[*row[:2], *(row[2 + i] for i in keep)] for row in rows]
    return Grid(f"Bytes of memory {_place(group[0])}", head, rows, tuple(_notes(group, bool(cycles))))


def _notes(group: list[Json], with_cycles: bool) -> Iterator[str]:
    compared = max(r["frames_compared"] for r in group)
    yield (
        f"stack: the worst case of all paths of the machine code; frames of C functions, up to {compared} of them, are "
        "those of the compiler's report"
    )
    yield "on the core's RTL the deepest message goes as deep, by sp and by the lowest word changed, except as below"
    if with_cycles:
        yield "cycles: of the same build, for a packet, without key set-up"
    remarks: dict[str, list[str]] = {}
    for r in group:
        for line in differences(r):
            remarks.setdefault(line, []).append(f"{r['algorithm']} {r['extensions']}")
    for line, rows in remarks.items():
        yield f"{', '.join(rows)}: {line}"


def differences(record: Json) -> Iterator[str]:
    """Say why a run used less stack than the worst case, for each call of a record."""
    calls = record["calls"]
    deepest = max(c["stack_worst_bytes"] for c in calls.values())
    for name, call in calls.items():
        if call["stack_worst_bytes"] < deepest:
            continue  # not what the table shows
        worst, sp, painted = (call[k] for k in ("stack_worst_bytes", "stack_bytes", "stack_painted_bytes"))
        if sp < worst:
            path = " > ".join(call["stack_path"])
            yield f"{name} reaches {worst} bytes by {path}, which no message took: the deepest reached {sp}"
        if painted < sp:
            owner = f"{call['stack_path'][-1]}'s frame" if sp == worst else "what they reached"
            yield f"the lowest {sp - painted} bytes of {owner} were written by no message"


def _objects(group: list[Json]) -> Grid:
    rows = [
        [r["algorithm"], r["extensions"], name, number(share["code_bytes"]), number(share["static_bytes"])]
        for r in group
        for name, share in sorted(r["objects"].items(), key=lambda item: -item[1]["code_bytes"])
    ]
    head = ["algorithm", "extensions", "object", "code", "static"]
    return Grid(f"Bytes of each object {_place(group[0])}", head, rows, names=3)
