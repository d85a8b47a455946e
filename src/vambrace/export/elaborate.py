# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Elaborates the exported module by Yosys with the slang frontend: its ports, and an equivalent in
plain Verilog-2005.
"""

from __future__ import annotations

import json
import re
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from vambrace.base.errors import BuildError, UsageError
from vambrace.export.naming import JOINT, OURS
from vambrace.export.subject import Module, Subject
from vambrace.silicon import yosys
from vambrace.silicon.parts import MEMORIES

_MESSAGE = re.compile(r"\$error encountered: (.*)")
_MODULE = re.compile(r"^module (\\\S+ |\w+)", re.MULTILINE)
_READ = "read_slang -D SYNTHESIS --threads 1 --allow-use-before-declare"


@dataclass(frozen=True)
class Port:
    """A port of a module: a vector of `width` bits."""

    name: str
    way: str  # "input" or "output"
    width: int


def ports(module: Module, files: Iterable[Path]) -> list[Port]:
    """Return the ports of a module with its parameters. UsageError if these are illegal together."""
    parameters = "".join(f" -G {name}={value}" for name, value in module.parameters)
    commands = [
        f"{_READ} --top {module.name}{parameters} {' '.join(map(str, files))}",
        f"select -module {module.name}",
        "delete c:* p:* m:*",
        "write_json -selected ports.json",
    ]
    with tempfile.TemporaryDirectory(prefix="vambrace-") as name:
        _run(commands, Path(name), module.name)
        elaborated = json.loads((Path(name) / "ports.json").read_text())["modules"][module.name]["ports"]
    return [Port(port, entry["direction"], len(entry["bits"])) for port, entry in elaborated.items()]


def verilog(subject: Subject, wrapper: str) -> str:
    """Return plain Verilog-2005 of the bundle's module, whose SystemVerilog is `wrapper`: an RTL netlist with the
    hierarchy, the registers and the memories of the source.
    """
    files = " ".join(map(str, subject.files))
    commands = [
        f"{_READ} --best-effort-hierarchy --top {subject.top} {files} top.sv",
        f"hierarchy -check -top {subject.top}",
        "proc",
        "opt_expr",
        "opt_clean -purge",
        *_memories(),
        "techmap t:$bwmux t:$pmux",  # Verilog has no operator for these
        "techmap -map select.v t:$shiftx",
        "opt_clean -purge",
        "write_verilog -noattr netlist.v",
    ]
    with tempfile.TemporaryDirectory(prefix="vambrace-") as name:
        (Path(name) / "top.sv").write_text(wrapper)
        (Path(name) / "select.v").write_text(_SELECT)
        _run(commands, Path(name), subject.name)
        text = (Path(name) / "netlist.v").read_text()
    return _named(_split(_reduced(text), subject.files), subject.top)


#: Selected bits as a shift: for an index, Yosys writes all 33 bits of a signed number, which linters report as
#: truncated.
_SELECT = """
(* techmap_celltype = "$shiftx" *)
module select (A, B, Y);
  parameter A_SIGNED = 0, B_SIGNED = 0, A_WIDTH = 1, B_WIDTH = 1, Y_WIDTH = 1;
  input [A_WIDTH-1:0] A;
  input [B_WIDTH-1:0] B;
  output [Y_WIDTH-1:0] Y;
  wire [A_WIDTH-1:0] shifted = A >> B;
  assign Y = shifted[Y_WIDTH-1:0];
endmodule
"""


def _reduced(netlist: str) -> str:
    """Return the netlist with `~|` where Yosys negates a whole vector: for linters `!` is an
    operator on single bits.
    """
    return netlist.replace("= ! ", "= ~| ")


_SPLIT = re.compile(r"(\w+) *(?:\[[^]]*\] *)?/\*verilator split_var\*/")

_ASSIGNED = re.compile(r"^  assign (.*?) = (.*);$", re.MULTILINE)
_PART = re.compile(r"(\w+) ?\[")


def _of_themselves(module: str) -> set[str]:
    """Return the vectors with a part that depends on another part."""
    names: set[str] = set()
    for left, right in _ASSIGNED.findall(module):
        names |= {*_PART.findall(left)} & {*_PART.findall(right)}
    return names


def _split(netlist: str, files: Iterable[Path]) -> str:
    """Return the netlist with metacomments that make Verilator track the parts of a vector separately, like the fields
    of a struct: as a whole it looks like a combinational loop. They come from the sources, and from vectors that depend
    on their own parts.
    """
    names = {path.stem: set(_SPLIT.findall(path.read_text())) for path in files}

    def declared(module: re.Match[str]) -> str:
        base = re.split(r"\W", module[1].lstrip("\\"))[0]
        wanted = "|".join(sorted({*names.get(base, ()), *_of_themselves(module[0])}))
        if not wanted:
            return module[0]
        return re.sub(
            rf"^(  (?:input|output|wire)\b.* (?:{wanted}));$", r"\1 /*verilator split_var*/;", module[0], flags=re.M
        )

    return re.sub(r"^module (\\\S+|\w+).*?^endmodule", declared, netlist, flags=re.MULTILINE | re.DOTALL)


def _memories() -> list[str]:
    """Return commands that give memories one write port with byte enables, in the form that FPGA tools map to block
    RAM; the other arrays are small, and become registers.
    """
    inside = " ".join(f"*{name}*/t:$mux" for name in MEMORIES)
    ours = " ".join(f"*{name}*" for name in MEMORIES)
    selections = " ".join(f"*{name}*/t:$mem_v2" for name in MEMORIES)
    return [
        f"opt_dff {ours}",
        "memory_dff",
        f"simplemap {inside}",
        "opt_expr -mux_bool",
        "opt_merge",
        "memory_share",
        "memory_collect",
        *[f"opt_expr -mux_undef {ours}"] * 4,  # one for each byte
        f"select -set registers */t:$mem_v2 {selections} %d",
        "memory_map @registers",
        "opt_expr",
        "opt_clean -purge",
    ]


def _named(text: str, top: str) -> str:
    """Return the text with plain module names: those below the top start with its name (vambrace.export.naming)."""
    text = text[text.index("\n", text.index("*/")) :].lstrip("\n")
    names: dict[str, str] = {}
    for name in _MODULE.findall(text):
        base = re.split(r"\W", name.lstrip("\\"))[0]
        new = f"{top}{JOINT}{base.removeprefix(OURS)}"
        count = sum(cell == new or cell.startswith(f"{new}__") for cell in names.values())
        if name != top:
            names[name] = f"{new}__{count + 1}" if count else new
    for name, new in sorted(names.items(), key=lambda pair: -len(pair[0])):
        text = text.replace(name, f"{new} ") if name.startswith("\\") else re.sub(rf"\b{name}\b", new, text)
    return re.sub(r"[ \t]+$", "", text, flags=re.MULTILINE)


def _run(commands: list[str], work: Path, label: str) -> None:
    """Execute commands. A message from the sources about their parameters is the user's error."""
    try:
        yosys.run(commands, work)
    except BuildError as error:
        messages = _MESSAGE.findall((work / "yosys.log").read_text(errors="replace"))
        if messages:
            raise UsageError(f"{label}: {'; '.join(dict.fromkeys(messages))}") from None
        raise BuildError(f"{label}: {error}") from error
