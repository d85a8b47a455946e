# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The cipher units of the AEAD engine, with their algorithms and parameters: configs/units.toml, which documents the
fields."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from functools import cache
from typing import Any

from vambrace.base.errors import VambraceError
from vambrace.base.paths import root
from vambrace.config.load import load

FILE = "units.toml"

KINDS = ("aead", "cipher", "hash")

#: The numbers available in JOB for units, and for the algorithms of a unit. The last family means no unit.
FAMILIES, ALGORITHMS = 3, 8


@dataclass(frozen=True)
class Parameter:
    """A parameter of vmb_engine that configures a unit; a bit if it has no `values`."""

    name: str
    meaning: str
    default: int
    values: str = ""
    pace: bool = False


@dataclass(frozen=True)
class Lengths:
    """Lengths of key, nonce and tag, in bytes."""

    key: int
    nonce: int
    tag: int


@dataclass(frozen=True)
class UnitAlgorithm:
    """An algorithm of a unit; if `name` contains {key}, one for each key length."""

    unit: str
    number: int
    name: str
    constant: str
    title: str
    kind: str
    block: int
    cycles: tuple[int, ...]
    key: tuple[int, ...] = ()
    nonce: tuple[int, ...] = ()
    tag: tuple[int, ...] = ()
    parameter: str = ""
    smoke: Lengths | None = None


@dataclass(frozen=True)
class Unit:
    """A cipher unit; `parameters` by name, `algorithms` by number."""

    name: str
    title: str
    family: int
    parameter: str
    context: int
    source: str
    parameters: Mapping[str, Parameter]
    algorithms: tuple[UnitAlgorithm, ...]
    package: str = ""


@dataclass(frozen=True)
class Choice:
    """An algorithm of configs/algorithms.toml in the engine: its selection in JOB, and the cycles of a block."""

    unit: Unit
    algorithm: UnitAlgorithm
    key: int  # bytes, 0 without one
    cycles: int

    @property
    def key_len(self) -> int:
        """The field JOB.key_len."""
        return (self.key - 16) // 8 if "{key}" in self.algorithm.name else 0

    @property
    def job(self) -> dict[str, int]:
        """The fields of JOB that select it."""
        return {"family": self.unit.family, "algorithm": self.algorithm.number, "key_len": self.key_len}


@cache
def units() -> dict[str, Unit]:
    """Return the units by name, in the order of their families. VambraceError, with the line, if the file is wrong."""
    by_name = {name: _unit(name, table) for name, table in load(FILE).items()}
    for family, unit in enumerate(by_name.values()):
        if unit.family != family or family >= FAMILIES:
            raise _wrong(f"[{unit.name}]", "family", f"must be {family}: families count from 0 to {FAMILIES - 1}")
    return by_name


def parameters() -> dict[str, Parameter]:
    """Return the parameters of all units, by name."""
    return {name: parameter for unit in units().values() for name, parameter in unit.parameters.items()}


@cache
def algorithms() -> dict[str, Choice]:
    """Return the engine's algorithms by their names in configs/algorithms.toml."""
    return {
        name: choice
        for unit in units().values()
        for algorithm in unit.algorithms
        for name, choice in _choices(unit, algorithm)
    }


def _choices(unit: Unit, algorithm: UnitAlgorithm) -> Iterator[tuple[str, Choice]]:
    for length, cycles in zip(algorithm.key or (0,), algorithm.cycles, strict=True):
        yield algorithm.name.format(key=8 * length), Choice(unit, algorithm, length, cycles)


def smoke_tested() -> dict[str, tuple[Choice, Lengths]]:
    """Return the algorithms of smoke tests and fault campaigns, by name, with lengths."""
    return {
        name: (choice, lengths)
        for name, choice in algorithms().items()
        if (lengths := choice.algorithm.smoke) and lengths.key == choice.key
    }


def _unit(name: str, table: Mapping[str, Any]) -> Unit:
    section = f"[{name}]"
    listed = table.get("parameters", {})
    known = {
        word: _checked(Parameter, f"[{name}.parameters]", {**about, "name": word}, at=word)
        for word, about in listed.items()
    }
    numbered = enumerate(table.get("algorithms", []))
    every = tuple(_algorithm(name, number, entry, known) for number, entry in numbered)
    unit: Unit = _checked(Unit, section, {**table, "name": name, "parameters": known, "algorithms": every})
    if unit.parameter not in known:
        raise _wrong(section, "parameter", f"must be one of: {', '.join(known)}")
    return unit


def _algorithm(unit: str, number: int, table: Mapping[str, Any], known: Mapping[str, Parameter]) -> UnitAlgorithm:
    section = f"[[{unit}.algorithms]]"
    entry: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value for name, value in table.items()}
    if "smoke" in entry:
        entry["smoke"] = _checked(Lengths, section, entry["smoke"], number, "smoke")
    algorithm: UnitAlgorithm = _checked(UnitAlgorithm, section, {**entry, "unit": unit}, number)
    lengths = len(algorithm.key) if "{key}" in algorithm.name else 1
    for field, right, what in (
        (
            "number",
            algorithm.number == number < ALGORITHMS,
            f"must be {number}: numbers count from 0 to {ALGORITHMS - 1}",
        ),
        ("kind", algorithm.kind in KINDS, f"must be one of: {', '.join(KINDS)}"),
        ("parameter", algorithm.parameter in ("", *known), f"must be one of: {', '.join(known)}"),
        (
            "cycles",
            len(algorithm.cycles) == lengths,
            f"must have {lengths} figures, one for each key length in its name",
        ),
    ):
        if not right:
            raise _wrong(section, field, what, number)
    return algorithm


def _checked(kind: Any, section: str, values: Mapping[str, Any], number: int = 0, at: str = "") -> Any:
    """Return an object of a class with these values; VambraceError for an unknown or missing field."""
    known = {field.name: field for field in fields(kind)}
    written = [name for name in known if name not in ("name", "unit") or "number" in known]
    for name in values:
        if name not in known:
            raise _wrong(section, at or name, f"unknown field '{name}'; allowed: {', '.join(written)}", number)
    try:
        return kind(**values)
    except TypeError as error:
        missing = ", ".join(re.findall(r"'(\w+)'", str(error)))
        raise _wrong(section, at, f"lacks: {missing}", number) from None


def _wrong(section: str, field: str, what: str, number: int = 0) -> VambraceError:
    """Return an error with the line of a field, in the given section number with this heading."""
    lines = (root() / "configs" / FILE).read_text(encoding="utf-8").split("\n")
    heads = [n for n, line in enumerate(lines) if line.strip() == section]
    at = heads[number] if number < len(heads) else 0
    body = next((n for n in range(at + 1, len(lines)) if lines[n].startswith("[")), len(lines))
    line = next((n for n in range(at, body) if re.match(rf"{re.escape(field)}\b", lines[n])), at) if field else at
    return VambraceError(f"configs/{FILE}, line {line + 1}: {field or section}: {what}")
