# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Exported points: patches for a copy of Ibex outside the project, and the patched core with the bundle's units."""

from __future__ import annotations

import functools
import random
import re
import shutil
from operator import xor
from pathlib import Path

import ascon._ascon
import numpy as np
import pytest
import yaml

from tests.rtl import exported, model_xchacha
from vambrace.base.errors import UsageError
from vambrace.base.paths import root
from vambrace.export import bundle, patches, subject
from vambrace.hardware import overlay, reference_ise, rtl

POINT = "ibex-ref/zkned"
IN_PLACE = ("ibex-ref/xasconp", "ibex-ref/xchacha")
IBEX = patches.UPSTREAMS["ibex"]
CORE = pytest.mark.long("Verilator reads all of Ibex, and g++ compiles it")


@pytest.fixture(scope="module")
def files():
    return bundle.files(subject.of(POINT))


def patched(made: Path, work: Path) -> Path:
    """Return the bundle, and next to it a copy of Ibex's rtl/, patched by the README's commands."""
    shutil.copytree(IBEX.sources / "rtl", work / "ibex" / "rtl")
    commands = exported.patching(made)
    assert len(commands) == 2
    for command in commands:
        done = exported.shell(made, command, work, IBEX=str(work / "ibex"))
        assert done.returncode == 0, done.stdout
    return made


@pytest.fixture
def folder(files, tmp_path):
    created = tmp_path / "bundle"
    bundle.write(created, files)
    return patched(created, tmp_path)


@pytest.fixture(params=IN_PLACE)
def in_place(request, tmp_path):
    """The same for units that work on registers in place."""
    created = tmp_path / "bundle"
    bundle.write(created, bundle.files(subject.of(request.param)))
    return request.param, patched(created, tmp_path)


def texts(place: Path) -> dict[str, str]:
    return {path.name: path.read_text() for path in (place / "rtl").iterdir() if path.is_file()}


def test_patches_are_the_overlay(folder):
    """A patched copy is upstream with the changes that models are built from; ibex_top has those that instantiate the
    units."""
    upstream, patched = texts(IBEX.sources), texts(folder.parent / "ibex")
    overlaid = overlay.apply(root() / "cores" / "ibex" / "overlay.toml", IBEX.sources / "rtl")
    assert {name for name in upstream if upstream[name] != patched[name]} == {*overlaid, "ibex_top.sv"}
    assert {name: patched[name] for name in overlaid} == overlaid
    assert patched["ibex_top.sv"].count("vambrace_ibex_ref_zkned u_function_units") == 1


def test_patch_applies_the_patches(files, tmp_path):
    """The tool `patch` applies the patches, in the order of the series."""
    bundle.write(tmp_path / "bundle", files)
    shutil.copytree(IBEX.sources / "rtl", tmp_path / "ibex" / "rtl")
    for name in (tmp_path / "bundle" / "patches" / "series").read_text().split():
        done = exported.run(tmp_path / "ibex", "patch", "-p1", "-i", str(tmp_path / "bundle" / "patches" / name))
        assert done.returncode == 0 and "fuzz" not in done.stdout and "offset" not in done.stdout, done.stdout


def test_the_bundle_matches_its_units(files):
    assert subject.of(POINT).module.parameters == (("FunctionUnits", reference_ise.ZKNED),)
    core = yaml.safe_load(str(files["vambrace_ibex_ref_zkned.core"]).split("\n", 1)[1])
    assert core["filesets"]["upstream"]["depend"] == [IBEX.core]
    assert core["targets"]["default"]["filesets"] == ["rtl", "upstream"]
    assert all(name in files for name in ("smoke/vambrace_ibex_ref_zkned_smoke.v", "verilog/vambrace_ibex_ref_zkned.v"))


def test_icarus_runs_the_units(folder, tmp_path):
    assert "PASS: " in exported.simulated(folder, "vambrace_ibex_ref_zkned", tmp_path).stdout


@pytest.mark.parametrize(
    ("name", "more", "message"),
    [
        ("rocket/none", {}, "only points of Ibex and CV32E40X are exported; the blocks 'rocc' and 'engine'"),
        ("cv32e40x/engine", {}, "an engine is the block 'engine' with --bus"),
        (
            "cv32e40x/engine",
            {},
            "only points with function units are exported, Zbkb, Zbkc, Zbkx, Zkned, Xascon, Zknh; an",
        ),
        ("ibex-ref/engine", {}, "an engine is the block 'engine' with --bus"),
        ("ibex-ref/none", {}, "of Ibex, only points with function units are exported, Zbkb, "),
        ("ibex-ref/zkm", {}, "unknown point 'ibex-ref/zkm'; did you mean "),
        (POINT, {"bus": "obi"}, "points do not support --bus, --memory and --set"),
    ],
)
def test_other_points_are_rejected(name, more, message):
    with pytest.raises(UsageError, match=re.escape(message)):
        subject.of(name, **more)


# ---- The patched core ----


def sources(folder: Path) -> list[str]:
    """Ibex with its patched rtl/, and the files of the bundle's list."""
    design = rtl.design("ibex", stock=True)
    ours = folder.parent / "ibex" / "rtl"

    def place(path: Path) -> str:
        return str(ours / path.name if path.parent == IBEX.sources / "rtl" else path)

    upstream = [place(path) for path in design.packages] + [f"+incdir+{path}" for path in design.include_dirs]
    folders = [str(ours if path == IBEX.sources / "rtl" else path) for path in design.library_dirs]
    listed = re.findall(r"^\.\./(\S+)$", (folder / "lists" / "verilator.f").read_text(), re.MULTILINE)
    searched = [word for path in folders for word in ("-y", path)]
    return [*upstream, *searched, "+libext+.sv", *(str(folder / name) for name in listed)]


def loads(register: int, value: int) -> list[int]:
    upper = (value + 0x800) & 0xFFFFF000
    return [upper | register << 7 | 0x37, (value & 0xFFF) << 20 | register << 15 | register << 7 | 0x13]


def folded(registers: list[int]) -> list[int]:
    """A program that stores the exclusive or of registers."""
    return [*(register << 20 | 3 << 15 | 4 << 12 | 3 << 7 | 0x33 for register in registers), STORE, 0x6F]


#: sw x3, 0(x0)
STORE = 3 << 20 | 2 << 12 | 0x23


def rounds_of_ascon(rng: random.Random) -> tuple[list[int], int]:
    """A permutation in place, directly after a register is written that it reads."""
    state, loaded = [0] * 5, rng.getrandbits(32)
    state[4] = loaded << 32
    ascon._ascon.ascon_permutation(state, 12)
    rounds = [0x502B | (0xF0 - 15 * i) << 20 for i in range(12)]
    halves = [word >> shift & 0xFFFFFFFF for word in state for shift in (0, 32)]
    return [*loads(31, loaded), *rounds, *folded([12, 13, 14, 15, 16, 17, 28, 29, 30, 31])], functools.reduce(
        xor, halves
    )


def halves_of_chacha(rng: random.Random) -> tuple[list[int], int]:
    """A quarter-round and a multiply-accumulate of what it leaves, directly after each other."""
    registers = [0] * 32
    words = []
    for register in (17, 20, 27, 30):
        registers[register] = rng.getrandbits(32)
        words += loads(register, registers[register])
    for second in (0, 1):
        model_xchacha.half(registers, 17, 20, 27, 30, second)
        words.append(model_xchacha.half_word(17, 20, 27, 30, second))
    for rs1, rs2 in ((17, 20), (27, 30)):
        model_xchacha.mac(registers, rs1, rs2)
        words.append(model_xchacha.mac_word(rs1, rs2))
    stored = [6, 7, 17, 20, 27, 30]
    return [*words, *folded(stored)], functools.reduce(xor, (registers[i] for i in stored))


def program(rng: random.Random) -> tuple[list[int], int]:
    """Return a program that executes an instruction of the unit and stores its result, and the expected result."""
    rs1, rs2 = rng.getrandbits(32), rng.getrandbits(32)
    word = reference_ise.BY_NAME["aes32esmi"].encode(rd=3, rs1=1, rs2=2, variable=2 << 30)
    operands = [np.array([value], dtype=np.uint32) for value in (rs1, rs2, word)]
    expected = int(reference_ise.BY_NAME["aes32esmi"].execute(*operands)[0])
    return [*loads(1, rs1), *loads(2, rs2), word, STORE, 0x6F], expected


def executed(folder: Path, work: Path, words: list[int], *flags: str) -> list[str]:
    """Return the words that a patched copy stores when it executes a program."""
    memory = [0x6F] * 32 + words  # it begins at byte 0x80
    assert len(memory) <= 64
    (work / "program.hex").write_text("".join(f"{word:08x}\n" for word in memory + [0x6F] * (64 - len(memory))))
    bench = str(root() / "tests" / "rtl" / "ibex_top_bench.sv")
    command = ["verilator", "--binary", "--timing", "-Wno-fatal", "-O3", "--top-module", "ibex_top_bench", *flags]
    created = ["--Mdir", str(work / "obj"), "-o", "bench"]
    built = exported.run(work, *command, *created, *sources(folder), bench, env=exported.environment(work))
    assert built.returncode == 0, built.stdout
    done = exported.run(work, str(work / "obj" / "bench"))
    return re.findall(r"^STORED (\w+)", done.stdout, re.MULTILINE)


@CORE
def test_the_patched_core_executes_them(folder, tmp_path):
    words, expected = program(random.Random(1))
    assert executed(folder, tmp_path, words) == [f"{expected:08x}"]


@CORE
@pytest.mark.parametrize("writeback", [0, 1])
def test_the_patched_core_works_on_registers(in_place, tmp_path, writeback):
    name, created = in_place
    words, expected = {"ibex-ref/xasconp": rounds_of_ascon, "ibex-ref/xchacha": halves_of_chacha}[name](
        random.Random(1)
    )
    assert executed(created, tmp_path, words, f"-GWritebackStage={writeback}") == [f"{expected:08x}"]


def test_icarus_runs_units_in_place(in_place, tmp_path):
    name, created = in_place
    top = f"vambrace_{name.replace('-', '_').replace('/', '_')}"
    assert "PASS: " in exported.simulated(created, top, tmp_path).stdout
    text = (created / "verilog" / f"{top}.v").read_text()
    wrong = text.replace("accel_write_i[31]", "1'b0")
    assert wrong != text
    (created / "verilog" / f"{top}.v").write_text(wrong)
    done = exported.simulated(created, top, tmp_path)
    assert done.returncode != 0 and "port a: " in done.stdout and "PASS" not in done.stdout


@CORE
def test_a_shadow_core_is_rejected(folder, tmp_path):
    """Elaboration stops with this message alone."""
    quiet = ["-Wno-lint", "-Wno-style", "-Wno-UNOPTFLAT", "-GSecureIbex=1", "--top-module", "ibex_top"]
    top = str(folder.parent / "ibex" / "rtl" / "ibex_top.sv")
    env = exported.environment(tmp_path)
    done = exported.run(tmp_path, "verilator", "--lint-only", *quiet, *sources(folder), top, env=env)
    assert done.returncode != 0 and "SecureIbex = 1: its shadow core has no accelerator port" in done.stdout
    assert set(re.findall(r"^%\w+-(\w+)", done.stdout, re.MULTILINE)) == {"USERFATAL"}, done.stdout
