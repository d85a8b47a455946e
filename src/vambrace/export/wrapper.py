# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The module of a bundle: a block with its parameters, the coupling in front of it, and the one behind its memory port.
Its ports are plain vectors, so that it is the same module in SystemVerilog and in Verilog-2005.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from vambrace import __version__
from vambrace.base.errors import VambraceError
from vambrace.export import elaborate
from vambrace.export.elaborate import Port
from vambrace.export.memory import BUS, ENGINE_SIDE, PORTS, REGISTERS, STREAMS
from vambrace.export.subject import Module, Subject

#: The prefix of the ports between a coupling and a block.
_INNER = "reg_"

_TYPED = re.compile(r"^ *input +(?:var +)?(\w+) +(?:\[[^]]*\] *)*(\w+) *[,\n]", re.MULTILINE)
_ENUM = re.compile(r"typedef enum [^{]*\{[^}]*\} (\w+);")
_PLAIN = ("logic", "bit", "wire")


@dataclass(frozen=True)
class Top:
    """The module of a bundle: its ports in order, and its text in SystemVerilog."""

    ports: tuple[Port, ...]
    text: str


def head(about: str, mark: str = "//") -> str:
    """Return the beginning of each generated file of a bundle."""
    lines = ["SPDX-FileCopyrightText: Vambrace contributors", "SPDX-License-Identifier: Apache-2.0", ""]
    lines += [about, f"Written by `vambrace export` of Vambrace {__version__}: do not edit."]
    return "".join(f"{mark} {line}".rstrip() + "\n" for line in lines)


def top(subject: Subject) -> Top:
    """Return the module of a bundle."""
    files = subject.files
    by_module = {module.name: elaborate.ports(module, files) for module in subject.modules}
    block = by_module[subject.module.name]
    inner = _between(by_module[subject.coupling.name], by_module[_front(subject).name]) if subject.coupling else {}
    within = _of_block(subject, block, inner)
    every: dict[str, Port] = {}
    instances = []
    for module in subject.modules:
        connections = []
        for port in by_module[module.name]:
            if module == subject.memory:
                wire = _memory_wire(port, inner, within)
                if wire.startswith((BUS, *STREAMS)) or wire == port.name:
                    every.setdefault(wire, Port(wire, port.way, port.width))
            elif port.name in (names := within if module == subject.module else inner):
                wire = names[port.name]
            elif port.name in every and port.way == "output":  # two of them: one of the coupling, one of the block
                wire = f"{subject.module.name.removeprefix('vmb_')}_{port.name}"
                every[wire] = Port(wire, port.way, port.width)
            else:
                wire = port.name
                every[wire] = port
            connections.append((port.name, wire))
        instances.append(_instance(module, connections, _casts(module, subject)))
    wires = {within[p.name]: p.width for p in block if p.name in within}
    wires |= {inner[p.name]: p.width for p in by_module[_front(subject).name] if p.name in inner}
    ordered = tuple(every.values())
    return Top(ordered, _text(subject, ordered, wires, instances))


def _front(subject: Subject) -> Module:
    """Return the module whose register port a coupling drives: the block, or a stream coupling in front of it."""
    return subject.memory if subject.memory and REGISTERS in subject.memory.header else subject.module


def _of_block(subject: Subject, block: Sequence[Port], inner: Mapping[str, str]) -> dict[str, str]:
    """Return the wires of a block: those of its registers, and with a bus of memory those of its memory port."""
    direct = _front(subject) == subject.module
    wires = {}
    for port in block:
        stem = port.name.rsplit("_", 1)[0]
        if port.name.startswith(_INNER) and not direct:
            wires[port.name] = REGISTERS + stem.removeprefix(_INNER)
        elif port.name in inner:
            wires[port.name] = inner[port.name]
        elif subject.memory and port.name.startswith(PORTS):
            wires[port.name] = stem
    return wires


def _between(outer: Sequence[Port], block: Sequence[Port]) -> dict[str, str]:
    """Return the wires from a coupling's register port to a block's, by the ports of both. Each output of the coupling
    must be an input of the block; block inputs that the coupling does not drive are 0.
    """
    asked = {port.name.removesuffix("_o"): port for port in outer if port.name.startswith(_INNER)}
    stems = {}
    for port in block:
        if port.name.startswith(_INNER):
            stem = port.name.rsplit("_", 1)[0]
            stems[port.name] = stem
            stems[f"{stem}_{'i' if port.way == 'output' else 'o'}"] = stem
    lost = [port.name for port in asked.values() if port.name not in stems]
    if lost:
        raise VambraceError(f"the block has no inputs for these ports of the coupling: {', '.join(lost)}")
    return stems


def _memory_wire(port: Port, inner: Mapping[str, str], within: Mapping[str, str]) -> str:
    """Return the connection of a port of the coupling behind the memory port: the engine, a coupling in front of it, or
    a port of the bundle.
    """
    if port.name in ENGINE_SIDE:
        return within.get(ENGINE_SIDE[port.name], ENGINE_SIDE[port.name])
    if port.name.startswith(REGISTERS):
        return port.name.rsplit("_", 1)[0]
    if port.name.startswith((_INNER, *STREAMS)) or port.name in ("clk_i", "rst_ni"):
        return inner.get(port.name, port.name)
    return f"{BUS}{port.name}"


def _casts(module: Module, subject: Subject) -> dict[str, str]:
    """Return the types of inputs that are not vectors, such as enums, with their packages."""
    packages = {path.stem: path.read_text() for path in subject.files if path.stem.endswith("_pkg")}
    types = {name: package for package, text in packages.items() for name in _ENUM.findall(text)}
    wanted = {port: kind for kind, port in _TYPED.findall(module.header) if kind not in _PLAIN}
    return {port: f"{types[kind]}::{kind}" for port, kind in wanted.items() if kind in types}


def _instance(module: Module, connections: Sequence[tuple[str, str]], casts: Mapping[str, str]) -> str:
    assigned = ",\n".join(f"      .{name}({value})" for name, value in module.parameters)
    parameters = f"#(\n{assigned}\n  ) " if assigned else ""
    lines = []
    for port, wire in connections:
        value = f"{casts[port]}'({wire})" if port in casts else wire
        lines.append(f"      .{port}({value})")
    return f"  {module.name} {parameters}u_{module.name.removeprefix('vmb_')} (\n" + ",\n".join(lines) + "\n  );\n"


def declared(port: Port) -> str:
    """Return the bits of a vector as declared."""
    return f"[{port.width - 1}:0] " if port.width > 1 else ""


def _text(subject: Subject, ports: Sequence[Port], wires: Mapping[str, int], instances: Sequence[str]) -> str:
    listed = ",\n".join(f"    {port.way:<6} wire {declared(port)}{port.name}" for port in ports)
    wires_declared = "".join(f"  wire {declared(Port(name, '', width))}{name};\n" for name, width in wires.items())
    driven = _undriven(subject, wires)
    about = f"{subject.title}{f', {bus_title(subject)}' if bus_title(subject) else ''}."
    return (
        f"{head(about)}\nmodule {subject.top} (\n{listed}\n);\n\n{wires_declared}{driven}"
        + "\n".join(instances)
        + "\nendmodule\n"
    )


def _undriven(subject: Subject, wires: Mapping[str, int]) -> str:
    """Return assignments for ports of the block that no coupling drives: access to two registers at once, and writes
    that are answered before they are done. A port of its that no coupling uses is marked as unused.
    """
    if not wires:
        return ""
    behind = {ENGINE_SIDE[port] for port in _ports(subject.memory) if port in ENGINE_SIDE}
    before = {f"{name}_i" for name in wires if not _ports(subject.coupling).isdisjoint({f"{name}_i", f"{name}_o"})}
    own = {port for port in _ports(subject.module) if port.startswith(PORTS)}
    own |= {port for port in _ports(_front(subject)) if not port.startswith((PORTS, REGISTERS))}
    lines = [
        f"  assign {name} = {width}'d0;\n"
        for name, width in wires.items()
        if f"{name}_i" in own and f"{name}_i" not in behind | before
    ]
    unused = [name for name in wires if name.startswith(PORTS) and f"{name}_o" in own and f"{name}_o" not in behind]
    lines += [f"  wire unused_{name} = &{{1'b0, {name}}};\n" for name in unused]
    return "".join([*lines, "\n"])


def _ports(module: Module | None) -> set[str]:
    """Return the names in the header of a module that may be ports."""
    return set(re.findall(r"\b\w+_[io]\b", module.header)) if module else set()


def bus_title(subject: Subject) -> str:
    """Return the couplings of a bundle, for its title."""
    parts = [f"behind {subject.coupling.name}"] if subject.coupling else []
    return " and ".join([*parts, f"in front of {subject.memory.name}"] if subject.memory else parts)
