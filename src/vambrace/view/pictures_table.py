# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Records of pictures as tables: one for each picture, a row for each mode and text."""

from collections.abc import Iterator

from vambrace.base.grid import Grid, number
from vambrace.results.schema import Json

NOTES = (
    "bits: entropy of a pixel, 8 at most. right, below, both: correlation with the neighbour there.",
    "repeated: blocks of 16 bytes that equal one before. wrong: pixels that are not the original's.",
    "tampered: one bit changed, then decrypted.",
)


def grids(records: list[Json]) -> Iterator[Grid]:
    key = ("picture", "size", "core", "extensions")
    for group in dict.fromkeys(tuple(r[k] for k in key) for r in records):
        some = [r for r in records if tuple(r[k] for k in key) == group]
        name, size, core, extensions = group
        head = ["mode", "text", "bits", "right", "below", "both", "repeated", "wrong", "cycles"]
        yield Grid(f"{name}, {size}, on {core}/{extensions}", head, [_row(r) for r in some], _notes(some))


def _row(record: Json) -> list[str]:
    text = record["text"] + " (refused)" * (record["status"] == "refused")
    return [
        record["algorithm"],
        text,
        f"{record['entropy_bits']:.3f}",
        *correlations(record, 3),
        f"{number(record['repeated_blocks'])} of {number(record['blocks'])}",
        number(record["differing_pixels"]),
        number(record["cycles"]),
    ]


def correlations(record: Json, digits: int) -> list[str]:
    """Those with the neighbours to the right, below, and both, as text."""
    found = [record[f"correlation{way}"] for way in ("", "_vertical", "_diagonal")]
    return ["none" if f is None else f"{round(f, digits) + 0.0:.{digits}f}" for f in found]  # + 0.0: no minus zero


def _notes(records: list[Json]) -> tuple[str, ...]:
    padding = {r["padding_bytes"] for r in records} - {0}
    more = [f"ECB and CBC: {n} zeros behind the last pixel fill its block." for n in sorted(padding)]
    return (*NOTES, *more)
