# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Which tests run in one process of xdist, one after the other: those that share what takes long to make.

Tests with the lists of cases of one algorithm (tests/aead) do. The groups that xdist has of its own are lost with
pytest 9.2, in whose items they cannot write.
"""

from __future__ import annotations

import re

from xdist.scheduler import LoadScopeScheduling

from vambrace import config

_LISTS = re.compile(r"(?:^|/)tests/aead/test_(?:software|hardware)\.py::.*\[(?P<id>.*)\]$")
_ALGORITHMS = sorted(config.algorithms(), key=len, reverse=True)


def scope(nodeid: str) -> str:
    """The name that all tests of one process share; a test alone has its own."""
    if match := _LISTS.search(nodeid):
        for algorithm in _ALGORITHMS:
            if match["id"].endswith(f"-{algorithm}"):
                return f"lists of {algorithm}"
    return nodeid


class Scheduler(LoadScopeScheduling):
    """The largest groups first, then one test after the other, to whoever is free."""

    def _split_scope(self, nodeid: str) -> str:
        return scope(nodeid)
