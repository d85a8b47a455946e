# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""A check of one guarantee, and its outcome."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from vambrace.base.errors import VambraceError
from vambrace.measure.measured import Need

#: How a guarantee is checked. A proof covers every input and every time; a bounded proof every input within `bound`;
#: a test the inputs that `bound` counts.
PROOF, BOUNDED, TEST = "proof", "bounded proof", "test"
KINDS = (PROOF, BOUNDED, TEST)


@dataclass(frozen=True)
class Outcome:
    """`holds`: whether the guarantee holds; `figure`: the covered items, in a few words ("17 properties"); `details`:
    lines that explain a failure.
    """

    holds: bool
    figure: str = ""
    details: tuple[str, ...] = ()


#: What a check or a piece of one needs if it does not declare it, in MiB: a pytest run with a simulator or a compiler.
MEMORY = 1500


@dataclass(frozen=True)
class Piece:
    """A part of a check that runs by itself, on any processor or worker. `name` is unique in its check; `memory`: what
    it needs, in MiB; `needs`: what is built before it.
    """

    name: str
    run: Callable[[], Outcome]
    memory: int = MEMORY
    needs: tuple[Need, ...] = ()


@dataclass(frozen=True)
class Divided:
    """The work of a check that consists of pieces. `join` makes its outcome of theirs, in their order."""

    pieces: Callable[[], Sequence[Piece]]
    join: Callable[[Sequence[Outcome]], Outcome]

    def __call__(self) -> Outcome:
        return self.join([piece.run() for piece in self.pieces()])


@dataclass(frozen=True)
class Check:
    """A check. `name` is unique in its part. `bound` limits a bounded proof or a test ("64 bytes", "200,000
    instructions"); a proof has none. `run` does the work, which may be divided: it caches expensive results, may be
    called in any thread or on a worker, and raises VambraceError if it cannot decide. `memory`: what it needs, in MiB.
    `seen_failing` names a test that shows that the check fails on a seeded
    defect: a file below the checkout, with ::FUNCTION. `long`: only with --long. `inputs` are the files and folders of
    the checkout that the outcome depends on; all, if there are none.
    """

    name: str
    guarantee: str
    kind: str
    run: Callable[[], Outcome]
    seen_failing: str
    bound: str = ""
    long: bool = False
    inputs: tuple[str, ...] = ()
    memory: int = MEMORY

    def __post_init__(self) -> None:
        if self.kind not in KINDS or (self.kind == PROOF) == bool(self.bound):
            raise VambraceError(f"verify: {self.name}: a {self.kind} with the bound '{self.bound}'")

    def __hash__(self) -> int:
        return hash(self.name)

    def pieces(self) -> Sequence[Piece]:
        """Return the pieces of the work; VambraceError if it cannot begin."""
        return self.run.pieces() if isinstance(self.run, Divided) else (Piece("", self.run, self.memory),)

    def join(self, outcomes: Sequence[Outcome]) -> Outcome:
        """Return the outcome of all pieces, in their order."""
        return self.run.join(outcomes) if isinstance(self.run, Divided) else outcomes[0]
