# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Records of what parts take of an FPGA as tables."""

from collections.abc import Iterator

from vambrace.base.grid import Grid
from vambrace.results.schema import Json
from vambrace.view.kind_table import grid


def grids(records: list[Json]) -> Iterator[Grid]:
    """Yield the tables of points of each core, and of blocks."""
    points = [r for r in records if r["core"]]
    for core in dict.fromkeys(r["core"] for r in points):
        some = [r for r in points if r["core"] == core]
        yield grid("fpga", f"{core}: FPGA", some, _notes(some))
    if blocks := [r for r in records if r["block"]]:
        yield grid("fpga", "Blocks: FPGA", blocks, _notes(blocks))


def _notes(records: list[Json]) -> list[str]:
    first = records[0]
    notes = ["LUT to DSP: 7 series after Yosys' synth_xilinx, not placed; a point is the sum of its parts"]
    if routed := next((r for r in records if r["fmax_by_seed_mhz"]), None):
        device, seeds = first["configuration"]["routed"], len(routed["fmax_by_seed_mhz"])
        notes.append(f"MHz: {device}, the slowest part, mean and deviation of {seeds} seeds")
    return [*notes, ", ".join(f"{tool} {version}" for tool, version in first["tools"].items())]
