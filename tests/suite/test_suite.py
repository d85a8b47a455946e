# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The test suite's own rules: a part for every test, and a reason for what only the long run has."""

import json
import os
import re
import subprocess
import sys
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from click.testing import CliRunner
from filelock import FileLock

from tests import cost, scheduling
from tests.aead import targets
from vambrace import config
from vambrace.base import checkout, tools
from vambrace.base.errors import VambraceError
from vambrace.base.paths import root
from vambrace_dev import testing
from vambrace_dev.testing import command, everything

CONFTEST = (root() / "tests" / "conftest.py").read_text()


def collected(
    folder, text: str, *options: str, env: dict[str, str] | None = None, part: str = "unit"
) -> subprocess.CompletedProcess[str]:
    """What pytest says of a suite of one file, in the folder of a part, under the rules of tests/conftest.py."""
    (folder / "conftest.py").write_text(CONFTEST)
    (folder / "pytest.ini").write_text("[pytest]\n")
    (folder / part).mkdir(exist_ok=True)
    (folder / part / "test_it.py").write_text(f"import pytest\n{text}")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *options, str(folder)]
    return subprocess.run(command, capture_output=True, text=True, cwd=folder, env=env, timeout=100)


def test_every_test_is_in_a_part(tmp_path):
    done = collected(tmp_path, "def test_it(): pass\n", part="other")
    assert done.returncode and "are in no part" in done.stderr + done.stdout and "test_it" in done.stderr + done.stdout


def test_every_folder_of_tests_is_a_part():
    assert {path.parent.name for path in (root() / "tests").rglob("test_*.py")} == set(testing.PARTS)


LONG = "def test_short(): pass\n@pytest.mark.long({reason})\ndef test_it(): pass\n"


def test_a_long_test_is_for_the_long_run(tmp_path):
    text = LONG.format(reason="'takes minutes'")
    assert "1 passed, 1 deselected" in collected(tmp_path, text).stdout
    assert "2 passed" in collected(tmp_path, text, "--long").stdout


@pytest.mark.parametrize("reason", ["", "' '"])
def test_a_long_test_has_a_reason(tmp_path, reason):
    done = collected(tmp_path, LONG.format(reason=reason))
    assert done.returncode and "takes one reason" in done.stderr + done.stdout


def test_processor_time_is_reported_by_program(tmp_path):
    file = tmp_path / "cost.jsonl"
    test = tmp_path / "test_it.py"
    test.write_text(
        "import subprocess, time\ndef test_it():\n    subprocess.run(['gcc', '--version'], check=True)\n"
        "    process = subprocess.Popen(['gcc', '--version'])\n"
        "    while process.poll() is None: time.sleep(0.01)\n"
    )
    command = [sys.executable, "-m", "pytest", "-q", "-c", "/dev/null", "-p", "tests.cost", "--cost", file, test]
    subprocess.run(command, check=True, cwd=root(), capture_output=True)
    (line,) = file.read_text().splitlines()
    content = json.loads(line)
    assert content["test"].endswith("::test_it") and list(content["programs"]) == ["compile for the host"]
    assert content["programs"]["compile for the host"][0] == 2
    shown = cost.summary([line, line])
    assert "in 2 tests" in shown and "4 x  compile for the host" in shown


@pytest.mark.parametrize(
    ("command", "kind"),
    [
        ("clang++ -c x.cc", "compile for the host"),
        ("/usr/bin/clang-19 x.c", "compile for the host"),
        ("g++ x.cc", "compile models"),
        ("gcc-14 x.c", "compile for the host"),
        ("install x y", "other programs"),
        ("stat x", "other programs"),
        ("riscv64-unknown-elf-g++ x", "compile for RISC-V"),
        ("/a/bin/verilator_bin --cc", "verilate"),
        ("python3.11 -m vambrace points", "command line"),
        ("python -m vambrace.silicon.yosys x.ys 1", "Yosys"),
        ("/x/test-model", "other programs"),
        ("model x", "simulate cores"),
    ],
)
def test_programs_are_known_by_their_whole_names(command, kind):
    assert cost.kind_of(command) == cost.kind_of(command.split()) == kind


THREE = """
import pathlib
HERE = pathlib.Path(__file__).parents[1]
@pytest.mark.parametrize("n", [1, 2])
def test_passes(n): (HERE / f"ran{n}").write_text("")
def test_fails(): assert (HERE / "mended").exists()
"""


@pytest.mark.parametrize("workers", [2, pytest.param(0, marks=pytest.mark.long("the same in one process"))])
def test_passed_tests_are_not_run_again(tmp_path, workers):
    options = ["-p", "tests.ledger", "--ledger", str(tmp_path / "ledger"), f"-n{workers}", "--dist", "load"]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, (root(), root() / "src", root() / "dev")))}

    def run() -> str:
        return collected(tmp_path, THREE, *options, env=environment).stdout

    assert "1 failed, 2 passed" in run()
    with (tmp_path / "ledger").open("a") as file:
        file.write('{"test": "cut o')  # by an interruption
    (tmp_path / "ran1").unlink()
    (tmp_path / "mended").write_text("")
    assert "1 passed" in run() and not (tmp_path / "ran1").exists()
    actual = everything.record(everything.entries(tmp_path / "ledger"), "unit", datetime(2026, 1, 2, tzinfo=UTC), "abc")
    assert actual == {"date": "2026-01-02", "commit": "abc", "passed": 3, "failed": 0, "skipped": 0}
    assert everything.lines({"unit": actual, "rtl": actual})[2:] == [
        "| unit | 2026-01-02 | abc | 3 | 0 | 0 |",
        "| rtl | 2026-01-02 | abc | 3 | 0 | 0 |",
        "| all |  |  | 6 | 0 | 0 |",
    ]


CRASH = (
    THREE
    + """
def test_crashes():
    import os
    if not (HERE / "mended").exists(): os._exit(1)
@pytest.mark.parametrize("n", [3, 4, 5, 6])
def test_more(n): test_passes(n)
"""
)


@pytest.mark.long("pytest starts several times")
def test_a_test_that_ends_its_process_is_in_the_record(tmp_path):
    options = ["-p", "tests.ledger", "--ledger", str(tmp_path / "ledger"), "-n2", "--dist", "loadscope"]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, (root(), root() / "src", root() / "dev")))}

    def run() -> tuple[str, dict]:
        shown = collected(tmp_path, CRASH, *options, env=environment).stdout
        actual = everything.entries(tmp_path / "ledger")
        return shown, everything.record(actual, "unit", datetime(2026, 1, 2, tzinfo=UTC), "a")

    shown, actual = run()
    assert "INTERNALERROR" not in shown and "2 failed, 6 passed" in shown
    assert (actual["passed"], actual["failed"]) == (6, 2)
    (tmp_path / "mended").write_text("")
    shown, actual = run()
    assert "2 passed" in shown and (actual["passed"], actual["failed"]) == (8, 0)


def test_the_name_of_the_ledger_covers_the_inputs_of_results(monkeypatch, tmp_path):
    monkeypatch.setattr(tools, "TOOLS", [replace(tools.tool("verilator"), find=lambda: ("5.0", "here"))])
    names = [everything.stamp()]
    page = (root() / "docs" / "developer" / "testing.md").read_text()
    variables = re.findall(r"^\| `([A-Z0-9_]+)=", page, re.MULTILINE)
    assert {"VAMBRACE_MEMO", "RIOTBASE", "RISCV_ARCH_TEST"} < set(variables)
    for name in variables:
        with monkeypatch.context() as changed:
            changed.setenv(name, "another value")
            names.append(everything.stamp())
    with monkeypatch.context() as changed:
        changed.setattr(tools, "TOOLS", [replace(tools.TOOLS[0], find=lambda: ("5.1", "here"))])
        names.append(everything.stamp())
    with monkeypatch.context() as changed:
        changed.setattr(everything, "_git", lambda *words: "README.md\0")
        names.append(everything.stamp())
    assert len(set(names)) == len(names) and everything.stamp() == names[0]
    monkeypatch.setattr(checkout, "home", lambda: tmp_path)
    with pytest.raises(VambraceError, match="git can read"):
        everything.stamp()


def test_the_recorded_long_run_is_complete_and_printed():
    record = json.loads(everything.LAST.read_text())
    assert set(record) == set(testing.PARTS)
    assert not [part for part, entry in record.items() if entry["failed"] or not entry["passed"]]
    done = CliRunner().invoke(command.test, ["all", "--last"])
    assert done.stdout.splitlines() == everything.lines(record)
    first = CliRunner().invoke(command.test, ["all", "rtl", "--last"]).stdout
    assert f"| rtl | {record['rtl']['date']} |" in first and "| unit |" not in first


def test_a_second_run_of_everything_waits(monkeypatch, tmp_path):
    monkeypatch.setattr(everything, "cache_dir", lambda: tmp_path)
    with (
        FileLock(everything.own_folder() / "lock"),
        pytest.raises(VambraceError, match="another `vambrace-dev test all` runs"),
    ):
        everything.run([], False, None)


def test_a_list_that_cannot_be_collected_is_an_error(monkeypatch):
    done = subprocess.CompletedProcess([], 2, "E ImportError")
    monkeypatch.setattr(everything.children, "run", lambda *_, **__: done)
    with pytest.raises(VambraceError, match="ImportError"):
        everything.reasons()


def test_each_part_is_recorded_when_it_ends(monkeypatch, tmp_path):
    """And the file keeps what it has of other parts."""
    ran, record = [], tmp_path / "tests.json"
    monkeypatch.setattr(everything, "cache_dir", lambda: tmp_path)

    def run(parts, more, **_):
        ran.append(parts[0])
        if len(ran) == 2:
            raise KeyboardInterrupt
        entry = {"test": f"tests/{parts[0]}/test_it.py::test", "part": parts[0], "outcome": "passed"}
        with Path(more[-1].removeprefix("--ledger=")).open("a") as file:
            file.write(json.dumps(entry) + "\n")
        return 0

    monkeypatch.setattr(testing, "run", run)
    other = {"date": "2026-01-02", "commit": "abc", "passed": 3, "failed": 0, "skipped": 0}
    record.write_text(json.dumps({"docs": other}))
    done = CliRunner().invoke(command.test, ["all", "unit", "rtl", "--record", str(record)])
    assert done.exit_code and ran == ["unit", "rtl"] and "rtl so far: 0 passed" in done.stdout
    content = json.loads(record.read_text())
    assert content["docs"] == other and content["unit"]["passed"] == 1 and set(content) == {"docs", "unit"}
    done = CliRunner().invoke(command.test, ["all", "rtl", "--record", str(record)])
    assert done.exit_code == 0 and json.loads(record.read_text())["rtl"]["passed"] == 1


def test_uncollectable_tests_are_not_recorded(monkeypatch, tmp_path):
    monkeypatch.setattr(everything, "cache_dir", lambda: tmp_path)
    monkeypatch.setattr(testing, "run", lambda *_, **__: 4)
    done = CliRunner().invoke(command.test, ["all", "unit", "--record", str(tmp_path / "x.json")])
    assert "could not run the tests (exit code 4)" in str(done.exception) and not (tmp_path / "x.json").exists()


@pytest.mark.parametrize("text", ["notes", "[]", '{"unit": 3}', None])
def test_another_file_has_no_records(tmp_path, text):
    file = tmp_path / "notes.json"
    if text is not None:
        file.write_text(text)
    assert everything.recorded(file) == {}


def test_parts_in_any_order(monkeypatch):
    ran = []
    monkeypatch.setattr(testing, "run", lambda parts, **_: ran.append(list(parts)) or 0)
    for words in (["unit", "proofs"], ["proofs", "unit"]):
        assert CliRunner().invoke(command.test, words).exit_code == 0
    assert ran == [["unit", "proofs"], ["proofs", "unit"]]


@pytest.mark.parametrize("words", [["unit", "--bogus"], ["unit", "fuzz"]])
def test_usage_errors_name_no_hidden_command(words):
    done = CliRunner().invoke(command.test, words)
    assert done.exit_code == 2 and "Usage: test [OPTIONS] [PART]..." in done.output, done.output


def test_the_commit_is_that_of_the_checkout(monkeypatch, tmp_path):
    """Sources without git, as mutants have them, have no commit."""
    monkeypatch.setattr(checkout, "home", lambda: tmp_path)
    assert checkout.commit() == "unknown"
    for words in (["init", "-q"], ["-c", "user.name=a", "-c", "user.email=b", "commit", "-qm", "c", "--allow-empty"]):
        subprocess.run(["git", *words], cwd=tmp_path, check=True)
    clean = checkout.commit()
    assert clean == tools.run(["git", "rev-parse", "HEAD"], cwd=tmp_path)[:12]
    (tmp_path / "file").write_text("")
    assert checkout.commit() == clean + "+"
    assert checkout.commit(besides=tmp_path / "file") == clean  # the record itself
    assert checkout.commit(besides=tmp_path.parent / "file") == checkout.commit(tmp_path / "other") == clean + "+"


def test_other_sources_have_another_ledger(monkeypatch, tmp_path):
    monkeypatch.setattr(everything, "cache_dir", lambda: tmp_path)
    monkeypatch.setattr(everything, "stamp", lambda: "one")
    first = everything.ledger()
    first.write_text("passed")
    assert everything.ledger() == first and first.exists()
    assert everything.ledger(rerun=True) == first and not first.exists()
    first.write_text("passed")
    monkeypatch.setattr(everything, "stamp", lambda: "two")
    assert everything.ledger() != first and not first.exists()


def test_the_long_run_is_listed_with_reasons():
    done = CliRunner().invoke(command.test, ["all", "host", "--list"])
    head, _, *rows = done.stdout.strip().split("\n")
    assert done.exit_code == 0 and head == "| file | tests | only in the long run because |"
    listed = {re.fullmatch(r"\| (tests/host/\w+\.py) \| ([\d,]+) \| (.+) \|", row)[1] for row in rows}
    assert {"tests/host/test_eva.py", "tests/host/test_crate.py"} <= listed


def test_tests_with_the_same_lists_run_in_one_process():
    software = "tests/aead/test_software.py::test_every_list"
    named = {scheduling.scope(f"{software}[{target.runner.name}-{target.algorithm}]") for target in targets.software()}
    assert named == {f"lists of {name}" for name in config.algorithms()}
    assert (
        scheduling.scope("tests/aead/test_hardware.py::test_lists[ibex-ref/engine-ascon-128a]") == "lists of ascon-128a"
    )
    assert scheduling.scope("tests/unit/test_x.py::test_x[ibex-ref/none-ascon-128a]") == "tests/unit/test_x.py"
    for divided in ("tests/rtl/test_x.py::test_x[1]", "tests/unit/test_style.py::test_x"):
        assert scheduling.scope(divided) == divided


def test_tests_with_a_browser_run_in_one_process():
    """All that ask for its tab or for the browser itself."""
    folder = root() / "tests" / "report"
    asked = re.compile(r"def test_\w+\(.*\b(show|browser|tab)\b")
    using = {file.name for file in folder.glob("test_*.py") if asked.search(file.read_text())}
    grouped = {f.name for f in folder.glob("*.py") if scheduling.scope(f"tests/report/{f.name}::test_x") == "browser"}
    assert grouped == using and len(using) == 5
