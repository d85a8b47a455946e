# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Scenarios: the lengths of a message and its associated data, in bytes."""

from dataclasses import dataclass
from functools import cache

from vambrace.config.load import entries


@dataclass(frozen=True)
class Scenario:
    name: str
    title: str
    ad: int
    message: int
    #: Where buffers lie that are not aligned: the name of each, and its address modulo 4.
    offsets: tuple[tuple[str, int], ...] = ()


@cache
def scenarios() -> dict[str, Scenario]:
    return {name: Scenario(name=name, **entry) for name, entry in entries("scenarios.toml").items()}
