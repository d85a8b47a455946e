# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Reads the linker's map: the bytes of code, constants and variables of each object.

This is the part "Linker script and memory map" of GNU ld's map: a line for each output section, then for each input
section its name, address, size and object; long names have a line of their own. *fill* lines are in between.
"""

import re
from dataclasses import dataclass
from pathlib import Path

from vambrace.base.errors import VambraceError
from vambrace.software.toolchain.elf import Elf

#: Bytes that the linker inserts between sections for alignment.
ALIGNMENT = "(alignment)"

_OUTPUT = re.compile(r"^(\.\S+)\s+0x([0-9a-f]+)\s+0x([0-9a-f]+)")
_INPUT = re.compile(r"^ (\.\S+)?\s+0x([0-9a-f]+)\s+0x([0-9a-f]+) (\S.*)$")
_FILL = re.compile(r"^ \*fill\*\s+0x([0-9a-f]+)\s+0x([0-9a-f]+)")

_CODE = (".text.library",)
_STATIC = (".rodata.library", ".data.library", ".bss.library")


@dataclass(frozen=True)
class Share:
    """The bytes of a library object in a program."""

    object: str  # its name in the archive, or ALIGNMENT
    code_bytes: int
    static_bytes: int


def read(text: str) -> dict[str, dict[str, int]]:
    """Return the bytes of each object in each output section."""
    _, _, text = text.partition("Linker script and memory map")
    by_section: dict[str, dict[str, int]] = {}
    section = ""
    for line in re.sub(r"\n( \.\S+|\.\S+)\n {10,}0x", r"\n\1 0x", text).splitlines():
        if match := _OUTPUT.match(line):
            section = match[1]
            by_section.setdefault(section, {})
        elif (match := _INPUT.match(line)) and section and int(match[3], 16):
            name = _object(match[4])
            by_section[section][name] = by_section[section].get(name, 0) + int(match[3], 16)
        elif (match := _FILL.match(line)) and section:
            by_section[section][ALIGNMENT] = by_section[section].get(ALIGNMENT, 0) + int(match[2], 16)
    return by_section


@dataclass(frozen=True)
class Place:
    """The placement of an object's section by the linker."""

    object: str
    section: str
    address: int
    size: int


def places(text: str) -> list[Place]:
    """Return the sections of all objects in the program."""
    _, _, text = text.partition("Linker script and memory map")
    all_places = []
    for line in re.sub(r"\n( \.\S+)\n {10,}0x", r"\n\1 0x", text).splitlines():
        if (match := _INPUT.match(line)) and match[1] and int(match[3], 16):
            all_places.append(Place(_object(match[4]), match[1], int(match[2], 16), int(match[3], 16)))
    return all_places


def _object(path: str) -> str:
    """Return the archive member, or the file."""
    match = re.search(r"\(([^()]+)\)$", path)
    return match[1] if match else Path(path).name


def shares(elf: Elf) -> list[Share]:
    """Return the share of each object of the library, libgcc and libc. VambraceError if the map and the program
    disagree.
    """
    by_section, sizes = read(elf.map.read_text()), elf.section_sizes()
    for section in (*_CODE, *_STATIC):
        total = sum(by_section.get(section, {}).values())
        if total != sizes.get(section, 0):
            raise VambraceError(f"{elf.map}: {total} bytes in {section}, {sizes.get(section, 0)} in the program")

    def bytes_of(sections: tuple[str, ...], name: str) -> int:
        return sum(by_section.get(s, {}).get(name, 0) for s in sections)

    names = dict.fromkeys(n for s in (*_CODE, *_STATIC) for n in by_section.get(s, {}))
    return [Share(n, bytes_of(_CODE, n), bytes_of(_STATIC, n)) for n in names]
