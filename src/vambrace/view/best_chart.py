# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The fewest cycles of each algorithm on one logarithmic axis, from software over extensions to the engine: hundreds of
times apart, all of them can be seen. A line for each algorithm; below a mark its cycles."""

from collections.abc import Sequence

import altair as alt
import vl_convert

from vambrace import config
from vambrace.view import ticks
from vambrace.view.best import Best
from vambrace.view.themes import FONT, Theme

#: Series with their shapes; what is published is not filled and has the colour of what it is compared with.
SERIES = ("software", "best extension set", "best engine")
_SHAPES = ("circle", "triangle-up", "square")
_MARKS = ("●", "▲", "■")

#: Pixels of a line, and of the width in a document.
STEP = 44
_PRINT = 820

#: Marks so many times apart have room for their cycles below them.
_NEAR = 1.7

#: A picture narrower than this has no room for the cycles below the marks.
_WIDE = 560


def legend(colours: Sequence[str], with_published: bool = True) -> tuple[tuple[str, str, str], ...]:
    """Marks, colours and names."""
    ours = tuple(zip(_MARKS, colours, SERIES, strict=False))
    return (*ours, ("○△", "currentColor", "published")) if with_published else ours


def rows(every: Sequence[Best]) -> list[dict]:
    """Return the chart's data: a row for each mark."""
    found = []
    for best in every:
        ours = ((best.software, best.published_software), (best.extended, best.published_extended), (best.engine, None))
        for series, (record, published) in zip(SERIES, ours, strict=True):
            named = {"algorithm": title(best.algorithm), "series": series}
            if published:
                found.append({**named, "of": "published", "cycles": published, "set": "", "label": None})
            if record:
                cycles = record["cycles"]
                side = _side(cycles, [r["cycles"] for r in best.records if r is not record])
                mark = {**named, "of": "ours", "cycles": cycles, "set": record["extensions"]}
                found.append({**mark, "label": short(cycles), "side": side})
    return found


def _side(cycles: int, others: Sequence[int]) -> str:
    """How cycles stand below their mark: to the side where another mark is near."""
    near = [other for other in others if 1 / _NEAR < other / cycles < _NEAR]
    return "center" if not near else "right" if near[0] > cycles else "left"


def title(algorithm: str) -> str:
    known = config.algorithms()
    return known[algorithm].title if algorithm in known else algorithm


def short(cycles: float) -> str:
    """Three digits, thousands as k."""
    return f"{cycles:,.0f}" if cycles < 1000 else f"{cycles / 1000:.3g}k" if cycles < 1e6 else f"{cycles / 1e6:.3g}M"


def axis(data: Sequence[dict]) -> dict[str, object]:
    """The parameters of the axis: its ends and its ticks."""
    values = [row["cycles"] for row in data]
    ends = (min(values) / 1.6, max(values) * 1.6)
    tens = [10.0**n for n in range(12) if ends[0] <= 10.0**n <= ends[1]]
    return {"low": ends[0], "high": ends[1], "xticks": tens if len(tens) > 1 else ticks.logarithmic(ends)}


def height(data: Sequence[dict]) -> int:
    return STEP * len(dict.fromkeys(row["algorithm"] for row in data))


def layers(
    data: alt.Data | alt.NamedData, colours: Sequence[str], soft: str, hints: bool = True, legend: bool = False
) -> alt.LayerChart:
    """Return the chart, which needs the parameters of `axis`. `soft`: the colour of what connects marks."""
    shown = alt.Legend(title=None, orient="top", symbolSize=95) if legend else None
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
        align="left", dx=2, dy=-13, fontSize=12, fontWeight=600
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
        **({"tooltip": tooltip} if hints else {}),
    )
    published = marks.transform_filter(alt.datum.of == "published")
    filled = marks.transform_filter(ours).encode(fill=alt.Fill("series:N", scale=coloured, legend=shown))
    labels = [
        base.transform_filter(ours & (alt.datum.side == side))
        .mark_text(align=side, dx=dx, dy=17, fontSize=11, opacity={"expr": f"width > {_WIDE} ? 1 : 0"})
        .encode(x=x, text="label:N")
        for side, dx in (("left", -6), ("center", 0), ("right", 6))
    ]
    return alt.layer(spans, names, published, filled, *labels)


def svg(every: Sequence[Best], theme: Theme) -> str:
    """Return a picture for a document, of one core and one scenario."""
    data, first = rows(every), every[0]
    scenario = config.scenarios()[first.scenario]
    chart = layers(alt.Data(values=data), theme.series, theme.line, hints=False, legend=True)
    title = alt.Title(
        f"Cycles to seal {scenario.message} bytes with {scenario.ad} bytes of associated data on {first.core}",
        subtitle="Logarithmic axis. Not filled: the published figure of the same core.",
        fontSize=14,
        subtitleFontSize=12,
        subtitleColor=theme.soft,
        color=theme.ink,
        anchor="start",
        offset=8,
    )
    chart = chart.add_params(*(alt.param(name=name, value=value) for name, value in axis(data).items()))
    chart = chart.properties(width=_PRINT, height=height(data), title=title)
    chart = chart.configure(font=FONT, background="transparent", view=alt.ViewConfig(stroke=None))
    chart = chart.configure_axis(
        labelColor=theme.soft,
        titleColor=theme.soft,
        gridColor=theme.line,
        gridOpacity=0.6,
        tickColor=theme.line,
        domain=False,
        titleFontWeight="normal",
    )
    chart = chart.configure_text(color=theme.ink).configure_legend(labelColor=theme.ink, labelFontSize=12)
    return vl_convert.vegalite_to_svg(chart.to_json())
