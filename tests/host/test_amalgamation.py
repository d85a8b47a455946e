# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""`vambrace amalgamate`: files compile anywhere, choices are checked, and folders are complete."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.host import amalgamated
from tests.host.runner import STRICT
from tests.host.test_ignored_results import CLANG
from vambrace.base import output
from vambrace.base.errors import UsageError
from vambrace.base.output import WriteError
from vambrace.cli.main import main
from vambrace.config import macros
from vambrace.software.amalgamation import choices, pair
from vambrace.software.toolchain import program

WARNINGS = ("-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wundef", "-Werror")
RV32, RV64 = "rv32-zkned", "rv64-none"
FEW = pytest.mark.long("another compiler, standard or target for what is always compiled")


@pytest.fixture(scope="module")
def plain(tmp_path_factory) -> Path:
    return amalgamated.place(tmp_path_factory.mktemp("plain") / "files", amalgamated.texts())


@pytest.fixture(scope="module")
def acme(tmp_path_factory) -> Path:
    """Return the files with two backends in assembly and another prefix."""
    texts = pair.files([RV32, RV64], "acme")
    return amalgamated.place(tmp_path_factory.mktemp("acme") / "files", texts)


def compiled(folder: Path, command: Sequence[str], file: str = pair.SOURCE) -> subprocess.CompletedProcess[str]:
    words = [*command, f"-I{folder}", "-c", str(folder / file), "-o", str(folder / "object.o")]
    return subprocess.run(words, capture_output=True, text=True)


def names_in(folder: Path, nm: str, which: str) -> set[str]:
    done = subprocess.check_output([nm, which, "-P", str(folder / "object.o")], text=True)
    return {line.split()[0] for line in done.splitlines()}


@pytest.mark.parametrize(
    "command",
    [
        pytest.param(("gcc", "-std=c99", *WARNINGS), id="gcc-c99"),
        pytest.param(("gcc", "-std=c11", *WARNINGS), id="gcc-c11", marks=FEW),
        pytest.param(("gcc", "-std=c99", *WARNINGS, "-DVMB_BACKEND=portable_size"), id="gcc-size", marks=FEW),
        pytest.param((CLANG, "-std=c99", *WARNINGS), id="clang-c99"),
        pytest.param((CLANG, "-std=c11", "-O2", *WARNINGS), id="clang-c11", marks=FEW),
    ],
)
def test_the_source_compiles_without_a_warning(plain, command):
    done = compiled(plain, command)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("command", [("g++", "-std=c++11"), ("g++", "-std=c++20"), (CLANG, "-x", "c++", "-std=c++17")])
def test_the_header_is_for_cpp_too(plain, command):
    (plain / "use.cpp").write_text('#include "vambrace.h"\nint main() { return vmb_aeads[0] == nullptr; }\n')
    done = compiled(plain, [*command, *WARNINGS], "use.cpp")
    assert (done.returncode, done.stderr) == (0, "")


ALONE = pytest.mark.long("half a second of the compiler for each family; one always runs")


@pytest.mark.parametrize(
    "family", [pytest.param(n, marks=() if n == "ascon-hash" else ALONE) for n in choices.FAMILIES]
)
def test_a_family_alone_needs_no_other(plain, family):
    left_out = [f"-D{macros.with_family(name)}=0" for name in choices.FAMILIES if name != family]
    done = compiled(plain, ["gcc", *STRICT, "-Wundef", "-O1", *left_out])
    assert (done.returncode, done.stderr) == (0, "")
    assert names_in(plain, "nm", "-u") <= {"memcpy", "memset", "_GLOBAL_OFFSET_TABLE_"}
    functions = names_in(plain, "nm", "--defined-only")
    assert ("vmb_aes128_ccm_seal" in functions) == (family == "aes-ccm")
    assert ("vmb_ascon_hash256" in functions) == (family == "ascon-hash")
    assert "vmb_aeads" in functions and "vmb_wipe" in functions


def test_a_wipe_of_the_program(plain):
    assert compiled(plain, ["gcc", *STRICT, "-DVMB_OWN_WIPE=1"]).returncode == 0
    assert "vmb_wipe" in names_in(plain, "nm", "-u")


@pytest.mark.parametrize(
    ("flag", "message"),
    [
        ("-DVMB_BACKEND=rv32_zkm", '"VMB_BACKEND (vambrace_config.h) is one of: portable, portable_size"'),
        ("-DVMB_BACKEND=", "is one of: portable, portable_size"),
        ("-DVMB_ENGINE_PORT=1", "no driver for an engine"),
        ('-DVMB_CONFIG_FILE="missing.h"', "missing.h"),
    ],
)
def test_a_wrong_choice_is_an_error(plain, flag, message):
    done = compiled(plain, ["gcc", "-std=c99", flag])
    assert done.returncode != 0 and message in done.stderr


BIG_ENDIAN = ("-U__BYTE_ORDER__", "-D__BYTE_ORDER__=__ORDER_BIG_ENDIAN__")
NO_AES = [f"-D{macros.with_family(name)}=0" for name in choices.FAMILIES if name.startswith("aes")]


def test_a_big_endian_machine_has_all_but_aes(plain):
    done = compiled(plain, ["gcc", "-std=c99", *BIG_ENDIAN])
    assert done.returncode != 0 and "AES needs a little-endian machine" in done.stderr
    done = compiled(plain, ["gcc", *STRICT, *BIG_ENDIAN, *NO_AES])
    assert (done.returncode, done.stderr) == (0, "")


def test_an_int_of_16_bits_is_an_error(plain):
    done = compiled(plain, [CLANG, "--target=msp430", "-ffreestanding", "-std=c99", "-fsyntax-only"])
    assert done.returncode != 0 and "needs a compiler whose int has 32 bits or more" in done.stderr


def test_a_custom_configuration(plain):
    (plain / "own.h").write_text("#define VMB_BACKEND nonsense\n")
    done = compiled(plain, ["gcc", "-std=c99", '-DVMB_CONFIG_FILE="own.h"'])
    assert done.returncode != 0 and "is one of" in done.stderr


def test_files_of_two_runs_are_not_mixed(plain, tmp_path):
    digest = re.search(rf"{macros.AMALGAMATION} (0x\w+)", amalgamated.texts()[pair.HEADER])[1]
    assert pair.files(prefix="acme")[pair.SOURCE].count(digest) == 0
    pair.write(tmp_path, amalgamated.texts())
    (tmp_path / pair.HEADER).write_text(amalgamated.texts()[pair.HEADER].replace(digest, "0x1u"))
    done = compiled(tmp_path, ["gcc", "-std=c99"])
    assert done.returncode != 0 and "another run" in done.stderr


def test_a_folder_that_another_run_has_written_meanwhile(tmp_path, monkeypatch):
    """As if two were started at once: both succeed."""
    folder, created = tmp_path / "vambrace", {"vambrace.h": "1\n"}
    first = pair.write_folder

    def late(place, files):
        first(place, files)
        first(place, files)

    monkeypatch.setattr(pair, "write_folder", late)
    pair.write(folder, created)
    assert (folder / "vambrace.h").read_text() == "1\n" and [p.name for p in tmp_path.iterdir()] == ["vambrace"]


@pytest.mark.parametrize(
    ("backend", "target"),
    [
        ("rv32_zkned", ("-march=rv32imc", "-mabi=ilp32")),
        pytest.param("rv64_none", ("-march=rv64imac", "-mabi=lp64", "-mcmodel=medany"), marks=FEW),
        pytest.param("portable", ("-march=rv32i", "-mabi=ilp32"), marks=FEW),
    ],
)
def test_assembly_with_its_own_namespace(acme, backend, target):
    needed: set[str] = set()
    defined: set[str] = set()
    for file in (pair.SOURCE, pair.ASSEMBLY):
        command = [program.GCC, "-ffreestanding", *STRICT, *target, f"-DACME_BACKEND={backend}"]
        done = compiled(acme, command, file)
        assert (done.returncode, done.stderr) == (0, "")
        needed |= names_in(acme, "riscv64-unknown-elf-nm", "-u")
        defined |= names_in(acme, "riscv64-unknown-elf-nm", "-g") - names_in(acme, "riscv64-unknown-elf-nm", "-u")
    libgcc = {name for name in needed if name.startswith("__") and "3" in name}  # multiplication without M
    assert needed - defined - libgcc <= {"memcpy", "memset"}
    assert len(defined) > 150 and all(name.startswith("acme_") for name in defined)
    assert ("acme_ascon_aead128_run" in defined) and ("acme_wipe" in defined)


def test_no_alignment_of_code_is_zero(acme):
    """Zeros are not an instruction, and alignments inside functions are executed (pair._assembly)."""
    target = ["-march=rv32imc", "-mabi=ilp32", "-DACME_BACKEND=rv32_zkned"]
    assert compiled(acme, [program.GCC, *target], pair.ASSEMBLY).returncode == 0
    text = subprocess.check_output(["riscv64-unknown-elf-objdump", "-d", str(acme / "object.o")], text=True)
    assert re.findall(r".*\t0000\s.*", text) == [] and text.count("\t0001 ") > 10


def test_a_backend_for_another_processor_is_an_error(acme):
    for target in (
        ["gcc"],
        [program.GCC, "-march=rv32ic", "-mabi=ilp32"],
        [program.GCC, "-march=rv64imac", "-mabi=lp64"],
    ):
        done = compiled(acme, [*target, "-DACME_BACKEND=rv32_zkned"])
        assert done.returncode != 0 and "this backend is for RV32 with M and C" in done.stderr


def test_the_prefix_is_everywhere(acme):
    for name in (pair.CONFIG, pair.HEADER, pair.SOURCE, pair.ASSEMBLY):
        lines = (acme / name).read_text().lower().splitlines()
        assert [line for line in lines if "vmb_" in line] == [], name


def test_the_same_every_time():
    assert pair.files() == amalgamated.texts()


def test_every_source_is_in_it_or_left_out():
    text = amalgamated.texts()[pair.SOURCE]
    folder = program._source_folder()
    names = [path.relative_to(folder).as_posix() for path in program.c_sources()]
    inside = [name for name in names if f"/* {name} */" in text]
    assert [n for n in names if n not in inside] == [n for n in names if n.startswith(choices.LEFT_OUT)]
    assert len(inside) > 40


@pytest.mark.parametrize(
    ("backends", "prefix", "message"),
    [
        (["rv32-zkne"], "vmb", "did you mean 'rv32-zkned'"),
        ([], "Acme", "not a valid prefix"),
        ([], "a-b", "not a valid prefix"),
    ],
)
def test_wrong_names(backends, prefix, message):
    with pytest.raises(UsageError, match=re.escape(message)):
        pair.files(backends, prefix)


def test_the_configuration_is_kept(tmp_path):
    folder = tmp_path / "new" / "vambrace"
    first = CliRunner().invoke(main, ["amalgamate", "-o", str(folder)])
    assert first.exit_code == 0 and "vambrace_config.h, vambrace.h, vambrace.c" in first.output
    (folder / pair.CONFIG).write_text("mine\n")
    (folder / pair.HEADER).write_text("old\n")
    again = CliRunner().invoke(main, ["amalgamate", "-o", str(folder)])
    assert again.exit_code == 0 and pair.CONFIG not in again.output
    assert (folder / pair.CONFIG).read_text() == "mine\n"
    assert (folder / pair.HEADER).read_text() == amalgamated.texts()[pair.HEADER]


def test_a_failure_leaves_no_files(tmp_path, monkeypatch):
    fields = {"a.h": "a", "b.h": "b"}
    monkeypatch.setattr(Path, "rename", lambda *_: (_ for _ in ()).throw(OSError(28, "full")))
    with pytest.raises(WriteError, match="full"):
        pair.write(tmp_path / "folder", fields)
    assert list(tmp_path.iterdir()) == []


def test_a_failure_keeps_the_old_files(tmp_path, monkeypatch):
    (tmp_path / "a.h").write_text("old")
    monkeypatch.setattr(output.os, "replace", lambda *_: (_ for _ in ()).throw(OSError(28, "full")))
    with pytest.raises(WriteError, match="full"):
        pair.write(tmp_path, {"a.h": "new"})
    assert [p.name for p in tmp_path.iterdir()] == ["a.h"] and (tmp_path / "a.h").read_text() == "old"


def test_backends_are_listed():
    done = CliRunner().invoke(main, ["amalgamate", "--list"])
    assert done.exit_code == 0 and {"portable", RV32, RV64, "rv32-all:size"} <= set(done.output.split())
    assert CliRunner().invoke(main, ["amalgamate"]).exit_code == 2
