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
    found = best.of(data.of(Bench))
    table = Table(
        "overview-table",
        "The fewest cycles of each algorithm, as a table",
        _COLUMNS,
        tuple(_row(data, one) for one in found),
        (_NOTE,),
        names=3,
        main="best set cycles",
        folded=True,
    )
    chart = Chart(
        "overview-chart",
        "From software to the engine",
        charts.best(),
        tuple(_panels(found)),
        table.id,
        best_chart.legend(charts.SERIES),
        "Logarithmic axis. Hollow marks: the published figure of the same core, compiled with -Os.",
        whole=True,
    )
    cards = tuple(_card(data, one) for one in found)
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


def _row(data: Data, one: Best) -> Row:
    software = one.software.cycles if one.software else None
    values = (
        title(one.algorithm),
        one.core,
        one.scenario,
        one.published_software,
        software,
        one.extended.extensions if one.extended else "",
        one.extended.cycles if one.extended else None,
        _times(software, one.extended),
        one.engine.extensions if one.engine else "",
        one.engine.cycles if one.engine else None,
        _times(software, one.engine),
    )
    return Row(values, one.facets, data.how.of("bench", *one.records))


def _card(data: Data, one: Best) -> Card:
    software = one.software.cycles if one.software else None
    lines = (
        _line("Software", "", one.software, None),
        _line("Extensions", "none is better", one.extended, software),
        _line("Engine", "not measured", one.engine, software),
    )
    scenario = config.scenarios().get(one.scenario)
    length = f" ({scenario.ad} + {scenario.message} bytes)" if scenario else ""
    featured = one.algorithm in config.select_algorithms([])
    how = data.how.of("bench", *one.records)
    return Card(title(one.algorithm), f"{one.core}, {one.scenario}{length}", one.facets, lines, how, featured)


def _line(label: str, otherwise: str, record: Bench | None, software: float | None) -> CardLine:
    if record is None:
        return CardLine(label, otherwise, "", "")
    what = record.extensions if record.extensions not in ("none", "engine") else ""
    return CardLine(label, what, text(record.cycles), _shown(software, record))


def _shown(reference: float | None, record: Bench) -> str:
    times = _times(reference, record)
    return "" if times is None else f"{times:,.0f}x" if times >= 100 else f"{times:.1f}x"


def _panels(found: list[Best]) -> Iterator[Panel]:
    """Yield a panel for each scenario on each core, with all algorithms."""
    for core, scenario in dict.fromkeys((one.core, one.scenario) for one in found):
        rows = best_chart.rows([one for one in found if (one.core, one.scenario) == (core, scenario)])
        said = ", ".join(f"{r['algorithm']}, {r['series']}, {r['of']}: {text(r['cycles'])}" for r in rows)
        heading = f"{scenario}, {core}"
        facets = {"scenario": scenario, "core": core}
        yield Panel(heading, facets, tuple(rows), f"cycles: {said}", best_chart.axis(rows), best_chart.height(rows))
