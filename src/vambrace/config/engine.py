# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Bounds of the AEAD engine."""

from functools import cache

from vambrace.config.load import load


@cache
def engine_bounds() -> dict[str, dict[str, int]]:
    """Cycles of the AEAD engine for one block, by algorithm."""
    units: dict[str, dict[str, int]] = load("engine.toml")["units"]
    return units


def engine_withheld() -> int:
    """Bytes of plaintext that fit into its buffer; it reads longer messages twice."""
    withheld: int = load("engine.toml")["withheld"]
    return withheld
