# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The command `vambrace timing`."""

from __future__ import annotations

from pathlib import Path

import click

from vambrace.cli.area import liberty_option, load_liberty
from vambrace.cli.clustered import cluster_options
from vambrace.cli.options import Results, results_options


@click.command()
@click.argument("names", nargs=-1, metavar="[POINT|BLOCK]...")
@liberty_option
@click.option("--paths", is_flag=True, help="Show each critical path cell by cell.")
@results_options()
@cluster_options
def timing(names: tuple[str, ...], liberty_file: Path | None, paths: bool, results: Results) -> None:
    """Measure the critical path of points and blocks (Yosys, abc, OpenSTA).

    POINT is as for bench; BLOCK is a name from configs/blocks.toml, or a pattern. Without either: the points of
    ibex-ref that bench measures, and all blocks. All paths are register to register: ports are registered too. A point
    is as fast as its slowest part. Wires and the clock tree are not modelled: use the figures for comparison, not for
    sign-off. Only what has changed is synthesised again.

    \b
    vambrace timing ibex-ref ibex-fast
    vambrace timing zkned xascon 'aes-*' --json timing.json
    vambrace timing ibex-ref/zkned --paths
    vambrace timing ibex-ref --liberty my_cells.lib
    """
    from vambrace.measure import planner
    from vambrace.measure import timing as timing_module
    from vambrace.silicon import parts, sta
    from vambrace.view import timing_table

    chosen = parts.select(list(names) or ["ibex-ref", *parts.blocks()])
    sta.check(load_liberty(liberty_file))  # reports missing parts before the work
    bare = [base for s in chosen if (base := timing_module.bare(s))]
    subjects = {s.name: s for s in [*bare, *chosen]}.values()
    measurements, failures = planner.measure("timing", [timing_module.Task(s, liberty_file) for s in subjects])
    results.show(timing_table.grids(measurements, paths), measurements, failures)
