# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Runs every test that asks for `target` with each runner and algorithm."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from tests.aead.protocol import Runner
from tests.host.runner import RUNNERS
from vambrace.oracle import LENGTHS


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "algorithm(name, ...): run with these algorithms only")


class Target(NamedTuple):
    runner: Runner
    algorithm: str


def _targets() -> list[object]:
    return [
        pytest.param(Target(runner, algorithm), id=f"{runner.name}-{algorithm}", marks=pytest.mark.host)
        for runner in RUNNERS
        for algorithm in LENGTHS
    ]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "target" in metafunc.fixturenames:
        only = metafunc.definition.get_closest_marker("algorithm")
        targets = [t for t in _targets() if only is None or t.values[0].algorithm in only.args]  # type: ignore[attr-defined]
        metafunc.parametrize("target", targets)
