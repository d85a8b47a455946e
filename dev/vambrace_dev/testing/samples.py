# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Tests of which the short run takes a sample of the parameters. tests/samples.txt names them: a test whose parameters
exercise much the same code, and that takes more than a few seconds of processor for all of them.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import groupby

import pytest

from vambrace.base.paths import root

LIST = root() / "tests" / "samples.txt"
LONG = pytest.mark.long("other parameters of a test that always runs with a sample of them")


@cache
def listed() -> dict[tuple[str, str], int]:
    """Of each test, by its file and name, which parameters always run: every Nth."""
    rows = [line.split() for line in LIST.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    return {(file, name): int(every) for every, file, name in rows}


def function_of(item: pytest.Item) -> tuple[str, str]:
    """Return the file and the function of a test."""
    file, _, name = item.nodeid.partition("::")
    return file, name.partition("[")[0]


def leave(items: Iterable[pytest.Item]) -> None:
    """Mark the parameters that the short run leaves out. Those that have a mark of their own do not count."""
    for function, group in groupby(items, function_of):
        if every := listed().get(function):
            short = [item for item in group if item.get_closest_marker("long") is None]
            for number, item in enumerate(short):
                if number % every:
                    item.add_marker(LONG)
