# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""A pytest plug-in: leaves out the test files that are unchanged since they passed (vambrace_dev.testing.unchanged).

``pytest -p tests.unchanged --unchanged IN --ended OUT``: IN has the names of the files to leave out, a JSON list; OUT
gets, when the run ends, by test file whether all its tests passed, and what they read that tests/inputs.txt does not
list, a JSON object. Only the tests' own process is watched; `python -m tests.inputs` also sees other programs.
"""

from __future__ import annotations

import json
import os
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from vambrace.base.paths import root
from vambrace_dev.testing import unchanged

_UNLISTED = "read without a row"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--unchanged", metavar="IN", help="leave out the test files that IN lists (JSON)")
    parser.addoption("--ended", metavar="OUT", help="write to OUT how each test file ended (JSON)")


class _Watch:
    """Collects the project's files that this process opens while a test runs."""

    def __init__(self) -> None:
        self.folder, self.found = f"{root()}{os.sep}", None  # type: ignore[var-annotated]
        sys.addaudithook(self._hook)

    def _hook(self, event: str, arguments: tuple[Any, ...]) -> None:
        if event not in ("open", "vambrace.hashed") or self.found is None or not isinstance(arguments[0], str):
            return
        if (name := os.path.abspath(arguments[0])).startswith(self.folder):
            self.found.add(name[len(self.folder) :])


class _Worker:
    """Where tests run: puts what a test reads besides its row into its last report."""

    def __init__(self) -> None:
        self.watch, self.rows = _Watch(), unchanged.rows(unchanged.table().read_text())
        self.names = set(unchanged.everything.listed())

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        self.watch.found = set()
        try:
            return (yield)  # type: ignore[misc]
        finally:
            self.watch.found = None

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_makereport(self, item: pytest.Item, call: pytest.CallInfo[None]) -> None:
        if call.when == "teardown" and self.watch.found:
            places = self.rows.get(item.nodeid.partition("::")[0], frozenset())
            files = [f for f in sorted(self.watch.found & self.names) if not unchanged.covers(places, f)]
            item.user_properties += [(_UNLISTED, file) for file in files]


class _Controller:
    """Where pytest was called: counts the tests of each file, collected and ended well."""

    def __init__(self, out: Path) -> None:
        self.out = out
        self.collected: Counter[str] = Counter()
        self.ended: Counter[str] = Counter()
        self.failed: set[str] = set()
        self.unlisted: dict[str, set[str]] = {}

    def count(self, names: list[str]) -> None:
        self.collected = Counter(name.partition("::")[0] for name in names)

    @pytest.hookimpl(optionalhook=True)
    def pytest_xdist_node_collection_finished(self, node: object, ids: list[str]) -> None:
        self.count(ids)

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        if session.items:
            self.count([item.nodeid for item in session.items])

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        file = report.nodeid.partition("::")[0]
        if report.failed:
            self.failed.add(file)
        if report.when == "teardown":
            self.ended[file] += 1
            read = {str(value) for name, value in report.user_properties if name == _UNLISTED}
            self.unlisted.setdefault(file, set()).update(read)

    def pytest_sessionfinish(self) -> None:
        files = {
            file: {
                "passed": file not in self.failed and self.ended[file] == count,
                "unlisted": sorted(self.unlisted.get(file, ())),
            }
            for file, count in self.collected.items()
        }
        self.out.write_text(json.dumps(files))


_LEFT = pytest.StashKey[frozenset[str]]()


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node) -> None:
    node.workerinput["unchanged"] = sorted(node.config.stash[_LEFT])


def pytest_configure(config: pytest.Config) -> None:
    worker = getattr(config, "workerinput", None)
    if worker is None:
        name = config.getoption("--unchanged")
        config.stash[_LEFT] = frozenset(json.loads(Path(name).read_text()) if name else ())
        if out := config.getoption("--ended"):
            config.pluginmanager.register(_Controller(Path(out)), "unchanged-controller")
    else:
        config.stash[_LEFT] = frozenset(worker["unchanged"])
    if worker is not None or not config.getoption("numprocesses", None):
        config.pluginmanager.register(_Worker(), "unchanged-worker")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    if collection_path.suffix != ".py":
        return None
    try:
        name = collection_path.relative_to(config.rootpath).as_posix()
    except ValueError:
        return None
    return True if name in config.stash[_LEFT] else None
