# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Scenarios: the lengths of a message and its associated data, in bytes, and their placement."""

from dataclasses import dataclass
from functools import cache

from vambrace.config.load import construct, entries


@dataclass(frozen=True)
class Scenario:
    name: str
    title: str
    ad: int
    message: int
    #: Whether associated data, message and tag are contiguous, starting at a word, and the output replaces the message.
    #: Otherwise each buffer starts at a word.
    frame: bool = False
    #: The placement of unaligned buffers: the name of each, and its address modulo 4.
    offsets: tuple[tuple[str, int], ...] = ()


@cache
def scenarios() -> dict[str, Scenario]:
    return {
        name: construct(Scenario, "scenarios.toml", name, entry) for name, entry in entries("scenarios.toml").items()
    }


def packets() -> dict[str, Scenario]:
    """Return the scenarios whose buffers each start at a word."""
    return {name: scenario for name, scenario in scenarios().items() if not scenario.frame}
