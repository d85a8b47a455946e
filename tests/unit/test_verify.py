# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""`vambrace-dev verify`: what it runs, keeps and prints, and how it ends."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time

import pytest
from click.testing import CliRunner

from tests.signals import let_through
from vambrace.base import checkout, progress, store
from vambrace.base.errors import VambraceError
from vambrace.base.paths import root
from vambrace_dev.main import main
from vambrace_dev.testing import everything
from vambrace_dev.verify import PARTS, frame, stored, tests
from vambrace_dev.verify.check import BOUNDED, KINDS, PROOF, TEST, Check, Outcome

SEEN = "tests/unit/test_verify.py::test_the_table"


def made(name: str, run, **more) -> Check:
    return Check(name, f"the guarantee of {name}", TEST, run, SEEN, bound="3 cases", **more)


@pytest.fixture
def parts(monkeypatch, tmp_path):
    """Return a frame of two parts with a check that holds, a long one, one that fails and one that cannot decide, and
    the list of checks that ran."""
    ran: list[str] = []

    def doing(name: str, outcome: Outcome | Exception):
        def run() -> Outcome:
            ran.append(name)
            if isinstance(outcome, Exception):
                raise outcome
            return outcome

        return run

    known = {
        "proofs": [
            made("good", doing("good", Outcome(True, "3 cases"))),
            made("slow", doing("slow", Outcome(True)), long=True),
        ],
        "fuzz": [
            made("bad", doing("bad", Outcome(False, "1 case", ("the case",)))),
            made("lost", doing("lost", VambraceError("no tool"))),
        ],
        "lockstep": [made("alone", doing("alone", Outcome(True)))],
    }
    monkeypatch.setattr(frame, "checks", known.__getitem__)
    monkeypatch.setattr(everything, "stamp", lambda places: "as it was")
    monkeypatch.setenv("VAMBRACE_CACHE", str(tmp_path / "cache"))
    monkeypatch.delenv("VAMBRACE_CACHE_BELOW", raising=False)
    return ran


def verify(*words: str):
    return CliRunner().invoke(main, ["verify", *words])


def test_the_table(parts):
    """A breach and an error give exit code 1, after everything else was checked."""
    done = verify("proofs", "fuzz")
    assert sorted(parts) == ["bad", "good", "lost"]
    assert re.search(r"proofs +the guarantee of good +test +3 cases +holds: 3 cases +0\.0", done.stdout)
    assert re.search(r"fuzz +the guarantee of bad +test +3 cases +FAILS: 1 case +0\.0", done.stdout)
    assert "1 not decided" in done.stdout and "slow" not in done.stdout
    assert "fuzz: bad: the guarantee of bad\n  the case" in done.stderr
    assert isinstance(done.exception, VambraceError) and done.exception.exit_code == 1
    assert str(done.exception) == "fuzz: lost: no tool\n1 of 3 guarantees broken, 1 not decided"


def test_proved_checks_are_not_repeated(parts, monkeypatch):
    """Until a source changes, or with --rerun; --long adds long checks."""
    assert verify("proofs").exit_code == 0
    again = verify("proofs", "--long")
    assert again.exit_code == 0 and parts == ["good", "slow"]
    assert "1 of an earlier run" in again.stdout and "all 2 hold" in again.stdout
    verify("proofs", "--rerun")
    assert parts == ["good", "slow", "good"]
    monkeypatch.setattr(everything, "stamp", lambda places: "changed")
    verify("proofs")
    assert parts == ["good", "slow", "good", "good"]


def test_a_breach_is_checked_every_time(parts):
    verify("fuzz")
    verify("fuzz")
    assert sorted(parts) == ["bad", "bad", "lost", "lost"]


def test_outcomes_as_json(parts, tmp_path):
    verify("proofs", "--json", str(tmp_path / "found.json"))
    (row,) = json.loads((tmp_path / "found.json").read_text())
    assert 0 <= row.pop("seconds") < 1
    assert row == {"part": "proofs", "check": "good", "guarantee": "the guarantee of good", "kind": "test",
                   "bound": "3 cases", "holds": True, "figure": "3 cases", "details": []}  # fmt: skip
    on_output = verify("proofs", "--json", "-")
    assert json.loads(on_output.stdout)[0]["check"] == "good"


def test_the_list_runs_nothing(parts):
    done = verify("proofs", "lockstep", "--list")
    assert parts == [] and done.exit_code == 0
    assert re.search(r"proofs +slow +test +3 cases +the guarantee of slow \(--long\)", done.stdout)


def test_the_installed_command_needs_no_path(tmp_path):
    """Run as `.venv/bin/vambrace-dev` is: Python does not look for modules in the checkout."""
    start = "from vambrace_dev.main import entry; entry()"
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(str(root() / name) for name in ("src", "dev"))}
    done = subprocess.run(
        [sys.executable, "-c", start, "verify", "--list"], cwd=tmp_path, env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    assert "constant-time" in done.stdout


@pytest.mark.parametrize("words", [["profs"], ["proofs", "--lng"], ["--jsn", "x"]])
def test_wrong_arguments_are_rejected(words):
    done = verify(*words)
    assert done.exit_code != 0 and not isinstance(done.exception, AssertionError)
    assert getattr(done.exception, "exit_code", done.exit_code) in (2, SystemExit(2).code)


def test_help_shows_examples():
    done = verify("--help")
    assert done.exit_code == 0 and "vambrace-dev verify --long" in done.output and "--rerun" in done.output


@pytest.mark.parametrize("part", PARTS)
def test_every_check_of_a_part_has_a_test_that_it_fails(part):
    """The named test exists; the inputs of outcomes exist; and each part has a quick check, except the part whose tool
    set-up does not install, and the one that counts in separate builds.
    """
    every = frame.checks(part)
    assert any(not check.long for check in every) or part in ("c", "coverage")
    for check in every:
        name, _, function = check.seen_failing.partition("::")
        assert function and f"def {function}(" in (root() / name).read_text(), check.seen_failing
        assert [place for place in check.inputs if not (root() / place).exists()] == []
        assert check.kind in KINDS and check.guarantee[-1] != "."


def test_a_kind_has_its_bound():
    for kind, bound in ((PROOF, "20 cycles"), (BOUNDED, ""), (TEST, ""), ("belief", "")):
        with pytest.raises(VambraceError, match="the bound"):
            Check("x", "x", kind, lambda: Outcome(True), SEEN, bound=bound)


def test_outcomes_depend_on_their_inputs(monkeypatch, tmp_path):
    """Outcomes depend on the files that a check names, and on no others."""
    checks = [("fuzz", made(name, lambda: Outcome(True), inputs=(name,))) for name in ("formal", "lib")]
    for _, check in checks:
        (tmp_path / check.name).mkdir()
    for module, name in ((everything, "root"), (checkout, "home"), (store, "root")):
        monkeypatch.setattr(module, name, lambda: tmp_path)
    subprocess.run(["git", "init", "-q", str(tmp_path)], check=True)
    before = list(stored.keys(checks).values())
    (tmp_path / "formal" / "new.sv").write_text("x")
    after = list(stored.keys(checks).values())
    assert before[0] != before[1] and [a == b for a, b in zip(before, after, strict=True)] == [False, True]
    assert stored.keys([("fuzz", checks[1][1])]) != stored.keys([("lockstep", checks[1][1])])


def test_a_run_of_tests_is_counted(tmp_path):
    file = tmp_path / "test_made_up.py"
    file.write_text("def test_one():\n    pass\ndef test_other():\n    assert 0\ndef test_none():\n    pass\n")
    assert tests.outcome([str(file), "-k", "one or none"]) == Outcome(True, "2 tests")
    broken = tests.outcome([str(file)])
    assert (broken.holds, broken.figure) == (False, "1 tests fail")
    assert "test_other" in broken.details[0] and broken.details[-1].startswith("again: ")
    with pytest.raises(VambraceError, match="exit code 5"):
        tests.outcome([str(file), "-k", "nothing"])


def test_the_progress_of_a_check_is_shown_as_a_part_of_the_whole(monkeypatch, capsys):
    monkeypatch.setattr(progress, "_SECONDS_BETWEEN_LINES", 0)
    with progress.Progress("verify", 3, is_outer=True) as outer:
        outer.step("proofs: one")
        with progress.Progress("instructions", 50) as inner, progress.doing("models"):
            inner.step("ibex", 20)
    with progress.Progress("alone", 2) as alone:
        alone.step("first")
    assert capsys.readouterr().err.splitlines() == [
        "verify: 1/3 (proofs: one)",
        "verify: 1/3 (models)",
        "verify: 1/3 (instructions 20/50)",
        "alone: 1/2 (first)",
    ]


ENDLESS = """
import sys
from vambrace.base import children
from vambrace.cli import endings
from vambrace_dev.main import main
from vambrace_dev.verify import frame
from vambrace_dev.verify.check import TEST, Check, Outcome
def wait():
    open(sys.argv[-1], "w").close()
    children.run(["sleep", "600"])
def made(name, run):
    return Check(name, name, TEST, run, "x", bound="x")
frame.checks = lambda part: [made("short", lambda: Outcome(True)), made("endless", wait)]
endings.run(lambda: main(["verify", "proofs"], standalone_mode=False))
"""


def test_an_interrupted_run_keeps_and_prints_what_was_finished(tmp_path):
    """The signal comes when the first check is kept and the other has begun, however long that takes."""
    environment, begun = {**os.environ, "VAMBRACE_CACHE": str(tmp_path)}, tmp_path / "begun"
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True, "env": environment}
    process = subprocess.Popen([sys.executable, "-c", ENDLESS, str(begun)], preexec_fn=let_through, **pipes)
    while not begun.exists() or all(path.suffix == ".part" for path in (tmp_path / "verify").glob("*/*")):
        assert process.poll() is None, process.communicate()
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=300)
    assert process.returncode == 130
    assert "short" in out and "1 not decided" in out
    assert "interrupted; finished work is kept" in err and "Traceback" not in err
