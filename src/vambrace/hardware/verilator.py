# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Compiles the C++ that Verilator generates. A small model spends most of its build in Verilator's headers and library:
these are compiled once for all models, and the generated C++ is joined into a few files.

Verilator's makefile is not used because it compiles that library for every model.
"""

import os
from collections.abc import Sequence
from pathlib import Path

from vambrace.base import store, tools

_CPP = ["g++", "-std=gnu++17", "-fno-strict-aliasing", "-Wno-attributes"]
_RUNTIME = ("verilated.cpp", "verilated_threads.cpp")
#: Additional sources of Verilator's library, by the macro that needs them; these are all macros that Verilator's
#: makefile defines.
_MORE = {"VM_COVERAGE": "verilated_cov.cpp", "VM_TRACE_VCD": "verilated_vcd_c.cpp"}
_MACROS = ("VM_COVERAGE", "VM_SC", "VM_TIMING", "VM_TRACE", "VM_TRACE_FST", "VM_TRACE_SAIF", "VM_TRACE_VCD")

#: For code that runs once, and for all other code.
_SLOW, _FAST = "-O0", "-O1"

#: The header that the C++ of all models includes, and the bytes of C++ that justify another file including it.
_HEADER = '#include "verilated.h"\n'
_SHARE = 3_000_000


def folder() -> Path:
    return tools.package_folder("verilator")


def program() -> str:
    return str(folder() / "bin" / "verilator_bin")


def environment() -> dict[str, str]:
    """Return the environment in which Verilator finds its own files."""
    return {**os.environ, "VERILATOR_ROOT": str(folder())}


def key() -> str:
    """Return the hash of a program's inputs other than its sources."""
    return store.digest(
        tools.version("verilator"), tools.version("g++"), _CPP, _RUNTIME, _MORE, _MACROS, _SLOW, _FAST, _HEADER, _SHARE
    )


def link(objects: Path, sources: list[Path], flags: list[str], target: Path, compiled: Sequence[Path] = ()) -> None:
    """Compile the generated C++ in `objects`, and `sources` with `flags`, and link a program `target` with the objects
    `compiled`.
    """
    written = sorted(objects.glob("*.cpp"))
    on = ("VM_TRACE", "VM_TRACE_VCD") if any("Trace" in path.name for path in written) else ()
    common = [*_CPP, *_defines(*on)]

    def compile_group(number: int, optimize: str, together: list[Path]) -> str:
        source, compiled_object = objects / f"all{number}.cpp", objects / f"all{number}.o"
        source.write_text("".join(f'#include "{path}"\n' for path in together))
        first = ["-include", str(headers([*common, optimize]))]
        tools.run(
            [
                *common,
                optimize,
                *first,
                *flags,
                f"-I{objects}",
                *includes(),
                "-c",
                str(source),
                "-o",
                str(compiled_object),
            ]
        )
        return str(compiled_object)

    processors = os.cpu_count() or 1
    files = [(_SLOW, [path for path in written if is_slow(path)])]
    files += [(_FAST, part) for part in _parts([*sources, *(p for p in written if not is_slow(p))], processors)]
    from concurrent.futures import ThreadPoolExecutor  # only needed for a build

    with ThreadPoolExecutor(processors) as pool:
        linked = list(pool.map(compile_group, range(len(files)), *zip(*files, strict=True)))
    tools.run([*_CPP, *linked, *map(str, compiled), str(runtime(*on)), "-pthread", "-o", str(target)])


def headers(command: list[str]) -> Path:
    """Return a header with all includes of the generated C++, precompiled for `command`: the compiler and its flags,
    which must be the same where the header is included. If g++ cannot use the precompiled header, it reads the header
    itself.
    """

    def build(work: Path) -> None:
        header = work / "verilated_all.h"
        header.write_text(_HEADER)
        tools.run([*command, *includes(), "-x", "c++-header", str(header), "-o", f"{header}.gch"])

    key = store.digest(tools.version("verilator"), tools.version("g++"), command, _HEADER)
    return store.entry("verilator-headers", key, build) / "verilated_all.h"


def _parts(files: list[Path], most: int) -> list[list[Path]]:
    """Divide files into at most `most` parts of about the same size; into one part if they are small."""
    sizes = {path: path.stat().st_size for path in files}
    parts: list[list[Path]] = [[] for _ in range(min(most, 1 + sum(sizes.values()) // _SHARE))]
    for path in sorted(files, key=lambda path: -sizes[path]):
        min(parts, key=lambda part: sum(sizes[p] for p in part)).append(path)
    return parts


def is_slow(written: Path) -> bool:
    """Return whether generated C++ runs only once."""
    return "Slow" in written.name


def includes() -> list[str]:
    """Return the folder of Verilator's headers."""
    include = folder() / "include"
    return [f"-I{include}", f"-I{include / 'vltstd'}"]


def _defines(*on: str) -> list[str]:
    """Return the C++ flags of Verilator's makefile with these macros defined."""
    return [f"-D{name}={int(name in on)}" for name in _MACROS]


def shared(*on: str) -> list[str]:
    """Return the compiler and its flags for a shared library with these macros defined."""
    return [*_CPP, "-fPIC", _FAST, *_defines(*on)]


def runtime(*on: str) -> Path:
    """Return Verilator's own library, for programs and shared libraries with these macros defined."""
    command = shared(*on)
    files = [*_RUNTIME, *(file for name, file in _MORE.items() if name in on)]

    def build(work: Path) -> None:
        sources = [str(folder() / "include" / name) for name in files]
        tools.run([*command, "-include", str(headers(command)), *includes(), "-c", *sources], cwd=work)
        tools.run(["ar", "rcs", "runtime.a", *(f"{Path(s).stem}.o" for s in sources)], cwd=work)

    return store.entry("verilator-runtime", store.digest(key(), command, files), build) / "runtime.a"
