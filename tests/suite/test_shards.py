# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Shards of the tests: together they have every test once, they cost about the same, and all machines agree on them."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest
from click.testing import CliRunner

from tests import cost
from vambrace.base.paths import root
from vambrace_dev import testing
from vambrace_dev.testing import command, everything, shards

KNOWN = shards.costs(shards.table().read_text())
FILES = shards.files_of(root())


@pytest.mark.parametrize("count", [1, 2, 3, 5, 8])
def test_shards_cost_about_the_same(count):
    """Each file is in one; the largest shard has at most a twentieth, or one file, more than its share."""
    actual = shards.divided(FILES, KNOWN, count)
    assert sorted(actual) == FILES and set(actual.values()) == set(range(1, count + 1))
    loads = [sum(KNOWN.get(file, 0) for file in FILES if actual[file] == number) for number in range(1, count + 1)]
    assert max(loads) <= max(1.05 * sum(loads) / count, max(KNOWN.values()))


def test_the_division_depends_only_on_names_and_costs():
    first = shards.divided(FILES, KNOWN, 4)
    assert shards.divided(reversed(FILES), dict(reversed(KNOWN.items())), 4) == first
    assert shards.divided(["b", "a", "c"], {"a": 1, "b": 1, "c": 3}, 2) == {"c": 1, "a": 2, "b": 2}
    assert shards.divided(["a", "new", "b"], {"a": 5, "b": 1, "c": 2}, 2) == {"a": 1, "new": 2, "b": 2}


def test_the_table_knows_most_files():
    """New ones count as the median. Renew it: vambrace-dev test --cost FILE; python -m tests.cost --table FILE"""
    assert len(KNOWN.keys() & set(FILES)) > 0.8 * len(FILES)


def test_the_table_agrees_with_the_costs_of_a_run():
    lines = [
        {"test": "tests/unit/test_b.py::test_it", "python": 1.04, "programs": {"Spike": [3, 2.0]}},
        {"test": "tests/unit/test_a.py::test_it[1]", "python": 0.004, "programs": {}},
        {"test": "tests/unit/test_b.py::test_more", "python": 0.0, "programs": {}},
    ]
    created = cost.table(map(json.dumps, lines))
    assert created.startswith("# ") and shards.costs(created) == {
        "tests/unit/test_b.py": 3.0,
        "tests/unit/test_a.py": 0.1,
    }
    assert cost.table(map(json.dumps, reversed(lines))) == created
    text = shards.table().read_text()
    assert text.partition("\n")[0] == created.partition("\n")[0]
    again = [json.dumps({"test": f"{f}::x", "python": s, "programs": {}}) for f, s in KNOWN.items()]
    assert cost.table(again) == text


SUITE = """
import pytest
@pytest.mark.parametrize("n", range(3))
def test_it(n): pass
"""


def run(folder, *options: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, (root(), root() / "src", root() / "dev")))}
    command = [sys.executable, "-m", "pytest", "-v", "-p", "no:cacheprovider", "-p", "tests.shard", *options]
    return subprocess.run(command, capture_output=True, text=True, cwd=folder, env=environment, timeout=100)


@pytest.mark.parametrize("workers", [0, pytest.param(2, marks=pytest.mark.long("pytest starts several times"))])
def test_every_test_runs_in_one_shard(tmp_path, workers):
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    names = [f"test_{letter}.py" for letter in "abcde"]
    for name in names:
        (tmp_path / "tests").mkdir(exist_ok=True)
        (tmp_path / "tests" / name).write_text(SUITE)
    results = []
    for number in (1, 2):
        out = run(tmp_path, f"--shard={number}/2", f"-n{workers}").stdout
        results.append({name for name in names if f"tests/{name}" in out})
        assert f"{3 * len(results[-1])} passed" in out
    assert (
        results[0] | results[1] == set(names)
        and not results[0] & results[1]
        and abs(len(results[0]) - len(results[1])) == 1
    )
    assert "15 passed" in run(tmp_path, f"-n{workers}").stdout


@pytest.mark.parametrize("text", ["0/5", "6/5", "1/0", "2", "2/5/7", "a/b", "-1/2"])
def test_an_invalid_shard_is_rejected(text, tmp_path):
    with pytest.raises(ValueError, match="is not a shard; write for example 2/5"):
        shards.parsed(text)
    done = CliRunner().invoke(command.test, ["all", f"--shard={text}"])
    assert done.exit_code == 2 and f"'{text}' is not a shard; write for example 2/5, the second of five" in done.output


def test_a_shard_has_no_record(tmp_path):
    done = CliRunner().invoke(command.test, ["all", "--shard", "1/2", "--record", str(tmp_path / "tests.json")])
    assert done.exit_code == 2 and "a shard is not a whole run" in done.output


def test_a_part_without_a_file_of_the_shard_is_no_failure(monkeypatch, tmp_path):
    called = []

    def run(parts, everything, cost, more):
        called.append((parts, more))
        return 5  # pytest's exit code where no test is left

    monkeypatch.setattr(everything, "cache_dir", lambda: tmp_path)
    monkeypatch.setattr(testing, "run", run)
    assert everything.run(["unit"], False, None, shard="2/5")[0] == 0
    assert called[0][0] == ["unit"] and called[0][1][-3:] == ["-p", "tests.shard", "--shard=2/5"]
    with pytest.raises(everything.VambraceError, match="could not run the tests"):
        everything.run(["unit"], False, None)
