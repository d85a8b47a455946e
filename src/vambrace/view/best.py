# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The fewest cycles of each algorithm: in software, with extensions, with an engine, and published."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from vambrace import config
from vambrace.config import engine_options
from vambrace.measure.kinds import columns
from vambrace.measure.kinds.bench import Bench


@dataclass(frozen=True)
class Best:
    """Records of `bench` for one core, algorithm and scenario. A field is None if nothing takes fewer cycles than the
    fields before it. Published figures are cycles on the same core.
    """

    algorithm: str
    core: str
    scenario: str
    software: Bench | None
    extended: Bench | None  # with the extension set that takes the fewest cycles
    engine: Bench | None  # an engine or AES unit, with any coupling
    published_software: float | None
    published_extended: float | None

    @property
    def records(self) -> list[Bench]:
        return [r for r in (self.software, self.extended, self.engine) if r]

    @property
    def facets(self) -> dict[str, str]:
        return {"scenario": self.scenario, "core": self.core, "algorithm": self.algorithm}


def entries(records: Iterable[Bench]) -> list[Best]:
    """Return the best records of forward operations, compiled for speed, in the order in which their groups first
    occur.
    """
    groups: dict[tuple[str, str, str], list[Bench]] = {}
    for r in records:
        if is_counted(r):
            groups.setdefault((r.algorithm, r.core, r.scenario), []).append(r)
    return [_best(*key, group) for key, group in groups.items()]


def chosen(records: Iterable[Bench]) -> list[Best]:
    """Return the best records of the default algorithms on the first core for the longest messages: the initial
    selection of a report.
    """
    selected = [entry for entry in entries(records) if entry.algorithm in config.select_algorithms([])]
    for core in config.cores():
        for scenario in reversed(config.packets()):
            if some := [entry for entry in selected if (entry.core, entry.scenario) == (core, scenario)]:
                return some
    return []


def is_counted(record: Bench) -> bool:
    """Return whether a record is of our library with its defaults: sealing, encrypting or hashing, compiled for speed,
    with warm caches and all accesses that the core executes.
    """
    known = config.algorithms().get(record.algorithm)
    return (
        (record.library, record.profile) == ("vambrace", "speed")
        and columns.usual(record)
        and (known is None or record.operation == known.operations[0])
    )


def is_accelerated(record: Bench) -> bool:
    """Return whether an engine or AES unit processes the message."""
    known_set = config.extension_sets().get(record.extensions.partition(engine_options.SIGN)[0])
    return bool(known_set and known_set.accelerator)


def _best(algorithm: str, core: str, scenario: str, group: Sequence[Bench]) -> Best:
    software = next((r for r in group if r.extensions == "none"), None)
    accelerated = [r for r in group if is_accelerated(r)]
    extended = [r for r in group if not is_accelerated(r) and r is not software]
    return Best(
        algorithm,
        core,
        scenario,
        software,
        _least(extended, software),
        _least(accelerated, software),
        software.published_cycles if software else None,
        min((r.published_cycles for r in extended if r.published_cycles), default=None),
    )


def _least(records: Sequence[Bench], software: Bench | None) -> Bench | None:
    """Return the record with the fewest cycles; among equal ones the first, which has the fewest units; None if it
    takes at least as many as software.
    """
    fastest = min(records, key=lambda r: r.cycles, default=None)
    return fastest if fastest and (software is None or fastest.cycles < software.cycles) else None
