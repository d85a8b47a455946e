# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Selects the candidates of a space to measure: all of them, a random sample, or those that Optuna proposes.

A search is repeatable: the same space, sampler, seed and budget give the same candidates in the same order. The records
of measurements are stored (vambrace.results.record_store), so a restarted search continues after an interruption, and
two searches of one space share their measurements.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from vambrace.base import work
from vambrace.base.errors import UsageError
from vambrace.explore.evaluate import Result
from vambrace.explore.parameters import Candidate, Impossible, Value, candidate, candidates
from vambrace.explore.space import Space

if TYPE_CHECKING:
    import optuna

SEARCH, RANDOM, ALL = SAMPLERS = ("search", "random", "all")

#: Candidates that are measured together, and share models and processors.
BATCH = 8
#: The same for each processor or worker, if no proposal depends on results: enough that none waits for a model.
_AHEAD = 64
#: The share of the candidates that a search measures unless a budget is given, and the least number.
_SHARE, _LEAST = 0.15, 20
#: Proposals of Optuna for one candidate, before a random one is used.
_PROPOSALS = 10


def batch() -> int:
    """Return the number of candidates that are measured together if no proposal depends on results."""
    return max(BATCH, _AHEAD * work.executor().width)


Evaluate = Callable[[Sequence[Candidate]], list[Result]]


@dataclass(frozen=True)
class Plan:
    """The way to search a space. `budget`: the number of candidates to measure; 0 means all of them for ALL, and
    otherwise a share.
    """

    sampler: str = SEARCH
    budget: int = 0
    seed: int = 1

    def count(self, candidates: int) -> int:
        """Return how many of a number of candidates are measured."""
        if self.budget:
            return min(self.budget, candidates)
        return candidates if self.sampler == ALL else min(candidates, max(_LEAST, round(_SHARE * candidates)))


class Search:
    """A search of a space. UsageError if no combination of values is possible."""

    def __init__(self, space: Space, plan: Plan) -> None:
        self.space, self.plan = space, plan
        self.candidates, self.impossible = candidates(space.parameters)
        if not self.candidates:
            why = "; ".join(list(self.impossible)[:3])
            raise UsageError(f"the space is empty: no combination of its values is possible ({why})")
        self.count = plan.count(len(self.candidates))

    def run(self, evaluate: Evaluate) -> Iterator[list[Result]]:
        """Yield the results, one batch after the other."""
        order = list(self.candidates)
        if self.plan.sampler != ALL:
            random.Random(self.plan.seed).shuffle(order)
        if self.plan.sampler != SEARCH or self.count == len(order):
            size = batch()
            for at in range(0, self.count, size):
                yield evaluate(order[at : min(at + size, self.count)])
            return
        sizes = [min(BATCH, self.count - at) for at in range(0, self.count, BATCH)]
        study = _Study(self.space, self.plan.seed, order)
        for size in sizes:
            trials = [study.ask() for _ in range(size)]
            results = evaluate([candidate for _, candidate in trials])
            for (trial, _), result in zip(trials, results, strict=True):
                study.tell(trial, result)
            yield results


class _Study:
    """An Optuna study that proposes each candidate once."""

    def __init__(self, space: Space, seed: int, order: Sequence[Candidate]) -> None:
        import optuna

        optuna.logging.set_verbosity(optuna.logging.ERROR)
        self.space, self.left = space, dict.fromkeys(order)
        varied = {name: values for name, values in space.parameters.items() if len(values) > 1}
        # Neighbouring numbers are similar.
        self.numbers = {n: sorted(v) for n, v in varied.items() if all(type(value) is int for value in v)}
        self.distributions: dict[str, optuna.distributions.BaseDistribution] = {
            name: optuna.distributions.IntDistribution(0, len(values) - 1)
            if name in self.numbers
            else optuna.distributions.CategoricalDistribution(values)
            for name, values in varied.items()
        }
        sampler = optuna.samplers.TPESampler(
            seed=seed,
            multivariate=True,
            n_startup_trials=max(_LEAST // 2, 2 * len(varied)),
        )
        directions = [optuna.study.StudyDirection.MINIMIZE] * len(space.objectives)
        self.study = optuna.create_study(sampler=sampler, directions=directions)

    def ask(self) -> tuple[optuna.Trial, Candidate]:
        """Return a candidate that was not proposed before; a random one if Optuna proposes none."""
        from optuna.trial import TrialState

        for _ in range(_PROPOSALS):
            trial = self.study.ask(self.distributions)
            try:
                proposed = candidate({**self._fixed(), **self._values(trial.params)})
            except Impossible:
                proposed = None
            if proposed in self.left:
                del self.left[proposed]
                return trial, proposed
            self.study.tell(trial, state=TrialState.FAIL)
        proposed = next(iter(self.left))
        del self.left[proposed]
        self.study.enqueue_trial(self._params(proposed))
        return self.study.ask(self.distributions), proposed

    def tell(self, trial: optuna.Trial, result: Result) -> None:
        """Report the objectives of a candidate to Optuna, or the constraints that it violates."""
        from optuna.trial import TrialState

        if result.failure:
            self.study.tell(trial, state=TrialState.FAIL)
            return
        for constraint in self.space.constraints:
            trial.set_constraint(constraint.text, result.violated.get(constraint.text, 0.0))
        known = set(result.metrics)
        # Unknown metrics of a candidate that a constraint excludes do not count: such candidates are compared by their
        # constraints.
        values = [o.value(result.metrics) if o.names <= known else 0.0 for o in self.space.objectives.values()]
        self.study.tell(trial, values)

    def _fixed(self) -> dict[str, Value]:
        return {name: values[0] for name, values in self.space.parameters.items() if len(values) == 1}

    def _values(self, params: dict[str, Value]) -> dict[str, Value]:
        return {n: self.numbers[n][int(v)] if n in self.numbers else v for n, v in params.items()}

    def _params(self, proposed: Candidate) -> dict[str, Value]:
        params = {}
        for name in self.distributions:
            value = proposed.values[name]
            if value not in self.space.parameters[name]:  # one that makes no difference, instead of these
                value = self.space.parameters[name][0]
            params[name] = self.numbers[name].index(value) if name in self.numbers else value
        return params
