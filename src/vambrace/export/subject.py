# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The subject of an export: a block of configs/blocks.toml, with a coupling of rtl/couple in front of its register
port, and one behind its memory port.

Module parameters and couplings are read from their sources.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from vambrace import config
from vambrace.base.errors import UsageError, choose, unknown
from vambrace.base.paths import root
from vambrace.config import Point, instructions, parameters, units
from vambrace.export import naming
from vambrace.export.memory import MEMORIES, PORTS
from vambrace.hardware import rtl
from vambrace.silicon import parts

_PARAMETER = re.compile(r"^ *parameter +([^=;]*?) *(\w+) *= *([^,\n]*?),? *$", re.MULTILINE)
_HEADER = re.compile(r"^module +(\w+).*?^\);", re.MULTILINE | re.DOTALL)
_ENGINE, _RING = "vmb_engine", "vmb_engine_ring"
_INDEX = "IndexBits"  # of a coupling: bits of the index of a register
_SETTING = re.compile(r"(\w+)=(\d+|0[xX][0-9a-fA-F]+)")

#: The prefix of coupling names, and a port that distinguishes a coupling from a bridge.
_COUPLING, _OUT = "vmb_couple_", "reg_req_o"

#: By upstream core: the module with its function units, the core file of that module, and the core's title.
_UNITS = {
    "ibex": ("vmb_ise", "rtl/ise/vmb_ise.core"),
    "cv32e40x": ("vmb_xif_ise", "rtl/couple/vmb_xif_ise.core"),
}
#: The same for Ibex's units that work on registers in place, with their names.
_IN_PLACE = ("vmb_ibex_units", "cores/ibex/vmb_ibex_units.core")
IN_PLACE_UNITS = ("Xasconp", "Xchacha")

_TITLES = {"ibex": "Ibex", "cv32e40x": "CV32E40X"}


@dataclass(frozen=True)
class Module:
    """A module with its parameters, and the FuseSoC file that lists it."""

    name: str
    source: str
    parameters: tuple[tuple[str, int], ...] = ()

    @property
    def text(self) -> str:
        """Return the source of the module, whose file has its name."""
        return _source(self.name, self.source).read_text()

    @property
    def known(self) -> dict[str, str]:
        """Return its parameters, each with its value here, or the text of its default."""
        values = {name: str(value) for name, value in self.parameters}
        return {name: values.get(name, _plain(default)) for _, name, default in _PARAMETER.findall(self.header)}

    @property
    def is_engine(self) -> bool:
        """Return whether it is the engine, with or without a ring."""
        return self.name in (_ENGINE, _RING)

    @property
    def has_ring(self) -> bool:
        """Return whether it is an engine with a ring of descriptors."""
        return self.name == _RING

    @property
    def explained(self) -> dict[str, tuple[str, str]]:
        """Return the valid values of each parameter, and its meaning (configs/parameters.toml and units.toml)."""
        listed = _parameters().get("vmb_engine" if self.is_engine else self.name, {})
        of_units = units.parameters() if self.is_engine else {}
        meanings = {name: (p.values or "0 or 1", p.meaning) for name, p in of_units.items()}
        meanings |= {name: (about.get("values", "0 or 1"), about["meaning"]) for name, about in listed.items()}
        return {name: meanings[name] for name in self.known}

    @property
    def widths(self) -> dict[str, int]:
        """Return the widths of the vector parameters."""
        by_name = {}
        for kind, name, _ in _PARAMETER.findall(self.header):
            if match := re.fullmatch(r"(?:bit|logic) *(?:\[ *(\d+):0\])?", kind):
                by_name[name] = int(match[1] or 0) + 1
        return by_name

    @property
    def header(self) -> str:
        """Return its parameters and ports, as text."""
        return re.sub(r"//.*", "", next(m[0] for m in _HEADER.finditer(self.text) if m[1] == self.name))


@dataclass(frozen=True)
class Subject:
    """A block to export, the coupling in front of its register port, and the one behind its memory port."""

    block: str
    title: str
    module: Module
    bus: str = ""
    coupling: Module | None = None
    memory_bus: str = ""
    memory: Module | None = None
    settings: tuple[tuple[str, int], ...] = ()  # parameters set by the user
    point: Point | None = None  # the point with these function units
    prefix: str = ""  # the name given by the user

    @property
    def name(self) -> str:
        if self.prefix:
            return self.prefix
        memory = f"{PORTS}{self.memory_bus}" if self.memory_bus else ""
        stem = "-".join(part for part in (self.block, self.bus, memory) if part)
        return stem + naming.suffix(stem, self.settings)

    @property
    def identifier(self) -> str:
        """Return the name for languages without hyphens."""
        return re.sub(r"\W", "_", self.name)

    @property
    def top(self) -> str:
        """Return the module of the bundle, whose name is unique among bundles."""
        return self.prefix or f"vambrace_{self.identifier}"

    @property
    def modules(self) -> tuple[Module, ...]:
        return tuple(module for module in (self.coupling, self.module, self.memory) if module)

    @property
    def core_files(self) -> list[Path]:
        """Return the FuseSoC files of its sources, in compile order, with assertions."""
        return list(dict.fromkeys(core for module in self.modules for core in rtl.cores(root() / module.source)))

    @property
    def files(self) -> list[Path]:
        """Return the sources in compile order, without assertions."""
        paths: dict[Path, None] = {}
        for module in reversed(self.modules):
            paths.update(dict.fromkeys(rtl.core_files(root() / module.source, checks=False)))
        return list(paths)


@cache
def _parameters() -> dict[str, dict[str, dict[str, str]]]:
    return tomllib.loads((root() / "configs" / "parameters.toml").read_text(encoding="utf-8"))


def _plain(constant: str) -> str:
    """Return a SystemVerilog constant as a decimal number, if it is one."""
    match = re.fullmatch(r"(?:\d+')?(?:([bdh]))?([\da-fA-F_]+)", constant)
    if match is None:
        return constant
    return str(int(match[2].replace("_", ""), {"b": 2, "h": 16}.get(match[1], 10)))


def _source(name: str, core_file: str) -> Path:
    return next(path for path in rtl.core_files(root() / core_file, checks=False) if path.stem == name)


@cache
def couplings() -> dict[str, Module]:
    """Return every coupling of rtl/couple by its bus: the modules vmb_couple_BUS that access a register port."""
    by_bus = {}
    for core_file in sorted((root() / "rtl" / "couple").glob("*.core")):
        for path in rtl.own_files(core_file, checks=False):
            if path.stem.startswith(_COUPLING) and re.search(rf"\b{_OUT}\b", path.read_text()):
                source = core_file.relative_to(root()).as_posix()
                by_bus[path.stem.removeprefix(_COUPLING)] = Module(path.stem, source)
    return dict(sorted(by_bus.items()))


def title_of(coupling: Module) -> str:
    """Return the title of a coupling: the first sentence of its file's comment."""
    text = " ".join(line.removeprefix("//").strip() for line in coupling.text.splitlines()[2:] if line[:2] == "//")
    return re.split(r"(?<=[\w)])[.:;](?: |$)", text.strip())[0]


def of(name: str, bus: str = "", settings: Sequence[str] = (), prefix: str = "", memory: str = "") -> Subject:
    """Return the block or point of this name; `prefix` is the name given by the user. UsageError if there is none."""
    if bus == "axi4":
        raise UsageError("registers are on AXI4-Lite, the memory port on AXI4: write --bus axi4l --memory axi4")
    is_point = "/" in name or name in config.cores()
    chosen = of_point(name, bus or memory, settings) if is_point else of_block(name, bus, settings, memory)
    return replace(chosen, prefix=naming.check(prefix)) if prefix else chosen


def of_point(name: str, bus: str = "", settings: Sequence[str] = ()) -> Subject:
    """Return the function units of an Ibex or CV32E40X point. UsageError for other points."""
    point = config.point(name)
    if bus or settings:
        raise UsageError("points do not support --bus, --memory and --set: export blocks instead")
    if point.core.upstream not in _UNITS:
        what = "the blocks 'rocc' and 'engine' are for"
        raise UsageError(f"{name}: only points of Ibex and CV32E40X are exported; {what} {point.core.upstream}")
    units = point.extensions.units
    at_once = instructions.behind_port()
    in_place = IN_PLACE_UNITS if point.core.upstream == "ibex" else ()
    if not units or not set(units) <= {*at_once, *in_place}:
        raise UsageError(
            f"{name}: of {_TITLES[point.core.upstream]}, only points with function units are exported, "
            f"{', '.join((*at_once, *in_place))}; an engine is the block 'engine' with --bus"
        )
    if set(units) <= {*at_once}:
        known = parameters.of(units, ["FunctionUnits", *at_once])
        module = Module(*_UNITS[point.core.upstream], (("FunctionUnits", known["FunctionUnits"]),))
    else:
        known = parameters.of(units, ["FunctionUnits", *at_once, *in_place])
        module = Module(*_IN_PLACE, tuple((unit, known[unit]) for unit in ("FunctionUnits", *in_place)))
    title = f"{point.extensions.title}: function units for {_TITLES[point.core.upstream]}"
    return Subject(name, title, module, point=point)


def of_block(name: str, bus: str = "", settings: Sequence[str] = (), memory: str = "") -> Subject:
    """Return the block of this name with a coupling to a bus of registers and one to a bus of its memory, with settings
    "PARAMETER=VALUE". UsageError if there is none.
    """
    blocks = parts.exported()
    if name not in blocks:
        raise UsageError(f"{unknown('block', name, blocks, 'vambrace export --list')}: {', '.join(blocks)}")
    part = blocks[name].parts[0]
    subject = Subject(name, blocks[name].title, Module(part.top, part.source, part.parameters))
    if bus:
        if "reg_req_i" not in subject.module.header:
            raise UsageError(f"the block '{name}' has no registers for a bus: export it without --bus")
        subject = replace(subject, bus=choose("bus", bus, couplings()), coupling=_in_front(couplings()[bus], subject))
    given = _parsed(settings)
    return _with_settings(_behind(subject, memory, given) if memory else subject, given)


def _behind(subject: Subject, bus: str, settings: Mapping[str, int]) -> Subject:
    """Return an engine with its memory port on a bus; the coupling's parameters follow once the engine's are set."""
    memory = MEMORIES[choose("memory bus", bus, MEMORIES)]
    engine = subject.module
    if not engine.is_engine or settings.get("Dma", int(engine.known.get("Dma", "1"))) == 0:
        raise UsageError(f"the block '{subject.block}' has no memory port with these parameters: leave out --memory")
    wanted = {
        name: value for name, value in memory.engine(engine.known, settings).items() if str(value) != engine.known[name]
    }
    engine = replace(engine, parameters=tuple({**dict(engine.parameters), **wanted}.items()))
    return replace(subject, module=engine, memory=Module(memory.module, memory.source), memory_bus=bus)


def _following(memory: Module, bus: str, engine: Module) -> Module:
    """Return the coupling behind a memory port with those parameters that follow from its engine's."""
    values = {
        name: value for name, value in MEMORIES[bus].own(engine.known).items() if str(value) != memory.known[name]
    }
    return replace(memory, parameters=tuple({**dict(memory.parameters), **values}.items()))


def _in_front(coupling: Module, subject: Subject) -> Module:
    """Return the coupling for a block: for one with a ring, with the bit that selects the ring's registers."""
    if not subject.module.has_ring:
        return coupling
    if _INDEX not in coupling.known:
        able = ", ".join(bus for bus, module in couplings().items() if _INDEX in module.known)
        raise UsageError(f"the registers of a ring are on a bus: choose {able}")
    return replace(coupling, parameters=((_INDEX, 6),))


def _parsed(settings: Sequence[str]) -> dict[str, int]:
    values: dict[str, int] = {}
    for text in settings:
        match = _SETTING.fullmatch(text)
        if match is None:
            raise UsageError(f"'{text}' is not a parameter with a number; write for example Slots=0")
        if match[1] in values:
            raise UsageError(f"the parameter {match[1]} is set twice")
        values[match[1]] = int(match[2], 0)
    return values


def _with_settings(subject: Subject, settings: Mapping[str, int]) -> Subject:
    fixed = MEMORIES[subject.memory_bus].fixed if subject.memory_bus else set()
    free = {
        module: {name: value for name, value in module.known.items() if module != subject.memory or name not in fixed}
        for module in subject.modules
    }
    known = {name: value for values in reversed(free.values()) for name, value in values.items()}
    for name in settings:
        choose("parameter", name, known, f"vambrace export {subject.block} --list")
        most = (1 << min(module.widths.get(name, 32) for module in subject.modules)) - 1
        if settings[name] > most:
            raise UsageError(f"the parameter {name} is at most {most}, not {settings[name]}")
    changed = {name: settings[name] for name in known if name in settings and str(settings[name]) != known[name]}

    def configured(module: Module) -> Module:
        own = {name: value for name, value in changed.items() if name in free[module]}
        return replace(module, parameters=tuple({**dict(module.parameters), **own}.items()))

    block = configured(subject.module)
    memory = _following(configured(subject.memory), subject.memory_bus, block) if subject.memory else None
    configured_subject = replace(
        subject,
        module=block,
        coupling=configured(subject.coupling) if subject.coupling else None,
        memory=memory,
        settings=tuple(changed.items()),
    )
    return (
        configured_subject
        if configured_subject.module == subject.module
        else replace(configured_subject, title=_title(configured_subject.module))
    )


def _title(module: Module) -> str:
    """Return the title of a module with parameters that differ from its block's."""
    about, told = title_of(module), {"FunctionUnits"}
    if module.is_engine:
        every = {unit.parameter: unit.title for unit in units.units().values()}
        families = [title for name, title in every.items() if module.known[name] == "1"]
        some = len(families) < len(every)
        about = f"AEAD engine with {' and '.join(families)}" if some else "AEAD engine with every family"
        about += ", with a ring of descriptors" if module.has_ring else ""
        about += ", hardened against faults" if module.known["Hardened"] == "1" else ""
        told |= {*every, "Hardened"}
    listed = ", ".join(f"{name} = {value}" for name, value in module.parameters if name not in told)
    return f"{about} ({listed})" if listed else about
