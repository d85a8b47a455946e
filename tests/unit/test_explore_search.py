# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Searches of a design space, on computed instead of measured figures."""

from __future__ import annotations

import pytest

from vambrace.base.errors import UsageError
from vambrace.explore import space
from vambrace.explore.evaluate import Result
from vambrace.explore.front import best, bounds, dominates, front, hypervolume
from vambrace.explore.parameters import candidates
from vambrace.explore.search import SAMPLERS, Plan, Search, batch

SPACE = space.parse(
    {
        "parameters": {
            "core": ["ibex-ref", "ibex-fast", "cv32e40x"],
            "extensions": ["none", "zbkb", "zkned", "xascon", "all"],
            "algorithm": ["aes-128-ccm", "ascon-aead128", "chacha20-poly1305"],
            "profile": ["speed", "size"],
            "optimisation": ["-O1", "-O2", "-O3"],
            "wait_instr": [0, 1, 2, 3],
            "wait_data": [0, 1, 2, 3],
        },
        "minimise": ["cycles", "kge", "code"],
        "constraints": ["code <= 12000"],
    },
    None,
)


def figures(one) -> dict[str, float]:
    """Return made-up figures of a candidate, similar for similar candidates."""
    v = one.values
    cycles = {"aes-128-ccm": 24000, "ascon-aead128": 12000, "chacha20-poly1305": 17000}[v["algorithm"]]
    cycles *= {"none": 1, "zbkb": 0.7, "zkned": 0.3, "xascon": 0.6, "all": 0.25}[v["extensions"]]
    cycles *= {"ibex-ref": 1, "ibex-fast": 0.8, "cv32e40x": 0.9}[v["core"]] * (1.6 if v["profile"] == "size" else 1)
    cycles *= {"-O1": 1.1, "-O2": 1, "-O3": 0.98}[v["optimisation"]] * (
        1 + 0.5 * v["wait_instr"] + 0.2 * v["wait_data"]
    )
    code = (3000 if v["profile"] == "size" else 9000) * {"-O1": 0.9, "-O2": 1, "-O3": 1.5}[v["optimisation"]]
    kge = {"ibex-ref": 33, "ibex-fast": 36, "cv32e40x": 60}[v["core"]] - 0.5 * v["wait_instr"] - 0.25 * v["wait_data"]
    kge += {"none": 0, "zbkb": 1, "zkned": 1.1, "xascon": 0.7, "all": 4}[v["extensions"]]
    return {"cycles": cycles, "code": code, "kge": kge}


class Figures:
    """Evaluate candidates, and count them."""

    def __init__(self, broken: str = "") -> None:
        self.seen: list[object] = []
        self.broken = broken

    def __call__(self, chosen) -> list[Result]:
        assert len(chosen) <= batch()
        self.seen += chosen
        results = []
        for item in chosen:
            result = Result(item, figures(item))
            for constraint in SPACE.constraints:
                if (excess := constraint.excess(result.metrics)) > 0:
                    result.violated[constraint.text] = excess
            if item.values["extensions"] == self.broken:
                result.failure = "broken"
            results.append(result)
        return results


def searched(plan: Plan, evaluate=None) -> list[Result]:
    return [result for batch in Search(SPACE, plan).run(evaluate or Figures()) for result in batch]


@pytest.mark.parametrize("sampler", SAMPLERS)
def test_a_search_measures_each_candidate_once_and_is_repeatable(sampler):
    evaluate = Figures()
    first = searched(Plan(sampler, 40, seed=3), evaluate)
    assert len(first) == len(set(evaluate.seen)) == 40
    again = searched(Plan(sampler, 40, seed=3))
    assert [r.candidate for r in first] == [r.candidate for r in again]
    other = searched(Plan(sampler, 40, seed=4))
    assert ([r.candidate for r in first] == [r.candidate for r in other]) == (sampler == "all")


@pytest.mark.parametrize("sampler", SAMPLERS)
def test_a_budget_beyond_the_space_measures_all_of_it(sampler):
    small = space.parse({"parameters": {"wait_data": [0, 1, 2]}, "minimise": ["cycles"]}, None)
    results = [
        r for batch in Search(small, Plan(sampler, 50)).run(lambda some: [Result(c) for c in some]) for r in batch
    ]
    assert sorted(r.candidate.values["wait_data"] for r in results) == [0, 1, 2]


def test_budgets():
    count = len(candidates(SPACE.parameters)[0])
    assert Plan("all").count(count) == count > 800
    assert Plan().count(count) == Plan("random").count(count) == round(0.15 * count)
    assert Plan().count(30) == 20 and Plan().count(7) == 7 and Plan(budget=9).count(count) == 9


def test_a_failed_candidate_is_not_proposed_again():
    evaluate = Figures(broken="zkned")
    actual = searched(Plan("search", 48), evaluate)
    assert len(actual) == len(set(evaluate.seen)) == 48
    assert any(r.failure for r in actual) and all(
        r.candidate.values["extensions"] != "zkned" for r in front(SPACE, actual)
    )


def share(results) -> float:
    every = [Result(item, figures(item)) for item in candidates(SPACE.parameters)[0]]
    values = [r.objectives(SPACE) for r in every if figures(r.candidate)["code"] <= 12000]
    limits = bounds(values)
    collected = [r.objectives(SPACE) for r in front(SPACE, results)]
    return hypervolume(collected, *limits) / hypervolume(values, *limits)


def test_a_search_finds_more_than_a_random_sample():
    shares = {sampler: share(searched(Plan(sampler, 72, seed=1))) for sampler in ("search", "random")}
    assert shares["search"] > 0.95 and shares["search"] > shares["random"], shares


def result(one, **metrics: float) -> Result:
    return Result(one, {"cycles": 1.0, "kge": 1.0, "code": 1.0, **metrics})


def test_a_front_has_the_results_that_none_dominates():
    some = candidates(SPACE.parameters)[0]
    results = [
        result(some[0], cycles=3, kge=1),
        result(some[1], cycles=1, kge=3),
        result(some[2], cycles=2, kge=3),
        result(some[3], cycles=2, kge=2),
        result(some[4], cycles=1, kge=3),
        result(some[5], cycles=0, kge=0),
    ]
    results[5].violated["code <= 12000"] = 1.0
    assert [r.candidate for r in front(SPACE, results)] == [some[1], some[3], some[0]]
    assert best(SPACE, results, 1) == front(SPACE, results)
    first = space.parse({"parameters": {"wait_data": [0]}, "minimise": ["cycles"]}, None)
    assert [r.metrics["cycles"] for r in best(first, results, 4)] == [1, 1, 2, 2]


def test_dominance():
    assert dominates((1, 2), (1, 3)) and dominates((0, 2), (1, 2))
    assert not dominates((1, 2), (1, 2)) and not dominates((0, 3), (1, 2))


def test_hypervolumes():
    assert hypervolume([], (0, 0), (1, 1)) == 0
    assert hypervolume([(0, 0)], (0, 0), (1, 1)) == pytest.approx(1)
    assert hypervolume([(0, 1), (1, 0)], (0, 0), (1, 1)) == pytest.approx((1.1**2 - 1) / 1.1**2)
    assert hypervolume([(5, 7)], (5, 7), (5, 7)) == pytest.approx(1)


def test_a_space_without_candidates_gives_the_reason():
    none = space.parse(
        {"parameters": {"extensions": "xascon", "algorithm": "aes-128-ccm"}, "minimise": ["cycles"]}, None
    )
    with pytest.raises(UsageError, match=r"the space is empty.*xascon changes nothing for aes-128-ccm"):
        Search(none, Plan())
