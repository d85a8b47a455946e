# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Acceleration points: a core with an extension set, named ``CORE/EXTENSIONS``."""

import fnmatch
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache

from vambrace.base.errors import UsageError, choose, unknown
from vambrace.config.build import GCC, Build
from vambrace.config.core import ALIGNED, MISALIGNED, Core, cores
from vambrace.config.engine_options import SIGN, parse
from vambrace.config.extensions import Extensions, extension_sets, with_options


@dataclass(frozen=True)
class Point:
    core: Core
    extensions: Extensions
    profile: str = "speed"
    aligned: bool = False  # whether the library makes only aligned accesses on a core that executes others
    compiler: str = GCC  # of the library's C, one of COMPILERS
    optimisation: str = ""  # compiler level for the library (config.OPTIMISATIONS); "": the profile's

    def __post_init__(self) -> None:
        if reason := too_wide(self.core, self.extensions):
            raise UsageError(reason)

    @property
    def name(self) -> str:
        """Return CORE/EXTENSIONS, followed by settings that differ from the core's defaults: the profile, the
        compiler and its level, aligned accesses.
        """
        profile = "" if self.profile == "speed" else f":{self.profile}"
        level = f":{self.optimisation[1:]}" if self.optimisation else ""
        aligned = ":aligned" * (self.accesses != self.core.accesses)
        compiler = "" if self.compiler == GCC else f":{self.compiler}"
        return f"{self.core.name}/{self.extensions.name}{profile}{compiler}{level}{aligned}"

    @property
    def accesses(self) -> str:
        """Return the accesses that the library makes, one of ACCESSES: the core's, unless `aligned` is set."""
        return ALIGNED if self.aligned else self.core.accesses

    @property
    def build(self) -> Build:
        """Return the build of programs for this point."""
        accelerator = self.extensions.accelerator
        return Build(
            self.extensions,
            self.profile,
            self.optimisation,
            self.compiler,
            xlen=self.core.xlen,
            misaligned=self.accesses == MISALIGNED,
            scratchpad=self.core.scratchpad,
            rocc=self.core.rocc and accelerator is not None and accelerator.bus == "port",
        )


@cache
def points() -> dict[str, Point]:
    """Return all acceleration points by name."""
    every = (Point(c, e) for c in cores().values() for e in extension_sets().values() if c.can_have(e))
    return {p.name: p for p in every}


def too_wide(core: Core, extensions: Extensions) -> str:
    """Return why the engine's memory port cannot be as wide as its options say; "" if it can."""
    if not extensions.wide:
        return ""
    if not extensions.ported:
        return f"{extensions.name}: this engine has no memory port; leave out PortBits"
    rocc = core.upstream == "rocket"
    return f"{extensions.name}: on {core.name}, the memory port has 32 bits; leave out PortBits" if rocc else ""


def point(name: str) -> Point:
    """Return a point by name, which may set options of the engine (engine_options); UsageError for an unknown name."""
    name, sign, options = name.partition(SIGN)
    if sign:
        return _with_options(point(name), options)
    if name not in points():
        _refuse_known(name)
    return points()[choose("point", name, points())]


def with_accesses(point: Point, accesses: str | None) -> Point:
    """Return the point with a library that makes these accesses, one of ACCESSES; None: the accesses that its core
    executes. UsageError if the core traps on them.
    """
    if accesses == MISALIGNED and point.core.accesses == ALIGNED:
        able = ", ".join(name for name, core in cores().items() if core.accesses == MISALIGNED)
        raise UsageError(
            f"{point.core.name} traps on misaligned accesses: only --accesses aligned; misaligned is for {able}"
        )
    return replace(point, aligned=accesses == ALIGNED and point.core.misaligned)


def only_rv32(points: list[Point], what: str) -> None:
    """Raise UsageError if a point has 64-bit registers; `what` supports only 32 bits."""
    for point in points:
        if point.core.xlen != 32:
            raise UsageError(
                f"{point.name}: {what} supports only 32-bit cores, and {point.core.name} has {point.core.xlen} bits"
            )


def select_points(patterns: list[str], also: tuple[str, Iterable[str]] = ("", ())) -> list[Point]:
    """Return the points that match any of the patterns, in the order of configs/. A pattern is a point, a core (with
    the default extension sets), an extension set, or a shell pattern such as ``ibex-ref/*``. Options of the engine may
    follow: ``ibex-ref/engine@AsconRoundsPerCycle=2``. Without patterns: the default cores. `also` has further names
    that the caller accepts, with descriptions, for the message of UsageError.
    """
    if not patterns:
        return [p for p in points().values() if p.core.default and p.extensions.default]
    chosen: set[str] = set()
    configured: dict[str, Point] = {}
    for pattern in patterns:
        plain, sign, options = pattern.partition(SIGN)
        if sign:
            configured |= {p.name: p for p in (_with_options(p, options) for p in select_points([plain], also))}
            continue
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
    return [*(p for p in points().values() if p.name in chosen), *configured.values()]


def _with_options(point: Point, options: str) -> Point:
    return replace(point, extensions=with_options(point.extensions, dict(parse(options))))


def _refuse_known(name: str) -> None:
    """Raise UsageError if the core and the extension set exist but cannot be combined."""
    core, _, extensions = name.partition("/")
    if core in cores() and extensions in extension_sets():
        able = ", ".join(c.name for c in cores().values() if c.can_have(extension_sets()[extensions]))
        raise UsageError(f"{core} cannot have {extensions}: only {able} can")
