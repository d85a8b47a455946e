# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""A chart of the fewest cycles of each algorithm, from software through extensions to the engine. The axis is
logarithmic, because figures differ by factors of several hundred. Each algorithm has a line; the cycles are below each
mark.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import altair as alt
import vl_convert

from vambrace import config
from vambrace.view import svg_file, ticks
from vambrace.view.best import Best
from vambrace.view.themes import FONT, Theme

#: Series with their shapes; marks of published figures are hollow, in the colour of the series that they belong to.
SERIES = ("software", "best extension set", "best engine")
_SHAPES = ("circle", "triangle-up", "square")
_MARKS = ("●", "▲", "■")


@dataclass(frozen=True)
class Look:
    """The size of a chart."""

    step: int  # pixels per line
    text: int  # font size of the figures; that of names is larger by one
    near: float  # smallest ratio of two marks that leaves room for their cycles below them
    wide: int  # pixels; a narrower chart has no room for the cycles


#: In the report, as wide as the reader's screen; and in a document that may be read on a phone.
PAGE, PRINT = Look(44, 11, 1.7, 560), Look(52, 13, 2.6, 0)

#: Width in a document, in pixels.
_WIDTH = 360


def legend(colours: Sequence[str], with_published: bool = True) -> tuple[tuple[str, str, str], ...]:
    """Return the legend: shapes, colours and names."""
    ours = tuple(zip(_MARKS, colours, SERIES, strict=False))
    return (*ours, ("○△", "currentColor", "published")) if with_published else ours


def rows(every: Sequence[Best], look: Look = PAGE) -> list[dict[str, Any]]:
    """Return the chart's data: a row for each mark."""
    marks = []
    for best in every:
        ours = ((best.software, best.published_software), (best.extended, best.published_extended), (best.engine, None))
        for series, (record, published) in zip(SERIES, ours, strict=True):
            named = {"algorithm": title(best.algorithm), "series": series}
            if published:
                marks.append({**named, "of": "published", "cycles": published, "set": "", "label": None})
            if record:
                cycles = record["cycles"]
                side = _side(cycles, [r["cycles"] for r in best.records if r is not record], look.near)
                mark = {**named, "of": "ours", "cycles": cycles, "set": record["extensions"]}
                marks.append({**mark, "label": short(cycles), "side": side})
    return marks


def _side(cycles: int, others: Sequence[int], apart: float) -> str:
    """Return the alignment of the cycles below a mark: to the side if another mark is close."""
    near = [other for other in others if 1 / apart < other / cycles < apart]
    return "center" if not near else "right" if near[0] > cycles else "left"


def title(algorithm: str) -> str:
    known = config.algorithms()
    return known[algorithm].title if algorithm in known else algorithm


def short(cycles: float) -> str:
    """Return a number with three digits, thousands as k."""
    return f"{cycles:,.0f}" if cycles < 1000 else f"{cycles / 1000:.3g}k" if cycles < 1e6 else f"{cycles / 1e6:.3g}M"


def axis(data: Sequence[dict[str, Any]]) -> dict[str, object]:
    """Return the parameters of the axis: its limits and its ticks."""
    values = [row["cycles"] for row in data]
    ends = (min(values) / 1.6, max(values) * 1.6)
    tens = [10.0**n for n in range(12) if ends[0] <= 10.0**n <= ends[1]]
    return {"low": ends[0], "high": ends[1], "xticks": tens if len(tens) > 1 else ticks.logarithmic(ends)}


def height(data: Sequence[dict[str, Any]], look: Look = PAGE) -> int:
    return look.step * len(dict.fromkeys(row["algorithm"] for row in data))


def layers(
    data: alt.Data | alt.NamedData, colours: Sequence[str], soft: str, look: Look = PAGE, print_only: bool = False
) -> alt.LayerChart:
    """Return the chart, which needs the parameters of `axis`. `soft`: the colour of the lines between marks. With
    `print_only` it has a legend and no tooltips.
    """
    shown = alt.Legend(title=None, orient="top", symbolSize=95, columnPadding=14) if print_only else None
    scale = alt.Scale(type="log", nice=False, domain=[{"expr": "low"}, {"expr": "high"}])
    x = alt.X(
        "cycles:Q",
        title="cycles",
        scale=scale,
        axis=alt.Axis(values={"expr": "xticks"}, labelExpr="format(datum.value, '~s')", labelFlush=True),
    )
    line = alt.Y("algorithm:N", sort=None, title=None, axis=None, scale=alt.Scale(paddingInner=0, paddingOuter=0))
    base = alt.Chart(data).encode(y=line)
    ours = alt.datum.of == "ours"
    spans = base.transform_aggregate(low_end="min(cycles)", high_end="max(cycles)", groupby=["algorithm"])
    spans = spans.mark_rule(strokeWidth=2, yOffset=3, color=soft).encode(
        x=alt.X("low_end:Q", scale=scale, title="cycles"), x2="high_end:Q"
    )
    names = base.transform_aggregate(groupby=["algorithm"]).mark_text(
        align="left", dx=2, dy=-13, fontSize=look.text + 1, fontWeight=600
    )
    names = names.encode(x=alt.value(0), text="algorithm:N")
    tooltip = [
        alt.Tooltip("algorithm:N", title=" "),
        alt.Tooltip("series:N", title="with"),
        alt.Tooltip("set:N", title="set"),
        alt.Tooltip("of:N"),
        alt.Tooltip("cycles:Q", format=","),
    ]
    coloured = alt.Scale(domain=list(SERIES), range=list(colours))
    shaped = alt.Scale(domain=list(SERIES), range=list(_SHAPES))
    marks = base.mark_point(size=95, strokeWidth=1.8, opacity=1, yOffset=3).encode(
        x=x,
        shape=alt.Shape("series:N", scale=shaped, legend=shown),
        color=alt.Color("series:N", scale=coloured, legend=shown),
        **({} if print_only else {"tooltip": tooltip}),
    )
    published = marks.transform_filter(alt.datum.of == "published")
    filled = marks.transform_filter(ours).encode(fill=alt.Fill("series:N", scale=coloured, legend=shown))
    labels = [
        base.transform_filter(ours & (alt.datum.side == side))
        .mark_text(
            align=side, dx=dx, dy=6 + look.text, fontSize=look.text, opacity={"expr": f"width > {look.wide} ? 1 : 0"}
        )
        .encode(x=x, text="label:N")
        for side, dx in (("left", -6), ("center", 0), ("right", 6))
    ]
    return alt.layer(spans, names, published, filled, *labels)


def svg(every: Sequence[Best], theme: Theme) -> str:
    """Return the SVG of one core and one scenario for a document."""
    data, first = rows(every, PRINT), every[0]
    scenario = config.scenarios()[first.scenario]
    chart = layers(alt.Data(values=data), theme.series, theme.line, PRINT, print_only=True)
    title = alt.Title(
        [f"Cycles to seal {scenario.message} bytes on {first.core},", f"with {scenario.ad} bytes of associated data"],
        subtitle="Logarithmic axis. Hollow marks: published, same core.",
        fontSize=15,
        subtitleFontSize=12,
        subtitleColor=theme.soft,
        color=theme.ink,
        anchor="start",
        offset=8,
    )
    chart = chart.add_params(*(alt.param(name=name, value=value) for name, value in axis(data).items()))
    chart = chart.properties(width=_WIDTH, height=height(data, PRINT), title=title)
    chart = chart.configure(font=FONT, background="transparent", view=alt.ViewConfig(stroke=None))
    chart = chart.configure_axis(
        labelColor=theme.soft,
        titleColor=theme.soft,
        gridColor=theme.line,
        gridOpacity=0.6,
        tickColor=theme.line,
        domain=False,
        labelFontSize=PRINT.text,
        titleFontSize=PRINT.text,
        titleFontWeight="normal",
    )
    chart = chart.configure_text(color=theme.ink).configure_legend(labelColor=theme.ink, labelFontSize=PRINT.text)
    summary = "; ".join(f"{r['algorithm']}, {r['series']}, {r['of']}: {r['cycles']:,}" for r in data)
    return svg_file.described(vl_convert.vegalite_to_svg(chart.to_json()), f"Cycles on {first.core}", summary)
