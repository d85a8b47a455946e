# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""A standard-cell library in Liberty format: what of it area, timing and energy need.

Units are those of the file's header, turned into square micrometres as they stand, picofarads,
nanoseconds, nanowatts, and volts.
"""

from dataclasses import dataclass
from functools import cache
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING

from vambrace import store, tools
from vambrace.errors import UsageError, VambraceError

if TYPE_CHECKING:
    from liberty.types import Group


@dataclass(frozen=True)
class Table:
    """A lookup table: `values[i][j]` is at index_1[i], index_2[j]; what these are, the template of that name says.
    A table of one variable has no index_2."""

    index_1: tuple[float, ...]
    index_2: tuple[float, ...]
    values: tuple[tuple[float, ...], ...]
    template: str


@dataclass(frozen=True)
class InternalPower:
    """Energy inside a cell when a pin's value changes; a table, or one value of a table of one place."""

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
class Cell:
    name: str
    area: float
    leakage: float | None  # nW
    pins: dict[str, Pin]
    kind: str  # "gate", "flop" or "latch"
    nand2: bool  # of two inputs


@dataclass(frozen=True)
class Liberty:
    path: Path
    name: str
    voltage: float | None
    cells: dict[str, Cell]

    @property
    def nand2(self) -> Cell | None:
        """The smallest NAND of two inputs."""
        found = [c for c in self.cells.values() if c.nand2]
        return min(found, key=lambda c: c.area, default=None)

    def gate_equivalent(self) -> float:
        """The area of one gate equivalent; UsageError where there is no NAND of two inputs."""
        if self.nand2 is None or self.nand2.area <= 0:
            raise UsageError(f"{self.path}: no NAND of two inputs with an area: there is no unit for gate equivalents")
        return self.nand2.area

    def missing(self) -> list[str]:
        """What is not in the file, and which figures are left out for it: one line each."""
        cells = self.cells.values()
        lines = []
        if self.nand2 is None or self.nand2.area <= 0:
            lines.append("no NAND of two inputs: no gate equivalents")
        if not any(c.kind == "flop" for c in cells):
            lines.append("no flip-flop: nothing with registers can be mapped")
        if not any(c.kind == "latch" for c in cells):
            lines.append("no latch: designs with latches cannot be mapped")
        elif any(c.kind == "latch" and c.area <= 0 for c in cells):
            lines.append("a latch without an area: designs with latches are refused")
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
    """The library of Debian's qflow-tech-osu018; MissingTool where it is not installed."""
    found = tools.tool("osu018").find()
    if found is None:
        raise tools.missing("osu018")
    return Path(found[1])


@cache
def load(path: Path) -> Liberty:
    """Read a file; UsageError where that is not possible, VambraceError where it is no Liberty file."""
    from liberty.parser import ExceptionWithLineNum, parse_liberty  # takes a second

    try:
        ast = parse_liberty(path.read_text())
    except OSError as e:
        raise UsageError(f"cannot read {path}: {e.strerror}") from e
    except (ExceptionWithLineNum, UnicodeDecodeError) as e:
        raise VambraceError(f"{path} is no Liberty file: {str(e).splitlines()[0]}") from e
    if ast.group_name != "library":
        raise VambraceError(f"{path} is no Liberty file: it does not begin with a library")
    cells = {cell.name: cell for cell in map(_cell, ast.get_groups("cell"))}
    return Liberty(path, str(ast.args[0]).strip('"'), _voltage(ast), cells)


def _is_nand2(cell: "Group") -> bool:
    """Whether a cell is a gate whose one output is 0 when both inputs are 1."""
    pins = cell.get_groups("pin")
    outputs = [p for p in pins if _text(p, "direction") == "output"]
    if len(pins) != 3 or len(outputs) != 1 or "function" not in outputs[0]:
        return False
    function = outputs[0].get_boolean_function("function")
    inputs = sorted(function.free_symbols, key=str)
    values = [bool(function.subs(zip(inputs, pair, strict=True))) for pair in product((False, True), repeat=2)
              if len(inputs) == 2]  # fmt: skip
    return values == [True, True, True, False]


def _text(group: "Group", name: str) -> str:
    value = group.get(name)
    return "" if value is None else str(value).strip('"')


def _number(group: "Group", name: str) -> float | None:
    text = _text(group, name)
    try:
        return float(text) if text else None
    except ValueError as e:
        raise VambraceError(f"{name} is no number but {text}") from e


def _voltage(ast: "Group") -> float | None:
    for conditions in ast.get_groups("operating_conditions"):
        if _number(conditions, "voltage"):
            return _number(conditions, "voltage")
    return _number(ast, "nom_voltage")


def _cell(ast: "Group") -> Cell:
    kind = "flop" if ast.get_groups("ff") else "latch" if ast.get_groups("latch") else "gate"
    pins = [_pin(p) for p in ast.get_groups("pin")]
    return Cell(
        name=str(ast.args[0]).strip('"'),
        area=_number(ast, "area") or 0.0,
        leakage=_number(ast, "cell_leakage_power"),
        pins={p.name: p for p in pins},
        kind=kind,
        nand2=kind == "gate" and _is_nand2(ast),
    )


def _pin(ast: "Group") -> Pin:
    return Pin(
        name=str(ast.args[0]).strip('"'),
        direction=_text(ast, "direction"),
        capacitance=_number(ast, "capacitance") or 0.0,
        function=_text(ast, "function"),
        clock=_text(ast, "clock").lower() == "true",
        power=tuple(map(_internal_power, ast.get_groups("internal_power"))),
    )


def _internal_power(ast: "Group") -> InternalPower:
    tables = {name: next(map(_table, ast.get_groups(name)), None) for name in ("rise_power", "fall_power", "power")}
    rise, fall = tables["rise_power"] or tables["power"], tables["fall_power"] or tables["power"]
    return InternalPower(_text(ast, "related_pin"), rise, fall, _text(ast, "when"))


def _table(ast: "Group") -> Table:
    axes = [tuple(map(float, ast.get_array(f"index_{i}").flatten())) if f"index_{i}" in ast else () for i in (1, 2)]
    rows = ast.get_array("values").reshape(max(len(axes[0]), 1), -1)
    return Table(axes[0], axes[1], tuple(tuple(map(float, row)) for row in rows), str(ast.args[0]).strip('"'))
