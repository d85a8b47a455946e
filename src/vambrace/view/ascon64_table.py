# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Tables of Ascon on RV64: cycles and instructions by message size, and the effect of shifts at a message's end."""

from collections.abc import Iterable, Iterator, Sequence

from vambrace.base.grid import Grid, number
from vambrace.measure.kinds.ascon64 import Ascon64
from vambrace.measure.studies.ascon64 import AD, ENDS, SIZES, SPIKE, STYLES
from vambrace.results.column import Column, words
from vambrace.results.schema import Json
from vambrace.software.toolchain.program import GCC
from vambrace.view.kind_table import Across, Pivot, groups

#: For each style, the one that differs from it only in that it uses shifts to clear bytes of the last block when
#: opening.
SHIFTS = {"ref": "ref-shift", "opt64": "opt64-shift"}
SLOPE = (512, 4096)
NOTES = {
    "cycles": f"One call with {AD} bytes of associated data, warm caches; the key is in memory, as bytes.",
    "instret": f"Instructions of one call with {AD} bytes of associated data, on Spike.",
}


def grids(raw: Iterable[Json]) -> Iterator[Grid]:
    """Yield, for each core, a table for each direction, and one for the end of a message if there are such records."""
    for some in groups(map(Ascon64.of, raw), "core"):
        metric = "instret" if some[0].core == SPIKE else "cycles"
        for group in groups(some, "operation"):
            yield _by_size(group, metric)
        if ends := [r for r in some if _is_end(r)]:
            yield _shifts(ends, metric)


def _is_end(record: Ascon64) -> bool:
    is_style = record.style in (*SHIFTS, *SHIFTS.values())
    return is_style and record.operation == "open" and record.message_bytes in (8, *ENDS)


def _size(n: int) -> str:
    return f"{n >> 20}M" if n and n % (1 << 20) == 0 else f"{n:,}"


def _by_size(records: list[Ascon64], metric: str) -> Grid:
    every = sorted({r.message_bytes for r in records})
    sizes = [n for n in every if n not in ENDS or n in SIZES] or every

    def each_more(_: Ascon64, row: Sequence[Ascon64]) -> float | None:
        """Return the cost of each additional byte of a message that is entirely in the caches; None if not measured."""
        by_length = {r.message_bytes: r[metric] for r in row}
        short, long = SLOPE
        return (
            (by_length[long] - by_length[short]) / (long - short) if short in by_length and long in by_length else None
        )

    def per_byte(_: Ascon64, row: Sequence[Ascon64]) -> float | None:
        longest = max((r for r in row if r.message_bytes in sizes), key=lambda r: r.message_bytes, default=None)
        if longest is None:
            return None
        estimate = longest.estimate
        return float(estimate["per_byte"] if estimate else longest[metric] / longest.message_bytes)

    table = Pivot(
        "ascon64",
        ("style", "algorithm", "extensions"),
        Across(lambda r: _size(r.message_bytes), Column("{}", lambda r: number(r[metric]) + "~" * bool(r.estimate))),
        Column("each more", against=each_more, places=1),
        Column("per byte", against=per_byte, places=1),
    )
    unit, first = {"cycles": "Cycles", "instret": "Instructions"}[metric], records[0]
    title = f"{unit} to {first.operation} a message on {first.core}"
    some = [r for r in records if r.style not in SHIFTS.values()]
    return table.grid(title, some, _notes(records, metric), list(map(_size, sizes)))


def _notes(records: list[Ascon64], metric: str) -> Iterator[str]:
    yield NOTES[metric]
    yield f"each more: per additional byte, from {SLOPE[0]} to {SLOPE[1]:,}. per byte: of the longest message."
    if estimate := next((r.estimate for r in records if r.estimate), None):
        lengths = ", ".join(f"{int(n):,}" for n in estimate["from"])
        yield f"~: estimated, on a line through messages of {lengths} bytes; per byte is its slope."
    c = [r for r in records if r.style in STYLES and STYLES[r.style].compiled]
    for some in groups(c, lambda r: r.configuration.library_flags):
        names = ", ".join(dict.fromkeys(r.style for r in some))
        yield f"{names}: GCC {c[0].tools[GCC]}, {some[0].configuration.library_flags}"


def _shifts(records: list[Ascon64], metric: str) -> Grid:
    columns = [column for pair in SHIFTS.items() for column in _change(*pair, metric)]
    table = Pivot("ascon64", ("extensions", words("bytes", lambda r: str(r.message_bytes))), *columns)
    title = f"Effect of shifts at the end of an opened message: {metric} on {records[0].core}"
    return table.grid(title, records, (f"{name}: {STYLES[name].title}." for name in SHIFTS.values()))


def _change(style: str, shifting: str, metric: str) -> Iterator[Column]:
    """Yield columns for a style, for its variant with shifts, and for their difference."""

    def figure(name: str, row: Sequence[Ascon64]) -> int | None:
        return next((r[metric] for r in row if r.style == name), None)

    def change(_: Ascon64, row: Sequence[Ascon64]) -> int | None:
        without, shifts = figure(style, row), figure(shifting, row)
        return None if without is None or shifts is None else shifts - without

    yield Column(style, against=lambda _, row: figure(style, row))
    yield Column(shifting, against=lambda _, row: figure(shifting, row))
    yield Column("change", against=change, places=0, sign=True)
