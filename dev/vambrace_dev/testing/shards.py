# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Divides the tests into shards, which several machines run together.

A shard consists of whole test files. The division depends only on the names of all test files and on tests/costs.txt,
so all machines with the same commit agree on it.
"""

import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from statistics import median

from vambrace.base.paths import root

_SHARD = re.compile(r"(\d{1,4})/(\d{1,4})")


def parsed(text: str) -> tuple[int, int]:
    """Return the number of a shard, and the number of shards. ValueError if the text has another form."""
    match = _SHARD.fullmatch(text)
    if not match or not 1 <= int(match[1]) <= int(match[2]):
        raise ValueError(f"'{text}' is not a shard; write for example 2/5, the second of five")
    return int(match[1]), int(match[2])


def costs(text: str) -> dict[str, float]:
    """Return the processor seconds by file that `python -m tests.cost --table` wrote."""
    rows = (line.split() for line in text.splitlines() if line and not line.startswith("#"))
    return {file: float(seconds) for seconds, file in rows}


def divided(files: Iterable[str], known: Mapping[str, float], count: int) -> dict[str, int]:
    """Return the shard of each file: the most expensive files first, each to the shard with the lowest sum so far. A
    file without a known cost counts as the median one.
    """
    usual = median(known.values()) if known else 1.0
    ordered = sorted(set(files), key=lambda file: (-known.get(file, usual), file))
    loads = [0.0] * count
    shard_of = {}
    for file in ordered:
        least = loads.index(min(loads))
        loads[least] += known.get(file, usual)
        shard_of[file] = least + 1
    return shard_of


def files_of(folder: Path) -> list[str]:
    """Return the names of all test files of a project relative to its folder."""
    return sorted(path.relative_to(folder).as_posix() for path in (folder / "tests").rglob("test_*.py"))


def table() -> Path:
    """Return the file with the costs of the project's tests."""
    return root() / "tests" / "costs.txt"
