# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Records of what parts take of an FPGA as tables."""

from collections.abc import Iterator

from vambrace.base.grid import Grid, number
from vambrace.results.schema import Json


def grids(made: list[Json]) -> Iterator[Grid]:
    """Yield the tables of points of each core, and of blocks."""
    points = [r for r in made if r["core"]]
    for core in dict.fromkeys(r["core"] for r in points):
        yield _grid(f"{core}: FPGA", "extensions", [r for r in points if r["core"] == core])
    blocks = [r for r in made if r["block"]]
    if blocks:
        yield _grid("Blocks: FPGA", "block", blocks)


def _grid(title: str, name: str, made: list[Json]) -> Grid:
    columns = {"LUT": "lut", "memory LUT": "lut_memory", "F7": "muxf7", "F8": "muxf8", "CARRY4": "carry4",
               "FF": "flip_flops", "BRAM 18K": "bram18", "DSP": "dsp"}  # fmt: skip
    routed = any(r["fmax_mhz"] for r in made)
    bare = next((r["lut"] for r in made if r["extensions"] == "none"), None)
    head = [name, *columns, *(["LUT over bare"] if bare else []), *(["ECP5 MHz", "± MHz"] if routed else [])]
    rows = []
    for r in made:
        row = [r[name], *(number(r[field]) for field in columns.values())]
        if bare:
            row.append("" if r["extensions"] == "none" else f"{100 * (r['lut'] / bare - 1):+.1f} %")
        if routed:
            row += [f"{r['fmax_mhz']:.1f}" if r["fmax_mhz"] else "", _deviation(r["fmax_deviation_mhz"])]
        rows.append(row)
    versions = ", ".join(f"{tool} {version}" for tool, version in made[0]["tools"].items())
    notes = ["LUT to DSP: 7 series after Yosys' synth_xilinx, not placed; a point is the sum of its parts"]
    if routed:
        seeds = len(next(r["fmax_by_seed_mhz"] for r in made if r["fmax_by_seed_mhz"]))
        notes.append(
            f"MHz: {made[0]['configuration']['routed']}, the slowest part, mean and deviation of {seeds} seeds"
        )
    return Grid(title, head, rows, (*notes, versions), names=1)


def _deviation(value: float | None) -> str:
    return "" if value is None else f"{value:.1f}"
