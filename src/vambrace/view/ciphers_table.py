# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Tables of the cipher comparison: cycles, then instructions, bytes moved and memory."""

from collections.abc import Iterable, Iterator

from vambrace.base.grid import Grid
from vambrace.measure.kinds.ciphers import Ciphers
from vambrace.results.column import words
from vambrace.results.schema import Json
from vambrace.software.toolchain.program import GCC
from vambrace.view.kind_table import Across, Pivot, groups

NOTES = (
    "One message of 128 bits: one block, or two where a block has 64. set-up: of the key, for that direction.",
    "ascon is authenticated encryption, with a tag; the others encrypt a block and nothing more.",
)
STAR = "*: looks up secrets in tables, or branches on them. Only ascon is libvambrace's."
BYTES = (
    "instructions to stored: for the blocks, without key set-up. code, static: with set-up, for this direction only.",
    "stack: the deepest of both. key: the expanded key.",
)

_NAME = words("cipher", lambda r: r.cipher + "*" * bool(r.configuration.secrets))
_CYCLES = Pivot(
    "ciphers",
    (_NAME, ("block", "block bits"), ("key", "key bits")),
    Across("operation", ("set-up", "key set-up"), ("{}", "cycles"), "per byte"),
)
_BYTES = Pivot(
    "ciphers",
    (_NAME, "operation"),
    *("instructions", "fetched", "loaded", "stored", "code", "static", "stack", ("key", "key_bytes")),
)


def grids(raw: Iterable[Json]) -> Iterator[Grid]:
    """Yield both tables for each core."""
    for some in groups(map(Ciphers.of, raw), "core"):
        core, gcc, flags = some[0].core, some[0].tools[GCC], some[0].configuration.library_flags
        yield _CYCLES.grid(f"Cycles of 128 bits on {core}", some, (*NOTES, STAR, f"GCC {gcc}: {flags}"))
        yield _BYTES.grid(f"Instructions and bytes of 128 bits on {core}", some, BYTES)
