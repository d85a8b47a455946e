# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""`vambrace amalgamate --for`: each package compiled for RV32IMC with a backend in assembly, in a program that passes
the self-test of an algorithm on Spike.

What always runs compiles the files that a manifest names as its build system would, so it shows that they suffice for
a processor without an operating system. CMake compiles the component of ESP-IDF; the function that registers it is the
test's own. The long tests run PlatformIO, Arduino's builder, Meson and cargo themselves, with boards of the test's own:
they show what these tools make of the manifests, but nothing about the boards and frameworks of others.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.aead.spike_runner import BUILDS32, isa
from tests.host import boards, package_tools
from vambrace.base import tools
from vambrace.software.amalgamation import packages, pair
from vambrace.software.running import spike
from vambrace.software.toolchain import program
from vambrace.software.toolchain.elf import Elf

OWN_TOOL = pytest.mark.long("downloads packages")
BACKEND = "rv32-none"
Target = tuple[str, ...]
BUILD = BUILDS32["none"].on_spike(32)
COMPILING = (program.GCC, "-Os")


def written(name: str, folder: Path) -> Path:
    """A package with one algorithm, as its user would choose it in vambrace_config.h: the compiler takes less time."""
    texts = packages.files(name, [BACKEND], url="https://vambrace.example/page")
    (config,) = packages.preserved(name)
    switches = re.sub(r"(#define VMB_WITH_\w+) 1", r"\1 0", texts[config])
    texts[config] = switches.replace("VMB_WITH_ASCON_AEAD128 0", "VMB_WITH_ASCON_AEAD128 1")
    assert texts[config].count(" 1\n") == 1
    pair.write(folder, texts)
    return folder


def passes(elf: Elf, extensions: str = isa(BUILD)) -> bool:
    return spike.run(elf, extensions).exit_code == 0


# ---- As by the tools ----


def compiled(
    sources: list[Path], headers: Path, flags: list[str], folder: Path, target: Target = boards.TARGET
) -> Path:
    """Return an archive of C and assembly, as built by tools that name no language."""
    objects = [folder / f"{source.name}.o" for source in sources]
    for source, created in zip(sources, objects, strict=True):
        language = [] if source.suffix == ".c" else ["-x", "assembler-with-cpp"]
        tools.run([*COMPILING, *target, *flags, f"-I{headers}", *language, "-c", str(source), "-o", str(created)])
    return program.archive("libvambrace.a", [created.name for created in objects], objects)


def every_source(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.suffix in (".c", ".S"))


def arduino(package: Path, work: Path) -> Path:
    """Return every source in src, with that folder as the only one for headers."""
    return compiled(every_source(package / "src"), package / "src", ["-std=gnu11", "-ffunction-sections"], work)


def platformio(package: Path, work: Path) -> Path:
    content = json.loads((package / "library.json").read_text())["build"]
    return compiled(every_source(package / content["srcDir"]), package / content["includeDir"], [], work)


def meson(package: Path, work: Path) -> Path:
    text = (package / "meson.build").read_text()
    (listed,) = re.findall(r"static_library\('vambrace', (.*?), include_directories", text)
    (headers,) = re.findall(r"include_directories\('(\w+)'\)", text)
    sources = [package / path for path in re.findall(r"'(.*?)'", listed)]
    return compiled(sources, package / headers, ["-std=c99", "-Wall", "-Wextra", "-Wpedantic", "-Werror"], work)


def cargo(package: Path, work: Path) -> Path:
    """With the options of build.rs for a target without an operating system; there is no C library."""
    text = (package / "build.rs").read_text()
    (listed,) = re.findall(r"let sources = \[(.*?)\]", text)
    (standard,) = re.findall(r'\.std\("(.*?)"\)', text)
    flags = [*re.findall(r'\.flag\("(.*?)"\)', text), f"-std={standard}"]
    sources = [package / path for path in re.findall(r'"(.*?)"', listed)]
    return compiled(sources, package / "c", flags, work, boards.BARE)


def esp_idf(package: Path, work: Path) -> Path:
    """With CMake, and a function of this test instead of ESP-IDF's."""
    boards.write(work, boards.esp_idf(package))
    configure = ["cmake", "-S", str(work), "-B", str(work / "build"), f"-DCMAKE_TOOLCHAIN_FILE={work / 'target.cmake'}"]
    tools.run(configure)
    tools.run(["cmake", "--build", str(work / "build")])
    return work / "build" / "libvambrace.a"


FORMS: dict[str, Callable[[Path, Path], Path]] = {
    "arduino": arduino,
    "platformio": platformio,
    "esp-idf": esp_idf,
    "meson": meson,
    "cargo": cargo,
}


@pytest.mark.parametrize("name", FORMS)
def test_the_files_of_a_package_suffice(tmp_path, name):
    package, work = written(name, tmp_path / "vambrace"), tmp_path / "work"
    work.mkdir()
    library = FORMS[name](package, work)
    use = work / "use.c"
    use.write_text(boards.USE)
    tools.run(
        [*COMPILING, *boards.TARGET, f"-I{next(package.rglob(pair.HEADER)).parent}", "-c", str(use), "-o", f"{use}.o"]
    )
    assert passes(program.link([], BUILD, boards.RAM, other=library, more=[Path(f"{use}.o")]))


def test_every_form_is_built():
    assert FORMS.keys() == packages.formats().keys()


# ---- With the tools ----


@OWN_TOOL
def test_platformio_builds_it(tmp_path):
    """With a platform of the test's own, and the SCons of PyPI as the package of it that PlatformIO wants."""
    written("platformio", tmp_path / "lib" / "vambrace")
    boards.write(tmp_path, boards.platformio(tmp_path))
    core = tmp_path / "core"
    boards.write(core / "packages" / "tool-scons", boards.SCONS)
    variables = {"PLATFORMIO_CORE_DIR": str(core), "PLATFORMIO_SETTING_ENABLE_TELEMETRY": "no"}
    done = package_tools.run("platformio", ["-m", "platformio", "run", "-v"], tmp_path, **variables)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "vambrace_riscv.S" in done.stdout
    assert passes(Elf(tmp_path / ".pio" / "build" / "rv32imc" / "program.elf"))


@OWN_TOOL
def test_arduino_builds_the_sketch(tmp_path):
    """With Debian's arduino-builder, and a core of the test under the name of one that the library supports."""
    package = written("arduino", tmp_path / "libraries" / "Vambrace")
    boards.write(tmp_path / "hardware" / "vambrace" / "esp32", boards.arduino())
    where = package_tools.debian("arduino-builder", "arduino-ctags") / "usr" / "bin"
    (tmp_path / "build").mkdir()
    folders = {"hardware": "hardware", "tools": str(where), "libraries": "libraries", "build-path": "build"}
    options = [word for name, folder in folders.items() for word in (f"-{name}", str(tmp_path / folder))]
    command = [str(where / "arduino-builder"), "-compile", *options, "-fqbn", "vambrace:esp32:rv32imc"]
    sketch = package / "examples" / "Seal" / "Seal.ino"
    done = subprocess.run(
        [*command, f"-prefs=tools.ctags.path={where}", str(sketch)], capture_output=True, text=True, cwd=tmp_path
    )
    assert done.returncode == 0 and "WARNING" not in done.stdout, done.stdout + done.stderr
    assert passes(Elf(tmp_path / "build" / "Seal.ino.elf"))


@OWN_TOOL
def test_meson_builds_it_with_a_cross_file(tmp_path):
    written("meson", tmp_path / "subprojects" / "vambrace")
    (tmp_path / "subprojects" / "vambrace" / "vambrace.wrap").rename(tmp_path / "subprojects" / "vambrace.wrap")
    boards.write(tmp_path, boards.meson())
    for arguments in (["setup", "build", "--cross-file", "cross.ini"], ["compile", "-C", "build"]):
        done = package_tools.run("meson", ["-m", "mesonbuild.mesonmain", *arguments], tmp_path)
        assert done.returncode == 0, done.stdout + done.stderr
    assert passes(Elf(tmp_path / "build" / "use"))


@OWN_TOOL
@pytest.mark.parametrize("target", ["riscv32imc-unknown-none-elf", "riscv32imac-unknown-none-elf"])
def test_cargo_builds_the_crate(tmp_path, target):
    """Rust's core library comes with none of the compilers that registries have: cargo compiles it too, from Debian's
    sources with Debian's rustc."""
    written("cargo", tmp_path / "vambrace")
    boards.write(tmp_path / "use", boards.CARGO)
    variables = {**package_tools.rustc(), "RUSTC_BOOTSTRAP": "1", "CARGO_TARGET_DIR": str(tmp_path / "target")}
    command = ["cargo", "build", "--quiet", "--release", "-Zbuild-std=core", "--target", target]
    done = subprocess.run(
        command, cwd=tmp_path / "use", env={**os.environ, **variables}, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
    library = tmp_path / "target" / target / "release" / "libuse.a"
    extensions = isa(BUILD).replace("rv32imc", re.sub(r"riscv(\w+?)-.*", r"rv\1", target))
    assert passes(program.link([], BUILD, boards.RAM, other=library), extensions)
