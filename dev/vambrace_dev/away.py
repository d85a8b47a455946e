# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Jobs of the developers' commands on the workers of a cluster, which need a checkout with the same files
(docs/developer/cluster.md).
"""

from __future__ import annotations

import os
import uuid
from collections.abc import Callable
from functools import cache, lru_cache, partial
from typing import Any

from vambrace.base import store
from vambrace.base.cluster.worker import Unfit
from vambrace.base.errors import VambraceError
from vambrace.base.paths import root
from vambrace.base.work import Away
from vambrace_dev.testing import everything

#: Files and folders of the checkout; all, if there are none.
Places = tuple[str, ...]

#: The hashes of files, and of tools and variables.
State = tuple[str, str]

#: This process: a worker looks at its files once for each.
_COMMAND = uuid.uuid4().hex


def job(call: Callable[[], Any], places: Places = (), back: Callable[[Any], Any] = lambda result: result) -> Away:
    """Return how a worker does a job. It is refused if the files at `places`, the tools, or the variables on which
    results depend are not those of this checkout.
    """
    return Away(_required(call, places), back)


def build(call: Callable[[], Any], places: Places = ()) -> Away:
    """Return how a worker builds something for other jobs."""
    return Away(_required(call, places), builds=True)


def _required(call: Callable[[], Any], places: Places) -> Callable[[], Any]:
    return partial(do, _COMMAND, places, _state(places), call)


@cache
def _state(places: Places) -> State:
    return store.digest_files(root() / name for name in everything.listed(places)), everything.environment()


def do(command: str, places: Places, wanted: State, call: Callable[[], Any]) -> Any:
    """Do a job in a worker, and return its result. Unfit if the checkout is another one."""
    try:
        state = _state_at_start(command, places)
    except VambraceError as error:
        raise Unfit(f"{os.uname().nodename}: {error}") from None
    if state != wanted:
        where = f"{os.uname().nodename}: {root()}"
        if state[0] != wanted[0]:
            raise Unfit(
                f"{where} has other files than this checkout: check out the same commit there, with your changes"
            )
        raise Unfit(f"{where} has other tools, or other variables VAMBRACE_*: install those of requirements.txt there")
    return call()


@lru_cache(maxsize=64)
def _state_at_start(command: str, places: Places) -> State:
    """Return the state of this checkout when a command began. Unfit if Python has read other files before."""
    code = everything.listed(("dev", "tests"))
    if _loaded() != store.digest_files(root() / name for name in code if name.endswith(".py")):
        raise Unfit("its files were changed after it started: restart it")
    return store.digest_files(root() / name for name in everything.listed(places)), everything.environment()


@cache
def _loaded() -> str:
    """Return the hash of the Python files at the first call."""
    return store.digest_files(root() / name for name in everything.listed(("dev", "tests")) if name.endswith(".py"))
