# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""C++ that Verilator writes to a program: file by file on all processors, and Verilator's own library,
which takes longer than most cores, once for all of them.

Verilator's makefile is not used: it compiles that library for every model.
"""

import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from vambrace import store, tools

_CPP = ["g++", "-std=gnu++17", "-fno-strict-aliasing", "-Wno-attributes"]
_RUNTIME = ("verilated.cpp", "verilated_threads.cpp", "verilated_vcd_c.cpp")

#: Code that runs once, and all other.
_SLOW, _FAST = "-O0", "-O1"


def folder() -> Path:
    return tools.package_folder("verilator")


def program() -> str:
    return str(folder() / "bin" / "verilator_bin")


def environment() -> dict[str, str]:
    """What Verilator needs to find itself."""
    return {**os.environ, "VERILATOR_ROOT": str(folder())}


def key() -> str:
    """The hash of what makes a program, the sources left out."""
    return store.digest(tools.version("verilator"), tools.version("g++"), _CPP, _RUNTIME, _SLOW, _FAST)


def link(objects: Path, sources: list[Path], flags: list[str], target: Path) -> None:
    """Compile what Verilator has written to `objects`, and more sources with `flags`, to a program `target`."""
    written = sorted(objects.glob("*.cpp"))
    slow = objects / "slow.cpp"  # one file, since most of the time goes into the headers that each would include
    slow.write_text("".join(f'#include "{path.name}"\n' for path in written if _is_slow(path)))
    defines = _defines("VM_TRACE_VCD" if any("Trace" in path.name for path in written) else None)
    common = [*_CPP, *defines, *flags, f"-I{objects}", *_includes(), "-c"]

    def one(source: Path) -> str:
        made = objects / f"{source.stem}.o"
        tools.run([*common, _SLOW if source == slow else _FAST, str(source), "-o", str(made)])
        return str(made)

    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        made = list(pool.map(one, [slow, *(path for path in written if not _is_slow(path)), *sources]))
    tools.run([*_CPP, *made, str(_runtime(tuple(defines))), "-pthread", "-o", str(target)])


def _is_slow(written: Path) -> bool:
    return "Slow" in written.name


def _includes() -> list[str]:
    include = folder() / "include"
    return [f"-I{include}", f"-I{include / 'vltstd'}"]


def _defines(trace: str | None) -> list[str]:
    """What Verilator's makefile defines."""
    names = ("VM_COVERAGE", "VM_SC", "VM_TIMING", "VM_TRACE_FST", "VM_TRACE_SAIF")
    on = {"VM_TRACE": int(trace is not None), "VM_TRACE_VCD": int(trace == "VM_TRACE_VCD")}
    return [f"-D{name}=0" for name in names] + [f"-D{name}={value}" for name, value in on.items()]


def _runtime(defines: tuple[str, ...]) -> Path:
    def build(work: Path) -> None:
        sources = [str(folder() / "include" / name) for name in _RUNTIME]
        tools.run([*_CPP, *defines, _FAST, *_includes(), "-c", *sources], cwd=work)
        tools.run(["ar", "rcs", "runtime.a", *(f"{Path(s).stem}.o" for s in sources)], cwd=work)

    return store.entry("verilator-runtime", store.digest(key(), defines), build) / "runtime.a"
