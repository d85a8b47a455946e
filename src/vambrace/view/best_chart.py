# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The fewest cycles of each algorithm on one logarithmic axis, from software over extensions to the engine: hundreds of
times apart, all of them can be seen. A line for each algorithm; below a mark its cycles."""

from collections.abc import Sequence

import altair as alt

from vambrace import config
from vambrace.view import ticks
from vambrace.view.best import Best

#: Series with their shapes; what is published is not filled and has the colour of what it is compared with.
SERIES = ("software", "best extension set", "best engine")
_SHAPES = ("circle", "triangle-up", "square")
_MARKS = ("●", "▲", "■")

#: Pixels of a line.
STEP = 44

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
                label = short(record["cycles"])
                found.append(
                    {**named, "of": "ours", "cycles": record["cycles"], "set": record["extensions"], "label": label}
                )
    return found


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


def layers(data: alt.Data | alt.NamedData, colours: Sequence[str], soft: str, hints: bool = True) -> alt.LayerChart:
    """Return the chart, which needs the parameters of `axis`. `soft`: the colour of what connects marks."""
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
        shape=alt.Shape("series:N", scale=shaped, legend=None),
        color=alt.Color("series:N", scale=coloured, legend=None),
        **({"tooltip": tooltip} if hints else {}),
    )
    published = marks.transform_filter(alt.datum.of == "published")
    filled = marks.transform_filter(ours).encode(fill=alt.Fill("series:N", scale=coloured, legend=None))
    labels = base.transform_filter(ours).mark_text(dy=17, fontSize=11, opacity={"expr": f"width > {_WIDE} ? 1 : 0"})
    labels = labels.encode(x=x, text="label:N")
    return alt.layer(spans, names, published, filled, labels)
