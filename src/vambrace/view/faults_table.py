# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Records of faults as a table."""

from collections.abc import Iterator

from vambrace.base.grid import Grid
from vambrace.results.schema import Json
from vambrace.view.kind_table import grid

_MOST = 6  # registers that a note names


def grids(records: list[Json]) -> Iterator[Grid]:
    """Yield the table of all campaigns."""
    if not records:
        return
    first = records[0]
    notes = [
        f"{first['configuration']['message_bytes']} bytes and {first['configuration']['ad_bytes']} of associated data "
        "are opened with a wrong tag; unsafe: accepted, or anything but zeros written"
    ]
    notes += [f"{r['block']}, {r['algorithm']}, unsafe in {_registers(r)}" for r in records if r["unsafe"]]
    yield grid("faults", "Faults", records, notes)


def _registers(record: Json) -> str:
    names = [f"{name} {count}" for name, count in record["registers"].items()]
    more = [f"{len(names) - _MOST} more"] * (len(names) > _MOST)
    return ", ".join([*names[:_MOST], *more])
