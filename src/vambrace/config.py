# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The named cores, extension sets, algorithms and scenarios of configs/.

An acceleration point is a core with an extension set, named ``CORE/EXTENSIONS``.
"""

import fnmatch
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import cache

from vambrace.errors import UsageError, choose, unknown
from vambrace.paths import root


@dataclass(frozen=True)
class Core:
    name: str
    title: str
    upstream: str
    top: str
    rvfi_delay: int
    parameters: dict[str, int] = field(hash=False)
    default: bool = False
    extensions: tuple[str, ...] = ()  # the sets that it can have; none named: all but those for other cores
    caches: bool = False
    configuration: str = ""  # of a core that is generated
    macros: tuple[str, ...] = ()  # for all builds
    xlen: int = 32  # bits of a register
    engine_macros: tuple[str, ...] = ()  # for builds that use an engine's instructions, or a unit's

    def can_have(self, extensions: "Extensions") -> bool:
        """Whether a system of this core with these extensions exists."""
        if extensions.cores and self.name not in extensions.cores:
            return False
        return not self.extensions or extensions.name in self.extensions

    @property
    def units(self) -> frozenset[str]:
        """The units that can be asked of the core's module."""
        return frozenset(u for e in extension_sets().values() if self.can_have(e) for u in e.units)


PROFILES = ("speed", "size")  # what libvambrace is built for: vambrace/backend.h


@dataclass(frozen=True)
class Extensions:
    name: str
    title: str
    units: tuple[str, ...]
    macros: tuple[str, ...]
    default: bool = True  # whether a core's name means this set too
    cores: tuple[str, ...] = ()  # the only ones that can have it, where not every core can
    xlen: int = 32  # bits of a register, of the core that programs are compiled for

    @property
    def label(self) -> str:
        """The name, with the profile where that is not speed."""
        return self.name + (":size" if "VMB_SIZE" in self.macros else "")

    @property
    def engine(self) -> bool:
        """Whether the AEAD engine does the work."""
        return "Engines" in self.units

    @property
    def aes_unit(self) -> bool:
        """Whether the AES unit does AES."""
        return "AesUnit" in self.units

    @property
    def ported(self) -> bool:
        """Whether that engine has a memory port."""
        return self.engine and not {"VMB_ENGINE_PIO", "VMB_ENGINE_PORT_PIO"} & set(self.macros)

    @property
    def ram_bytes(self) -> int | None:
        """All that programs have, where that is less than they ask for."""
        found = [int(m.partition("=")[2], 0) for m in self.macros if m.startswith("VMB_SCRATCHPAD=")]
        return found[0] if found else None

    def with_profile(self, profile: str) -> "Extensions":
        """Return the same set for a library built for speed or size."""
        return self if profile == "speed" else replace(self, macros=(*self.macros, "VMB_SIZE"))


#: The library without any assembly, for tests.
PORTABLE = Extensions("portable", "C99 in the place of all assembly", (), ("VMB_PORTABLE",))

#: What can be asked of each kind of algorithm. The first two operations undo each other.
OPERATIONS = {"aead": ("seal", "open"), "cipher": ("encrypt", "decrypt"), "hash": ("hash",)}


@dataclass(frozen=True)
class Algorithm:
    """One entry of configs/algorithms.toml, which says what the fields are."""

    name: str
    title: str
    kind: str
    prefix: str
    uses: tuple[str, ...]
    key: int = 0
    nonce: int = 0
    tag: int = 0
    mode: str = ""
    features: tuple[str, ...] = ()
    default: bool = False
    engine: bool = True  # whether the AEAD engine has it

    @property
    def operations(self) -> tuple[str, ...]:
        return OPERATIONS[self.kind]

    def function(self, operation: str) -> str:
        """The one-shot C function of an operation."""
        parts = {"aead": [operation], "cipher": [self.mode, operation], "hash": []}[self.kind]
        if self.mode == "ctr":  # which is its own inverse
            parts = ["ctr"]
        return "_".join([self.prefix, *parts])

    def gains_from(self, extensions: Extensions) -> bool:
        """Whether these extensions change how it is computed: otherwise its cycles are those without any."""
        if extensions.aes_unit:
            return self.prefix.startswith("vmb_aes")
        return extensions.name in ("none", *self.uses) or (extensions.engine and self.engine)

    @property
    def has_ad(self) -> bool:
        """Whether calls take associated data, or a customization string in its place."""
        return self.kind == "aead" or "customization" in self.features

    def whole(self, length: int) -> int:
        """The longest message that this algorithm takes of at most so many bytes."""
        return length - length % 16 if "blocks" in self.features else length

    @property
    def flags(self) -> list[str]:
        """What tells C programs which algorithm they call (firmware/jobs_algorithm.h)."""
        forward, backward = self.function(self.operations[0]), self.function(self.operations[-1])
        return [
            f"-DVMB_ALG={self.prefix}", f"-DVMB_FORWARD={forward}", f"-DVMB_BACKWARD={backward}",
            f"-DVMB_KIND_{self.kind.upper()}", *(f"-DVMB_HAS_{feature.upper()}" for feature in self.features),
        ]  # fmt: skip


@dataclass(frozen=True)
class Peer:
    """A library of others, and the package that its sources come in (configs/peers.toml)."""

    name: str
    title: str
    version: str
    kind: str  # sdist or crate
    package: str
    package_version: str
    sha256: str
    folder: str
    keep: tuple[str, ...]
    includes: tuple[str, ...]
    macros: tuple[str, ...]
    sources: tuple[str, ...]
    not_constant_time: tuple[str, ...]
    algorithms: dict[str, str] = field(hash=False)
    replaced: dict[str, str] = field(hash=False, default_factory=dict)
    flags: tuple[str, ...] = ()  # more flags for the compiler, from the command line

    def constant_time(self, algorithm: str) -> bool:
        """Return whether the peer computes an algorithm without tables that secrets index."""
        return not any(fnmatch.fnmatchcase(algorithm, p) for p in self.not_constant_time)


@dataclass(frozen=True)
class Scenario:
    name: str
    title: str
    ad: int
    message: int


@dataclass(frozen=True)
class Point:
    core: Core
    extensions: Extensions
    profile: str = "speed"

    @property
    def name(self) -> str:
        return f"{self.core.name}/{self.extensions.name}" + ("" if self.profile == "speed" else f":{self.profile}")

    @property
    def build(self) -> Extensions:
        """What programs for this point are compiled with."""
        build = self.extensions.with_profile(self.profile)
        build = replace(build, macros=(*build.macros, *self.core.macros), xlen=self.core.xlen)
        if not any(macro.startswith(("VMB_ENGINE_PORT", "VMB_AES_UNIT")) for macro in build.macros):
            return build
        return replace(build, macros=(*build.macros, *self.core.engine_macros))


def _load(name: str) -> dict:
    return tomllib.loads((root() / "configs" / name).read_text())


@cache
def cores() -> dict[str, Core]:
    return {
        name: Core(name=name, **{k: tuple(v) if isinstance(v, list) else v for k, v in value.items()})
        for name, value in _load("cores.toml").items()
    }


@cache
def extension_sets() -> dict[str, Extensions]:
    return {
        name: Extensions(
            name,
            value["title"],
            tuple(value["units"]),
            tuple(value["macros"]),
            value.get("default", True),
            tuple(value.get("cores", ())),
        )
        for name, value in _load("extensions.toml").items()
    }


@cache
def algorithms() -> dict[str, Algorithm]:
    return {
        name: Algorithm(name=name, **{k: tuple(v) if isinstance(v, list) else v for k, v in value.items()})
        for name, value in _load("algorithms.toml").items()
    }


@cache
def scenarios() -> dict[str, Scenario]:
    return {name: Scenario(name=name, **value) for name, value in _load("scenarios.toml").items()}


@cache
def engine_bounds() -> dict[str, dict[str, int]]:
    """Cycles of the AEAD engine for a block of each algorithm that it has."""
    return _load("engine.toml")["units"]


def engine_withheld() -> int:
    """Bytes of plaintext that it withholds at once; of more it reads the message twice."""
    return _load("engine.toml")["withheld"]


@cache
def peers() -> dict[str, Peer]:
    return {
        name: Peer(name=name, **{k: tuple(v) if isinstance(v, list) else v for k, v in value.items()})
        for name, value in _load("peers.toml").items()
    }


@cache
def points() -> dict[str, Point]:
    """Return all acceleration points by name."""
    every = (Point(c, e) for c in cores().values() for e in extension_sets().values() if c.can_have(e))
    return {p.name: p for p in every}


def point(name: str) -> Point:
    """Return one point by its name; UsageError names the nearest."""
    if name not in points():
        _refuse_known(name)
    return points()[choose("point", name, points())]


def only_rv32(points: list[Point], what: str) -> None:
    """UsageError where a point's registers have 64 bits, which `what` is not for."""
    for point in points:
        if point.core.xlen != 32:
            raise UsageError(
                f"{point.name}: {what} is for cores of 32 bits, and {point.core.name} has {point.core.xlen}"
            )


def select_points(patterns: list[str], also: tuple[str, Iterable[str]] = ("", ())) -> list[Point]:
    """Return the points that any pattern names: a point, a core with the default extension sets, an
    extension set, or a shell pattern such as ``ibex-ref/*``. No pattern: the default cores. Order is
    that of configs/. `also` are names of another kind that the caller takes too, for the message of UsageError."""
    if not patterns:
        return [p for p in points().values() if p.core.default and p.extensions.default]
    chosen: set[str] = set()
    for pattern in patterns:
        matching = {
            p.name
            for p in points().values()
            if (pattern == p.core.name and p.extensions.default)
            or pattern == p.extensions.name
            or fnmatch.fnmatchcase(p.name, pattern)
        }
        if not matching:
            _refuse_known(pattern)
            kind = " or ".join(filter(None, ["point", also[0]]))
            every = [*points(), *cores(), *extension_sets(), *also[1]]
            raise UsageError(unknown(kind, pattern, every, "vambrace points"))
        chosen |= matching
    return [p for p in points().values() if p.name in chosen]


def _refuse_known(name: str) -> None:
    """UsageError where a point is of a core and a set that there are, but not together."""
    core, _, extensions = name.partition("/")
    if core in cores() and extensions in extension_sets():
        able = ", ".join(c.name for c in cores().values() if c.can_have(extension_sets()[extensions]))
        raise UsageError(f"{core} cannot have {extensions}: only {able} can")


def select_algorithms(names: list[str]) -> list[str]:
    """Return the names of algorithms that `names` mean: an algorithm, a kind, a shell pattern such as
    ``aes-*-gcm``, or "all". No name: the default ones. Each once, in the order in which they are asked for."""
    known = algorithms()
    if not names:
        return [name for name, algorithm in known.items() if algorithm.default]
    chosen: dict[str, None] = {}
    for asked in names:
        matching = [n for n, a in known.items() if asked in ("all", a.kind) or fnmatch.fnmatchcase(n, asked)]
        if not matching:
            raise UsageError(unknown("algorithm", asked, [*known, *OPERATIONS, "all"]))
        chosen |= dict.fromkeys(matching)
    return list(chosen)
