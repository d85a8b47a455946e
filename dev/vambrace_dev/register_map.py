# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Versions of the engine's register map: which changes need a new one, the map of each version that there was, and what
unused places are reserved for. `python -m vambrace_dev.registers` checks the map, and writes that of a new version.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from vambrace.base.paths import root

#: A file for each version, named MAJOR.MINOR.json.
FOLDER = root() / "tests" / "abi" / "registers"

#: A bit of this register is 1 until it locks something: so are new ones.
LOCKS = "regwen"

RULE = """\
## Versions of the map

The map is frozen. ID.map is its major version, FEATURES2.map_minor its minor one. Software that knows a version runs on
every engine with the same major version and the same or a higher minor one; it rejects any other major version.

A new minor version may add registers at unused offsets, fields in bits that are not listed, and values of fields that
no engine accepted or returned before. After a reset a new field that can be written is 0, in REGWEN 1, and with this
value the engine does what it did before. Everything else needs a new major version: a register or field that moves,
disappears, has another width, access or value after a reset, or does something else; and a value that means something
else. What an engine supports is not a matter of versions: FEATURES and FEATURES2 describe it.

The tests compare the map with those of all versions before (`tests/abi/registers`).

These places are reserved, so that what is planned fits in minor versions:
"""

#: Unused places: the register (or the first offset and the last), the highest and the lowest bit, and for what.
RESERVED = (
    ("job", 31, 31, "a job whose second word is at 0xb0"),
    ("status", 31, 11, "no entropy, and more of why a job waits"),
    ("control", 31, 2, "more commands"),
    ("irq", 31, 2, "more interrupts"),
    ("slot", 31, 10, "number of shares of the words written to KEY"),
    ("policy", 31, 4, "more permissions"),
    ("regwen", 31, 4, "more locks"),
    ("features2", 15, 9, "support of what is named here"),
    ((0x80, 0xBC), 31, 0, "the upper half of what is 0x80 below: addresses of 64 bits, a second word of JOB"),
    ((0xC0, 0xDC), 31, 0, "the registers of a ring of descriptors: 0xc0 to 0xd0 of an engine with one"),
    ((0xE0, 0xFC), 31, 0, "the second share of KEY"),
    ((0x120, 0x128), 31, 0, "an entropy port for masked units: status, a word, how it is reseeded"),
    ((0x180, 0x1FC), 31, 0, "the upper half of what is 0x80 below"),
)


@dataclass(frozen=True)
class Field:
    """Bits of a register; `reset` is None if it depends on the build, or is undefined."""

    low: int
    width: int
    access: str
    reset: int | None = None

    @property
    def bits(self) -> set[int]:
        return set(range(self.low, self.low + self.width))


@dataclass(frozen=True)
class Register:
    """A register, or an array of `count` registers."""

    offset: int
    count: int
    access: str
    fields: dict[str, Field]

    @property
    def offsets(self) -> set[int]:
        return {self.offset + 4 * i for i in range(self.count)}

    @property
    def bits(self) -> set[int]:
        return set().union(*(field.bits for field in self.fields.values()))


@dataclass(frozen=True)
class Map:
    """The registers by name, and the values of fields: name and number, by the name of the field or REGISTER.FIELD."""

    major: int
    minor: int
    registers: dict[str, Register]
    values: dict[str, dict[str, int]]

    @property
    def version(self) -> tuple[int, int]:
        return self.major, self.minor

    @property
    def path(self) -> Path:
        return FOLDER / f"{self.major}.{self.minor}.json"

    def text(self) -> str:
        return json.dumps(asdict(self), indent=1) + "\n"


def parsed(text: str) -> Map:
    """Return the map in the text of a file."""
    content: dict[str, Any] = json.loads(text)
    registers = {
        name: Register(**{**entry, "fields": {n: Field(**f) for n, f in entry["fields"].items()}})
        for name, entry in content.pop("registers").items()
    }
    return Map(**content, registers=registers)


def earlier() -> list[Map]:
    """Return the maps of all versions that have a file, the oldest first."""
    return sorted((parsed(path.read_text()) for path in FOLDER.glob("*.json")), key=lambda one: one.version)


def broken(old: Map, new: Map) -> list[str]:
    """Return what software for an old map does not find in a new one."""
    results = []
    for name, register in old.registers.items():
        if (now := new.registers.get(name)) is None:
            results.append(f"{name} has disappeared")
            continue
        if (now.offset, now.count, now.access) != (register.offset, register.count, register.access):
            results.append(f"{name} has another offset, number or access")
        for part, field in register.fields.items():
            if (other := now.fields.get(part)) is None:
                results.append(f"{name}.{part} has disappeared")
            elif part == "map_minor":
                pass
            elif other != field:
                results.append(f"{name}.{part} has other bits, access or value after a reset")
    for name, values in old.values.items():
        for value, number in values.items():
            if new.values.get(name, {}).get(value) != number:
                results.append(f"value {value} of {name} is not {number} any more")
    return results + _misplaced(old, new)


def _misplaced(old: Map, new: Map) -> list[str]:
    """Return additions in places that software for the old map uses, or with an effect on it."""
    results = []
    used = set().union(*(register.offsets for register in old.registers.values()))
    for name, register in new.registers.items():
        before = old.registers.get(name)
        if before is None:
            if register.offsets & used:
                results.append(f"{name} is at an offset of another register")
            continue
        for part, field in register.fields.items():
            if part in before.fields:
                continue
            if field.bits & before.bits:
                results.append(f"{name}.{part} has bits of another field")
            elif "w" in field.access and field.reset != int(name == LOCKS) * ((1 << field.width) - 1):
                results.append(f"{name}.{part} is not {int(name == LOCKS)} after a reset")
    for name, values in new.values.items():
        numbers = set(old.values.get(name, {}).values())
        results += [
            f"value {value} of {name} has the number of another"
            for value, number in values.items()
            if value not in old.values.get(name, {}) and number in numbers
        ]
    return results


def problems(old: Map, new: Map) -> list[str]:
    """Return why a new map does not have a version that fits what has changed since an old one."""
    if new.version == old.version:
        return [] if new == old else [f"the map of version {old.major}.{old.minor} has changed: see {old.path.name}"]
    if new.version < old.version:
        return [f"the version is lower than {old.major}.{old.minor}"]
    return broken(old, new) if new.major == old.major else []


def reserved_rows() -> list[tuple[str, str]]:
    """Return the places that are reserved, and for what."""
    rows = []
    for place, high, low, purpose in RESERVED:
        bits = f", bits {high}:{low}" if high != low else f", bit {low}"
        where = place.upper() if isinstance(place, str) else " ... ".join(f"0x{offset:02x}" for offset in place)
        rows.append((where + bits * isinstance(place, str), purpose))
    return rows
