# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The command `vambrace report`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from vambrace import config
from vambrace.base import extras
from vambrace.base.errors import UsageError
from vambrace.cli import options as command_line
from vambrace.cli.clustered import cluster_options
from vambrace.cli.options import FILE, Choice
from vambrace.config import Point
from vambrace.measure.registry import KINDS
from vambrace.results.schema import Json

if TYPE_CHECKING:
    from vambrace.base.output import Output
    from vambrace.view.report.gather import Data

_EVERYTHING = "everything"


@click.command("report")
@click.argument("points", nargs=-1, metavar="[POINT]...")
@click.option(
    "--output",
    "-o",
    "html_file",
    type=FILE,
    default="report.html",
    show_default=True,
    help="Write the page to this file.",
)
@click.option("--markdown", "markdown_file", type=FILE, help="Also write all tables as Markdown.")
@click.option("--svg", "svg_file", type=FILE, help="Also draw the chart at the top of the page, for light backgrounds.")
@click.option("--svg-dark", "dark_file", type=FILE, help="Draw the same chart for dark backgrounds.")
@click.option(
    "--measure",
    "wanted",
    multiple=True,
    type=Choice([*KINDS, _EVERYTHING]),
    help="First measure this, unless it is cached (repeatable).",
)
@click.option(
    "--from",
    "paths",
    multiple=True,
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="RECORDS.json",
    help="Also show the records of this file (repeatable).",
)
@cluster_options
def report(
    points: tuple[str, ...],
    html_file: Output,
    markdown_file: Output | None,
    svg_file: Output | None,
    dark_file: Output | None,
    wanted: tuple[str, ...],
    paths: tuple[Path, ...],
) -> None:
    """Write all measurements to one HTML page: charts, tables, and how each figure was produced.

    The page is self-contained and opens offline. Readers can select scenario, core and algorithm, and sort and copy the
    tables. It shows the cached records and those of the files that --from names; a record from a file replaces a cached
    one of the same measurement. If there are no bench records, bench's measurements run first. With POINT, as for
    bench, only these points are shown. --measure names what to measure first, on POINT or else on ibex-ref; area, fpga,
    timing and energy take long the first time. The chart of --svg shows the first core and the longest messages, with
    bench's default algorithms.

    \b
    vambrace report
    vambrace report ibex-ref -o ibex.html --markdown ibex.md
    vambrace report --measure area --measure memory
    vambrace report ibex-ref/none ibex-ref/zkned --measure everything
    vambrace report --from bench.json --from energy.json
    vambrace report ibex-ref --svg cycles.svg --svg-dark cycles-dark.svg
    """
    chosen = config.select_points(list(points)) if points else []
    extras.need("report")
    from vambrace.measure.record_files import read
    from vambrace.view.report.gather import gather
    from vambrace.view.report.markdown import markdown
    from vambrace.view.report.page import page
    from vambrace.view.report.sections import SECTIONS

    more = [r for path in paths for r in read(path)]
    if paths and not gather(more, chosen).count:
        raise UsageError(f"{' and '.join(map(str, paths))}: no records to show")
    records, failures = _measured(wanted, chosen, bool(paths))
    records += more
    try:
        data = gather(records, chosen)
        sections = [section(data) for section in SECTIONS]
    except (LookupError, TypeError, ValueError, AttributeError) as error:
        if not paths:
            raise
        what = f"no field {error}" if isinstance(error, KeyError) else str(error)
        raise UsageError(f"{' or '.join(map(str, paths))}: incomplete records: {what}") from error
    html_file.write(page(data, sections, ", ".join(points)))
    if markdown_file:
        markdown_file.write(markdown(data, sections))
    if svg_file or dark_file:
        _draw(data, svg_file, dark_file)
    files = " and ".join(str(f) for f in (html_file, markdown_file) if f)
    command_line.say(f"{files}: {data.count} records in {sum(not s.empty for s in sections)} sections")
    command_line.report(failures)


def _measured(wanted: Sequence[str], points: list[Point], has_files: bool) -> tuple[list[Json], list[str]]:
    """Return all stored records, and the failures of requested measurements. `has_files`: whether the user provides
    records, so that nothing else is measured.
    """
    from vambrace.measure import planner
    from vambrace.view.report import measure
    from vambrace.view.report.gather import gather

    names = list(KINDS) if _EVERYTHING in wanted else list(wanted)
    if not names and not has_files and not gather(measure.stored(), points).records.get("bench"):
        names = ["bench"]
    measurements = measure.measurements(names, points)
    have = planner.find(measurements)
    missing = [m for m in measurements if m not in have]
    outcome = planner.run(missing)
    return measure.stored(), planner.reasons(outcome)


def _draw(data: Data, svg_file: Output | None, dark_file: Output | None) -> None:
    from vambrace.measure.kinds.bench import Bench
    from vambrace.view import best, best_chart
    from vambrace.view.themes import DARK, LIGHT

    best_records = best.chosen(data.of(Bench))
    if not best_records:
        raise UsageError("--svg: there are no records of bench")
    for file, theme in ((svg_file, LIGHT), (dark_file, DARK)):
        if file:
            file.write(best_chart.svg(best_records, theme))
