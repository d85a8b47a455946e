# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""`vambrace-dev verify`: checks the project's guarantees and prints one table."""

from __future__ import annotations

import sys

import click

from vambrace.base.errors import VambraceError, choose
from vambrace.base.output import Output
from vambrace.cli.clustered import cluster_options
from vambrace.cli.options import FILE, console, stdout_is_taken
from vambrace_dev.verify import PARTS


@click.command()
@click.argument("parts", nargs=-1, metavar="[PART]...")
@click.option("--long", "long", is_flag=True, help="Also run the long checks; an interrupted run resumes.")
@click.option("--list", "listing", is_flag=True, help="List the checks without running them.")
@click.option("--rerun", is_flag=True, help="Run checks again that passed before with these sources.")
@click.option("--json", "json_file", type=FILE, metavar="FILE", help="Write the results as JSON.")
@cluster_options
def verify(parts: tuple[str, ...], long: bool, listing: bool, rerun: bool, json_file: Output | None) -> None:
    """Check what the project guarantees: proofs, comparisons and searches, each with its bound.

    Prints a table: guarantee, kind, bound, result, time. Takes up to three minutes without --long, and longer if models
    have to be built first. An interrupted run resumes when the command is repeated. Exit status 1 if a guarantee is
    broken or could not be checked. A program of yours is checked by `vambrace verify constant-time`.

    \b
    vambrace-dev verify                          the quick checks of every part
    vambrace-dev verify --long                   all checks: takes hours
    vambrace-dev verify proofs lockstep          two parts
    vambrace-dev verify --list                   lists the checks
    vambrace-dev verify --json verified.json
    vambrace-dev verify --long --cluster slurm --workers 40
    """
    chosen = list(dict.fromkeys(choose("part", p, PARTS) for p in parts))
    from vambrace.view.table import print_grids
    from vambrace_dev.verify import frame, stored

    tasks = frame.tasks(chosen, long or listing)
    if listing:
        print_grids([frame.listing(tasks)], console())
        return
    results: dict[stored.Task, stored.Decided] = {}
    errors: list[str] = []
    try:
        errors = frame.run(tasks, rerun, results)
    finally:
        if not stdout_is_taken():
            print_grids([frame.grid(tasks, results)], console())
    if json_file:
        json_file.write(stored.as_json(results))
    broken = {task: result for task, result in results.items() if not result.outcome.holds}
    for task, result in broken.items():
        print(f"{frame.label(task)}: {task[1].guarantee}", *result.outcome.details, sep="\n  ", file=sys.stderr)
    if errors or broken:
        words = [*errors, f"{len(broken)} of {len(tasks)} guarantees broken, {len(tasks) - len(results)} not decided"]
        raise VambraceError("\n".join(words))
    if not stdout_is_taken():
        print(f"all {len(tasks)} hold", flush=True)
