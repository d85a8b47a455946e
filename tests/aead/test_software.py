# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Every list of cases with every backend of the library: on this machine, on Spike, and some on the cores."""

from __future__ import annotations

import pytest

from tests.aead import batch, targets
from tests.aead.catalogue import lists_for
from vambrace import config


@pytest.mark.parametrize("target", [target.parameter() for target in targets.software()])
def test_every_list(target, everything):
    names = tuple(item.name for item in lists_for(target.algorithm))
    host = not target.runner.name.startswith("spike")
    budget = None if everything else target.budget
    cases = batch.within_budget(target.algorithm, names, budget, target.fixed_cost, host, short=not everything)
    batch.run(target.runner, target.algorithm, cases)


@pytest.mark.parametrize("target", [target.parameter() for target in targets.software_on_cores()])
def test_one_case_of_each_list(target, everything):
    batch.run(target.runner, target.algorithm, batch.one_of_each(target.algorithm, target.turn, everything))


def all_kernels() -> list[str]:
    """The algorithms that are not another's kernels, or its code for another key size."""
    return [name for name in config.algorithms() if name not in targets.AROUND and not targets.has_another_key(name)]


@pytest.mark.parametrize("algorithm", all_kernels())
def test_the_builds_of_an_algorithm_run_all_lists_on_a_core(algorithm):
    """In the short run, each runs a third of the lists."""
    on_core = [t for t in targets.software_on_cores() if t.algorithm == algorithm and t.runner.core == "ibex-ref"]
    turns = {t.turn for t in on_core if not t.marks}
    assert {turn % batch.TURNS for turn in turns} == set(range(batch.TURNS))
