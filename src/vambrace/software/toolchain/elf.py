# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Reads linked programs: symbols, sections and memory contents."""

import struct
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

from vambrace.base.errors import UsageError
from vambrace.software.toolchain import elf_headers

MARK = "vmb_step."  # lib/src/common/steps.h
_EXECUTABLE = 4  # SHF_EXECINSTR
_KINDS = {0: "STT_NOTYPE", 1: "STT_OBJECT", 2: "STT_FUNC", 3: "STT_SECTION", 4: "STT_FILE"}


@dataclass(frozen=True)
class _Symbol:
    name: str
    address: int
    size: int
    kind: str  # STT_...
    in_code: bool


@dataclass(frozen=True)
class _Section:
    name: str
    address: int
    size: int
    flags: int


class _Content:
    """The contents of a file, read once because that takes milliseconds."""

    def __init__(self, path: Path) -> None:
        from elftools.elf.elffile import ELFFile
        from elftools.elf.sections import SymbolTableSection

        with path.open("rb") as f:
            elf = ELFFile(f)
            self.word_bytes = elf.elfclass // 8
            self.entry = elf["e_entry"]
            sections = list(elf.iter_sections())
            self.sections = [_Section(s.name, s["sh_addr"], s["sh_size"], s["sh_flags"]) for s in sections]
            code = {i for i, s in enumerate(self.sections) if s.flags & _EXECUTABLE}
            tables = [section for section in sections if isinstance(section, SymbolTableSection)]
            self.symbols = [symbol for table in tables for symbol in self._symbols(table, code)]
            self.segments = [(s["p_paddr"], s.data()) for s in elf.iter_segments("PT_LOAD")]
            self.places = [(s["p_paddr"], s["p_vaddr"]) for s in elf.iter_segments("PT_LOAD")]

    def _symbols(self, table: Any, code: set[int]) -> Iterator[_Symbol]:
        """Return the symbols of a table. elftools would create an object for each, which takes ten times as long."""
        names, order = table.stringtable.data(), "<" if table.elffile.little_endian else ">"
        for fields in struct.iter_unpack(order + ("IIIBBH" if self.word_bytes == 4 else "IBBHQQ"), table.data()):
            if self.word_bytes == 4:
                name, address, size, info, _, section = fields
            else:
                name, info, _, section, address, size = fields
            text = names[name : names.index(0, name)].decode(errors="replace")
            yield _Symbol(text, address, size, _KINDS.get(info & 15, ""), section in code)

    @cached_property
    def by_name(self) -> dict[str, _Symbol]:
        """Return the first symbol of each name."""
        return {symbol.name: symbol for symbol in reversed(self.symbols)}

    @cached_property
    def functions(self) -> list[tuple[int, str]]:
        """Return, sorted by address, the first symbol at each address that may be a function, or a variable that code
        is written to.
        """
        first: dict[int, str] = {}
        for symbol in self.symbols:
            if symbol.kind not in ("STT_FUNC", "STT_NOTYPE", "STT_OBJECT"):
                continue
            if symbol.name and not symbol.name.startswith(("$", "__", MARK)):
                first.setdefault(symbol.address, symbol.name)
        return sorted(first.items())


@lru_cache(maxsize=64)
def _read(path: Path, _size: int, _modified: int) -> _Content:
    elf_headers.check(path)
    try:
        return _Content(path)
    except Exception as error:  # elftools and its callees raise many kinds
        raise UsageError(f"{path} is damaged: {error or type(error).__name__}") from error


def linked(path: Path) -> "Elf":
    """Return a user's program; UsageError if the file is not a linked program for RISC-V."""
    machine, kind = elf_headers.kind(path)
    if machine != elf_headers.RISCV:
        raise UsageError(f"{path} is not a linked RISC-V program")
    if kind != elf_headers.EXECUTABLE:
        raise UsageError(f"{path} is not linked: name a program, not an object or a library")
    elf_headers.check(path)
    return Elf(path)


@dataclass(frozen=True)
class Elf:
    """A linked program."""

    path: Path

    @property
    def _content(self) -> _Content:
        now = self.path.stat()
        return _read(self.path, now.st_size, now.st_mtime_ns)

    @property
    def map(self) -> Path:
        """The linker's map, if `link` made the program."""
        return self.path.with_suffix(".map")

    @property
    def word_bytes(self) -> int:
        """The bytes of a register: 4 or 8."""
        return self._content.word_bytes

    @property
    def entry(self) -> int:
        """The address of the first instruction."""
        return int(self._content.entry)

    def symbol(self, name: str, *synonyms: str) -> int:
        """Return the address of the first of these names that is a symbol; UsageError if there is none."""
        known = self._content.by_name
        for candidate in (name, *synonyms):
            if candidate in known:
                return known[candidate].address
        raise UsageError(f"no symbol '{name}' in {self.path.name}")

    def present(self, *names: str) -> str:
        """Return the first of these names that is a symbol of code."""
        self.symbol(*names)
        known = self._content.by_name
        return next(name for name in names if name in known and known[name].in_code)

    def names(self) -> list[str]:
        """Return the names of all symbols."""
        return [name for name in self._content.by_name if name]

    def is_code(self, name: str) -> bool:
        self.symbol(name)
        return self._content.by_name[name].in_code

    def symbol_size(self, name: str) -> int:
        self.symbol(name)
        return self._content.by_name[name].size

    def function_at(self, address: int) -> str:
        """Return ``NAME+0xOFFSET`` of the function or variable at an address, or the address."""
        places = self._content.functions
        number = bisect_right(places, address, key=lambda place: place[0])
        if number == 0:
            return f"{address:#010x}"
        start, name = places[number - 1]
        return f"{name}+{address - start:#x}"

    def code_symbols(self) -> list[tuple[int, str]]:
        """Return the code symbols and step marks, sorted; at equal addresses a function comes after marks, and later
        marks after earlier ones.
        """
        symbols = []
        for symbol in self._content.symbols:
            if not symbol.in_code or symbol.kind not in ("STT_FUNC", "STT_NOTYPE"):
                continue
            if symbol.name and not symbol.name.startswith(("$", ".L")):
                number = int(symbol.name.rsplit(".", 1)[1]) if symbol.name.startswith(MARK) else -1
                symbols.append((symbol.address, number, symbol.kind == "STT_FUNC", symbol.name))
        return [(address, name) for address, _, _, name in sorted(symbols)]

    def section_sizes(self) -> dict[str, int]:
        return {section.name: section.size for section in self._content.sections}

    def writable(self) -> tuple[int, int]:
        """Return the range of all memory that a program can write, except the stack: its first address and its end."""
        sections = [s for s in self._content.sections if s.flags & 1 and s.size]  # SHF_WRITE
        return min(s.address for s in sections), max(s.address + s.size for s in sections)

    def segments(self) -> list[tuple[int, bytes]]:
        """Return the load address and contents of each non-empty loadable segment."""
        return [(address, data) for address, data in self._content.segments if data]

    def places(self) -> list[tuple[int, int]]:
        """Return the load address and the run-time address of each loadable segment."""
        return self._content.places

    def image(self, base: int) -> bytes:
        """Return the RAM contents from `base` on before the program starts."""
        image = bytearray()
        for address, data in self._content.segments:
            if not data:
                continue
            offset = address - base
            if offset < 0:
                raise UsageError(f"{self.path.name} loads to {address:#010x}, outside the RAM at {base:#010x}")
            image.extend(bytes(max(0, offset + len(data) - len(image))))
            image[offset : offset + len(data)] = data
        return bytes(image)
