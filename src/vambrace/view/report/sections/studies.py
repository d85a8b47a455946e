# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""What is measured beside the library: lightweight ciphers, Ascon on 64 bits, pictures of encryption."""

from vambrace.measure.studies import ascon64 as ascon64_module
from vambrace.view import ciphers_table, pictures_table
from vambrace.view.report import charts
from vambrace.view.report.elements import Chart, Column, Facets, Panel, Row, Section, Table, places, words
from vambrace.view.report.gather import Data
from vambrace.view.report.sections.cycles import line_panel
from vambrace.view.report.sections.panels import bar, bars, grouped, title


def ciphers(data: Data) -> Section:
    records = data.of("ciphers")
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
            {"core": r["core"]}, data.how.of("ciphers", r))
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


_SPIKE = "spike"


def ascon64(data: Data) -> Section:
    records = sorted(data.of("ascon64"), key=_ascon64_order)
    columns = (
        words("style"), words("algorithm"), words("core"), words("extensions"), words("operation"), Column("bytes"),
        Column("cycles"), Column("cycles per byte", places(2)), Column("instructions"),
        Column("instructions per byte", places(2)), Column("loaded"), Column("stored"), words("estimated from"),
    )  # fmt: skip
    rows = tuple(
        Row((r["style"], title(r["algorithm"]), r["core"], r["extensions"], r["operation"], r["message_bytes"],
             r["cycles"], r["cycles_per_byte"], r["instret"], r["instret_per_byte"], r["bytes_loaded"],
             r["bytes_stored"], ", ".join((r["estimate"] or {}).get("from", ()))),
            {"algorithm": r["algorithm"]}, data.how.of("ascon64", r))
        for r in records
    )  # fmt: skip
    notes = ("Spike counts instructions, also of extensions that the core lacks; cycles are those of the core's RTL.",)
    table = Table("ascon64-table", "Ascon on 64-bit RISC-V by bytes of message", columns, rows, notes, names=2)
    names = tuple(dict.fromkeys(r["style"] for r in records))
    on_core = [_ascon64_panel(facets, group, "cycles_per_byte", "cycles per byte")
               for facets, group in grouped([r for r in records if r["core"] != _SPIKE], _ASCON64)]  # fmt: skip
    on_spike = [_ascon64_panel(facets, group, "instret_per_byte", "instructions per byte")
                for facets, group in grouped([r for r in records if r["core"] == _SPIKE], _ASCON64)]  # fmt: skip
    drawn = (
        Chart("ascon64-cycles", "Cycles per byte on RTL", charts.lines("bytes", "cycles per byte", names),
              tuple(on_core), table.id, charts.line_legend(names)),
        Chart("ascon64-instructions", "Instructions per byte on Spike",
              charts.lines("bytes", "instructions per byte", names), tuple(on_spike), table.id,
              charts.line_legend(names)),
    )  # fmt: skip
    intro = "Three C styles of a report on Ascon, libvambrace's C and its assembly. They are a study of that report."
    return Section("ascon64", "Ascon on 64 bits", intro, drawn, (table,), "vambrace report --measure ascon64")


_ASCON64 = ("algorithm", "core", "extensions", "operation")


def _ascon64_order(r: dict) -> tuple:
    styles = list(ascon64_module.STYLES)
    style = styles.index(r["style"]) if r["style"] in styles else len(styles)
    return (r["algorithm"], r["core"], r["extensions"], r["operation"] != "seal", style, r["message_bytes"])


def _ascon64_panel(of: Facets, group: list[dict], field: str, unit: str) -> Panel:
    rows = [{"x": r["message_bytes"], "value": r[field], "series": r["style"], "of": "ours"} for r in group]
    heading = f"{title(of['algorithm'])}, {of['operation']}, {of['core']}/{of['extensions']}"
    return line_panel(heading, {"algorithm": of["algorithm"]}, rows, unit)


def pictures(data: Data) -> Section:
    records = data.of("pictures")
    correlation = places(3)
    columns = (
        words("picture"), words("mode"), words("text"), words("on"),
        Column("entropy", places(3), note="bits of a pixel"),
        Column("to the right", correlation), Column("below", correlation), Column("both", correlation),
        Column("repeated blocks"), Column("blocks"), Column("wrong pixels"), Column("cycles"),
        Column("per byte", places(2)),
    )  # fmt: skip
    ways = ("correlation", "correlation_vertical", "correlation_diagonal")
    rows = tuple(
        Row((f"{r['picture']} {r['size']}", r["algorithm"], _text(r), f"{r['core']}/{r['extensions']}",
             r["entropy_bits"], *(r[w] for w in ways), r["repeated_blocks"], r["blocks"], r["differing_pixels"],
             r["cycles"], r["cycles_per_byte"]),
            {}, data.how.of("pictures", r))
        for r in records
    )  # fmt: skip
    table = Table("pictures-table", "A picture, encrypted and decrypted", columns, rows, pictures_table.NOTES, names=2)
    drawn = ("original", "encrypted")
    panels = [
        _histogram(of, group)
        for of, group in grouped([r for r in records if r["text"] in drawn], ("picture", "size", "algorithm"))
    ]
    chart = Chart("pictures-chart", "How many pixels have each value, from black to white",
                  charts.histogram("value of a pixel", "pixels", drawn), tuple(panels), table.id,
                  charts.legend(drawn))  # fmt: skip
    intro = "A core encrypts a picture: what ECB leaves to see, CBC and authenticated encryption do not."
    return Section(
        "pictures", "Pictures of encryption", intro, (chart,), (table,), "vambrace report --measure pictures"
    )


def _text(r: dict) -> str:
    return r["text"] + " (refused)" * (r["status"] == "refused")


def _histogram(of: Facets, group: list[dict]) -> Panel:
    """Four values in a bar."""
    rows = [
        {"x": 4 * n, "end": 4 * n + 4, "value": sum(r["histogram"][4 * n : 4 * n + 4]), "series": r["text"]}
        for r in group for n in range(64)
    ]  # fmt: skip
    said = ", ".join(f"{r['text']}: entropy {r['entropy_bits']:.3f} bits" for r in group)
    return Panel(f"{of['picture']} {of['size']}, {of['algorithm']}", {}, tuple(rows), said, height=180)
