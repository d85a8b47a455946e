# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The library's binary interface, as abidw and abidiff (libabigail) see it: the functions and objects that public
headers declare, the layouts of their types, and the values of their constants. tests/abi has the baseline.

python -m vambrace_dev.abi          writes it as it is now: the new baseline
python -m vambrace_dev.abi --check  prints what differs from the baseline
"""

from __future__ import annotations

import re
import shutil
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from vambrace import config
from vambrace.base import children, store, tools
from vambrace.base.errors import BuildError
from vambrace.base.paths import root
from vambrace.config import Build, macros
from vambrace.software.toolchain import includes, program

FOLDER = root() / "tests" / "abi"
RENEW = "If that is meant, renew the baseline with `python -m vambrace_dev.abi`, and name the change in changes/."

_HEAD = "  <!-- The library's binary interface, written by `python -m vambrace_dev.abi`: do not edit. -->\n"

#: What abidw leaves out: what a compiler, a folder or a version of it decides.
_ABIDW = (
    "--no-show-locs",
    "--no-comp-dir-path",
    "--no-corpus-path",
    "--no-architecture",
    "--no-elf-needed",
    "--no-parameter-names",
)

#: Bits of abidiff's exit code.
_FAILED = 1 | 2


@dataclass(frozen=True)
class Interface:
    """A build whose interface has a baseline."""

    name: str
    compiler: tuple[str, ...]
    lib: Path = root() / "lib"

    @property
    def include(self) -> Path:
        return self.lib / "include"

    @property
    def baseline(self) -> Path:
        return FOLDER / f"{self.name}.abi"

    @property
    def command(self) -> list[str]:
        """The command that compiles, without sources."""
        folders = [f"-I{self.include}", f"-I{self.lib / 'src'}"]
        return [*self.compiler, "-std=gnu99", "-O1", "-gdwarf-4", *folders]


def _riscv(build: Build) -> tuple[str, ...]:
    return (program.GCC, *program.target_flags(build.xlen), *macros.of(build))


def interfaces() -> dict[str, Interface]:
    """Return the builds with a baseline. Others have AES keys of other sizes, and other names (detail/names.h)."""
    sets = config.extension_sets()
    compilers = {
        "host": ("gcc",),
        "rv32": _riscv(Build(sets["none"])),
        "rv32-engine": _riscv(Build(sets["engine"])),
        "rv32-engine-ring": _riscv(Build(sets["engine-obi-ring"])),
    }
    return {name: Interface(name, compiler) for name, compiler in compilers.items()}


@dataclass(frozen=True)
class Surface:
    """What the public headers declare in a build: names of symbols, of types, and of constants with their values."""

    symbols: frozenset[str]
    types: tuple[str, ...]
    constants: dict[str, str]


def _folders(built: Interface) -> tuple[Path, ...]:
    """The folders with public headers."""
    return (built.include / "vambrace", built.include / "vambrace" / "frames")


def _headers(built: Interface) -> str:
    paths = [path for folder in _folders(built) for path in sorted(folder.glob("*.h"))]
    return "".join(f"#include <{path.relative_to(built.include)}>\n" for path in paths)


def _preprocessed(built: Interface, text: str, *flags: str) -> str:
    with tempfile.TemporaryDirectory(prefix="vambrace-") as folder:
        source = Path(folder) / "surface.c"
        source.write_text(text)
        return tools.run([*built.command, "-E", *flags, str(source)])


def _public_lines(built: Interface, text: str) -> Iterator[str]:
    """The lines of preprocessed text that come from the public headers."""
    public = False
    for line in text.split("\n"):
        if marker := re.match(r'# \d+ "(.*?)"', line):
            public = Path(marker[1]).parent in _folders(built)
        elif public:
            yield line


def surface(built: Interface) -> Surface:
    """What the public headers declare."""
    lines = list(_public_lines(built, _preprocessed(built, _headers(built), "-dD")))
    code = "\n".join(line for line in lines if not line.startswith("#"))
    prefix = macros.PREFIX
    defined = re.findall(rf"^#define ({prefix}\w+)(?= |$)", "\n".join(lines), re.MULTILINE)
    asked = _headers(built) + "".join(f"\nconstant {name.lower()} = {name};" for name in defined)
    values = re.findall(r"^constant (\w+) = (.*);$", _preprocessed(built, asked, "-P"), re.MULTILINE)
    numbers = {
        name.upper(): value for name, value in values if re.fullmatch(r"[\s\dxa-fA-FuUlL()<>|&~+*-]*\d.*", value)
    }
    enumerated = [
        name
        for body in re.findall(r"\benum\s*\{(.*?)\}", code, re.DOTALL)
        for name in re.findall(rf"\b({prefix}\w+)", re.sub(r"=[^,]*", "", body))
    ]
    functions = re.findall(r"\b(vmb_\w+)\s*\([^()]*\)\s*(?:__attribute__\S*)?\s*;", code)
    objects = re.findall(r"\bextern const [^;]*?\b(vmb_\w+)(?:\[\])?;", code)
    types = re.findall(r"\}[^;{}]*?\b(vmb_\w+);|\btypedef vmb_\w+ (vmb_\w+);", code)
    return Surface(
        frozenset({*functions, *objects}),
        tuple(sorted({first or other for first, other in types})),
        {**{name: f"({value})" for name, value in numbers.items()}, **{name: name for name in enumerated}},
    )


def _source(built: Interface, shown: Surface) -> str:
    """C whose functions refer to each type, and to an enumeration of all constants."""
    constants = "".join(f"    of_{name} = {value},\n" for name, value in sorted(shown.constants.items()))
    parts = [f"{_headers(built)}enum vmb_abi_constants {{\n{constants}}};\n"]
    referred = {"constants": "enum vmb_abi_constants", **{name: name for name in shown.types}}
    for name, kind in referred.items():
        function = f"void vmb_abi_of_{name}({kind} *p)"
        parts.append(f"{function};\n{function} {{ (void)p; }}\n")
    return "".join(parts)


def library(built: Interface) -> Path:
    """One object of the whole library, with the functions of _source, from the cache or compiled."""
    ours = program.library_sources() if built.name != "host" else program.c_sources()
    sources = [built.lib / source.relative_to(root() / "lib") for source in ours]
    text = _source(built, surface(built))
    read = [includes.digest(source, built.command) for source in sources]

    def build(work: Path) -> None:
        (work / "surface.c").write_text(text)
        tools.run([*built.command, "-c", *map(str, sources), "surface.c"], cwd=work)
        objects = sorted(path.name for path in work.glob("*.o"))
        linking = [part for part in built.compiler if not part.startswith("--specs")]
        tools.run([*linking, "-nostdlib", "-r", *objects, "-o", "library"], cwd=work)
        for name in objects:
            (work / name).unlink()

    version = tools.version(built.compiler[0])
    return store.entry("abi", store.digest(version, built.command, read, text), build) / "library"


def written(built: Interface) -> str:
    """The interface as it is now."""
    shown = surface(built)
    compiled = library(built)
    names = {*shown.symbols, "vmb_abi_of_constants", *(f"vmb_abi_of_{name}" for name in shown.types)}
    with tempfile.TemporaryDirectory(prefix="vambrace-") as folder:
        wanted = Path(folder) / "symbols"
        wanted.write_text("[abi_whitelist]\n" + "".join(f"  {name}\n" for name in sorted(names)))
        text = tools.run(["abidw", *_ABIDW, "-w", str(wanted), "--headers-dir", str(built.include), str(compiled)])
    first, rest = text.replace(f"{built.lib.parent}/", "").split("\n", 1)  # what abidiff knows the format by
    return f"{first}\n{_HEAD}{rest}"


def differences(built: Interface, now: str | None = None) -> str:
    """What abidiff says of the baseline and the interface as it is now, or as given; "" if they are the same."""
    with tempfile.TemporaryDirectory(prefix="vambrace-") as folder:
        current = Path(folder) / built.baseline.name
        current.write_text(written(built) if now is None else now)
        command = ["abidiff", "--no-show-locs", str(built.baseline), str(current)]
        if shutil.which(command[0]) is None:
            raise tools.missing(command[0])
        done = children.run(command, capture_output=True, text=True, errors="replace")
    if done.returncode & _FAILED:
        raise BuildError(f"{done.stderr}{done.stdout}failed with exit code {done.returncode}: {' '.join(command)}")
    if done.returncode == 0:
        return ""
    return f"{done.stdout}\nThe binary interface is another than tests/abi/{built.baseline.name} says. {RENEW}"


def main(arguments: list[str]) -> int:
    if arguments == ["--check"]:
        differences_found = [text for built in interfaces().values() if (text := differences(built))]
        print("\n".join(differences_found), end="\n" if differences_found else "")
        return bool(differences_found)
    if arguments:
        print(__doc__)
        return 2
    FOLDER.mkdir(exist_ok=True)
    for built in interfaces().values():
        built.baseline.write_text(written(built))
        print(f"wrote {built.baseline.relative_to(root())}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
