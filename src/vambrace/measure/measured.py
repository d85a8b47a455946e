# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The measurement of a record kind. The module of a kind (vambrace.measure.registry) has one as MEASURED."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from vambrace.config import Point
from vambrace.results.kind import Selector
from vambrace.results.origin import Origin
from vambrace.results.schema import Json

T = TypeVar("T")


#: What simulations, compilers and small syntheses need at most, in MiB.
MEMORY = 500


@dataclass(frozen=True)
class Need:
    """An input that several measurements share and that is built once: a model, a netlist. Needs with equal keys are
    the same.
    """

    key: Hashable
    label: str = field(compare=False)
    build: Callable[[], object] = field(compare=False)
    #: Estimated processor seconds; 0 if the measurement's own seconds include them.
    seconds: float = field(default=0, compare=False)
    is_built: Callable[[], bool] = field(default=lambda: False, compare=False)
    memory: int = field(default=MEMORY, compare=False)  # MiB, roughly


@dataclass(frozen=True)
class Measured(Generic[T]):
    """Makes the records of a kind. A task yields all records that its measurement produces at once: both directions of
    a packet, all lengths of a latency. A task has a `label`.
    """

    task: Callable[[Selector, str], T]  # the task that a selector requests at a point, "" if it has none
    name: Callable[[T], tuple[str, ...]]  # texts that distinguish a task from all others of its kind
    records: Callable[[T], list[Json]]
    origin: Callable[[T], Origin]
    seconds: Callable[[T], float]  # estimated processor seconds, with an empty cache
    needs: Callable[[T], Sequence[Need]] = lambda task: ()
    long: bool = False  # whether a task takes minutes
    memory: Callable[[T], int] = lambda task: MEMORY  # MiB, roughly
    #: The tasks of a report at some points, or by default.
    usual: Callable[[Sequence[Point]], Iterable[T]] = field(kw_only=True)
