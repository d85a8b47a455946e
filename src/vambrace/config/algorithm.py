# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Algorithms."""

import fnmatch
from dataclasses import dataclass
from functools import cache

from vambrace.base import plugins
from vambrace.base.errors import UsageError, choose, unknown
from vambrace.config import engine_options, units
from vambrace.config.extensions import Extensions
from vambrace.config.load import construct, entries, place

FILE = "algorithms.toml"

#: The operations of each kind of algorithm. The first two are inverses of each other.
OPERATIONS = {
    "aead": ("seal", "open"),
    "cipher": ("encrypt", "decrypt"),
    "hash": ("hash",),
    "mac": ("compute", "verify"),
}


@dataclass(frozen=True)
class Algorithm:
    """An entry of configs/algorithms.toml, which documents the fields."""

    name: str
    title: str
    kind: str
    prefix: str
    uses: tuple[str, ...]
    key: int = 0
    nonce: int = 0
    tag: int = 0
    least_tag: int = 0
    mode: str = ""
    features: tuple[str, ...] = ()
    default: bool = False
    engine: bool = True  # whether an AEAD engine can support it
    engine_jobs: str = ""  # the algorithm of configs/units.toml whose jobs compute it there; "": of the same name
    header: str = ""  # of a plug-in's algorithm: the header in lib/include that declares it

    @property
    def oracle(self) -> str:
        """Return the file with the oracle of a plug-in's algorithm, relative to the project's folder."""
        return f"oracles/{self.name.replace('-', '_')}.py"

    @property
    def operations(self) -> tuple[str, ...]:
        return OPERATIONS[self.kind]

    def function(self, operation: str) -> str:
        """Return the name of the one-shot C function of an operation."""
        parts = {"aead": [operation], "cipher": [self.mode, operation], "hash": [], "mac": [operation]}[self.kind]
        if self.mode == "ctr":  # its own inverse
            parts = ["ctr"]
        return "_".join([self.prefix, *parts])

    @property
    def of_units(self) -> str:
        """Return the algorithm of configs/units.toml that an engine needs for it."""
        return self.engine_jobs or self.name

    @property
    def is_aes(self) -> bool:
        return self.prefix.startswith("vmb_aes")

    def gains_from(self, extensions: Extensions) -> bool:
        """Return whether its code uses these extensions."""
        if extensions.accelerator and extensions.aes_unit:
            return self.is_aes and extensions.accelerator.has_key(8 * self.key)
        return extensions.runs in ("none", *self.uses) or (extensions.engine and not self.missing_in(extensions))

    def missing_in(self, extensions: Extensions) -> str:
        """Return why the engine of an extension set does not have the algorithm; "" if it has, or the set has no
        engine.
        """
        if not extensions.engine:
            return ""
        if not self.engine:
            return f"the engine does not have {self.name}"
        options = dict(extensions.accelerator.options if extensions.accelerator else ())
        option = engine_options.lacking(self.of_units, options)
        return f"an engine with {option} lacks {self.name}" if option else ""

    @property
    def has_ad(self) -> bool:
        """Return whether calls have associated data or a customization string."""
        return self.kind == "aead" or "customization" in self.features

    def longest(self, length: int) -> int:
        """Return the longest message length of at most `length` bytes that the algorithm accepts."""
        return length - length % 16 if "blocks" in self.features else length


@cache
def algorithms() -> dict[str, Algorithm]:
    """Return the algorithms by name. UsageError for a wrong entry of a plug-in."""
    by_name = {name: construct(Algorithm, FILE, name, entry) for name, entry in entries(FILE).items()}
    for name in (name for plugin in plugins.selected() for name in plugin.entries(FILE)):
        if by_name[name].kind not in OPERATIONS:
            raise UsageError(f"{place(FILE, name)}: kind must be one of: {', '.join(OPERATIONS)}")
        if not by_name[name].header:
            raise UsageError(f"{place(FILE, name)} lacks: header, the file of lib/include that declares it")
    for name, known in by_name.items():
        if known.engine_jobs:
            choose(f"algorithm of the engine in {place(FILE, name)}", known.engine_jobs, units.algorithms())
    return by_name


def select_algorithms(names: list[str]) -> list[str]:
    """Return the names of the selected algorithms, each once, in the order of selection. Each of `names` is an
    algorithm, a kind, a shell pattern such as ``aes-*-gcm``, or "all". Without names: the default algorithms.
    """
    known = algorithms()
    if not names:
        return [name for name, algorithm in known.items() if algorithm.default]
    chosen: dict[str, None] = {}
    for name in names:
        matching = [n for n, a in known.items() if name in ("all", a.kind) or fnmatch.fnmatchcase(n, name)]
        if not matching:
            raise UsageError(unknown("algorithm", name, [*known, *OPERATIONS, "all"]))
        chosen |= dict.fromkeys(matching)
    return list(chosen)
