# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Test files whose inputs are unchanged are not run again, and no others are left out."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest
from click.testing import CliRunner

from tests import inputs
from vambrace.base.errors import VambraceError
from vambrace.base.paths import root
from vambrace_dev import testing
from vambrace_dev.testing import changed, command, everything, shards, unchanged

FILE = "tests/rtl/test_it.py"


@pytest.mark.parametrize(
    ("name", "place"),
    [
        ("lib/src/ascon/ascon.c", "lib/src"),
        ("lib/sources.txt", "lib/sources.txt"),
        ("README.md", "README.md"),
        ("tests/rtl/test_ascon.py", "tests/rtl/test_ascon.py"),
        ("tests/rtl/dut.py", None),
        ("tests/vectors/official.py", None),
        ("src/vambrace/base/store.py", None),
        ("configs/cores.toml", None),
        ("requirements.txt", None),
    ],
)
def test_places(name, place):
    assert unchanged.place(name) == place
    assert unchanged.covers([], name) == (place is None) and unchanged.covers(["."], name)


def test_the_table_names_files_that_exist():
    rows = unchanged.rows(unchanged.table().read_text())
    assert set(rows) <= set(shards.files_of(root()))
    assert "lib/src" in rows["tests/aead/test_aead_checks.py"] and "lib/src" not in rows["tests/rtl/test_ascon.py"]
    assert "rtl/ascon" in rows["tests/rtl/test_ascon.py"]


@pytest.fixture
def project(tmp_path, monkeypatch):
    """A small project whose test file reads rtl/ascon."""
    for name in ("rtl/ascon/a.sv", "rtl/aes/b.sv", "src/x.py", FILE, "tests/rtl/test_other.py"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(name)
    monkeypatch.setattr(unchanged, "root", lambda: tmp_path)
    monkeypatch.setattr(
        everything, "listed", lambda: sorted(p.relative_to(tmp_path).as_posix() for p in tmp_path.rglob("*.*"))
    )
    return tmp_path


def stamp() -> str:
    return unchanged.stamps({FILE: frozenset({"rtl/ascon"})})[FILE]


@pytest.mark.parametrize(
    ("name", "counts"),
    [
        ("rtl/ascon/a.sv", True),
        (FILE, True),
        ("src/x.py", True),
        ("rtl/ascon/new.sv", True),
        ("lib/new.c", True),
        ("rtl/aes/b.sv", False),
        ("tests/rtl/test_other.py", False),
        ("tests/rtl/test_new.py", False),
    ],
)
def test_a_stamp_changes_with_the_files_of_the_test(project, name, counts):
    before = stamp()
    assert stamp() == before
    (project / name).parent.mkdir(exist_ok=True)
    (project / name).write_text("changed")
    assert (stamp() != before) == counts


def test_a_stamp_changes_with_the_environment(project, monkeypatch):
    before = stamp()
    monkeypatch.setenv("VAMBRACE_TEST_SEED", "17")
    assert stamp() != before


def test_passed_tests_are_left_out_until_they_fail(tmp_path, monkeypatch):
    monkeypatch.delenv("CI", raising=False)
    monkeypatch.setattr(everything, "own_folder", lambda: tmp_path)
    before = {FILE: "1", "tests/unit/test_it.py": "2", "tests/host/test_it.py": "3"}
    assert unchanged.unchanged([], before) == []
    unchanged.keep({FILE: True, "tests/unit/test_it.py": True, "tests/host/test_it.py": False}, before)
    assert unchanged.unchanged([], before) == [FILE, "tests/unit/test_it.py"]
    assert unchanged.unchanged(["rtl"], before) == [FILE]
    assert unchanged.unchanged([], {FILE: "another"}) == []
    assert "  unit: it\n  rtl: it" in f"{unchanged.summary([FILE, 'tests/unit/test_it.py'])}"
    monkeypatch.setenv("CI", "1")
    assert unchanged.unchanged([], before) == []
    monkeypatch.delenv("CI")
    unchanged.keep({FILE: False}, before)
    assert unchanged.unchanged([], before) == ["tests/unit/test_it.py"]
    for path in tmp_path.iterdir():
        path.write_text("{")
    assert unchanged.unchanged([], before) == []


TESTS = {
    "passes": "def test_1(): pass\ndef test_2(): pass\n",
    "reads": "from vambrace.base.paths import root\ndef test(): (root() / 'README.md').read_text()\n",
    "fails": "def test_1(): pass\ndef test_2(): assert False\n",
    "stops": "import os\ndef test_1(): pass\ndef test_2(): os._exit(3)\n",
    "left_out": "def test(): assert False\n",
}


@pytest.mark.parametrize("workers", [(), pytest.param(("-n", "2"), marks=pytest.mark.long("pytest starts again"))])
def test_the_plugin_reports_how_each_file_ended(tmp_path, workers):
    chosen = {name: text for name, text in TESTS.items() if workers or name != "stops"}
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    (tmp_path / "tests").mkdir()
    for name, text in chosen.items():
        (tmp_path / "tests" / f"test_{name}.py").write_text(text)
    (tmp_path / "in.json").write_text('["tests/test_left_out.py"]')
    files = [f"--unchanged={tmp_path / 'in.json'}", f"--ended={tmp_path / 'out.json'}", str(tmp_path / "tests")]
    words = [sys.executable, "-m", "pytest", "-q", "-p", "tests.unchanged", "-p", "no:cacheprovider", *workers, *files]
    done = subprocess.run(words, capture_output=True, text=True, cwd=root(), timeout=100)
    assert done.returncode == 1, done.stdout + done.stderr
    ended = {name.split("test_")[1]: entry for name, entry in json.loads((tmp_path / "out.json").read_text()).items()}
    well = {"passed": True, "unlisted": []}
    expected = {
        "passes.py": well,
        "reads.py": {"passed": True, "unlisted": ["README.md"]},
        "fails.py": {"passed": False, "unlisted": []},
        "stops.py": {"passed": False, "unlisted": []},
    }
    assert ended == {name: entry for name, entry in expected.items() if name.removesuffix(".py") in chosen}


def test_only_tests_that_read_the_files_of_their_row_are_recorded(monkeypatch, tmp_path, capsys):
    ended = {
        "tests/rtl/test_a.py": {"passed": True, "unlisted": []},
        "tests/rtl/test_b.py": {"passed": True, "unlisted": ["README.md"]},
        "tests/rtl/test_c.py": {"passed": False, "unlisted": []},
        "tests/rtl/test_d.py": {"passed": True, "unlisted": []},
    }
    before = {file: "1" for file in list(ended)[:3]}
    monkeypatch.delenv("CI", raising=False)
    monkeypatch.setattr(everything, "own_folder", lambda: tmp_path)
    monkeypatch.setattr(unchanged, "stamps", lambda _: before)
    values: list[list[str]] = []

    def run(parts, cost, more):
        names = {word.split("=")[0]: word.split("=")[1] for word in more if "=" in word}
        with open(names["--unchanged"]) as file:
            values.append(json.load(file))
        with open(names["--ended"], "w") as file:
            json.dump(ended, file)
        return 0

    monkeypatch.setattr(testing, "run", run)
    assert CliRunner().invoke(command.test, ["rtl"]).exit_code == 0
    assert unchanged.passed() == {"tests/rtl/test_a.py": "1"}
    done = CliRunner().invoke(command.test, ["rtl"])
    assert "  rtl: a\n" in done.stdout and "tests/rtl/test_b.py tests/rtl/test_d.py" in done.stdout
    assert CliRunner().invoke(command.test, ["rtl", "--rerun"]).exit_code == 0
    assert values == [[], ["tests/rtl/test_a.py"], []]


def test_without_git_everything_runs(monkeypatch):
    def no_git(_):
        raise VambraceError("no git")

    monkeypatch.setattr(unchanged, "stamps", no_git)
    monkeypatch.setattr(testing, "run", lambda parts, cost: 7)
    assert changed.run(["rtl"], False, None) == 7


def test_places_of_a_trace(tmp_path):
    names = frozenset({"lib/src/a.c", "lib/src/b.c", "README.md", "src/x.py", FILE})
    opened = [*sorted(names), "build/y.o"]
    trace = [f'12 openat(AT_FDCWD<{tmp_path}>, "x", O_RDONLY) = 3<{tmp_path}/{name}>\n' for name in opened]
    trace += [f'12 openat(AT_FDCWD<{tmp_path}>, "rtl/z.sv", O_RDONLY) = -1 ENOENT (No such file or directory)\n']
    assert inputs.places(trace, tmp_path, names, FILE) == ["README.md", "lib/src"]
    many = frozenset(f"docs/{number}.md" for number in range(100))
    trace = [f'12 openat(AT_FDCWD<{tmp_path}>, "x", O_RDONLY) = 3<{tmp_path}/{name}>\n' for name in many]
    assert inputs.places(trace, tmp_path, many, FILE) == ["."]
