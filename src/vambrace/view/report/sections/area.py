# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Area of points and blocks, and its benefits: cycles, bytes and energy against kGE with the Pareto front."""

from vambrace import config
from vambrace.measure import bench, tradeoff
from vambrace.measure.kinds import columns
from vambrace.measure.kinds.area import Area
from vambrace.measure.kinds.bench import Bench
from vambrace.papers.places import published as published_places
from vambrace.results import pareto
from vambrace.results.pareto import OURS, PUBLISHED_TECHNOLOGY, Place
from vambrace.results.schema import Json
from vambrace.view import ticks, tradeoff_table
from vambrace.view.figures import places
from vambrace.view.report import charts
from vambrace.view.report.elements import Chart, Column, Facets, Panel, Row, Section, Table, words
from vambrace.view.report.gather import Data
from vambrace.view.report.sections import of_kind
from vambrace.view.report.sections.panels import named, title, variant

_UNITS = {"cycles": "cycles", "energy": "nJ", "bytes": "bytes"}


def area(data: Data) -> Section:
    records = data.of(Area)
    notes = dict.fromkeys(
        f"{c.liberty}, 1 GE = {c.gate_equivalent:g} (NAND of two inputs); nothing is placed"
        for c in (r.configuration for r in records)
    )
    table = of_kind.table(data, "area", "Area of points and blocks", ("core",), tuple(notes), 1)
    intro = "Cell area by synthesis, in thousands of gate equivalents (kGE). A point is the sum of its parts."
    return Section("area", "Area", intro, tables=(table,), missing="vambrace report --measure area")


def tradeoff_places(data: Data) -> list[tuple[Place, Json]]:
    """Return the places of all points that were measured and synthesised, with the provenance of their figures."""
    have = tradeoff.Records()
    for kind in ("area", "bench", "memory", "energy"):
        have.add(r for r in data.records.get(kind, ()) if r.get("profile", "speed") == "speed" and not _other(r))
    result = []
    points, known = config.points(), config.algorithms()
    for r in data.of(Bench):
        point = points.get(f"{r.core}/{r.extensions}")
        if point is None or (r.library, r.profile) != ("vambrace", "speed"):
            continue
        if r.operation != known[r.algorithm].operations[0]:
            continue
        if not known[r.algorithm].gains_from(point.extensions) or not columns.usual(r) or columns.in_frame(r):
            continue
        task = bench.Task(point, known[r.algorithm], config.scenarios()[r.scenario])
        used = {kind: record for kind in ("area", "bench", "memory", "energy") if (record := have.get(kind, task))}
        result += [(place, used) for place in tradeoff.places([task], have)]
    return result


def _other(record: Json) -> bool:
    """Return whether a record is not from the default configuration. `--recipes` adds areas to a default record."""
    return bool(variant({**record, "configuration": {**record["configuration"], "recipes": False}}))


def tradeoff_of(data: Data) -> Section:
    ours = tradeoff_places(data)
    published = published_places(
        dict.fromkeys(p.algorithm for p, _ in ours if p.point.startswith("ibex-ref/")),
        dict.fromkeys(p.scenario for p, _ in ours),
    )
    used = {id(place): records for place, records in ours}
    groups: dict[tuple[str, str, str], list[Place]] = {}
    for place in [*(p for p, _ in ours), *published]:
        groups.setdefault((place.scenario, place.point.split("/")[0], place.algorithm), []).append(place)
    rows: list[Row] = []
    panels: dict[str, list[Panel]] = {metric: [] for metric in _UNITS}
    close: list[Panel] = []
    for key, group in groups.items():
        facets = dict(zip(("scenario", "core", "algorithm"), key, strict=True))
        rows += _rows(data, facets, group, used)
        for metric in _UNITS:
            if sum(p.of(metric) is not None for p in group if p.source == OURS) > 1:
                panels[metric].append(_panel(facets, group, metric))
        near = [p for p in group if not _is_larger_accelerator(p)]
        if len(near) < len(group) and sum(p.source == OURS for p in near) > 1:
            close.append(_panel(facets, near, "cycles"))
    table = Table("tradeoff-table", "Cycles, bytes and energy against area", _COLUMNS, tuple(rows), _NOTES, names=2)
    drawn = tuple(
        Chart(
            f"{metric}-area-chart",
            f"{metric.capitalize()} against area",
            charts.scatter(unit),
            tuple(panels[metric]),
            table.id,
            charts.STATES,
        )
        for metric, unit in _UNITS.items()
        if panels[metric]
    )
    if close:
        title_of = "Cycles against area, a close look: without engines and AES unit"
        near_chart = Chart(
            "close-area-chart", title_of, charts.scatter("cycles"), tuple(close), table.id, charts.STATES
        )
        drawn = (*drawn[:1], near_chart, *drawn[1:])
    intro = "Each point: the area it takes and the cycles it saves. Down and to the left is better."
    return Section("tradeoff", "What area buys", intro, drawn, (table,), "vambrace report --measure everything")


def _is_larger_accelerator(place: Place) -> bool:
    """Return whether the point has an accelerator that is larger than its core."""
    extensions = config.point(place.point).extensions
    return extensions.engine or extensions.aes_unit


_COLUMNS = (
    words("algorithm"),
    words("extensions"),
    words("core"),
    words("scenario"),
    Column("kGE", places(2)),
    Column("cycles"),
    Column("bytes"),
    Column("nJ"),
    Column("kGE by kcycles"),
    Column("nJ by kcycles"),
    words("on the front of"),
)
_NOTES = (
    "On a front: none of our other points on this core is at least as good in both and better in one (Pareto).",
    f"Published: another technology ({PUBLISHED_TECHNOLOGY}) and synthesis; shown with ours, not part of a front.",
    "Bytes: code, static data and worst-case stack. nJ: of the operation.",
)


def _rows(data: Data, facets: Facets, group: list[Place], used: dict[int, Json]) -> list[Row]:
    rows = []
    for place in sorted(group, key=lambda p: (p.kge, p.cycles)):
        name = place.point.partition("/")[2] + ("" if place.source == OURS else f", published ({place.note})")
        how = tuple(n for kind, record in used.get(id(place), {}).items() for n in data.how.of(kind, record))
        on = tradeoff_table.marks(tradeoff_table.standings(place, group))
        values = (
            title(place.algorithm),
            name,
            facets["core"],
            place.scenario,
            place.kge,
            place.cycles,
            place.bytes,
            place.energy,
            place.area_delay,
            place.energy_delay,
            on,
        )
        rows.append(Row(values, facets, how))
    return rows


def _panel(facets: Facets, group: list[Place], metric: str) -> Panel:
    shown = sorted((p for p in group if p.of(metric) is not None), key=lambda p: p.kge)
    front = pareto.front(shown, metric)
    rows: list[dict[str, object]] = [{"kge": p.kge, "value": p.of(metric), "step": True} for p in front]
    for p in shown:
        state = charts.STATES[2 if p.source != OURS else 0 if p in front else 1][2]
        label = p.point.partition("/")[2]  # the mark shows its source
        rows.append({"kge": p.kge, "value": p.of(metric), "label": label, "state": state})
    xs, ys = _axis([p.kge for p in shown]), _axis([p.value(metric) for p in shown])
    parameters: dict[str, object] = {
        "xlow": xs[0],
        "xhigh": xs[1],
        "ylow": ys[0],
        "yhigh": ys[1],
        "xticks": ticks.logarithmic(xs),
        "yticks": ticks.logarithmic(ys),
    }
    unit = _UNITS[metric]
    summary = ", ".join(f"{p.label} {p.kge:.2f} kGE {p.value(metric):,.0f} {unit}" for p in shown)
    return Panel(named(facets), facets, tuple(rows), summary, parameters)


def _axis(values: list[float]) -> tuple[float, float]:
    """Return the limits of a logarithmic axis with some room around its values."""
    room = max((max(values) / min(values)) ** 0.12, 1.02)
    return min(values) / room, max(values) * room
