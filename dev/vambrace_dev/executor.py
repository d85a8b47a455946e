# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""`vambrace-dev executor`: how busy workers of Dask are, what the way through Dask costs, and how many cores its
scheduler can serve (docs/user/cluster.md).
"""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import click

from vambrace import config
from vambrace.base import work
from vambrace.base.cluster import connect
from vambrace.base.cluster.client import Cluster
from vambrace.base.errors import VambraceError
from vambrace.base.grid import Grid
from vambrace.base.paths import cache_dir
from vambrace.cli.options import Number, console
from vambrace.view.table import print_grids

#: Threads of one process, which replace as many cores.
_THREADS = 125


@dataclass(frozen=True)
class Run:
    """Jobs that were done: how long all took, how long the workers were at work, and processor seconds by process."""

    jobs: int
    width: int
    seconds: float
    busy: float
    processor: dict[str, float]

    @property
    def share(self) -> float:
        """Return which share of the time a worker was at work."""
        return self.busy / (self.seconds * self.width)


def timed(call: Callable[[], Any]) -> float:
    """Do a job, in a worker, and return its seconds."""
    began = time.monotonic()
    call()
    return time.monotonic() - began


def run(executor: work.Executor, calls: Sequence[Callable[[], Any]], processes: dict[str, int]) -> Run:
    """Do jobs. `processes`: whose processor time counts, by name."""
    failed: list[str] = []
    _start(executor)
    before = {name: _processor(pid) for name, pid in processes.items()}
    width, began = executor.width, time.monotonic()
    counts = work.each(
        range(len(calls)),
        lambda number: timed(calls[number]),
        str,
        lambda label: None,
        failed.append,
        away=lambda number: work.Away(partial(timed, calls[number])),
        where=executor,
    )
    seconds = time.monotonic() - began
    if failed:
        raise VambraceError("\n".join(failed))
    used = {name: _processor(pid) - before[name] for name, pid in processes.items()}
    return Run(len(calls), width, seconds, sum(counts.values()), used)


def _start(executor: work.Executor) -> None:
    """Let each worker import what it needs."""
    work.each(
        range(4 * executor.width),
        lambda number: time.sleep(0.1),
        str,
        lambda label: None,
        lambda message: None,
        away=lambda number: work.Away(partial(timed, partial(time.sleep, 0.1))),
        where=executor,
    )


def _processor(pid: int) -> float:
    """Return the processor seconds of a process."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def scheduler(cores: int) -> Iterator[tuple[Cluster, int]]:
    """Start a scheduler and workers with threads for this many jobs that sleep; yield the executor and the scheduler's
    process.
    """
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        port = s.getsockname()[1]
    address = f"tcp://127.0.0.1:{port}"
    with tempfile.TemporaryDirectory(prefix="vambrace-executor-") as folder:
        quiet: dict[str, Any] = dict.fromkeys(("stdout", "stderr", "stdin"), subprocess.DEVNULL)
        command = [sys.executable, "-m", "distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--no-dashboard"]
        running = [subprocess.Popen([*command, "--port", str(port)], **quiet)]
        command = [sys.executable, "-m", "distributed.cli.dask_worker", address, "--no-dashboard", "--no-nanny"]
        try:
            with connect.to_scheduler(address) as cluster:  # before the workers start, which takes all processors
                for at in range(0, cores, _THREADS):
                    threads = ["--nthreads", str(min(_THREADS, cores - at)), "--local-directory", folder]
                    running.append(subprocess.Popen([*command, *threads], **quiet))
                yield cluster, running[0].pid
        finally:
            for process in reversed(running):
                process.kill()
                process.wait()


def simulate(cores: int, seconds: float, rounds: int) -> Run:
    """Let this many cores do `rounds` jobs each that sleep."""
    calls = [partial(time.sleep, seconds)] * (cores * rounds)
    with scheduler(cores) as (cluster, pid):
        while cluster.width < cores:
            time.sleep(0.5)
            cluster.look(at_once=True)
        return run(cluster, calls, {"scheduler": pid, "client": os.getpid()})


def short_runs(count: int) -> list[Callable[[], Any]]:
    """Return measurements that take a second or less, each of another packet."""
    from vambrace.measure import bench, needs, planner, throughput

    point, algorithm = config.point("ibex-ref/zkned"), config.algorithms()["aes-128-ccm"]
    shapes = [throughput.scenario(size) for size in range(64, 64 + count)]
    measurements = [planner.measurement("throughput", bench.Task(point, algorithm, shape)) for shape in shapes]
    for need in needs.models(measurements[0].task):
        need.build()
    measurements[0].task.runner()
    return [measurement.away.call for measurement in measurements]


@click.command("executor")
@click.option("--cores", type=click.IntRange(1, 5000), help="Simulate this many cores with jobs that sleep.")
@click.option("--seconds", type=Number(min=0.01), multiple=True, help="Length of the jobs (repeatable). [default: 1]")
@click.option("--jobs", type=click.IntRange(1, 100_000), default=20, show_default=True, help="Jobs for each core.")
@click.option("--runs", type=click.IntRange(1, 100_000), help="Do this many short measurements on local workers.")
def executor(cores: int | None, seconds: tuple[float, ...], jobs: int, runs: int | None) -> None:
    """Measure what the way through Dask costs.

    Compares the local executor with Dask's local workers, with jobs that sleep. With --runs, prints which share of the
    time the workers are at work on real measurements, in an empty result store. With --cores, the processor time of the
    scheduler and of the command for each job, and how many cores would take all of it.

    \b
    vambrace-dev executor --seconds 1
    vambrace-dev executor --runs 500
    vambrace-dev executor --cores 1000 --seconds 10 --jobs 5
    """
    lengths = seconds or (1.0,)
    if cores:
        grid = _saturation([(length, simulate(cores, length, jobs)) for length in lengths])
    elif runs:
        grid = _busy(runs)
    else:
        grid = _overhead([(length, *_both(length, jobs)) for length in lengths])
    print_grids([grid], console())
    print(f"load of this computer, 1 minute: {os.getloadavg()[0]:.1f}, {os.cpu_count()} processors")


def _both(seconds: float, jobs: int) -> tuple[Run, Run]:
    calls = [partial(time.sleep, seconds)] * (jobs * (os.cpu_count() or 1))
    with connect.started("local", None) as cluster:
        return run(work.HERE, calls, {}), run(cluster, calls, {})


def _overhead(runs: list[tuple[float, Run, Run]]) -> Grid:
    rows = []
    for length, here, away in runs:
        seconds = [f"{length:g}", f"{here.jobs}", f"{here.seconds:.2f}", f"{away.seconds:.2f}"]
        rows.append([*seconds, f"{100 * (away.seconds / here.seconds - 1):.1f} %", f"{100 * away.share:.1f} %"])
    head = ["seconds of a job", "jobs", "local, s", "Dask, s", "overhead", "workers busy"]
    return Grid("Dask compared with the local executor, without its start", head, rows)


def _busy(runs: int) -> Grid:
    before = {name: os.environ.get(name) for name in ("VAMBRACE_CACHE", "VAMBRACE_CACHE_BELOW")}
    with tempfile.TemporaryDirectory(prefix="vambrace-executor-") as folder:
        calls = short_runs(runs)
        try:
            os.environ |= {"VAMBRACE_CACHE_BELOW": str(cache_dir()), "VAMBRACE_CACHE": folder}
            with connect.started("local", None) as cluster:
                done = run(cluster, calls, {"client": os.getpid()})
        finally:
            for name, value in before.items():
                os.environ.pop(name, None)
                if value is not None:
                    os.environ[name] = value
    row = [f"{runs}", f"{done.seconds:.1f}", f"{done.busy / runs:.3f}", f"{100 * done.share:.1f} %"]
    row.append(f"{1000 * done.processor['client'] / runs:.1f}")
    return Grid("Measurements", ["runs", "s", "s per run", "workers busy", "command, ms per run"], [row])


def _saturation(runs: list[tuple[float, Run]]) -> Grid:
    rows = []
    for length, done in runs:
        each = {name: seconds / done.jobs for name, seconds in done.processor.items()}
        counts = [f"{length:g}", f"{done.width:,}", f"{done.jobs:,}", f"{done.jobs / done.seconds:.0f}"]
        costs = [f"{1000 * each[name]:.2f}" for name in ("scheduler", "client")]
        rows.append([*counts, f"{100 * done.share:.0f} %", *costs, f"{length / max(each.values()):,.0f}"])
    head = ["seconds of a job", "cores", "jobs", "jobs per s", "cores busy", "scheduler, ms per job"]
    return Grid("Simulated cores", [*head, "command, ms per job", "cores at saturation"], rows)
