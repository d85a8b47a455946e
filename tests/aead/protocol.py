# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""What the tests need from whatever executes jobs: a host program, or a program on simulated RTL."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from vambrace.jobs import Job, Result


class Runner(Protocol):
    """Executes jobs of one algorithm with one build of the library.

    `budget` is how many cycles all tests of one algorithm together may cost, in the cycles that
    the portable library takes on ibex-ref; None: as many as there are. Tests list their cases by
    value and leave out what does not fit, so a runner of a faster backend may name a larger one.
    `flat` is what a short job costs on an engine, whatever the algorithm; None: its portable price.
    """

    name: str
    budget: int | None
    flat: int | None

    def run(self, algorithm: str, jobs: Sequence[Job]) -> list[Result]:
        """Executes all jobs in one go; an exception if the program itself fails."""
        ...
