# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The processor time that an operating system leaves next to an echo server with encryption."""

from vambrace.measure.kinds.os import MAX, Os
from vambrace.software.ports.echo import LOADS, SYSTEMS
from vambrace.view import os_table
from vambrace.view.kind_table import groups
from vambrace.view.report import charts
from vambrace.view.report.elements import Chart, Panel, Section
from vambrace.view.report.gather import Data
from vambrace.view.report.sections import of_kind
from vambrace.view.report.sections.panels import bar, bars

_INTRO = (
    "Loops of eight tests of operating systems on FreeRTOS and RIOT: alone, next to a UDP echo of 80 bytes, and next "
    "to one that decrypts, checks, changes and encrypts each message."
)
_TEST = "basic"


def operating_systems(data: Data) -> Section:
    records = data.of(Os)
    table = of_kind.table(data, "os", "Loops of tests of an operating system", ("core",), names=4)
    some = [r for r in records if r.test == _TEST and r.rate != MAX]
    panels = [_panel(group) for group in groups(some, "core", "os", "rate", "clock_hz")]
    caption = f"Loops of {_TEST} in a million cycles"
    chart = Chart("os-chart", caption, charts.bars("loops"), tuple(panels), table.id)
    return Section("os", "Operating systems", _INTRO, (chart,), (table,), "vambrace os")


def _panel(records: list[Os]) -> Panel:
    first = records[0]
    when = f"{SYSTEMS[first.os]}, {first.rate} messages a second at {first.clock_hz / 1e6:g} MHz"
    ordered = sorted(records, key=lambda r: list(LOADS).index(r.load))
    rows = [bar(", ".join(filter(None, os_table.names(r))), "ours", round(r.loops, 1)) for r in ordered]
    return bars({"core": first.core}, rows, "loops", f"{first.core}, {when}")
