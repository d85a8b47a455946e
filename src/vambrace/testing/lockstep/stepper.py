# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Builds soc/lockstep, the program that steps Spike beside a core: against the library that Spike's own program is."""

from pathlib import Path

from vambrace import store, tools
from vambrace.paths import root

# The distributed Spike is compiled with the older of the two ABIs of GCC's C++ library.
_COMPILE = ["g++", "-std=gnu++17", "-O2", "-Wall", "-Wextra", "-Werror", "-D_GLIBCXX_USE_CXX11_ABI=0"]


def program() -> Path:
    """Return the program, from the cache or built."""
    folder = root() / "soc" / "lockstep"
    sources = sorted(folder.glob("*.cpp"))
    shared = [root() / "soc" / "sim" / name for name in ("devices.h", "memory.h", "parent.h", "rvfi.h", "window.h")]
    spike = tools.spike_program().parents[1]

    def build(work: Path) -> None:
        tools.run([
            *_COMPILE, f"-isystem{spike / 'include'}", *map(str, sources), f"-L{spike / 'lib'}", "-lriscv", "-ldl",
            f"-Wl,-rpath,{spike / 'lib'}", "-o", str(work / "lockstep"),
        ])  # fmt: skip

    files = store.digest_files([*sources, *sorted(folder.glob("*.h")), *shared])
    key = store.digest(files, _COMPILE, tools.version("spike"), tools.version("g++"), str(spike))
    return store.entry("lockstep", key, build) / "lockstep"
