# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The options of commands whose measurements the workers of a cluster can do."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any

import click

from vambrace.cli.options import Choice

#: vambrace.base.cluster.connect.KINDS, which is imported only when one of these options is given.
KINDS = ("local", "ssh", "slurm", "pbs", "sge", "lsf", "htcondor", "moab", "oar")


def cluster_options(command: Callable[..., None]) -> Callable[..., None]:
    """The options --scheduler, --cluster and --workers of a command, whose jobs then run there."""

    @click.option("--scheduler", metavar="ADDRESS", help="Measure on the workers of this Dask scheduler.")
    @click.option(
        "--cluster",
        type=Choice(KINDS),
        metavar="KIND",
        help="Start workers and measure on them: local, ssh, slurm or another batch system.",
    )
    @click.option("--workers", metavar="N", help="With --cluster: how many workers or batch jobs; with ssh, HOST,...")
    @wraps(command)
    def called(*, scheduler: str | None, cluster: str | None, workers: str | None, **others: Any) -> None:
        with _used(scheduler, cluster, workers):
            command(**others)

    return called


@contextmanager
def _used(scheduler: str | None, cluster: str | None, workers: str | None) -> Iterator[None]:
    if not (scheduler or cluster or workers):
        yield
        return
    from vambrace.api.clusters import cluster as measured_on

    with measured_on(cluster, workers, scheduler=scheduler):
        yield
