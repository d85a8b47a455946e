# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Algorithms."""

import fnmatch
from dataclasses import dataclass
from functools import cache

from vambrace.base.errors import UsageError, unknown
from vambrace.config.extensions import Extensions
from vambrace.config.load import entries

#: What can be asked of each kind of algorithm. The first two operations undo each other.
OPERATIONS = {"aead": ("seal", "open"), "cipher": ("encrypt", "decrypt"), "hash": ("hash",)}


@dataclass(frozen=True)
class Algorithm:
    """One entry of configs/algorithms.toml, which says what the fields are."""

    name: str
    title: str
    kind: str
    prefix: str
    uses: tuple[str, ...]
    key: int = 0
    nonce: int = 0
    tag: int = 0
    mode: str = ""
    features: tuple[str, ...] = ()
    default: bool = False
    engine: bool = True  # whether the AEAD engine has it

    @property
    def operations(self) -> tuple[str, ...]:
        return OPERATIONS[self.kind]

    def function(self, operation: str) -> str:
        """The one-shot C function of an operation."""
        parts = {"aead": [operation], "cipher": [self.mode, operation], "hash": []}[self.kind]
        if self.mode == "ctr":  # which is its own inverse
            parts = ["ctr"]
        return "_".join([self.prefix, *parts])

    def gains_from(self, extensions: Extensions) -> bool:
        """Whether these extensions change how it is computed: otherwise its cycles are those without any."""
        if extensions.aes_unit:
            return self.prefix.startswith("vmb_aes")
        return extensions.name in ("none", *self.uses) or (extensions.engine and self.engine)

    @property
    def has_ad(self) -> bool:
        """Whether calls take associated data, or a customization string in its place."""
        return self.kind == "aead" or "customization" in self.features

    def whole(self, length: int) -> int:
        """The longest message that this algorithm takes of at most so many bytes."""
        return length - length % 16 if "blocks" in self.features else length


@cache
def algorithms() -> dict[str, Algorithm]:
    return {name: Algorithm(name=name, **entry) for name, entry in entries("algorithms.toml").items()}


def select_algorithms(names: list[str]) -> list[str]:
    """Return the names of algorithms that `names` mean: an algorithm, a kind, a shell pattern such as
    ``aes-*-gcm``, or "all". No name: the default ones. Each once, in the order in which they are asked for."""
    known = algorithms()
    if not names:
        return [name for name, algorithm in known.items() if algorithm.default]
    chosen: dict[str, None] = {}
    for asked in names:
        matching = [n for n, a in known.items() if asked in ("all", a.kind) or fnmatch.fnmatchcase(n, asked)]
        if not matching:
            raise UsageError(unknown("algorithm", asked, [*known, *OPERATIONS, "all"]))
        chosen |= dict.fromkeys(matching)
    return list(chosen)
