# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Records of memory as tables, with a line on every stack that a run left short of its worst case."""

from collections.abc import Iterator

from vambrace import config
from vambrace.base.grid import Grid, number
from vambrace.measure.kinds import columns

_HEAD = ["code", "static", "stack", "sum", "published", "of published", "lowest sp", "painted", "key"]


def grids(records: list[dict], every: bool = False, objects: bool = False) -> Iterator[Grid]:
    """Yield a table for each core, profile and operation, then of what each object brings where that is asked for.

    Extension sets that leave an algorithm's program unchanged are left out unless `every` is set."""
    known, sets = config.algorithms(), config.extension_sets()
    shown = [r for r in records if every or known[r["algorithm"]].gains_from(sets[r["extensions"]])]
    groups: dict[tuple, list[dict]] = {}
    for r in shown:
        groups.setdefault((r["core"], r["profile"], r["accesses"], r["kind"], r["operation"]), []).append(r)
    for group in groups.values():
        yield _table(group)
    if objects:
        for group in groups.values():
            yield _objects(group)


def _place(r: dict) -> str:
    setup = "" if r["kind"] == "hash" else "set up a key and "
    return f"to {setup}{r['operation']} on {r['core']}, {r['profile']} profile{columns.accesses(r)}"


def _table(group: list[dict]) -> Grid:
    order = list(config.algorithms())
    rows = []
    for r in sorted(group, key=lambda r: order.index(r["algorithm"])):
        published = r["published_bytes"]
        share = f"{100 * r['sum_bytes'] / published:.1f} %" if published else ""
        figures = [number(r[k]) for k in ("code_bytes", "static_bytes", "stack_worst_bytes", "sum_bytes")]
        measured = [number(r[k]) for k in ("stack_bytes", "stack_painted_bytes", "key_bytes")]
        rows.append([r["algorithm"], r["extensions"], *figures, number(published), share, *measured])
    keep = [i for i in range(len(_HEAD)) if any(row[2 + i] for row in rows)]
    head = ["algorithm", "extensions", *(_HEAD[i] for i in keep)]
    rows = [[*row[:2], *(row[2 + i] for i in keep)] for row in rows]
    return Grid(f"Bytes of memory {_place(group[0])}", head, rows, tuple(_notes(group)))


def _notes(group: list[dict]) -> Iterator[str]:
    compared = max(r["frames_compared"] for r in group)
    yield (
        f"stack: the worst case of all paths of the machine code; frames of C functions, up to {compared} of them, are "
        "those of the compiler's report"
    )
    yield "lowest sp, painted: the deepest of all messages on the core's RTL, as sp and as the lowest word that changed"
    remarks: dict[str, list[str]] = {}
    for r in group:
        for line in differences(r):
            remarks.setdefault(line, []).append(f"{r['algorithm']} {r['extensions']}")
    for line, rows in remarks.items():
        yield f"{', '.join(rows)}: {line}"


def differences(record: dict) -> Iterator[str]:
    """Say why a run used less stack than the worst case, for each call of a record."""
    calls = record["calls"]
    deepest = max(c["stack_worst_bytes"] for c in calls.values())
    for name, call in calls.items():
        if call["stack_worst_bytes"] < deepest:
            continue  # not what the table shows
        worst, sp, painted = (call[k] for k in ("stack_worst_bytes", "stack_bytes", "stack_painted_bytes"))
        if sp < worst:
            yield f"{name} reaches {worst} bytes by {' > '.join(call['stack_path'])}, which no message took"
        if painted < sp:
            owner = f"{call['stack_path'][-1]}'s frame" if sp == worst else "what they reached"
            yield f"the lowest {sp - painted} bytes of {owner} were written by no message"


def _objects(group: list[dict]) -> Grid:
    rows = [
        [r["algorithm"], r["extensions"], name, number(share["code_bytes"]), number(share["static_bytes"])]
        for r in group
        for name, share in sorted(r["objects"].items(), key=lambda item: -item[1]["code_bytes"])
    ]
    head = ["algorithm", "extensions", "object", "code", "static"]
    return Grid(f"Bytes of each object {_place(group[0])}", head, rows, names=3)
