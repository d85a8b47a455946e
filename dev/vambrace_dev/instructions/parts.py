# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Generates parts of otherwise hand-written files: tables of the documentation, lists of extensions."""

from collections.abc import Callable
from functools import partial

from vambrace.config import instructions
from vambrace.config.instructions import Encoding, Extension
from vambrace.hardware.encodings import parts

_OPCODE_NAMES = {0x33: "OP", 0x13: "OP-IMM", 0x3B: "OP-32", 0x1B: "OP-IMM-32", 0x2B: "custom-1"}
_COLUMNS = ((31, 25), (24, 20), (19, 15), (14, 12), (11, 7), (6, 0))


def known() -> list[str]:
    """Return the valid extensions of VAMBRACE_ISE, for lib/CMakeLists.txt."""
    return [f"set(known_ise {' '.join(instructions.units())})"]


def _row(name: str, encoding: Encoding) -> list[str]:
    """Return a table row: the instruction, then a cell for each of _COLUMNS. A field spanning several columns is in the
    first.
    """
    cells = []
    for high, low in _COLUMNS:
        here = [f for f in encoding.fields if high >= f.high >= low]
        text = " ".join(f.name or f"{f.fixed:0{f.width}b}" for f in here)
        over = [f for f in here if f.low < low]
        cells.append(f"{text} (to bit {over[0].low})" if over else text)
    cells[-1] += f" ({_OPCODE_NAMES[encoding.opcode]})"
    return [name, *cells]


def _table(head: list[str], rows: list[list[str]]) -> list[str]:
    return [f"| {' | '.join(line)} |" for line in (head, ["---"] * len(head), *rows)]


def encodings(xlen: int) -> list[str]:
    """Return the table of all encodings; for RV64 only those that RV32 lacks."""
    rows = [
        _row(i.mnemonic, i.encodings[xlen])
        for e in instructions.extensions().values()
        for i in e.instructions.values()
        if xlen in i.encodings and (xlen == 32 or i.encodings.get(32) != i.encodings[64])
    ]
    return _table(["instruction", *(f"{high}:{low}" for high, low in _COLUMNS)], rows)


def overview() -> list[str]:
    """Return the table of function units."""
    rows = [
        [
            f"`{e.name}`",
            ", ".join(i.mnemonic for i in e.instructions.values() if 32 in i.encodings),
            "this page" if e.custom else e.source,
        ]
        for e in instructions.units().values()
    ]
    return _table(["unit", "instructions", "defined by"], rows)


def pseudocode(extension: Extension) -> list[str]:
    """Return the results of an extension's instructions on RV32."""
    every = [i for i in extension.instructions.values() if 32 in i.encodings]
    wide = max(len(i.mnemonic) for i in every)
    results = (i.result if " = " in i.result else f"rd = {i.result}" for i in every)
    return [
        "```",
        *(f"{i.mnemonic:{wide}}  {r}" for i, r in zip(every, results, strict=True)),
        "```",
        "",
        *extension.where.split("\n"),
    ]


def renewed(text: str) -> str:
    """Return a file with its generated parts renewed, each between two comments."""
    listed: dict[str, Callable[[], list[str]]] = {
        "units": overview,
        "encodings": partial(encodings, 32),
        "encodings-64": partial(encodings, 64),
        "known": known,
        **{key: partial(pseudocode, extension) for key, extension in instructions.units().items()},
    }
    return parts.renewed(text, listed)
