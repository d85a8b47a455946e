# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The source lines of instructions, from a program's debugging information (DWARF, section 6.2)."""

from __future__ import annotations

from bisect import bisect_right
from pathlib import Path
from typing import Any


class SourceLines:
    """Source lines by address; empty if the program was compiled without -g, or its debugging
    information is damaged.
    """

    def __init__(self, elf: Path) -> None:
        self._rows: list[tuple[int, str]] = []
        try:
            self._read(elf)
        except Exception:  # elftools raises many kinds, and lines are optional
            self._rows.clear()
        self._rows.sort(key=lambda row: row[0])

    def _read(self, elf: Path) -> None:
        from elftools.elf.elffile import ELFFile

        with elf.open("rb") as f:
            read = ELFFile(f)
            if not read.has_dwarf_info():
                return
            dwarf = read.get_dwarf_info()
            for unit in dwarf.iter_CUs():
                program = dwarf.line_program_for_CU(unit)
                if program is not None:
                    self._add(program)

    def _add(self, program: Any) -> None:
        files = program["file_entry"]
        first = 0 if program["version"] >= 5 else 1
        for entry in program.get_entries():
            state = entry.state
            if state is None:
                continue
            number = state.file - first
            known = not state.end_sequence and 0 <= number < len(files)
            name = files[number].name.decode(errors="replace") if known else ""
            self._rows.append((state.address, f"{name}:{state.line}" if name else ""))

    def at(self, address: int) -> str:
        """Return FILE:LINE of an instruction, or "" if it is unknown."""
        number = bisect_right(self._rows, address, key=lambda row: row[0])
        return self._rows[number - 1][1] if number else ""
