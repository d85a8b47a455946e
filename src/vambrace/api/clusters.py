# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Measuring on the workers of a cluster."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from vambrace.base import work


@contextmanager
def cluster(
    kind: str | None = None, workers: int | str | None = None, *, scheduler: str | None = None
) -> Iterator[None]:
    """Measure on a cluster in a ``with`` block: start workers of a kind ("local", "ssh", "slurm" or another batch
    system, docs/user/cluster.md), or use those of a Dask scheduler at an address such as "tcp://192.168.1.2:8786".
    `workers`: the number of workers or batch jobs; for "ssh", the names of the computers, separated by commas.

    Nothing is started or connected before the first measurement that has no stored record. UsageError for arguments
    that exclude each other, MissingTool without the packages of the extra `cluster`. Measurements raise VambraceError
    if the scheduler does not answer.
    """
    from vambrace.base.cluster.connect import KINDS, Later
    from vambrace.base.errors import choose

    known = kind and choose("cluster", kind, KINDS)
    later = Later(scheduler, known, None if workers is None else str(workers))
    try:
        with work.using(later):
            yield
    finally:
        later.close()
