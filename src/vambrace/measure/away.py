# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""A measurement on a worker of a cluster: it makes the records that this computer would make, or refuses. The worker
looks into its own result store first, and keeps in it what it makes; the client checks the records and keeps them too.
"""

from __future__ import annotations

import os
from functools import partial
from typing import Any

from vambrace.base.cluster.worker import Unfit
from vambrace.base.errors import MissingTool
from vambrace.base.work import Away
from vambrace.measure import record_files
from vambrace.measure.registry import measured
from vambrace.results import inputs, record_store
from vambrace.results.origin import Input, Origin
from vambrace.results.schema import Json

#: The inputs of a record, and their hashes where it was asked for.
State = tuple[tuple[Input, str], ...]


def job(kind: str, task: Any, origin: Origin, name: tuple[str, ...]) -> Away:
    """Return how a worker measures a task."""
    state = tuple((item, inputs.digest(item)) for item in origin.inputs)
    versions = tuple((name, inputs.tool(name)) for what, name, *_ in origin.inputs if what == "tool")
    return Away(partial(records, kind, task, state, versions), partial(_keep, kind, origin, name))


def _keep(kind: str, origin: Origin, name: tuple[str, ...], measured_records: list[Json]) -> list[Json]:
    """Check and keep what a worker has made."""
    record_files.check("a worker", measured_records)
    if record_store.find(kind, origin, name) == measured_records:  # the worker shares this cache
        return measured_records
    return record_store.keep(kind, origin, name, measured_records)


def records(kind: str, task: Any, state: State, versions: tuple[tuple[str, str], ...]) -> list[Json]:
    """Return the records of a task, in a worker: those that it has, or new ones. Unfit if the inputs here are not those
    of the client.
    """
    measuring = measured(kind)
    origin, name = measuring.origin(task), measuring.name(task)
    _require_same(origin, state, versions)
    if (existing := record_store.find(kind, origin, name)) is not None:
        return existing
    try:
        new = measuring.records(task)
    except MissingTool as error:
        raise Unfit(f"{os.uname().nodename}: {error}") from None
    # A worker that was believed to be dead, or another command, may have been faster.
    return record_store.find(kind, origin, name) or record_store.keep(kind, origin, name, new)


def _require_same(origin: Origin, state: State, versions: tuple[tuple[str, str], ...]) -> None:
    here = {item: inputs.digest(item) for item in origin.inputs}
    other = [item for item, digest in state if here.get(item) != digest]
    if not other and len(here) == len(state):
        return
    where = os.uname().nodename
    for name, wanted in versions:
        if (installed := inputs.tool(name)) != wanted:
            what = "lacks" if installed == "missing" else f"has {installed} of"
            raise Unfit(f"{where} {what} {name}, this measurement needs {wanted}: install that version there")
    names = ", ".join(" ".join(item) for item in other[:2]) or "what it is made from"
    raise Unfit(f"{where} has other packages ({names}): install those of requirements.txt there")
