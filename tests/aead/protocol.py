# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""What the tests need from whatever executes jobs: a host program, or a program on Spike or simulated RTL."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from vambrace.software.running.jobs import Image, Job, Result


class Runner(Protocol):
    """Executes jobs of one algorithm with one build of the library, on a machine with words of `word_bytes` bytes."""

    name: str
    word_bytes: int

    def execute(self, algorithm: str, image: bytes, jobs: Sequence[Job]) -> bytes:
        """What becomes of the image of some jobs; an exception if the program itself fails."""
        ...


class Decoded:
    """The results of a runner."""

    def run(self: Runner, algorithm: str, jobs: Sequence[Job]) -> list[Result]:
        """Executes all jobs in one go."""
        placed = [job if job.word_bytes == self.word_bytes else job.but(word_bytes=self.word_bytes) for job in jobs]
        image = Image(placed)
        return image.read(self.execute(algorithm, image.before, placed))
