# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The files of changes/: each has a name that a release recognises, and one or two sentences."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from vambrace.base.paths import root

SETTINGS = tomllib.loads((root() / "pyproject.toml").read_text())["tool"]["towncrier"]
TYPES = [kind["directory"] for kind in SETTINGS["type"]]


def problems(folder: Path) -> list[str]:
    """Return the errors in the files of a folder of changes."""
    results = []
    for path in sorted(folder.iterdir()):
        text = path.read_text()
        if not re.fullmatch(rf"\+[a-z0-9-]+\.({'|'.join(TYPES)})\.md", path.name):
            results.append(f"{path.name}: not +NAME.TYPE.md with a type of {', '.join(TYPES)}")
        if not text.strip().endswith(".") or text.startswith(("-", "#")):
            results.append(f"{path.name}: not a sentence")
        if max(map(len, text.split("\n"))) > 120:
            results.append(f"{path.name}: a line of more than 120 characters")
    return results


def test_every_change_has_a_valid_name_and_text():
    assert problems(root() / "changes") == []


@pytest.mark.parametrize(
    ("name", "text", "problem"),
    [
        ("+a.fixed.md", "It works.\n", None),
        ("a.fixed.md", "It works.\n", "not +NAME.TYPE.md"),
        ("+a.mended.md", "It works.\n", "not +NAME.TYPE.md with a type of security, added"),
        ("+a.fixed.md", "- It works.\n", "not a sentence"),
        ("+a.fixed.md", "\n", "not a sentence"),
        ("+a.fixed.md", f"{'long ' * 30}.\n", "a line of more than 120 characters"),
    ],
)
def test_an_invalid_change_is_found(tmp_path, name, text, problem):
    (tmp_path / name).write_text(text)
    actual = problems(tmp_path)
    assert actual == [] if problem is None else problem in actual[0]


def test_a_release_collects_them(tmp_path):
    """They are inserted at the top of CHANGELOG.md, by type, and the files are removed."""
    (tmp_path / "pyproject.toml").write_text((root() / "pyproject.toml").read_text())
    (tmp_path / "CHANGELOG.md").write_text("# Changes\n\n<!-- changes -->\n\n## 0.1.0\n\n- Old.\n")
    (tmp_path / "changes").mkdir()
    for name, text in (("+a.fixed.md", "It works."), ("+b.added.md", "It is new.")):
        (tmp_path / "changes" / name).write_text(f"{text}\n")
    command = [sys.executable, "-m", "towncrier", "build", "--yes", "--version", "0.2.0", "--date", "2027-01-02"]
    for step in (["git", "init", "-q"], ["git", "add", "-A"], command):
        subprocess.run(step, cwd=tmp_path, check=True, capture_output=True)
    text = (tmp_path / "CHANGELOG.md").read_text()
    order = [
        "<!-- changes -->",
        "## 0.2.0 (2027-01-02)",
        "### Added",
        "- It is new.",
        "### Fixed",
        "- It works.",
        "## 0.1",
    ]
    places = [text.index(part) for part in order]
    assert places == sorted(places) and not list(tmp_path.glob("changes/*"))
