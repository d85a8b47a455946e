# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""What is measured beside the library: lightweight ciphers."""

from vambrace.report import charts
from vambrace.report.elements import Chart, Column, Row, Section, Table, places, words
from vambrace.report.gather import Data
from vambrace.report.sections.panels import bar, bars
from vambrace.studies import ciphers_table


def ciphers(data: Data) -> Section:
    records = data.of("cipher")
    fields = ("instret", "bytes_fetched", "bytes_loaded", "bytes_stored", "code_bytes", "static_bytes", "stack_bytes")
    columns = (
        words("cipher"), words("operation"), words("core"), Column("block bits"), Column("key bits"),
        Column("cycles"), Column("per byte", places(1)), Column("key set-up"), Column("instructions"),
        Column("fetched"), Column("loaded"), Column("stored"), Column("code"), Column("static"), Column("stack"),
        words("secrets in"),
    )  # fmt: skip
    rows = tuple(
        Row((r["title"], r["operation"], r["core"], r["block_bits"], r["key_bits"], r["cycles"], r["cycles_per_byte"],
             r["key_setup_cycles"], *(r[f] for f in fields), _secrets(r)),
            {"core": r["core"]}, data.how.of("cipher", r))
        for r in records
    )  # fmt: skip
    notes = (*ciphers_table.NOTES, "secrets in: whether addresses or branches depend on key or message.")
    table = Table("ciphers-table", "One message of 128 bits", columns, rows, notes, names=2)
    panels = [
        bars({"core": core}, [bar(r["title"], "ours", r["cycles"]) for r in _sorted(records, core, operation)],
             "cycles", f"{operation}, {core}")
        for core in dict.fromkeys(r["core"] for r in records) for operation in ("encrypt", "decrypt")
    ]  # fmt: skip
    chart = Chart("ciphers-chart", "Cycles of 128 bits, key set-up not included", charts.bars("cycles"), tuple(panels),
                  table.id)  # fmt: skip
    intro = "Lightweight ciphers in plain C on one core. They are a study and no part of the library."
    return Section("ciphers", "Lightweight ciphers", intro, (chart,), (table,), "vambrace study ciphers")


def _sorted(records: list[dict], core: str, operation: str) -> list[dict]:
    some = [r for r in records if (r["core"], r["operation"]) == (core, operation)]
    return sorted(some, key=lambda r: r["cycles"])


def _secrets(r: dict) -> str:
    found = r["configuration"]["secrets"]
    return found if isinstance(found, str) else ", ".join(found)
