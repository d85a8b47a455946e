# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""FAC-V's latency experiment on Rocket, as `vambrace latency` repeats it."""

from vambrace.measure.kinds.latency import Latency
from vambrace.view import latency_table
from vambrace.view.report import charts
from vambrace.view.report.elements import Chart, Facets, Panel, Section
from vambrace.view.report.gather import Data
from vambrace.view.report.sections import of_kind
from vambrace.view.report.sections.cycles import line_panel
from vambrace.view.report.sections.panels import grouped, title

#: The charted method of measurement: that of FAC-V's figures.
BY = "block calls"

_INTRO = "Mean cycles of init and of AES-ECB on 16 to 80 bytes, by coupling, compared with FAC-V's figures (dashed)."


def latency(data: Data) -> Section:
    records = data.of(Latency)
    notes = (latency_table.FREE, latency_table.PAPER)
    caption = "Cycles of short calls on Rocket"
    table = of_kind.table(data, "latency", caption, ("algorithm",), notes)
    some = [r for r in records if r.operation == "encrypt" and r.by == BY and _rounds(r) in ("", "1")]
    early = {r.extensions for r in some if r.until == "free"}
    some = [r for r in some if (r.until == "free") == (r.extensions in early)]
    panels = []
    for facets, group in grouped(some, ("algorithm",)):
        for caches in ("warm", "cold"):
            if some_runs := [r for r in group if r.configuration.caches == caches]:
                panels.append(_panel(facets, caches, some_runs))
    names = tuple(dict.fromkeys(r.extensions for r in some))
    spec = charts.lines("bytes", "cycles", names, False)
    note = "Dashed: published. A C call for each block, until the last one has returned."
    legend = charts.line_legend(names)
    chart = Chart("latency-chart", "Cycles to encrypt, by bytes", spec, tuple(panels), table.id, legend, note)
    return Section("latency", "Latency on Rocket", _INTRO, (chart,), (table,), "vambrace latency")


def _rounds(r: Latency) -> str:
    return r.configuration.aes_rounds_per_cycle or ""


def _panel(facets: Facets, caches: str, group: list[Latency]) -> Panel:
    rows = []
    for r in group:
        of_bytes = {"x": r.message_bytes, "series": r.extensions}
        rows.append({**of_bytes, "value": r.cycles, "of": "ours"})
        if r.published_cycles:
            rows.append({**of_bytes, "value": r.published_cycles, "of": "published"})
    return line_panel(f"{title(facets['algorithm'])}, {caches} caches", facets, rows, "cycles")
