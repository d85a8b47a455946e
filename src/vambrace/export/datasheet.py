# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The datasheet of a bundle: parameters, ports, and measured figures of its modules.

Figures come from stored valid records. If there is none, the datasheet names the command that creates it: an export
measures nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from vambrace import config
from vambrace.base.errors import VambraceError
from vambrace.base.grid import number
from vambrace.config import engine_bounds, engine_options, engine_withheld, units
from vambrace.export.subject import Module, Subject
from vambrace.export.wrapper import Top
from vambrace.measure import planner
from vambrace.results.schema import Json
from vambrace.silicon import parts
from vambrace.silicon.fpga import Resources

#: By kind of record, which is also a command: its statements about a part.
_FIGURES: dict[str, tuple[tuple[str, Callable[[dict[str, Any]], str]], ...]] = {
    "area": (("kGE", lambda p: f"{p['kge']:.2f}"), ("cells", lambda p: number(p["instances"]))),
    "timing": (("MHz", lambda p: f"{p['fmax_mhz']:.1f}"), ("ns", lambda p: f"{p['period_ns']:.2f}")),
    "fpga": (
        ("LUTs", lambda p: number(Resources(**p["xc7"]).lut)),
        ("flip-flops", lambda p: number(p["xc7"]["flip_flops"])),
        ("block RAMs of 18 Kbit", lambda p: number(p["xc7"]["bram18"])),
    ),
}

#: Parameters that change the cycles per block of a message.
_PACE = tuple(name for name, parameter in units.parameters().items() if parameter.pace)


def text(subject: Subject, top: Top) -> str:
    """Return the datasheet as Markdown."""
    parts = [
        f"# {subject.title}",
        f"The module `{subject.top}`, of {_listed([f'`{m.name}`' for m in subject.modules])} of Vambrace.",
        "## Parameters",
        _parameters(subject),
        "## Ports",
        _table(("port", "way", "bits"), [(f"`{p.name}`", p.way, str(p.width)) for p in top.ports]),
        "## Measured",
        *_measured(subject),
        *_cycles(subject),
    ]
    return "\n\n".join(parts) + "\n"


def _listed(names: Sequence[str]) -> str:
    return " and ".join(names)


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    return "\n".join(f"| {' | '.join(row)} |" for row in (head, ["---"] * len(head), *rows))


def _parameters(subject: Subject) -> str:
    rows = []
    for module in subject.modules:
        for name, value in module.known.items():
            rows.append((f"`{module.name}`", f"`{name}`", value, *module.explained[name]))
    if not rows:
        return "It has none."
    table = _table(("module", "parameter", "value", "takes", "meaning"), rows)
    return f"{table}\n\nTo change one, export again with `--set NAME=VALUE`."


def _measured(subject: Subject) -> Iterator[str]:
    for kind, columns in _FIGURES.items():
        rows, commands, origin = [], [], ""
        for module in subject.modules:
            measured = _part(kind, module)
            if measured is None:
                commands.append(f"`{module.name}`: {_command(kind, module)}")
                continue
            record, part = measured
            rows.append((f"`{part['module']}`", *(value(part) for _, value in columns)))
            origin = ", ".join(f"{name} {version}" for name, version in record["tools"].items())
            origin += f"; cells of {record['configuration']['liberty']}" if kind != "fpga" else "; AMD 7 series"
        if rows:
            yield f"{_table(('module', *(name for name, _ in columns)), rows)}\n\n{origin}."
        if commands:
            yield f"No record of `vambrace {kind}` is available. " + "; ".join(commands) + "."


def _part(kind: str, module: Module) -> tuple[Json, dict[str, Any]] | None:
    """Return a record of this module with these parameters, and the part."""
    for record in planner.stored(kind):
        if record["configuration"].get("modules"):  # with a hierarchy, which costs some area
            continue
        for part in record["parts"].values():
            if _same(part["module"], module):
                return record, part
    return None


def _same(label: str, module: Module) -> bool:
    name, _, values_text = label.partition(" (")
    values = {tuple(pair.split("=")) for pair in values_text.removesuffix(")").split(", ") if pair}
    return name == module.name and values == {(key, str(value)) for key, value in module.parameters}


def _command(kind: str, module: Module) -> str:
    """Return the command that measures this module."""
    for name, block in parts.blocks().items():
        if _same(block.parts[0].label, module):
            return f"`vambrace {kind} {name}` makes it"
    for name in config.points():
        try:
            point_parts = parts.of_point(config.point(name)).parts
        except VambraceError:
            continue
        if any(_same(part.label, module) for part in point_parts):
            return f"`vambrace {kind} {name}` makes it"
    return "for these parameters, add an entry to configs/blocks.toml"


def _cycles(subject: Subject) -> Iterator[str]:
    """Return the bounds of the engine, if it has its usual units."""
    parameters = dict(subject.module.parameters)
    if not subject.module.is_engine or any(name in parameters for name in _PACE):
        return
    rows = [
        (name, str(bound["block"]), str(bound["cycles"]))
        for name, bound in engine_bounds().items()
        if not engine_options.lacking(name, parameters)
    ]
    held = 4 * parameters.get("HoldWords", engine_withheld() // 4 + 1) - 4
    yield "## Cycles"
    yield (
        "Cycles of the cipher unit per block of a message; the memory port carries a word a cycle. "
        f"Up to {max(0, held):,} bytes of plaintext are held back until their tag is checked."
    )
    yield _table(("algorithm", "bytes", "cycles"), rows)
