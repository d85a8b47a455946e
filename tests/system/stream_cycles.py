# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Cycles of streams: a message of 192 bytes with 16 bytes of associated data in one call, and in pieces.

    python -m tests.system.stream_cycles POINT ALGORITHM [PIECE]...

prints for each size of pieces, 1 and 64 by default, the cycles of all calls of a stream and, of `update`, the cycles a
byte. `--write` instead measures the rows of the table in docs/user/library.md and writes them.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from vambrace import config
from vambrace.base.paths import root
from vambrace.config import Algorithm, Point, macros
from vambrace.hardware import model
from vambrace.software.running.simulate import Machine, Outcome, simulate
from vambrace.software.toolchain import program
from vambrace.software.toolchain.elf import Elf

SOURCE = Path(__file__).with_suffix(".c")
BYTES = 192
PIECES = (1, 64)
DOCUMENT = root() / "docs" / "user" / "library.md"
#: Ends the head of the table.
HEAD = "| algorithm | extensions | one call | `update` of 1 byte | more a byte | pieces of 64 | times |\n"
RULE = "| --- | --- | --: | --: | --: | --: | --: |\n"


@dataclass(frozen=True)
class Stream:
    """Cycles of the calls of a stream, and of its updates alone."""

    cycles: int
    updates: int

    @property
    def per_byte(self) -> float:
        return self.updates / BYTES


@dataclass(frozen=True)
class Measured:
    """Of an operation: one call, and streams by size of pieces."""

    whole: int
    streams: dict[int, Stream]

    def over(self, piece: int) -> float:
        """Return the cycles a byte of `update` above those of the call for the whole message."""
        return self.streams[piece].per_byte - self.whole / BYTES

    def ratio(self, piece: int) -> float:
        """Return the cycles of a stream as a multiple of the one call's."""
        return self.streams[piece].cycles / self.whole


def _functions(known: Algorithm) -> dict[str, list[str]]:
    """Return the calls of a stream by operation, in their order, `update` last."""
    if known.kind == "mac":
        return {"compute": ["start", "finish", "update"], "verify": ["start", "verify_finish", "update"]}
    first = ["lengths"] if "lengths" in known.features else []
    return {op: [f"{op}_start", *first, "ad", f"{op}_finish", "update"] for op in known.operations}


def linked(point: Point, known: Algorithm, pieces: Sequence[int]) -> Elf:
    flags = [f"-DPIECES={','.join(map(str, pieces))}", f"-DKEY_BYTES={known.key}", f"-DNONCE_BYTES={known.nonce}"]
    return program.link([SOURCE], point.build, 1 << 20, [*macros.algorithm(known), *flags], None, known.name)


def run(elf: Elf, point: Point, known: Algorithm, profile: bool = False) -> Outcome:
    names = {name for calls in _functions(known).values() for name in calls}
    windows = {name: elf.symbol(f"{known.prefix}_{name}") for name in names}
    windows.update({op: elf.symbol(known.function(op)) for op in known.operations})
    machine = Machine(max_cycles=100_000_000)
    built = model.build(model.shared(point.core, point.extensions))
    outcome = simulate(built, elf, machine, windows, profile=profile, cached=True)
    assert outcome.end == "exit", outcome.describe(elf)
    assert outcome.exit_code == 0, "a stream differs from the one call"
    return outcome


def measure(point: Point, known: Algorithm, pieces: Sequence[int] = PIECES) -> dict[str, Measured]:
    """Return the cycles of each operation."""
    windows = run(linked(point, known, pieces), point, known).windows
    calls = {name: iter([counts.cycles for counts in windows[name]]) for name in windows}
    found: dict[str, dict[int, Stream]] = {op: {} for op in known.operations}
    for piece in pieces:
        for op, names in _functions(known).items():
            around = sum(next(calls[name]) for name in names[:-1])
            updates = sum(next(calls["update"]) for _ in range(BYTES // piece))
            found[op][piece] = Stream(around + updates, updates)
    return {op: Measured(windows[op][0].cycles, streams) for op, streams in found.items()}


def row(extensions: str, algorithm: str) -> str:
    """Return the row of the table: of encryption, or of a tag's computation, on ibex-ref."""
    known = config.algorithms()[algorithm]
    found = measure(config.point(f"ibex-ref/{extensions}"), known)[known.operations[0]]
    one, many = (found.streams[piece] for piece in PIECES)
    cells = (algorithm, extensions, f"{found.whole:,}", f"{one.per_byte:.1f}", f"{found.over(1):.1f}")
    return f"| {' | '.join((*cells, f'{many.cycles:,}', f'{found.ratio(64):.2f}'))} |"


def rows(text: str) -> dict[tuple[str, str], str]:
    """Return the rows of the table in the document, by extensions and algorithm."""
    lines = text.partition(HEAD + RULE)[2].partition("\n\n")[0].splitlines()
    split = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    return {(cells[1], cells[0]): line for cells, line in zip(split, lines, strict=True)}


def renew() -> None:
    """Measure the rows of the table, and write them."""
    text = DOCUMENT.read_text()
    for call, old in rows(text).items():
        text = text.replace(f"{old}\n", f"{row(*call)}\n")
    DOCUMENT.write_text(text)


def main() -> int:
    if sys.argv[1:] == ["--write"]:
        renew()
        return 0
    if len(sys.argv) < 3:
        print(__doc__)
        return 2
    point, known = config.point(sys.argv[1]), config.algorithms()[sys.argv[2]]
    pieces = tuple(map(int, sys.argv[3:])) or PIECES
    for op, found in measure(point, known, pieces).items():
        print(f"{op}: {found.whole:,} cycles in one call")
        for piece, stream in found.streams.items():
            print(
                f"  pieces of {piece}: {stream.cycles:,} cycles, {found.ratio(piece):.2f} times; update "
                f"{stream.per_byte:.1f} a byte, {found.over(piece):.1f} more"
            )
    return 0


if __name__ == "__main__":
    sys.exit(main())
