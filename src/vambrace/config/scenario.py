# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Scenarios: shapes of messages."""

from dataclasses import dataclass
from functools import cache

from vambrace.config.load import load


@dataclass(frozen=True)
class Scenario:
    name: str
    title: str
    ad: int
    message: int


@cache
def scenarios() -> dict[str, Scenario]:
    return {name: Scenario(name=name, **value) for name, value in load("scenarios.toml").items()}
