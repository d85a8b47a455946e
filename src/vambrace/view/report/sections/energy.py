# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Energy of a call, gate by gate, as measured by `vambrace energy`."""

from vambrace.measure.kinds.energy import PARTS, Energy
from vambrace.results.schema import Json
from vambrace.view.figures import microjoules
from vambrace.view.report import charts
from vambrace.view.report.elements import FACETS, Chart, Section
from vambrace.view.report.gather import Data
from vambrace.view.report.sections import of_kind
from vambrace.view.report.sections.panels import bars, dot, dots, extensions, forward, gains, grouped, stack

_INTRO = (
    "Microjoules of one operation, from the toggles of every net of the synthesised system. This excludes wires, "
    "glitches and the clock tree: use the figures for comparison, not for a power budget."
)


def energy(data: Data) -> Section:
    records = [r for r in data.of(Energy) if gains(r)]
    table = of_kind.table(data, "energy", "Energy of one call in µJ", FACETS, _notes(records), records=records)
    every = grouped([r for r in records if forward(r)])
    groups = [(facets, [r for r in group if _is_whole(r)]) for facets, group in every]
    groups = [(facets, group) for facets, group in groups if group]
    totals = Chart(
        "energy-chart",
        "Energy of the forward operation in µJ",
        charts.dots("µJ"),
        tuple(dots(facets, [_dot(r) for r in group], "µJ") for facets, group in groups),
        table.id,
        note="Logarithmic axis.",
    )
    shares = Chart(
        "energy-shares-chart",
        "Where the energy goes, in percent",
        charts.bars("%", tuple(PARTS)),
        tuple(bars(facets, [b for r in group for b in _shares(r)], "% of the energy") for facets, group in groups),
        table.id,
        charts.legend(tuple(PARTS)),
    )
    return Section("energy", "Energy", _INTRO, (totals, shares), (table,), "vambrace report --measure energy")


def _is_whole(r: Energy) -> bool:
    """Return whether all parts are known: the cell library may lack data for some."""
    return all(r.get(field) is not None for name, field in PARTS.items() if name != "engine's memory")


def _nanojoules(r: Energy) -> dict[str, float]:
    return {name: r[field] for name, field in PARTS.items() if r.get(field)}


def _dot(r: Energy) -> Json:
    return dot(extensions(r), "ours", sum(_nanojoules(r).values()) / 1000, microjoules)


def _shares(r: Energy) -> list[Json]:
    """Return a bar of all parts, each in percent, with the total after its end."""
    parts = _nanojoules(r)
    total = sum(parts.values())
    shares = {name: 100 * value / total for name, value in parts.items()}
    return stack(extensions(r), shares, lambda _: f"{microjoules(total / 1000)} µJ")


def _notes(records: list[Energy]) -> tuple[str, ...]:
    notes = dict.fromkeys(
        f"{m.library}, {m.voltage or '-'} V; memories: {m.read_fj_per_bit:g} fJ a bit read, "
        f"{m.write_fj_per_bit:g} written ({m.memory})"
        for m in (r.model for r in records)
    )
    return (*notes, *dict.fromkeys(f"left out: {text}" for r in records for text in r.missing.values()))
