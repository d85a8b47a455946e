# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Finds secret-dependent timing in a linked program: branches, addresses, instructions of variable time.

The program runs on Spike with its public inputs, and soc/taint tracks the secret bits of every register and byte of
memory. Which bits are secret is computed without reading secret bits, so the findings hold for all secrets, with these
public inputs.
"""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from vambrace.base import children, memo, store, tools
from vambrace.base.errors import VambraceError
from vambrace.base.paths import root
from vambrace.software.running import spike_extensions
from vambrace.software.toolchain import includes
from vambrace.software.toolchain.elf import Elf

#: The instructions that a program may use: all that soc/taint decodes, regardless of the core.
_COMMON = "zicsr_zifencei_zicclsm_zba_zbb_zbc_zbs_zbkb_zbkc_zbkx_zkne_zknd_zknh"
ISA = {32: f"rv32imafdc_{_COMMON}_{'_'.join(spike_extensions.NAMES)}", 64: f"rv64imafdc_{_COMMON}"}

#: Instructions with operand-dependent time on some cores, as bits of soc/taint/instruction.h.
TIMED = {"div": 1, "mul": 2, "shift": 4, "rotate": 8, "float": 16}
USUAL_TIMED = ("div", "float")

#: Bytes of memory from the beginning of each segment of a program.
MEMORY = 16 << 20

#: Instructions after which a program counts as endless.
MOST = 2_000_000_000

# The distributed Spike is compiled with the older ABI of GCC's C++ library.
_COMPILE = ["g++", "-std=gnu++17", "-O2", "-Wall", "-Wextra", "-Werror", "-D_GLIBCXX_USE_CXX11_ABI=0"]


@dataclass(frozen=True)
class Secret:
    """Bytes that are secret when the entry is called: at an address, or at the target of a register. Those with the
    same name are one secret.
    """

    name: str
    length: int
    address: int = 0
    register: int | None = None

    def option(self) -> str:
        return f"{self.name}:{f'@{self.register}' if self.register is not None else self.address}:{self.length}"


@dataclass(frozen=True)
class Public:
    """Declassified values: results of functions, branches at addresses, bytes (address, length) once written."""

    functions: tuple[int, ...] = ()
    branches: tuple[int, ...] = ()
    bytes: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True)
class Finding:
    """An instruction whose timing depends on secrets. `kind`: branch, jump, address, division, ...; `chains`: for each
    secret the addresses of the instructions that propagated it, the nearest to the secret first.
    """

    kind: str
    pc: int
    word: int
    text: str
    count: int
    chains: dict[str, list[int]]


@dataclass(frozen=True)
class Report:
    """`executed` instructions, of which `secret` had secret operands; `calls` of the entry that returned; `declared`:
    declassifications of secret values; `dumps`: memory at the end; `masks`: its secret bits.
    """

    end: str
    findings: list[Finding]
    dumps: dict[str, bytes]
    masks: dict[str, bytes]
    executed: int
    secret: int
    calls: int
    declared: int


def _sources() -> list[Path]:
    return sorted((root() / "soc" / "taint").glob("*.cpp"))


def key() -> str:
    """Return the hash of the inputs of the taint tracking program."""
    spike = str(tools.spike_program())  # contained in the program
    files = [includes.digest(source, ()) for source in _sources()]
    return store.digest(files, _COMPILE, tools.version("spike"), tools.version("g++"), spike)


@cache
def program() -> Path:
    """Return the taint tracking program, from the cache or built."""
    return store.entry("taint", key(), _build) / "taint"


def _build(work: Path) -> None:
    spike = tools.spike_program().parents[1]
    library = [f"-L{spike / 'lib'}", "-lriscv", "-ldl", f"-Wl,-rpath,{spike / 'lib'}"]
    headers = f"-isystem{spike / 'include'}"
    tools.run([*_COMPILE, headers, *map(str, _sources()), *library, "-o", str(work / "taint")])


def run(
    elf: Elf,
    secrets: Sequence[Secret],
    entry: int,
    *,
    calls: int = 1,
    public: Public = Public(),
    timed: Sequence[str] = USUAL_TIMED,
    memory: Sequence[tuple[int, int]] = (),
    load: Mapping[int, bytes] | None = None,
    dump: Mapping[str, tuple[int, int]] | None = None,
    tohost: int = 0,
    most: int = MOST,
    cached: bool = False,
) -> Report:
    """Run a program until this many calls of `entry` returned, or it ends. `memory` has addresses and bytes of memory
    besides its segments; `load` is written to memory before, `dump` read at the end, by name. A `cached`
    run is not repeated. VambraceError if the program cannot be tracked or does not end.
    """
    xlen = 8 * elf.word_bytes
    options = [
        *("--xlen", str(xlen), "--isa", ISA[xlen], "--pc", str(elf.entry), "--entry", str(entry)),
        *("--calls", str(calls), "--most", str(most), "--timed", str(sum(TIMED[name] for name in timed))),
        *("--tohost", str(tohost)),
        *(word for secret in secrets for word in ("--secret", secret.option())),
        *(word for address in public.functions for word in ("--public-function", str(address))),
        *(word for address in public.branches for word in ("--public-instruction", str(address))),
        *(word for address, length in public.bytes for word in ("--public-bytes", f"{address}:{length}")),
        *(word for address, length in _memory(elf, memory) for word in ("--memory", f"{address}:{length}")),
    ]
    loads = {**dict(elf.segments()), **(load or {})}
    dumps = dump or {}

    def start() -> memo.Files:
        return _start(options, loads, dumps, xlen)

    if cached:
        extensions = spike_extensions.content(ISA[32]) if xlen == 32 else ""
        contents = [(address, store.digest(data)) for address, data in loads.items()]
        files = memo.recall(store.digest("taint", key(), options, extensions, contents, sorted(dumps.items())), start)
    else:
        files = start()
    left, masks = ({name: files[f"{what} {name}"] for name in dumps} for what in ("dump", "secrets"))
    return _report(json.loads(files["report"]), left, masks, elf, most)


def _memory(elf: Elf, more: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    starts = {address & ~0xFFF for place in elf.places() for address in place}
    return [*((start, MEMORY) for start in sorted(starts)), *more]


def _start(
    options: list[str], loads: Mapping[int, bytes], dumps: Mapping[str, tuple[int, int]], xlen: int
) -> memo.Files:
    with tempfile.TemporaryDirectory(prefix="vambrace-") as name:
        folder = Path(name)
        words = list(options)
        for number, (address, data) in enumerate(loads.items()):
            (folder / f"load{number}").write_bytes(data)
            words += ["--load", f"{address}={folder / f'load{number}'}"]
        for number, (address, length) in enumerate(dumps.values()):
            words += ["--dump", f"{address}:{length}={folder / f'dump{number}'}"]
            words += ["--dump-secrets", f"{address}:{length}={folder / f'secrets{number}'}"]
        if xlen == 32:
            words += ["--extlib", str(spike_extensions.library())]
        command = [str(program()), "--parent", str(os.getpid()), *words]
        done = children.run(command, capture_output=True, text=True, errors="replace")
        if done.returncode:
            raise VambraceError(done.stderr.strip() or f"taint tracking failed: exit code {done.returncode}")
        kinds = [(what, number, name) for what in ("dump", "secrets") for number, name in enumerate(dumps)]
        files = {f"{what} {name}": (folder / f"{what}{number}").read_bytes() for what, number, name in kinds}
        return {"report": done.stdout.encode(), **files}


def _report(entry: dict[str, Any], dumps: dict[str, bytes], masks: dict[str, bytes], elf: Elf, most: int) -> Report:
    if not entry["end"]:
        raise VambraceError(f"{elf.path.name}: still running after {most:,} instructions")
    findings = [
        Finding(f["kind"], f["pc"], f["word"], f["text"], f["count"], dict(f["secrets"])) for f in entry["findings"]
    ]
    numbers = {name: entry[name] for name in ("executed", "secret", "calls", "declared")}
    return Report(entry["end"], findings, dumps, masks, **numbers)
