# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Connects to a scheduler of Dask, or starts one with workers: on this computer, on others by SSH, or as jobs of a
batch system. The packages of the extra `cluster` are imported when something is sent there.
"""

from __future__ import annotations

import contextlib
import logging
import os
import re
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from vambrace.base import extras
from vambrace.base.cluster.client import Cluster
from vambrace.base.errors import UsageError, VambraceError
from vambrace.base.work import Session, physical_memory

LOCAL, SSH = "local", "ssh"

#: Batch systems, by the class of dask-jobqueue.
BATCH = {
    "slurm": "SLURMCluster",
    "pbs": "PBSCluster",
    "sge": "SGECluster",
    "lsf": "LSFCluster",
    "htcondor": "HTCondorCluster",
    "moab": "MoabCluster",
    "oar": "OARCluster",
}

#: What `started` starts.
KINDS = (LOCAL, SSH, *BATCH)

_ADDRESS = re.compile(r"((tcp|tls)://)?[^/\s:]+:[0-9]{1,5}")

#: Seconds to wait for a scheduler, and for its first worker.
ANSWER, PATIENCE = 10.0, 30.0


class Later:
    """An executor that connects when it gets its first job: not if everything is in the result store already."""

    def __init__(self, scheduler: str | None, kind: str | None, workers: str | None) -> None:
        check(scheduler, kind, workers)
        self._wanted = scheduler, kind, workers
        self._stack = contextlib.ExitStack()
        self._cluster: Cluster | None = None

    def cluster(self) -> Cluster:
        if self._cluster is None:
            scheduler, kind, workers = self._wanted
            opened = to_scheduler(scheduler) if scheduler else started(kind or LOCAL, workers)
            self._cluster = self._stack.enter_context(opened)
        return self._cluster

    @property
    def width(self) -> int:
        return self.cluster().width

    def session(self) -> Session:
        return self.cluster().session()

    def close(self) -> None:
        self._stack.close()


def check(scheduler: str | None, kind: str | None, workers: str | None) -> None:
    """Raise UsageError if these exclude each other or make no sense, MissingTool without the extra."""
    if scheduler and not _ADDRESS.fullmatch(scheduler):
        raise UsageError(f"--scheduler {scheduler}: write an address such as tcp://192.168.1.2:8786")
    if scheduler and kind:
        raise UsageError("--scheduler and --cluster exclude each other: use one of them")
    if workers and not kind:
        raise UsageError("--workers is for --cluster")
    if kind == SSH:
        if not workers:
            raise UsageError("--cluster ssh: name the computers: --workers HOST,HOST,...")
    elif workers:
        _count(workers)
    extras.need("cluster")


def _count(workers: str) -> int:
    if not (workers.isascii() and workers.isdigit()) or not 0 < int(workers) <= 100_000:
        raise UsageError(f"--workers {workers}: write how many, for example 4; only --cluster ssh takes names")
    return int(workers)


@contextmanager
def to_scheduler(address: str, patience: float | None = PATIENCE, name: str = "") -> Iterator[Cluster]:
    """Connect to a scheduler that is running. VambraceError if none answers."""
    from distributed import Client

    start = "start one: dask scheduler; or check the address"
    _be_quiet()
    try:
        client = Client(address, timeout=ANSWER, set_as_default=False)
    except (OSError, TimeoutError):
        raise VambraceError(f"no scheduler answers at {address}; {start}") from None
    with _left(Cluster(client, name or f"the scheduler at {address}", patience)) as cluster:
        yield cluster


@contextmanager
def _left(cluster: Cluster) -> Iterator[Cluster]:
    try:
        yield cluster
    finally:
        cluster.close()


@contextmanager
def started(kind: str, workers: str | None) -> Iterator[Cluster]:
    """Start a scheduler and workers, which end with the block. `workers`: how many, or the names of computers."""
    _be_quiet()
    dask_cluster = _make(kind, workers)
    try:
        with to_scheduler(
            dask_cluster.scheduler_address, None if kind in BATCH else PATIENCE, f"--cluster {kind}"
        ) as cluster:
            yield cluster
    finally:
        with contextlib.suppress(Exception):  # it may be gone
            dask_cluster.close(timeout=10)


def _make(kind: str, workers: str | None) -> Any:
    if kind == LOCAL:
        from distributed import LocalCluster

        count = _count(workers) if workers else os.cpu_count() or 1
        return LocalCluster(
            n_workers=count,
            threads_per_worker=1,
            memory_limit=f"{physical_memory() // count}MiB",
            dashboard_address="127.0.0.1:0",
            silence_logs=logging.CRITICAL,
        )
    if kind == SSH:
        from vambrace.base.cluster import ssh

        try:
            return ssh.start([name for name in (workers or "").split(",") if name])
        except VambraceError:
            raise
        except Exception as error:  # whatever the transport raises
            raise VambraceError(f"--cluster ssh: {_line(error)}") from None
    import dask_jobqueue

    try:
        dask_cluster = getattr(dask_jobqueue, BATCH[kind])()
    except ValueError as error:
        where = f"set jobqueue.{kind}.cores and .memory in ~/.config/dask/jobqueue.yaml (docs/user/cluster.md)"
        raise VambraceError(f"--cluster {kind}: {_line(error)}; {where}") from None
    dask_cluster.scale(jobs=_count(workers) if workers else 1)
    return dask_cluster


def _line(error: Exception) -> str:
    return next(iter(str(error).splitlines()), type(error).__name__)


def _be_quiet() -> None:
    """Let only our own messages appear."""
    for name in ("distributed", "distributed.client", "distributed.core", "dask_jobqueue"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
    warnings.filterwarnings("ignore", r"\s*Port \d+ is already in use")  # that of the dashboard; it takes another
