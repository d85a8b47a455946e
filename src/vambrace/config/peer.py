# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Peers: other libraries that ours is compared with."""

import fnmatch
from dataclasses import dataclass, field
from functools import cache

from vambrace.config.load import entries


@dataclass(frozen=True)
class Peer:
    """Another library, and the package that contains its sources (configs/peers.toml)."""

    name: str
    title: str
    version: str
    kind: str  # sdist or crate
    package: str
    package_version: str
    sha256: str
    folder: str
    keep: tuple[str, ...]
    includes: tuple[str, ...]
    macros: tuple[str, ...]
    sources: tuple[str, ...]
    not_constant_time: tuple[str, ...]
    algorithms: dict[str, str] = field(hash=False)
    replaced: dict[str, str] = field(hash=False, default_factory=dict)
    flags: tuple[str, ...] = ()  # more flags for the compiler, from the command line

    def constant_time(self, algorithm: str) -> bool:
        """Return whether the peer computes an algorithm without table lookups that depend on secrets."""
        return not any(fnmatch.fnmatchcase(algorithm, p) for p in self.not_constant_time)


@cache
def peers() -> dict[str, Peer]:
    return {name: Peer(name=name, **entry) for name, entry in entries("peers.toml").items()}
