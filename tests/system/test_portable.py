# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The table of docs/user/library.md on portable C: our cycles by compiler and level, and the best peer's."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.system import portable
from tests.system.test_checkouts import VARIABLE
from vambrace import config
from vambrace.base import tools
from vambrace.base.paths import root

#: The column of the best peer's cycles.
PEER = len(portable.SETTINGS)


def stated() -> dict[str, list[str]]:
    """Return the cells of the table by algorithm."""
    text = (root() / "docs" / "user" / "library.md").read_text()
    rows = [line.strip("| ").split(" | ") for line in text.partition("| algorithm | gcc -O1")[2].splitlines()[2:6]]
    return {config.select_algorithms([row[0].lower()])[0]: row[1:] for row in rows}


def number(cell: str) -> int:
    return int(cell.replace(",", ""))


def check(algorithm: str, settings: list[tuple[str, str]]) -> None:
    cells = dict(zip(portable.SETTINGS, stated()[algorithm], strict=False))
    for setting in settings:
        assert portable.ours(algorithm, *setting)["seal"] == number(cells[setting]), setting


def test_every_setting_is_within_the_limit():
    assert list(stated()) == list(portable.ALGORITHMS)
    for algorithm, cells in stated().items():
        ratios = [number(cell) / number(cells[PEER]) for cell in cells[:PEER]]
        assert max(ratios) <= portable.MOST, algorithm


def test_cycles_of_the_usual_setting_are_as_stated():
    check("ascon-aead128", [(config.GCC, "-O2")])


@pytest.mark.long("measures each algorithm with both compilers at four levels")
@pytest.mark.parametrize("algorithm", portable.ALGORITHMS)
@pytest.mark.parametrize("compiler", config.COMPILERS)
def test_all_cycles_are_as_stated(algorithm, compiler):
    if compiler == config.CLANG:
        assert tools.version(compiler).startswith("14."), "the table is for clang 14"
    check(algorithm, [setting for setting in portable.SETTINGS if setting[0] == compiler])


@pytest.mark.long("measures libraries from checkouts that the user provides")
@pytest.mark.skipif(VARIABLE not in os.environ, reason=f"set {VARIABLE} to a folder with checkouts of other libraries")
@pytest.mark.parametrize("algorithm", portable.ALGORITHMS)
def test_no_peer_is_better_than_the_best_stated(algorithm):
    cycles, name = portable.best(Path(os.environ[VARIABLE]), algorithm, "seal")
    assert cycles >= number(stated()[algorithm][PEER]), name
