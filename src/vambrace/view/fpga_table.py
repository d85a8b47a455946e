# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Tables of FPGA resources."""

from collections.abc import Iterable, Iterator

from vambrace.base.grid import Grid
from vambrace.measure.kinds.fpga import Fpga
from vambrace.results.schema import Json
from vambrace.view.kind_table import of_subjects


def grids(raw: Iterable[Json]) -> Iterator[Grid]:
    """Yield the tables of points of each core, and of blocks."""
    return of_subjects("fpga", "FPGA", map(Fpga.of, raw), _notes)


def _notes(records: list[Fpga]) -> Iterator[str]:
    first = records[0]
    yield "LUT to DSP: 7 series after Yosys' synth_xilinx, not placed; a point is the sum of its parts"
    if seeds := next((len(r.fmax_by_seed_mhz) for r in records if r.fmax_by_seed_mhz), 0):
        yield f"MHz: {first.configuration.routed}, the slowest part, mean and deviation of {seeds} seeds"
    yield ", ".join(f"{tool} {version}" for tool, version in first.tools.items())
