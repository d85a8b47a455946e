# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""An exploration in a separate page: objectives, the growth of the hypervolume, parallel coordinates and tables."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from vambrace.explore.evaluate import Result
from vambrace.explore.front import bounds, front, hypervolume
from vambrace.explore.metrics import METRICS
from vambrace.explore.parameters import PARAMETERS
from vambrace.explore.space import Space
from vambrace.results.schema import Json
from vambrace.view.explore_table import same_values, varied
from vambrace.view.figures import Value, text
from vambrace.view.report import explore_charts as charts
from vambrace.view.report.elements import Chart, Column, Panel, Row, Section, Table, words

#: Lines that parallel coordinates show besides those of the front.
_LINES = 300
_ID = "exploration"


@dataclass(frozen=True)
class _Candidate:
    """A measured candidate, in the form that charts and tables need."""

    number: int
    result: Result
    state: str
    names: dict[str, str]
    figures: dict[str, float]
    how: tuple[int, ...]

    @property
    def label(self) -> str:
        return ", ".join(self.names.values())


def exploration(
    space: Space, results: Sequence[Result], how: Callable[[Result], tuple[int, ...]] = lambda result: ()
) -> Section:
    """Return the section of all results, in the order of measurement. Results with an unknown metric are omitted.
    `how`: the numbers of the measurements of a result.
    """
    found = _candidates(space, results, how)
    if not found:
        return Section(_ID, space.title or "Exploration", missing="vambrace explore SPACE.toml")
    on_front = [one for one in found if one.state == charts.FRONT]
    tables = (
        _table(f"{_ID}-front", "Pareto front", space, on_front),
        _table(f"{_ID}-all", "All measured candidates", space, found, folded=True),
    )
    same = same_values([one.result.candidate for one in found])
    intro = (
        f"Measured: {len(found):,} candidates, {len(on_front):,} on the Pareto front.{f' All: {same}.' if same else ''}"
    )
    drawn = (*_objectives(space, found), _growth(space, found), _coordinates(space, found))
    return Section(_ID, space.title or "Exploration", intro, tuple(c for c in drawn if c.panels), tables)


def _candidates(space: Space, results: Sequence[Result], how: Callable[[Result], tuple[int, ...]]) -> list[_Candidate]:
    known = [r for r in results if all(o.names <= set(r.metrics) for o in space.objectives.values())]
    if not known:
        return []
    best = {id(result) for result in front(space, known)}
    parameters = varied([result.candidate for result in known]) or ["core", "extensions"]
    found = []
    for number, result in enumerate(known):
        state = charts.FRONT if id(result) in best else charts.EXCLUDED if result.violated else charts.FEASIBLE
        names = {name: result.candidate.text(name) for name in parameters}
        figures = {name: o.value(result.metrics) for name, o in space.objectives.items()}
        figures |= {name: result.metrics[name] for name in METRICS if name in result.metrics}
        found.append(_Candidate(number, result, state, names, figures, how(result)))
    return found


def _objectives(space: Space, found: Sequence[_Candidate]) -> Iterator[Chart]:
    """Yield a chart for each further objective against the first."""
    first, *others = space.objectives
    for number, other in enumerate(others):
        rows: list[Json] = [
            {"x": one.figures[other], "value": one.figures[first], "label": one.label, "state": one.state}
            for one in reversed(found)  # the front last, above the others
        ]
        rows.sort(key=lambda row: row["state"] == charts.FRONT)
        said = f"{sum(row['state'] == charts.FRONT for row in rows)} of {len(rows)} candidates are on the front"
        panel = Panel(f"{first} against {other}", {}, tuple(rows), said, height=340)
        spec = charts.objectives(_titled(other), _titled(first))
        title = f"{first.capitalize()} against {other}"
        yield Chart(f"{_ID}-objectives-{number}", title, spec, (panel,), f"{_ID}-front", charts.STATES, whole=True)


def _growth(space: Space, found: Sequence[_Candidate]) -> Chart:
    """Return the chart of the share of the final hypervolume by number of measured candidates."""
    feasible = [one for one in found if one.state != charts.EXCLUDED]
    panels: tuple[Panel, ...] = ()
    if len(feasible) > 1 and len(space.objectives) > 1:
        values = [one.result.objectives(space) for one in feasible]
        low, high = bounds(values)
        whole = hypervolume(values, low, high)
        rows: list[Json] = []
        kept: list[tuple[float, ...]] = []
        for one, value in zip(feasible, values, strict=True):
            if any(all(a <= b for a, b in zip(other, value, strict=True)) for other in kept):
                continue
            kept = [other for other in kept if not all(a <= b for a, b in zip(value, other, strict=True))] + [value]
            rows.append({"x": one.number + 1, "value": hypervolume(kept, low, high) / whole})
        rows.append({"x": len(found), "value": 1.0})
        reached = next(row["x"] for row in rows if row["value"] >= 0.98)
        panels = (Panel("Hypervolume", {}, tuple(rows), f"98 % after {reached} candidates", height=260),)
    return Chart(
        f"{_ID}-growth", "Hypervolume by measured candidates", charts.growth(), panels, f"{_ID}-all", whole=True
    )


def _coordinates(space: Space, found: Sequence[_Candidate]) -> Chart:
    """Return a line for each candidate on the front and for some of the others."""
    others = [one for one in found if one.state != charts.FRONT]
    shown = others[:: -(-len(others) // _LINES) or 1] + [one for one in found if one.state == charts.FRONT]
    axes = [*found[0].names, *space.objectives]
    rows: list[Json] = []
    for axis in axes:
        places, ticks = _places(axis, found)
        rows += [
            {
                "candidate": one.number,
                "axis": axis,
                "place": places[one.number],
                "label": one.label,
                "state": one.state,
                "tick": None,
            }
            for one in shown
        ]
        rows += [{"axis": axis, "place": place, "tick": tick} for tick, place in ticks.items()]
    few = (
        f"All {len(shown):,} candidates."
        if len(shown) == len(found)
        else f"{len(shown):,} of {len(found):,} candidates."
    )
    said = f"{few} A line is a candidate; it crosses each axis at its value."
    panel = Panel("Parallel coordinates", {}, tuple(rows), said, height=380)
    spec = charts.coordinates(axes)
    title = "Parallel coordinates"
    return Chart(f"{_ID}-coordinates", title, spec, (panel,), f"{_ID}-all", charts.STATES, note=said, whole=True)


def _places(axis: str, found: Sequence[_Candidate]) -> tuple[dict[int, float], dict[str, float]]:
    """Return the position of each candidate on an axis, from 0 to 1, and the labelled values of the axis."""
    if axis in found[0].names:
        given = {one.names[axis]: one.result.candidate.values[axis] for one in found}
        numbers = all(isinstance(value, int) for value in given.values())
        ordered = sorted(given, key=lambda name: int(given[name])) if numbers else list(given)
        step = {name: n / max(len(ordered) - 1, 1) for n, name in enumerate(ordered)}
        return {one.number: step[one.names[axis]] for one in found}, step
    values = [one.figures[axis] for one in found]
    low, high = min(values), max(values)
    size = (high - low) or 1.0
    return {one.number: (one.figures[axis] - low) / size for one in found}, {text(low): 0.0, text(high): 1.0}


def _table(name: str, caption: str, space: Space, found: Sequence[_Candidate], folded: bool = False) -> Table:
    heads = list(dict.fromkeys(head for one in found for head in one.figures))
    columns = [*map(words, found[0].names if found else PARAMETERS), *map(Column, map(_titled, heads)), words("is")]
    rows = []
    for one in sorted(found, key=lambda one: one.figures[next(iter(space.objectives))]):
        figures: list[Value] = [one.figures.get(head) for head in heads]
        state = ", ".join(one.result.violated) or one.state
        rows.append(Row((*one.names.values(), *figures, state), how=one.how))
    return Table(name, caption, tuple(columns), tuple(rows), names=len(found[0].names) if found else 1, folded=folded)


def _titled(name: str) -> str:
    """Return the name of a figure with its unit."""
    unit = METRICS[name].unit if name in METRICS else ""
    plain = name.replace("_", " ")
    return f"{plain} ({unit})" if unit and unit.lower() != plain else plain
