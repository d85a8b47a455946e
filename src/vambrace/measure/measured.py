# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""How records of a kind are measured. The module of a kind (vambrace.measure.registry) has this as MEASURED."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from vambrace.config import Point
from vambrace.results.kind import Selector
from vambrace.results.origin import Origin
from vambrace.results.schema import Json

T = TypeVar("T")


@dataclass(frozen=True)
class Need:
    """What several measurements are made with, and is built once: a model, a netlist. Equal ones are the same."""

    key: Hashable
    label: str = field(compare=False)
    build: Callable[[], object] = field(compare=False)
    #: Of one processor, roughly; 0 where the measurement's own seconds have it.
    seconds: float = field(default=0, compare=False)
    is_built: Callable[[], bool] = field(default=lambda: False, compare=False)


@dataclass(frozen=True)
class Measured(Generic[T]):
    """How records of a kind are made. A task makes as many as its measurement gives at once: both directions of a
    packet, all lengths of a latency. A task has a `label`."""

    task: Callable[[Selector, str], T]  # what a selector asks for at a point, "" where it has none
    name: Callable[[T], tuple[str, ...]]  # what distinguishes a task from all others of its kind, as text
    records: Callable[[T], list[Json]]
    origin: Callable[[T], Origin]
    seconds: Callable[[T], float]  # of one processor, roughly, where nothing of it is in the cache
    needs: Callable[[T], Sequence[Need]] = lambda task: ()
    long: bool = False  # whether that is minutes
    #: What a report measures at some points, or where none is named.
    usual: Callable[[Sequence[Point]], Iterable[T]] = field(kw_only=True)
