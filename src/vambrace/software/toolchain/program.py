# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Compiles libvambrace and bare-metal programs for a simulated core."""

import os
import re
import shutil
import tempfile
from collections.abc import Callable, Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import TypeVar

from vambrace import config
from vambrace.base import store, tools
from vambrace.base.errors import VambraceError
from vambrace.base.paths import root
from vambrace.base.tools import PICOLIBC_SPECS
from vambrace.config import Build, macros
from vambrace.software.toolchain import includes
from vambrace.software.toolchain.elf import Elf

R = TypeVar("R")

GCC = "riscv64-unknown-elf-gcc"

# By register width. -misa-spec=2.2 keeps the CSR instructions in the base set: -march then names the C library's
# variant exactly, and extension instructions come from vambrace/ise.h. Programs are at 0x80000000, which 64-bit code
# reaches PC-relative.
_TARGETS = {
    32: ["-march=rv32imc", "-misa-spec=2.2", "-mabi=ilp32", f"--specs={PICOLIBC_SPECS}"],
    64: ["-march=rv64imac", "-misa-spec=2.2", "-mabi=lp64", "-mcmodel=medany", f"--specs={PICOLIBC_SPECS}"],
}
#: The same for clang, which knows no specs: the folder of the C library's headers comes after these.
_CLANG_TARGETS = {
    32: ["--target=riscv32-unknown-elf", "-march=rv32imc", "-mabi=ilp32", "-ffreestanding"],
    64: ["--target=riscv64-unknown-elf", "-march=rv64imac", "-mabi=lp64", "-mcmodel=medany", "-ffreestanding"],
}
_SECTIONS = ["-ffunction-sections", "-fdata-sections"]
LIBRARY_FLAGS = ["-std=c99", "-O2", "-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wundef", "-Werror"]
PROGRAM_FLAGS = ["-Os", "-Wall"]
_ARCHIVE = ["riscv64-unknown-elf-ar", "rcsD"]


def target_flags(xlen: int = 32) -> list[str]:
    """Return the flags that select the processor, for compiler and linker."""
    return _TARGETS[xlen]


def library_flags(build: Build) -> list[str]:
    """Return the library's compiler flags: -Os in the size profile, unless the build has another level."""
    level = build.optimisation or ("-Os" if build.profile == "size" else "-O2")
    return [level if f == "-O2" else f for f in LIBRARY_FLAGS]


def access_flags(build: Build) -> list[str]:
    """Return the flags for third-party C on a core that executes misaligned accesses: with both, GCC copies words from
    any address. With the first alone it does not, because it assumes that they are slow.
    """
    return ["-mno-strict-align", "-mtune=thead-c906"] if build.misaligned else []


def _include_flags() -> list[str]:
    return [f"-I{root() / 'lib' / 'include'}", f"-I{root() / 'firmware' / 'common'}"]


def compile_object(source: Path, flags: list[str], xlen: int = 32) -> Path:
    """Return the object file of a source for a register width, from the cache or compiled."""
    return compile_objects([source], flags, xlen)[0]


def compile_objects(
    sources: list[Path], flags: list[str], xlen: int = 32, alike: bool = False, compiler: str = config.GCC
) -> list[Path]:
    """Return the objects of many sources with different names; missing ones are compiled in few calls of the compiler.
    `alike`: many builds are expected to differ only in macros without effect, so sources with the same preprocessed
    text are compiled once. `compiler`: of C, one of config.COMPILERS.
    """
    with includes.looked_at_once():
        keys = {source: object_key(source, flags, xlen, compiler) for source in sources}
        commands = {s: compiling(s, flags, xlen, compiler) for s in sources if not store.has("object", keys[s])}
    if commands:
        _compile_new(keys, commands, alike)

    def compile_source(source: Path) -> Path:
        def again(work: Path) -> None:  # it was removed from the cache meanwhile
            tools.run([*compiling(source, flags, xlen, compiler), "-c", str(source), "-o", "object.o"], cwd=work)

        return store.entry("object", keys[source], again) / "object.o"

    return [compile_source(source) for source in sources]


def _compile_new(keys: dict[Path, str], commands: dict[Path, list[str]], alike: bool) -> None:
    """Compile sources, each with its command, and put the objects into the cache."""
    with tempfile.TemporaryDirectory(prefix="vambrace-") as name:
        folder = Path(name)
        grouped = {s: command for s, command in commands.items() if alike and includes.names_ours(s, command)}
        texts = _in_groups(grouped, folder, preprocess_at_once)
        shared = {source: text_key(source, commands[source], text) for source, text in texts.items()}
        left = {s: c for s, c in commands.items() if s not in shared or not store.has("compiled", shared[s])}
        compiled = _in_groups(left, folder, _compile_at_once)
        for source, command in commands.items():

            def build(work: Path, source: Path = source, command: list[str] = command) -> None:
                where = compiled[source] if source in compiled else _compile_at_once(folder, command, [source])[source]
                for file in where.glob(f"{source.stem}.*"):
                    shutil.move(file, work / f"object{file.suffix}")

            def copy(work: Path, source: Path = source, build: Callable[[Path], None] = build) -> None:
                shutil.copytree(store.entry("compiled", shared[source], build), work, dirs_exist_ok=True)

            store.entry("object", keys[source], copy if source in shared else build)


def _in_groups(
    commands: dict[Path, list[str]], folder: Path, do: Callable[[Path, list[str], list[Path]], dict[Path, R]]
) -> dict[Path, R]:
    """Call `do(folder, command, sources)` for the sources with the same command, half of them at a time."""
    groups: dict[tuple[str, ...], list[Path]] = {}
    for source, command in commands.items():
        groups.setdefault((*command, source.suffix), []).append(source)
    halves = [(command, half) for (*command, _), group in groups.items() for half in (group[0::2], group[1::2]) if half]
    parts = [(Path(tempfile.mkdtemp(dir=folder)), command, half) for command, half in halves]
    from concurrent.futures import ThreadPoolExecutor  # only needed for a build

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return {
            source: compiled for some in pool.map(lambda part: do(*part), parts) for source, compiled in some.items()
        }


def _compile_at_once(folder: Path, command: list[str], sources: list[Path]) -> dict[Path, Path]:
    """Compile sources with different names in a folder; return the object of each."""
    tools.run([*command, "-c", *map(str, sources)], cwd=folder)
    return dict.fromkeys(sources, folder)


# The first line of GCC's preprocessed text of a source.
_BEGIN = re.compile(r'^# \d+ "[^"\n]*"\n(?=# \d+ "<built-in>"$)', re.MULTILINE)


def preprocess_at_once(folder: Path, command: list[str], sources: list[Path]) -> dict[Path, str]:
    """Return the preprocessed text of each source."""
    text = tools.run([*command, "-E", *map(str, sources)], cwd=folder)
    begins = [match.start() for match in _BEGIN.finditer(text)]
    if len(begins) != len(sources):
        return {s: tools.run([*command, "-E", str(s)], cwd=folder) for s in sources}
    return {s: text[begin:end] for s, (begin, end) in zip(sources, pairwise([*begins, len(text)]), strict=True)}


def text_key(source: Path, command: list[str], text: str) -> str:
    """Return the hash of the inputs of an object whose source was preprocessed to `text`, which already reflects the
    macros.
    """
    anywhere = [part.replace(str(root()), "ROOT") for part in command if not part.startswith("-D")]
    return store.digest(_toolchain(), anywhere, includes.digest(source, command), text.replace(str(root()), "ROOT"))


def object_key(source: Path, flags: list[str], xlen: int = 32, compiler: str = config.GCC) -> str:
    """Return the hash of the inputs of an object, including all included files."""
    command = compiling(source, flags, xlen, compiler)
    anywhere = [part.replace(str(root()), "ROOT") for part in command]
    versions = _toolchain() if compiler == config.GCC else (*_toolchain(), tools.version(compiler))
    return store.digest(versions, anywhere, includes.digest(source, command))


def compiling(source: Path, flags: list[str], xlen: int = 32, compiler: str = config.GCC) -> list[str]:
    """Return the command that compiles a source, without the source and without those of our macros that neither the
    source nor its includes use: builds that differ only in these share the object.
    """
    own = [GCC, *target_flags(xlen)] if compiler == config.GCC or source.suffix != ".c" else _clang(xlen)
    command = [*own, *flags, *_SECTIONS, *_include_flags(), f"-I{source.parent}"]
    ours = {part: part[2:].partition("=")[0] for part in command if part.startswith(f"-D{macros.PREFIX}")}
    looked_at = includes.looked_at(source, command, ours.values())
    return [part for part in command if part not in ours or ours[part] in looked_at]


def _clang(xlen: int) -> list[str]:
    """Return the command of clang for a register width. MissingTool without clang."""
    return [_clang_program(), *_CLANG_TARGETS[xlen], "-isystem", str(_headers())]


def _clang_program() -> str:
    program = tools.tool(config.CLANG).find()
    if program is None:
        raise tools.missing(config.CLANG)
    return program[1]


@cache
def _headers() -> Path:
    """Return the folder with the headers of the C library, as GCC finds it."""
    text = tools.run([GCC, *target_flags(), "-E", "-x", "c", "-include", "string.h", os.devnull])
    return Path(next(line.split('"')[1] for line in text.splitlines() if line.endswith('string.h" 1 3 4'))).parent


def _toolchain() -> tuple[str, str]:
    return tools.version(GCC), tools.version("picolibc")


@cache
def library_sources() -> list[Path]:
    """Return the sources of libvambrace in the order of its objects: by folder of lib/src, then by name. All are
    compiled for every backend; each omits inapplicable code.
    """
    folder = _source_folder()
    return sorted([*folder.rglob("*.c"), *folder.rglob("*.S")], key=lambda source: (primitive(source), source.name))


def c_sources() -> list[Path]:
    """Return the C sources of libvambrace: all sources of a build without assembly."""
    return [source for source in library_sources() if source.suffix == ".c"]


def _source_folder() -> Path:
    return root() / "lib" / "src"


def primitive(source: Path) -> str:
    """Return the name of the folder of lib/src that contains a file, directly or in a subfolder."""
    return source.relative_to(_source_folder()).parts[0]


def source_flags(build: Build) -> list[str]:
    """Return all flags for a source of the library."""
    return [*library_flags(build), *macros.of(build), f"-I{_source_folder()}"]


def member(source: Path) -> str:
    """Return the name of a source's object in the library, without its suffix."""
    return f"{primitive(source)}_{source.stem}"


@cache
def folders(algorithm: str) -> frozenset[str]:
    """Return the names of the folders of lib/src that an algorithm needs: the folder that is a prefix of its name,
    those whose headers it includes, directly or indirectly, and the engine's drivers.
    """
    there = {path.name: path for path in _source_folder().iterdir() if path.is_dir()}
    waiting = [name for name in there if algorithm.startswith(name)]
    if not waiting:
        raise VambraceError(f"{algorithm}: lib/src has no folder whose name is a prefix of it")
    reached = set(waiting)
    while waiting:
        files = (path for path in there[waiting.pop()].rglob("*") if path.is_file())
        included = {name.partition("/")[0] for path in files for name in includes.named(path)} & there.keys()
        waiting += included - reached
        reached |= included
    return frozenset(reached | {"engine"})


@cache
def library(build: Build, algorithm: str | None = None) -> Path:
    """Return libvambrace.a for a build, or only the part that an algorithm needs, which yields the same program. A
    process reads the sources once, or none if the whole library was built from the same files before.
    """

    def built() -> Path:
        sources = library_sources()
        if algorithm:
            sources = [source for source in sources if primitive(source) in folders(algorithm)]
        objects = compile_objects(sources, source_flags(build), build.xlen, compiler=build.compiler)
        return archive(_LIBRARY, list(map(member, sources)), objects)

    if algorithm:
        return built()
    tops = [_source_folder(), root() / "lib" / "include", root() / "firmware" / "common"]
    files = [path for top in tops for path in _listed(str(top))]

    def certain() -> bool:
        flags = source_flags(build)
        with includes.looked_at_once():
            return not any(map(os.path.isdir, files)) and all(
                includes.within(source, compiling(source, flags, build.xlen, build.compiler), tops)
                for source in library_sources()
            )

    return store.kept("library", _LIBRARY, files, _library_inputs(build), built, certain)


_LIBRARY = "libvambrace.a"


def _library_inputs(build: Build) -> list[object]:
    """Return what a library depends on besides files, and the code that makes it."""
    code = [Path(file).read_text() for file in (__file__, includes.__file__)]
    versions = [*_toolchain(), *([] if build.compiler == config.GCC else [tools.version(build.compiler)])]
    return [code, versions, build.xlen, build.compiler, target_flags(build.xlen), source_flags(build)]


def _listed(folder: str) -> list[str]:
    """Return the files in a folder and its subfolders; a link to a folder counts as a file."""
    paths: list[str] = []
    with os.scandir(folder) as entries:
        for entry in sorted(entries, key=lambda entry: entry.name):
            paths += _listed(entry.path) if entry.is_dir(follow_symlinks=False) else [entry.path]
    return paths


def archive(name: str, members: list[str], objects: list[Path]) -> Path:
    """Return a library of objects under the names `members`."""

    def build(work: Path) -> None:
        files = [work / f"{member}.o" for member in members]
        for file, compiled in zip(files, objects, strict=True):
            file.write_bytes(compiled.read_bytes())
        tools.run([*_ARCHIVE, str(work / name), *map(str, files)])
        for file in files:
            file.unlink()

    return store.entry("library", archive_key(name, members, objects), build) / name


def archive_key(name: str, members: list[str], objects: list[Path]) -> str:
    """Return the hash of a library's inputs; the paths of its objects do not count."""
    return store.digest(_toolchain(), _ARCHIVE, name, members, store.digest_contents(objects))


def link(
    sources: list[Path],
    build: Build,
    ram_bytes: int,
    flags: list[str] = [],  # noqa: B006
    other: Path | None = None,
    algorithm: str | None = None,
    console: Path | None = None,
    more: Sequence[Path] = (),
) -> Elf:
    """Return a program of C and assembly sources, start-up code and libvambrace, its part for one algorithm, or the
    library `other` instead. `console` is another source for standard output, `more` are objects of an operating system.
    """
    ram_bytes = min(ram_bytes, build.scratchpad or ram_bytes)
    common = root() / "firmware" / "common"
    start = [common / "crt0.S", console or common / "console.c", *([common / "spike.c"] if build.spike else [])]
    own = [*PROGRAM_FLAGS, *macros.of(build), *flags]
    objects = [*compile_objects([*start, *sources], own, build.xlen, alike=True), *more]
    linked = other or library(build, algorithm)
    command = [*linking(build.xlen, ram_bytes), *map(str, objects), str(linked), "-o", "program.elf"]

    def make(work: Path) -> None:
        tools.run(command, cwd=work)

    key = program_key(build.xlen, ram_bytes, objects, linked)
    return Elf(store.entry("program", key, make) / "program.elf")


def program_key(xlen: int, ram_bytes: int, objects: list[Path], linked: Path) -> str:
    """Return the hash of a program's inputs; the linker script selects libraries by name."""
    command = [part.replace(str(_script()), "SCRIPT") for part in linking(xlen, ram_bytes)]
    return store.digest(
        _toolchain(), command, _script().read_bytes(), store.digest_contents([*objects, linked]), linked.name
    )


def _script() -> Path:
    return root() / "firmware" / "common" / "link.ld"


def linking(xlen: int, ram_bytes: int) -> list[str]:
    """Return the command that links a program, without its objects."""
    return [
        GCC,
        *target_flags(xlen),
        "-nostartfiles",
        f"-T{_script()}",
        f"-Wl,--defsym=__ram_bytes={ram_bytes}",
        "-Wl,--gc-sections,--no-warn-rwx-segments,-Map=program.map",
    ]
