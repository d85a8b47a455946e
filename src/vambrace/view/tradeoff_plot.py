# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""A trade-off as pictures: an SVG for print, and one page of HTML that needs nothing else.

Both axes are logarithmic. Our points are circles, filled where they are on the front, which is a line of steps; what
is published is a diamond. Colours are those of Okabe and Ito, which colour-blind readers can distinguish; shapes
show the same.
"""

import math
from collections.abc import Sequence

import altair as alt
import vl_convert

from vambrace import config
from vambrace.results.pareto import METRICS, OURS, PUBLISHED_TECHNOLOGY, Place, front, groups
from vambrace.view import labels, ticks

_BLUE, _ORANGE, _GREY = "#0072B2", "#D55E00", "#666666"
_FONT, _SIZE = "Liberation Sans, Arial, Helvetica, sans-serif", 10

#: Pixels of a panel in print, and on a page.
_PRINT, _PAGE = (400, 250), (760, 420)

_STATES = ("ours, on the front", "ours", "published")
_TITLES = {"cycles": "cycles", "energy": "energy, nJ", "bytes": "bytes of code, static data and stack"}


class _Scale:
    """From values to pixels of a logarithmic axis with some room at its ends."""

    def __init__(self, values: Sequence[float], length: float, down: bool) -> None:
        low, high = math.log10(min(values)), math.log10(max(values))
        room = max((0.12 if down else 0.17) * (high - low), 0.02)
        self.low, self.high, self.length, self.down = low - room, high + room, length, down

    @property
    def domain(self) -> list[float]:
        return [10**self.low, 10**self.high]

    def pixel(self, value: float) -> float:
        share = (math.log10(value) - self.low) / (self.high - self.low)
        return self.length * (1 - share if self.down else share)

    def value(self, pixel: float) -> float:
        share = pixel / self.length
        return 10 ** (self.low + (self.high - self.low) * (1 - share if self.down else share))


class _Panel:
    """One algorithm and scenario, by one metric: rows for the chart's layers."""

    def __init__(self, group: Sequence[Place], metric: str, size: tuple[float, float]) -> None:
        self.shown = [p for p in group if p.of(metric) is not None]
        self.metric, self.size = metric, size
        first = self.shown[0]
        self.title = f"{config.algorithms()[first.algorithm].title}, {first.scenario}"
        self.key = {
            "algorithm": config.algorithms()[first.algorithm].title,
            "scenario": first.scenario,
            "metric": metric,
        }
        self.x = _Scale([p.kge for p in self.shown], size[0], False)
        self.y = _Scale([p.value(metric) for p in self.shown], size[1], True)
        self.front = front(self.shown, metric)

    def points(self) -> list[dict]:
        return [
            {
                **self.key,
                "point": p.point,
                "label": p.label,
                "kge": p.kge,
                "value": p.of(self.metric),
                "state": _STATES[2] if p.source != OURS else _STATES[0] if p in self.front else _STATES[1],
                "cycles": p.cycles,
                "bytes": p.bytes,
                "energy": p.energy,
                "area_delay": round(p.area_delay, 1),
                "energy_delay": p.energy_delay,
                "note": p.note or p.detail.get("area", {}).get("liberty", ""),
            }
            for p in self.shown
        ]

    def steps(self) -> list[dict]:
        """The front, from its smallest point to the right edge of the panel."""
        found = [{**self.key, "kge": p.kge, "value": p.of(self.metric)} for p in self.front]
        if found:
            found.append({**found[-1], "kge": self.x.domain[1]})
        return found

    def texts(self) -> list[dict]:
        """Each label with its place, and where its line ends."""
        names = [p.label for p in self.shown]
        points = [(self.x.pixel(p.kge), self.y.pixel(p.value(self.metric))) for p in self.shown]
        line: list[labels.Point] = []
        for step in self.steps():
            at = self.x.pixel(step["kge"]), self.y.pixel(step["value"])
            line += [(at[0], line[-1][1]), at] if line else [at]
        found = []
        places = labels.place(names, points, *self.size, _SIZE, line=line)
        for p, name, point, at in zip(self.shown, names, points, places, strict=True):
            end = labels.leader(name, at, point, _SIZE) or point
            found.append(
                {
                    **self.key,
                    "label": name,
                    "kge": p.kge,
                    "value": p.of(self.metric),
                    "label_kge": self.x.value(at[0]),
                    "label_value": self.y.value(at[1]),
                    "end_kge": self.x.value(end[0]),
                    "end_value": self.y.value(end[1]),
                }
            )
        return found


def _panels(places: Sequence[Place], metrics: Sequence[str], size: tuple[float, float]) -> list[_Panel]:
    return [
        _Panel(group, m, size)
        for group in groups(places).values()
        for m in metrics
        if any(p.of(m) is not None for p in group)
    ]


def _layers(points: list[dict], steps: list[dict], texts: list[dict], x, y, tooltip: bool) -> list[alt.Chart]:
    order = alt.Scale(domain=list(_STATES), range=[_BLUE, _BLUE, _ORANGE])
    fill = alt.Scale(domain=list(_STATES), range=[_BLUE, "#ffffff", "#ffffff"])
    shape = alt.Scale(domain=list(_STATES), range=["circle", "circle", "diamond"])
    legend = alt.Legend(title=None, orient="top", symbolSize=70, labelFontSize=11)
    hints = [
        alt.Tooltip("point:N"),
        alt.Tooltip("kge:Q", title="kGE", format=",.2f"),
        alt.Tooltip("cycles:Q", format=","),
        alt.Tooltip("bytes:Q", format=","),
        alt.Tooltip("energy:Q", title="nJ", format=",.1f"),
        alt.Tooltip("area_delay:Q", title="kGE x kcycles", format=",.0f"),
        alt.Tooltip("energy_delay:Q", title="nJ x kcycles", format=",.0f"),
        alt.Tooltip("state:N"),
        alt.Tooltip("note:N", title="technology"),
    ]
    return [
        alt.Chart(alt.Data(values=steps))
        .mark_line(interpolate="step-after", color=_BLUE, opacity=0.55, strokeWidth=1.5)
        .encode(x=x("kge"), y=y("value")),
        alt.Chart(alt.Data(values=texts))
        .mark_rule(color=_GREY, strokeWidth=0.6)
        .encode(x=x("kge"), y=y("value"), x2="end_kge:Q", y2="end_value:Q"),
        alt.Chart(alt.Data(values=points))
        .mark_point(size=64, strokeWidth=1.6, opacity=1)
        .encode(
            x=x("kge"),
            y=y("value"),
            color=alt.Color("state:N", scale=order, legend=legend),
            fill=alt.Fill("state:N", scale=fill, legend=legend),
            shape=alt.Shape("state:N", scale=shape, legend=legend),
            **({"tooltip": hints} if tooltip else {}),
        ),
        alt.Chart(alt.Data(values=texts))
        .mark_text(align="left", baseline="middle", fontSize=_SIZE, color="#222222")
        .encode(x=x("label_kge"), y=y("label_value"), text="label:N"),
    ]


def _configured(chart):
    return (
        chart.configure(font=_FONT)
        .configure_axis(grid=True, gridColor="#e8e8e8", labelFontSize=10, titleFontSize=11, titleFontWeight="normal")
        .configure_axisY(minExtent=58)
        .configure_title(fontSize=12, fontWeight="bold", anchor="start")
        .configure_view(stroke="#bbbbbb")
    )


def _caption(places: Sequence[Place], metrics: Sequence[str]) -> list[str]:
    ours = next((p for p in places if p.source == OURS), None)
    made = ours.detail.get("area", {}) if ours else {}
    lines = [f"kGE of {made.get('liberty', 'our library')} by Yosys, flow {made.get('flow', '?')}; nothing is placed."]
    if any(p.source != OURS and p.of(m) is not None for p in places for m in metrics):
        lines.append(f"Published points are of another technology, {PUBLISHED_TECHNOLOGY}, and in no front.")
    return lines


def svg_chart(places: Sequence[Place], metric: str) -> alt.VConcatChart:
    """Return the chart for print: a panel for each algorithm and scenario, two in a row."""
    drawn = []
    for panel in _panels(places, [metric], _PRINT):

        def axis(name: str, scale: _Scale, title: str, kind):
            domain = alt.Scale(type="log", domain=scale.domain, nice=False)
            ticked = alt.Axis(values=ticks.logarithmic(scale.domain), format="~g" if kind is alt.X else ",")
            return kind(f"{name}:Q", scale=domain, title=title, axis=ticked)

        layers = _layers(
            panel.points(),
            panel.steps(),
            panel.texts(),
            lambda name, panel=panel: axis(name, panel.x, "kGE", alt.X),
            lambda name, panel=panel: axis(name, panel.y, _TITLES[panel.metric], alt.Y),
            False,
        )
        drawn.append(alt.layer(*layers).properties(width=_PRINT[0], height=_PRINT[1], title=panel.title))
    rows = [alt.hconcat(*drawn[i : i + 2], spacing=24) for i in range(0, len(drawn), 2)]
    title = alt.Title(f"Area against {metric}", subtitle=_caption(places, [metric]), fontSize=14, subtitleFontSize=11)
    return _configured(alt.vconcat(*rows, spacing=18).properties(title=title))


def svg(places: Sequence[Place], metric: str) -> str:
    return vl_convert.vegalite_to_svg(svg_chart(places, metric).to_json())


def html_chart(places: Sequence[Place], metric: str) -> alt.LayerChart:
    """Return the chart of one panel, which selectors change."""
    panels = _panels(places, list(METRICS), _PAGE)
    algorithms = list(dict.fromkeys(p.key["algorithm"] for p in panels))
    scenarios = list(dict.fromkeys(p.key["scenario"] for p in panels))
    metrics = list(dict.fromkeys(p.metric for p in panels))
    chosen = {
        name: alt.param(name, bind=alt.binding_select(options=options, name=f"{name} "), value=value)
        for name, options, value in (
            ("algorithm", algorithms, algorithms[0]),
            ("scenario", scenarios, scenarios[-1]),
            ("metric", metrics, metric),
        )
    }

    def axis(kind, title):
        scale = alt.Scale(type="log", nice=False, zero=False, padding=24)
        return lambda name: kind(
            f"{name}:Q", scale=scale, title=title, axis=alt.Axis(format="~g" if kind is alt.X else ",")
        )

    layers = _layers(
        [row for p in panels for row in p.points()],
        [row for p in panels for row in p.steps()],
        [row for p in panels for row in p.texts()],
        axis(alt.X, "kGE"),
        axis(alt.Y, "cycles, bytes or nJ"),
        True,
    )
    where = " && ".join(f"datum.{name} === {name}" for name in chosen)
    title = alt.Title("Area against cycles, bytes and energy", subtitle=_caption(places, metrics), fontSize=14)
    chart = alt.layer(*(layer.transform_filter(where) for layer in layers)).add_params(*chosen.values())
    return _configured(chart.properties(width=_PAGE[0], height=_PAGE[1], title=title))


def html(places: Sequence[Place], metric: str) -> str:
    """Return a page that loads nothing."""
    return html_chart(places, metric).to_html(inline=True, embed_options={"actions": False, "renderer": "svg"})
