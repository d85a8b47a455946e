# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Tables of boards and of their bitstreams."""

from collections.abc import Iterable, Iterator

from vambrace.base.grid import Grid
from vambrace.config.board import Board as FpgaBoard
from vambrace.measure.kinds.board import Board
from vambrace.results.schema import Json
from vambrace.view import kind_table


def grids(raw: Iterable[Json]) -> Iterator[Grid]:
    """Yield a table of the bitstreams of each board."""
    for some in kind_table.groups(map(Board.of, raw), "board"):
        first = some[0]
        notes = [
            f"{first.configuration.flow}; clock of the system {first.configuration.clock_mhz:g} MHz",
            *(
                f"seed {seed}: {tried.mhz:.1f} MHz, {tried.seconds / 60:.1f} minutes of a processor, {tried.mib} MiB"
                for record in some
                for seed, tried in record.seeds.items()
            ),
            ", ".join(f"{tool} {version}" for tool, version in first.tools.items()),
        ]
        yield kind_table.grid("board", f"{first.board}: bitstream", some, notes)


def listing(boards: Iterable[FpgaBoard], records: Iterable[Json]) -> Iterator[str]:
    """Yield the lines that describe all boards, and the points whose bitstreams are in the result store."""
    fits: dict[str, dict[str, float]] = {}
    for record in map(Board.of, records):
        if record.closed:
            fits.setdefault(record.board, {})[f"{record.core}/{record.extensions}"] = record.fmax_mhz
    for known in boards:
        cells = ", ".join(f"{count} {cell}" for cell, count in known.resources.items())
        yield f"{known.name}: {known.title}, about {known.price} €"
        yield f"  system: {known.mhz:g} MHz, {known.ram // 1024} KiB of RAM, {known.point} by default"
        yield f"  device: {cells}"
        for point, mhz in sorted(fits.get(known.name, {}).items()):
            yield f"  fits: {point}, up to {mhz:.1f} MHz by the router's model"
