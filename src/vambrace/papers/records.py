# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Finds the records for a paper's figures: from a selector to a figure, or to the reason of a failure."""

from dataclasses import dataclass

from vambrace.measure import planner
from vambrace.measure.planner import Measurement, Outcome
from vambrace.papers.figures import Cell, Table
from vambrace.results.kind import Selector
from vambrace.results.schema import Json
from vambrace.software import checkouts
from vambrace.software.ports import riot
from vambrace.software.ports.echo import RIOT


def better(selector: Selector) -> int:
    """Return 1 if a higher figure is better, -1 if a lower one is, 0 if neither is."""
    ways = {selector.kind.metrics[name].about.better for name in selector.metrics}
    return 0 if 0 in ways else 1 if ways == {1} else -1


@dataclass(frozen=True)
class Figure:
    """A figure and its record."""

    value: float
    record: Json

    @property
    def place(self) -> str:
        """Return its subject: a point, with the programming style if there are several; or a block."""
        r = self.record
        if r.get("core") and r.get("extensions"):
            return f"{r['core']}/{r['extensions']}" + (f", {r['style']}" if "style" in r else "")
        return r.get("block") or ""


def measurements(tables: list[Table], best: bool = True) -> list[Measurement]:
    """Return the selectors of the records that the figures of tables are compared with; with `best` at all points."""
    every = [c for t in tables for row in t.rows for c in row.cells]
    planned = planner.plan([s for c in every for s in (c.own, c.also, c.base) if s])
    more = planner.plan([c.best for c in every if c.best], every_point=True) if best else []
    return list(dict.fromkeys([*planned, *more]))


def present(tables: list[Table]) -> tuple[list[Table], dict[Table, str]]:
    """Return the tables that can be shown, and those that need an unavailable checkout, each with instructions. A table
    whose records are all stored needs no checkout.
    """
    absent = {t: why for t in tables if (why := _checkout(t))}
    return [t for t in tables if t not in absent], absent


def _checkout(table: Table) -> str:
    """Return, in a line, the checkout that a table lacks; "" if it lacks none."""
    needed = [m for m in measurements([table], best=False) if getattr(m.task, "os", "") == RIOT]
    missing = needed and len(planner.find(needed)) < len(needed)
    return (riot.why_not() or "") if missing else ""


def programs(tables: list[Table]) -> list[Measurement]:
    """Return the measurements of the papers' own programs in tables."""
    every = [c for t in tables for row in t.rows for c in row.cells]
    return planner.plan([s for c in every for s in (c.program, c.program_base) if s])


def faults(measurements: list[Measurement]) -> dict[Measurement, str]:
    """Return the defects of the checkouts of programs that therefore cannot be measured."""
    wrong = checkouts.faults({m.task.peer for m in measurements})
    return {m: wrong[m.task.peer.name] for m in measurements if m.task.peer.name in wrong}


class Measurements:
    """The figures found in measured records."""

    def __init__(self, outcome: Outcome) -> None:
        self._outcome = outcome

    def figures(self, selector: Selector) -> list[Figure]:
        """Return the figures at all measured points of a selector, in the selector's order."""
        all_figures = []
        for measurement in planner.plan([selector], every_point=True):
            for r in self._outcome.records.get(measurement, ()):
                if selector.fits(r) and (value := selector.figure(r)) is not None:
                    all_figures.append(Figure(value, r))
                    break
        return all_figures

    def own(self, selector: Selector) -> Figure | None:
        return next(iter(self.figures(selector)), None)

    def best(self, cell: Cell) -> Figure | None:
        """Return our best figure, including the paper's own setting; None if there is no other."""
        way = better(cell.best) if cell.best else 0
        candidates = [f for s in (cell.own, cell.best) if s for f in self.figures(s)]
        return min(candidates, key=lambda f: -way * f.value) if candidates and way else None

    def program(self, selector: Selector) -> tuple[Figure | None, str]:
        """Return the figure of the paper's own program, or why it failed; neither if it was not measured."""
        failed = (self._outcome.failures.get(m, "") for m in planner.plan([selector]))
        return self.own(selector), next(failed, "")

    def failure(self, cell: Cell) -> str:
        """Return why a record that a cell needs is missing; "" if nothing failed."""
        wanted = planner.plan([s for s in (cell.own, cell.also, cell.base) if s])
        return next((self._outcome.failures[j] for j in wanted if j in self._outcome.failures), "")
