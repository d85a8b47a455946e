# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Exploration of a design space from Python."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Any

from vambrace.api.table import Records
from vambrace.base import extras
from vambrace.explore import space as spaces
from vambrace.explore.evaluate import Result, evaluate
from vambrace.explore.front import best
from vambrace.explore.search import SEARCH, Plan, Search
from vambrace.explore.space import Space


@dataclass(frozen=True)
class Exploration:
    """The results of a search of a space."""

    space: Space
    results: tuple[Result, ...]
    candidates: int  # number in the space

    @property
    def records(self) -> Records:
        """Return all measured candidates: their values and metrics, and whether they meet all constraints."""
        return Records([_row(result) for result in self.results])

    @property
    def front(self) -> Records:
        """Return the candidates that no other beats; for a space with one objective, the best first."""
        return Records([_row(result) for result in best(self.space, self.results, len(self.results))])


def explore(
    space: str | PathLike[str] | Mapping[str, Any], *, sampler: str = SEARCH, budget: int = 0, seed: int = 1
) -> Exploration:
    """Search a design space: a file, or a table with the same keys (docs/user/explore.md). `budget`: the number of
    candidates to measure; 0 means 15 % of them, or all with the sampler "all". Ctrl-C raises KeyboardInterrupt; records
    are kept.

    UsageError if the space is invalid or empty, MissingTool without the packages of the extra `explore`.
    """
    extras.need("explore")
    parsed_space = spaces.parse(space, Path()) if isinstance(space, Mapping) else spaces.read(Path(space))
    search = Search(parsed_space, Plan(sampler, budget, seed))
    results = [r for batch in search.run(lambda some: evaluate(parsed_space, some)) for r in batch]
    return Exploration(parsed_space, tuple(results), len(search.candidates))


def _row(result: Result) -> dict[str, Any]:
    return {**result.candidate.values, **result.metrics, "feasible": result.feasible}
