# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""A pytest plug-in: prints what is only in the long run, by file and reason, a JSON list on each line behind LONG."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable

import pytest


def counted(items: Iterable[pytest.Item]) -> list[tuple[str, int, str]]:
    """Files, numbers of tests, and why."""
    counts: Counter[tuple[str, str]] = Counter()
    for item in items:
        marker = item.get_closest_marker("long")
        if marker is not None:
            counts[item.nodeid.split("::")[0], str(marker.args[0])] += 1
    return [(file, number, reason) for (file, reason), number in sorted(counts.items())]


def pytest_collection_finish(session: pytest.Session) -> None:
    for row in counted(session.items):
        print("LONG " + json.dumps(row))
