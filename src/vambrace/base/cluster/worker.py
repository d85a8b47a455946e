# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""What the workers of a cluster execute: `admit` once for each client, `run` for each job.

A worker is admitted if it has the client's files. Only then it has a resource of Dask whose name contains their hash
and whose amount is the worker's memory in MiB: jobs require it, so no other worker gets one, and no more jobs run at
the same time than the memory suffices for.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from vambrace.base import store
from vambrace.base.cluster import identity, parcels, travel
from vambrace.base.cluster.identity import Identity
from vambrace.base.errors import VambraceError
from vambrace.base.paths import cache_dir
from vambrace.base.work import physical_memory

if TYPE_CHECKING:
    from distributed import Worker

#: The package of the developers' commands, which only a checkout has.
_DEVELOPMENT = "vambrace_dev"

#: Errors of the operating system that another worker may not have.
_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EFBIG)


class Unfit(VambraceError):
    """This worker cannot do a job that another may be able to do. `worker`: its address."""

    worker = ""


@dataclass(frozen=True)
class Admission:
    """What a worker has. `refused`: why it gets no jobs, or ""."""

    computer: str
    identity: Identity
    threads: int
    memory: int  # MiB
    shares_cache: bool  # with the client
    refused: str = ""


def name(digest: str) -> str:
    """Return the name of the resource of workers with these files."""
    return f"vambrace-{digest[:16]}"


def token_file(token: str) -> str:
    """Return the name of the file by which a worker recognises the client's cache."""
    return f".client-{token}"


async def admit(digest: str, token: str, dask_worker: Worker) -> Admission:
    """Return what this worker has, and admit it if that is what the client has."""
    own, loaded = identity.identity(), identity.loaded()
    total = dask_worker.memory_manager.memory_limit or physical_memory() << 20
    refused = ""
    if own.digest != digest:
        refused = "install the same version there"
    elif loaded != digest:
        refused = "its files were changed after it started: restart it"
    shared = False
    try:
        shared = (cache_dir() / token_file(token)).is_file()
    except VambraceError as error:
        refused = refused or str(error)
    amount = 0 if refused else max(1, int(total) >> 20)
    await dask_worker.set_resources(**{name(digest): amount})
    return Admission(computer(), own, dask_worker.state.nthreads, amount, shared, refused)


async def dismiss(digest: str, dask_worker: Worker) -> None:
    """Give this worker no more jobs."""
    await dask_worker.set_resources(**{name(digest): 0})


def computer() -> str:
    """Return the name of this computer, for messages."""
    return os.uname().nodename


def run(call: bytes, packs: bool, *needs: Sequence[parcels.Parcel]) -> Any:
    """Do a job and return its result; if it `packs`, what it built instead. `needs` is what others built for it.

    VambraceError if it fails; Unfit, with the address of this worker, if another worker may be able to do it.
    """
    used: set[tuple[str, str]] = set()
    try:
        for need in needs:
            parcels.unpack(need)
        with store.watched(used):
            result = travel.loads(call)()
        return parcels.pack(used) if packs else result
    except Unfit as error:
        raise _from_here(str(error)) from None
    except VambraceError as error:
        raise VambraceError(str(error)) from None  # of a class that the client can read
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] != _DEVELOPMENT:
            raise
        what = f"{computer()} has no {_DEVELOPMENT}"
        raise _from_here(f"{what}: start its workers in the environment of a checkout") from None
    except OSError as error:
        if error.errno not in _FULL:
            raise
        what = f"{computer()}: {cache_dir()}: {error.strerror}"
        raise _from_here(f"{what}; free space there, or start its workers with another VAMBRACE_CACHE") from None


def _from_here(message: str) -> Unfit:
    from distributed import get_worker

    error = Unfit(message)
    error.worker = get_worker().address
    return error


def build_nothing(entries: Sequence[parcels.Parcel]) -> Sequence[parcels.Parcel]:
    """Return entries that the client has, as a job that has built them."""
    return entries
