# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""A pytest plug-in: prints what is only in the long run, by file and reason, a JSON list on each line behind LONG."""

from __future__ import annotations

import json
from collections import Counter

import pytest


def pytest_collection_finish(session: pytest.Session) -> None:
    counts: Counter[tuple[str, str]] = Counter()
    for item in session.items:
        marker = item.get_closest_marker("long")
        if marker is not None:
            counts[item.nodeid.split("::")[0], str(marker.args[0])] += 1
    for (file, reason), number in sorted(counts.items()):
        print("LONG " + json.dumps([file, number, reason]))
