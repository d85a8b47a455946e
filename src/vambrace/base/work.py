# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Independent work on all processors of this computer, or on the workers of a cluster (vambrace.base.cluster). A
failure does not stop the rest.

    found = work.each(items, do, label, done, failed)    # on this computer
    with work.using(executor):                           # on those of `executor`, if there is `away`
        found = work.each(items, do, label, done, failed, after=needs, memory=mib, away=job)
"""

from __future__ import annotations

import heapq
import os
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from vambrace.base.errors import VambraceError

T = TypeVar("T", bound=Hashable)
R = TypeVar("R")


class LostWorkers(VambraceError):
    """There is nothing left that does the work. What was finished is kept."""


@dataclass(frozen=True)
class Away:
    """How a worker of a cluster does an item: it calls `call`, which is sent there; this computer then passes the
    result to `back`, which returns what `each` returns. Where `builds`, `call` fills the worker's cache for the items
    after it, and there is no result.
    """

    call: Callable[[], Any]
    back: Callable[[Any], Any] = lambda result: result
    builds: bool = False


@dataclass(frozen=True)
class Job:
    """An item, as an executor gets it."""

    label: str
    here: Callable[[], Any]
    away: Away | None
    memory: int  # MiB


class Session(Protocol):
    """The jobs of one call of `each`. Jobs have numbers."""

    def has_room(self, job: Job) -> bool:
        """Return whether one more job can begin."""

    def begin(self, number: int, job: Job, after: Sequence[int]) -> None:
        """Begin a job; `after` are the finished ones that built what it needs."""

    def ended(self) -> list[tuple[int, Callable[[], Any]]]:
        """Wait until a job ends, or until there may be more room. Return the jobs that have ended, with functions that
        return their results or raise their errors.
        """

    def close(self, at_once: bool) -> None:
        """End; with `at_once` without the jobs that have not ended."""


class Executor(Protocol):
    """Where jobs run."""

    @property
    def width(self) -> int:
        """How many jobs run at the same time."""

    def session(self) -> Session: ...


class Here:
    """The processors of this computer: `jobs` threads, or one for each. Jobs that together need more memory than it has
    wait.
    """

    def __init__(self, jobs: int = 0) -> None:
        self._jobs = jobs

    @property
    def width(self) -> int:
        return self._jobs or os.cpu_count() or 1

    def session(self) -> Session:
        return _Threads(self.width)


def physical_memory() -> int:
    """Return the memory of this computer in MiB."""
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") >> 20


class _Threads:
    def __init__(self, width: int) -> None:
        self._width, self._memory = width, physical_memory()
        self._pool = ThreadPoolExecutor(width)
        self._running: dict[Future[Any], tuple[int, Job]] = {}

    def has_room(self, job: Job) -> bool:
        taken = sum(other.memory for _, other in self._running.values())
        fits = not self._running or taken + job.memory <= self._memory
        return len(self._running) < self._width and fits

    def begin(self, number: int, job: Job, after: Sequence[int]) -> None:
        self._running[self._pool.submit(job.here)] = number, job

    def ended(self) -> list[tuple[int, Callable[[], Any]]]:
        finished, _ = wait(self._running, return_when=FIRST_COMPLETED)
        return [(self._running.pop(future)[0], future.result) for future in finished]

    def close(self, at_once: bool) -> None:
        self._pool.shutdown(wait=not at_once, cancel_futures=at_once)


HERE = Here()
_current: Executor = HERE


def executor() -> Executor:
    """Return where jobs run that can be sent to a cluster."""
    return _current


@contextmanager
def using(chosen: Executor) -> Iterator[None]:
    """Let the jobs of this process run elsewhere, in the block."""
    global _current
    before, _current = _current, chosen
    try:
        yield
    finally:
        _current = before


def each(
    items: Sequence[T],
    do: Callable[[T], R],
    label: Callable[[T], str],
    done: Callable[[str], None],
    failed: Callable[[str], None],
    *,
    after: Callable[[T], Sequence[T]] = lambda item: (),
    memory: Callable[[T], int] = lambda item: 0,
    away: Callable[[T], Away] | None = None,
    why: dict[T, str] | None = None,
    where: Executor | None = None,
) -> dict[T, R]:
    """Return the result of `do` for each item, by item, without the items that failed.

    `done(label)` is called for each finished item, `failed(message)` for each that raised a VambraceError, once per
    message; `why` gets the message of each item. KeyboardInterrupt, or any other error, cancels the items that have
    not started.

    An item begins when the items `after` it returns, which are among `items`, have finished, and fails where one of
    these failed. Items begin in the order of `items`. `memory` is what an item needs, in MiB. With `away` the items
    run on the executor of `using`, otherwise on `where` or on this computer.
    """
    chosen = where or (executor() if away else HERE)
    session = chosen.session()
    run = _Run(items, label, done, failed, after, why if why is not None else {})

    def job(item: T) -> Job:
        return Job(label(item), lambda: do(item), away(item) if away else None, memory(item))

    try:
        results: dict[T, R] = run.all(session, job)
    except BaseException:
        session.close(at_once=True)
        raise
    session.close(at_once=False)
    return results


class _Run:
    """The state of a call of `each`."""

    def __init__(
        self,
        items: Sequence[Any],
        label: Callable[[Any], str],
        done: Callable[[str], None],
        failed: Callable[[str], None],
        after: Callable[[Any], Sequence[Any]],
        why: dict[Any, str],
    ) -> None:
        self._items = list(dict.fromkeys(items))
        self._label, self._done, self._failed, self._why = label, done, failed, why
        self._printed: set[str] = set()
        numbers = {item: number for number, item in enumerate(self._items)}
        self._needs = [[numbers[need] for need in dict.fromkeys(after(item))] for item in self._items]
        self._left = [len(needs) for needs in self._needs]
        self._then: dict[int, list[int]] = defaultdict(list)
        for number, needs in enumerate(self._needs):
            for need in needs:
                self._then[need].append(number)
        self._ready = [number for number, left in enumerate(self._left) if not left]  # sorted, so a heap

    def all(self, session: Session, job: Callable[[Any], Job]) -> dict[Any, Any]:
        results: dict[Any, Any] = {}
        running = 0
        jobs: dict[int, Job] = {}
        while self._ready or running:
            while self._ready:
                number = self._ready[0]
                if number not in jobs:
                    jobs[number] = job(self._items[number])
                if not session.has_room(item := jobs[number]):
                    break
                session.begin(heapq.heappop(self._ready), item, self._needs[number])
                running += 1
            for number, result in session.ended():
                running -= 1
                del jobs[number]
                self._take(number, result, results)
        return results

    def _take(self, number: int, result: Callable[[], Any], results: dict[Any, Any]) -> None:
        item = self._items[number]
        try:
            results[item] = result()
        except LostWorkers:
            raise
        except VambraceError as error:
            self._fail(number, str(error))
            return
        self._done(self._label(item))
        for other in self._then[number]:
            self._left[other] -= 1
            if not self._left[other]:
                heapq.heappush(self._ready, other)

    def _fail(self, number: int, message: str) -> None:
        """An item failed, and those after it."""
        item = self._items[number]
        if item in self._why:
            return
        self._why[item] = message
        if message not in self._printed:  # a broken source causes many equal failures
            self._printed.add(message)
            self._failed(f"{self._label(item)}: {message}")
        for other in self._then[number]:
            self._fail(other, message)
