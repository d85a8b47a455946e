# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""A pytest plug-in for a run that may be interrupted: what passed is written down, and not run again.

``pytest -p tests.ledger --ledger FILE`` appends one JSON object to FILE for each test that ended: its name, part and
outcome. Tests that passed according to FILE are left out. Whoever names FILE makes another one for other sources.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from vambrace.testing import PARTS
from vambrace.testing.everything import entries


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--ledger", metavar="FILE", help="leave out what passed according to FILE, and add to it")


def _passed(config: pytest.Config) -> set[str]:
    """The same for all processes of a run, whenever each begins."""
    if hasattr(config, "workerinput"):
        return set(config.workerinput["ledger"])
    name = config.getoption("--ledger")
    return {entry["test"] for entry in entries(Path(name)) if entry["outcome"] == "passed"} if name else set()


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node) -> None:
    node.workerinput["ledger"] = sorted(_passed(node.config))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    passed = _passed(config)
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

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        name = report.nodeid
        self.phases.setdefault(name, []).append(report)
        if report.when != "teardown":
            return
        part = next(n for n, p in PARTS.items() if p.marker in report.keywords)
        entry = {"test": name, "part": part, "outcome": outcome(self.phases.pop(name))}
        with self.file.open("a") as f:
            f.write(json.dumps(entry) + "\n")


def pytest_configure(config: pytest.Config) -> None:
    name = config.getoption("--ledger")
    if name and not hasattr(config, "workerinput"):
        config.pluginmanager.register(_Writer(Path(name)), "ledger-writer")
