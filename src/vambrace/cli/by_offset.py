# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""`vambrace bench --by offset`: cycles by buffer alignment."""

from __future__ import annotations

from collections.abc import Sequence

from vambrace import config
from vambrace.base.errors import UsageError
from vambrace.base.grid import Grid
from vambrace.base.progress import doing
from vambrace.cli.measured import measured
from vambrace.cli.options import points_for, scenario_names
from vambrace.results.schema import Json


def of_points(
    points: Sequence[str], algorithms: Sequence[str], scenarios: Sequence[str], accesses: str | None, with_peers: bool
) -> tuple[list[Grid], list[Json], list[str]]:
    """Measure points, by default those of ibex-ref, with each buffer 1, 2 and 3 bytes after a word boundary."""
    chosen = points_for(config.select_points(list(points) or ["ibex-ref"]), accesses=accesses)
    names = config.select_algorithms(list(algorithms))
    shapes = scenario_names(scenarios, config.packets())
    if framed := [s for s in shapes if config.scenarios()[s].frame]:
        raise UsageError(f"{framed[0]} fixes the position of its buffers; use {' or '.join(config.packets())}")
    from vambrace.measure import alignment
    from vambrace.view import alignment_table

    tasks = []
    for name in names:
        changing = [p for p in chosen if config.algorithms()[name].gains_from(p.extensions)]
        tasks += alignment.tasks(changing, [name], [config.scenarios()[s] for s in shapes])
    if with_peers:
        with doing("downloading the sources of other libraries"):
            tasks += alignment.peer_tasks(chosen, names, shapes)
    measurements, failures = measured(tasks, "alignment")
    return list(alignment_table.grids(measurements)), measurements, failures
