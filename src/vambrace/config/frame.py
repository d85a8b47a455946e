# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Frames of protocols: calls of vambrace/frames/ that are measured."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import ClassVar

from vambrace.base.errors import choose
from vambrace.config.algorithm import Algorithm, algorithms
from vambrace.config.extensions import Extensions
from vambrace.config.load import construct, entries, place

FILE = "frames.toml"

#: Content types that each protocol has between content and tag, in bytes.
_INNER = {"dtls13": 1}


@dataclass(frozen=True)
class Frame:
    """An entry of configs/frames.toml, which documents the fields."""

    name: str
    title: str
    protocol: str
    algorithms: tuple[str, ...]
    header: int
    content: int
    tag: int
    level: int = 0
    mask: str = ""

    kind: ClassVar[str] = "frame"
    #: The prefix of the functions of firmware/frames, which make and wipe its keys.
    prefix: ClassVar[str] = "vmb_frame"
    operations: ClassVar[tuple[str, ...]] = ("protect", "unprotect")

    def function(self, operation: str) -> str:
        """Return the name of the measured C function."""
        return f"vmb_{self.protocol}_{operation}"

    @property
    def inner(self) -> int:
        """Return the bytes that are encrypted besides the content."""
        return _INNER.get(self.protocol, 0)

    @property
    def length(self) -> int:
        """Return the bytes of the protected frame."""
        return self.header + self.content + self.inner + self.tag

    @property
    def called(self) -> tuple[Algorithm, ...]:
        """Return the algorithms that its functions call, the AEAD first."""
        return tuple(algorithms()[name] for name in self.algorithms)

    def gains_from(self, extensions: Extensions) -> bool:
        """Return whether its code uses these extensions."""
        return any(algorithm.gains_from(extensions) for algorithm in self.called)

    def missing_in(self, extensions: Extensions) -> str:
        """Return why the engine of an extension set does not have its AEAD or cipher; "" if it has, or the set has no
        engine.
        """
        return self.called[0].missing_in(extensions)


@cache
def frames() -> dict[str, Frame]:
    by_name = {name: construct(Frame, FILE, name, entry) for name, entry in entries(FILE).items()}
    for name, frame in by_name.items():
        for algorithm in frame.algorithms:
            choose(f"algorithm in {place(FILE, name)}", algorithm, algorithms())
    return by_name
