# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Synthesised parts of an acceleration point, and the blocks of configs/blocks.toml.

A point's parts are its core with the function units and, if it has one, the accelerator and its coupling. Its area is
the sum of its parts. The bus between them is not a part.
"""

import fnmatch
import tomllib
from dataclasses import dataclass, replace
from functools import cache

from vambrace import config
from vambrace.base.errors import UsageError
from vambrace.base.paths import root
from vambrace.config import Accelerator, Algorithm, Point, engine_options, parameters
from vambrace.hardware import rtl

#: The AES unit, by whether its registers are on a bus.
_AES_UNITS = {False: "vmb_aes_unit", True: "vmb_aes_unit_regs"}

#: Modules of an AES core that are mapped to an FPGA separately.
_AES_PRESERVED = ("vmb_aes_round", "vmb_aes_key_step", "vmb_aes_table")

#: Modules of simulated systems that contain the accelerators, which are separate parts.
_OUTSIDE_CORE = ("vmb_soc_engines", "vmb_aes_unit")

#: SRAM modules: their bits are reported, not their cells.
MEMORIES = ("vmb_hold_memory",)

#: Couplings between an engine or a unit and its core, in a subject's parts.
COUPLINGS = ("coupling", "RoCC", "RoCC memory port")


@dataclass(frozen=True)
class Generated:
    """For a generated core: its configuration, and the clock and reset names of `top`."""

    configuration: str
    clock: str
    reset: str


@dataclass(frozen=True)
class Part:
    """A module to synthesise separately, with its parameters; modules in `left_out` are holes in it. In generated cores
    memories are not modules: large arrays are holes there (synthesis).
    """

    name: str
    top: str
    parameters: tuple[tuple[str, int], ...]
    source: str  # a core in cores/, or a FuseSoC core file
    units: frozenset[str] = frozenset()
    left_out: tuple[str, ...] = ()
    generated: Generated | None = None
    on_fpga: tuple[tuple[str, int], ...] = ()  # additional parameters on an FPGA
    preserved: tuple[str, ...] = ()  # modules mapped to an FPGA separately
    around: str = ""  # a FuseSoC core file with the system around `source`, which has `top`
    defines: tuple[str, ...] = ()  # Verilog macros besides those of the units

    @property
    def label(self) -> str:
        values = ", ".join(f"{name}={value}" for name, value in self.parameters)
        return f"{self.top} ({values})" if values else self.top

    def design(self) -> rtl.Design:
        if self.source.endswith(".core"):
            return rtl.Design([], {}, rtl.core_files(root() / self.source, checks=False), [], [])
        if self.generated:  # contains none of our modules
            generator = rtl.design(self.source, configuration=self.generated.configuration).generated
            return rtl.Design([], {}, [], [], [], generator)
        design = rtl.design(self.source, units=self.units, netlist=True)
        more = rtl.own_files(root() / self.around) if self.around else []
        return replace(design, files=[*design.files, *more])


@dataclass(frozen=True)
class Subject:
    """A point or a block, with its parts."""

    name: str
    title: str
    parts: tuple[Part, ...]
    point: Point | None = None

    def names(self) -> dict[str, str | None]:
        """Return its description for records (docs/reference/records.md)."""
        engine = next((p for p in self.parts if p.name in ("engine", "AES unit")), None)
        return {
            "core": self.point.core.name if self.point else None,
            "extensions": self.point.extensions.name if self.point else None,
            "block": None if self.point else self.name,
            "engine": engine.label if engine else None,
            "coupling": next((p.top for p in self.parts if p.name in COUPLINGS), None),
        }


@cache
def blocks() -> dict[str, Subject]:
    """Return the blocks of configs/blocks.toml."""
    return _read("blocks.toml")


@cache
def exported() -> dict[str, Subject]:
    """Return these and the blocks of configs/exported.toml, which are exported but not measured separately."""
    return {**blocks(), **_read("exported.toml")}


def _read(file: str) -> dict[str, Subject]:
    by_name = {}
    for name, b in tomllib.loads((root() / "configs" / file).read_text(encoding="utf-8")).items():
        units = [parameters.INSTRUCTIONS[key] for key in b.get("instructions", ())]
        parameters_given = {**b.get("parameters", {}), **parameters.of(units, units)}
        part = Part(
            name,
            b["top"],
            tuple(parameters_given.items()),
            b["files"],
            left_out=MEMORIES,
            preserved=tuple(b.get("kept", ())),
        )
        by_name[name] = Subject(name, b["title"], (part,))
    return by_name


def of_point(point: Point) -> Subject:
    """Return the parts of a point."""
    core, extensions = point.core, point.extensions
    if core.upstream == "rocket":
        return _of_rocket(point)
    # Without NMIs and debug requests: no measurement uses them.
    parts = []
    coupling, memory_port = coupling_name(point), extensions.ported
    on = frozenset(extensions.units)
    if coupling and coupling != "accel":
        on -= {parameters.ACCELERATORS["engine"]}  # the core is the same as without an engine
    parameters_given = {**core.parameters, "Requests": 0, **parameters.of(on, on)}
    parts.append(Part("core", core.top, tuple(parameters_given.items()), core.upstream, on, _OUTSIDE_CORE))
    if coupling:
        ring = (("IndexBits", 6),) if extensions.accelerator and extensions.accelerator.ring else ()
        parts.append(Part("coupling", f"vmb_couple_{coupling}", ring, "rtl/couple/vmb_couple.core"))
        parts.append(_engine(memory_port, extensions.accelerator))
    if extensions.accelerator and extensions.aes_unit:
        parts.append(_aes_unit(extensions.accelerator))
    return Subject(point.name, extensions.title, tuple(parts), point)


def _of_rocket(point: Point) -> Subject:
    """Return the parts of a Rocket point: the tile, which has RoCC only for commands or a memory port; RoCC's adapters;
    and the accelerator behind them or on the peripheral port (soc/rtl/vmb_soc_rocc.sv).
    """
    listed = tomllib.loads((root() / "cores" / "rocket" / "upstream.toml").read_text())
    top, accelerator = listed["silicon"], point.extensions.accelerator
    configuration = point.core.configuration or listed["generator"]["configuration"]
    configuration += (
        "" if accelerator and (accelerator.bus == "port" or accelerator.memory_port) else top["without_rocc"]
    )
    tile = Generated(configuration, top["clock"], top["reset"])
    parts = [Part("core", top["top"], (), "rocket", generated=tile)]
    if accelerator is None:
        return Subject(point.name, point.extensions.title, tuple(parts), point)
    coupling = parameters.coupling(accelerator.bus)
    if accelerator.kind == "engine" or coupling != "accel":
        bits = (("SourceBits", 7),) if coupling == "tlul" else ()
        parts.append(Part("coupling", f"vmb_couple_{coupling}", bits, "rtl/couple/vmb_couple.core"))
    if coupling == "accel":
        parts.append(Part("RoCC", "vmb_rocc", (), "rtl/couple/vmb_rocc.core"))
    if accelerator.memory_port:  # with any coupling
        parts.append(Part("RoCC memory port", "vmb_rocc_mem", (), "rtl/couple/vmb_rocc.core"))
    parts.append(
        _engine(accelerator.memory_port, accelerator)
        if accelerator.kind == "engine"
        else _aes_unit(accelerator, ("PortDepth", 4))
    )
    return Subject(point.name, point.extensions.title, tuple(parts), point)


def _engine(memory_port: bool, accelerator: Accelerator | None) -> Part:
    options = accelerator.options if accelerator else ()
    if accelerator and accelerator.ring:
        return Part("engine", "vmb_engine_ring", options, "rtl/ring/vmb_engine_ring.core", left_out=MEMORIES)
    dma = () if memory_port else (("Dma", 0),)
    return Part("engine", "vmb_engine", (*options, *dma), "rtl/engine/vmb_engine.core", left_out=MEMORIES)


def _aes_unit(accelerator: Accelerator, *memory: tuple[str, int]) -> Part:
    on_bus = accelerator.bus != "port"
    parameters_given = [("KeyBits", accelerator.key_bits), *([] if accelerator.shorter_keys else [("ShorterKeys", 0)])]
    parameters_given += [("Chain", 1)] if accelerator.chain else []
    parameters_given += [("RoundsPerCycle", accelerator.rounds)] if accelerator.rounds != 1 else []
    parameters_given += memory if accelerator.memory_port else [] if on_bus else [("MemoryPort", 0)]
    source = "rtl/aes/vmb_aes_unit.core"
    # By itself, a step of the schedule of longer keys does not show that there is only one key length.
    is_full_schedule = accelerator.key_bits > 128 and not accelerator.shorter_keys
    preserved = tuple(module for module in _AES_PRESERVED if module != "vmb_aes_key_step" or not is_full_schedule)
    return Part(
        "AES unit", _AES_UNITS[on_bus], tuple(parameters_given), source, on_fpga=(("Sbox", 1),), preserved=preserved
    )


#: Parameters of a core for its accelerator.
_ENGINE = ("EngineCouplings", "EnginePorts", "EngineOptions", "EngineRing")


def to_simulate(point: Point, algorithm: Algorithm, every_unit: bool = False) -> Part:
    """Return the part whose netlist runs programs: the core with its accelerator; one engine with one coupling
    (simulated systems have two engines and all couplings). It has the units that the algorithm needs, or all with
    `every_unit`. UsageError for a point without such a part.
    """
    if point.core.upstream == "rocket":
        raise UsageError(
            f"{point.name}: the energy of generated cores is not supported: gate-level simulation does not "
            "model the arrays of their caches"
        )
    core, accelerator = of_point(point).parts[0], point.extensions.accelerator
    if accelerator is None:
        return core
    if point.core.upstream != "ibex":
        raise UsageError(f"{point.name}: the energy of engines is measured only on Ibex")
    if point.extensions.wide:
        raise UsageError(f"{point.name}: energy is measured with a memory port of 32 bits; leave out PortBits")
    if point.extensions.engine:
        asked = {} if every_unit else _needed(algorithm)
        options = engine_options.pack({"AesSbox": 0, **asked, **dict(accelerator.options)})
        accelerator_parameters = parameters.one_engine(accelerator.bus, accelerator.memory_port)
        accelerator_parameters["EngineOptions"] = options
        if accelerator.ring:
            accelerator_parameters["EngineRing"] = 1
    else:
        accelerator_parameters = {"AesUnitSbox": 0, **accelerator.parameters}
    parameters_given = {**dict(core.parameters), **parameters.of(point.extensions.units, point.extensions.units)}
    parameters_given |= accelerator_parameters
    return Part(
        "system", core.top, tuple(parameters_given.items()), core.source, frozenset(point.extensions.units), MEMORIES
    )


def _needed(algorithm: Algorithm) -> dict[str, int]:
    """Return the options of an engine for whole messages of an algorithm: no other unit, nothing else of its own unless
    it is no AEAD or has a longer AES key, and then everything."""
    options = engine_options.own(algorithm.name)
    if algorithm.kind != "aead" or (options["Aes"] and algorithm.key > 16):
        return {name: value for name, value in options.items() if name in ("Ascon", "Chacha", "Aes", "AsconV12")}
    return {**options, "Contexts": 0, "Slots": 0}


def coupling_name(point: Point) -> str:
    """The coupling of a point's engine; "" without an engine."""
    accelerator = point.extensions.accelerator
    return parameters.coupling(accelerator.bus) if accelerator and accelerator.kind == "engine" else ""


def engine_label(part: Part) -> str:
    """Return the label of an engine with the parameters of a part that belong to the engine."""
    values = {name: value for name, value in part.parameters if name in _ENGINE}
    shown = {name.removeprefix("Engine"): value for name, value in values.items() if name != "EngineOptions"}
    shown |= engine_options.differing(values["EngineOptions"]) if "EngineOptions" in values else {}
    return f"vmb_soc_engines ({', '.join(f'{name}={value}' for name, value in shown.items())})"


def select(names: list[str]) -> list[Subject]:
    """Return the subjects that names, patterns, cores or extension sets select; without any, all points of ibex-ref and
    all blocks.
    """
    if not names:
        return [*map(of_point, config.select_points(["ibex-ref/*"])), *blocks().values()]
    by_name: dict[str, Subject] = {}
    for name in names:
        matching = [b for b in blocks().values() if fnmatch.fnmatchcase(b.name, name)]
        for subject in matching or map(of_point, config.select_points([name], also=("block", blocks()))):
            by_name[subject.name] = subject
    return list(by_name.values())
