# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Tables of encrypted pictures: one for each picture, with a row for each mode and text."""

from collections.abc import Iterable, Iterator

from vambrace.base.grid import Grid
from vambrace.measure.kinds.pictures import Pictures
from vambrace.results.schema import Json
from vambrace.view.kind_table import grid, groups

NOTES = (
    "bits: entropy of a pixel, 8 at most. right, below, both: correlation with that neighbour.",
    "repeated: blocks of 16 bytes that equal an earlier one. wrong: pixels that differ from the original.",
    "tampered: one bit changed, then decrypted.",
)


def grids(raw: Iterable[Json]) -> Iterator[Grid]:
    for some in groups(map(Pictures.of, raw), "picture", "size", "core", "extensions"):
        r = some[0]
        yield grid("pictures", f"{r.picture}, {r.size}, on {r.core}/{r.extensions}", some, _notes(some))


def _notes(records: list[Pictures]) -> tuple[str, ...]:
    padding = {r.padding_bytes for r in records} - {0}
    more = [f"ECB and CBC: {n} zeros after the last pixel complete its block." for n in sorted(padding)]
    return (*NOTES, *more)
