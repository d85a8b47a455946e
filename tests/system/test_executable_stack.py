# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""No object of the library requests an executable stack, and so no program gets one. Linkers treat an object without
the note about its stack as a request for one."""

from pathlib import Path

import pytest
from elftools.elf.elffile import ELFFile

from tests.builds import BUILDS
from vambrace import config
from vambrace.base import tools
from vambrace.base.paths import root
from vambrace.config import Build
from vambrace.software.running import aead
from vambrace.software.toolchain import program

SIZE = ("none", "zkned", "engine", "aes-unit")
# Every set that compiles other code than the rest: those of the engine's other buses differ in an address, those of AES
# units in a key length.
CHOSEN = [
    *(
        BUILDS[name]
        for name in config.extension_sets()
        if name in BUILDS
        and name not in ("engine-axi4l", "engine-tlul", "engine-axi4l-pio", "engine-tlul-pio")
        and not name.startswith(("aes-192-", "aes-256-"))
    ),
    *(BUILDS[f"{name}:size"] for name in SIZE),
    config.PORTABLE,
    *(BUILDS[name].on_spike() for name in ("none", "zbkb", "zkned")),
    config.PORTABLE.on_spike(),
]
MAIN = """
#include "vambrace/aead.h"
int main(void)
{
    static vmb_aes128_ccm_key key;
    return vmb_aes128_ccm_init(&key, (const uint8_t *)"sixteen bytes...", 16);
}
"""


def asking(objects: list[Path]) -> list[str]:
    """The objects that want an executable stack, or do not say that they want none."""
    results = []
    for path in objects:
        with path.open("rb") as f:
            note = ELFFile(f).get_section_by_name(".note.GNU-stack")
            if note is None or note["sh_flags"] & 4:  # SHF_EXECINSTR
                results.append(path.name)
    return results


def stack_flags(elf: Path) -> list[int]:
    """The flags of PT_GNU_STACK: 1 is executable."""
    with elf.open("rb") as f:
        return [s["p_flags"] for s in ELFFile(f).iter_segments("PT_GNU_STACK")]


def compiled(command: list[str], folder: Path) -> list[Path]:
    """Every source of the library, compiled by this command."""
    sources = program.library_sources()
    includes = [f"-I{root() / 'lib' / name}" for name in ("include", "src")]
    tools.run([*command, *includes, "-c", *map(str, sources)], cwd=folder)
    objects = sorted(folder.glob("*.o"))
    assert len(objects) == len(sources)
    return objects


#: One of each accelerator, and without one.
ALWAYS = ("32-none", "32-all", "32-engine", "32-aes-unit", "64-none")
OTHER = pytest.mark.long("sources that builds which always run assemble too")


def named(build: Build) -> object:
    name = f"{build.xlen}-{build.label}"
    return pytest.param(build, id=name, marks=() if name in ALWAYS else OTHER)


@pytest.mark.parametrize("build", [named(build) for build in CHOSEN])
def test_objects_for_riscv(tmp_path, build: Build):
    tools.run(["riscv64-unknown-elf-ar", "x", str(program.library(build))], cwd=tmp_path)
    objects = sorted(tmp_path.glob("*.o"))
    assert len(objects) == len(program.library_sources())
    assert asking(objects) == []


@pytest.mark.parametrize("name", ["none", "zkned", "aes-unit"])
def test_programs_for_riscv(name):
    elf = aead.runner(config.algorithms()["aes-128-ccm"], BUILDS[name])
    assert all(flags & 1 == 0 for flags in stack_flags(elf.path))


@pytest.mark.parametrize(
    "flags", [pytest.param([], id="speed"), pytest.param(["-DVMB_SIZE=1"], id="size", marks=OTHER)]
)
def test_objects_and_programs_for_the_host(tmp_path, flags):
    objects = compiled(["gcc", "-std=c99", "-O0", *flags], tmp_path)
    (tmp_path / "main.c").write_text(MAIN)
    tools.run(
        [
            "gcc",
            "main.c",
            *flags,
            f"-I{root() / 'lib' / 'include'}",
            *(path.name for path in objects),
            "-o",
            "program",
        ],
        cwd=tmp_path,
    )
    assert asking(objects) == []
    assert stack_flags(tmp_path / "program") == [6]  # read and write
