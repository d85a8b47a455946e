# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Two sizes of the test suite, and a part for every test.

``@pytest.mark.long(reason)`` leaves a test, or one of its parameters, to ``vambrace test all`` (``pytest --long``).
"""

from __future__ import annotations

from pathlib import Path

import pytest

from vambrace.testing import PARTS

#: What was collected, also what is left to the long run.
_EVERY: pytest.StashKey[list[pytest.Item]] = pytest.StashKey()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--long", action="store_true", help="also run the tests that are marked long")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "long(reason): run by `vambrace test all` only, for this reason")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: object) -> object:
    if config.getoption("dist") != "loadscope":
        return None
    from tests.scheduling import Scheduler

    return Scheduler(config, log)


def reason_of(item: pytest.Item) -> str | None:
    """Why a test is only in the long run; None for a test of every run."""
    marker = item.get_closest_marker("long")
    if marker is None:
        return None
    if len(marker.args) != 1 or not str(marker.args[0]).strip():
        raise pytest.UsageError(f"{item.nodeid}: pytest.mark.long takes one reason")
    return str(marker.args[0])


@pytest.hookimpl(tryfirst=True)  # before -m deselects
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    known = {part.marker for part in PARTS.values()}
    lost = [i.nodeid for i in items if len(known & {marker.name for marker in i.iter_markers()}) != 1]
    if lost:
        some = ", ".join(lost[:5])
        raise pytest.UsageError(f"{len(lost)} tests have no part (vambrace.testing.PARTS) or several: {some}")
    config.stash[_EVERY] = list(items)
    left = [item for item in items if reason_of(item) is not None]
    if left and not config.getoption("--long"):
        config.hook.pytest_deselected(items=left)
        items[:] = [item for item in items if reason_of(item) is None]


@pytest.fixture
def whole_suite(request: pytest.FixtureRequest) -> list[pytest.Item] | None:
    """Every test, where a short run has collected all of tests/; else None."""
    config = request.config
    chosen = [config.invocation_params.dir / name for name in config.args]
    if config.getoption("--long") or [path.resolve() for path in chosen] != [Path(__file__).parent.resolve()]:
        return None
    return config.stash[_EVERY]


@pytest.fixture
def everything(request: pytest.FixtureRequest) -> bool:
    """Whether this is the long run: a test that does more there asks for it."""
    return request.config.getoption("--long")
