# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The command `vambrace fpga`: its records and tables too."""

from collections.abc import Iterator
from dataclasses import asdict

import click

from vambrace import __version__, records, rtl, store, tools, work
from vambrace.command_line import json_option, markdown_option, report, show
from vambrace.grid import Grid, number
from vambrace.progress import Progress
from vambrace.silicon import fpga as fpga_module
from vambrace.silicon import parts, synthesis
from vambrace.silicon.fpga import DEVICE, Resources, Routed
from vambrace.silicon.parts import Part, Subject


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


@click.command()
@click.argument("names", nargs=-1, metavar="[POINT|BLOCK]...")
@click.option("--route", is_flag=True, help="Also place and route for an ECP5, and tell how fast it is: minutes each.")
@click.option(
    "--seeds", type=click.IntRange(1, 100), default=len(fpga_module.SEEDS), show_default=True,
    help="How often each is placed and routed.",
)  # fmt: skip
@json_option
@markdown_option
def fpga(names, route, seeds, json_file, as_markdown) -> None:
    """Count what points and blocks take of an FPGA (Yosys, nextpnr).

    POINT is that of bench; BLOCK a name of configs/blocks.toml, or a pattern. Without one:
    the points of ibex-ref that bench measures, and all blocks. LUTs, multiplexers, flip-flops
    and so on are those of the 7 series; with --route an ECP5 (LFE5U-45F) is placed and routed
    between registers at all ports. What has not changed is not made again.

    \b
    vambrace fpga
    vambrace fpga ibex-ref/none ibex-ref/zkn --json fpga.json
    vambrace fpga xascon 'aes-*' --route --seeds 5
    """
    subjects = parts.select(list(names) or ["ibex-ref", *parts.blocks()])
    if route:
        tools.version("nextpnr-ecp5")
    wanted = list(dict.fromkeys(part for s in subjects for part in s.parts))
    jobs: list[tuple[Part, int]] = [(part, seed) for seed in range(seeds + 1 if route else 1) for part in wanted]
    with Progress("FPGA", len(jobs)) as progress:

        def one(job: tuple[Part, int]) -> Resources | Routed:
            part, seed = job
            return fpga_module.routed(part, [seed]) if seed else fpga_module.resources(part)

        def label(job: tuple[Part, int]) -> str:
            return f"{job[0].label}{f' seed {job[1]}' if job[1] else ''}"

        found = work.each(jobs, one, label, progress.step, progress.failed)
    every = range(1, seeds + 1) if route else range(0)
    whole = {part for part in wanted if (part, 0) in found and all((part, seed) in found for seed in every)}
    made = []
    for s in subjects:
        if whole.issuperset(s.parts):
            routes = [fpga_module.routed(part, list(every)) for part in s.parts] if route else None
            made.append(record(s, [found[part, 0] for part in s.parts], routes))
    show(grids(made), made, as_markdown, json_file)
    report(progress.failures)
