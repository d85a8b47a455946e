# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The command `vambrace compare`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from vambrace import config
from vambrace.base import extras
from vambrace.base.errors import UsageError
from vambrace.base.output import Output
from vambrace.cli.area import liberty_option, load_liberty
from vambrace.cli.clustered import cluster_options
from vambrace.cli.options import (
    FILE,
    Choice,
    Results,
    accesses_option,
    points_for,
    profile_option,
    report,
    results_options,
    scenario_names,
    scenario_option,
)
from vambrace.papers.places import published as published_places
from vambrace.results import pareto

if TYPE_CHECKING:
    from vambrace.measure.bench import Task
    from vambrace.measure.tradeoff import Records


def _no_html(context: click.Context, option: click.Parameter, value: str | None) -> None:
    if value is not None:
        raise UsageError("compare has no --html: `vambrace report -o FILE` has these charts on one page")


@click.command()
@click.argument("points", nargs=-1, metavar="[POINT]...")
@click.option(
    "--algorithm", "-a", "algorithms", multiple=True, metavar="NAME", help="Compare this algorithm, as for bench."
)
@scenario_option
@click.option(
    "--by",
    type=Choice(list(pareto.METRICS)),
    default="cycles",
    show_default=True,
    help="Compare this with area, in the stars and the SVG; energy is measured only if it is selected here.",
)
@click.option(
    "--from",
    "files",
    multiple=True,
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="RECORDS.json",
    help="Read records of bench, area, memory and energy from this file (repeatable).",
)
@profile_option
@accesses_option
@liberty_option
@click.option("--recipes", is_flag=True, help="Map each core with five recipes of abc, so that fronts are decided.")
@click.option("--svg", "svg_file", type=FILE, help="Draw a panel for each algorithm and scenario.")
@click.option("--html", hidden=True, expose_value=False, callback=_no_html)
@results_options("Write all points of the plot as JSON.")
@click.option("--all", "every", is_flag=True, help="Also show extension sets that an algorithm does not use.")
@cluster_options
def compare(
    points: tuple[str, ...],
    algorithms: tuple[str, ...],
    scenarios: tuple[str, ...],
    by: str,
    files: tuple[Path, ...],
    profile: str,
    accesses: str | None,
    liberty_file: Path | None,
    recipes: bool,
    svg_file: Output | None,
    results: Results,
    every: bool,
) -> None:
    """Compare cycles, bytes and energy with area, and with published points.

    POINT and -a are as for bench; without POINT, the points of ibex-ref. Figures that are in no record are measured:
    cycles and bytes on the RTL, kGE by synthesis. Cached records are not measured again.

    A star marks the Pareto front: no other point is at least as good in both and better in one. Areas depend on the
    mapping: points with almost the same area are undecided without --recipes.

    \b
    vambrace compare
    vambrace compare ibex-ref -a ascon-aead128 -s ipv6 --by bytes --profile size
    vambrace compare --svg tradeoff.svg
    vambrace compare --from bench.json --from area.json --from energy.json --by energy
    """
    chosen = points_for(config.select_points(list(points) or ["ibex-ref"]), profile, accesses)
    names = config.select_algorithms(list(algorithms))
    shapes = scenario_names(scenarios, config.packets())
    from vambrace.measure import bench, tradeoff
    from vambrace.measure.record_files import read
    from vambrace.view import tradeoff_table

    if svg_file:
        extras.need("report")  # before the work
    have = tradeoff.Records()
    for path in files:
        if not have.add(read(path)):
            raise UsageError(f"{path}: no records of bench, area, memory or energy")
    tasks, lines = bench.measurable(bench.tasks(chosen, names, shapes, every))
    can_energy = tradeoff.can_measure_energy()
    if by == "energy" and not can_energy and not any(have.get("energy", t) for t in tasks):
        raise UsageError("this installation cannot measure energy: pass its records with --from")
    for line in lines:
        click.echo(f"vambrace: {line}", err=True)
    if not tasks:
        raise UsageError("none of these points affects these algorithms")
    failures = _measure(tasks, have, by == "energy" and can_energy, liberty_file, recipes)
    places = tradeoff.places(tasks, have)
    if not any(p.energy is not None for p in places):
        click.echo("vambrace: no energy: --by energy measures it, or --from takes its records", err=True)
    tradeoff.check_one_flow(places)
    if any(p.point.startswith("ibex-ref/") for p in places):
        places += published_places(names, shapes)
    results.show(tradeoff_table.grids(places, by), tradeoff_table.records(places))
    if places and svg_file:
        from vambrace.view import tradeoff_plot  # takes a second to load

        svg_file.write(tradeoff_plot.svg(places, by))
    report(failures)


def _measure(
    tasks: list[Task], have: Records, with_energy: bool, liberty_file: Path | None, by_recipe: bool
) -> list[str]:
    """Measure and synthesise missing records; return the failures."""
    from vambrace.measure import planner, tradeoff

    measurements = tradeoff.measurements(tasks, have, with_energy, liberty_file, by_recipe)
    if any(m.kind == "area" for m in measurements):
        load_liberty(liberty_file).gate_equivalent()  # reports missing parts before the work
    outcome = planner.run(measurements)
    have.add(r for records in outcome.records.values() for r in records)
    return list(dict.fromkeys(outcome.failures.values()))
