# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The cases of a list, made once for the same code, configuration, packages and seed: reading them again takes a tenth
of the time."""

from __future__ import annotations

import pickle
import sys
from functools import cache, lru_cache
from importlib.metadata import version
from itertools import islice

from tests.aead.cases import SEED, Case
from tests.aead.catalogue import lists
from vambrace.base import code, memo, store
from vambrace.base.paths import root

#: The sources of the expected results and of the official vectors.
PACKAGES = ("ascon", "cryptography", "cryptography_vectors", "fast_ascon")


@cache
def _surroundings() -> str:
    """The hash of what all lists depend on besides their code."""
    return store.digest(
        SEED,
        sys.version,
        [version(name) for name in PACKAGES],
        store.digest_files(sorted((root() / "configs").rglob("*.toml"))),
    )


@cache
def _code(module: str) -> str:
    return code.digest(module)


def key(name: str, algorithm: str, short: bool) -> str:
    """The hash of all that the cases depend on."""
    first = lists()[name]
    return store.digest("cases", _code(first.make.__module__), _surroundings(), name, first.short, algorithm, short)


@lru_cache(maxsize=64)
def cases(name: str, algorithm: str, short: bool) -> list[Case]:
    """A whole list, or the cases that the short run uses instead."""

    def make() -> memo.Files:
        first = lists()[name]
        return {"cases": pickle.dumps(list(islice(first.make(algorithm), first.short if short else None)))}

    return pickle.loads(memo.recall(key(name, algorithm, short), make)["cases"])
