# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Charts of an exploration, as Vega-Lite with the data `rows` of a panel: two objectives, the growth of the
hypervolume, and parallel coordinates.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import altair as alt

from vambrace.view.report.charts import SERIES, finished
from vambrace.view.report.elements import Narrow

#: The state of a candidate, with its mark and colour.
FRONT, FEASIBLE, EXCLUDED = "on the front", "feasible", "violates a constraint"
STATES = (("●", SERIES[0], FRONT), ("○", SERIES[6], FEASIBLE), ("✕", SERIES[1], EXCLUDED))

_ROWS = alt.NamedData(name="rows")
_SHORT = "format(datum.value, abs(datum.value) < 1000 ? '~g' : '~s')"
_COLOURS = alt.Scale(domain=[name for *_, name in STATES], range=[colour for _, colour, _ in STATES])
_SHAPES = alt.Scale(domain=[name for *_, name in STATES], range=["circle", "circle", "cross"])
_FILLS = alt.Scale(domain=[name for *_, name in STATES], range=[SERIES[0], "transparent", "transparent"])


def objectives(across: str, up: str) -> dict[str, Any]:
    """Return a mark for each candidate. Rows: x, value, label, state."""
    chart = (
        alt.Chart(_ROWS)
        .mark_point(size=46, strokeWidth=1.4, opacity=0.9)
        .encode(
            x=alt.X("x:Q", title=across, scale=alt.Scale(zero=False, padding=12), axis=alt.Axis(labelExpr=_SHORT)),
            y=alt.Y("value:Q", title=up, scale=alt.Scale(zero=False, padding=12), axis=alt.Axis(labelExpr=_SHORT)),
            color=alt.Color("state:N", scale=_COLOURS, legend=None),
            shape=alt.Shape("state:N", scale=_SHAPES, legend=None),
            fill=alt.Fill("state:N", scale=_FILLS, legend=None),
            tooltip=[
                alt.Tooltip("label:N", title=" "),
                alt.Tooltip("x:Q", title=across, format=",.6~r"),
                alt.Tooltip("value:Q", title=up, format=",.6~r"),
                alt.Tooltip("state:N", title="is"),
            ],
        )
    )
    return finished(chart, {})


def growth() -> dict[str, Any]:
    """Return a step line of shares. Rows: x, value."""
    chart = (
        alt.Chart(_ROWS)
        .mark_line(interpolate="step-after", color=SERIES[0], strokeWidth=1.6)
        .encode(
            x=alt.X("x:Q", title="candidates measured", scale=alt.Scale(nice=False)),
            y=alt.Y("value:Q", title="hypervolume, of all that was measured", axis=alt.Axis(format="%")),
            tooltip=[alt.Tooltip("x:Q", title="candidates"), alt.Tooltip("value:Q", title="hypervolume", format=".1%")],
        )
    )
    return finished(chart, {})


#: Pixels between two horizontal axes: the name, the axis, and its labelled values, which are inclined. Between two
#: vertical ones the labelled values need more, and those without this room are drawn as horizontal ones.
_BETWEEN, _ROOM = 64, 95


def coordinates(axes: Sequence[str]) -> dict[str, Any]:
    """Return a line for each candidate through its position on each axis. Rows: candidate, axis, place (0 to 1), text,
    label, state; and for each labelled value of an axis: axis, place, tick.
    """
    base = alt.Chart(_ROWS).encode(
        x=alt.X("axis:N", sort=list(axes), title=None, axis=alt.Axis(labelAngle=0, labelLimit=90, domain=False)),
        y=alt.Y("place:Q", title=None, axis=None, scale=alt.Scale(domain=[0, 1], padding=10)),
    )
    lines = _lines(base)
    marked = base.transform_filter("datum.tick != null")
    ticks = marked.mark_tick(orient="horizontal", size=10, color="var(--edge)")
    names = marked.mark_text(align="left", dx=7, fontSize=10, limit=_ROOM - 12).encode(text="tick:N")
    return finished(alt.layer(lines, ticks, names), {})


def narrow_coordinates(axes: Sequence[str]) -> Narrow:
    """Return the same with horizontal axes, one below the other."""
    base = alt.Chart(_ROWS).encode(
        x=alt.X("place:Q", title=None, axis=None, scale=alt.Scale(domain=[0, 1], padding=24)),
        y=alt.Y("axis:N", sort=list(axes), title=None, axis=None),
    )
    number = f"indexof({json.dumps(list(axes))}, datum.axis)"
    lines = _lines(base.transform_calculate(number=number)).encode(order="number:Q")
    marked = base.transform_filter("datum.tick != null")
    ticks = marked.mark_tick(orient="vertical", size=10, color="var(--edge)")
    values = marked.mark_text(align="left", angle=25, dx=2, dy=10, fontSize=10).encode(text="tick:N")
    titles = base.transform_aggregate(groupby=["axis"]).mark_text(align="left", dy=-12, fontSize=11, fontWeight="bold")
    titles = titles.encode(x=alt.value(0), text="axis:N")
    spec = finished(alt.layer(lines, ticks, values, titles), {})
    return Narrow(spec, _BETWEEN * len(axes), _ROOM * len(axes))


def _lines(base: alt.Chart) -> alt.Chart:
    """Return the lines of candidates, those of the front before the others."""
    return (
        base.transform_filter("datum.tick == null")
        .mark_line(strokeWidth=1.2)
        .encode(
            detail="candidate:N",
            color=alt.Color("state:N", scale=_COLOURS, legend=None),
            opacity=alt.condition(f"datum.state === '{FRONT}'", alt.value(0.95), alt.value(0.18)),
            strokeWidth=alt.condition(f"datum.state === '{FRONT}'", alt.value(2), alt.value(1)),
            tooltip=[alt.Tooltip("label:N", title=" "), alt.Tooltip("state:N", title="is")],
        )
    )
