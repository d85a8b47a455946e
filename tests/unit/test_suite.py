# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The test suite's own rules: a part for every test, and a reason for what only the long run has."""

import json
import subprocess
import sys

import pytest

from tests import cost
from vambrace.paths import root

pytestmark = pytest.mark.unit

CONFTEST = (root() / "tests" / "conftest.py").read_text()


def collected(folder, text: str, *options: str) -> subprocess.CompletedProcess[str]:
    """What pytest says of a suite of one file under the rules of tests/conftest.py."""
    (folder / "conftest.py").write_text(CONFTEST)
    markers = "\n".join(["[pytest]", "markers =", "  unit: a part", "  host: another part"])
    (folder / "pytest.ini").write_text(markers)
    (folder / "test_it.py").write_text(f"import pytest\n{text}")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *options, str(folder)]
    return subprocess.run(command, capture_output=True, text=True, cwd=folder)


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
