# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Cycles of a call, as `vambrace bench` counts them, and by length, as `vambrace throughput` does."""

from vambrace.view import ticks
from vambrace.view.report import charts
from vambrace.view.report.elements import Chart, Column, Facets, Panel, Row, Section, Table, of_call, places, words
from vambrace.view.report.gather import Data
from vambrace.view.report.sections.panels import bar, bars, extensions, forward, gains, grouped, named, title

_INTRO = (
    "Clock cycles of the core's RTL from the call of one operation to its return, key set-up not included. "
    "Every packet that is counted was checked against an independent implementation."
)


def cycles(data: Data) -> Section:
    records = [r for r in data.of("bench") if gains(r)]
    columns = (
        words("algorithm"), words("extensions"), words("core"), words("scenario"), words("operation"),
        Column("cycles"), Column("per byte", places(2)), Column("published"),
        Column("faster", places(2, "x")), Column("key set-up", note="cycles"),
        Column("instructions"), Column("fetched", note="bytes"), Column("loaded", note="bytes"),
        Column("stored", note="bytes"),
    )  # fmt: skip
    rows = tuple(_row(data, r) for r in records)
    table = Table("cycles-table", "Cycles of one call", columns, rows, names=2)
    panels = [
        bars(facets, [b for r in group if forward(r) for b in _bars(r)], "cycles") for facets, group in grouped(records)
    ]
    chart = Chart("cycles-chart", "Cycles of the forward operation", charts.bars("cycles"), tuple(panels), table.id,
                  charts.legend(("ours", "published")))  # fmt: skip
    return Section("cycles", "Cycles", _INTRO, (chart,), (table,), "vambrace bench")


def _row(data: Data, r: dict) -> Row:
    per_byte = r["cycles"] / r["message_bytes"] if r["message_bytes"] else None
    faster = r["published_cycles"] / r["cycles"] if r["published_cycles"] else None
    values = (
        title(r["algorithm"]), extensions(r), r["core"], r["scenario"], r["operation"], r["cycles"], per_byte,
        r["published_cycles"], faster, r["cycles_with_key_setup"] - r["cycles"], r["instret"], r["bytes_fetched"],
        r["bytes_loaded"], r["bytes_stored"],
    )  # fmt: skip
    return Row(values, of_call(r), data.how.of("bench", r))


def _bars(r: dict) -> list[dict]:
    label = extensions(r)
    rows = [bar(label, "ours", r["cycles"])]
    if r["published_cycles"]:
        rows.append(bar(f"{label}, published", "published", r["published_cycles"]))
    return rows


def throughput(data: Data) -> Section:
    records = data.of("throughput")
    columns = (
        words("algorithm"), words("extensions"), words("core"), words("operation"), Column("bytes"), Column("cycles"),
        Column("per byte", places(2)),
    )  # fmt: skip
    rows = [
        Row((title(r["algorithm"]), extensions(r), r["core"], r["operation"], r["message_bytes"], r["cycles"],
             r["cycles"] / r["message_bytes"] if r["message_bytes"] else None),
            _without_scenario(r), data.how.of("throughput", r))
        for r in records
    ]  # fmt: skip
    table = Table("throughput-table", "Cycles by bytes of message, no associated data", columns, tuple(rows), names=2)
    groups = grouped([r for r in records if forward(r) and r["message_bytes"]], ("core", "algorithm"))
    names = tuple(dict.fromkeys(extensions(r) for _, group in groups for r in group))
    spec = charts.lines("bytes of message", "cycles per byte", names)
    panels = tuple(_lines(facets, group) for facets, group in groups)
    legend = charts.line_legend(names)
    chart = Chart("throughput-chart", "Cycles per byte by length", spec, panels, table.id, legend)
    intro = "Cycles over bytes of message: what a call costs by itself fades the longer the message is."
    return Section("throughput", "Cycles per byte", intro, (chart,), (table,), "vambrace throughput")


def _without_scenario(r: dict) -> dict:
    return {"core": r["core"], "algorithm": r["algorithm"]}


def _lines(facets: Facets, group: list[dict]) -> Panel:
    rows = [
        {"x": r["message_bytes"], "value": r["cycles"] / r["message_bytes"], "series": extensions(r), "of": "ours"}
        for r in group
    ]
    return line_panel(named(facets), facets, rows, "cycles per byte")


def line_panel(heading: str, facets: Facets, rows: list[dict], unit: str) -> Panel:
    """A panel of lines with ticks at the lengths, and the longest one's figures in words."""
    lengths, values = sorted({r["x"] for r in rows}), [r["value"] for r in rows]
    said = ", ".join(f"{r['series']} ({r['of']}) {r['value']:,.2f}" for r in rows if r["x"] == lengths[-1])
    domain = (min(values) / 1.05, max(values) * 1.05)
    parameters = {"xticks": lengths, "yticks": ticks.logarithmic(domain)}
    return Panel(heading, facets, tuple(rows), f"{unit} of {lengths[-1]:,} bytes: {said}", parameters)
