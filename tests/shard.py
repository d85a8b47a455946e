# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""A pytest plug-in: one of several shards of the tests (vambrace_dev.testing.shards).

``pytest -p tests.shard --shard 2/5`` runs the second of five shards.
"""

from __future__ import annotations

import pytest

from vambrace_dev.testing import shards


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--shard", metavar="K/N", help="run the K-th of N shards of the test files")


@pytest.hookimpl(tryfirst=True)  # before -m and the ledger deselect
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    text = config.getoption("--shard")
    if not text:
        return
    try:
        number, count = shards.parsed(text)
    except ValueError as error:
        raise pytest.UsageError(f"--shard: {error}") from None
    known = shards.costs(shards.table().read_text())
    numbers = shards.divided(shards.files_of(config.rootpath), known, count)
    deselected = [item for item in items if numbers[item.path.relative_to(config.rootpath).as_posix()] != number]
    config.hook.pytest_deselected(items=deselected)
    others = set(deselected)
    items[:] = [item for item in items if item not in others]
