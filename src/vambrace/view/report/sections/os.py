# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""What an operating system has left next to an echo server with encryption."""

from vambrace.measure.kinds.os import MAX, Os
from vambrace.software.ports.echo import LOADS, SYSTEMS
from vambrace.view import os_table
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
    panels = [_panel(*key, group) for key, group in _grouped(some)]
    caption = f"Loops of {_TEST} in a million cycles"
    chart = Chart("os-chart", caption, charts.bars("loops"), tuple(panels), table.id)
    return Section("os", "Operating systems", _INTRO, (chart,), (table,), "vambrace os")


def _grouped(records: list[Os]) -> list[tuple[tuple[str, str], list[Os]]]:
    found: dict[tuple[str, str], list[Os]] = {}
    for r in records:
        when = f"{SYSTEMS[r.os]}, {r.rate} messages a second at {r.clock_hz / 1e6:g} MHz"
        found.setdefault((r.core, when), []).append(r)
    return list(found.items())


def _panel(core: str, when: str, records: list[Os]) -> Panel:
    ordered = sorted(records, key=lambda r: list(LOADS).index(r.load))
    labels = [", ".join(filter(None, os_table.names(r))) for r in ordered]
    rows = [bar(label, "ours", round(r.loops, 1)) for label, r in zip(labels, ordered, strict=True)]
    return bars({"core": core}, rows, "loops", f"{core}, {when}")
