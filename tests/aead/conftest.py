# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Runs every test that asks for `target` with each runner and algorithm."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from tests.aead.protocol import Runner
from tests.aead.rtl_runner import RtlRunner
from tests.host.runner import RUNNERS as HOSTS
from vambrace import config

# Cycles for one backend and algorithm. The cores run the same programs, so one of them does most.
RTL_BUDGETS = {"ibex-ref": 5_000_000, "ibex-fast": 2_000_000}

# Budgets count the cycles of portable code; these backends do more jobs in the same time.
FASTER = {"zkn": 5.0, "xascon": 1.5, "zbkb+xascon": 2.0}


class Target(NamedTuple):
    runner: Runner
    algorithm: str


def targets() -> list[tuple[Target, pytest.MarkDecorator]]:
    """Every runner with every algorithm; on a core, every backend that differs from the others."""
    algorithms = config.algorithms()
    found = [(Target(host, name), pytest.mark.host) for host in HOSTS for name in algorithms]
    for core, budget in RTL_BUDGETS.items():
        for name, known in algorithms.items():
            runners = [RtlRunner(core, e, int(budget * FASTER.get(e, 1))) for e in ("none", *known.uses)]
            found += [(Target(runner, name), pytest.mark.rtl) for runner in runners]
    return found


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "algorithm(name, ...): run with these algorithms only")
    config.addinivalue_line("markers", "no_budget: run only where time does not count")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "target" not in metafunc.fixturenames:
        return
    only = metafunc.definition.get_closest_marker("algorithm")
    no_budget = metafunc.definition.get_closest_marker("no_budget")
    chosen = [
        pytest.param(target, id=f"{target.runner.name}-{target.algorithm}", marks=mark)
        for target, mark in targets()
        if (only is None or target.algorithm in only.args) and (no_budget is None or target.runner.budget is None)
    ]
    metafunc.parametrize("target", chosen)
