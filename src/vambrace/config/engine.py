# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Bounds of the AEAD engine."""

from functools import cache

from vambrace.config import units
from vambrace.config.load import load


@cache
def engine_bounds() -> dict[str, dict[str, int]]:
    """By algorithm: the bytes of a block, and the cycles of the engine for one."""
    return {
        name: {"block": choice.algorithm.block, "cycles": choice.cycles} for name, choice in units.algorithms().items()
    }


def engine_withheld() -> int:
    """Bytes of plaintext that fit into its buffer; it reads longer messages twice."""
    withheld: int = load("engine.toml")["withheld"]
    return withheld
