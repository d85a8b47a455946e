# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""How fast synthesised points are, and what they take of an FPGA."""

from vambrace.view.report.elements import Column, Row, Section, Table, places, words
from vambrace.view.report.gather import Data
from vambrace.view.report.sections.panels import named_with_variant

_NAMES = (words("point or block"), words("core"))


def _name(r: dict) -> tuple[str, str]:
    return named_with_variant(r["block"] or r["extensions"], r), r["core"] or ""


def _facets(r: dict) -> dict[str, str]:
    return {"core": r["core"]} if r["core"] else {}


def timing(data: Data) -> Section:
    columns = (
        *_NAMES, Column("MHz", places(1)), Column("period", places(2), note="ns"), words("slowest part"),
        Column("core against bare", places(1, " %")), Column("spread of recipes", places(1, " %")),
    )  # fmt: skip
    rows = tuple(
        Row((*_name(r), r["fmax_mhz"], r["period_ns"], r["part"],
             None if r["core_against_bare"] is None else 100 * r["core_against_bare"], 100 * r["spread"]),
            _facets(r), data.how.of("timing", r))
        for r in data.of("timing")
    )  # fmt: skip
    notes = tuple(dict.fromkeys(f"{r['configuration']['liberty']}; without wires" for r in data.of("timing")))
    table = Table("timing-table", "The longest paths of points and blocks", columns, rows, notes)
    intro = "The frequency of the longest path from flip-flop to flip-flop, before placing."
    return Section(
        "timing",
        "Timing",
        intro,
        tables=(table,),
        missing="vambrace report --measure timing",
    )


def fpga(data: Data) -> Section:
    columns = (
        *_NAMES, Column("LUTs"), Column("of memory"), Column("MUXF7"), Column("MUXF8"), Column("carry"),
        Column("flip-flops"), Column("block RAM", note="of 18 Kbit"), Column("DSP"), Column("MHz", places(1)),
    )  # fmt: skip
    fields = ("lut", "lut_memory", "muxf7", "muxf8", "carry4", "flip_flops", "bram18", "dsp", "fmax_mhz")
    rows = tuple(Row((*_name(r), *(r[f] for f in fields)), _facets(r), data.how.of("fpga", r)) for r in data.of("fpga"))
    notes = ("Primitives of the 7 series, not placed; MHz: routed on an ECP5, where that was asked for.",)
    table = Table("fpga-table", "What points and blocks take of an FPGA", columns, rows, notes)
    return Section("fpga", "FPGA", "", tables=(table,), missing="vambrace report --measure fpga")
