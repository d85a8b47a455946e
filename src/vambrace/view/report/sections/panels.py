# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Shared by sections: panels of bars from records, and names."""

from collections.abc import Callable, Iterable, Sequence

from vambrace import config
from vambrace.measure.kinds import columns
from vambrace.measure.kinds.bench import Bench
from vambrace.measure.kinds.energy import Energy
from vambrace.measure.kinds.memory import Memory
from vambrace.measure.registry import KINDS
from vambrace.results.schema import Fields, Json
from vambrace.view import ticks
from vambrace.view.figures import Value, text
from vambrace.view.kind_table import R, groups
from vambrace.view.report import charts
from vambrace.view.report.elements import FACETS, Facets, Panel

#: The facets of a call of an algorithm.
Call = Bench | Energy | Memory


def title(name: str) -> str:
    """Return an algorithm's title; its name if it has none."""
    return columns.title({"algorithm": name})


def named(facets: Facets) -> str:
    """Return the facets of a panel in words."""
    words = [title(facets["algorithm"])] if "algorithm" in facets else []
    return ", ".join([*words, *(facets[f] for f in ("scenario", "core") if f in facets)])


def grouped(records: Iterable[R], facets: Sequence[str] = FACETS) -> list[tuple[Facets, list[R]]]:
    """Return records by their facets, in their order."""
    return [({facet: some[0][facet] for facet in facets}, some) for some in groups(records, *facets)]


def extensions(record: Fields) -> str:
    """Return the extension set of a record, with other properties that distinguish its call and its measurement."""
    return named_with_variant(columns.extensions(record), record)


def variant(record: Fields) -> str:
    """Return how a record was measured, if not with defaults; otherwise ""."""
    return KINDS[record["record"]].variant(record)


def named_with_variant(name: str, record: Fields) -> str:
    """Return a name, and how it was measured, if not with defaults."""
    return ", ".join(filter(None, [name, variant(record)]))


def forward(record: Call) -> bool:
    """Return whether a record is of its algorithm's first operation: sealing, encrypting, hashing."""
    known = config.algorithms().get(record.algorithm)
    return known is None or record.operation == known.operations[0]


def gains(record: Call) -> bool:
    """Return whether the extensions of a record affect its algorithm."""
    sets, known = config.extension_sets(), config.algorithms()
    if record.extensions not in sets or record.algorithm not in known:
        return True
    return known[record.algorithm].gains_from(sets[record.extensions])


def bar(label: str, series: str, value: float, show: Callable[[Value], str] = text) -> Json:
    """Return an undivided bar."""
    return {"label": label, "series": series, "value": value, "end": value, "figure": show(value), "part": 0}


def dot(label: str, series: str, value: float, show: Callable[[Value], str] = text) -> Json:
    """Return a mark of a row, with its figure to the right."""
    return {"label": label, "series": series, "value": value, "figure": show(value), "side": "right"}


def dots(facets: Facets, rows: list[Json], unit: str) -> Panel:
    """Return a panel of marks on a logarithmic axis, and a description. The figure of the lesser of two marks in a row
    is to its left.
    """
    by_label: dict[str, list[Json]] = {}
    for row in rows:
        by_label.setdefault(row["label"], []).append(row)
    for of_label in by_label.values():
        for row in of_label:
            if row["value"] < max(r["value"] for r in of_label):
                row["side"] = "left"
    values = [r["value"] for r in rows]
    low, high = min(values) / 1.1, max(values) * 1.1
    tens = [10.0**n for n in range(-6, 12) if low / 2 <= 10.0**n <= high * 2]
    near = low * (high / low) ** 0.3  # a figure to the left of a mark may be wider than the room there
    parameters = {
        "low": low,
        "high": high,
        "left": charts.SIDE if any(r["side"] == "left" and r["value"] < near for r in rows) else 8,
        "labels": 8 + 6 * max(map(len, by_label)),
        "xticks": tens if len(tens) > 2 else ticks.logarithmic((low, high)),
    }
    summary = ", ".join(f"{r['label']} {r['figure']}{' published' * (r['series'] == 'published')}" for r in rows)
    return Panel(named(facets), facets, tuple(rows), f"{unit}: {summary}", parameters, 46 + 23 * len(by_label))


def stack(label: str, parts: dict[str, float], show: Callable[[Value], str] = text) -> list[Json]:
    """Return a bar of parts, with their sum after it."""
    total, rows = sum(parts.values()), []
    for number, (name, value) in enumerate(parts.items()):
        rows.append({"label": label, "series": name, "value": value, "part": number, "end": None, "figure": None})
    rows[0] |= {"end": total, "figure": show(total)}
    return rows


def bars(facets: Facets, rows: list[Json], unit: str, heading: str = "") -> Panel:
    """Return a panel of bars, and a description."""
    words = ", ".join(f"{r['label']} {r['figure']}" for r in rows if r["figure"])
    top = max((r["end"] for r in rows if r["end"]), default=1)
    return Panel(
        heading or named(facets),
        facets,
        tuple(rows),
        f"{unit}: {words}",
        {"top": top},
        46 + 23 * len(dict.fromkeys(r["label"] for r in rows)),
    )
