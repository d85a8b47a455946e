# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Elaborates what is exported, by Yosys with the slang frontend: its ports, and the same in plain Verilog-2005."""

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
    """The ports of a module with its parameters. UsageError where they are illegal together."""
    given = "".join(f" -G {name}={value}" for name, value in module.parameters)
    commands = [
        f"{_READ} --top {module.name}{given} {' '.join(map(str, files))}",
        f"select -module {module.name}",
        "delete c:* p:* m:*",
        "write_json -selected ports.json",
    ]
    with tempfile.TemporaryDirectory(prefix="vambrace-") as name:
        _run(commands, Path(name), module.name)
        found = json.loads((Path(name) / "ports.json").read_text())["modules"][module.name]["ports"]
    return [Port(port, entry["direction"], len(entry["bits"])) for port, entry in found.items()]


def verilog(subject: Subject, wrapper: str) -> str:
    """Plain Verilog-2005 of the bundle's module, whose SystemVerilog is `wrapper`: an RTL netlist with the hierarchy,
    the registers and the memories of the source."""
    files = " ".join(map(str, subject.files))
    commands = [
        f"{_READ} --best-effort-hierarchy --top {subject.top} {files} top.sv",
        f"hierarchy -check -top {subject.top}",
        "proc",
        "opt_expr",
        "opt_clean -purge",
        *_memories(),
        "techmap t:$bwmux t:$pmux",  # which Verilog has no operator for
        "opt_clean -purge",
        "write_verilog -noattr netlist.v",
    ]
    with tempfile.TemporaryDirectory(prefix="vambrace-") as name:
        (Path(name) / "top.sv").write_text(wrapper)
        _run(commands, Path(name), subject.name)
        return _named((Path(name) / "netlist.v").read_text(), subject.top)


def _memories() -> list[str]:
    """Give memories one port to write with an enable for each byte, in the form that FPGA tools make block RAM of; the
    other arrays are few words, and become registers."""
    inside = " ".join(f"*{name}*/t:$mux" for name in MEMORIES)
    ours = " ".join(f"*{name}*" for name in MEMORIES)
    whole = " ".join(f"*{name}*/t:$mem_v2" for name in MEMORIES)
    return [
        f"opt_dff {ours}",
        "memory_dff",
        f"simplemap {inside}",
        "opt_expr -mux_bool",
        "opt_merge",
        "memory_share",
        "memory_collect",
        *[f"opt_expr -mux_undef {ours}"] * 4,  # one for each byte
        f"select -set registers */t:$mem_v2 {whole} %d",
        "memory_map @registers",
        "opt_expr",
        "opt_clean -purge",
    ]


def _named(text: str, top: str) -> str:
    """The text with plain names of modules: those below the top begin with its name (vambrace.export.naming)."""
    text = text[text.index("\n", text.index("*/")) :].lstrip("\n")
    names: dict[str, str] = {}
    for name in _MODULE.findall(text):
        base = re.split(r"\W", name.lstrip("\\"))[0]
        new = f"{top}{JOINT}{base.removeprefix(OURS)}"
        count = sum(made == new or made.startswith(f"{new}__") for made in names.values())
        if name != top:
            names[name] = f"{new}__{count + 1}" if count else new
    for name, new in sorted(names.items(), key=lambda pair: -len(pair[0])):
        text = text.replace(name, f"{new} ") if name.startswith("\\") else re.sub(rf"\b{name}\b", new, text)
    return re.sub(r"[ \t]+$", "", text, flags=re.MULTILINE)


def _run(commands: list[str], work: Path, label: str) -> None:
    """Execute commands. A message of the sources about their parameters is the user's error."""
    try:
        yosys.run(commands, work)
    except BuildError as error:
        messages = _MESSAGE.findall((work / "yosys.log").read_text(errors="replace"))
        if messages:
            raise UsageError(f"{label}: {'; '.join(dict.fromkeys(messages))}") from None
        raise BuildError(f"{label}: {error}") from error
