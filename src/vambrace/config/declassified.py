# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Values that the library declares public although they depend on secrets."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from vambrace.config.load import entries


@dataclass(frozen=True)
class Declassified:
    """A function with a public result; inside it, no timing may depend on a secret."""

    name: str
    file: str
    result: str


@cache
def declassified() -> dict[str, Declassified]:
    return {name: Declassified(name, **entry) for name, entry in entries("declassified.toml").items()}
