# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Two sizes of the test suite.

``@pytest.mark.long(reason)`` leaves a test, or one of its parameters, to ``vambrace-dev test all`` (``pytest --long``).
So does tests/samples.txt, for all but every Nth parameter of a test.
"""

from __future__ import annotations

import atexit
import contextlib
import gc
import importlib
import os
import sys

import pytest

from vambrace_dev.testing import part_of, samples

# Lists of cases are 100,000s of objects that live long: with Python's own thresholds, to look through them for cycles
# takes a fifth of the processor.
gc.set_threshold(200_000, 20, 20)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--long", action="store_true", help="also run the tests that are marked long")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "long(reason): run by `vambrace-dev test all` only, for this reason")


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


@pytest.hookimpl(tryfirst=True)
def pytest_collection(session: pytest.Session) -> None:
    """A worker of xdist imports its share of the tests before it collects all of them. pytest compiles a test, with its
    own assertions, when it is first imported and keeps the code: otherwise each worker would compile every test at the
    same time as the others."""
    worker = getattr(session.config, "workerinput", None)
    if worker is None:
        return
    number, count = int(worker["workerid"].removeprefix("gw")), int(worker["workercount"])
    folders = [path for name in session.config.args if (path := session.config.invocation_params.dir / name).is_dir()]
    files = sorted(file for folder in folders for file in folder.rglob("test_*.py"))
    for file in files[number::count]:
        if str(file.parent) not in sys.path:  # as pytest does
            sys.path.insert(0, str(file.parent))
        with contextlib.suppress(Exception, pytest.skip.Exception):  # collecting tries again, and says it
            importlib.import_module(file.stem)


@pytest.hookimpl(tryfirst=True)  # before -m deselects
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if lost := [item.nodeid for item in items if part_of(item.nodeid) is None]:
        raise pytest.UsageError(
            f"{len(lost)} tests are in no part (PARTS of vambrace_dev.testing): {', '.join(lost[:5])}"
        )
    if "VAMBRACE_EVERY_PARAMETER" not in os.environ:  # as suites of mutants need it, which name parameters
        samples.leave(items)
    left = [item for item in items if reason_of(item) is not None]
    if left and not config.getoption("--long"):
        config.hook.pytest_deselected(items=left)
        items[:] = [item for item in items if reason_of(item) is None]


def pytest_collection_finish() -> None:
    """What was imported and collected stays: it is not looked through for cycles again before the process ends, when
    modules of C++ want to see their last objects go."""
    gc.freeze()
    atexit.register(gc.unfreeze)


@pytest.fixture
def everything(request: pytest.FixtureRequest) -> bool:
    """Whether this is the long run: a test that does more there asks for it."""
    return request.config.getoption("--long")
