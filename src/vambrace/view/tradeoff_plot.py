# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""A trade-off as an SVG, with a panel for each algorithm and scenario, one below the other for narrow screens.

Both axes are logarithmic. Our points are circles, filled if they are on the front, which is a stepped line; published
points are diamonds. The colours are distinct for colour-blind readers, and the shapes carry the same information.
"""

import math
import textwrap
from collections.abc import Sequence
from typing import Any

import altair as alt
import vl_convert

from vambrace import config
from vambrace.results.pareto import METRICS, OURS, PUBLISHED_TECHNOLOGY, Place, front, groups
from vambrace.view import labels, svg_file, ticks
from vambrace.view.themes import FONT, LIGHT

#: Pixels of a panel without its axes, and of the text; a phone shows them at five sixths of this size.
_WIDTH, _HEIGHT, _SIZE = 310, 260, 13

#: Characters in a line above the panels.
_LINE = 52

_STATES = ("ours, on the front", "ours", "published")
_TITLES = {"cycles": "cycles", "energy": "energy, nJ", "bytes": "bytes of code, static data and stack"}


class _Scale:
    """Maps values to the pixels of a logarithmic axis with some room at its ends."""

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
    """One algorithm and scenario by one metric: the data of the chart's layers."""

    def __init__(self, group: Sequence[Place], metric: str) -> None:
        self.shown = [p for p in group if p.of(metric) is not None]
        self.metric = metric
        first = self.shown[0]
        self.title = f"{config.algorithms()[first.algorithm].title}, {first.scenario}"
        self.x = _Scale([p.kge for p in self.shown], _WIDTH, False)
        self.y = _Scale([p.value(metric) for p in self.shown], _HEIGHT, True)
        self.front = front(self.shown, metric)

    def points(self) -> list[dict[str, Any]]:
        return [{"kge": p.kge, "value": p.of(self.metric), "state": self._state(p)} for p in self.shown]

    def _state(self, p: Place) -> str:
        return _STATES[2] if p.source != OURS else _STATES[0] if p in self.front else _STATES[1]

    def steps(self) -> list[dict[str, Any]]:
        """Return the front, from its smallest point to the right edge of the panel."""
        points = [{"kge": p.kge, "value": p.of(self.metric)} for p in self.front]
        if points:
            points.append({**points[-1], "kge": self.x.domain[1]})
        return points

    def texts(self) -> list[dict[str, Any]]:
        """Return each label with its position and the end of its line."""
        names = [p.label for p in self.shown]
        points = [(self.x.pixel(p.kge), self.y.pixel(p.value(self.metric))) for p in self.shown]
        line: list[labels.Point] = []
        for step in self.steps():
            at = self.x.pixel(step["kge"]), self.y.pixel(step["value"])
            line += [(at[0], line[-1][1]), at] if line else [at]
        items = []
        places = labels.place(names, points, _WIDTH, _HEIGHT, _SIZE, line=line)
        for p, name, point, at in zip(self.shown, names, points, places, strict=True):
            end = labels.leader(name, at, point, _SIZE) or point
            items.append(
                {
                    "label": name,
                    "kge": p.kge,
                    "value": p.of(self.metric),
                    "label_kge": self.x.value(at[0]),
                    "label_value": self.y.value(at[1]),
                    "end_kge": self.x.value(end[0]),
                    "end_value": self.y.value(end[1]),
                }
            )
        return items

    def words(self) -> str:
        """Return a description of the panel for screen readers."""
        unit = METRICS[self.metric]
        lines_of_text = [f"{p.label} {p.kge:.2f} kGE, {p.value(self.metric):,.0f} {unit}" for p in self.shown]
        return f"{self.title}: {'; '.join(lines_of_text)}."


def _layers(panel: _Panel) -> list[alt.Chart]:
    blue, orange = LIGHT.series[:2]
    order = alt.Scale(domain=list(_STATES), range=[blue, blue, orange])
    fill = alt.Scale(domain=list(_STATES), range=[blue, LIGHT.paper, LIGHT.paper])
    shape = alt.Scale(domain=list(_STATES), range=["circle", "circle", "diamond"])
    legend = alt.Legend(title=None, orient="top", symbolSize=80, columnPadding=16)

    def x(name: str) -> alt.X:
        axis = alt.Axis(values=ticks.logarithmic(panel.x.domain), format="~g")
        return alt.X(f"{name}:Q", title="kGE", axis=axis, scale=_logarithmic(panel.x))

    def y(name: str) -> alt.Y:
        axis = alt.Axis(values=ticks.logarithmic(panel.y.domain), format="~s")
        return alt.Y(f"{name}:Q", title=_TITLES[panel.metric], axis=axis, scale=_logarithmic(panel.y))

    return [
        alt.Chart(alt.Data(values=panel.steps()))
        .mark_line(interpolate="step-after", color=blue, opacity=0.55, strokeWidth=1.5)
        .encode(x=x("kge"), y=y("value")),
        alt.Chart(alt.Data(values=panel.texts()))
        .mark_rule(color=LIGHT.soft, strokeWidth=0.6)
        .encode(x=x("kge"), y=y("value"), x2="end_kge:Q", y2="end_value:Q"),
        alt.Chart(alt.Data(values=panel.points()))
        .mark_point(size=80, strokeWidth=1.8, opacity=1)
        .encode(
            x=x("kge"),
            y=y("value"),
            color=alt.Color("state:N", scale=order, legend=legend),
            fill=alt.Fill("state:N", scale=fill, legend=legend),
            shape=alt.Shape("state:N", scale=shape, legend=legend),
        ),
        alt.Chart(alt.Data(values=panel.texts()))
        .mark_text(align="left", baseline="middle", fontSize=_SIZE, color=LIGHT.ink)
        .encode(x=x("label_kge"), y=y("label_value"), text="label:N"),
    ]


def _logarithmic(scale: _Scale) -> alt.Scale:
    return alt.Scale(type="log", domain=scale.domain, nice=False)


def _caption(places: Sequence[Place], metric: str) -> list[str]:
    ours = next((p for p in places if p.source == OURS), None)
    record = ours.detail.get("area", {}) if ours else {}
    lines_of_text = [f"kGE: {record.get('liberty', 'our library')}, flow {record.get('flow', '?')}, not placed."]
    if any(p.source != OURS and p.of(metric) is not None for p in places):
        lines_of_text.append(f"Published: another technology, {PUBLISHED_TECHNOLOGY}; on no front.")
    return [line for text in lines_of_text for line in textwrap.wrap(text, _LINE)]


def panels(places: Sequence[Place], metric: str) -> list[_Panel]:
    """Return a panel for each algorithm and scenario with values of the metric."""
    return [_Panel(group, metric) for group in groups(places).values() if any(p.of(metric) is not None for p in group)]


def chart(places: Sequence[Place], metric: str) -> alt.VConcatChart:
    drawn = [
        alt.layer(*_layers(panel)).properties(width=_WIDTH, height=_HEIGHT, title=panel.title)
        for panel in panels(places, metric)
    ]
    title = alt.Title(f"Area against {metric}", subtitle=_caption(places, metric), fontSize=16, anchor="start")
    figure = alt.vconcat(*drawn, spacing=24).properties(title=title)
    return (
        figure.configure(font=FONT, background=LIGHT.paper, padding=10)
        .configure_axis(
            gridColor=LIGHT.line,
            gridOpacity=0.6,
            domainColor=LIGHT.line,
            tickColor=LIGHT.line,
            labelColor=LIGHT.soft,
            titleColor=LIGHT.soft,
            labelFontSize=_SIZE,
            titleFontSize=_SIZE,
            titleFontWeight="normal",
        )
        .configure_axisY(minExtent=36)
        .configure_title(fontSize=14, color=LIGHT.ink, subtitleColor=LIGHT.soft, subtitleFontSize=12, anchor="start")
        .configure_legend(labelFontSize=_SIZE, labelColor=LIGHT.ink)
        .configure_view(stroke=LIGHT.line)
    )


def svg(places: Sequence[Place], metric: str) -> str:
    """Return the SVG, which follows the system's dark mode."""
    words = " ".join(panel.words() for panel in panels(places, metric))
    record = vl_convert.vegalite_to_svg(chart(places, metric).to_json())
    return svg_file.described(record, f"Area against {metric}", words, svg_file.dark_mode())
