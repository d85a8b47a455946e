# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Energy of a call, gate by gate, as `vambrace energy` finds it."""

from vambrace.measure.kinds.energy import PARTS
from vambrace.view.report import charts
from vambrace.view.report.elements import FACETS, Chart, Section
from vambrace.view.report.gather import Data
from vambrace.view.report.sections import of_kind
from vambrace.view.report.sections.panels import bars, extensions, forward, gains, grouped, stack

_INTRO = (
    "Microjoules of one operation, from the toggles of every net of the synthesised system. Wires, glitches and a "
    "clock tree are not in it: compare these figures with each other, do not budget with them."
)


def energy(data: Data) -> Section:
    records = [r for r in data.of("energy") if gains(r)]
    table = of_kind.table(data, "energy", "Energy of one call in µJ", FACETS, _notes(records), records=records)
    panels = [
        bars(facets, [b for r in group if forward(r) for b in _bars(r)], "µJ") for facets, group in grouped(records)
    ]
    chart = Chart(
        "energy-chart",
        "Energy of the forward operation in µJ",
        charts.bars("µJ", tuple(PARTS)),
        tuple(p for p in panels if p.rows),
        table.id,
        charts.legend(tuple(PARTS)),
    )
    return Section("energy", "Energy", _INTRO, (chart,), (table,), "vambrace report --measure energy")


def _bars(r: dict) -> list[dict]:
    """A bar of all parts that there are; none where the library of cells lacks what they are computed with."""
    parts = {name: r.get(field) for name, field in PARTS.items()}
    if any(value is None for name, value in parts.items() if name != "engine's memory"):
        return []
    return stack(extensions(r), {name: value / 1000 for name, value in parts.items() if value}, of_kind.microjoules)


def _notes(records: list[dict]) -> tuple[str, ...]:
    found = dict.fromkeys(
        f"{m['library']}, {m['voltage'] or '-'} V; memories: {m['read_fj_per_bit']:g} fJ a bit read, "
        f"{m['write_fj_per_bit']:g} written ({m['memory']})"
        for m in (r["model"] for r in records)
    )
    return (*found, *dict.fromkeys(f"left out: {text}" for r in records for text in r["missing"].values()))
