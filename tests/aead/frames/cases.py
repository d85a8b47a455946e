# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Calls of vambrace/frames/ with their expected results, for the programs of tests/aead/frames/harness.h."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from vambrace.base import store
from vambrace.software.running.jobs import ERR_ARGUMENT, ERR_LENGTH, ERR_STATE, ERR_TAG, OK

ERR_COUNTER = -6
__all__ = ["ERR_ARGUMENT", "ERR_COUNTER", "ERR_LENGTH", "ERR_STATE", "ERR_TAG", "OK"]


@dataclass(frozen=True)
class Case:
    """One call: what it does to a frame, and what it returns. `after`: the same as `before` if None."""

    what: str
    function: int
    status: int
    numbers: Sequence[int]
    strings: Sequence[bytes]
    before: bytes
    after: bytes | None = None
    results: Sequence[int] = ()

    def encoded(self) -> bytes:
        """Return the case as harness.h reads it."""
        after = self.before if self.after is None else self.after
        assert len(after) == len(self.before), self.what
        texts = [len(s).to_bytes(2, "little") + s for s in (*self.strings, self.before, after)]
        return b"".join(
            [bytes([self.function, -self.status]), _numbers(self.numbers), bytes([len(self.strings)]), *texts]
        ) + _numbers(self.results)


def _numbers(numbers: Sequence[int]) -> bytes:
    return bytes([len(numbers)]) + b"".join(n.to_bytes(8, "little") for n in numbers)


def file_of(cases: Sequence[Case]) -> Path:
    """Return a file with encoded cases; its name changes with them."""
    image = b"".join(case.encoded() for case in cases)

    def write(work: Path) -> None:
        (work / "cases").write_bytes(image)

    return store.entry("host", store.digest("frames", image), write) / "cases"


def pattern(length: int, seed: int = 0) -> bytes:
    """Return bytes that differ from their neighbours."""
    return bytes((7 * i + seed) & 0xFF for i in range(length))


def flipped(data: bytes, bits: Sequence[int] | None = None) -> Iterator[tuple[int, bytes]]:
    """Yield data with one bit flipped, for all of its bits or the given ones, with the index of the byte."""
    for bit in range(8 * len(data)) if bits is None else bits:
        changed = bytearray(data)
        changed[bit // 8] ^= 1 << bit % 8
        yield bit // 8, bytes(changed)
