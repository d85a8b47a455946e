# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""A form that ranks points for a reader's packets and limits: `vambrace choose` in the page, from the records of the
page.
"""

from __future__ import annotations

from collections.abc import Sequence

from vambrace import config
from vambrace.measure.kinds import columns
from vambrace.measure.kinds.area import Area
from vambrace.measure.kinds.bench import Bench
from vambrace.measure.kinds.energy import Energy
from vambrace.results.schema import Json
from vambrace.view.kind_table import groups
from vambrace.view.report.elements import Form, Section
from vambrace.view.report.gather import Data
from vambrace.view.report.sections.panels import gains, title, variant


def decide(data: Data) -> Section:
    records = [r for r in data.of(Bench) if _counts(r)]
    scenarios = list(dict.fromkeys(r.scenario for r in records))
    candidates = [
        _candidate(data, group)
        for group in groups(records, "core", "extensions", "profile", "algorithm")
        if _complete(group, scenarios)
    ]
    form = Form(tuple(scenarios), tuple(_described(name) for name in scenarios), tuple(candidates))
    intro = (
        "Say which packets you send, and what a point may take. The table ranks the points that fit, from the "
        "measurements of this page."
    )
    return Section("choose", "Choose a point", intro, missing="vambrace bench", form=form if candidates else None)


def _described(scenario: str) -> str:
    """Return the lengths of a packet."""
    known = config.scenarios().get(scenario)
    return f"{known.ad} + {known.message} bytes" if known else ""


def _counts(record: Bench) -> bool:
    """Return whether a record is of an AEAD of our library with defaults, at a point that affects it."""
    usual = columns.usual(record) and not columns.in_frame(record) and not variant(record)
    return record.library == "vambrace" and record.kind == "aead" and usual and gains(record)


def _complete(group: Sequence[Bench], scenarios: Sequence[str]) -> bool:
    """Return whether both operations of all scenarios were measured."""
    return {(r.scenario, r.operation) for r in group} >= {(s, o) for s in scenarios for o in ("seal", "open")}


def _candidate(data: Data, group: Sequence[Bench]) -> Json:
    """Return the figures of a point and an algorithm. Missing ones are null."""
    first = group[0]
    area = next((r for r in data.of(Area) if (r.core, r.extensions) == (first.core, first.extensions)), None)
    energy = {(r.scenario, r.operation): r.total_nj for r in _energies(data, first)}
    used = [*(("bench", r) for r in group[:1]), *([("area", area)] if area else [])]
    return {
        "core": first.core,
        "extensions": first.extensions,
        "profile": first.profile,
        "algorithm": title(first.algorithm),
        "facets": {"core": first.core, "algorithm": first.algorithm},
        "cycles": {r.scenario: {o.operation: o.cycles for o in group if o.scenario == r.scenario} for r in group},
        "nj": {s: {o: energy.get((s, o)) for o in ("seal", "open")} for s in dict.fromkeys(r.scenario for r in group)},
        "kge": area.kge if area else None,
        "code": max(r.code_bytes for r in group),
        "stack": max(r.stack_bytes for r in group),
        "how": [number for kind, record in used for number in data.how.of(kind, record)],
    }


def _energies(data: Data, first: Bench) -> list[Energy]:
    comparable = (r for r in data.of(Energy) if not variant(r) and r.profile == first.profile)
    call = (first.core, first.extensions, first.algorithm)
    return [r for r in comparable if (r.core, r.extensions, r.algorithm) == call]
