# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The portable library on this computer, compiled by any compiler with any flags, and programs linked with it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from vambrace.base import store, tools
from vambrace.base.paths import root
from vambrace.software.toolchain import includes
from vambrace.software.toolchain.program import c_sources


@dataclass(frozen=True)
class Compiled:
    """A compiler with some flags; `replaced` has pairs of a library source and its replacement."""

    compiler: str = "gcc"
    flags: tuple[str, ...] = ("-O2",)
    replaced: tuple[tuple[Path, Path], ...] = ()

    @property
    def label(self) -> str:
        return f"{self.compiler} {' '.join(self.flags)}"

    def command(self, more: Sequence[str] = ()) -> list[str]:
        """Return the compile command, without sources."""
        program_found = tools.tool(self.compiler).find()
        assert program_found is not None
        return [program_found[1], *self._all_flags(), *more]

    def key(self, sources: Sequence[Path], more: Sequence[str] = ()) -> str:
        """Return the hash of this compiler's output for sources."""
        flags = [*self._all_flags(), *more]
        return store.digest(tools.version(self.compiler), flags, [includes.digest(source, flags) for source in sources])

    def _all_flags(self) -> list[str]:
        folders = ("lib/include", "lib/src", "firmware")
        return ["-std=c99", "-gdwarf-4", *self.flags, *(f"-I{root() / folder}" for folder in folders)]


def objects(build_of: Compiled, sources: Sequence[Path] | None = None) -> list[Path]:
    """Return the objects of the library, or of some of its sources, compiled with one call or from the cache."""

    def compiled(some: Sequence[Path]) -> Path:
        def build(work: Path) -> None:
            tools.run([*build_of.command(), "-c", *map(str, some)], cwd=work)

        return store.entry("host-secrets", build_of.key(some), build)

    by_name = {path.name: path for path in compiled(sources or c_sources()).glob("*.o")}
    for original, other in build_of.replaced:
        by_name[f"{original.stem}.o"] = compiled([other]) / f"{other.stem}.o"
    return [by_name[name] for name in sorted(by_name)]


def program(build_of: Compiled, sources: Sequence[Path], flags: Sequence[str], linked: Sequence[Path]) -> Path:
    """Return the program made of sources, which are compiled with additional flags, and of objects."""
    key = store.digest(store.digest_contents(list(linked)), build_of.key(sources, flags))

    def build(work: Path) -> None:
        tools.run([*build_of.command(flags), *map(str, [*sources, *linked]), "-o", "program"], cwd=work)

    return store.entry("host-secrets-program", key, build) / "program"
