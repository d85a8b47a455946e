# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Searches of a space that was measured completely: how much of its hypervolume they find with how many measurements.

examples/explore/zigbee-ibex.csv is that record, which `python -m vambrace_dev.explore_record` writes.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Sequence
from functools import cache
from math import log
from statistics import median

import pytest

from vambrace.base.paths import root
from vambrace.explore import space
from vambrace.explore.evaluate import Result
from vambrace.explore.front import bounds, dominates, hypervolume
from vambrace.explore.parameters import Candidate, candidate, candidates
from vambrace.explore.search import Plan, Search
from vambrace_dev import explore_record

FOLDER = root() / "examples" / "explore"
SPACE = space.read(FOLDER / "zigbee-ibex.toml")
SEEDS = (1, 2, 3, 4, 5)
#: The share of the hypervolume to find, and the share of the candidates that may be measured for it.
WANTED, MEASURED = 0.98, 0.15

Values = tuple[float, ...]


def as_measured(values: Values) -> Values:
    return values


def logarithms(values: Values) -> Values:
    """Return the logarithms: the area below counts a factor, where the other scale counts a difference that only the
    slowest candidates have."""
    return tuple(map(log, values))


SCALES = (as_measured, logarithms)


def words(candidate: Candidate) -> tuple[str, ...]:
    return tuple(candidate.text(name) for name in SPACE.parameters)


@cache
def record() -> dict[tuple[str, ...], dict[str, float]]:
    """Return the metrics of each candidate, by its parameters."""
    with (FOLDER / "zigbee-ibex.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    return {tuple(row[n] for n in SPACE.parameters): {n: float(row[n]) for n in SPACE.objectives} for row in rows}


@cache
def searched(sampler: str, seed: int, budget: int) -> list[Values]:
    """Return the objectives of the candidates that a search measures, in its order."""

    def look_up(chosen: Sequence[Candidate]) -> list[Result]:
        return [Result(candidate, dict(record()[words(candidate)])) for candidate in chosen]

    search = Search(SPACE, Plan(sampler, budget, seed))
    return [result.objectives(SPACE) for batch in search.run(look_up) for result in batch]


def share(values: Sequence[Values], scale: Callable[[Values], Values]) -> float:
    """Return the share of the hypervolume of all candidates that some have."""
    every = [scale(tuple(metrics.values())) for metrics in record().values()]
    limits = bounds(every)
    return hypervolume(list(map(scale, values)), *limits) / hypervolume(every, *limits)


def needed(values: Sequence[Values], scale: Callable[[Values], Values]) -> int:
    """Return how many of the first candidates have the wanted share."""
    low, high = 0, len(values)
    if share(values, scale) < WANTED:
        return len(record())
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if share(values[:middle], scale) >= WANTED else (middle, high)
    return high


@pytest.mark.long("five seconds; a search in the record always runs")
def test_the_record_has_every_candidate():
    assert len(record()) >= 2000 and set(record()) == {words(c) for c in candidates(SPACE.parameters)[0]}


def test_the_record_marks_its_front():
    with (FOLDER / "zigbee-ibex.csv").open(newline="") as file:
        marked = {
            tuple(float(row[n]) for n in SPACE.objectives) for row in csv.DictReader(file) if row["on_front"] == "True"
        }
    every = [tuple(metrics.values()) for metrics in record().values()]
    assert marked == {v for v in set(every) if not any(dominates(other, v) for other in every)}


def test_the_front_has_its_energy():
    """And no other candidate; it falls with the cycles on a core without an engine."""
    with (FOLDER / "zigbee-ibex.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert {row["on_front"] for row in rows if row["nj"]} == {"True"}
    front = [row for row in rows if row["on_front"] == "True"]
    assert all(float(row["nj"]) > 0 for row in front)
    simple = [row for row in front if "engine" not in row["extensions"] and row["core"] == "ibex-ref"]
    assert all(0.58 < float(row["nj"]) / float(row["cycles"]) < 0.78 for row in simple)


@pytest.mark.long("five seconds; the figures of the page are always compared with the record")
def test_the_record_is_written_by_its_generator():
    """Its table, from its own rows and energies."""
    text = explore_record.FILE.read_text()
    rows = list(csv.DictReader(io.StringIO(text)))
    energies = {explore_record.words(SPACE, row): float(row["nj"]) for row in rows if row["nj"]}
    assert explore_record.table(SPACE, rows, energies) == text
    assert set(energies) <= set(explore_record.by_words(SPACE))


def test_the_page_has_the_figures_of_the_record():
    page = " ".join((root() / "docs" / "user" / "explore.md").read_text().split())
    every = [tuple(metrics.values()) for metrics in record().values()]
    assert (
        f"{sum(not any(dominates(other, v) for other in every) for v in set(every))} candidates are on the front"
        in page
    )
    usual = {"core": "ibex-ref", "extensions": "engine", "algorithm": "ascon-aead128", "optimisation": "-O2"}
    full, own = (
        record()[words(candidate({**usual, "engine_units": units, "AsconRoundsPerCycle": rounds}))]
        for units, rounds in (("all", 1), ("own", 2))
    )
    assert f"{own['cycles']:.0f} instead of {full['cycles']:.0f}" in page
    assert f"{own['kge']:.1f} kGE instead of {full['kge']:.1f}" in page
    with (FOLDER / "zigbee-ibex.csv").open(newline="") as file:
        front = [row for row in csv.DictReader(file) if row["on_front"] == "True"]
    least = min(front, key=lambda row: float(row["nj"]))
    software = min((row for row in front if row["extensions"] == "none"), key=lambda row: float(row["nj"]))
    unit = min((row for row in front if "engine" not in row["extensions"]), key=lambda row: float(row["nj"]))
    for row in (least, software, unit):
        assert f"{float(row['nj']):,.0f} nJ on `{row['core']}/{row['extensions']}`" in page


@pytest.mark.long("six seconds; searches in small spaces always run")
def test_a_short_search_finds_nearly_all_of_the_hypervolume():
    assert share(searched("search", 1, 40), as_measured) >= WANTED


@pytest.mark.long("five searches of 300 candidates take two minutes")
@pytest.mark.parametrize("scale", SCALES)
def test_a_search_measures_less_than_a_random_sample(scale):
    budget = round(MEASURED * len(record()))
    results = {seed: searched("search", seed, budget) for seed in SEEDS}
    assert median(share(values, scale) for values in results.values()) >= WANTED
    search = [needed(values, scale) for values in results.values()]
    sample = [needed(searched("random", seed, len(record())), scale) for seed in SEEDS]
    assert median(search) <= median(sample) * 2 / 3, (search, sample)
