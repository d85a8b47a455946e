# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Builds soc/lockstep, which steps Spike together with a core, against the library of Spike's own program."""

from functools import cache
from pathlib import Path

from vambrace.base import store, tools
from vambrace.base.paths import root
from vambrace.software.toolchain import includes

# The distributed Spike is compiled with the older ABI of GCC's C++ library.
_COMPILE = ["g++", "-std=gnu++17", "-O2", "-Wall", "-Wextra", "-Werror", "-D_GLIBCXX_USE_CXX11_ABI=0"]


def _sources() -> list[Path]:
    return sorted((root() / "soc" / "lockstep").glob("*.cpp"))


def key() -> str:
    """Return the hash of the program's inputs."""
    spike = str(tools.spike_program())  # contained in the program
    files = [includes.digest(source, ()) for source in _sources()]
    return store.digest(files, _COMPILE, tools.version("spike"), tools.version("g++"), spike)


@cache
def program() -> Path:
    """Return the program, from the cache or built."""
    return store.entry("lockstep", key(), _build) / "lockstep"


def _build(work: Path) -> None:
    spike = tools.spike_program().parents[1]
    tools.run(
        [
            *_COMPILE,
            f"-isystem{spike / 'include'}",
            *map(str, _sources()),
            f"-L{spike / 'lib'}",
            "-lriscv",
            "-ldl",
            f"-Wl,-rpath,{spike / 'lib'}",
            "-o",
            str(work / "lockstep"),
        ]
    )
