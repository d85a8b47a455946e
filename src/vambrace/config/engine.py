# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Lower bounds of the AEAD engine."""

from functools import cache

from vambrace.config import units
from vambrace.config.load import load


@cache
def engine_bounds() -> dict[str, dict[str, int]]:
    """Return, by algorithm, the bytes of a block and the engine's cycles per block."""
    return {
        name: {"block": choice.algorithm.block, "cycles": choice.cycles} for name, choice in units.algorithms().items()
    }


def engine_withheld() -> int:
    """Return the size of the unverified plaintext buffer in bytes; the engine reads longer messages twice."""
    withheld: int = load("engine.toml")["withheld"]
    return withheld
