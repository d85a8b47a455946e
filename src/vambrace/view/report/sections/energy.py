# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Energy of a call, gate by gate, as `vambrace energy` finds it."""

from vambrace.view import energy_table
from vambrace.view.report import charts
from vambrace.view.report.elements import Chart, Column, Row, Section, Table, Value, of_call, places, words
from vambrace.view.report.gather import Data
from vambrace.view.report.sections.panels import bars, extensions, forward, gains, grouped, stack, title, variant

_PARTS = {
    "clock": "clock_nj", "flip-flops": "registers_nj", "logic": "logic_nj", "leakage": "leakage_nj",
    "instruction memory": "instruction_memory_nj", "data memory": "data_memory_nj",
    "engine's memory": "engine_memory_nj",
}  # fmt: skip
_INTRO = (
    "Microjoules of one operation, from the toggles of every net of the synthesised system. Wires, glitches and a "
    "clock tree are not in it: compare these figures with each other, do not budget with them."
)


def microjoules(value: Value) -> str:
    """Three figures of a value in microjoules."""
    return "" if value is None else energy_table.energy(1000 * float(value))


def energy(data: Data) -> Section:
    records = [r for r in data.of("energy") if gains(r)]
    plain = {_call(r): r["total_nj"] for r in records if r["extensions"] == "none"}
    micro = [Column(name, microjoules) for name in _PARTS]
    columns = (
        words("algorithm"), words("extensions"), words("core"), words("scenario"), words("operation"),
        Column("total", microjoules), Column("saved", places(1, " %"), note="against the core without extensions"),
        *micro, Column("cycles"),
    )  # fmt: skip
    rows = []
    for r in records:
        software = plain.get(_call(r))
        known = software and r["total_nj"] is not None and r["extensions"] != "none"
        values = (title(r["algorithm"]), extensions(r), r["core"], r["scenario"], r["operation"], _uj(r["total_nj"]),
                  100 * (1 - r["total_nj"] / software) if known else None,
                  *(_uj(r.get(field)) for field in _PARTS.values()), r["cycles"])  # fmt: skip
        rows.append(Row(values, of_call(r), data.how.of("energy", r)))
    table = Table("energy-table", "Energy of one call in µJ", columns, tuple(rows), _notes(records), names=2)
    panels = [
        bars(facets, [b for r in group if forward(r) for b in _bars(r)], "µJ") for facets, group in grouped(records)
    ]
    chart = Chart("energy-chart", "Energy of the forward operation in µJ", charts.bars("µJ", tuple(_PARTS)),
                  tuple(p for p in panels if p.rows), table.id, charts.legend(tuple(_PARTS)))  # fmt: skip
    return Section("energy", "Energy", _INTRO, (chart,), (table,), "vambrace report --measure energy")


def _call(r: dict) -> tuple[str, ...]:
    return r["core"], r["profile"], r["algorithm"], r["scenario"], r["operation"], variant(r)


def _uj(value: float | None) -> float | None:
    return None if value is None else value / 1000


def _bars(r: dict) -> list[dict]:
    """A bar of all parts that there are; none where the library of cells lacks what they are computed with."""
    parts = {name: r.get(field) for name, field in _PARTS.items()}
    if any(value is None for name, value in parts.items() if name != "engine's memory"):
        return []
    return stack(extensions(r), {name: value / 1000 for name, value in parts.items() if value}, microjoules)


def _notes(records: list[dict]) -> tuple[str, ...]:
    found = dict.fromkeys(
        f"{m['library']}, {m['voltage'] or '-'} V; memories: {m['read_fj_per_bit']:g} fJ a bit read, "
        f"{m['write_fj_per_bit']:g} written ({m['memory']})"
        for m in (r["model"] for r in records)
    )
    return (*found, *dict.fromkeys(f"left out: {text}" for r in records for text in r["missing"].values()))
