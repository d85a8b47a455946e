# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""A pytest plug-in for a run that may be interrupted: what passed is written down, and not run again.

``pytest -p tests.ledger --ledger FILE`` appends one JSON object to FILE for each test that ended: its name, part and
outcome. Tests that passed according to FILE are left out. The caller chooses a new FILE when the sources change.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from vambrace_dev.testing import part_of
from vambrace_dev.testing.everything import entries


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--ledger", metavar="FILE", help="leave out what passed according to FILE, and add to it")


_PASSED = pytest.StashKey[list[str]]()


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node) -> None:
    node.workerinput["ledger"] = node.config.stash[_PASSED]


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    passed = set(config.stash[_PASSED])
    left = [item for item in items if item.nodeid in passed]
    if left:
        config.hook.pytest_deselected(items=left)
        items[:] = [item for item in items if item.nodeid not in passed]


def outcome(reports: list[pytest.TestReport]) -> str:
    """Of the phases of a test: passed, failed or skipped."""
    kinds = {report.outcome for report in reports}
    return next(kind for kind in ("failed", "skipped", "passed") if kind in kinds)


class _Writer:
    def __init__(self, file: Path) -> None:
        self.file, self.phases = file, {}  # type: ignore[var-annotated]
        if file.is_file() and not file.read_bytes().endswith(b"\n"):
            with file.open("a") as f:  # the last line was cut off
                f.write("\n")

    def _write(self, test: str, part: str, outcome: str) -> None:
        with self.file.open("a") as f:
            f.write(json.dumps({"test": test, "part": part, "outcome": outcome}) + "\n")

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        name = report.nodeid
        if report.when not in ("setup", "call", "teardown"):  # xdist's, of a test that ended its process
            self.phases.pop(name, None)
            self._write(name, part_of(name) or "tests", "failed")
            return
        if report.when == "setup":
            self.phases[name] = []
        self.phases[name].append(report)
        if report.when == "teardown":
            part = part_of(name) or "tests"
            self._write(name, part, outcome(self.phases.pop(name)))


def pytest_configure(config: pytest.Config) -> None:
    if hasattr(config, "workerinput"):
        config.stash[_PASSED] = config.workerinput["ledger"]
        return
    name = config.getoption("--ledger")
    # Read once: workers that replace others leave out the same tests as these, or xdist could not go on.
    config.stash[_PASSED] = sorted(e["test"] for e in entries(Path(name)) if e["outcome"] == "passed") if name else []
    if name:
        config.pluginmanager.register(_Writer(Path(name)), "ledger-writer")
