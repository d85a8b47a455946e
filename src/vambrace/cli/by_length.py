# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""`vambrace bench --by length`: cycles by message length, for points and for single cipher cores."""

from __future__ import annotations

from collections.abc import Sequence

from vambrace import config
from vambrace.base.errors import UsageError
from vambrace.base.grid import Grid
from vambrace.cli.measured import measured
from vambrace.cli.options import points_for
from vambrace.results.schema import Json


def of_points(
    points: Sequence[str], algorithms: Sequence[str], sizes: Sequence[int], accesses: str | None
) -> tuple[list[Grid], list[Json], list[str]]:
    """Measure points, by default plain software, the best extensions and every engine on each core."""
    chosen = config.select_points(list(points)) if points else []
    from vambrace.measure import throughput
    from vambrace.view import throughput_table

    lengths = sorted(set(sizes)) or list(throughput.SIZES)
    tasks = []
    for name in config.select_algorithms(list(algorithms)):
        algorithm = config.algorithms()[name]
        some = chosen or throughput.default_points(algorithm)
        tasks += throughput.tasks(points_for(some, accesses=accesses), algorithm, lengths)
    measurements, failures = measured(tasks, "throughput")
    return list(throughput_table.grids(measurements)), measurements, failures


def of_blocks(
    blocks: Sequence[str], points: Sequence[str], algorithms: Sequence[str], sizes: Sequence[int], clock: float
) -> tuple[list[Grid], list[Json], list[str]]:
    """Measure cipher cores without a processor."""
    if points:
        raise UsageError("--block needs no point: omit POINT")
    from vambrace.measure import block, planner
    from vambrace.view import block_table

    wanted = config.select_algorithms(list(algorithms)) if algorithms else []
    measurements, failures = planner.measure("block", block.tasks(blocks, wanted, sorted(set(sizes)), clock))
    return list(block_table.grids(measurements)), measurements, failures
