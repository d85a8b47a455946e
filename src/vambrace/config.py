# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The named cores, extension sets, algorithms, scenarios and published figures of configs/.

An acceleration point is a core with an extension set, named ``CORE/EXTENSIONS``.
"""

import fnmatch
import tomllib
from dataclasses import dataclass, field, replace
from functools import cache

from vambrace.errors import UsageError, choose
from vambrace.paths import root


@dataclass(frozen=True)
class Core:
    name: str
    title: str
    upstream: str
    top: str
    rvfi_delay: int
    parameters: dict[str, int] = field(hash=False)


PROFILES = ("speed", "size")  # what libvambrace is built for: vambrace/backend.h


@dataclass(frozen=True)
class Extensions:
    name: str
    title: str
    units: tuple[str, ...]
    macros: tuple[str, ...]

    def with_profile(self, profile: str) -> "Extensions":
        """Return the same set for a library built for speed or size."""
        return self if profile == "speed" else replace(self, macros=(*self.macros, "VMB_SIZE"))


@dataclass(frozen=True)
class Algorithm:
    name: str
    title: str
    prefix: str
    key: int
    nonce: int
    tag: int
    uses: tuple[str, ...]


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
        return self.extensions.with_profile(self.profile)


def _load(name: str) -> dict:
    return tomllib.loads((root() / "configs" / name).read_text())


@cache
def cores() -> dict[str, Core]:
    return {name: Core(name=name, **value) for name, value in _load("cores.toml").items()}


@cache
def extension_sets() -> dict[str, Extensions]:
    return {
        name: Extensions(name, value["title"], tuple(value["units"]), tuple(value["macros"]))
        for name, value in _load("extensions.toml").items()
    }


@cache
def algorithms() -> dict[str, Algorithm]:
    return {
        name: Algorithm(name=name, **{**value, "uses": tuple(value["uses"])})
        for name, value in _load("algorithms.toml").items()
    }


@cache
def scenarios() -> dict[str, Scenario]:
    return {name: Scenario(name=name, **value) for name, value in _load("scenarios.toml").items()}


@cache
def points() -> dict[str, Point]:
    """Return all acceleration points by name."""
    every = (Point(c, e) for c in cores().values() for e in extension_sets().values())
    return {p.name: p for p in every}


def point(name: str) -> Point:
    """Return one point by its name; UsageError lists the names."""
    return points()[choose("point", name, list(points()))]


def select_points(patterns: list[str]) -> list[Point]:
    """Return the points that any pattern names: a point, a core, an extension set, or
    a shell pattern such as ``ibex-ref/*``. No pattern: all points. Order is that of configs/."""
    if not patterns:
        return list(points().values())
    chosen: set[str] = set()
    for pattern in patterns:
        matching = {
            p.name
            for p in points().values()
            if pattern in (p.core.name, p.extensions.name) or fnmatch.fnmatchcase(p.name, pattern)
        }
        if not matching:
            raise UsageError(
                f"unknown point '{pattern}'; one of: {', '.join(points())}; "
                f"or a core ({', '.join(cores())}) or an extension set ({', '.join(extension_sets())})"
            )
        chosen |= matching
    return [p for p in points().values() if p.name in chosen]


def published_cycles(algorithm: str, extensions: str, scenario: str) -> int | None:
    """Return the published cycles for sealing on ibex-ref, or None."""
    for row in _load_published()["cycles"]:
        if row["algorithm"] == algorithm and row["extensions"] == extensions:
            return row[scenario]
    return None


def published_bytes(algorithm: str, extensions: str) -> int | None:
    """Return the published memory (stack, code and static bytes) on ibex-ref, or None."""
    for row in _load_published()["memory"]:
        if row["algorithm"] == algorithm and row["extensions"] == extensions:
            return row["bytes"]
    return None


@cache
def _load_published() -> dict:
    return _load("published.toml")
