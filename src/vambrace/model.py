# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Simulation models: a core, verilated with the test bench of soc/sim."""

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from vambrace import rtl, store, tools, verilator
from vambrace.config import Core
from vambrace.errors import VambraceError
from vambrace.paths import root

# Upstream's messages and assertions are for its own test benches: SYNTHESIS
# leaves them out. Warnings about upstream code are upstream's business; our own
# files are linted by a test.
_VERILATOR_FLAGS = [
    "--cc",
    "--prefix",
    "Vcore",
    "-O3",
    "--x-assign",
    "fast",
    "--x-initial",
    "fast",
    "--noassert",
    "-DRVFI",
    "-DSYNTHESIS",
    "-Wno-fatal",
    "-Wno-lint",
    "-Wno-style",
    "-Wno-UNOPTFLAT",
]


@dataclass(frozen=True)
class ModelSpec:
    """What a model is built from: a core, the units behind its accelerator port,
    whether the port is there at all, whether it can write waveforms, more RTL
    (that of a test, whose module is the core's `top` then), and defects of the RTL
    that a test has to find: file, text that is in it once, text in its place."""

    core: Core
    units: frozenset[str]
    stock: bool = False
    trace: bool = False
    files: tuple[Path, ...] = ()
    defects: tuple[tuple[str, str, str], ...] = ()

    @property
    def label(self) -> str:
        units = "stock" if self.stock else "+".join(sorted(self.units)) or "no units"
        return f"{self.core.name} ({units}{', waveforms' if self.trace else ''})"


ALL_UNITS = frozenset({"Zbkb", "Zbkc", "Zkn", "Xascon", "Xasconp"})

#: The AEAD engines beside the core, behind every coupling: soc/rtl.
ENGINES = frozenset({"Engines"})

#: An AES unit in their place: rtl/aes.
AES_UNIT = frozenset({"AesUnit"})


@cache
def key(spec: ModelSpec) -> str:
    """Return the hash of everything the model is built from. Sources are read once a process."""
    design = _design(spec)
    bench = sorted((root() / "soc" / "sim").iterdir())
    return store.digest(
        verilator.key(), _VERILATOR_FLAGS,
        _parameters(spec), _defines(spec), spec.core.top, _bench_flags(spec), spec.trace,
        sorted(design.edited.items()), design.generated.key if design.generated else "",
        store.digest_files([*design.digest_inputs(), *spec.files]),
        store.digest_files(bench), *([spec.defects] if spec.defects else []),
    )  # fmt: skip


def build(spec: ModelSpec) -> Path:
    """Return the path of the model's program, building it when it is not in the cache."""

    def make(work: Path) -> None:
        _build(spec, _design(spec), work)

    return store.entry("model", key(spec), make) / "model"


def _design(spec: ModelSpec) -> rtl.Design:
    return rtl.design(spec.core.upstream, spec.stock, spec.units, spec.core.configuration)


def _bench_sources() -> list[Path]:
    return sorted((root() / "soc" / "sim").glob("*.cpp"))


def _parameters(spec: ModelSpec) -> dict[str, int]:
    if spec.stock:
        return dict(spec.core.parameters)
    return {**spec.core.parameters, **{unit: int(unit in spec.units) for unit in sorted(spec.core.units)}}


def _bench_flags(spec: ModelSpec) -> str:
    caches = " -DVMB_CACHES=1" if spec.core.caches else ""
    wide = f" -DVMB_MEM_BYTES={spec.core.xlen // 8}" if spec.core.xlen != 32 else ""
    return f"-DVMB_RVFI_DELAY={spec.core.rvfi_delay}{caches}{wide}"


def _defines(spec: ModelSpec) -> list[str]:
    if spec.stock:
        return ["-DVMB_STOCK_IBEX"]
    return [f"-D{macro}" for macro in rtl.macros(spec.units & spec.core.units)]


def _write(path: Path, text: str) -> Path:
    path.write_text(text)
    return path


def _with_defects(spec: ModelSpec, design: rtl.Design) -> tuple[dict[str, str], dict[Path, str]]:
    """Return the edited upstream files, by name, and our own that differ, with their texts."""
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
    texts, replaced = _with_defects(spec, design)
    edited = [_write(work / name, text) for name, text in texts.items()]
    files = [_write(work / path.name, replaced[path]) if path in replaced else path for path in design.files]
    objects = work / "obj"
    command = [
        verilator.program(), *_VERILATOR_FLAGS, "--top-module", spec.core.top,
        *(["--trace-vcd"] if spec.trace else []), *_defines(spec),
        *(f"-G{name}={value}" for name, value in _parameters(spec).items()),
        *(f"+incdir+{folder}" for folder in design.include_dirs),
        *(arg for folder in design.library_dirs for arg in ("-y", str(folder))),
        *map(str, [*generated, *design.packages, *edited, *files, *spec.files]),
        "-Mdir", str(objects),
    ]  # fmt: skip
    tools.run(command, env=verilator.environment())
    flags = [*_bench_flags(spec).split(), f"-I{root() / 'soc' / 'sim'}"]
    verilator.link(objects, _bench_sources(), flags, work / "model")
    store.remove(objects)
