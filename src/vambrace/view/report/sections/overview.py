# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The overview: the cycles of each algorithm in software, with extensions, and on the engine."""

from collections.abc import Iterator

from vambrace import config
from vambrace.measure.kinds.bench import Bench
from vambrace.view import best, best_chart
from vambrace.view.best import Best
from vambrace.view.figures import places, text
from vambrace.view.report import charts
from vambrace.view.report.elements import Card, CardLine, Chart, Column, Panel, Row, Section, Table, words
from vambrace.view.report.gather import Data
from vambrace.view.report.sections.panels import title

_NOTE = (
    "Cycles of the forward operation (sealing, encrypting, hashing) without key set-up. The best set is the one with "
    "the fewest cycles that is not an engine; the best engine is any engine or AES unit, with any coupling. Published: "
    "of the same core without extensions, compiled with -Os."
)
_INTRO = (
    "Clock cycles to seal, encrypt or hash one message on the RTL of a core: in software, with the best extension "
    "set, with the best engine. Every message was checked against an independent implementation."
)


def overview(data: Data) -> Section:
    entries = best.entries(data.of(Bench))
    table = Table(
        "overview-table",
        "The fewest cycles of each algorithm, as a table",
        _COLUMNS,
        tuple(_row(data, entry) for entry in entries),
        (_NOTE,),
        names=3,
        main="best set cycles",
        folded=True,
    )
    chart = Chart(
        "overview-chart",
        "From software to the engine",
        charts.best(),
        tuple(_panels(entries)),
        table.id,
        best_chart.legend(charts.SERIES),
        "Logarithmic axis. Hollow marks: the published figure of the same core, compiled with -Os.",
        full_width=True,
    )
    cards = tuple(_card(data, entry) for entry in entries)
    return Section(
        "overview", "At a glance", _INTRO, charts=(chart,), tables=(table,), missing="vambrace bench", cards=cards
    )


_COLUMNS = (
    words("algorithm"),
    words("core"),
    words("scenario"),
    Column("published"),
    Column("software"),
    words("best set"),
    Column("best set cycles"),
    Column("vs software", places(2, "x")),
    words("best engine"),
    Column("engine cycles"),
    Column("engine vs software", places(1, "x")),
)


def _times(reference: float | None, record: Bench | None) -> float | None:
    """Return by which factor a record has fewer cycles than the reference."""
    return reference / record.cycles if reference and record else None


def _row(data: Data, entry: Best) -> Row:
    software = entry.software.cycles if entry.software else None
    values = (
        title(entry.algorithm),
        entry.core,
        entry.scenario,
        entry.published_software,
        software,
        entry.extended.extensions if entry.extended else "",
        entry.extended.cycles if entry.extended else None,
        _times(software, entry.extended),
        entry.engine.extensions if entry.engine else "",
        entry.engine.cycles if entry.engine else None,
        _times(software, entry.engine),
    )
    return Row(values, entry.facets, data.how.of("bench", *entry.records))


def _card(data: Data, entry: Best) -> Card:
    software = entry.software.cycles if entry.software else None
    lines = (
        _line("Software", "", entry.software, None),
        _line("Extensions", "none is better", entry.extended, software),
        _line("Engine", "not measured", entry.engine, software),
    )
    scenario = config.scenarios().get(entry.scenario)
    length = f" ({scenario.ad} + {scenario.message} bytes)" if scenario else ""
    featured = entry.algorithm in config.select_algorithms([])
    how = data.how.of("bench", *entry.records)
    return Card(title(entry.algorithm), f"{entry.core}, {entry.scenario}{length}", entry.facets, lines, how, featured)


def _line(label: str, otherwise: str, record: Bench | None, software: float | None) -> CardLine:
    if record is None:
        return CardLine(label, otherwise, "", "")
    what = record.extensions if record.extensions not in ("none", "engine") else ""
    return CardLine(label, what, text(record.cycles), _shown(software, record))


def _shown(reference: float | None, record: Bench) -> str:
    times = _times(reference, record)
    return "" if times is None else f"{times:,.0f}x" if times >= 100 else f"{times:.1f}x"


def _panels(entries: list[Best]) -> Iterator[Panel]:
    """Yield a panel for each scenario on each core, with all algorithms."""
    for core, scenario in dict.fromkeys((entry.core, entry.scenario) for entry in entries):
        rows = best_chart.rows([entry for entry in entries if (entry.core, entry.scenario) == (core, scenario)])
        summary = ", ".join(f"{r['algorithm']}, {r['series']}, {r['of']}: {text(r['cycles'])}" for r in rows)
        heading = f"{scenario}, {core}"
        facets = {"scenario": scenario, "core": core}
        yield Panel(heading, facets, tuple(rows), f"cycles: {summary}", best_chart.axis(rows), best_chart.height(rows))
