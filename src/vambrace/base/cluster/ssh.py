# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Starts a scheduler on the first of some computers, and a worker for each processor of all of them, by SSH."""

from __future__ import annotations

import asyncio
import shlex
import sys
from collections.abc import Sequence
from typing import Any

from vambrace.base.errors import VambraceError

#: Prints the number of processors, if the packages that a worker needs are there.
_PROCESSORS = "import os, distributed, vambrace; print(len(os.sched_getaffinity(0)))"

#: Seconds to connect to a computer.
_CONNECT = 30


def start(names: Sequence[str]) -> Any:
    """Start the cluster. VambraceError if a computer does not answer, or lacks Vambrace where this one has it."""
    from distributed import SpecCluster
    from distributed.deploy.ssh import Scheduler, Worker

    counts = asyncio.run(_counts(names))
    scheduler = {"cls": Scheduler, "options": {"address": names[0], "connect_options": {}, "kwargs": {}}}
    workers = {
        number: {
            "cls": Worker,
            "options": {"address": name, "connect_options": {}, "kwargs": {"nthreads": 1, "n_workers": count}},
        }
        for number, (name, count) in enumerate(zip(names, counts, strict=True))
    }
    return SpecCluster(workers, scheduler, name="ssh")


async def _counts(names: Sequence[str]) -> list[int]:
    """Return the number of processors of each computer."""
    return list(await asyncio.gather(*(_count(name) for name in names)))


async def _count(name: str) -> int:
    import asyncssh

    try:
        async with asyncssh.connect(name, connect_timeout=_CONNECT) as connection:
            done = await connection.run(shlex.join([sys.executable, "-c", _PROCESSORS]))
    except (OSError, TimeoutError, asyncssh.Error) as error:
        why = next(iter(str(error).splitlines()), type(error).__name__)
        raise VambraceError(
            f"--cluster ssh: {name}: {why}; `ssh {name}` has to work without a password or a question"
        ) from None
    if done.exit_status:
        what = f"--cluster ssh: {name} has no {sys.executable} with vambrace and Dask"
        raise VambraceError(f"{what}: install them there, at the same place")
    return int(str(done.stdout).split()[-1])
