# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Checks the headers of an ELF file before other code relies on them (System V ABI, chapters 4 and 5): a file may be
damaged, incomplete or of another kind.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from vambrace.base.errors import UsageError

RISCV, EXECUTABLE = 243, 2  # EM_RISCV, ET_EXEC
_LOAD, _EMPTY = 1, (0, 8)  # PT_LOAD; SHT_NULL and SHT_NOBITS have no bytes in the file


@dataclass(frozen=True)
class _Class:
    """The layouts of a class of ELF files: 32 or 64 bits."""

    header: str
    segment: str
    section: str
    of_segment: tuple[int, int, int]  # positions of p_type, p_offset and p_filesz among the fields
    p_memsz: int

    def size(self, layout: str) -> int:
        return struct.calcsize("<" + layout)


_CLASSES = {
    1: _Class("HHIIIIIHHHHHH", "8I", "10I", (0, 1, 4), 5),
    2: _Class("HHIQQQIHHHHHH", "IIQQQQQQ", "IIQQQQIIQQ", (0, 2, 5), 6),
}


def check(path: Path) -> None:
    """Raise UsageError unless this is an ELF file whose headers, segments and sections are inside it."""
    with path.open("rb") as file:
        _Checker(path, file).check()


def kind(path: Path) -> tuple[int, int]:
    """Return e_machine and e_type of a file; zeros if it is not an ELF file."""
    with path.open("rb") as file:
        head = file.read(20)
    if len(head) < 20 or head[:4] != b"\x7fELF" or head[5] not in (1, 2):
        return 0, 0
    words = struct.unpack((">" if head[5] == 2 else "<") + "HH", head[16:20])
    return words[1], words[0]


class _Checker:
    def __init__(self, path: Path, file: BinaryIO) -> None:
        self._path, self._file = path, file
        self._size = path.stat().st_size

    def check(self) -> None:
        start = self._file.read(16)
        if start[:4] != b"\x7fELF":
            raise UsageError(f"{self._path} is not an ELF file")
        if len(start) < 16 or start[4] not in _CLASSES or start[5] not in (1, 2):
            raise self._damaged("its first 16 bytes state no valid class and byte order")
        self._class, self._order = _CLASSES[start[4]], ">" if start[5] == 2 else "<"
        fields = self._read(16, self._class.header, "its header")
        self._segments(fields[4], fields[8], fields[9])
        self._sections(fields[5], fields[10], fields[11], fields[12])

    def _damaged(self, why: str) -> UsageError:
        return UsageError(f"{self._path} is damaged or incomplete: {why}")

    def _read(self, offset: int, layout: str, what: str) -> tuple[int, ...]:
        size = self._class.size(layout)
        if offset + size > self._size:
            raise self._damaged(f"{what} ends after the end of the file, at byte {self._size:,}")
        self._file.seek(offset)
        return struct.unpack(self._order + layout, self._file.read(size))

    def _table(self, what: str, offset: int, count: int, each: int, layout: str) -> list[tuple[int, ...]]:
        """Return the headers of a table, which must have the size of their class and be inside the file."""
        if not count:
            return []
        size = self._class.size(layout)
        if each != size:
            raise self._damaged(f"its {what} headers have {each} bytes each, not {size}")
        if offset + count * size > self._size:
            raise self._damaged(
                f"its table of {what} headers (from byte {offset:,}) ends after the file ({self._size:,})"
            )
        return [self._read(offset + i * size, layout, f"{what} header {i}") for i in range(count)]

    def _segments(self, offset: int, each: int, count: int) -> None:
        in_type, in_offset, in_size = self._class.of_segment
        for number, fields in enumerate(self._table("program", offset, count, each, self._class.segment)):
            if fields[in_type] != _LOAD:
                continue
            self._within(f"segment {number}", fields[in_offset], fields[in_size])
            if fields[in_size] > fields[self._class.p_memsz]:
                raise self._damaged(f"segment {number} has more bytes in the file than in memory")

    def _sections(self, offset: int, each: int, count: int, names: int) -> None:
        if offset and not count:  # more than 65,279 sections; no known linker writes this many
            raise self._damaged("it has a table of sections without a number of them")
        table = self._table("section", offset, count, each, self._class.section)
        if table and names >= count:
            raise self._damaged(f"its section names are in section {names} of {count}")
        for number, fields in enumerate(table):
            if fields[1] not in _EMPTY:
                self._within(f"section {number}", fields[4], fields[5])

    def _within(self, what: str, offset: int, size: int) -> None:
        if offset + size > self._size:
            raise self._damaged(f"{what} has {size:,} bytes from byte {offset:,}, but the file ends at {self._size:,}")
