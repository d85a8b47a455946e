# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Reads SPACE.toml: the values of each parameter, the packets, the objectives and the constraints."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from vambrace.base import store
from vambrace.base.errors import UsageError, choose
from vambrace.explore import mix
from vambrace.explore.formula import Constraint, Formula, constraint, formula, require_consistent
from vambrace.explore.metrics import METRICS
from vambrace.explore.mix import Packet
from vambrace.explore.parameters import PARAMETERS, Value

_TABLES = ("title", "parameters", "packets", "operation", "minimise", "constraints", "formulas")

#: The measured operations of a packet.
OPERATIONS = ("seal", "open", "both")

#: The maximum number of combinations in a space, because all of them are enumerated.
MOST = 2_000_000


@dataclass(frozen=True)
class Space:
    """A design space. Objectives are minimised."""

    title: str
    parameters: dict[str, tuple[Value, ...]]
    packets: tuple[Packet, ...]
    operation: str
    objectives: dict[str, Formula]  # by name
    constraints: tuple[Constraint, ...]

    @property
    def metrics(self) -> set[str]:
        """Return all metrics that objectives and constraints need."""
        objectives = frozenset[str]().union(*(objective.names for objective in self.objectives.values()))
        return {*objectives, *(name for constraint in self.constraints for name in constraint.names)}

    @property
    def digest(self) -> str:
        """Return a hash of everything that determines the comparison of candidates."""
        return store.digest(
            {name: list(values) for name, values in self.parameters.items()},
            [(p.scenario.ad, p.scenario.message, p.scenario.name, p.share) for p in self.packets],
            self.operation,
            {name: f.text for name, f in self.objectives.items()},
            [c.text for c in self.constraints],
        )


def read(path: Path, changes: Mapping[str, Any] | None = None) -> Space:
    """Return the space of a file, with changes to some of its tables and lists. UsageError, which names the file, if it
    is invalid.
    """
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise UsageError(f"{path}: {error.strerror or error}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise UsageError(f"{path}: not a TOML file: {error}") from None
    try:
        return parse(merged(table, changes or {}), path.parent)
    except UsageError as error:
        raise UsageError(f"{path}: {error}") from None


def merged(table: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """Return a table with changes: single parameters are replaced, other entries completely."""
    parameters = {**_table(table, "parameters"), **_table(changes, "parameters")}
    return {**table, **changes, **({"parameters": parameters} if parameters else {})}


def parse(table: Mapping[str, Any], folder: Path) -> Space:
    """Return the space of a table. Names of files are relative to the folder."""
    for name in table:
        choose("key", name, _TABLES)
    parameters = _parameters(_table(table, "parameters"))
    formulas = {name: formula(_text(f"formulas.{name}", text)) for name, text in _table(table, "formulas").items()}
    if both := sorted(set(formulas) & set(METRICS)):
        raise UsageError(f"formulas.{both[0]}: a metric has this name already")
    objectives = {text: _formula(text, formulas) for text in _texts(table, "minimise")}
    if not objectives:
        raise UsageError("there is no objective: give for example minimise = ['cycles', 'kge']")
    constraints = tuple(_constraint(text, formulas) for text in _texts(table, "constraints"))
    require_consistent(constraints)
    operation = choose("operation", _text("operation", table.get("operation", "both")), OPERATIONS)
    space = Space(
        _text("title", table.get("title", "")),
        parameters,
        _packets(table.get("packets", {"zigbee": 1}), folder),
        operation,
        objectives,
        constraints,
    )
    for name in sorted(space.metrics):
        choose("metric", name, METRICS)
    return space


def _table(parent: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    table = parent.get(name, {})
    if not isinstance(table, Mapping):
        raise UsageError(f"'{name}' is not a table: write [{name}]")
    return table


def _text(where: str, value: object) -> str:
    if not isinstance(value, str):
        raise UsageError(f"{where}: {value!r} is not a text")
    return value


def _texts(table: Mapping[str, Any], name: str) -> list[str]:
    values = table.get(name, [])
    if not isinstance(values, list):
        raise UsageError(f"'{name}' is not a list: write {name} = ['...']")
    return [_text(name, value) for value in values]


def _parameters(table: Mapping[str, Any]) -> dict[str, tuple[Value, ...]]:
    if not table:
        raise UsageError("no parameters: write for example [parameters] and core = ['ibex-ref', 'ibex-fast']")
    for name in table:
        choose("parameter", name, PARAMETERS)
    parameters = {}
    for name, parameter in PARAMETERS.items():  # in their own order, not that of the file
        if name not in table:
            continue
        choices = table[name] if isinstance(table[name], list) else [table[name]]
        values = tuple(dict.fromkeys(value for choice in choices for value in parameter.values(choice)))
        if not values:
            raise UsageError(f"{name}: the list is empty")
        parameters[name] = values
    combinations = 1
    for values in parameters.values():
        combinations *= len(values)
    if combinations > MOST:
        raise UsageError(f"{combinations:,} combinations are more than {MOST:,}: leave out values")
    return parameters


def _packets(table: object, folder: Path) -> tuple[Packet, ...]:
    if not isinstance(table, Mapping):
        raise UsageError("'packets' is not a table: write [packets] and zigbee = 1")
    if "file" not in table:
        return mix.of_weights(table)
    if len(table) > 1:
        raise UsageError("packets: 'file' is instead of weights, not next to them")
    return mix.read(folder / _text("packets.file", table["file"]))


def _formula(text: str, formulas: Mapping[str, Formula]) -> Formula:
    return formulas[text] if text in formulas else formula(_spelled(text, formulas))


def _constraint(text: str, formulas: Mapping[str, Formula]) -> Constraint:
    parsed = constraint(_spelled(text, formulas))
    return Constraint(text, parsed.smaller, parsed.larger)


def _spelled(text: str, formulas: Mapping[str, Formula]) -> str:
    """Return a text in which names of formulas are replaced by the formulas."""
    return re.sub(r"[A-Za-z_]\w*", lambda m: f"({formulas[m[0]].text})" if m[0] in formulas else m[0], text)
