# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Records of the comparison of ciphers as tables: cycles, then instructions, bytes moved and memory."""

from collections.abc import Iterator

from vambrace.base.grid import Grid, number
from vambrace.results.schema import Json
from vambrace.software.toolchain.program import GCC

NOTES = (
    "One message of 128 bits: one block, or two where a block has 64. set-up: of the key, for that direction.",
    "ascon is authenticated encryption, with a tag; the others encrypt a block and nothing more.",
)
STAR = "*: looks up secrets in tables, or branches on them. Only ascon is libvambrace's."


def grids(records: list[Json]) -> Iterator[Grid]:
    """Yield both tables for each core."""
    for core in dict.fromkeys(r["core"] for r in records):
        some = [r for r in records if r["core"] == core]
        yield _cycles(core, some)
        yield _memory(core, some)


def _name(record: Json) -> str:
    return str(record["cipher"]) + "*" * bool(record["configuration"]["secrets"])


def _cycles(core: str, records: list[Json]) -> Grid:
    rows = []
    found = {(r["cipher"], r["operation"]): r for r in records}
    for cipher in dict.fromkeys(r["cipher"] for r in records):
        both = [found[cipher, operation] for operation in ("encrypt", "decrypt")]
        cells = [
            cell
            for r in both
            for cell in (number(r["key_setup_cycles"]), number(r["cycles"]), f"{r['cycles_per_byte']:.1f}")
        ]
        rows.append([_name(both[0]), str(both[0]["block_bits"]), str(both[0]["key_bits"]), *cells])
    head = ["cipher", "block", "key", "set-up", "encrypt", "per byte", "set-up", "decrypt", "per byte"]
    gcc, flags = records[0]["tools"][GCC], records[0]["configuration"]["library_flags"]
    return Grid(f"Cycles of 128 bits on {core}", head, rows, (*NOTES, STAR, f"GCC {gcc}: {flags}"), names=1)


def _memory(core: str, records: list[Json]) -> Grid:
    fields = (
        "instret",
        "bytes_fetched",
        "bytes_loaded",
        "bytes_stored",
        "code_bytes",
        "static_bytes",
        "stack_bytes",
        "key_bytes",
    )
    rows = [[_name(r), r["operation"], *(number(r[f]) for f in fields)] for r in records]
    notes = (
        "instructions to stored: of the blocks, without key set-up. code, static: with it, of this direction alone.",
        "stack: the deepest of both. key: the expanded key.",
    )
    head = ["cipher", "operation", "instructions", "fetched", "loaded", "stored", "code", "static", "stack", "key"]
    return Grid(f"Instructions and bytes of 128 bits on {core}", head, rows, notes)
