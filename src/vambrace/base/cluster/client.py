# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The executor that sends jobs to workers of Dask (vambrace.base.work).

Only a few jobs more than the workers have threads are with the scheduler at a time; the others stay here, in their
order. A worker that appears later gets jobs at once, Ctrl-C leaves little to cancel, and the scheduler's load does not
depend on the number of jobs.
"""

from __future__ import annotations

import pickle
import queue
import sys
import time
import uuid
from collections.abc import Callable, Sequence
from concurrent.futures import CancelledError
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any

from vambrace.base import store
from vambrace.base.cluster import identity, parcels, travel, worker
from vambrace.base.cluster.worker import Admission, Unfit
from vambrace.base.errors import VambraceError
from vambrace.base.paths import cache_dir
from vambrace.base.work import Job, LostWorkers

if TYPE_CHECKING:
    from distributed import Client, Future

#: Jobs with the scheduler, for each thread of its workers: one runs, one waits.
_AHEAD = 2
#: Seconds between looks for new workers.
_LOOK = 2.0
#: Seconds to wait for another worker if all are refused.
GRACE = 5.0
#: Seconds for the scheduler, or for a worker, to answer. One that is stopped keeps its connections, and never does.
ANSWER = 60.0
#: Workers on which a job is tried that cannot do it.
_TRIES = 4


class Cluster:
    """Workers of a scheduler. `where`: its name in messages. `patience`: how many seconds to wait while there is no
    worker; None: no limit, as workers of a batch system wait for
    nodes.
    """

    def __init__(self, client: Client, where: str, patience: float | None) -> None:
        self.client, self.where, self._patience = client, where, patience
        self.identity = identity.identity()
        self.workers: dict[str, Admission] = {}  # those that get jobs
        self.refused: dict[str, str] = {}  # the others, and why
        self.changes = 0  # how often a worker was admitted or dismissed
        self._token = uuid.uuid4().hex
        self._mark = cache_dir() / worker.token_file(self._token)
        self._mark.touch()
        self._looked = self._had_some = time.monotonic()
        self._untold: list[str] = []  # refusals
        self._told = False
        self._known: set[str] = set()
        self.silent = False  # whether the scheduler does not answer

    @property
    def width(self) -> int:
        self.look(at_once=not self.workers)
        return max(1, sum(worker_state.threads for worker_state in self.workers.values()))

    @property
    def all_share(self) -> bool:
        """Whether all workers use the cache of this computer."""
        return all(worker_state.shares_cache for worker_state in self.workers.values())

    def session(self) -> _Session:
        return _Session(self)

    def close(self) -> None:
        """Leave the workers."""
        self._mark.unlink(missing_ok=True)
        with suppress(TimeoutError, OSError):
            self.client.close(timeout=5)

    def look(self, at_once: bool = False) -> None:
        """Admit new workers and forget those that are gone. LostWorkers without any worker."""
        if not at_once and time.monotonic() - self._looked < _LOOK:
            return
        now = self._present()
        for gone in sorted(set(self.workers) - now):
            print(
                f"vambrace: worker {gone} on {self.workers[gone].computer} is gone: others repeat its work",
                file=sys.stderr,
            )
            del self.workers[gone]
            self.changes += 1
        if new := sorted(now - set(self.workers) - set(self.refused)):
            self._admit(new)
        self._looked = time.monotonic()
        if self.workers:
            self._had_some = self._looked
            self._tell()
        else:
            self._wait_for_some(now)

    def _present(self) -> set[str]:
        """Return the addresses of the scheduler's workers; the last known ones if it is gone, which its jobs report.
        LostWorkers if it does not answer.
        """
        scheduler = self.client.scheduler
        if self.client.status == "running" and scheduler is not None:
            try:
                self._known = set(self.client.sync(scheduler.identity, callback_timeout=ANSWER)["workers"])
            except TimeoutError:
                self.silent = True
                silence = f"{self.where} has not answered for {ANSWER:g} s"
                raise LostWorkers(f"{silence}; finished work is kept: the same command continues with it") from None
            except OSError:
                pass
        return self._known

    def _ask(self, addresses: list[str]) -> dict[str, Any]:
        """Return what workers have, or why they do not answer."""
        try:
            answers: dict[str, Any] = self.client.run(
                worker.admit,
                self.identity.digest,
                self._token,
                workers=addresses,
                on_error="return",
                callback_timeout=ANSWER,
            )
            return answers
        except TimeoutError:
            if len(addresses) == 1:
                return {addresses[0]: None}
            return {only: answer for only in addresses for answer in self._ask([only]).values()}

    def _admit(self, addresses: list[str]) -> None:
        for address, admission in self._ask(addresses).items():
            if admission is None:
                self._refuse(address, f"it has not answered for {ANSWER:g} s: end it, and start it again")
            elif not isinstance(admission, Admission):
                self._refuse(address, f"has no vambrace {self.identity.version} ({admission}); install it there")
            elif admission.refused:
                there = f"{admission.computer} has vambrace {admission.identity}, this computer {self.identity}"
                self._refuse(address, f"{there}: {admission.refused}")
            else:
                self.workers[address] = admission
                self.changes += 1

    def _refuse(self, address: str, why: str) -> None:
        self.refused[address] = f"worker {address} gets no work: {why}"
        self._untold.append(self.refused[address])

    def _tell(self) -> None:
        """Print refusals, where others do the work; otherwise they are in the error."""
        for line in self._untold:
            print(f"vambrace: {line}", file=sys.stderr)
        self._untold.clear()

    def dismiss(self, address: str, why: str) -> None:
        """Give a worker no more jobs."""
        if address not in self.workers:
            return
        del self.workers[address]
        self.changes += 1
        self._refuse(address, why)
        with suppress(Exception):  # it may be gone
            self.client.run(worker.dismiss, self.identity.digest, workers=[address], callback_timeout=ANSWER)
        if self.workers:
            self._tell()

    def _wait_for_some(self, present: set[str]) -> None:
        waited = time.monotonic() - self._had_some
        if waited >= GRACE and self.refused and present and present <= set(self.refused):
            reasons = list(self.refused.values())
            more = f" (and {len(reasons) - 1} more workers)" if len(reasons) > 1 else ""
            raise LostWorkers(f"{reasons[0]}{more}")
        if self._patience is not None and waited > self._patience:
            start = f"start some: dask worker {self.client.scheduler.address} --nthreads 1"
            raise LostWorkers(f"{self.where} has no workers; {start}")
        if waited > _LOOK and not self._told:
            self._told = True
            print(f"vambrace: waiting for workers of {self.where}", file=sys.stderr)

    def amount(self, memory: int) -> int:
        """Return the memory that a job reserves: at most what the largest worker has."""
        most = max((worker_state.memory for worker_state in self.workers.values()), default=1)
        return max(1, min(memory, most))


class _Session:
    """The jobs of one call of `each`."""

    def __init__(self, cluster: Cluster) -> None:
        self._cluster, self._client = cluster, cluster.client
        self._jobs: dict[int, Job] = {}  # with the scheduler
        self._built: dict[int, Job] = {}  # finished jobs whose results others need
        self._futures: dict[int, Future] = {}  # of both
        self._after: dict[int, Sequence[int]] = {}
        self._tries: dict[int, int] = {}
        self._ended: queue.SimpleQueue[tuple[int, Future]] = queue.SimpleQueue()
        self._changes = cluster.changes

    def has_room(self, job: Job) -> bool:
        self._cluster.look(at_once=not self._cluster.workers)
        return len(self._jobs) < _AHEAD * sum(worker_state.threads for worker_state in self._cluster.workers.values())

    def begin(self, number: int, job: Job, after: Sequence[int]) -> None:
        self._jobs[number], self._after[number] = job, after
        self._submit(number, job)

    def _submit(self, number: int, job: Job) -> None:
        away = job.away
        assert away
        packs = away.builds and not self._cluster.all_share
        needs: list[Future] = []
        if (existing := _existing(away.call) if packs else None) is not None:
            call = partial(worker.build_nothing, existing)
        else:
            call = partial(worker.run, travel.dumps(away.call), packs)
            if not self._cluster.all_share:
                needs = [self._futures[need] for need in self._after[number] if need in self._futures]
        # By value: a scheduler reads it too, and may have no vambrace.
        future = self._client.submit(
            lambda data, *arguments: __import__("pickle").loads(data)(*arguments),
            pickle.dumps(call),
            *needs,
            key=f"vambrace-{uuid.uuid4().hex}",
            priority=-number,
            resources={worker.name(self._cluster.identity.digest): self._cluster.amount(job.memory)},
            pure=False,
        )
        self._futures[number] = future
        future.add_done_callback(lambda future: self._ended.put((number, future)))

    def ended(self) -> list[tuple[int, Callable[[], Any]]]:
        numbers = [number for number, future in self._arrived() if self._futures.get(number) is future]
        numbers = [number for number in numbers if number in self._jobs]
        self._cluster.look()
        if self._changes != self._cluster.changes:
            self._revive()
        finished = [n for n in numbers if self._futures[n].status == "finished"]
        wanted = [n for n in finished if not (away := self._jobs[n].away) or not away.builds]
        results = dict(zip(wanted, self._gather([self._futures[n] for n in wanted]), strict=True))
        ended_jobs: list[tuple[int, Callable[[], Any]]] = []
        for number in numbers:
            if number in finished:
                job = self._jobs.pop(number)
                ended_jobs.append((number, partial(_result, job, results.get(number))))
                if number in results:
                    del self._futures[number]
                else:
                    self._built[number] = job
            elif (error := self._error(number)) is not None:
                del self._jobs[number], self._futures[number]
                ended_jobs.append((number, partial(_raise, error)))
        return ended_jobs

    def _arrived(self) -> list[tuple[int, Future]]:
        """Wait for jobs that have ended, at most until it is time to look for new workers."""
        messages = []
        with suppress(queue.Empty):
            messages.append(self._ended.get(timeout=_LOOK))
            while True:
                messages.append(self._ended.get_nowait())
        return messages

    def _revive(self) -> None:
        """Submit the jobs again that are with no worker that does them. The scheduler does not do so when a worker gets
        or loses its resource."""
        self._changes = self._cluster.changes
        there = self._client.processing()
        active = {key for address, keys in there.items() if address in self._cluster.workers for key in keys}
        for number, job in [*self._built.items(), *self._jobs.items()]:
            future = self._futures[number]
            if future.status in ("pending", "lost") and future.key not in active:
                self._submit(number, job)
                future.cancel()

    def _gather(self, futures: list[Future]) -> list[Any]:
        try:
            return list(self._client.gather(futures)) if futures else []
        except (CancelledError, OSError):
            raise self._gone() from None

    def _gone(self) -> LostWorkers:
        return LostWorkers(f"{self._cluster.where} is gone; finished work is kept: the same command continues with it")

    def _error(self, number: int) -> Exception | None:
        """Return the error of a job, or None if it was begun again."""
        from distributed import KilledWorker

        future = self._futures[number]
        if future.status != "error":
            if self._client.status != "running" or self._tries.get(number, 0) >= _TRIES:
                raise self._gone()
            self._again(number)
            return None
        error = future.exception()
        if isinstance(error, Unfit):
            self._cluster.dismiss(error.worker, str(error))
            if self._tries.get(number, 0) < _TRIES:
                self._again(number)
                return None
        if isinstance(error, KilledWorker):
            died = f"its worker died {error.allowed_failures + 1} times"
            return VambraceError(f"{died}, of too little memory perhaps; its log says more ({self._cluster.where})")
        assert isinstance(error, Exception)
        return error

    def _again(self, number: int) -> None:
        self._tries[number] = self._tries.get(number, 0) + 1
        self._submit(number, self._jobs[number])

    def close(self, at_once: bool) -> None:
        if at_once and not self._cluster.silent:
            with suppress(Exception):  # the scheduler may be gone
                self._client.cancel([self._futures[number] for number in self._jobs], force=True)
        self._futures.clear()


def _existing(call: Callable[[], Any]) -> list[parcels.Parcel] | None:
    """Return what a job builds if this computer has it already; otherwise None."""
    used: set[tuple[str, str]] = set()
    try:
        with store.existing(), store.watched(used):
            call()
    except (store.NotBuilt, VambraceError):
        return None
    return parcels.pack(used)


def _result(job: Job, result: Any) -> Any:
    assert job.away
    return None if job.away.builds else job.away.back(result)


def _raise(error: Exception) -> Any:
    raise error
