# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Which tests run in one process of xdist, one after the other: those that share what takes long to make.

Tests with the lists of cases of one algorithm (tests/aead) do, those with a browser (tests/report), and those of a
file: each process makes the fixtures of a module, and what its functions cache. Files whose tests share little are
divided, so that processes end at about the same time. The groups that xdist has of its own are lost with pytest 9.2, in
whose items they cannot write.
"""

from __future__ import annotations

import re

from xdist.scheduler import LoadScopeScheduling

from vambrace import config

_LISTS = re.compile(r"(?:^|/)tests/aead/test_(?:software|hardware|generic|amalgamated)\.py::.*\[(?P<id>.*)\]$")
_BROWSER = re.compile(r"(?:^|/)tests/report/test_(?:accessible|choose_form|exploration_page|frame|page)\.py::")
#: Files whose tests may run in any process: long tests that share little.
_DIVIDED = re.compile(r"(?:^|/)tests/(?:aead|proofs|rtl|suite)/|/test_(?:style|area|ceilings|documents)\.py::")
_ALGORITHMS = sorted(config.algorithms(), key=len, reverse=True)


def scope(nodeid: str) -> str:
    """The name that all tests of one process share; a test that may run in any process has its own."""
    if match := _LISTS.search(nodeid):
        for algorithm in _ALGORITHMS:
            if match["id"].endswith(f"-{algorithm}"):
                return f"lists of {algorithm}"
    if _BROWSER.search(nodeid):
        return "browser"
    return nodeid if _DIVIDED.search(nodeid) else nodeid.partition("::")[0]


class Scheduler(LoadScopeScheduling):
    """The largest groups first, then one test after the other, to any free worker.

    If a test ends its process, xdist's own scheduler would also reassign the finished tests of that process; a worker
    without work would then wait forever.
    """

    def _split_scope(self, nodeid: str) -> str:
        return scope(nodeid)

    def remove_node(self, node):
        left = {name: tests for name, tests in self.assigned_work.pop(node).items() if not all(tests.values())}
        crashed = next((test for tests in left.values() for test, done in tests.items() if not done), None)
        if crashed is None:
            return None
        next(tests for tests in left.values() if crashed in tests)[crashed] = True  # it is not run again
        self.workqueue.update({name: tests for name, tests in left.items() if not all(tests.values())})
        for other in self.assigned_work:
            self._reschedule(other)
        return crashed

    def _reschedule(self, node):
        super()._reschedule(node)
        # A process begins a test when it knows the next one, or that there is none.
        while self.workqueue and not node.shutting_down and self._pending_of(self.assigned_work[node]) < 2:
            self._assign_work_unit(node)
