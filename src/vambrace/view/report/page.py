# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The report as one HTML page, which contains its styles, its scripts and its data."""

import json
from collections.abc import Sequence
from importlib.metadata import version
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple

import vl_convert
from jinja2 import Environment, PackageLoader
from markupsafe import Markup

from vambrace import config
from vambrace.base import store
from vambrace.view.figures import Value
from vambrace.view.report import records
from vambrace.view.report.elements import FACETS, Section
from vambrace.view.report.gather import Data
from vambrace.view.report.head import Head, head

_PACKAGE = "vambrace.view.report"

#: The files of styles/ and scripts/ in their order. All scripts except the first are parts of one function.
STYLES = ("base", "frame", "top", "decide", "tables", "charts", "print")
EARLY, SCRIPTS = "early", ("common", "frame", "tables", "how", "draw", "decide", "choose", "start")


class Choice(NamedTuple):
    values: list[str]
    first: str  # the initial selection; "" for all


def page(
    data: Data, sections: Sequence[Section], points: str = "", own_head: Head | None = None, heading: str = ""
) -> str:
    """Return the page. `points`: the selected points, if not all. `own_head`: its head, if not that of a page written
    now. `heading`: its first line, if not that of the report.
    """
    environment = Environment(autoescape=True, trim_blocks=True, loader=PackageLoader(_PACKAGE))
    scripts = "\n".join(_text("scripts", f"{name}.js") for name in SCRIPTS)
    return environment.get_template("page.html.j2").render(
        data=data,
        sections=sections,
        points=points,
        heading=heading,
        head=own_head or head(data),
        choices=choices(sections),
        pairs=pairs,
        plain=plain,
        style=Markup("\n".join(_text("styles", f"{name}.css") for name in STYLES)),
        early=Markup(_text("scripts", f"{EARLY}.js")),
        script=Markup(f'"use strict";\n(() => {{\n{scripts}\n}})();'),
        library=Markup(_library()),
        charts=Markup(_charts(sections)),
        records=records.packed(data),
    )


def _text(folder: str, name: str) -> str:
    return (files(_PACKAGE) / folder / name).read_text()


_SNIPPET = "window.vegaEmbed = vegaEmbed;"


def _library() -> str:
    """Return Vega, Vega-Lite and Vega-Embed in one script; it is cached, because generating it takes two seconds."""

    def build(work: Path) -> None:
        bundle = vl_convert.javascript_bundle(_SNIPPET)
        (work / "library.js").write_text(f"(() => {{{bundle}}})();".replace("</script", r"<\/script"))

    key = store.digest(version("vl-convert-python"), _SNIPPET)
    return (store.entry("report-library", key, build) / "library.js").read_text()


def _charts(sections: Sequence[Section]) -> str:
    data = {
        chart.id: {
            "spec": chart.spec,
            "narrow": chart.narrow and vars(chart.narrow),
            "panels": [{"rows": p.rows, "parameters": p.parameters, "height": p.height} for p in chart.panels],
        }
        for section in sections
        for chart in section.charts
    }
    return json.dumps(data, separators=(",", ":")).replace("<", r"\u003c")


def choices(sections: Sequence[Section]) -> dict[str, Choice]:
    """Return the selections, in the order of configs/: the facets of all rows. The page opens with the longest packets
    on the first core, and all algorithms.
    """
    known = {"scenario": list(config.scenarios()), "core": list(config.cores()), "algorithm": list(config.algorithms())}
    by_name = {}
    for name in FACETS:
        there = {row.facets[name] for s in sections for t in s.tables for row in t.rows if name in row.facets}
        values = [v for v in known[name] if v in there] + sorted(there - set(known[name]))
        longest = [v for v in values if v in config.packets()] or values
        first = {"scenario": longest[-1:], "core": values[:1]}.get(name, [])
        by_name[name] = Choice(values, first[0] if first and len(values) > 1 else "")
    return by_name


def plain(value: Value) -> str:
    """Return a figure without separators, with its significant digits."""
    return f"{value:.6g}" if isinstance(value, float) else str(value)


def pairs(values: dict[str, Any]) -> str:
    """Return names and values in a line, without empty ones."""
    return "; ".join(f"{name} {_inside(value)}" for name, value in values.items() if value not in (None, "", [], {}))


def _inside(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{k}={v}" for k, v in value.items())
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)
