# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Shared code of the commands that use a cell library, and `vambrace area`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from vambrace.base import extras
from vambrace.base.errors import UsageError
from vambrace.cli.clustered import cluster_options
from vambrace.cli.options import Results, results_options

if TYPE_CHECKING:
    from vambrace.silicon import liberty

liberty_option = click.option(
    "--liberty",
    "liberty_file",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Use this cell library (Liberty format) instead of OSU018.",
)


def load_liberty(path: Path | None, registers: bool = False) -> liberty.Liberty:
    """Return the library, and report its missing parts on standard error if the user chose it. UsageError if it has no
    cells to map to; with `registers`, no flip-flop.
    """
    extras.need("silicon")  # before Debian packages
    from vambrace.silicon import liberty

    library = liberty.load(path or liberty.default_path())
    kinds = {cell.kind for cell in library.cells.values()}
    if "gate" not in kinds or (registers and "flop" not in kinds):
        lacks = "cells" if not kinds else "gates" if "gate" not in kinds else "flip-flop"
        raise UsageError(f"{library.path}: no {lacks} to map to; pass another file with --liberty")
    for line in library.missing() if path else ():
        click.echo(f"vambrace: {path}: {line}", err=True)
    return library


@click.command()
@click.argument("names", nargs=-1, metavar="[POINT|BLOCK]...")
@liberty_option
@click.option("--modules", is_flag=True, help="Do not flatten, and show the area of each module.")
@click.option(
    "--recipes", is_flag=True, help="Map with five recipes of abc; show medians and ranges. Five times as long."
)
@results_options()
@cluster_options
def area(names: tuple[str, ...], liberty_file: Path | None, modules: bool, recipes: bool, results: Results) -> None:
    """Measure the cell area of points and blocks by synthesis (Yosys).

    POINT is as for bench; BLOCK is a name from configs/blocks.toml, such as aes-128, or a pattern. Without either: all
    points of ibex-ref, and all blocks. Netlists are cached: only what has changed is synthesised again. One kGE is the
    area of a thousand two-input NAND gates.

    \b
    vambrace area
    vambrace area ibex-ref/zkned ibex-ref/xascon
    vambrace area 'aes-*' ascon --json area.json
    vambrace area ibex-ref/engine --modules
    vambrace area 'ibex-ref/*' --recipes
    vambrace area ibex-ref --liberty my_cells.lib
    vambrace area --cluster ssh --workers host1,host2
    """
    from vambrace.measure import planner
    from vambrace.measure.area import Task
    from vambrace.silicon import parts
    from vambrace.view import area_recipes_table, area_table

    if modules and recipes:
        raise UsageError("--modules and --recipes exclude each other: use one of them")
    subjects = parts.select(list(names))
    load_liberty(liberty_file).gate_equivalent()  # reports missing parts before the work
    measured, failures = planner.measure("area", [Task(s, liberty_file, modules, recipes) for s in subjects])
    grids = area_recipes_table.grids(measured) if recipes else area_table.grids(measured)
    results.show(grids, measured, failures)
