# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Tables of an exploration: the candidates on the front, and the parameters searched."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from vambrace.base.grid import Grid
from vambrace.explore.choice import result_losses
from vambrace.explore.evaluate import Result
from vambrace.explore.metrics import METRICS
from vambrace.explore.parameters import PARAMETERS, Candidate
from vambrace.explore.space import Space


def front(space: Space, results: Sequence[Result], title: str, notes: Sequence[str] = ()) -> Iterator[Grid]:
    """Yield the table of results: the parameters that vary among them, their objectives and their metrics."""
    if not results:
        return
    parameters = varied([result.candidate for result in results]) or ["core", "extensions"]
    formulas = [text for text in space.objectives if text not in METRICS]
    metrics = [name for name in METRICS if name in results[0].metrics]
    names = [[result.candidate.text(name) for name in parameters] for result in results]
    values = [
        *([space.objectives[text].value(result.metrics) for result in results] for text in formulas),
        *([result.metrics[name] for result in results] for name in metrics),
    ]
    figures = zip(*map(_shown, values), strict=True)
    rows = [[*name, *row] for name, row in zip(names, figures, strict=True)]
    same = same_values([result.candidate for result in results])
    yield Grid(
        title=title,
        head=[*parameters, *formulas, *(_head(name) for name in metrics)],
        rows=rows,
        notes=(*([f"all: {same}"] if same else []), _units(metrics), *notes),
        names=len(parameters),
    )


def ranking(
    space: Space, results: Sequence[Result], among: Sequence[Result], title: str, notes: Sequence[str]
) -> Iterator[Grid]:
    """Yield the table of results in their order, with their losses compared with the best of each objective."""
    if not results:
        return
    table = next(front(space, results, title))
    losses = [result_losses(space, result, among) for result in results]
    worse = [name for name in space.objectives if any(loss[name] for loss in losses)]
    yield Grid(
        title=table.title,
        head=[*table.head, *(f"{_head(name)} over best" for name in worse)],
        rows=[
            [*row, *(f"{100 * loss[name]:,.1f} %" if loss[name] else "" for name in worse)]
            for row, loss in zip(table.rows, losses, strict=True)
        ],
        notes=(*table.notes, *notes),
        names=table.names,
    )


def varied(candidates: Sequence[Candidate]) -> list[str]:
    """Return the names of the parameters whose values differ."""
    return [name for name in PARAMETERS if len({candidate.values[name] for candidate in candidates}) > 1]


def same_values(candidates: Sequence[Candidate]) -> str:
    """Return the common values of all candidates that differ from the defaults."""
    alike = [name for name in PARAMETERS if name not in varied(candidates)]
    shown = {name: candidates[0].values[name] for name in alike}
    return ", ".join(f"{n} {v}" for n, v in shown.items() if v != PARAMETERS[n].usual or n in ("core", "algorithm"))


def parameters() -> Iterator[Grid]:
    """Yield the tables of a space's parameters and metrics."""
    yield Grid(
        "Parameters of a space",
        ["parameter", "usual", "meaning"],
        [[name, str(parameter.usual).lower(), parameter.meaning] for name, parameter in PARAMETERS.items()],
        names=3,
        wraps=True,
    )
    yield Grid(
        "Metrics of a candidate",
        ["metric", "unit", "meaning"],
        [[name, metric.unit, metric.meaning] for name, metric in METRICS.items()],
        ("measured in this order; area and timing once for each point",),
        names=3,
        wraps=True,
    )


def _head(name: str) -> str:
    return name.replace("_", " ")


def _units(metrics: Sequence[str]) -> str:
    units = [f"{_head(name)} in {METRICS[name].unit}" for name in metrics if METRICS[name].unit not in ("", name)]
    return ", ".join(units)


def _shown(column: Sequence[float]) -> list[str]:
    """Return the figures of a column: with two decimals if one of them is no integer below 1,000."""
    integral = all(value == int(value) or abs(value) >= 1000 for value in column)
    return [f"{value:,.0f}" if integral else f"{value:,.2f}" for value in column]
