# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Registers around a synthesised module: every path through the module then starts and ends at a clock edge.

An input comes from a flip-flop, an output goes into one, and so do the ports of omitted modules (an SRAM behaves like a
register). The port registers have a clock of their own, `BOUNDARY`, with the period of the module's `CLOCK`: paths from
CLOCK to CLOCK are inside. The text is Verilog with Yosys' own flip-flop.
"""

import re
from dataclasses import dataclass

from vambrace.base.errors import VambraceError

TOP, INSTANCE = "vmb_boundary", "dut"
CLOCK, RESET, BOUNDARY = "clk_i", "rst_ni", "vmb_boundary_clk"


@dataclass(frozen=True)
class Port:
    name: str
    width: int
    output: bool


def modules(rtlil: str) -> dict[str, list[Port]]:
    """Return the ports of each module in a Yosys RTLIL file."""
    by_module: dict[str, list[Port]] = {}
    for line in rtlil.splitlines():
        if line.startswith("module "):
            ports = by_module.setdefault(line.removeprefix("module ").lstrip("\\"), [])
        elif match := re.fullmatch(r"  wire (.*?)(input|output|inout) \d+ (.*?)\\(\S+)", line):
            if match[2] == "inout":
                raise VambraceError(f"{match[4]}: bidirectional ports are not supported")
            width = re.search(r"width (\d+)", match[1] + match[3])
            ports.append(Port(match[4], int(width[1]) if width else 1, match[2] == "output"))
    return by_module


def verilog(name: str, ports: list[Port], left_out: dict[str, list[Port]], clock: str = BOUNDARY) -> str:
    """Return the module TOP, which contains module `name` between registers with the clock `clock`, and a body for each
    omitted module.
    """
    return _top(name, ports, clock) + "".join(map(_hole, left_out, left_out.values()))


def _vector(port: Port) -> str:
    return f"{'output' if port.output else 'input'} [{port.width - 1}:0] {_escaped(port.name)}"


def _escaped(name: str) -> str:
    return f"\\{name} "


def _flops(kind: str, port: Port, clock: str, d: str, q: str) -> list[str]:
    return [
        f"  (* keep *) \\$_DFF_P_  \\{kind}_{port.name}[{i}] (.C({clock}), .D({d}[{i}]), .Q({q}[{i}]));"
        for i in range(port.width)
    ]


def _top(name: str, ports: list[Port], clock: str) -> str:
    lines, connections, registered = [], [], []
    for port in ports:
        outside = _escaped(port.name)
        if port.name in (CLOCK, RESET):
            connections.append(f".{outside}({outside})")
            continue
        registered.append(port)
        inside = _escaped(f"{INSTANCE}.port.{port.name}")
        connections.append(f".{outside}({inside})")
        lines.append(f"  wire [{port.width - 1}:0] {inside};")
        if port.output:
            lines += _flops("to", port, clock, inside, outside)
        else:
            lines += _flops("from", port, clock, outside, inside)
    clocks = dict.fromkeys([clock, *(p.name for p in ports if p not in registered)])
    own = [f"input {port}" for port in clocks]
    head = f"module {TOP} ({', '.join([*own, *map(_vector, registered)])});\n"
    return head + "\n".join(lines) + f"\n  {_escaped(name)} {INSTANCE} ({', '.join(connections)});\nendmodule\n"


def _hole(name: str, ports: list[Port]) -> str:
    """Return a body whose outputs are registers that keep their value, and whose inputs go into registers."""
    if not any(p.name == CLOCK for p in ports):
        raise VambraceError(f"{name} is omitted and has no port {CLOCK}: its timing is unknown")
    lines = []
    for port in ports:
        if port.output:
            lines += _flops("from", port, CLOCK, _escaped(port.name), _escaped(port.name))
        elif port.name not in (CLOCK, RESET):
            sink = _escaped(f"sink.{port.name}")
            lines.append(f"  wire [{port.width - 1}:0] {sink};")
            lines += _flops("to", port, CLOCK, _escaped(port.name), sink)
    return f"module {_escaped(name)} ({', '.join(map(_vector, ports))});\n" + "\n".join(lines) + "\nendmodule\n"
