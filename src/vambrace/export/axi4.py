# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""An engine with a memory port on AXI4: its bundle and the bundle of the block `axi-mem`, connected by an additional
module, with a smoke test of both.
"""

from __future__ import annotations

from vambrace.export import elaborate, subject
from vambrace.export.elaborate import Port
from vambrace.export.smoke import engine, frame
from vambrace.export.subject import Subject
from vambrace.export.wrapper import Top, declared, head

#: The block whose bundle has the other side, and its module there.
_BLOCK, _MODULE = "axi-mem", "vambrace_axi_mem"

#: The prefix of the engine's ports that connect to it, and the prefix of its own ports in the joined module.
_MEMORY, _MANAGER = "mem_", "m_"

_COMMON = ("clk_i", "rst_ni")


def exists(chosen: Subject) -> bool:
    """Return whether this is an engine whose memory port supports bursts."""
    known = chosen.module.known
    return chosen.module.name == "vmb_engine" and known["Bursts"] == known["Dma"] == "1"


def _top(chosen: Subject) -> str:
    return f"{chosen.top}_axi4"


def files(chosen: Subject, top: Top) -> dict[str, str]:
    """Return the module that connects both bundles, and its smoke test."""
    if not exists(chosen):
        return {}
    other = elaborate.ports(subject.of_block(_BLOCK).module, subject.of_block(_BLOCK).files)
    wires = {port.name: port for port in top.ports if port.name.startswith(_MEMORY)}
    first = next(at for at, port in enumerate(other) if port.name.startswith("aw"))
    outside = [Port(_MANAGER + port.name, port.way, port.width) for port in other[first:]]
    ports = [*(port for port in top.ports if port.name not in wires), *outside]
    name = _top(chosen)
    about = f"Smoke test of {name}: it ends with PASS, or with an error."
    return {
        f"axi4/{name}.v": _joined(chosen, top, ports, other),
        f"axi4/{name}_smoke.v": frame.text(head(about), name, ports, *engine.bench(chosen, "memory_axi4")),
    }


def _joined(chosen: Subject, top: Top, ports: list[Port], other: list[Port]) -> str:
    listed = ",\n".join(f"    {port.way:<6} wire {declared(port)}{port.name}" for port in ports)
    known = {port.name for port in ports}
    memory = [port for port in top.ports if port.name.startswith(_MEMORY)]
    wires = "".join(f"  wire {declared(port)}{port.name.rsplit('_', 1)[0]};\n" for port in memory)
    mine = [(p.name, p.name if p.name in known else p.name.rsplit("_", 1)[0]) for p in top.ports]
    theirs = [(p.name, _wire(p, known)) for p in other]
    about = f"{chosen.top}, with its memory port on AXI4 by {_MODULE} (`vambrace export {_BLOCK}`)."
    return (
        f"{head(about)}\nmodule {_top(chosen)} (\n{listed}\n);\n\n{wires}\n"
        f"{_instance(chosen.top, 'u_engine', mine)}\n{_instance(_MODULE, 'u_axi_mem', theirs)}\nendmodule\n"
    )


def _wire(port: Port, known: set[str]) -> str:
    """Return the connection of a port of the other side: a port of the joined module, or the engine."""
    if port.name in _COMMON:
        return port.name
    if _MANAGER + port.name in known:
        return _MANAGER + port.name
    return "busy_o" if port.name == "busy_i" else _MEMORY + port.name.rsplit("_", 1)[0]


def _instance(module: str, name: str, connections: list[tuple[str, str]]) -> str:
    listed = ",\n".join(f"      .{port}({wire})" for port, wire in connections)
    return f"  {module} {name} (\n{listed}\n  );\n"


def section(chosen: Subject) -> str:
    """Return the section of the README about it."""
    if not exists(chosen):
        return ""
    name, folder = _top(chosen), f"../{_MODULE}"
    return f"""## Bursts of AXI4

With `Bursts` = 1 the memory port is for `vmb_axi_mem`, which is the bundle of the block `{_BLOCK}`. The module `{name}`
in `axi4/` wires both together: a manager of AXI4 with 32 bits of data and one identifier, whose ports begin with
`{_MANAGER}`. Its smoke test, and its sources in SystemVerilog:

    vambrace export {_BLOCK} -o {folder}
    iverilog -g2005 -o axi4.vvp axi4/{name}.v axi4/{name}_smoke.v \\
        verilog/{chosen.top}.v {folder}/verilog/{_MODULE}.v && vvp -n axi4.vvp
    verilator --lint-only -Wall -F lists/verilator.f -F {folder}/lists/verilator.f \\
        axi4/{name}.v --top-module {name}

"""
