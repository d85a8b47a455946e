# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Builds of libvambrace that the named points do not cover: other base instruction sets, portable C, and callers built
for another backend than the library's."""

import re
from dataclasses import replace

import pytest

from tests.builds import BUILDS
from tests.system.programs import NO_EXTENSIONS, core_model
from vambrace import config
from vambrace.base import tools
from vambrace.base.errors import BuildError, VambraceError
from vambrace.base.paths import root
from vambrace.config import macros
from vambrace.software.oracles import messages
from vambrace.software.running import aead
from vambrace.software.running.jobs import OK
from vambrace.software.toolchain import program

SCENARIO = config.scenarios()["zigbee"]


def packets(algorithm):
    """Every operation with several contents of the same lengths."""
    return [job for seed in range(5) for job in messages.packet(algorithm, SCENARIO, seed)]


def check(algorithm, elf):
    """The jobs give the oracle's results in times that do not depend on their contents."""
    expected = packets(algorithm)
    run = aead.run_jobs(core_model(), algorithm, elf, [job for job, _, _ in expected])
    for (job, out, tag), result in zip(expected, run.results, strict=True):
        assert (result.status, result.out, result.tag, result.violations) == (OK, out, tag, ()), job.op
    operations = len(algorithm.operations)
    # The jobs lie at different addresses: those of the data differ.
    counts = [replace(count, data_hash=0) for count in run.call]
    assert all(len(set(counts[i::operations])) == 1 for i in range(operations))


@pytest.mark.long("Spike runs all of it, in every list of cases")
@pytest.mark.parametrize("algorithm", list(config.algorithms()))
def test_portable_c(algorithm):
    known = config.algorithms()[algorithm]
    check(known, aead.runner(known, config.PORTABLE))


ALIKE = pytest.mark.long("builds and algorithms that share code with what is always run")


@pytest.mark.long("compiles the library for another instruction set")
@pytest.mark.parametrize(
    "algorithm", [pytest.param(n, marks=() if known.default else ALIKE) for n, known in config.algorithms().items()]
)
def test_without_multiplier_and_compressed_instructions(tmp_path, algorithm):
    """RV32I: the compiler's replacement of a multiplication must take constant time."""
    known = config.algorithms()[algorithm]
    base = ["-march=rv32i", f"-I{root() / 'lib' / 'src'}"]
    firmware = root() / "firmware"
    programs = [firmware / "jobs_runner.c", firmware / "jobs.c", firmware / "common" / "crt0.S"]
    flags = [*program.PROGRAM_FLAGS, *base, *macros.algorithm(known)]
    objects = program.compile_objects(programs, flags)
    objects += program.compile_objects(program.library_sources(), [*program.LIBRARY_FLAGS, *base])
    elf = program.Elf(tmp_path / "program.elf")
    tools.run(
        [
            program.GCC,
            *program.target_flags(),
            "-march=rv32i",
            "-nostartfiles",
            f"-T{firmware / 'common' / 'link.ld'}",
            f"-Wl,--defsym=__ram_bytes={16 << 20}",
            "-Wl,--gc-sections,--no-warn-rwx-segments",
            *map(str, objects),
            "-o",
            str(elf.path),
        ]
    )
    check(known, elf)


OTHER_FLAGS = pytest.mark.long("compiler flags that differ from those of CMake and `vambrace`")


@pytest.mark.long("seven seconds: a build without a multiplier always runs")
@pytest.mark.parametrize(
    ("optimisation", "profile"),
    [
        ("-O2", "speed"),
        pytest.param("-Os", "size", marks=ALIKE),
        pytest.param("-O2", "size", marks=OTHER_FLAGS),
        pytest.param("-Os", "speed", marks=OTHER_FLAGS),
    ],
)
def test_no_routine_multiplies_or_divides(optimisation, profile):
    """Those of libgcc branch on their operands, any of which could be a secret."""
    build = replace(config.PORTABLE, profile=profile)
    flags = [optimisation if flag == "-O2" else flag for flag in program.LIBRARY_FLAGS]
    flags += ["-march=rv32i", f"-I{root() / 'lib' / 'src'}", *macros.of(build)]
    routine = re.compile(r"\b__u?(mul|div|mod)[sdt]i3\b")
    sources = program.c_sources()
    compiled = dict(zip(map(str, program.compile_objects(sources, flags)), sources, strict=True))
    undefined = tools.run(["riscv64-unknown-elf-nm", "-A", "-u", *compiled]).split("\n")
    called = [(compiled[line.split(":")[0]].name, line) for line in undefined if routine.search(line)]
    assert len(undefined) > len(sources) and called == []


def test_an_algorithm_uses_the_folders_that_it_includes():
    own = {
        "aes-128-gcm": {"aes"},
        "ascon-cxof128": {"ascon"},
        "chacha20-poly1305": {"chacha", "poly1305"},
    }
    assert {name: program.folders(name) - {"common", "engine"} for name in own} == own
    assert all({"common", "engine"} <= program.folders(name) for name in config.algorithms())
    with pytest.raises(VambraceError, match="no folder whose name is a prefix of it"):
        program.folders("rot13")


@pytest.mark.parametrize("build", [NO_EXTENSIONS, BUILDS["engine"]], ids=lambda build: build.label)
@pytest.mark.parametrize("algorithm", ["aes-128-gcm", "ascon-cxof128", "chacha20-poly1305"])
def test_a_program_does_not_depend_on_the_unused_library(algorithm, build):
    known = config.algorithms()[algorithm]
    part, full = (aead.runner(known, build, other=other) for other in (None, program.library(build)))
    assert program.library(build, algorithm) != program.library(build)
    assert part.path.read_bytes() == full.path.read_bytes()


def test_unused_macros_cause_no_compilation(tmp_path, monkeypatch):
    """Others give another object."""
    source = tmp_path / "main.c"
    source.write_text(f"/* {tmp_path} */\n#if VMB_ONE == 2\nint two;\n#endif\nint one;\n")
    calls = []
    run = tools.run
    monkeypatch.setattr(tools, "run", lambda command, **options: calls.append(command) or run(command, **options))
    first, other, two = (program.compile_objects([source], [f"-DVMB_ONE={n}"], alike=True)[0] for n in (1, 3, 2))
    assert first != other and first.read_bytes() == other.read_bytes() != two.read_bytes()
    assert sum("-c" in command for command in calls) == 2


def test_a_key_of_another_size_does_not_link(tmp_path):
    """AES key objects of Zkned and of an engine are smaller: a caller that reserves such an object must not link to
    another library. The same holds for the streams of an engine."""
    source = tmp_path / "caller.c"
    source.write_text(
        '#include "vambrace/aead.h"\n#include "vambrace/hash.h"\nint main(void)\n{\n'
        "    static vmb_aes128_ccm_key key;\n    static vmb_ascon_xof128_stream s;\n"
        "    return vmb_aes128_ccm_init(&key, (const uint8_t *)main, 16) + vmb_ascon_xof128_start(&s);\n}\n"
    )
    zkned, engine = BUILDS["zkned"], BUILDS["engine"]
    pairs = ((zkned, NO_EXTENSIONS), (NO_EXTENSIONS, zkned), (engine, NO_EXTENSIONS), (NO_EXTENSIONS, engine))
    for caller, library in pairs:
        mixed = macros.of(caller)
        mixed += [f"-U{flag[2:].partition('=')[0]}" for flag in macros.of(library) if flag not in mixed]
        with pytest.raises(BuildError, match="undefined reference to `vmb_aes128_ccm_init") as actual:
            program.link([source], library, 1 << 20, mixed)
        assert ("undefined reference to `vmb_ascon_xof128_start" in str(actual.value)) == (engine in (caller, library))
