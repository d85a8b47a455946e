# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""What parts take of an FPGA as records and tables."""

from collections.abc import Iterator
from dataclasses import asdict

from vambrace import __version__, records, rtl, store, tools
from vambrace.grid import Grid, number
from vambrace.silicon import synthesis
from vambrace.silicon.fpga import DEVICE, Resources, Routed
from vambrace.silicon.parts import Subject


def _total(found: list[Resources]) -> dict:
    """The sum of parts, as a record has it."""
    luts = {f"lut{n}": sum(r.luts[n] for r in found) for n in range(1, 7)}
    names = ("lut", "lut_memory", "muxf7", "muxf8", "carry4", "flip_flops", "bram18", "dsp")
    return {**{name: sum(getattr(r, name) for r in found) for name in names}, **luts}


def record(subject: Subject, found: list[Resources], routes: list[Routed] | None) -> dict:
    """The record of one subject (docs/reference/records.md); `found` and `routes` are of its parts."""
    point = subject.point
    upstream = point.core.upstream if point else None
    slowest = min(routes, key=lambda r: r.mean) if routes else None
    names = ["pyosys", *(["nextpnr-ecp5"] if routes else [])]
    return {
        "schema": records.SCHEMA,
        "record": "fpga",
        **subject.names(),
        **_total(found),
        "fmax_mhz": slowest.mean if slowest else None,
        "fmax_deviation_mhz": slowest.deviation if slowest else None,
        "fmax_by_seed_mhz": slowest.fmax if slowest else None,
        "parts": {
            part.name: {"module": part.label, "xc7": asdict(r), "ecp5": asdict(routes[i]) if routes else None}
            for i, (part, r) in enumerate(zip(subject.parts, found, strict=True))
        },
        "tools": {
            "vambrace": __version__, **{name: tools.version(name) for name in names},
            **({upstream: rtl.version(upstream)} if upstream else {}),
        },
        "configuration": {
            "core_parameters": point.core.parameters if point else None,
            "resources": "synth_xilinx -family xc7 -flatten, not placed",
            "routed": " ".join(["ECP5", *DEVICE]) if routes else None,
        },
        "source_hash": store.digest([synthesis.source_hash(part) for part in subject.parts]),
    }  # fmt: skip


def grids(made: list[dict]) -> Iterator[Grid]:
    """Yield the tables of points of each core, and of blocks."""
    points = [r for r in made if r["core"]]
    for core in dict.fromkeys(r["core"] for r in points):
        yield _grid(f"{core}: FPGA", "extensions", [r for r in points if r["core"] == core])
    blocks = [r for r in made if r["block"]]
    if blocks:
        yield _grid("Blocks: FPGA", "block", blocks)


def _grid(title: str, name: str, made: list[dict]) -> Grid:
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
