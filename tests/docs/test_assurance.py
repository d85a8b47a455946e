# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Every file, test and command that docs/reference/assurance.md names exists, and every part of the checks is on it."""

from __future__ import annotations

import re

import pytest

from vambrace.base.paths import root
from vambrace_dev import testing
from vambrace_dev.verify import PARTS

PAGE = root() / "docs" / "reference" / "assurance.md"
OPTIONS = {"--long", "--list"}


def problems(text: str) -> list[str]:
    """Return missing items that the page names, and parts of `vambrace-dev verify` that it does not name."""
    wrong = [name for name in re.findall(r"`(tests/[^`]*)`", text) if not _is_test(name)]
    wrong += [name for name in re.findall(r"\]\(([^)#]+)\)", text) if not (PAGE.parent / name).exists()]
    commands = [command.split() for command in re.findall(r"`(vambrace-dev [^`]*)`", text)]
    wrong += [" ".join(words) for words in commands if not _is_command(words)]
    named = {word for words in commands if words[1:2] == ["verify"] for word in words[2:]}
    return wrong + [f"no command for the part {part}" for part in PARTS if part not in named]


def _is_test(name: str) -> bool:
    file, _, function = name.partition("::")
    return (root() / file).is_file() and (not function or f"def {function}(" in (root() / file).read_text())


def _is_command(words: list[str]) -> bool:
    known = {"verify": PARTS, "test": testing.PARTS}
    return words[1:2] != [] and words[1] in known and set(words[2:]) <= {*known[words[1]], *OPTIONS}


def rows(text: str) -> list[list[str]]:
    """Yield the cells of every row of every table, without headings."""
    lines = [line.strip("|").split(" | ") for line in text.split("\n") if line.startswith("| ")]
    return [[cell.strip() for cell in line] for line in lines if line[0].strip() not in ("guarantee", "---")]


def test_everything_that_the_page_names_exists():
    assert problems(PAGE.read_text()) == []


def test_every_promise_has_a_source_a_test_and_a_command():
    actual = rows(PAGE.read_text())
    assert len(actual) >= 18
    for cells in actual:
        guarantee, where, *rest = cells
        assert where and "tests/" in " ".join(rest) and "`vambrace-dev " in " ".join(rest), guarantee


@pytest.mark.parametrize(
    ("find", "put", "problem"),
    [
        ("tests/host/test_eva.py", "tests/host/test_evil.py", "tests/host/test_evil.py"),
        (
            "::test_vmb_verify_depends_on_no_secret",
            "::test_nothing",
            "tests/system/test_taint_library.py::test_nothing",
        ),
        ("(ise.md)", "(isa.md)", "isa.md"),
        ("`vambrace-dev verify fuzz`", "`vambrace-dev verify fuz`", "vambrace-dev verify fuz"),
        ("`vambrace-dev verify faults`", "`vambrace-dev verify c`", "no command for the part faults"),
        ("`vambrace-dev verify mutants --long`", "`vambrace-dev mutants`", "vambrace-dev mutants"),
    ],
)
def test_references_to_missing_files_are_found(find, put, problem):
    text = PAGE.read_text()
    assert find in text and problem in problems(text.replace(find, put))
