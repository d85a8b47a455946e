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
    candidates = _candidates(space, results, how)
    if not candidates:
        return Section(_ID, space.title or "Exploration", missing="vambrace explore SPACE.toml")
    on_front = [entry for entry in candidates if entry.state == charts.FRONT]
    tables = (
        _table(f"{_ID}-front", "Pareto front", space, on_front),
        _table(f"{_ID}-all", "All measured candidates", space, candidates, folded=True),
    )
    same = same_values([entry.result.candidate for entry in candidates])
    counts = f"{len(candidates):,} candidates, {len(on_front):,} on the Pareto front"
    intro = f"Measured: {counts}.{f' All: {same}.' if same else ''}"
    drawn = (*_objectives(space, candidates), _growth(space, candidates), _coordinates(space, candidates))
    return Section(_ID, space.title or "Exploration", intro, tuple(c for c in drawn if c.panels), tables)


def _candidates(space: Space, results: Sequence[Result], how: Callable[[Result], tuple[int, ...]]) -> list[_Candidate]:
    known = [r for r in results if all(o.names <= set(r.metrics) for o in space.objectives.values())]
    if not known:
        return []
    best = {id(result) for result in front(space, known)}
    parameters = varied([result.candidate for result in known]) or ["core", "extensions"]
    candidates = []
    for number, result in enumerate(known):
        state = charts.FRONT if id(result) in best else charts.EXCLUDED if result.violated else charts.FEASIBLE
        names = {name: result.candidate.text(name) for name in parameters}
        figures = {name: o.value(result.metrics) for name, o in space.objectives.items()}
        figures |= {name: result.metrics[name] for name in METRICS if name in result.metrics}
        candidates.append(_Candidate(number, result, state, names, figures, how(result)))
    return candidates


def _objectives(space: Space, candidates: Sequence[_Candidate]) -> Iterator[Chart]:
    """Yield a chart for each further objective against the first."""
    first, *others = space.objectives
    for number, other in enumerate(others):
        rows: list[Json] = [
            {"x": entry.figures[other], "value": entry.figures[first], "label": entry.label, "state": entry.state}
            for entry in reversed(candidates)  # the front last, above the others
        ]
        rows.sort(key=lambda row: row["state"] == charts.FRONT)
        summary = f"{sum(row['state'] == charts.FRONT for row in rows)} of {len(rows)} candidates are on the front"
        panel = Panel(f"{first} against {other}", {}, tuple(rows), summary, height=340)
        spec = charts.objectives(_titled(other), _titled(first))
        title = f"{first.capitalize()} against {other}"
        yield Chart(f"{_ID}-objectives-{number}", title, spec, (panel,), f"{_ID}-front", charts.STATES, full_width=True)


def _growth(space: Space, candidates: Sequence[_Candidate]) -> Chart:
    """Return the chart of the share of the final hypervolume by number of measured candidates."""
    feasible = [entry for entry in candidates if entry.state != charts.EXCLUDED]
    panels: tuple[Panel, ...] = ()
    if len(feasible) > 1 and len(space.objectives) > 1:
        values = [entry.result.objectives(space) for entry in feasible]
        low, high = bounds(values)
        total = hypervolume(values, low, high)
        rows: list[Json] = []
        undominated: list[tuple[float, ...]] = []
        for entry, value in zip(feasible, values, strict=True):
            if any(all(a <= b for a, b in zip(other, value, strict=True)) for other in undominated):
                continue
            undominated = [
                other for other in undominated if not all(a <= b for a, b in zip(value, other, strict=True))
            ] + [value]
            rows.append({"x": entry.number + 1, "value": hypervolume(undominated, low, high) / total})
        rows.append({"x": len(candidates), "value": 1.0})
        reached = next(row["x"] for row in rows if row["value"] >= 0.98)
        panels = (Panel("Hypervolume", {}, tuple(rows), f"98 % after {reached} candidates", height=260),)
    return Chart(
        f"{_ID}-growth", "Hypervolume by measured candidates", charts.growth(), panels, f"{_ID}-all", full_width=True
    )


def _coordinates(space: Space, candidates: Sequence[_Candidate]) -> Chart:
    """Return a line for each candidate on the front and for some of the others."""
    others = [entry for entry in candidates if entry.state != charts.FRONT]
    shown = others[:: -(-len(others) // _LINES) or 1] + [entry for entry in candidates if entry.state == charts.FRONT]
    axes = [*candidates[0].names, *space.objectives]
    rows: list[Json] = []
    for axis in axes:
        places, ticks = _places(axis, candidates)
        rows += [
            {
                "candidate": entry.number,
                "axis": axis,
                "place": places[entry.number],
                "label": entry.label,
                "state": entry.state,
                "tick": None,
            }
            for entry in shown
        ]
        rows += [{"axis": axis, "place": place, "tick": tick} for tick, place in ticks.items()]
    few = (
        f"All {len(shown):,} candidates."
        if len(shown) == len(candidates)
        else f"{len(shown):,} of {len(candidates):,} candidates."
    )
    summary = f"{few} A line is a candidate; it crosses each axis at its value."
    panel = Panel("Parallel coordinates", {}, tuple(rows), summary, height=380)
    return Chart(
        f"{_ID}-coordinates",
        "Parallel coordinates",
        charts.coordinates(axes),
        (panel,),
        f"{_ID}-all",
        charts.STATES,
        note=summary,
        full_width=True,
        narrow=charts.narrow_coordinates(axes),
    )


def _places(axis: str, candidates: Sequence[_Candidate]) -> tuple[dict[int, float], dict[str, float]]:
    """Return the position of each candidate on an axis, from 0 to 1, and the labelled values of the axis."""
    if axis in candidates[0].names:
        values_by_name = {entry.names[axis]: entry.result.candidate.values[axis] for entry in candidates}
        numbers = all(isinstance(value, int) for value in values_by_name.values())
        ordered = (
            sorted(values_by_name, key=lambda name: int(values_by_name[name])) if numbers else list(values_by_name)
        )
        step = {name: n / max(len(ordered) - 1, 1) for n, name in enumerate(ordered)}
        return {entry.number: step[entry.names[axis]] for entry in candidates}, step
    values = [entry.figures[axis] for entry in candidates]
    low, high = min(values), max(values)
    size = (high - low) or 1.0
    return {entry.number: (entry.figures[axis] - low) / size for entry in candidates}, {text(low): 0.0, text(high): 1.0}


def _table(name: str, caption: str, space: Space, candidates: Sequence[_Candidate], folded: bool = False) -> Table:
    heads = list(dict.fromkeys(head for entry in candidates for head in entry.figures))
    columns = [
        *map(words, candidates[0].names if candidates else PARAMETERS),
        *map(Column, map(_titled, heads)),
        words("is"),
    ]
    rows = []
    for entry in sorted(candidates, key=lambda entry: entry.figures[next(iter(space.objectives))]):
        figures: list[Value] = [entry.figures.get(head) for head in heads]
        state = ", ".join(entry.result.violated) or entry.state
        rows.append(Row((*entry.names.values(), *figures, state), how=entry.how))
    return Table(
        name, caption, tuple(columns), tuple(rows), names=len(candidates[0].names) if candidates else 1, folded=folded
    )


def _titled(name: str) -> str:
    """Return the name of a figure with its unit."""
    unit = METRICS[name].unit if name in METRICS else ""
    plain = name.replace("_", " ")
    return f"{plain} ({unit})" if unit and unit.lower() != plain else plain
