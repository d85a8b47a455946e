# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The command `vambrace fpga`."""

from __future__ import annotations

import click

from vambrace.base import extras
from vambrace.cli.clustered import cluster_options
from vambrace.cli.options import Results, results_options
from vambrace.silicon import fpga as fpga_module


@click.command()
@click.argument("names", nargs=-1, metavar="[POINT|BLOCK]...")
@click.option("--route", is_flag=True, help="Also place and route for an ECP5, and print Fmax: takes minutes each.")
@click.option(
    "--seeds",
    type=click.IntRange(1, 100),
    default=len(fpga_module.SEEDS),
    show_default=True,
    help="Number of place-and-route runs of each, with different seeds.",
)
@results_options()
@cluster_options
def fpga(names: tuple[str, ...], route: bool, seeds: int, results: Results) -> None:
    """Count the FPGA resources of points and blocks (Yosys, nextpnr).

    POINT is as for bench; BLOCK is a name from configs/blocks.toml, or a pattern. Without either: the points of
    ibex-ref that bench measures, and all blocks. LUTs, multiplexers, flip-flops and other resources are those of AMD's
    7 series; --route places and routes for an ECP5 (LFE5U-45F), with registers at all ports. Only what has changed is
    synthesised again.

    \b
    vambrace fpga
    vambrace fpga ibex-ref/none ibex-ref/zkned --json fpga.json
    vambrace fpga xascon 'aes-*' --route --seeds 5
    """
    from vambrace.measure import planner
    from vambrace.measure.fpga import Task
    from vambrace.silicon import parts
    from vambrace.view import fpga_table

    subjects = parts.select(list(names) or ["ibex-ref", *parts.blocks()])
    extras.need("silicon")
    measurements, failures = planner.measure("fpga", [Task(s, seeds if route else 0) for s in subjects])
    results.show(fpga_table.grids(measurements), measurements, failures)
