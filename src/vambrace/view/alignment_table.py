# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Tables of cycles by the offset of buffers: the worst offset for each call, then all offsets."""

from collections.abc import Callable, Iterable, Iterator, Sequence

from vambrace.base.grid import Grid
from vambrace.measure.alignment import ALIGNED, MOVED, OFFSETS, moved, offset
from vambrace.measure.kinds import columns
from vambrace.measure.kinds.alignment import Alignment
from vambrace.results.column import Column, words
from vambrace.results.schema import Json
from vambrace.view.kind_table import Across, Pivot, groups

_WORST = "extra cycles when that buffer starts 1 to 3 bytes after a word boundary (worst case)"
_NOTES = (
    "offset: address modulo 4 of the buffer that the row names; all others are aligned",
    "worst: the most cycles of the row, compared with all buffers aligned",
)


def _aligned(_: Alignment, row: Sequence[Alignment]) -> int | None:
    return next((r.cycles for r in row if offset(r.placement) == 0), None)


def _worst(what: str = "") -> Callable[[Alignment, Sequence[Alignment]], float | None]:
    """Return a function for the percentage by which the cycles at the worst offset of buffer `what` (any buffer when
    empty) exceed those of the aligned call; None if the aligned call was not measured.
    """

    def worst(record: Alignment, row: Sequence[Alignment]) -> float | None:
        aligned = _aligned(record, row)
        placed = [r.cycles for r in row if r.placement != ALIGNED and what in ("", moved(r.placement))]
        return 100 * (max(aligned, *placed) / aligned - 1) if aligned and placed else None

    return worst


def _percent(head: str, what: str = "") -> Column:
    return Column(head, against=_worst(what), places=1, unit="%", sign=True)


_CALL = ("algorithm", words("extensions", columns.extensions))
_WORST_OF_CALL = Pivot("alignment", _CALL, Column(ALIGNED, against=_aligned), *(_percent(what, what) for what in MOVED))
_BY_OFFSET = Pivot(
    "alignment",
    (*_CALL, words("moved", lambda r: moved(r.placement))),
    Across(lambda r: offset(r.placement), ("offset {}", "cycles")),
    _percent("worst"),
)


def grids(raw: Iterable[Json]) -> Iterator[Grid]:
    """Yield, for each core, packet and operation, a table of the worst offsets and one of all offsets."""
    tables = [(_title(group[0]), group) for group in groups(map(Alignment.of, raw), "core", "scenario", "operation")]
    for title, group in tables:
        yield _WORST_OF_CALL.grid(f"{title}, at the worst offset", group, (_WORST,))
    for title, group in tables:
        rows = [r for call in groups(group, "algorithm", columns.extensions) for r in _rows(call)]
        yield _BY_OFFSET.grid(f"{title}, by offset", rows, _NOTES, (0, *OFFSETS))


def _title(record: Alignment) -> str:
    return f"Cycles to {record.operation} {record.scenario} on {record.core}"


def _rows(call: list[Alignment]) -> Iterator[Alignment]:
    """Yield the records of a call; the aligned one is repeated for each moved buffer."""
    for r in call:
        if r.placement != ALIGNED:
            yield r
    for what in dict.fromkeys(moved(r.placement) for r in call if r.placement != ALIGNED):
        yield from (r.changed(placement=f"{what} at 0") for r in call if r.placement == ALIGNED)
