# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Bounds of the AEAD engine."""

from functools import cache

from vambrace.config.load import load


@cache
def engine_bounds() -> dict[str, dict[str, int]]:
    """Cycles of the AEAD engine for a block of each algorithm that it has."""
    units: dict[str, dict[str, int]] = load("engine.toml")["units"]
    return units


def engine_withheld() -> int:
    """Bytes of plaintext that it withholds at once; of more it reads the message twice."""
    withheld: int = load("engine.toml")["withheld"]
    return withheld
