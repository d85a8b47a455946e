# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""An exploration as one HTML page, in the form of the report: charts, tables, and their records."""

from __future__ import annotations

from collections.abc import Sequence

from vambrace.base.errors import UsageError
from vambrace.explore import metrics
from vambrace.explore.evaluate import Result
from vambrace.explore.space import Space
from vambrace.measure import planner
from vambrace.measure.planner import Measurement
from vambrace.view.report import page as report_page
from vambrace.view.report.gather import gather
from vambrace.view.report.sections.exploration import exploration


def page(space: Space, results: Sequence[Result]) -> str:
    """Return the page of the results of a search, in the order in which they were measured."""
    wanted = {id(result): _measurements(space, result) for result in results}
    stored = planner.find(list(dict.fromkeys(m for some in wanted.values() for m in some)))
    data = gather(record for selected in stored.values() for record in selected)

    def how(result: Result) -> tuple[int, ...]:
        measured = [m for m in wanted[id(result)] if m in stored]
        return tuple(dict.fromkeys(n for m in measured for r in stored[m] for n in data.how.of(r["record"], r)))

    title = space.title or "A design space, explored"
    return report_page.page(data, [exploration(space, results, how)], heading=title)


def _measurements(space: Space, result: Result) -> list[Measurement]:
    """Return the measurements of a candidate."""
    selected = []
    for stage in metrics.stages(space.metrics):
        try:
            selected += metrics.measurements(stage, result.candidate, space.packets)
        except UsageError:  # the result has the reason
            break
    return selected
