# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Cycles of a call, as `vambrace bench` counts them: of packets, by message length and by the offsets of buffers."""

from vambrace.measure.kinds.bench import Bench
from vambrace.measure.kinds.throughput import Throughput
from vambrace.results.schema import Json
from vambrace.view import ticks
from vambrace.view.report import charts
from vambrace.view.report.elements import FACETS, Chart, Facets, Panel, Section
from vambrace.view.report.gather import Data
from vambrace.view.report.sections import of_kind
from vambrace.view.report.sections.panels import dot, dots, extensions, forward, gains, grouped, named

_INTRO = (
    "Clock cycles of the core's RTL from the call of one operation to its return, key set-up not included. "
    "Every packet that is counted was checked against an independent implementation."
)


def cycles(data: Data) -> Section:
    records = [r for r in data.of(Bench) if gains(r)]
    table = of_kind.table(data, "bench", "Cycles of one call", FACETS, records=records)
    panels = [
        dots(facets, [d for r in group for d in _dots(r)], "cycles")
        for facets, group in grouped([r for r in records if forward(r)])
    ]
    chart = Chart(
        "cycles-chart",
        "Cycles of the forward operation",
        charts.dots("cycles"),
        tuple(panels),
        table.id,
        charts.DOTS,
        "Logarithmic axis.",
    )
    return Section("cycles", "Cycles", _INTRO, (chart,), (table,), "vambrace bench")


def _dots(r: Bench) -> list[Json]:
    label = extensions(r).replace("riscv-crypto-", "")
    rows = [dot(label, "ours" if r.library == "vambrace" else "other software", r.cycles)]
    if r.published_cycles:
        rows.append(dot(label, "published", r.published_cycles))
    return rows


def frames(data: Data) -> Section:
    table = of_kind.table(data, "frame", "Cycles to protect or unprotect a frame", ("core",))
    intro = "Cycles of one call that protects a frame of a protocol in its buffer, or verifies and decrypts it."
    return Section("frames", "Frames of protocols", intro, (), (table,), "vambrace bench -s ble")


def throughput(data: Data) -> Section:
    records = data.of(Throughput)
    caption = "Cycles by bytes of message, no associated data"
    table = of_kind.table(data, "throughput", caption, ("core", "algorithm"))
    groups = grouped([r for r in records if forward(r) and r.message_bytes], ("core", "algorithm"))
    names = tuple(dict.fromkeys(extensions(r) for _, group in groups for r in group))
    spec = charts.lines("bytes of message", "cycles per byte", names)
    panels = tuple(_lines(facets, group) for facets, group in groups)
    legend = charts.line_legend(names)
    chart = Chart("throughput-chart", "Cycles per byte by length", spec, panels, table.id, legend)
    intro = "Cycles over bytes of message: the fixed cost of a call matters less for longer messages."
    alone = of_kind.table(data, "block", "Cipher cores without a system", ("algorithm",), (), 3)
    return Section("throughput", "Cycles per byte", intro, (chart,), (table, alone), "vambrace bench --by length")


def _lines(facets: Facets, group: list[Throughput]) -> Panel:
    rows = [
        {"x": r.message_bytes, "value": r.cycles / r.message_bytes, "series": extensions(r), "of": "ours"}
        for r in group
    ]
    return line_panel(named(facets), facets, rows, "cycles per byte")


def line_panel(heading: str, facets: Facets, rows: list[Json], unit: str) -> Panel:
    """Return a panel of lines with ticks at the lengths, and a description with the figures of the longest one."""
    lengths, values = sorted({r["x"] for r in rows}), [r["value"] for r in rows]
    summary = ", ".join(f"{r['series']} ({r['of']}) {r['value']:,.2f}" for r in rows if r["x"] == lengths[-1])
    domain = (min(values) / 1.05, max(values) * 1.05)
    parameters = {"xticks": lengths, "yticks": ticks.logarithmic(domain)}
    return Panel(heading, facets, tuple(rows), f"{unit} of {lengths[-1]:,} bytes: {summary}", parameters)


def explored(data: Data) -> Section:
    table = of_kind.table(data, "explore", "Cycles of the candidates of explorations", FACETS)
    intro = "Cycles of one call by compiler level and wait states, as explorations measured them."
    return Section("explore", "Explorations", intro, (), (table,), "vambrace explore SPACE.toml")


def alignment(data: Data) -> Section:
    table = of_kind.table(data, "alignment", "Cycles by the offset of buffers", FACETS)
    intro = "Cycles of one call whose input, output or associated data begin 1, 2 or 3 bytes after a word boundary."
    return Section("alignment", "Unaligned buffers", intro, (), (table,), "vambrace bench --by offset")
