# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""A table of cipher cores without a processor core."""

from collections.abc import Iterable, Iterator

from vambrace.base.grid import Grid
from vambrace.measure.kinds.block import Block
from vambrace.results.schema import Json
from vambrace.view.kind_table import grid, groups


def grids(raw: Iterable[Json]) -> Iterator[Grid]:
    """Yield a table for each clock period."""
    for some in groups(map(Block.of, raw), "clock"):
        notes = (f"Mbit/s at {some[0].clock}; a key that starts together with its message is in the message's cycles",)
        yield grid("block", "Cipher cores without a system", some, notes)
