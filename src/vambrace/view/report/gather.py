# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The records of a report, by kind, in the order of configs/; those of other versions of Vambrace are separate."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, TypeVar

from vambrace import __version__, config
from vambrace.config import Point
from vambrace.measure.registry import KINDS
from vambrace.papers import published
from vambrace.results.schema import Json, Record
from vambrace.view.report.provenance import Provenance

R = TypeVar("R", bound=Record)


@dataclass
class Data:
    """All records, with their provenance. `others` are from other versions of Vambrace: their figures may differ."""

    records: dict[str, list[Json]] = field(default_factory=Json)
    others: dict[str, list[Json]] = field(default_factory=Json)
    how: Provenance = field(default_factory=Provenance)

    def of(self, kind: type[R]) -> list[R]:
        """Return the records of a kind."""
        return [kind.of(r) for r in self.records.get(kind.record, ())]

    @property
    def every(self) -> list[Json]:
        """Return all records, those of other versions last."""
        return [record for by_kind in (self.records, self.others) for some in by_kind.values() for record in some]

    @property
    def count(self) -> int:
        return len(self.every)


def gather(records: Iterable[Json], points: Iterable[Point] = ()) -> Data:
    """Sort records by kind and by the order of configs/, with the published figures; of two records of the same
    measurement, the last counts. With `points`, only their records and those without a point.
    """
    wanted = {(p.core.name, p.extensions.name) for p in points}
    current: dict[str, dict[tuple[Any, ...], Json]] = {}
    others: dict[str, dict[tuple[Any, ...], Json]] = {}
    for record in published.joined(records):
        kind = KINDS.get(record.get("record", ""))
        place = (record.get("core"), record.get("extensions"))
        if kind is not None and (not wanted or place[0] is None or place in wanted):
            version = version_of(record)
            some, name = (current, ()) if version == __version__ else (others, (version,))
            some.setdefault(kind.name, {})[(*name, *kind.identity(record))] = record
    return Data(_sorted(current), _sorted(others))


def version_of(record: Json) -> str:
    """Return the version of Vambrace that measured a record; the present one if it has none."""
    return str(record.get("tools", {}).get("vambrace", __version__))


def _sorted(by_kind: dict[str, dict[tuple[Any, ...], Json]]) -> dict[str, list[Json]]:
    return {kind: sorted(some.values(), key=_order) for kind, some in by_kind.items()}


def _order(record: Json) -> tuple[int, ...]:
    names = (
        ("algorithm", config.algorithms()),
        ("core", config.cores()),
        ("extensions", config.extension_sets()),
        ("scenario", config.scenarios()),
    )
    ranks = [_rank(record.get(field), list(known)) for field, known in names]
    return (*ranks, record.get("message_bytes") or 0)


def _rank(name: str | None, known: list[str]) -> int:
    return known.index(name) if name in known else len(known)
