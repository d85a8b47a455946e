# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The command `vambrace fpga`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from vambrace.base import extras
from vambrace.base.progress import Progress
from vambrace.cli.options import json_option, markdown_option, report, show
from vambrace.silicon import fpga as fpga_module

if TYPE_CHECKING:
    from vambrace.silicon.parts import Part


@click.command()
@click.argument("names", nargs=-1, metavar="[POINT|BLOCK]...")
@click.option("--route", is_flag=True, help="Also place and route for an ECP5, and print its clock: minutes each.")
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
    from vambrace.base import work
    from vambrace.measure import fpga as fpga_records
    from vambrace.silicon import parts
    from vambrace.view import fpga_table

    subjects = parts.select(list(names) or ["ibex-ref", *parts.blocks()])
    extras.need("silicon")
    wanted = list(dict.fromkeys(part for s in subjects for part in s.parts))
    jobs = [(part, seed) for seed in range(seeds + 1 if route else 1) for part in wanted]
    with Progress("FPGA", len(jobs)) as progress:

        def one(job: tuple[Part, int]) -> fpga_module.Resources | fpga_module.Routed:
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
            made.append(fpga_records.record(s, [found[part, 0] for part in s.parts], routes))
    show(fpga_table.grids(made), made, as_markdown, json_file)
    report(progress.failures)
