# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The lists of cases (tests/aead/lists), with the algorithms and targets of each.

A list is a function of an algorithm's name that yields cases, the most valuable first. A target's budget
decides how many of them run.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache

from tests.aead.cases import Case
from vambrace import config
from vambrace.config import Algorithm

Maker = Callable[[str], Iterable[Case]]


@dataclass(frozen=True)
class CaseList:
    """Cases with one purpose. `share` is the fraction of a budget that they may take on a slow target."""

    name: str  # MODULE.FUNCTION
    make: Maker
    share: float
    kinds: tuple[str, ...] = ("aead",)
    features: tuple[str, ...] = ()
    algorithms: tuple[str, ...] = ()  # all if none is named
    hosts: bool = False  # runs completely on this machine; elsewhere only without a budget
    essential: bool = False  # also on targets that run only essential lists
    engines: bool = False  # also on every target with an engine
    unlimited: bool = False  # runs only on this machine, without a budget
    short: int | None = None  # cases in the short run if the list runs completely; None: all

    def fits(self, known: Algorithm) -> bool:
        """Return whether the list applies to this algorithm."""
        if self.algorithms and known.name not in self.algorithms:
            return False
        return known.kind in self.kinds and set(self.features) <= set(known.features)

    def __str__(self) -> str:
        return self.name


_LISTS: dict[str, CaseList] = {}


def case_list(share: float, **fields: object) -> Callable[[Maker], Maker]:
    """Enter a function into the catalogue; `fields` are those of CaseList. Return the function unchanged."""

    def enter(make: Maker) -> Maker:
        name = f"{make.__module__.rpartition('.')[2]}.{make.__name__}"
        assert name not in _LISTS, name
        _LISTS[name] = CaseList(name, make, share, **fields)  # type: ignore[arg-type]
        return make

    return enter


@cache
def lists() -> dict[str, CaseList]:
    """Every list, by name."""
    from tests.aead import lists as package

    for module in pkgutil.iter_modules(package.__path__):
        importlib.import_module(f"{package.__name__}.{module.name}")
    return dict(sorted(_LISTS.items()))


def lists_for(algorithm: str) -> list[CaseList]:
    """The lists for one algorithm."""
    known = config.algorithms()[algorithm]
    return [item for item in lists().values() if item.fits(known)]
