# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Reads a cell library in Liberty format, as far as area, timing and energy need it.

Areas are in the file's unit; other units in the header are converted to picofarads, nanoseconds, nanowatts and volts.
Energies in tables are then picojoules: the format's unit is a capacitance times the square of a voltage.
"""

import re
from dataclasses import dataclass
from functools import cache
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING

from vambrace.base import extras, store, tools
from vambrace.base.errors import UsageError, VambraceError

if TYPE_CHECKING:
    from liberty.parser import ExceptionWithLineNum
    from liberty.types import Group


@dataclass(frozen=True)
class Table:
    """A lookup table: `values[i][j]` is at index_1[i], index_2[j]; `variables` has their meaning: "load" (pF), "slew"
    (ns), or the word of the template. A table of one variable has no index_2, a scalar no index.
    """

    index_1: tuple[float, ...]
    index_2: tuple[float, ...]
    values: tuple[tuple[float, ...], ...]
    template: str
    variables: tuple[str, ...] = ()


@dataclass(frozen=True)
class InternalPower:
    """The energy inside a cell when a pin's value changes; a table, or one value of a one-entry table."""

    related_pin: str
    rise: Table | None
    fall: Table | None
    when: str


@dataclass(frozen=True)
class Pin:
    name: str
    direction: str
    capacitance: float  # pF
    function: str
    clock: bool
    power: tuple[InternalPower, ...]


@dataclass(frozen=True)
class State:
    """The state of a flip-flop, as boolean functions of pins and of the state itself (`name`; `inverse` is its
    complement); "" if there is none.
    """

    name: str
    inverse: str
    next: str
    clock: str
    clear: str
    preset: str


@dataclass(frozen=True)
class Cell:
    name: str
    area: float
    leakage: float | None  # nW
    pins: dict[str, Pin]
    kind: str  # "gate", "flop" or "latch"
    nand2: bool  # with two inputs
    state: State | None = None  # for a flop


@dataclass(frozen=True)
class Conditions:
    """The operating conditions of a file: name, volts, and degrees Celsius; missing ones are None."""

    name: str | None = None
    voltage: float | None = None
    temperature: float | None = None

    def __str__(self) -> str:
        words = [self.name or "unnamed conditions"]
        words += [f"{self.voltage:g} V"] if self.voltage else []
        words += [f"{self.temperature:g} °C"] if self.temperature is not None else []
        return ", ".join(words)


@dataclass(frozen=True)
class Liberty:
    path: Path
    name: str
    conditions: Conditions
    cells: dict[str, Cell]

    @property
    def voltage(self) -> float | None:
        return self.conditions.voltage

    @property
    def nand2(self) -> Cell | None:
        """Return the smallest two-input NAND."""
        cells = [c for c in self.cells.values() if c.nand2]
        return min(cells, key=lambda c: c.area, default=None)

    def gate_equivalent(self) -> float:
        """Return the area of a gate equivalent; UsageError if there is no two-input NAND."""
        if self.nand2 is None or self.nand2.area <= 0:
            raise UsageError(f"{self.path}: no two-input NAND with an area: gate equivalents have no unit")
        return self.nand2.area

    def missing(self) -> list[str]:
        """Return the missing parts of the file, each in a line with the figures that are omitted because of it."""
        cells = self.cells.values()
        lines = []
        if self.nand2 is None or self.nand2.area <= 0:
            lines.append("no two-input NAND: no gate equivalents")
        if not any(c.kind == "flop" for c in cells):
            lines.append("no flip-flop: designs with registers cannot be mapped")
        if not any(c.kind == "latch" for c in cells):
            lines.append("no latch: designs with latches cannot be mapped")
        elif any(c.kind == "latch" and c.area <= 0 for c in cells):
            lines.append("a latch without an area: designs with latches are rejected")
        if not any(p.power for c in cells for p in c.pins.values()):
            lines.append("no internal_power tables: no internal energy")
        if not any(c.leakage for c in cells):
            lines.append("no leakage power: no leakage")
        if not self.voltage:
            lines.append("no supply voltage: no switching energy")
        return lines

    @property
    def digest(self) -> str:
        return store.digest(self.path.read_bytes())


def default_path() -> Path:
    """Return the library of Debian's qflow-tech-osu018; MissingTool if it is not installed."""
    program = tools.tool("osu018").find()
    if program is None:
        raise tools.missing("osu018")
    return Path(program[1])


@cache
def load(path: Path) -> Liberty:
    """Read a file; UsageError if that is not possible, VambraceError if it is not a Liberty file."""
    extras.need("silicon")
    from liberty.parser import ExceptionWithLineNum, parse_liberty  # takes a second

    try:
        ast = parse_liberty(path.read_text())
    except OSError as e:
        raise UsageError(f"cannot read {path}: {e.strerror}") from e
    except ExceptionWithLineNum as e:
        raise _no_liberty(path, _place(e, path.read_text())) from e
    except UnicodeDecodeError as e:
        raise _no_liberty(path, "it is not text") from e
    if ast.group_name != "library":
        raise _no_liberty(path, "it does not begin with a library")
    try:
        return _read(path, ast)
    except VambraceError as e:
        raise VambraceError(f"{path}: {e}") from e


def _no_liberty(path: Path, why: str) -> VambraceError:
    return VambraceError(f"{path} is not a Liberty file: {why}; pass another file with --liberty")


def _place(error: "ExceptionWithLineNum", text: str) -> str:
    return f"line {error.line_num + 1} cannot be read" if text.strip() else "it is empty"


def _read(path: Path, ast: "Group") -> Liberty:
    header = _header(ast)
    cells = {cell.name: cell for cell in (_cell(c, header) for c in ast.get_groups("cell"))}
    return Liberty(path, str(ast.args[0]).strip('"'), _conditions(ast, header), cells)


@dataclass(frozen=True)
class _Header:
    """The units of a file in ours, and its templates: variables and indices."""

    capacitance: float
    time: float
    voltage: float
    leakage: float
    templates: dict[str, tuple[tuple[str, ...], tuple[tuple[float, ...], ...]]]

    def scale(self, variable: str) -> float:
        return {"load": self.capacitance, "slew": self.time}.get(variable, 1.0)


_PREFIXES = {"f": 1e-15, "p": 1e-12, "n": 1e-9, "u": 1e-6, "m": 1e-3, "": 1.0, "k": 1e3}

#: Names of table variables in power and timing templates, and ours.
_VARIABLES = {
    "total_output_net_capacitance": "load",
    "input_transition_time": "slew",
    "input_net_transition": "slew",
}


def _header(ast: "Group") -> _Header:
    capacitance = 1.0  # pF, the format's default
    if "capacitive_load_unit" in ast:
        number, unit = (str(v).strip('"') for v in ast["capacitive_load_unit"])
        capacitance = float(number) * _unit(f"1{unit}", 1e-12)
    templates = {}
    for group in (*ast.get_groups("power_lut_template"), *ast.get_groups("lu_table_template")):
        words = [_text(group, f"variable_{i}") for i in (1, 2) if f"variable_{i}" in group]
        indices = tuple(_index(group, i) for i in (1, 2))
        templates[str(group.args[0]).strip('"')] = tuple(_VARIABLES.get(w, w) for w in words), indices
    return _Header(
        capacitance,
        _unit(_text(ast, "time_unit") or "1ns", 1e-9),
        _unit(_text(ast, "voltage_unit") or "1V", 1.0),
        _unit(_text(ast, "leakage_power_unit") or "1nW", 1e-9),
        templates,
    )


def _unit(text: str, ours: float) -> float:
    """Return `text`, such as "10ps", in units of `ours`."""
    match = re.fullmatch(r"\s*([\d.]+)\s*([fpnumk]?)[a-z]+\s*", text.lower())
    if match is None:
        raise VambraceError(f"'{text}' is not a unit")
    # the product is a power of ten except for rounding errors
    return float(f"{float(match[1]) * _PREFIXES[match[2]] / ours:.9g}")


def _is_nand2(cell: "Group") -> bool:
    """Return whether a cell is a gate whose single output is 0 when both inputs are 1."""
    pins = cell.get_groups("pin")
    outputs = [p for p in pins if _text(p, "direction") == "output"]
    if len(pins) != 3 or len(outputs) != 1 or "function" not in outputs[0]:
        return False
    function = outputs[0].get_boolean_function("function")
    inputs = sorted(function.free_symbols, key=str)
    values = [
        bool(function.subs(zip(inputs, pair, strict=True)))
        for pair in product((False, True), repeat=2)
        if len(inputs) == 2
    ]
    return values == [True, True, True, False]


def _text(group: "Group", name: str) -> str:
    value = group.get(name)
    return "" if value is None else str(value).strip('"')


def _number(group: "Group", name: str) -> float | None:
    text = _text(group, name)
    try:
        return float(text) if text else None
    except ValueError as e:
        raise VambraceError(f"{name} is not a number but {text}") from e


def _conditions(ast: "Group", header: _Header) -> Conditions:
    """Return the default conditions of a file, otherwise its first ones; nominal values replace missing ones."""
    groups = {str(group.args[0]).strip('"'): group for group in ast.get_groups("operating_conditions") if group.args}
    wanted = _text(ast, "default_operating_conditions")
    name = wanted if wanted in groups else next(iter(groups), None)

    def value(word: str) -> float | None:
        own = _number(groups[name], word) if name else None
        return _number(ast, f"nom_{word}") if own is None else own

    voltage = value("voltage")
    return Conditions(name, voltage * header.voltage if voltage else None, value("temperature"))


def _cell(ast: "Group", header: _Header) -> Cell:
    try:
        return _cell_of(ast, header)
    except VambraceError as e:
        raise VambraceError(f"cell {ast.args[0]}: {e}") from e


def _cell_of(ast: "Group", header: _Header) -> Cell:
    kind = "flop" if ast.get_groups("ff") else "latch" if ast.get_groups("latch") else "gate"
    pins = [_pin(p, header) for p in ast.get_groups("pin")]
    leakage = _number(ast, "cell_leakage_power")
    return Cell(
        name=str(ast.args[0]).strip('"'),
        area=_number(ast, "area") or 0.0,
        leakage=None if leakage is None else leakage * header.leakage,
        pins={p.name: p for p in pins},
        kind=kind,
        nand2=kind == "gate" and _is_nand2(ast),
        state=next(map(_state, ast.get_groups("ff")), None),
    )


def _state(ast: "Group") -> State:
    names = [str(a).strip('"') for a in ast.args]
    return State(*names[:2], *(_text(ast, n) for n in ("next_state", "clocked_on", "clear", "preset")))


def _pin(ast: "Group", header: _Header) -> Pin:
    return Pin(
        name=str(ast.args[0]).strip('"'),
        direction=_text(ast, "direction"),
        capacitance=(_number(ast, "capacitance") or 0.0) * header.capacitance,
        function=_text(ast, "function"),
        clock=_text(ast, "clock").lower() == "true",
        power=tuple(_internal_power(p, header) for p in ast.get_groups("internal_power")),
    )


def _internal_power(ast: "Group", header: _Header) -> InternalPower:
    tables = {
        name: next((_table(t, header) for t in ast.get_groups(name)), None)
        for name in ("rise_power", "fall_power", "power")
    }
    rise, fall = tables["rise_power"] or tables["power"], tables["fall_power"] or tables["power"]
    return InternalPower(_text(ast, "related_pin"), rise, fall, _text(ast, "when"))


def _index(ast: "Group", number: int) -> tuple[float, ...]:
    return tuple(map(float, ast.get_array(f"index_{number}").flatten())) if f"index_{number}" in ast else ()


def _table(ast: "Group", header: _Header) -> Table:
    """Return an energy table. A missing index comes from its template."""
    template = str(ast.args[0]).strip('"') if ast.args else ""
    variables, indices = header.templates.get(template, ((), ((), ())))
    axes = [_index(ast, i) or indices[i - 1] for i in (1, 2)]
    scales = [header.scale(v) for v in (*variables, "", "")]
    axes = [tuple(x * scale for x in axis) for axis, scale in zip(axes, scales, strict=False)]
    energy = header.capacitance * header.voltage**2
    rows = ast.get_array("values").reshape(max(len(axes[0]), 1), -1)
    values = tuple(tuple(float(v) * energy for v in row) for row in rows)
    return Table(axes[0], axes[1], values, template, variables)
