# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The command `vambrace explore`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from vambrace.base import extras
from vambrace.base.errors import UsageError, VambraceError
from vambrace.base.work import LostWorkers
from vambrace.cli.clustered import cluster_options
from vambrace.cli.options import FILE, Choice, Results, results_options

if TYPE_CHECKING:
    from vambrace.base.output import Output
    from vambrace.explore.evaluate import Result
    from vambrace.explore.search import Search
    from vambrace.explore.space import Space


#: The results that are shown of a space with one objective.
_SHOWN = 20


@click.command()
@click.argument("file", required=False, metavar="[SPACE.toml]", type=click.Path(dir_okay=False, path_type=Path))
@click.option(
    "--set",
    "values",
    multiple=True,
    metavar="NAME=VALUE,...",
    help="Give a parameter these values, instead of those of SPACE.toml (repeatable).",
)
@click.option(
    "--packet",
    "packets",
    multiple=True,
    metavar="NAME",
    help="Measure this packet: a scenario, or AD+MESSAGE bytes (repeatable, all equally frequent). [default: zigbee]",
)
@click.option(
    "--minimise", "objectives", multiple=True, metavar="FORMULA", help="Objective (repeatable). [default: cycles]"
)
@click.option(
    "--where", "constraints", multiple=True, metavar="CONSTRAINT", help="For example 'kge <= 45' (repeatable)."
)
@click.option(
    "--sampler",
    type=Choice(("search", "random", "all")),
    default="search",
    show_default=True,
    help="Which candidates to measure: those that Optuna proposes, a random sample, or all.",
)
@click.option(
    "--budget",
    type=click.IntRange(1),
    metavar="N",
    help="Measure at most N candidates. [default: 15 % of them, at least 20; with --sampler all, all]",
)
@click.option("--seed", type=click.IntRange(0, 2**31), default=1, show_default=True, help="Seed of the sampler.")
@click.option("--list", "only_list", is_flag=True, help="Count the candidates, and measure nothing.")
@click.option("--parameters", "only_parameters", is_flag=True, help="List what a space may vary, and the metrics.")
@click.option("--html", "html_file", type=FILE, help="Write charts and tables of what was measured to one HTML page.")
@click.option("--parquet", "parquet_file", type=FILE, help="Write every candidate that was measured as Parquet.")
@results_options("Write every candidate that was measured as JSON.")
@cluster_options
def explore(
    file: Path | None,
    values: tuple[str, ...],
    packets: tuple[str, ...],
    objectives: tuple[str, ...],
    constraints: tuple[str, ...],
    sampler: str,
    budget: int | None,
    seed: int,
    only_list: bool,
    only_parameters: bool,
    html_file: Output | None,
    parquet_file: Output | None,
    results: Results,
) -> None:
    """Search a design space for the points that no other beats.

    SPACE.toml has the values of each parameter, the packets, objectives and constraints; docs/user/explore.md has an
    example. Prints the Pareto front of what was measured. --json, --csv and --parquet have every candidate that was
    measured. Records are kept: the same command goes on after Ctrl-C, and nothing is measured twice.

    \b
    vambrace explore space.toml
    vambrace explore space.toml --list                  how many candidates there are
    vambrace explore space.toml --sampler all           all of them
    vambrace explore space.toml --budget 50 --seed 2 --csv results.csv
    vambrace explore space.toml --html results.html     hypervolume, parallel coordinates, tables
    vambrace explore space.toml --where 'kge <= 45' --minimise cycles --minimise code
    vambrace explore --set extensions=none,zkned --set wait_data=0,1,2 --packet 13+64
    vambrace explore space.toml --sampler all --scheduler tcp://10.0.0.2:8786
    vambrace explore --parameters                       what a space may vary
    """
    from vambrace.view import explore_table

    if only_parameters:
        results.show(explore_table.parameters(), [])
        return
    extras.need("explore")
    from vambrace.explore import metrics, space
    from vambrace.explore.search import Plan, Search

    changes = _changes(values, packets, objectives, constraints)
    if file is None and not values:
        raise UsageError(
            "give SPACE.toml, or --set NAME=VALUE,...; `vambrace explore --parameters` lists the parameters"
        )
    usual = {"minimise": ["cycles"]}
    parsed = space.read(file, changes) if file else space.parse(space.merged(usual, changes), Path())
    if set(metrics.stages(parsed.metrics)) - {metrics.CALLS}:
        extras.need("silicon")
    if html_file:
        extras.need("report")
    search = Search(parsed, Plan(sampler, budget or 0, seed))
    for line in _size(parsed, search):
        click.echo(line, err=not only_list)
    if only_list:
        return
    measured, ended = _run(parsed, search)
    if html_file and measured:
        from vambrace.view import explore_page

        html_file.write(explore_page.page(parsed, measured))
    if parquet_file and measured:
        from vambrace.api.table import Records

        Records(_rows(parsed, measured)).parquet(parquet_file)
    _show(parsed, search, measured, results)
    if ended:
        raise ended  # after the results so far


def _changes(
    values: tuple[str, ...], packets: tuple[str, ...], objectives: tuple[str, ...], constraints: tuple[str, ...]
) -> dict[str, Any]:
    """What the command line has instead of SPACE.toml, as that file would have it."""
    from vambrace.explore import parameters

    chosen: dict[str, list[object]] = {}
    for text in values:
        name, sign, words = text.partition("=")
        if not sign or not words:
            raise UsageError(f"--set {text}: write NAME=VALUE,... such as core=ibex-ref,ibex-fast")
        chosen[name] = parameters.spelled(name, words)
    changes: dict[str, Any] = {"parameters": chosen} if chosen else {}
    if packets:
        changes["packets"] = dict.fromkeys(packets, 1)
    if objectives:
        changes["minimise"] = list(objectives)
    if constraints:
        changes["constraints"] = list(constraints)
    return changes


def _size(space: Space, search: Search) -> list[str]:
    """Say how large a space is."""
    combinations = 1
    for values in space.parameters.values():
        combinations *= len(values)
    different = f"{combinations:,} combinations make {len(search.candidates):,} different candidates"
    lines = [f"{different}; {search.count:,} are measured"]
    left_out = sorted(search.impossible.items(), key=lambda item: -item[1])
    lines += [f"  {count:,} left out: {why}" for why, count in left_out[:5]]
    if len(left_out) > 5:
        lines.append(f"  {sum(count for _, count in left_out[5:]):,} left out for {len(left_out) - 5} other reasons")
    return lines


def _run(space: Space, search: Search) -> tuple[list[Result], BaseException | None]:
    """Run a search, with a line after each batch. Return what was measured, and what ended it before all was: Ctrl-C,
    or the loss of a cluster."""
    from vambrace.explore.evaluate import evaluate
    from vambrace.explore.front import front

    results: list[Result] = []
    try:
        for batch in search.run(lambda candidates: evaluate(space, candidates)):
            results += batch
            best = len(front(space, results))
            text = f"{len(results):,} of {search.count:,} candidates, {best} on the front"
            print(f"vambrace: {text}", file=sys.stderr)
    except (KeyboardInterrupt, LostWorkers) as ended:
        if not results:
            raise
        print(
            f"vambrace: interrupted after {len(results):,} of {search.count:,} candidates; the same command continues",
            file=sys.stderr,
        )
        return results, ended
    return results, None


def _show(space: Space, search: Search, evaluated: list[Result], results: Results) -> None:
    """Print the best of what was measured; then fail where something was not."""
    from vambrace.explore.front import best as best_of
    from vambrace.view import explore_table

    best = best_of(space, evaluated, _SHOWN)
    excluded = [result for result in evaluated if result.violated]
    if not best and excluded:
        closest = min(excluded, key=lambda r: sum(r.violated.values()))
        raise VambraceError(
            f"none of {len(evaluated):,} candidates meets all constraints; the closest, {closest.candidate.label}, "
            f"violates {' and '.join(closest.violated)}: loosen that, or give parameters more values"
        )
    notes = [f"{len(evaluated):,} of {len(search.candidates):,} candidates measured"]
    if excluded:
        notes.append(f"{len(excluded):,} of these violate a constraint")
    usual = "Pareto front" if len(space.objectives) > 1 else f"Best {len(best)}, by {next(iter(space.objectives))}"
    grids = explore_table.front(space, best, space.title or usual, ("; ".join(notes),))
    results.show(grids, _rows(space, evaluated), [f"{r.candidate.label}: {r.failure}" for r in evaluated if r.failure])


def _rows(space: Space, results: list[Result]) -> list[dict[str, Any]]:
    """Return a row for each candidate: its parameters, its metrics, and whether it is on the front."""
    from vambrace.explore.front import front

    on_front = {id(result) for result in front(space, results)}
    return [
        {
            **result.candidate.values,
            **result.metrics,
            "feasible": result.feasible,
            "on_front": id(result) in on_front,
            "violated": list(result.violated),
        }
        for result in results
    ]
