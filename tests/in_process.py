# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""An executor whose worker is this process: jobs become bytes and calls again, as on their way to another computer."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Sequence
from typing import Any

from vambrace.base.cluster import travel
from vambrace.base.work import Job
from vambrace_dev.testing import jobs


class InProcess:
    """One job at a time. `labels` and `memory` have those of all jobs."""

    width = 1

    def __init__(self) -> None:
        self.labels: list[str] = []
        self.memory: list[int] = []

    def session(self) -> _Session:
        return _Session(self)


class _Session:
    def __init__(self, executor: InProcess) -> None:
        self._executor = executor
        self._waiting: tuple[int, Job] | None = None

    def has_room(self, job: Job) -> bool:
        return self._waiting is None

    def begin(self, number: int, job: Job, after: Sequence[int]) -> None:
        self._waiting = number, job
        self._executor.labels.append(job.label)
        self._executor.memory.append(job.memory)

    def ended(self) -> list[tuple[int, Callable[[], Any]]]:
        assert self._waiting
        (number, job), self._waiting = self._waiting, None
        return [(number, lambda: _done(job))]

    def close(self, at_once: bool) -> None:
        self._waiting = None


def _done(job: Job) -> Any:
    assert job.away
    actual = travel.loads(travel.dumps(job.away.call))()
    return None if job.away.builds else job.away.back(pickle.loads(pickle.dumps(actual)))


#: The outcome of the only test of each file, for `ran`, and the files that were run.
OUTCOMES: dict[str, str] = {}
RAN: list[str] = []


def ran(files: jobs.Files) -> jobs.Ran:
    """Pretend to run test files."""
    RAN.extend(files)
    lines = [{"test": f"{file}::test_it", "part": "unit", "outcome": OUTCOMES[file]} for file in files]
    bad = any(line["outcome"] == "failed" for line in lines)
    return jobs.Ran(int(bad), tuple(lines), "the output" if bad else "")


def not_run(files: jobs.Files) -> jobs.Ran:
    """Pretend that pytest rejects its options."""
    return jobs.Ran(4, (), "usage: pytest")
