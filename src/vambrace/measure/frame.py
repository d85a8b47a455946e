# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Measures calls for frames of protocols (vambrace/frames/) on acceleration points: a run protects and unprotects a
frame in place, and both results are compared with the oracle's.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from vambrace import config
from vambrace.base import code, store
from vambrace.base.errors import UsageError
from vambrace.config import Frame, Point, macros
from vambrace.hardware import model
from vambrace.measure import calls, needs, origins
from vambrace.measure.kinds.frame import Configuration
from vambrace.measure.kinds.frame import Frame as Record
from vambrace.measure.measured import Measured
from vambrace.results.counters import Counters
from vambrace.results.kind import Selector
from vambrace.results.origin import Origin
from vambrace.results.records import versions
from vambrace.results.schema import Json
from vambrace.software.oracles import frames as oracles
from vambrace.software.oracles.messages import WrongResult
from vambrace.software.running import aead
from vambrace.software.running.jobs import ERR_TAG, OK, Job
from vambrace.software.running.simulate import Counts
from vambrace.software.toolchain import program
from vambrace.software.toolchain.elf import Elf


@dataclass(frozen=True)
class Task:
    """A frame on a point; `cold`: with empty caches, if the core has any."""

    point: Point
    frame: Frame
    cold: bool = False

    @property
    def label(self) -> str:
        return f"{self.point.name} {self.frame.name}{' cold' * (self.caches == 'cold')}"

    @property
    def caches(self) -> str | None:
        """Return the state of the caches at the beginning of a measured call; None without caches."""
        if not self.point.core.caches:
            return None
        return "cold" if self.cold else "warm"

    @property
    def model(self) -> model.ModelSpec:
        return model.shared(self.point.core, self.point.extensions)

    def runner(self) -> Elf:
        return aead.frame_runner(self.frame, self.point.build, macros.job_caches(self.caches))


def measurable(tasks: Iterable[Task]) -> tuple[list[Task], list[str]]:
    """Return the tasks whose point has the algorithm of the frame, and a line for each frame whose algorithm the engine
    of some points lacks: these points would run software of plain points. UsageError if no task remains.
    """
    tasks = list(tasks)
    missing: dict[str, dict[str, None]] = {}
    for t in tasks:
        if t.frame.missing_in(t.point.extensions):
            missing.setdefault(t.frame.name, {})[t.point.name] = None
    lines = [
        f"{name}: the engine does not have {config.frames()[name].algorithms[0]}, not measured on {', '.join(points)}"
        for name, points in missing.items()
    ]
    possible = [t for t in tasks if t.point.name not in missing.get(t.frame.name, ())]
    if missing and not possible:
        raise UsageError("nothing to measure: " + "; ".join(lines))
    return possible, lines


def forged(job: Job) -> Job:
    """Return the job with a wrong last byte, which belongs to the tag."""
    return job.but(data=job.data[:-1] + bytes([job.data[-1] ^ 1]))


def run_frame(task: Task, seed: int = 1) -> dict[str, Counts]:
    """Protect and unprotect the task's frame on its core's model, compare both results with the oracle, try a wrong
    tag, and return the counts of both operations.
    """
    expected = oracles.packet(task.frame, seed).calls()
    # With caches all calls are made twice, at the same addresses; the last time counts, with the code in the caches.
    every = expected * (2 if task.caches else 1)
    jobs = [*(job for job, _ in every), forged(expected[1][0])]
    built = model.build(task.model)
    run = aead.run_jobs(built, task.frame, task.runner(), jobs, one_place=bool(task.caches))
    counts: dict[str, Counts] = {}
    for (job, out), result, call in zip(every, run.results, run.call, strict=False):
        correct = result.init_status == OK and result.status == OK and result.out == out
        if not correct or result.violations or call is None:
            details = "; ".join(result.violations) or f"status {result.status}, output differs"
            raise WrongResult(f"{task.label}: wrong result of {job.op}: {details}")
        counts[job.op] = call
    _check_rejected(task, jobs[-1], run.results[-1].status, run.results[-1].out)
    return counts


def _check_rejected(task: Task, job: Job, status: int, out: bytes) -> None:
    """Raise WrongResult unless a frame with a wrong tag was rejected, and all that was encrypted is zero."""
    frame = task.frame
    end = frame.header + frame.content + frame.inner
    # LoRaWAN verifies before it decrypts, and leaves the frame.
    content = job.data[frame.header : end] if frame.protocol == "lorawan" else bytes(end - frame.header)
    if status != ERR_TAG or out != job.data[: frame.header] + content + job.data[end:]:
        raise WrongResult(f"{task.label}: a wrong tag: status {status}, and this frame: {out.hex()}")


def result_key(task: Task, elf: Elf) -> str:
    """Return the hash of the inputs of a task's counts."""
    jobs = repr(oracles.packet(task.frame))
    program_inputs = (elf.path.read_bytes(), repr(task.frame), task.caches)
    return store.digest(code.digest(__name__), model.key(task.model), *program_inputs, jobs)


def measure(task: Task) -> dict[str, Counts]:
    """Return the counts of both operations, from the cache if the task's inputs are unchanged."""
    elf = task.runner()

    def build(work: Path) -> None:
        counts = {operation: asdict(c) for operation, c in run_frame(task).items()}
        (work / "counts.json").write_text(json.dumps(counts))

    counts = json.loads((store.entry("result", result_key(task, elf), build) / "counts.json").read_text())
    return {operation: Counts(**c) for operation, c in counts.items()}


def records(task: Task) -> list[Json]:
    """Return a record for each operation."""
    counts, frame, point = measure(task), task.frame, task.point
    source_hash = store.digest(model.key(task.model), task.runner().path.read_bytes())
    made = []
    for operation in frame.operations:
        c, footprint = counts[operation], aead.frame_footprint(frame, point.build, operation)
        record = Record(
            **calls.of_point(point),
            frame=frame.name,
            algorithm=frame.algorithms[0],
            operation=operation,
            frame_bytes=frame.length,
            content_bytes=frame.content,
            cycles=c.cycles,
            instret=c.instret,
            cpi=c.cycles / c.instret,
            bytes_fetched=c.bytes_fetched,
            bytes_loaded=c.bytes_loaded,
            bytes_stored=c.bytes_stored,
            counters=Counters(**c.counters),
            code_bytes=footprint.code_bytes,
            static_bytes=footprint.static_bytes,
            stack_bytes=c.stack_bytes,
            key_bytes=footprint.key_bytes,
            checked=True,
            tools=versions(point.core.upstream, point.compiler),
            configuration=Configuration(
                core_parameters=point.core.parameters,
                units=list(point.extensions.units),
                wait_states=0,
                caches=task.caches,
                library_flags=" ".join(program.library_flags(point.build)),
                header_bytes=frame.header,
                tag_bytes=frame.tag,
            ),
            source_hash=source_hash,
        )
        made.append(record.json())
    return made


def _task(selector: Selector, at: str) -> Task:
    cold = selector.get("caches") == "cold"
    return Task(calls.point(selector, at), config.frames()[selector.get("frame")], cold)


def _name(task: Task) -> tuple[str, ...]:
    return task.point.name, task.frame.name, task.caches or ""


def _origin(task: Task) -> Origin:
    return origins.frame(__name__, task.point, task.frame)


def tasks(points: Iterable[Point], frames: Iterable[str], every: bool = True) -> list[Task]:
    """Return a task for each combination; extension sets that do not affect a frame only with `every`."""
    known = config.frames()
    points = list(points)
    return [Task(p, known[f]) for f in frames for p in points if every or known[f].gains_from(p.extensions)]


def _usual(points: Sequence[Point]) -> Iterator[Task]:
    yield from measurable(tasks(calls.points_or_reference(points), config.frames(), every=False))[0]


MEASURED = Measured(_task, _name, records, _origin, lambda task: 3, needs.models, usual=_usual)
