# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""What kinds share that measure calls of the library: from a selector to a task, and the identity of tasks."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from vambrace import config
from vambrace.config import Algorithm, Peer, Point, Scenario
from vambrace.results.kind import Selector

if TYPE_CHECKING:
    from vambrace.measure import bench


def scenario(name: str) -> Scenario:
    """The scenario of a name, or a message of so many bytes."""
    known = config.scenarios()
    if name in known:
        return known[name]
    return Scenario(name=name, title=name, ad=0, message=int(name.split()[0]))


def point(selector: Selector, name: str) -> Point:
    """A point with the profile and the accesses that a selector asks for."""
    found = replace(config.point(name), profile=selector.get("profile") or "speed")
    return config.with_accesses(found, selector.get("accesses") or None)


def algorithm(selector: Selector) -> Algorithm:
    return config.algorithms()[selector.get("algorithm")]


def call(selector: Selector, at: str) -> bench.Task:
    """The call that a selector asks for at a point."""
    from vambrace.measure import bench

    cold = selector.get("caches") == "cold"
    shape = scenario(selector.get("scenario"))
    return bench.Task(point(selector, at), algorithm(selector), shape, peer(selector), cold)


def peer(selector: Selector) -> Peer | None:
    """The program of others that a selector asks for, or None."""
    return config.foreign().get(selector.get("library"))


def name(task: bench.Task) -> tuple[str, ...]:
    """The identity of a call."""
    shape, known = task.scenario, task.algorithm
    peer = (task.peer.name, *task.peer.flags) if task.peer else ()
    return (
        task.point.name,
        known.name,
        str(known.nonce),
        str(known.tag),
        shape.name,
        str(shape.ad),
        str(shape.message),
        task.caches or "",
        *peer,
    )
