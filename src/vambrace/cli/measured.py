# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Runs library calls for measuring commands."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from vambrace.results.schema import Json

if TYPE_CHECKING:
    from vambrace.measure.bench import Task


def measured(tasks: list[Task], kind: str = "bench") -> tuple[list[Json], list[str]]:
    """Return the records of all tasks that can be measured, and the failures; show progress."""
    from vambrace.measure import bench as bench_module
    from vambrace.measure import planner
    from vambrace.papers import published

    tasks, left_out = bench_module.measurable(tasks)
    for line in left_out:
        click.echo(f"vambrace: {line}", err=True)
    measurements, failures = planner.measure(kind, tasks)
    return published.joined(measurements), failures
