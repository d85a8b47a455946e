# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Records of cipher cores by themselves as a table."""

from collections.abc import Iterator

from vambrace.base.grid import Grid
from vambrace.results.schema import Json
from vambrace.view.kind_table import grid


def grids(records: list[Json]) -> Iterator[Grid]:
    """Yield a table for each clock."""
    for clock in dict.fromkeys(r["clock"] for r in records):
        notes = (f"Mbit/s at {clock}; a key that starts together with its message is in the message's cycles",)
        yield grid("block", "Cipher cores by themselves", [r for r in records if r["clock"] == clock], notes)
