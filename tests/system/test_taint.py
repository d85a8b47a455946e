# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Every seeded leak of a program is found, and nothing else; `vambrace verify constant-time FILE`."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.builds import BUILDS
from vambrace.analysis import taint, taint_names
from vambrace.analysis.taint import Secret
from vambrace.base.errors import UsageError, VambraceError
from vambrace.cli.main import main
from vambrace.software.toolchain import program
from vambrace.software.toolchain.elf import Elf

SOURCE = Path(__file__).parent / "secret_leaks.c"
WIDTHS = (32, 64)

#: By function: the expected finding, and the option that it needs.
LEAKS = {
    "table_lookup": ({"address"}, ""),
    "table_store": ({"address"}, ""),
    "early_exit": ({"branch"}, ""),
    "key_bit": ({"branch"}, ""),
    "remainder_of": ({"division"}, ""),
    "jump": ({"jump"}, ""),
    "multiplication": ({"multiplication"}, "mul"),
    "shift": ({"shift"}, "shift"),
    "rotation": ({"rotation"}, "rotate"),
    "by_memory": ({"branch"}, ""),
    "verdict": ({"branch"}, ""),
    "immediate": ({"instruction"}, ""),
    "whole_instruction": ({"instruction"}, ""),
    "rewritten": ({"branch"}, ""),
    "nothing": (set(), ""),
}


@cache
def leaks(xlen: int) -> Elf:
    return program.link([SOURCE], BUILDS["none"].on_spike(xlen), 1 << 20, ["-g"])


def follow(elf: Elf, entry: str, **options) -> taint.Report:
    secret = Secret("secret", 16, elf.symbol("secret"))
    return taint.run(elf, [secret], elf.symbol(entry), tohost=elf.symbol("vmb_spike"), **options)


@pytest.mark.long("ten seconds: a model that follows secrets")
@pytest.mark.parametrize("xlen", WIDTHS)
@pytest.mark.parametrize("name", LEAKS)
def test_a_leak_is_found(name, xlen):
    """In its function, with the path from the secret to it, and only with the option that it needs."""
    elf, (kinds, option) = leaks(xlen), LEAKS[name]
    report = follow(elf, name, timed=(*taint.USUAL_TIMED, *([option] if option else [])))
    assert {f.kind for f in report.findings} == kinds, report
    assert (report.end, report.calls) == ("returned", 1) and report.secret > 0
    for finding in report.findings:
        place = "code+0x0" if "instruction" in kinds else f"{name}+"
        assert elf.function_at(finding.pc).startswith(place)
        assert list(finding.chains) == ["secret"] and finding.count >= 1
        assert {elf.function_at(pc).split("+")[0] for pc in finding.chains["secret"]} <= {
            name,
            "differ",
            "run_code",
            "code",
        }
    if option:
        assert follow(elf, name).findings == []


def test_the_chain_leads_from_the_secret():
    """Into memory and out of it again."""
    elf = leaks(32)
    (finding,) = follow(elf, "by_memory").findings
    chain = [elf.image(0x80000000)[pc - 0x80000000] & 3 for pc in finding.chains["secret"]]
    assert len(chain) >= 3
    assert follow(elf, "key_bit").findings[0].chains["secret"] != []


def test_declared_values_are_public():
    """A function's result, a branch, a variable."""
    elf = leaks(32)
    (finding,) = follow(elf, "verdict").findings
    for public in (
        taint.Public(functions=(elf.symbol("differ"),)),
        taint.Public(branches=(finding.pc,)),
    ):
        report = follow(elf, "verdict", public=public)
        assert report.findings == [] and report.declared == 1
    # No other result of the function becomes public, and no other function's.
    assert follow(elf, "verdict", public=taint.Public(functions=(elf.symbol("early_exit"),))).findings == [finding]
    copy = (elf.symbol("copy.0"), 16) if "copy.0" in elf.names() else (elf.symbol("copy"), 16)
    assert follow(elf, "by_memory").findings != []
    assert follow(elf, "by_memory", public=taint.Public(bytes=(copy,))).findings == []


def test_secrets_that_are_used_twice_are_counted_once():
    """Both operands of a branch, every byte of an instruction."""
    elf = leaks(32)
    two = [Secret("secret", 16, elf.symbol("secret")), Secret("open", 16, elf.symbol("open"))]
    (finding,) = taint.run(elf, two, elf.symbol("early_exit")).findings
    assert finding.count == 1 and set(finding.chains) == {"secret", "open"}
    (finding,) = follow(elf, "immediate").findings
    assert finding.count == 1
    report = follow(elf, "immediate", public=taint.Public(branches=(finding.pc,)))
    assert report.findings == [] and report.declared == 1


def test_an_invalid_instruction_from_a_secret_is_found():
    elf = leaks(32)
    report = follow(elf, "whole_instruction", load={elf.symbol("secret"): bytes(16)})
    (finding,) = report.findings
    assert (finding.kind, finding.word, report.end) == ("instruction", 0, "unknown instruction")


def test_a_whole_program():
    """From main on all of them, each in its place; nothing before it is secret."""
    elf = leaks(32)
    report = follow(elf, "main")
    results = {elf.function_at(f.pc).split("+")[0] for f in report.findings}
    leaking = {name for name, (kinds, option) in LEAKS.items() if kinds and not option}
    assert results == {*leaking, "code"} - {"immediate", "whole_instruction"}
    assert follow(elf, "main", calls=2).end == "exit"


def command(*words: str) -> subprocess.CompletedProcess[str]:
    line = [sys.executable, "-m", "vambrace", "verify", "constant-time", *words]
    return subprocess.run(line, capture_output=True, text=True)


def test_the_command(tmp_path):
    elf = leaks(32)
    actual = command(str(elf.path), "--secret", "secret", "--entry", "table_lookup", "--json", str(tmp_path / "f.json"))
    assert actual.returncode == 1, actual.stderr
    number = next(n for n, line in enumerate(SOURCE.read_text().split("\n"), 1) if "void table_lookup" in line)
    where = rf"0x80000[0-9a-f]{{3}} table_lookup\+0x[0-9a-f]+ \(secret_leaks.c:{number}\)"
    assert re.match(
        rf"{where}: lbu .*\n  the address of an access depends on secret\n  secret comes by\n", actual.stdout
    )
    assert re.search(r"^1 finding in \d+ instructions, of which \d+ on secrets; 1 call of", actual.stdout, re.MULTILINE)
    (entry,) = json.loads((tmp_path / "f.json").read_text())
    assert (entry["kind"], entry["line"]) == ("address", f"secret_leaks.c:{number}")
    assert entry["secrets"]["secret"][0]["line"] == f"secret_leaks.c:{number}"
    clean = command(str(elf.path), "--secret", "secret:16", "--entry", "nothing")
    assert clean.returncode == 0 and clean.stdout.startswith("0 findings in "), clean.stdout
    verdict = command(str(elf.path), "--secret", "secret", "--entry", "verdict", "--public", "differ,open")
    assert verdict.returncode == 0, verdict.stdout
    assert command(str(elf.path), "--secret", "secret", "--entry", "shift", "--variable", "shift").returncode == 1


def test_a_failed_analysis_and_findings_have_different_exit_codes(tmp_path):
    words = [str(leaks(32).path), "--secret", "secret"]
    assert command(*words, "--most", "10").returncode == 2
    assert command(*words, "--entry", "two").returncode == 2
    missing = {**os.environ, "PATH": str(tmp_path), "VAMBRACE_CACHE": str(tmp_path)}
    line = [sys.executable, "-m", "vambrace", "verify", "constant-time", *words]
    done = subprocess.run(line, capture_output=True, text=True, env=missing)
    assert done.returncode == 2 and re.search(r"(spike|g\+\+) is missing", done.stderr), done.stderr


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--secret", "secert"], "unknown symbol of program.elf 'secert'; did you mean 'secret'?"),
        (["--secret", "secret:x"], "'secret:x' is not a secret: write NAME"),
        (["--secret", "secret:-1"], "'secret:-1' is not a secret"),
        (["--secret", "@a9:4"], "unknown register 'a9'"),
        (["--secret", "@a0"], "'@a0' needs a length"),
        (["--secret", "0x80000000"], "'0x80000000' needs a length"),
        (["--secret", "0x10:4"], "0x10 is not in memory: 0x10"),
        (["--secret", "secret", "--entry", "mian"], "unknown symbol of program.elf 'mian'; did you mean 'main'?"),
        (["--secret", "secret", "--public", "diffre"], "did you mean 'differ'?"),
        (["--secret", "open", "--entry", "two"], "no instruction of program.elf reads a secret"),
        (["--secret", "secret", "--most", "10"], "still running after 10 instructions"),
        (["--secret", "secret", "--memory", "x:4"], "'x:4' is not a memory range"),
    ],
)
def test_wrong_arguments_are_rejected(words, message):
    done = CliRunner().invoke(main, ["verify", "constant-time", str(leaks(32).path), *words])
    assert message in done.output + str(done.exception)
    assert isinstance(done.exception, VambraceError | SystemExit)


def test_other_files_are_rejected(tmp_path):
    objects = program.compile_object(SOURCE, ["-O2"])
    (tmp_path / "text").write_text("no program")
    for path, message in ((objects, "is not linked"), (tmp_path / "text", "is not a linked RISC-V program")):
        done = CliRunner().invoke(main, ["verify", "constant-time", str(path), "--secret", "x"])
        assert isinstance(done.exception, UsageError) and message in str(done.exception)


def test_names():
    elf = leaks(32)
    actual = taint_names.secrets(elf, ["secret", "open:8", "0x80000000:16", "@a1:4"])
    assert [(s.name, s.length, s.register) for s in actual] == [
        ("secret", 16, None),
        ("open", 8, None),
        ("0x80000000", 16, None),
        ("a1", 4, 11),
    ]
    assert actual[0].address == elf.symbol("secret") and actual[2].address == 0x80000000
