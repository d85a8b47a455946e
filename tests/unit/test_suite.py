# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The test suite's own rules: a part for every test, and a reason for what only the long run has."""

import json
import os
import subprocess
import sys
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from click.testing import CliRunner
from filelock import FileLock

from tests import cost, reasons, scheduling
from tests.aead import targets
from vambrace import config, testing, tools
from vambrace.errors import VambraceError
from vambrace.paths import root
from vambrace.testing import command, everything

pytestmark = pytest.mark.unit

CONFTEST = (root() / "tests" / "conftest.py").read_text()


def collected(folder, text: str, *options: str, env: dict[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    """What pytest says of a suite of one file under the rules of tests/conftest.py."""
    (folder / "conftest.py").write_text(CONFTEST)
    markers = "\n".join(["[pytest]", "markers =", "  unit: a part", "  host: another part"])
    (folder / "pytest.ini").write_text(markers)
    (folder / "test_it.py").write_text(f"import pytest\n{text}")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *options, str(folder)]
    return subprocess.run(command, capture_output=True, text=True, cwd=folder, env=env, timeout=100)


@pytest.mark.parametrize("marks", ["", "@pytest.mark.unit\n@pytest.mark.host\n"], ids=["no part", "two parts"])
def test_every_test_has_one_part(tmp_path, marks):
    done = collected(tmp_path, f"{marks}def test_it(): pass\n")
    assert done.returncode and "have no part" in done.stderr + done.stdout and "test_it" in done.stderr + done.stdout


LONG = (
    "@pytest.mark.unit\ndef test_short(): pass\n@pytest.mark.unit\n@pytest.mark.long({reason})\ndef test_it(): pass\n"
)


def test_a_long_test_is_for_the_long_run(tmp_path):
    text = LONG.format(reason="'takes minutes'")
    assert "1 passed, 1 deselected" in collected(tmp_path, text).stdout
    assert "2 passed" in collected(tmp_path, text, "--long").stdout


@pytest.mark.parametrize("reason", ["", "' '"])
def test_a_long_test_says_why(tmp_path, reason):
    done = collected(tmp_path, LONG.format(reason=reason))
    assert done.returncode and "takes one reason" in done.stderr + done.stdout


def test_what_tests_take_is_told_by_program(tmp_path):
    file = tmp_path / "cost.jsonl"
    test = tmp_path / "test_it.py"
    test.write_text("import subprocess\ndef test_it(): subprocess.run(['gcc', '--version'], check=True)\n")
    command = [sys.executable, "-m", "pytest", "-q", "-c", "/dev/null", "-p", "tests.cost", "--cost", file, test]
    subprocess.run(command, check=True, cwd=root(), capture_output=True)
    (line,) = file.read_text().splitlines()
    found = json.loads(line)
    assert found["test"].endswith("::test_it") and list(found["programs"]) == ["compile for the host"]
    assert found["programs"]["compile for the host"][0] == 1
    shown = cost.summary([line, line])
    assert "in 2 tests" in shown and "2 x  compile for the host" in shown


@pytest.mark.parametrize(
    ("command", "kind"),
    [
        ("clang++ -c x.cc", "compile for the host"), ("/usr/bin/clang-19 x.c", "compile for the host"),
        ("g++ x.cc", "compile models"), ("gcc-14 x.c", "compile for the host"), ("install x y", "other programs"),
        ("stat x", "other programs"), ("riscv64-unknown-elf-g++ x", "compile for RISC-V"),
        ("/a/bin/verilator_bin --cc", "verilate"), ("python3.11 -m vambrace points", "command line"),
        ("python -m vambrace.silicon.yosys x.ys 1", "Yosys"),
        ("/x/test-model", "other programs"), ("model x", "simulate cores"),
    ],
)  # fmt: skip
def test_programs_are_known_by_their_whole_names(command, kind):
    assert cost.kind_of(command) == cost.kind_of(command.split()) == kind


THREE = """
import pathlib
pytestmark = pytest.mark.unit
HERE = pathlib.Path(__file__).parent
@pytest.mark.parametrize("n", [1, 2])
def test_passes(n): (HERE / f"ran{n}").write_text("")
def test_fails(): assert (HERE / "mended").exists()
"""


@pytest.mark.parametrize("workers", [0, 2])
def test_what_passed_is_not_run_again(tmp_path, workers):
    options = ["-p", "tests.ledger", "--ledger", str(tmp_path / "ledger"), f"-n{workers}", "--dist", "load"]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(root()), str(root() / "src")])}

    def run() -> str:
        return collected(tmp_path, THREE, *options, env=environment).stdout

    assert "1 failed, 2 passed" in run()
    with (tmp_path / "ledger").open("a") as file:
        file.write('{"test": "cut o')  # by an interruption
    (tmp_path / "ran1").unlink()
    (tmp_path / "mended").write_text("")
    assert "1 passed" in run() and not (tmp_path / "ran1").exists()
    found = everything.record(everything.entries(tmp_path / "ledger"), datetime(2026, 1, 2, tzinfo=UTC), "abc")
    counts = {"passed": 3, "failed": 0, "skipped": 0}
    assert found == {"date": "2026-01-02", "commit": "abc", "parts": {"unit": counts}, "total": counts}
    assert everything.lines(found)[-1] == "| all | 3 | 0 | 0 |"


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


def test_a_test_that_ends_its_process_is_in_the_record(tmp_path):
    options = ["-p", "tests.ledger", "--ledger", str(tmp_path / "ledger"), "-n2", "--dist", "loadscope"]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(root()), str(root() / "src")])}

    def run() -> tuple[str, dict]:
        shown = collected(tmp_path, CRASH, *options, env=environment).stdout
        return shown, everything.record(everything.entries(tmp_path / "ledger"), datetime(2026, 1, 2, tzinfo=UTC), "a")

    shown, found = run()
    assert "INTERNALERROR" not in shown and "2 failed, 6 passed" in shown
    assert found["parts"]["crashed"] == {"passed": 0, "failed": 1, "skipped": 0}
    assert found["total"] == {"passed": 6, "failed": 2, "skipped": 0}
    (tmp_path / "mended").write_text("")
    shown, found = run()
    assert "2 passed" in shown and found["total"] == {"passed": 8, "failed": 0, "skipped": 0}
    assert "crashed" not in found["parts"]


def test_what_results_depend_on_is_in_the_name_of_the_ledger(monkeypatch, tmp_path):
    monkeypatch.setattr(tools, "TOOLS", [replace(tools.tool("verilator"), find=lambda: ("5.0", "here"))])
    names = [everything.stamp()]
    for name, value in (("VAMBRACE_TEST_SEED", "2"), ("VAMBRACE_TEST_BUDGET", "4"), ("VAMBRACE_MEMO", "0")):
        with monkeypatch.context() as changed:
            changed.setenv(name, value)
            names.append(everything.stamp())
    with monkeypatch.context() as changed:
        changed.setattr(tools, "TOOLS", [replace(tools.TOOLS[0], find=lambda: ("5.1", "here"))])
        names.append(everything.stamp())
    with monkeypatch.context() as changed:
        changed.setattr(everything, "_git", lambda *words: "README.md\0")
        names.append(everything.stamp())
    assert len(set(names)) == len(names) and everything.stamp() == names[0]
    monkeypatch.setattr(everything, "root", lambda: tmp_path)
    with pytest.raises(VambraceError, match="git can read"):
        everything.stamp()


def test_a_second_run_of_everything_waits(monkeypatch, tmp_path):
    monkeypatch.setattr(everything, "cache_dir", lambda: tmp_path)
    with FileLock(tmp_path / "tests.lock"), pytest.raises(VambraceError, match="another `vambrace test all` runs"):
        everything.run([], False, None)


def test_a_list_that_cannot_be_collected_is_an_error(monkeypatch):
    done = subprocess.CompletedProcess([], 2, "E ImportError")
    monkeypatch.setattr(everything.children, "run", lambda *_, **__: done)
    with pytest.raises(VambraceError, match="ImportError"):
        everything.reasons()


def test_parts_in_any_order(monkeypatch):
    ran = []
    monkeypatch.setattr(testing, "run", lambda parts, **_: ran.append(list(parts)) or 0)
    for words in (["unit", "proofs"], ["proofs", "unit"]):
        assert CliRunner().invoke(command.test, words).exit_code == 0
    assert ran == [["unit", "proofs"], ["proofs", "unit"]]


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


def test_the_document_names_what_only_the_long_run_has(whole_suite, monkeypatch):
    """The command collects every test in a process of its own, which this one may have done already."""
    if whole_suite is not None:
        monkeypatch.setattr(everything, "reasons", lambda _parts: reasons.counted(whole_suite))
    text = (root() / "docs" / "developer" / "testing.md").read_text()
    table = text[text.index("## Only in the long run") :].split("\n\n")[2].split("\n")
    listed = CliRunner().invoke(command.test, ["all", "--list"]).stdout.split("\n")
    assert [line for line in table if line] == [line for line in listed if line]
    assert len(table) > 20


def test_tests_with_the_same_lists_run_in_one_process():
    software = "tests/aead/test_software.py::test_every_list"
    named = {scheduling.scope(f"{software}[{target.runner.name}-{target.algorithm}]") for target in targets.software()}
    assert named == {f"lists of {name}" for name in config.algorithms()}
    assert (
        scheduling.scope("tests/aead/test_hardware.py::test_lists[ibex-ref/engine-ascon-128a]") == "lists of ascon-128a"
    )
    assert scheduling.scope(other := "tests/unit/test_x.py::test_x[ibex-ref/none-ascon-128a]") == other
