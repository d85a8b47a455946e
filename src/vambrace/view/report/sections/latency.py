# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""FAC-V's latency experiment on Rocket, as `vambrace latency` repeats it."""

from vambrace.view import latency_table
from vambrace.view.report import charts
from vambrace.view.report.elements import Chart, Column, Facets, Panel, Row, Section, Table, places, words
from vambrace.view.report.gather import Data
from vambrace.view.report.sections.cycles import line_panel
from vambrace.view.report.sections.panels import grouped, title

_INTRO = (
    "Mean cycles of init and of AES-ECB on 16 to 80 bytes, by how the coprocessor is reached, compared with "
    "what FAC-V reports (dashed)."
)


def latency(data: Data) -> Section:
    records = data.of("latency")
    columns = (
        words("algorithm"), words("coupling"), words("core"), words("operation"), Column("bytes"),
        words("measured by", note="calls of the library, or bare commands"), words("until"), words("caches"),
        words("rounds a cycle"), Column("cycles", latency_table.mean), Column("deviation", places(2)), Column("least"),
        Column("most"), Column("published"), Column("faster", places(2, "x")), Column("target"), Column("runs"),
    )  # fmt: skip
    rows = tuple(_row(data, r) for r in records)
    notes = (latency_table.FREE, latency_table.PAPER)
    table = Table("latency-table", "Cycles of short calls on Rocket", columns, rows, notes, names=2)
    some = [r for r in records if r["operation"] == "encrypt" and r["until"] == "done" and _rounds(r) in ("", "1")]
    panels = []
    for facets, group in grouped(some, ("algorithm",)):
        for caches in sorted({r["configuration"]["caches"] for r in group}, reverse=True):  # warm before cold
            panels.append(_panel(facets, caches, [r for r in group if r["configuration"]["caches"] == caches]))
    names = tuple(dict.fromkeys(r["extensions"] for r in some))
    spec = charts.lines("bytes", "cycles", names, False)
    note = "Dashed: published. By bare commands; software by calls."
    legend = charts.line_legend(names)
    chart = Chart("latency-chart", "Cycles to encrypt so many bytes", spec, tuple(panels), table.id, legend, note)
    return Section("latency", "Latency on Rocket", _INTRO, (chart,), (table,), "vambrace latency")


def _rounds(r: dict) -> str:
    return r["configuration"]["aes_rounds_per_cycle"] or ""


def _row(data: Data, r: dict) -> Row:
    comparable = r["published_cycles"] and r["until"] == "done" and r["by"] == _by(r)
    values = (
        title(r["algorithm"]), r["extensions"], r["core"], r["operation"], r["message_bytes"], r["by"], r["until"],
        r["configuration"]["caches"], _rounds(r), r["cycles"], r["cycles_deviation"], r["cycles_minimum"],
        r["cycles_maximum"], r["published_cycles"], r["published_cycles"] / r["cycles"] if comparable else None,
        r["target_cycles"], r["runs"],
    )  # fmt: skip
    return Row(values, {"algorithm": r["algorithm"]}, data.how.of("latency", r))


def _by(r: dict) -> str:
    """What the published figures are compared with: software has no commands."""
    return "calls" if r["extensions"] == "none" else "commands"


def _panel(facets: Facets, caches: str, group: list[dict]) -> Panel:
    rows = []
    for r in group:
        if r["by"] != _by(r):
            continue
        of_bytes = {"x": r["message_bytes"], "series": r["extensions"]}
        rows.append({**of_bytes, "value": r["cycles"], "of": "ours"})
        if r["published_cycles"]:
            rows.append({**of_bytes, "value": r["published_cycles"], "of": "published"})
    return line_panel(f"{title(facets['algorithm'])}, {caches} caches", facets, rows, "cycles")
