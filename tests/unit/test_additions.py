# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Checklists of additions: complete ones lack nothing, and unfinished ones list the missing parts."""

from __future__ import annotations

import re
import shutil

import pytest

from tests.called import called
from vambrace.base.paths import root
from vambrace.config.additions import additions

EXAMPLES = [(kind, name) for kind, about in additions().items() for name in about.examples]


@pytest.mark.parametrize(("kind", "name"), EXAMPLES)
def test_a_complete_addition_lacks_nothing(kind, name):
    assert additions()[kind].missing(name, root()) == []


@pytest.mark.parametrize("kind", additions())
def test_a_new_name_lacks_the_files_with_that_name(kind):
    about = additions()[kind]
    named = [step for step in about.steps if "{" in step.file + step.text]
    assert len(about.missing("aaaa", root())) >= len(named) - 2 and len(named) >= 5


def test_a_half_finished_addition_lacks_the_rest(tmp_path):
    """A unit of the engine that has only its RTL and its entry in the table."""
    shutil.copytree(root() / "rtl" / "chacha", tmp_path / "rtl" / "chacha")
    (tmp_path / "configs").mkdir()
    (tmp_path / "configs" / "units.toml").write_text("[chacha]\n")
    left = dict(additions()["cipher-unit"].missing("chacha", tmp_path))
    every = {step.what for step in additions()["cipher-unit"].steps}
    done = {"the unit", "the list of its files", "its ports and cycles", "its algorithms, parameters and lengths"}
    assert set(left.values()) == every - done
    assert left["rtl/engine/vmb_units.sv"] == "its instance" and "lib/src/engine/engine_chacha*.c" in left


def test_the_command():
    done = called("vambrace-dev", "missing")
    assert done.returncode == 0 and all(kind in done.stdout for kind in additions())
    done = called("vambrace-dev", "missing", "kind", "faults")
    assert done.returncode == 0 and "faults, a kind of record: 12 of 12 steps are done" in done.stdout
    done = called("vambrace-dev", "missing", "core", "picorv32")
    assert done.returncode == 1 and "  cores/picorv32/upstream.toml: the files of the upstream package" in done.stdout


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["kinds", "x"], "did you mean 'kind'"),
        (["kind"], "the name of a kind of record is missing"),
        (["kind", "../x"], "'../x' is not a name"),
    ],
)
def test_wrong_arguments_are_rejected(words, said):
    done = called("vambrace-dev", "missing", *words)
    assert done.returncode == 2 and said in done.stderr and not done.stdout


@pytest.mark.parametrize("page", ["adding.md", "units.md"])
def test_files_that_the_guides_name_exist(page):
    """Return the additions without parts that the reader must fill in."""
    text = (root() / "docs" / "developer" / page).read_text()
    named = {name for name in re.findall(r"`([a-z]+/[\w./-]+)`", text) if not re.search(r"[A-Z]{4}", name)}
    assert len(named) > 15
    assert [name for name in sorted(named) if not (root() / name).exists()] == []
