# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""libvambrace as a few files, compiled alone, and for the programs that execute jobs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tests.host import runner as host
from vambrace import config
from vambrace.base import store, tools
from vambrace.base.paths import root
from vambrace.config import Build, macros
from vambrace.software.amalgamation import choices, pair
from vambrace.software.toolchain import includes, program

#: Headers that programs include, all of which are part of vambrace.h here.
NAMES = (*pair.HEADERS, "status", "stream")


@cache
def texts(*backends: str) -> dict[str, str]:
    """Return the files with these backends."""
    return pair.files(backends)


def place(folder: Path, texts_by_name: dict[str, str]) -> Path:
    """Write files to a folder, with a header for each name that programs of the library include."""
    pair.write(folder, texts_by_name)
    for name in NAMES:
        header = folder / "vambrace" / f"{name}.h"
        header.parent.mkdir(parents=True, exist_ok=True)
        header.write_text(f'#include "{pair.HEADER}"\n')
    return folder


#: The compiler command.
COMMAND = ("gcc", *host.STRICT, "-Wundef", "-O2")


def library() -> Path:
    """Return a folder with the files and `library.o`, compiled from them."""
    texts_by_name = texts()

    def build(work: Path) -> None:
        folder = place(work / "files", texts_by_name)
        tools.run([*COMMAND, "-c", str(folder / pair.SOURCE), "-o", "library.o"], cwd=work)

    return store.entry("host", store.digest("amalgamated", tools.version("gcc"), COMMAND, texts_by_name), build)


def program_of(name: str, flags: Sequence[str], sources: Sequence[Path]) -> Path:
    """Return a program for this computer with the files instead of the library."""
    firmware = f"-I{root() / 'firmware'}"
    read = [includes.digest(source, [*flags, firmware]) for source in sources]
    key = store.digest("with amalgamated", tools.version("gcc"), host.STRICT, list(flags), texts(), read)

    def build(work: Path) -> None:
        folder = library()
        command = ["gcc", *host.STRICT, *flags, f"-I{folder / 'files'}", firmware, *map(str, sources)]
        tools.run([*command, str(folder / "library.o"), "-o", name], cwd=work)

    return store.entry("host", key, build) / name


@dataclass(frozen=True)
class Amalgamated(host.HostRunner):
    """Runs jobs with the amalgamated library."""

    def program(self, algorithm: str) -> Path:
        firmware = root() / "firmware"
        flags = [*self.flags, *macros.algorithm(config.algorithms()[algorithm])]
        return program_of("program", flags, [firmware / "jobs.c", firmware / "host_runner.c"])


RUNNER = Amalgamated("amalgamated", ("-O2",), relocate=False)


def archive(name: str) -> tuple[Build, Path]:
    """Return a backend, and its library compiled from the amalgamated files."""
    build = choices.build(name)
    texts_by_name = texts(name)
    flags = [*program.target_flags(build.xlen), *program.library_flags(build), "-ffunction-sections", "-fdata-sections"]
    key = store.digest("amalgamated", tools.version(program.GCC), flags, texts_by_name)

    def compiled(work: Path) -> None:
        folder = place(work / "files", texts_by_name)
        for file in (pair.SOURCE, pair.ASSEMBLY):
            tools.run([program.GCC, *flags, f"-I{folder}", "-c", str(folder / file), "-o", f"{file}.o"], cwd=work)
        objects = [f"{pair.SOURCE}.o", f"{pair.ASSEMBLY}.o"]
        tools.run(["riscv64-unknown-elf-ar", "rcsD", "libvambrace.a", *objects], cwd=work)

    return build, store.entry("library", key, compiled) / "libvambrace.a"
