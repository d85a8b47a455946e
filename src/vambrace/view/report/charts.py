# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The kinds of charts, as Vega-Lite; each panel provides the data `rows`.

A chart fills its place on the page. Colours are variables of the page, for light and dark mode; the page's style sets
those of text and lines.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import altair as alt

from vambrace.view import best_chart

#: Colours of the page (styles/base.css) in the order in which series use them.
SERIES = tuple(f"var(--series-{n})" for n in range(1, 8))
OURS, PUBLISHED = SERIES[0], SERIES[1]

#: Marks, colours and names of points in a scatter.
STATES = (("●", OURS, "ours, on the front"), ("○", OURS, "ours"), ("◇", PUBLISHED, "published"))

_ROWS = alt.NamedData(name="rows")
_FONT = "system-ui, sans-serif"
_SMALL = 11

#: Labels of axes: thousands as k, millions as M; and all digits.
_SHORT = "format(datum.value, datum.value < 1 ? '~g' : '~s')"
_INTEGER = "format(datum.value, ',')"

#: Room for a figure after the end of a bar, or next to a mark, in pixels.
_ROOM, SIDE = 72, 66

#: The series of marks in a row, with their shapes. On a logarithmic axis, which has no zero, bars have no length.
DOTS = (("●", SERIES[0], "ours"), ("◇", SERIES[1], "published"), ("▲", SERIES[2], "other software"))
_DOT_SHAPES = ("circle", "diamond", "triangle-up")
_DOT_FILLS = (SERIES[0], "transparent", SERIES[2])


def finished(chart: alt.TopLevelMixin, parameters: Mapping[str, object]) -> dict[str, Any]:
    """Return the specification, with parameters whose values panels set."""
    drawn = chart.properties(width="container", autosize=alt.AutoSizeParams(type="fit-x")).configure(
        font=_FONT,
        background="transparent",
        aria=False,
        view=alt.ViewConfig(stroke=None),
        axis=alt.AxisConfig(
            labelFontSize=_SMALL,
            titleFontSize=_SMALL,
            titleFontWeight="normal",
            domain=False,
            tickSize=3,
            labelLimit=170,
        ),
    )
    spec: dict[str, Any] = drawn.to_dict(validate=False)  # validation would double the time; tests validate
    spec.pop("$schema", None)
    spec["params"] = [*spec.get("params", ()), *({"name": name, "value": value} for name, value in parameters.items())]
    return spec


def bars(unit: str, parts: Sequence[str] = ()) -> dict[str, Any]:
    """Return horizontal bars, a line for each `label`, with the figure after its end. Rows: label, value, series; with
    `parts`, a bar consists of one row for each of them, and `total` is the figure.
    """
    hints = [
        alt.Tooltip("label:N", title=" "),
        alt.Tooltip("series:N", title="part" if parts else "of"),
        alt.Tooltip("value:Q", title=unit, format=",.4~r" if parts else ","),
    ]
    domain = list(parts) or ["ours", "published"]
    line = alt.Y("label:N", sort=None, title=None, axis=alt.Axis(ticks=False, labelPadding=6))
    scale = alt.Scale(domain=[0, {"expr": f"top * width / max(width - {_ROOM}, 40)"}], nice=False)
    axis = alt.Axis(labelExpr=_SHORT, tickCount=4, grid=True, labelFlush=True, labelBound=True)
    base = alt.Chart(_ROWS).encode(y=line)
    drawn = base.mark_bar(height=alt.RelativeBandSize(0.68)).encode(
        x=alt.X("value:Q", title=unit, scale=scale, axis=axis, stack="zero"),
        color=alt.Color("series:N", scale=alt.Scale(domain=domain, range=list(SERIES[: len(domain)])), legend=None),
        order=alt.Order("part:Q"),
        tooltip=hints,
    )
    ends = base.transform_filter("datum.figure != null").mark_text(align="left", dx=5, fontSize=_SMALL)
    ends = ends.encode(x=alt.X("end:Q", scale=scale), text="figure:N")
    return finished(alt.layer(drawn, ends), {"top": 1})


def dots(unit: str) -> dict[str, Any]:
    """Return marks on a logarithmic axis, a line for each `label`, with a rule from its first mark to its last. Rows:
    label, value, series, figure, and the side of the mark on which the figure is placed. Parameters: the limits of the
    axis, and the pixels for names before it and at its left end.
    """
    names = [name for *_, name in DOTS]
    limit = "(width < 400 ? 130 : 190)"
    inner = f"max(width - min(labels, {limit}) - left - {SIDE}, 60)"
    ends = [f"low / pow(high / low, left / {inner})", f"high * pow(high / low, {SIDE} / {inner})"]
    scale = alt.Scale(type="log", nice=False, domain=[{"expr": end} for end in ends])
    axis = alt.Axis(values={"expr": "xticks"}, labelExpr=_SHORT, labelOverlap=True)
    base = alt.Chart(_ROWS).encode(
        y=alt.Y(
            "label:N",
            sort=None,
            title=None,
            axis=alt.Axis(ticks=False, labelPadding=6, grid=True, gridDash=[1, 3], labelLimit={"expr": limit}),
        )
    )
    rules = base.transform_aggregate(first="min(value)", last="max(value)", groupby=["label"])
    rules = rules.mark_rule(strokeWidth=1.5, color="var(--edge)").encode(
        x=alt.X("first:Q", scale=scale, title=unit, axis=axis), x2="last:Q"
    )
    marks = base.mark_point(size=64, strokeWidth=1.8, opacity=1).encode(
        x=alt.X("value:Q", scale=scale, title=unit, axis=axis),
        color=alt.Color("series:N", scale=alt.Scale(domain=names, range=[c for _, c, _ in DOTS]), legend=None),
        fill=alt.Fill("series:N", scale=alt.Scale(domain=names, range=list(_DOT_FILLS)), legend=None),
        shape=alt.Shape("series:N", scale=alt.Scale(domain=names, range=list(_DOT_SHAPES)), legend=None),
        tooltip=[
            alt.Tooltip("label:N", title=" "),
            alt.Tooltip("series:N", title="of"),
            alt.Tooltip("value:Q", title=unit, format=",.4~r" if unit == "µJ" else ","),
        ],
    )
    texts = [
        base.transform_filter(f"datum.side === '{side}'")
        .mark_text(align=align, dx=dx, fontSize=_SMALL)
        .encode(x=alt.X("value:Q", scale=scale), text="figure:N")
        for side, align, dx in (("left", "right", -8), ("right", "left", 8))
    ]
    return finished(alt.layer(rules, marks, *texts), {"low": 1, "high": 10, "left": 8, "labels": 100, "xticks": []})


def scatter(unit: str) -> dict[str, Any]:
    """Return points of area against another figure, both logarithmic, and the steps of the front. Rows: kge, value,
    label, state; those of the front's line have `step`. The page places the names (scripts/draw.js).
    """
    states = [name for _, _, name in STATES]
    colours = alt.Scale(domain=states, range=[OURS, OURS, PUBLISHED])
    fills = alt.Scale(domain=states, range=[OURS, "transparent", "transparent"])
    shapes = alt.Scale(domain=states, range=["circle", "circle", "diamond"])

    def axis(name: str, letter: str, title: str, kind: type, form: str) -> Any:
        scale = alt.Scale(type="log", nice=False, domain=[{"expr": f"{letter}low"}, {"expr": f"{letter}high"}])
        ticks = alt.Axis(values={"expr": f"{letter}ticks"}, labelExpr=form)
        return kind(f"{name}:Q", scale=scale, title=title, axis=ticks)

    x, y = axis("kge", "x", "kGE", alt.X, "datum.label"), axis("value", "y", unit, alt.Y, _SHORT)
    base = alt.Chart(_ROWS).encode(x=x, y=y)
    front = base.transform_filter("datum.step").mark_line(
        interpolate="step-after", color=OURS, opacity=0.6, strokeWidth=1.5
    )
    points = (
        base.transform_filter("!datum.step").mark_point(size=70, strokeWidth=1.8, opacity=1).properties(name="points")
    )
    points = points.encode(
        color=alt.Color("state:N", scale=colours, legend=None),
        fill=alt.Fill("state:N", scale=fills, legend=None),
        shape=alt.Shape("state:N", scale=shapes, legend=None),
        tooltip=[
            alt.Tooltip("label:N", title=" "),
            alt.Tooltip("kge:Q", title="kGE", format=",.2f"),
            alt.Tooltip("value:Q", title=unit, format=","),
            alt.Tooltip("state:N", title="is"),
        ],
    )
    values = {f"{letter}{what}": 1 for letter in "xy" for what in ("low", "high")}
    return finished(alt.layer(front, points), {**values, "xticks": [], "yticks": []})


#: Marks of the series of line charts, as Vega and as a page draw them.
_SHAPES = {"circle": "●", "square": "■", "triangle-up": "▲", "diamond": "◆", "cross": "✚", "triangle-down": "▼"}


def lines(across: str, unit: str, names: Sequence[str], logarithmic: bool = True) -> dict[str, Any]:
    """Return a line for each `series`, one of `names`, over `x`; dashed for published figures. Rows: x, value, series,
    of.
    """
    kind = "log" if logarithmic else "linear"
    marks = _marks(names)
    colours = alt.Scale(domain=list(names), range=[colour for _, colour, _ in marks])
    shapes = alt.Scale(domain=list(names), range=[shape for shape, _, _ in marks])
    dashes = alt.Scale(domain=["ours", "published"], range=[[1, 0], [5, 4]])
    chart = alt.Chart(_ROWS).mark_line(point=alt.OverlayMarkDef(size=50, opacity=1), strokeWidth=1.6)
    chart = chart.encode(
        x=alt.X(
            "x:Q",
            title=across,
            scale=alt.Scale(type=kind, nice=False, padding=8),
            axis=alt.Axis(values={"expr": "xticks"}, labelExpr=_INTEGER, labelOverlap=True, labelFlush=True),
        ),
        y=alt.Y(
            "value:Q",
            title=unit,
            scale=alt.Scale(type="log", nice=False, padding=8),
            axis=alt.Axis(labelExpr=_SHORT, values={"expr": "yticks"}),
        ),
        color=alt.Color("series:N", scale=colours, legend=None),
        shape=alt.Shape("series:N", scale=shapes, legend=None),
        strokeDash=alt.StrokeDash("of:N", scale=dashes, legend=None),
        tooltip=[
            alt.Tooltip("series:N", title=" "),
            alt.Tooltip("of:N", title="of"),
            alt.Tooltip("x:Q", title=across, format=","),
            alt.Tooltip("value:Q", title=unit, format=",.4~r"),
        ],
    )
    return finished(chart, {"xticks": [], "yticks": []})


def histogram(across: str, unit: str, names: Sequence[str]) -> dict[str, Any]:
    """Return bars from `x` to `end`, with the second series as a line over the first. The vertical axis is a square
    root, so that small values remain visible next to large ones. Rows: x, end, value, series.
    """
    colours = alt.Scale(domain=list(names), range=list(SERIES[: len(names)]))
    base = alt.Chart(_ROWS).encode(
        y=alt.Y("value:Q", title=unit, scale=alt.Scale(type="sqrt"), axis=alt.Axis(labelExpr=_SHORT, tickCount=4)),
        color=alt.Color("series:N", scale=colours, legend=None),
        tooltip=[
            alt.Tooltip("series:N", title=" "),
            alt.Tooltip("x:Q", title="from"),
            alt.Tooltip("end:Q", title="to"),
            alt.Tooltip("value:Q", title=unit, format=","),
        ],
    )
    scale = alt.Scale(domain=[0, 256], nice=False)
    axis = alt.Axis(values=[0, 64, 128, 192, 256], grid=False, labelFlush=True)
    first = base.transform_filter(f"datum.series === '{names[0]}'").mark_bar(binSpacing=0)
    first = first.encode(x=alt.X("x:Q", bin="binned", title=across, scale=scale, axis=axis), x2="end:Q")
    second = base.transform_filter(f"datum.series !== '{names[0]}'").mark_line(interpolate="step-after", strokeWidth=2)
    return finished(alt.layer(first, second.encode(x=alt.X("x:Q", scale=scale))), {})


def best() -> dict[str, Any]:
    """Return marks for each algorithm on one logarithmic axis (best_chart.py)."""
    chart = best_chart.layers(_ROWS, SERIES[: len(best_chart.SERIES)], "var(--line)")
    return finished(chart, {"low": 1, "high": 10, "xticks": []})


def _marks(names: Sequence[str]) -> list[tuple[str, str, str]]:
    shapes = list(_SHAPES)
    return [(shapes[n % len(shapes)], SERIES[n % len(SERIES)], name) for n, name in enumerate(names)]


def line_legend(names: Sequence[str]) -> tuple[tuple[str, str, str], ...]:
    """Return marks, colours and names of lines."""
    return tuple((_SHAPES[shape], colour, name) for shape, colour, name in _marks(names))


def legend(names: Sequence[str]) -> tuple[tuple[str, str, str], ...]:
    """Return marks and names, with the colours of bars."""
    return tuple(("■", colour, name) for name, colour in zip(names, SERIES, strict=False))
