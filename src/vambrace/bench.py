# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Measures libvambrace on acceleration points: plans runs, executes them, makes records.

A run is one program on one core with one scenario, sealing and opening a packet. Its
result is kept under the hash of model, program and packet, so it is made once.
"""

import json
import os
import random
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import asdict, dataclass
from pathlib import Path

from vambrace import aead, model, oracle, store
from vambrace.config import Algorithm, Core, Point, Scenario
from vambrace.errors import VambraceError
from vambrace.jobs import OK, Job
from vambrace.records import Measurement, make_record
from vambrace.simulate import Counts

OPERATIONS = ("seal", "open")


@dataclass(frozen=True)
class Task:
    """One program to run on one core: a point, an algorithm and a scenario."""

    point: Point
    algorithm: Algorithm
    scenario: Scenario

    @property
    def label(self) -> str:
        return f"{self.point.name} {self.algorithm.name} {self.scenario.name}"


class WrongResult(VambraceError):
    """A measured program computed something else than the independent implementation."""


def bench_model(core: Core) -> model.ModelSpec:
    """Return the model that serves all points of a core. All units are there: a unit
    that a program does not use changes no cycle (a test compares with stock Ibex)."""
    return model.ModelSpec(core, model.ALL_UNITS)


def packet(algorithm: Algorithm, scenario: Scenario, seed: int = 1) -> tuple[Job, Job]:
    """Return the jobs that seal and open one packet of pseudo-random content, expected
    values from the oracle included."""
    rng = random.Random(f"{algorithm.name}/{scenario.name}/{seed}")
    key, nonce = rng.randbytes(algorithm.key), rng.randbytes(algorithm.nonce)
    ad, message = rng.randbytes(scenario.ad), rng.randbytes(scenario.message)
    ciphertext, tag = oracle.seal(algorithm.name, key, nonce, ad, message, algorithm.tag)
    return (
        Job("seal", key, nonce, ad, message, tag_len=algorithm.tag),
        Job("open", key, nonce, ad, ciphertext, tag=tag),
    )


def run_packet(task: Task, seed: int = 1) -> dict[str, dict[str, Counts]]:
    """Seal and open the packet of `task` on its core's model, check both against the
    oracle, and return the counts: {operation: {"init": ..., "operation": ...}}."""
    jobs = packet(task.algorithm, task.scenario, seed)
    elf = aead.runner(task.algorithm, task.point.build)
    run = aead.run_jobs(model.build(bench_model(task.point.core)), task.algorithm, elf, list(jobs))
    sealed, opened = run.results
    for result, want, tag in ((sealed, jobs[1].data, jobs[1].tag), (opened, jobs[0].data, None)):
        correct = result.init_status == OK and result.status == OK and result.out == want
        if not correct or (tag is not None and result.tag != tag) or result.violations:
            details = "; ".join(result.violations) or f"status {result.status}, output differs"
            raise WrongResult(f"{task.label}: wrong result: {details}")
    return {
        "seal": {"init": run.init[0], "operation": run.seal[0]},
        "open": {"init": run.init[1], "operation": run.open[0]},
    }


def measure(task: Task) -> list[Measurement]:
    """Return the measurements of a task, from the cache when nothing has changed."""
    elf = aead.runner(task.algorithm, task.point.build)
    model_key = model.key(bench_model(task.point.core))
    jobs = repr(packet(task.algorithm, task.scenario))
    key = store.digest(model_key, elf.path.read_bytes(), jobs)

    def build(work: Path) -> None:
        counts = run_packet(task)
        text = {op: {name: asdict(c) for name, c in windows.items()} for op, windows in counts.items()}
        (work / "counts.json").write_text(json.dumps(text))

    counts = json.loads((store.entry("result", key, build) / "counts.json").read_text())
    source_hash = store.digest(model_key, elf.path.read_bytes())
    return [
        Measurement(
            point=task.point,
            algorithm=task.algorithm,
            scenario=task.scenario,
            operation=operation,
            counts=Counts(**counts[operation]["operation"]),
            key_setup=Counts(**counts[operation]["init"]),
            footprint=aead.footprint(task.algorithm, task.point.build, operation),
            source_hash=source_hash,
        )
        for operation in OPERATIONS
    ]


def run_all(
    tasks: list[Task],
    done: Callable[[str], None],
    failed: Callable[[str], None],
) -> list[dict]:
    """Measure all tasks on all processors and return their records in order.

    `done(label)` is called for each finished step, `failed(message)` for each task
    that could not be measured; the others go on. KeyboardInterrupt keeps what is
    measured so far in the cache.
    """
    records: dict[Task, list[dict]] = {}
    cores = list(dict.fromkeys(t.point.core for t in tasks))
    pool = ThreadPoolExecutor(os.cpu_count() or 1)
    try:
        futures: dict[Future, Task | Core] = {pool.submit(model.build, bench_model(c)): c for c in cores}
        futures |= {pool.submit(measure, t): t for t in tasks}
        broken: set[str] = set()
        pending = set(futures)
        while pending:
            finished, pending = wait(pending, return_when=FIRST_COMPLETED)
            for future in finished:
                subject = futures[future]
                label = subject.label if isinstance(subject, Task) else f"model {subject.name}"
                try:
                    result = future.result()
                except VambraceError as error:
                    if str(error) not in broken:  # one broken source fails many tasks alike
                        broken.add(str(error))
                        failed(f"{label}: {error}")
                    continue
                if isinstance(subject, Task):
                    records[subject] = [make_record(m) for m in result]
                done(label)
    except BaseException:
        pool.shutdown(wait=False, cancel_futures=True)
        raise
    pool.shutdown()
    return [r for t in tasks for r in records.get(t, [])]
