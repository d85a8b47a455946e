# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Simulation models: a core, verilated with the test bench of soc/sim."""

from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from vambrace.base import store, tools
from vambrace.base.errors import VambraceError
from vambrace.base.paths import root
from vambrace.config import Core, Extensions, macros, parameters
from vambrace.hardware import rtl, verilator

# SYNTHESIS leaves out upstream's messages and assertions, which are for its own test benches; ours (rtl/assert) are in.
# Warnings about upstream code are ignored; a test lints our own files.
_VERILATOR_FLAGS = [
    "--cc",
    "--prefix",
    "Vcore",
    "-O3",
    "--x-assign",
    "fast",
    "--x-initial",
    "fast",
    "--assert",
    "--no-assert-case",
    "-DRVFI",
    "-DSYNTHESIS",
    "-Wno-fatal",
    "-Wno-lint",
    "-Wno-style",
    "-Wno-UNOPTFLAT",
]

#: The flags of the test bench's object.
_BENCH_FLAGS = ["-std=gnu++17", "-O2"]


@dataclass(frozen=True)
class ModelSpec:
    """The configuration of a model. With defects it has no assertions: the test has to find the defect by itself."""

    core: Core
    units: frozenset[str]  # behind its accelerator port
    stock: bool = False  # whether the core has no accelerator port
    trace: bool = False  # whether the model can write waveforms
    files: tuple[Path, ...] = ()  # more RTL, of a test; `core.top` is its module
    defects: tuple[tuple[str, str, str], ...] = ()  # for a test to find: file, text that it contains once, other text

    @property
    def label(self) -> str:
        units = "stock" if self.stock else "+".join(sorted(self.units)) or "no units"
        return f"{self.core.name} ({units}{', waveforms' if self.trace else ''})"


ALL_UNITS = frozenset(parameters.INSTRUCTIONS.values())

#: The AEAD engines next to the core, behind every coupling: soc/rtl.
ENGINES = frozenset({parameters.ACCELERATORS["engine"]})

#: An AES unit instead of them: rtl/aes.
AES_UNIT = frozenset({parameters.ACCELERATORS["aes-unit"]})

#: The top module of a model: soc/sim.
_TOP = "vmb_sim"


def shared(core: Core, extensions: Extensions | None = None) -> ModelSpec:
    """Return the model that all points of a core with function units share; or its points without units, with an
    engine, or with an AES unit. A unit that a program does not use changes no cycle (a test compares with stock Ibex)
    but makes the simulation slower."""
    if extensions is None:
        return ModelSpec(core, ALL_UNITS & core.units)
    accelerators = frozenset(extensions.units) & (ENGINES | AES_UNIT)
    core = with_accelerator(core, extensions)
    units = accelerators or (ALL_UNITS.union(extensions.options) if extensions.units else frozenset())
    return ModelSpec(core, units & core.units)


def with_accelerator(core: Core, extensions: Extensions) -> Core:
    """The core with the parameters of the accelerator that the system is to have."""
    given = extensions.accelerator.parameters if extensions.accelerator else {}
    return replace(core, parameters={**core.parameters, **given}) if given else core


@cache
def key(spec: ModelSpec) -> str:
    """Return the hash of all inputs of the model. A process reads the sources once."""
    design = design_of(spec)
    bench = sorted(path for path in (root() / "soc" / "sim").rglob("*") if path.is_file())
    return store.digest(
        verilator.key(),
        _VERILATOR_FLAGS,
        _BENCH_FLAGS,
        _parameters(spec),
        _defines(spec),
        spec.core.top,
        _bench_flags(spec),
        spec.trace,
        sorted(design.edited.items()),
        design.generated.key if design.generated else "",
        store.digest_files([*design.digest_inputs(), *spec.files]),
        store.digest_files(bench),
        *([spec.defects] if spec.defects else []),
    )


def is_built(spec: ModelSpec) -> bool:
    """Return whether the model is in the cache."""
    return store.has("model", key(spec))


def build(spec: ModelSpec) -> Path:
    """Return the path of the model's program, building it when it is not in the cache."""

    def make(work: Path) -> None:
        _build(spec, design_of(spec), work)

    return store.entry("model", key(spec), make) / "model"


def design_of(spec: ModelSpec) -> rtl.Design:
    return rtl.design(spec.core.upstream, spec.stock, spec.units, spec.core.configuration)


def _bench_rtl() -> list[Path]:
    return rtl.own_files(root() / "soc" / "sim" / f"{_TOP}.core")


def _bench_main() -> Path:
    """The source of the test bench that is compiled for each model: it alone includes what Verilator generates."""
    return root() / "soc" / "sim" / "main.cpp"


def bench_key() -> str:
    """Return the hash of all inputs of the test bench's object."""
    files = sorted(path for path in (root() / "soc" / "sim").rglob("*") if path.suffix in (".cpp", ".h"))
    return store.digest(tools.version("g++"), _BENCH_FLAGS, store.digest_files(files))


def bench_object() -> Path:
    """Return the object of all other sources of the test bench, which all models share."""
    folder = root() / "soc" / "sim"
    sources = sorted(path for path in folder.rglob("*.cpp") if path != _bench_main())

    def make(work: Path) -> None:
        source = _write(work / "bench.cpp", "".join(f'#include "{path}"\n' for path in sources))
        tools.run(["g++", *_BENCH_FLAGS, f"-I{folder}", "-c", str(source), "-o", str(work / "bench.o")])

    return store.entry("test-bench", bench_key(), make) / "bench.o"


def _parameters(spec: ModelSpec) -> dict[str, int]:
    if spec.stock:
        return dict(spec.core.parameters)
    return {**spec.core.parameters, **parameters.of(spec.units, spec.core.units)}


def _bench_flags(spec: ModelSpec) -> str:
    return " ".join(macros.test_bench(spec.core))


def _defines(spec: ModelSpec) -> list[str]:
    names = macros.stock() if spec.stock else macros.verilog(spec.units & spec.core.units)
    return [*macros.system(spec.core, _parameters(spec)), *(f"-D{name}" for name in names)]


def _write(path: Path, text: str) -> Path:
    path.write_text(text)
    return path


def with_defects(spec: ModelSpec, design: rtl.Design) -> tuple[dict[str, str], dict[Path, str]]:
    """Return the edited upstream files, by name, and our own files that differ, with their texts."""
    texts: dict[str, str] = dict(design.edited)
    own = {path.name: path for path in design.files}
    for name, before, after in spec.defects:
        text = texts[name] if name in texts else own[name].read_text()
        if text.count(before) != 1:
            raise VambraceError(f"a defect of {name}: its place is there {text.count(before)} times")
        texts[name] = text.replace(before, after)
    replaced = {own[name]: texts.pop(name) for name in list(texts) if name not in design.edited}
    return texts, replaced


def _build(spec: ModelSpec, design: rtl.Design, work: Path) -> None:
    generated = design.generated.files() if design.generated else []
    texts, replaced = with_defects(spec, design)
    edited = [_write(work / name, text) for name, text in texts.items()]
    files = [_write(work / path.name, replaced[path]) if path in replaced else path for path in design.files]
    objects = work / "obj"
    command = [
        verilator.program(),
        *_VERILATOR_FLAGS,
        *(["--no-assert"] if spec.defects else []),
        "--top-module",
        _TOP,
        *(["--trace-vcd"] if spec.trace else []),
        *_defines(spec),
        *(f"+incdir+{folder}" for folder in design.include_dirs),
        *(arg for folder in design.library_dirs for arg in ("-y", str(folder))),
        *map(str, [*generated, *design.packages, *edited, *files, *spec.files, *_bench_rtl()]),
        "-Mdir",
        str(objects),
    ]
    tools.run(command, env=verilator.environment())
    flags = [*_bench_flags(spec).split(), f"-I{root() / 'soc' / 'sim'}"]
    verilator.link(objects, [_bench_main()], flags, work / "model", [bench_object()])
    store.remove(objects)
