# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The studies: lightweight ciphers, Ascon on 64 bits, pictures of encryption."""

from typing import Any

from vambrace.measure.kinds.ascon64 import Ascon64
from vambrace.measure.kinds.ciphers import Ciphers
from vambrace.measure.kinds.pictures import Pictures
from vambrace.measure.studies import ascon64 as ascon64_module
from vambrace.view import ciphers_table, pictures_table
from vambrace.view.report import charts
from vambrace.view.report.elements import Chart, Facets, Panel, Section
from vambrace.view.report.gather import Data
from vambrace.view.report.sections import of_kind
from vambrace.view.report.sections.cycles import line_panel
from vambrace.view.report.sections.panels import bar, bars, grouped, title


def ciphers(data: Data) -> Section:
    records = data.of(Ciphers)
    in_speed = [r for r in records if r.profile == "speed"]
    notes = (*ciphers_table.NOTES, "secrets in: whether addresses or branches depend on key or message.")
    table = of_kind.table(data, "ciphers", "One message of 128 bits", ("core",), notes)
    panels = [
        bars(
            {"core": core},
            [bar(r.title, "ours", r.cycles) for r in _sorted(in_speed, core, operation)],
            "cycles",
            f"{operation}, {core}",
        )
        for core in dict.fromkeys(r.core for r in in_speed)
        for operation in ("encrypt", "decrypt")
    ]
    chart = Chart(
        "ciphers-chart", "Cycles of 128 bits, key set-up not included", charts.bars("cycles"), tuple(panels), table.id
    )
    intro = "Lightweight ciphers in plain C on one core. They are a study, not part of the library."
    return Section("ciphers", "Lightweight ciphers", intro, (chart,), (table,), "vambrace study ciphers")


def _sorted(records: list[Ciphers], core: str, operation: str) -> list[Ciphers]:
    some = [r for r in records if (r.core, r.operation) == (core, operation)]
    return sorted(some, key=lambda r: r.cycles)


_SPIKE = "spike"


def ascon64(data: Data) -> Section:
    records = sorted(data.of(Ascon64), key=_ascon64_order)
    notes = ("Spike counts instructions, also of extensions that the core lacks; cycles are those of the core's RTL.",)
    table = of_kind.table(
        data, "ascon64", "Ascon on 64-bit RISC-V by bytes of message", ("algorithm",), notes, records=records
    )
    names = tuple(dict.fromkeys(r.style for r in records))
    drawn = tuple(
        Chart(
            f"ascon64-{what}",
            f"{what.capitalize()} per byte on {where}",
            charts.lines("bytes", f"{what} per byte", names),
            tuple(
                _ascon64_panel(facets, group, field, f"{what} per byte")
                for facets, group in grouped([r for r in records if (r.core == _SPIKE) == on_spike], _ASCON64)
            ),
            table.id,
            charts.line_legend(names),
        )
        for what, where, field, on_spike in (
            ("cycles", "RTL", "cycles_per_byte", False),
            ("instructions", "Spike", "instret_per_byte", True),
        )
    )
    intro = "Three C styles of a report on Ascon, libvambrace's C and its assembly. They are a study of that report."
    return Section("ascon64", "Ascon on 64 bits", intro, drawn, (table,), "vambrace report --measure ascon64")


_ASCON64 = ("algorithm", "core", "extensions", "operation")


def _ascon64_order(r: Ascon64) -> tuple[Any, ...]:
    styles = list(ascon64_module.STYLES)
    style = styles.index(r.style) if r.style in styles else len(styles)
    return (r.algorithm, r.core, r.extensions, r.operation != "seal", style, r.message_bytes)


def _ascon64_panel(call: Facets, group: list[Ascon64], field: str, unit: str) -> Panel:
    rows = [{"x": r.message_bytes, "value": r[field], "series": r.style, "of": "ours"} for r in group]
    heading = f"{title(call['algorithm'])}, {call['operation']}, {call['core']}/{call['extensions']}"
    return line_panel(heading, {"algorithm": call["algorithm"]}, rows, unit)


def pictures(data: Data) -> Section:
    records = data.of(Pictures)
    table = of_kind.table(data, "pictures", "A picture, encrypted and decrypted", (), pictures_table.NOTES)
    drawn = ("original", "encrypted")
    panels = [
        _histogram(call, group)
        for call, group in grouped([r for r in records if r.text in drawn], ("picture", "size", "algorithm"))
    ]
    chart = Chart(
        "pictures-chart",
        "How many pixels have each value, from black to white",
        charts.histogram("value of a pixel", "pixels", drawn),
        tuple(panels),
        table.id,
        charts.legend(drawn),
    )
    intro = "A core encrypts a picture: ECB leaves it visible, CBC and authenticated encryption do not."
    return Section(
        "pictures", "Pictures of encryption", intro, (chart,), (table,), "vambrace report --measure pictures"
    )


def _histogram(call: Facets, group: list[Pictures]) -> Panel:
    """Return a panel with four values per bar."""
    rows = [
        {"x": 4 * n, "end": 4 * n + 4, "value": sum(r.histogram[4 * n : 4 * n + 4]), "series": r.text}
        for r in group
        for n in range(64)
    ]
    summary = ", ".join(f"{r.text}: entropy {r.entropy_bits:.3f} bits" for r in group)
    return Panel(
        f"{call['picture']} {call['size']}, {call['algorithm']}",
        {},
        tuple(rows),
        summary,
        height=180,
    )
