# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Compiles libvambrace and bare-metal programs for a simulated core."""

import os
import shutil
import tempfile
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path

from vambrace import includes, store, tools
from vambrace.config import Extensions
from vambrace.elf import Elf
from vambrace.paths import root
from vambrace.tools import PICOLIBC_SPECS

GCC = "riscv64-unknown-elf-gcc"

# By the width of registers. -misa-spec=2.2 keeps the CSR instructions in the base set: -march then
# names the C library's variant exactly, and instructions of extensions come from vambrace/ise.h. Programs lie
# at 0x80000000, which 64-bit code reaches from where it is.
_TARGETS = {
    32: ["-march=rv32imc", "-misa-spec=2.2", "-mabi=ilp32", f"--specs={PICOLIBC_SPECS}"],
    64: ["-march=rv64imac", "-misa-spec=2.2", "-mabi=lp64", "-mcmodel=medany", f"--specs={PICOLIBC_SPECS}"],
}
_SECTIONS = ["-ffunction-sections", "-fdata-sections"]
LIBRARY_FLAGS = ["-std=c99", "-O2", "-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Werror"]
PROGRAM_FLAGS = ["-Os", "-Wall"]
_ARCHIVE = ["riscv64-unknown-elf-ar", "rcsD"]


def target_flags(xlen: int = 32) -> list[str]:
    """Return the flags that say for which processor: also to the linker."""
    return _TARGETS[xlen]


def on_spike(extensions: Extensions) -> bool:
    """Whether programs for this set are for Spike and its host (vambrace.spike)."""
    return "VMB_SPIKE" in extensions.macros


def library_flags(extensions: Extensions) -> list[str]:
    """Return the flags that the library is compiled with: -Os in the size profile."""
    return ["-Os" if f == "-O2" and "VMB_SIZE" in extensions.macros else f for f in LIBRARY_FLAGS]


def _include_flags() -> list[str]:
    return [f"-I{root() / 'lib' / 'include'}", f"-I{root() / 'firmware' / 'common'}"]


def _macro_flags(extensions: Extensions) -> list[str]:
    return [f"-D{macro}" if "=" in macro else f"-D{macro}=1" for macro in extensions.macros]


def compile_object(source: Path, flags: list[str], xlen: int = 32) -> Path:
    """Return the object file of one source, compiled for a width of registers, or from the cache."""

    def build(work: Path) -> None:
        tools.run([*compiling(source, flags, xlen), "-c", str(source), "-o", "object.o"], cwd=work)

    return store.entry("object", object_key(source, flags, xlen), build) / "object.o"


def compile_objects(sources: list[Path], flags: list[str], xlen: int = 32) -> list[Path]:
    """Return the objects of many sources: those that are not in the cache are compiled by few calls of the compiler."""
    keys = {source: object_key(source, flags, xlen) for source in sources}
    groups: dict[tuple, list[Path]] = {}
    for source in sources:
        if not store.has("object", keys[source]):
            groups.setdefault((*compiling(source, flags, xlen), source.suffix), []).append(source)
    with tempfile.TemporaryDirectory(prefix="vambrace-") as name, ThreadPoolExecutor(os.cpu_count()) as pool:
        parts = []
        for number, ((*command, _), group) in enumerate(groups.items()):
            for half in range(2):
                folder = Path(name) / f"{number}-{half}"
                folder.mkdir()
                parts.append((folder, command, group[half::2]))
        made = pool.map(lambda part: _compile_at_once(*part), parts)
        found = {source: path for some in made for source, path in some.items()}

        def one(source: Path) -> Path:
            def build(work: Path) -> None:
                if source in found:
                    shutil.move(found[source], work / "object.o")
                else:  # it was removed from the cache meanwhile
                    tools.run([*compiling(source, flags, xlen), "-c", str(source), "-o", "object.o"], cwd=work)

            return store.entry("object", keys[source], build) / "object.o"

        return [one(source) for source in sources]


def _compile_at_once(folder: Path, command: list[str], sources: list[Path]) -> dict[Path, Path]:
    """The objects of sources with different names, in a folder."""
    if sources:
        tools.run([*command, "-c", *map(str, sources)], cwd=folder)
    return {source: folder / f"{source.stem}.o" for source in sources}


def object_key(source: Path, flags: list[str], xlen: int = 32) -> str:
    """Return the hash of what an object file is made from: with all files that its source includes."""
    command = compiling(source, flags, xlen)
    anywhere = [part.replace(str(root()), "ROOT") for part in command]
    return store.digest(_toolchain(), anywhere, includes.digest(source, command))


def compiling(source: Path, flags: list[str], xlen: int = 32) -> list[str]:
    """Return the command that compiles a source, without the source, and without macros of ours that neither it nor
    what it includes names: builds that differ in these share its object."""
    command = [GCC, *target_flags(xlen), *flags, *_SECTIONS, *_include_flags(), f"-I{source.parent}"]
    return [
        part
        for part in command
        if not part.startswith("-DVMB_") or includes.looks_at(source, command, part[2:].partition("=")[0])
    ]


def _toolchain() -> tuple[str, str]:
    return tools.version(GCC), tools.version("picolibc")


@cache
def library_sources() -> list[Path]:
    """Return the sources of libvambrace: all are compiled for every backend, each
    leaves out what does not apply."""
    folder = root() / "lib" / "src"
    return sorted([*folder.rglob("*.c"), *folder.rglob("*.S")])


def source_flags(extensions: Extensions) -> list[str]:
    """Return all flags that a source of the library is compiled with."""
    return [*library_flags(extensions), *_macro_flags(extensions), f"-I{root() / 'lib' / 'src'}"]


def member(source: Path) -> str:
    """Return the name of a source's object in the library, without its ending."""
    return f"{source.parent.name}_{source.stem}"


@cache
def library(extensions: Extensions) -> Path:
    """Return libvambrace.a for an extension set. Sources are read once a process."""
    sources = library_sources()
    objects = compile_objects(sources, source_flags(extensions), extensions.xlen)
    return archive("libvambrace.a", list(map(member, sources)), objects)


def archive(name: str, members: list[str], objects: list[Path]) -> Path:
    """Return a library of objects, which are named `members` in it."""

    def build(work: Path) -> None:
        files = [work / f"{member}.o" for member in members]
        for file, compiled in zip(files, objects, strict=True):
            file.write_bytes(compiled.read_bytes())
        tools.run([*_ARCHIVE, str(work / name), *map(str, files)])
        for file in files:
            file.unlink()

    return store.entry("library", archive_key(name, members, objects), build) / name


def archive_key(name: str, members: list[str], objects: list[Path]) -> str:
    """Return the hash of what a library is made from; where the objects lie does not count."""
    return store.digest(_toolchain(), _ARCHIVE, name, members, store.digest_contents(objects))


def link(
    sources: list[Path],
    extensions: Extensions,
    ram_bytes: int,
    flags: list[str] = [],  # noqa: B006
    other: Path | None = None,
) -> Elf:
    """Return a program made of C and assembly sources, start-up code and libvambrace, or
    the library `other` in its place."""
    ram_bytes = min(ram_bytes, extensions.ram_bytes or ram_bytes)
    common = root() / "firmware" / "common"
    start = [common / "crt0.S", common / "console.c", *([common / "spike.c"] if on_spike(extensions) else [])]
    own = [*PROGRAM_FLAGS, *_macro_flags(extensions), *flags]
    objects = [compile_object(s, own, extensions.xlen) for s in [*start, *sources]]
    linked = other or library(extensions)
    command = [*_linking(extensions.xlen, ram_bytes), *map(str, objects), str(linked), "-o", "program.elf"]

    def build(work: Path) -> None:
        tools.run(command, cwd=work)

    key = program_key(extensions.xlen, ram_bytes, objects, linked)
    return Elf(store.entry("program", key, build) / "program.elf")


def program_key(xlen: int, ram_bytes: int, objects: list[Path], linked: Path) -> str:
    """Return the hash of what a program is made from; the script knows libraries by their names."""
    command = [part.replace(str(_script()), "SCRIPT") for part in _linking(xlen, ram_bytes)]
    return store.digest(_toolchain(), command, _script().read_bytes(), store.digest_contents([*objects, linked]),
                        linked.name)  # fmt: skip


def _script() -> Path:
    return root() / "firmware" / "common" / "link.ld"


def _linking(xlen: int, ram_bytes: int) -> list[str]:
    return [
        GCC, *target_flags(xlen), "-nostartfiles", f"-T{_script()}", f"-Wl,--defsym=__ram_bytes={ram_bytes}",
        "-Wl,--gc-sections,--no-warn-rwx-segments,-Map=program.map",
    ]  # fmt: skip
