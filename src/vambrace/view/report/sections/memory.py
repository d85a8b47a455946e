# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Bytes of code, data and stack, as measured by `vambrace memory`."""

from vambrace import config
from vambrace.measure.kinds.memory import Memory, published
from vambrace.results.schema import Json
from vambrace.view.report import charts
from vambrace.view.report.elements import Chart, Section
from vambrace.view.report.gather import Data
from vambrace.view.report.sections import of_kind
from vambrace.view.report.sections.panels import bars, extensions, forward, gains, grouped, stack

_PARTS = {"code": "code_bytes", "static": "static_bytes", "stack": "stack_worst_bytes"}
_FACETS = ("core", "algorithm")
_INTRO = (
    "What setting up a key and one operation need: instructions, constants and variables, the deepest stack. Published "
    "figures are of programs compiled for size, so they are compared with that profile."
)


def memory(data: Data) -> Section:
    records = sorted((r for r in data.of(Memory) if gains(r)), key=_place)
    table = of_kind.table(data, "memory", "Bytes of memory", _FACETS, records=records)
    panels = [
        bars(facets, [b for r in group if forward(r) for b in _bars(r)], "bytes")
        for facets, group in grouped(records, _FACETS)
    ]
    names = (*_PARTS, "published")
    chart = Chart(
        "memory-chart",
        "Bytes of the forward operation",
        charts.bars("bytes", names),
        tuple(panels),
        table.id,
        charts.legend(names),
    )
    return Section("memory", "Memory", _INTRO, (chart,), (table,), "vambrace memory")


def _place(r: Memory) -> tuple[int | bool, ...]:
    """Return the sort key: the order of configs, then operations, speed before size."""
    known = config.algorithms()
    return (
        list(config.cores()).index(r.core),
        list(known).index(r.algorithm),
        known[r.algorithm].operations.index(r.operation),
        list(config.extension_sets()).index(config.extension_set(r.extensions).base),
        r.profile != "speed",
    )


def _bars(r: Memory) -> list[Json]:
    label = extensions(r)
    rows = stack(label, {name: r[field] for name, field in _PARTS.items()})
    if theirs := published(r):
        rows += stack(f"{r.extensions}, published", {"published": theirs})
    return rows
