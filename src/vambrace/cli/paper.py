# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The command `vambrace paper`."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from vambrace.cli.clustered import cluster_options
from vambrace.cli.options import Results, console, report, results_options, stdout_is_taken
from vambrace.papers import figures as papers
from vambrace.results.schema import Json

if TYPE_CHECKING:
    from rich.console import Console

    from vambrace.measure.planner import Outcome
    from vambrace.papers.comparison import Line
    from vambrace.papers.figures import Paper, Table


@click.command()
@click.argument("name", required=False, metavar="[ID]")
@click.option("--table", "numbers", multiple=True, metavar="N", help="Show only this table (repeatable).")
@click.option("--cached", is_flag=True, help="Show cached figures only; measure nothing.")
@click.option(
    "--programs",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Also run the papers' own programs, from checkouts in this folder.",
)
@click.option("--list", "listing", is_flag=True, help="List the papers, or the tables of one.")
@results_options()
@cluster_options
def paper(
    name: str | None, numbers: tuple[str, ...], cached: bool, programs: Path | None, listing: bool, results: Results
) -> None:
    """Compare a paper's tables with our measurements.

    Shows each published figure with our figure in the paper's own setting, a verdict, and our best figure. Where the
    settings differ, in the build or the technology for example, there is no verdict. Figures that are not cached are
    measured first; known errors of a paper are noted below its tables. Without ID: how many cached figures of each
    paper were reproduced, beaten and so on, and which differ in what. Tables of area, fpga and energy take long the
    first time.

    \b
    vambrace paper                                    all papers: counts by verdict
    vambrace paper lascas2024
    vambrace paper facv2022 --table 7 --json facv.json
    vambrace paper thesis2024 --cached                only cached figures
    vambrace paper facv2022 --list                    its tables
    vambrace paper lascas2024 --programs ~/papers     also run its authors' programs
    vambrace paper thesis2024 --cluster slurm         on the nodes of Slurm

    A table of figures on RIOT is left out unless they are cached or RIOTBASE names a checkout of RIOT.

    DIR holds checkouts of cggewehr/RISCV-crypto, paulopacitti/ascon-v and Phedro-Shousa/FAC-V, each under the last part
    of that name. The results of their programs on our cores are a separate column, and cached like all other figures.
    """
    if programs:
        _use(programs, name, cached)
    if listing:
        return _list(name)
    if name is None:
        if numbers:
            raise click.UsageError("--table is for one paper: vambrace paper ID --table N")
        return _overview(results)
    chosen = papers.paper(name)
    tables = [t for n in dict.fromkeys(numbers) for t in chosen.find(n)] or list(chosen.tables)
    from vambrace.measure import planner
    from vambrace.papers import comparison as paper_view
    from vambrace.papers import records as paper_records
    from vambrace.papers.records import Measurements

    tables, absent = paper_records.present(tables)
    outcome = _measure(tables, cached, bool(programs))
    figures = Measurements(outcome)
    every = {t: paper_view.lines(t, figures) for t in tables}
    _show(chosen, every, results.as_markdown)
    results.write(_records((chosen, line) for some in every.values() for line in some))
    _tell_missing(chosen, every)
    _tell_absent(chosen, absent)
    report(planner.reasons(outcome))


def _use(programs: Path, name: str | None, cached: bool) -> None:
    """Look for checkouts of the papers' programs in a folder."""
    from vambrace.software import checkouts

    if name is None or cached:
        raise click.UsageError("--programs is for one paper, and measures: vambrace paper ID --programs DIR")
    checkouts.use(programs)


def _measure(tables: list[Table], cached: bool, with_programs: bool) -> Outcome:
    from vambrace.measure import planner
    from vambrace.measure.planner import Outcome
    from vambrace.papers import records as paper_records

    measurements = paper_records.measurements(tables)
    programs = paper_records.programs(tables)
    faults = paper_records.faults(programs) if with_programs else {}
    programs = [m for m in programs if m not in faults]
    have = planner.find([*measurements, *programs])
    missing = [m for m in (*measurements, *(programs if with_programs else [])) if m not in have]
    if cached or not missing:
        return Outcome(have, faults)
    outcome = planner.run([*have, *missing])
    return Outcome(outcome.records, {**outcome.failures, **faults})


def _show(chosen: Paper, every: dict[Table, list[Line]], as_markdown: bool) -> None:
    from vambrace.view import paper_table
    from vambrace.view.table import print_grids

    out = console()
    wide = as_markdown or out.width >= paper_table.WIDE
    grids = [paper_table.grid(chosen, t, some, wide) for t, some in every.items()]
    behind = paper_table.remarks(chosen, list(every))
    lines = [line for some in every.values() for line in some]
    behind += paper_table.legend(lines)
    if as_markdown:
        print(paper_table.markdown(chosen, lines, grids, behind), end="")
        return
    if stdout_is_taken():
        return
    _print(out, [*paper_table.heading(chosen), paper_table.summary(lines)])
    out.print()
    print_grids(grids, out)
    _print(out, behind)


def _print(out: Console, lines: list[str]) -> None:
    for line in lines:
        out.print(line, highlight=False, markup=False)


def _tell_missing(chosen: Paper, every: dict[Table, list[Line]]) -> None:
    from vambrace.papers import comparison as paper_view
    from vambrace.papers.comparison import NOT_MEASURED

    missing = [(t.number, n) for t, some in every.items() if (n := paper_view.counts(some)[NOT_MEASURED])]
    if missing:
        numbers = list(dict.fromkeys(number for number, _ in missing))
        tables = f"table{'s' * (len(numbers) > 1)} {', '.join(numbers)}"
        words = f"{sum(n for _, n in missing)} figures of {tables} are not measured yet"
        click.echo(f"vambrace: {words}: vambrace paper {chosen.id}", err=True)


def _tell_absent(chosen: Paper, absent: dict[Table, str]) -> None:
    for why in dict.fromkeys(absent.values()):
        labels = " and ".join(t.label for t, reason in absent.items() if reason == why)
        click.echo(f"vambrace: {chosen.id}: {labels} left out: {why}", err=True)


def _records(every: Iterable[tuple[Paper, Line]]) -> list[Json]:
    from vambrace.papers import comparison as paper_view

    return [r for p, line in every for r in paper_view.records(p, [line])]


def _overview(results: Results) -> None:
    """Show all papers, as far as their figures are stored."""
    from vambrace.measure import planner
    from vambrace.measure.planner import Outcome
    from vambrace.papers import comparison as paper_view
    from vambrace.papers import records as paper_records
    from vambrace.papers.records import Measurements
    from vambrace.view import paper_table
    from vambrace.view.table import grids_markdown, print_grids

    by_paper, every = {}, []
    for p in papers.papers().values():
        tables, _ = paper_records.present(list(p.tables))
        wanted = [*paper_records.measurements(tables), *paper_records.programs(tables)]
        figures = Measurements(Outcome(planner.find(wanted)))
        by_paper[p.id] = [line for t in tables for line in paper_view.lines(t, figures)]
        every += [(p, line) for line in by_paper[p.id]]
    grids = [paper_table.overview(by_paper), paper_table.differences(by_paper)]
    if results.as_markdown:
        print(grids_markdown(grids))
    elif not stdout_is_taken():
        print_grids(grids, console())
        _print(console(), ["vambrace paper ID shows one, and measures its missing figures."])
    results.write(_records(every))


def _list(name: str | None) -> None:
    if name is None:
        for p in papers.papers().values():
            print(f"  {p.id:<16} {p.title}, {p.year}")
        return
    for t in papers.paper(name).tables:
        print(f"  {t.number:<12} {t.kind:<12} {t.title}{f' ({t.part})' if t.part else ''}")
