# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The command `vambrace board`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from vambrace.base import extras
from vambrace.base.errors import UsageError, VambraceError
from vambrace.cli.clustered import cluster_options
from vambrace.cli.options import FOLDER, Results, results_options

if TYPE_CHECKING:
    from vambrace.measure.board import Task
    from vambrace.results.schema import Json

#: Of vambrace.measure.board, which takes long to import.
SEEDS = 4


@click.command()
@click.argument("name", required=False, metavar="[BOARD]")
@click.argument("point", required=False, metavar="[POINT]")
@click.option("-o", "folder", type=FOLDER, help="Write the bitstream and its constraints to this new folder.")
@click.option("--list", "listing", is_flag=True, help="List the boards.")
@click.option(
    "--seeds",
    type=click.IntRange(1, 100),
    default=SEEDS,
    show_default=True,
    help="Try at most this many seeds of placement, until timing closes.",
)
@results_options()
@cluster_options
def board(
    name: str | None, point: str | None, folder: Path | None, listing: bool, seeds: int, results: Results
) -> None:
    """Make the bitstream of an FPGA board: Ibex with a point's units, RAM, UART, timer.

    BOARD is a name of --list; POINT is as for bench, with the cores ibex-ref and ibex-fast, and is the board's own by
    default. The program in the bitstream tests itself, and then serves jobs on the serial line. Takes minutes for each
    seed; Ctrl-C keeps finished work.

    \b
    vambrace board --list
    vambrace board ulx3s -o ulx3s
    vambrace board tangnano20k ibex-ref/zkned -o tang --json tang.json
    """
    from vambrace import config
    from vambrace.config.board import board as named
    from vambrace.config.board import boards

    if listing:
        _list()
        return
    if name is None:
        raise click.UsageError(f"name a board, one of {', '.join(boards())}; `vambrace board --list` describes them")
    chosen = named(name)
    if folder is not None and folder.exists():
        raise UsageError(f"{folder} exists: name a new folder")
    from vambrace.measure import planner
    from vambrace.measure.board import Task
    from vambrace.view import board_table

    task = Task(chosen, config.point(point or chosen.point), seeds)
    extras.need("silicon")
    extras.need(task.design.family.extra)
    measurements, failures = planner.measure("board", [task])
    if failures:
        raise VambraceError("\n".join(failures))
    results.show(board_table.grids(measurements), measurements)
    for record in measurements:
        _write(task, record, folder)


def _list() -> None:
    from vambrace.config.board import boards
    from vambrace.measure import planner
    from vambrace.view import board_table

    for line in board_table.listing(boards().values(), planner.stored("board")):
        click.echo(line)


def _write(task: Task, record: Json, folder: Path | None) -> None:
    """Write the bitstream and what belongs to it; VambraceError, and no file, if timing does not close."""
    from vambrace.base import output
    from vambrace.measure import board as measured

    if not record["closed"]:
        raise VambraceError(
            f"{task.label}: timing does not close: {record['fmax_mhz']:.1f} MHz with the best of {task.seeds} seeds, "
            f"the clock is {task.board.mhz:g} MHz; try more --seeds or a smaller point"
        )
    if folder is None:
        return
    best, _ = measured.best(task)
    family = task.design.family
    files: dict[str, str | bytes] = {
        family.bitstream: (best.folder / family.bitstream).read_bytes(),
        family.constraints: task.design.constraints,
        "report.json": (best.folder / "report.json").read_bytes(),
    }
    output.write_folder(folder, files)
    click.echo(f"{folder}: {', '.join(files)}; version {record['version']}", err=True)
