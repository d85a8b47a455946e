# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""A check of one guarantee, and its outcome."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from vambrace.base.errors import VambraceError

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


@dataclass(frozen=True)
class Check:
    """A check. `name` is unique in its part. `bound` limits a bounded proof or a test ("64 bytes", "200,000
    instructions"); a proof has none. `run` does the work: it caches expensive results, may be called in any thread, and
    raises VambraceError if it cannot decide. `seen_failing` names a test that shows that the check fails on a seeded
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

    def __post_init__(self) -> None:
        if self.kind not in KINDS or (self.kind == PROOF) == bool(self.bound):
            raise VambraceError(f"verify: {self.name}: a {self.kind} with the bound '{self.bound}'")

    def __hash__(self) -> int:
        return hash(self.name)
