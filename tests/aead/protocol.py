# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The interface to the programs that execute jobs: on the host, on Spike or on simulated RTL."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from vambrace.software.running.jobs import Image, Job, Result


class Runner(Protocol):
    """Executes jobs of one algorithm with one build of the library, on a machine with words of `word_bytes` bytes."""

    name: str
    word_bytes: int

    def execute(self, algorithm: str, image: bytes, jobs: Sequence[Job]) -> bytes:
        """Return the image of some jobs after the run; raise an exception if the program itself fails."""
        ...


class Decoded:
    """The results of a runner."""

    def run(self: Runner, algorithm: str, jobs: Sequence[Job]) -> list[Result]:
        """Execute all jobs in one run."""
        placed = [job if job.word_bytes == self.word_bytes else job.but(word_bytes=self.word_bytes) for job in jobs]
        image = Image(placed)
        return image.read(self.execute(algorithm, image.before, placed))
