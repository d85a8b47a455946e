# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Records of Ascon on RV64 as tables: cycles and instructions by message size, and what shifts change at its end."""

from collections.abc import Iterator

from vambrace.base.grid import Grid, number
from vambrace.measure.studies.ascon64 import AD, ENDS, SIZES, SPIKE, STYLES
from vambrace.results.schema import Json
from vambrace.software.toolchain.program import GCC

#: By style, the one that differs only in that shifts clear bytes of an opened last block.
SHIFTS = {"ref": "ref-shift", "opt64": "opt64-shift"}
SLOPE = (512, 4096)
NOTES = {
    "cycles": f"One call with {AD} bytes of associated data, warm caches; the key's bytes are at hand.",
    "instret": f"Instructions of one call with {AD} bytes of associated data, on Spike.",
}


def grids(records: list[Json]) -> Iterator[Grid]:
    """Yield for each core a table for each direction, and one on the end of a message where there is something."""
    for core in dict.fromkeys(r["core"] for r in records):
        some = [r for r in records if r["core"] == core]
        metric = "instret" if core == SPIKE else "cycles"
        for operation in dict.fromkeys(r["operation"] for r in some):
            yield _by_size([r for r in some if r["operation"] == operation], core, operation, metric)
        if ends := [r for r in some if _is_end(r)]:
            yield _shifts(ends, core, metric)


def _is_end(record: Json) -> bool:
    is_style = record["style"] in (*SHIFTS, *SHIFTS.values())
    return is_style and record["operation"] == "open" and record["message_bytes"] in (8, *ENDS)


def _by_size(records: list[Json], core: str, operation: str, metric: str) -> Grid:
    sizes = sorted({r["message_bytes"] for r in records} - (set(ENDS) - set(SIZES)))
    sizes = sizes or sorted({r["message_bytes"] for r in records})
    found = {(r["style"], r["algorithm"], r["extensions"], r["message_bytes"]): r for r in records}
    rows = []
    for style, algorithm, extensions in dict.fromkeys(key[:3] for key in found):
        if style in SHIFTS.values():
            continue
        of = [found.get((style, algorithm, extensions, n)) for n in sizes]
        cells = [(number(r[metric]) + "~" * bool(r["estimate"])) if r else "" for r in of]
        longest = max((r for r in of if r), key=lambda r: r["message_bytes"], default=None)
        rows.append([style, algorithm, extensions, *cells, _each_more(of, metric), _per_byte(longest, metric)])
    head = ["style", "algorithm", "extensions", *(_size(n) for n in sizes), "each more", "per byte"]
    notes = [
        NOTES[metric],
        f"each more: for a byte, from {SLOPE[0]} to {SLOPE[1]:,}. per byte: of the longest message.",
    ]
    estimates = [r["estimate"] for r in records if r["estimate"]]
    if estimates:
        lengths = [f"{int(n):,}" for n in estimates[0]["from"]]
        notes.append(f"~: estimated, on a line through messages of {', '.join(lengths)} bytes; per byte is its slope.")
    c = [r for r in records if r["style"] in STYLES and STYLES[r["style"]].compiled]
    for text in dict.fromkeys(r["configuration"]["library_flags"] for r in c):
        names = dict.fromkeys(r["style"] for r in c if r["configuration"]["library_flags"] == text)
        notes.append(f"{', '.join(names)}: GCC {c[0]['tools'][GCC]}, {text}")
    what = {"cycles": "Cycles", "instret": "Instructions"}[metric]
    return Grid(f"{what} to {operation} a message on {core}", head, rows, tuple(notes), names=3)


def _each_more(records: list[Json | None], metric: str) -> str:
    """What a byte takes where a message gets longer and all of it is in the caches."""
    found = {r["message_bytes"]: r[metric] for r in records if r}
    if not all(n in found for n in SLOPE):
        return ""
    short, long = SLOPE
    return f"{(found[long] - found[short]) / (long - short):.1f}"


def _per_byte(record: Json | None, metric: str) -> str:
    if record is None:
        return ""
    estimate = record["estimate"]
    return f"{estimate['per_byte'] if estimate else record[metric] / record['message_bytes']:.1f}"


def _size(n: int) -> str:
    return f"{n >> 20}M" if n % (1 << 20) == 0 else f"{n:,}"


def _shifts(records: list[Json], core: str, metric: str) -> Grid:
    found = {(r["extensions"], r["message_bytes"], r["style"]): r[metric] for r in records}
    rows = []
    for extensions, n in dict.fromkeys(key[:2] for key in found):
        row = [extensions, str(n)]
        for style, shifting in SHIFTS.items():
            without, shifts = found.get((extensions, n, style)), found.get((extensions, n, shifting))
            change = "" if without is None or shifts is None else f"{shifts - without:+,}"
            row += [number(without), number(shifts), change]
        rows.append(row)
    head = ["extensions", "bytes", *(h for pair in SHIFTS.items() for h in (*pair, "change"))]
    notes = tuple(f"{name}: {STYLES[name].title}." for name in SHIFTS.values())
    return Grid(f"What shifts at the end of an opened message change: {metric} on {core}", head, rows, notes)
