# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The table of fault campaigns."""

from collections.abc import Iterable, Iterator

from vambrace.base.grid import Grid
from vambrace.measure.kinds.faults import Faults
from vambrace.results.schema import Json
from vambrace.view.kind_table import grid

_MOST = 6  # registers in a note at most


def grids(raw: Iterable[Json]) -> Iterator[Grid]:
    """Yield the table of all campaigns."""
    records = [Faults.of(r) for r in raw]
    if not records:
        return
    used = records[0].configuration
    notes = [
        f"{used.message_bytes} bytes and {used.ad_bytes} of associated data are opened with a wrong tag; unsafe: "
        "accepted, or data other than zeros written"
    ]
    notes += [f"{r.block}, {r.algorithm}, unsafe in {_registers(r)}" for r in records if r.unsafe]
    yield grid("faults", "Faults", records, notes)


def _registers(record: Faults) -> str:
    names = [f"{name} {count}" for name, count in record.registers.items()]
    more = [f"{len(names) - _MOST} more"] * (len(names) > _MOST)
    return ", ".join([*names[:_MOST], *more])
