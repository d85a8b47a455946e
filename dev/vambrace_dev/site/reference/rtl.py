# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The reference of the RTL: parameters and ports of every module that `vambrace export` writes, as slang
elaborates it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from vambrace.base.errors import BuildError
from vambrace.base.paths import root
from vambrace.export import subject
from vambrace.export.memory import MEMORIES
from vambrace.export.subject import Module
from vambrace.hardware import rtl
from vambrace.silicon import parts
from vambrace_dev.site.reference.text import code, escaped, table

FOLDER = "reference/rtl"


@dataclass(frozen=True)
class Parameter:
    """A parameter of a module."""

    name: str
    type: str
    default: str


@dataclass(frozen=True)
class Port:
    """A port of a module with its default parameters."""

    name: str
    direction: str
    type: str
    comment: str


@dataclass(frozen=True)
class Interface:
    """What slang says of a module."""

    parameters: tuple[Parameter, ...]
    ports: tuple[Port, ...]


def modules() -> dict[str, Module]:
    """Return the modules that can be exported: blocks, couplings, and what is behind a memory port."""
    found: dict[str, Module] = {}
    for name in parts.exported():
        module = subject.of_block(name).module
        found.setdefault(module.name, Module(module.name, module.source))
    for coupling in subject.couplings().values():
        found.setdefault(coupling.name, coupling)
    for memory in MEMORIES.values():
        found.setdefault(memory.module, Module(memory.module, memory.source))
    return dict(sorted(found.items()))


def interface(module: Module) -> Interface:
    """Return the parameters and ports of a module. BuildError if slang finds errors."""
    from pyslang.driver import Driver

    files = rtl.core_files(root() / module.source, checks=False)
    driver = Driver()
    driver.addStandardArgs()
    words = f"slang -D SYNTHESIS --top {module.name} --allow-use-before-declare {' '.join(map(str, files))}"
    if not (driver.parseCommandLine(words) and driver.processOptions() and driver.parseAllSources()):
        raise BuildError(f"slang cannot read {module.name}")
    compilation = driver.createCompilation()
    instance = next(top for top in compilation.getRoot().topInstances if top.name == module.name)
    comments = _comments(_ports(module.text))
    return Interface(
        tuple(_parameter(p) for p in instance.body.parameters if not p.isLocalParam),
        tuple(_port(p, comments.get(p.name, "")) for p in instance.body.portList),
    )


def pages() -> dict[str, str]:
    """Return a page for each module, and their list."""
    every = modules()
    about = (
        "Modules that [`vambrace export`](../commands/vambrace-export.md) writes to your project. Types of ports are "
        "those of the default parameters."
    )
    listed = "\n".join(every)
    index = f"# Modules: parameters and ports\n\n{about}\n\n```{{toctree}}\n:maxdepth: 1\n\n{listed}\n```\n"
    return {f"{FOLDER}/index.md": index} | {f"{FOLDER}/{name}.md": _page(module) for name, module in every.items()}


def _page(module: Module) -> str:
    known = interface(module)
    lines = [f"# {module.name}\n\n{escaped(subject.title_of(module))}.\n"]
    blocks = [(name, block.title) for name, block in parts.exported().items() if block.parts[0].top == module.name]
    if blocks:
        lines.append(f"{table(('block', 'what it is'), ((code(name), escaped(title)) for name, title in blocks))}")
    lines.append(f"Source: `{module.source.rpartition('/')[0]}/{module.name}.sv`\n\n## Parameters\n")
    lines.append(_parameters(module, known.parameters) if known.parameters else "None.\n")
    lines.append("## Ports\n")
    rows = ((code(p.name), p.direction, code(p.type), escaped(p.comment)) for p in known.ports)
    lines.append(table(("port", "direction", "type", "meaning"), rows))
    return "\n".join(lines)


def _parameters(module: Module, known: Sequence[Parameter]) -> str:
    explained = module.explained
    return table(
        ("parameter", "type", "default", "values", "meaning"),
        ((code(p.name), code(p.type), code(p.default), *map(escaped, explained.get(p.name, ("", "")))) for p in known),
    )


def _parameter(symbol: Any) -> Parameter:
    return Parameter(symbol.name, str(symbol.type), _plain(str(symbol.value)))


def _port(symbol: Any, comment: str) -> Port:
    direction = str(symbol.direction).rpartition(".")[2].lower()
    return Port(symbol.name, {"in": "input", "out": "output"}.get(direction, direction), str(symbol.type), comment)


def _plain(value: str) -> str:
    """Return a constant as a decimal number, if it is one of at most 32 bits."""
    match = re.fullmatch(r"(\d+)'s?([bdh])([0-9a-fA-F]+)", value)
    if match is None or int(match[1]) > 32:
        return value
    return str(int(match[3], {"b": 2, "d": 10, "h": 16}[match[2]]))


def _ports(text: str) -> str:
    """Return the list of ports of a module's source."""
    declared = text[text.index("\nmodule ") :].partition("\n);")[0]
    return declared.rpartition("\n) (")[2]


def _comments(text: str) -> dict[str, str]:
    """Return the comments of ports: on its line, or in the lines above several ones up to the next blank line."""
    found: dict[str, str] = {}
    for group in _groups(text):
        above: list[str] = []
        named = False
        for line in group:
            before, _, comment = line.partition("//")
            if not before.strip() and comment:
                above = [*([] if named else above), comment.strip()]
                named = False
            elif match := re.search(r"(\w+)\s*(?:\[[^\]]*\]\s*)?,?\s*$", before):
                found[match[1]] = comment.strip() or " ".join(above)
                named = True
    return found


def _groups(text: str) -> Iterator[list[str]]:
    group: list[str] = []
    for line in text.splitlines():
        if line.strip():
            group.append(line)
        else:
            yield group
            group = []
    yield group
