# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""OpenSTA on a netlist with registers around it (vambrace.silicon.boundary): its longest paths.

The clock is ideal, without skew, with edges of CLOCK_SLEW. Wires have neither resistance nor capacitance; paths from
the reset pin are not timed.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from vambrace.base import tools
from vambrace.base.errors import UsageError, VambraceError
from vambrace.silicon import boundary
from vambrace.silicon.liberty import Cell, Liberty

#: Slew of clock edges at a register, in nanoseconds.
CLOCK_SLEW = 0.1

#: Clock period during analysis, in nanoseconds; the period that a path needs does not depend on it.
_PERIOD = 1000.0

#: Path groups: all paths, and those from a register inside to a register inside.
ALL, INSIDE = "all", "inside"

_GROUPS = {ALL: "", INSIDE: "-from [get_clocks core] -to [get_clocks core] "}


@dataclass(frozen=True)
class Stage:
    """A cell of a path: its output pin, the edge there, its delay and transition time in nanoseconds, and the net it
    drives, with its fanout and its load in picofarads. `buffer`: its output equals its single input.
    """

    cell: str
    instance: str
    pin: str
    net: str
    rising: bool
    delay: float
    slew: float
    fanout: int
    load: float
    buffer: bool


@dataclass(frozen=True)
class Critical:
    """A path from the clock edge at register `start` to the one at register `end`, at least `period` nanoseconds later;
    the first stage is the starting register, and `setup` is the setup time of the last.
    """

    start: str
    end: str
    period: float
    setup: float
    stages: tuple[Stage, ...]

    @property
    def buffers(self) -> int:
        return sum(s.buffer for s in self.stages)


def check(liberty: Liberty) -> None:
    """Raise UsageError for a library without delays, MissingTool without OpenSTA."""
    text = liberty.path.read_text()
    wanted = {
        "delays (cell_rise, cell_fall)": r"\bcell_(rise|fall)\b",
        "transition times": r"\b(rise|fall)_transition\b",
        "setup times (setup_rising)": r"\bsetup_rising\b",
    }
    missing = [what for what, pattern in wanted.items() if not re.search(pattern, text)]
    if missing:
        raise UsageError(
            f"{liberty.path}: no tables of {', '.join(missing)}: timing is impossible; pass another file with --liberty"
        )
    tools.version("sta")


def paths(netlist: Path, liberty: Liberty) -> dict[str, Critical]:
    """Return the longest path of each non-empty group."""
    text = netlist.read_text()
    _refuse_other_clocks(text, liberty)
    clocks = [("boundary", boundary.BOUNDARY)]
    if re.search(rf"^\s*input {boundary.CLOCK};", text, re.MULTILINE):
        clocks.append(("core", boundary.CLOCK))
    commands = [
        f"read_liberty {{{liberty.path}}}",
        f"read_verilog {{{netlist}}}",
        f"link_design {boundary.TOP}",
        "set_cmd_units -time ns -capacitance pF",
        *(f"create_clock -name {name} -period {_PERIOD} [get_ports {port}]" for name, port in clocks),
        f"set_clock_transition {CLOCK_SLEW} [all_clocks]",
    ]
    if re.search(rf"^\s*input {boundary.RESET};", text, re.MULTILINE):
        commands.append(f"set_false_path -from [get_ports {boundary.RESET}]")
    for group, options in _GROUPS.items():
        if len(clocks) > 1 or not options:
            commands.append(f'puts "GROUP {group}"')
            commands.append(f"report_checks -path_delay max -format full {options}-fields {{slew cap nets}} -digits 6")
    commands.append('puts "GROUP end"')
    script = netlist.with_suffix(".tcl")
    script.write_text("\n".join(commands) + "\n")
    report = tools.run(["sta", "-no_init", "-no_splash", "-exit", script.name], cwd=netlist.parent)
    netlist.with_suffix(".sta").write_text(report)
    if "GROUP end" not in report or "Error" in report:
        wrong = [line for line in report.splitlines() if "Error" in line]
        raise VambraceError(f"OpenSTA failed on {netlist}: {wrong[0] if wrong else 'it ended too early'}")
    groups = re.findall(r"^GROUP (\w+)\n(.*?)(?=^GROUP )", report, re.MULTILINE | re.DOTALL)
    registers = _registers(text, liberty)
    slowest = {}
    for group, words in groups:  # a report has a path for each clock that captures one
        each = [_path(w, registers, liberty) for w in re.split(r"^(?=Startpoint:)", words, flags=re.MULTILINE)[1:]]
        if each:
            slowest[group] = max(each, key=lambda p: p.period)
    if ALL not in slowest:
        raise VambraceError(f"{netlist}: no path from a register to a register")
    return slowest


_INSTANCE = re.compile(r"^  (\w+) (\\\S+ |\w+) ?\(\n(.*?)\n  \);", re.MULTILINE | re.DOTALL)


def _flops(netlist: str, liberty: Liberty) -> Iterator[tuple[Cell, str, dict[str, str]]]:
    """Yield each register of a netlist: its cell, its name, and the net at each pin."""
    for cell, name, pins in _INSTANCE.findall(netlist):
        if cell in liberty.cells and liberty.cells[cell].kind != "gate":
            nets = {pin: net.strip() for pin, net in re.findall(r"\.(\w+)\((.*)\)", pins)}
            yield liberty.cells[cell], name.strip().lstrip("\\"), nets


def _refuse_other_clocks(netlist: str, liberty: Liberty) -> None:
    known = (boundary.CLOCK, boundary.BOUNDARY)
    for cell, name, nets in _flops(netlist, liberty):
        for pin in cell.pins.values():
            if pin.clock and nets[pin.name] not in known:
                raise VambraceError(
                    f"{name} ({cell.name}) has the clock {nets[pin.name]}: "
                    f"the only clock of a module must be {boundary.CLOCK}"
                )


def _registers(netlist: str, liberty: Liberty) -> dict[str, str]:
    """Return the name in the netlist and the display name of each register: the port for a register of the boundary,
    otherwise the net it drives.
    """
    registers = {}
    for cell, name, nets in _flops(netlist, liberty):
        driven = next((nets[p.name] for p in cell.pins.values() if p.direction == "output" and p.name in nets), "")
        called = name if re.search(r"(^|\.)(from|to)_", name) else driven or name
        registers[name] = re.sub(r"\s+(?=\[)", "", called.lstrip("\\")).removeprefix(f"{boundary.INSTANCE}.").strip()
    return registers


_NUMBER = r"(-?[\d.]+)"
_CELL = re.compile(rf"^\s*{_NUMBER}\s+{_NUMBER}\s+{_NUMBER} ([v^]) (\S+)/(\w+) \((\w+)\)$")
_NET = re.compile(rf"^\s*(\d+)\s+{_NUMBER}\s+(\S+) \(net\)$")
_SETUP = re.compile(rf"^\s*{_NUMBER}\s+{_NUMBER}\s+library setup time$")
_SLACK = re.compile(rf"^\s*{_NUMBER}\s+slack \(", re.MULTILINE)


def _path(report: str, registers: dict[str, str], liberty: Liberty) -> Critical:
    if "(fall edge)" in report:
        raise VambraceError("a register uses the falling edge of the clock; only rising edges are supported")
    start, end = (
        _plain(_matched(re.compile(rf"^{which}: (\S+)", re.MULTILINE), report)) for which in ("Startpoint", "Endpoint")
    )
    stages, setup, cell = [], 0.0, None
    for line in report.splitlines():
        if match := _CELL.match(line):
            cell = match
        elif (match := _NET.match(line)) and cell:
            slew, delay, _, edge, instance, pin, kind = cell.groups()
            stages.append(
                Stage(
                    kind,
                    _plain(instance),
                    pin,
                    _plain(match[3]),
                    edge == "^",
                    float(delay),
                    float(slew),
                    int(match[1]),
                    float(match[2]),
                    _is_buffer(kind, liberty),
                )
            )
        elif match := _SETUP.match(line):
            setup = -float(match[1])
    period = round(_PERIOD - float(_matched(_SLACK, report)), 6)
    return Critical(registers.get(start, start), registers.get(end, end), period, setup, tuple(stages))


def _matched(pattern: re.Pattern[str], report: str) -> str:
    """Return the text of a pattern's group in an OpenSTA report."""
    match = pattern.search(report)
    if match is None:
        raise VambraceError(f"OpenSTA's report has no line like {pattern.pattern}")
    return match[1]


def _plain(name: str) -> str:
    return name.replace("\\", "")


def _is_buffer(cell: str, liberty: Liberty) -> bool:
    pins = liberty.cells[cell].pins.values()
    inputs = [p.name for p in pins if p.direction == "input"]
    functions = [p.function.strip("() ") for p in pins if p.direction == "output"]
    return len(inputs) == 1 and functions == inputs
