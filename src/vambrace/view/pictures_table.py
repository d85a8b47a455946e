# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Records of pictures as tables: one for each picture, a row for each mode and text."""

from collections.abc import Iterator

from vambrace.base.grid import Grid
from vambrace.results.schema import Json
from vambrace.view.kind_table import grid

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
        yield grid("pictures", f"{name}, {size}, on {core}/{extensions}", some, _notes(some))


def _notes(records: list[Json]) -> tuple[str, ...]:
    padding = {r["padding_bytes"] for r in records} - {0}
    more = [f"ECB and CBC: {n} zeros behind the last pixel fill its block." for n in sorted(padding)]
    return (*NOTES, *more)
