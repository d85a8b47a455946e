# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Our instructions for Spike: soc/spike/extensions.cpp as a shared library."""

from collections.abc import Mapping
from pathlib import Path

from vambrace.base import memo, store, tools
from vambrace.base.paths import root
from vambrace.config import instructions

#: Names in an ISA string that Spike itself does not support.
NAMES = tuple(extension.isa for extension in instructions.units().values() if extension.custom)

# The distributed Spike is compiled with the older ABI of GCC's C++ library.
_COMMAND = ["g++", "-std=gnu++17", "-O2", "-shared", "-fPIC", "-D_GLIBCXX_USE_CXX11_ABI=0", "-Wall", "-Werror"]


def options(isa: str) -> list[str]:
    """Return Spike's options for loading our extensions in an ISA string."""
    named = set(isa.split("_")[1:])
    return [f"--extlib={library()}"] if named & set(NAMES) else []


def content(isa: str) -> str:
    """Return the hash of our extensions in an ISA string; "" if there are none."""
    return memo.content(library()) if options(isa) else ""


def library() -> Path:
    """Return the shared library, from the cache or built."""
    folder = root() / "soc" / "spike"
    sources = {path.name: path.read_bytes() for path in sorted(folder.iterdir())}
    entry = store.entry("spike-extensions", key(sources), lambda work: _build(folder / "extensions.cpp", work))
    return entry / "library.so"


def key(sources: Mapping[str, bytes]) -> str:
    """Return the hash of the library's inputs; the version of Spike covers its headers."""
    files = [part for name in sorted(sources) for part in (name, sources[name])]
    return store.digest(*files, _COMMAND, tools.version("spike"), tools.version("g++"))


def _build(source: Path, work: Path) -> None:
    headers = tools.spike_program().parents[1] / "include"
    tools.run([*_COMMAND, f"-isystem{headers}", str(source), "-o", "library.so"], cwd=work)
