# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""FPGA boards."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from vambrace.base.errors import choose
from vambrace.config.load import construct, entries

FILE = "boards.toml"


@dataclass(frozen=True)
class Board:
    """An entry of configs/boards.toml, which documents the fields."""

    name: str
    title: str
    top: str
    family: str
    device: tuple[str, ...]
    price: int
    clock: int
    ram: int
    point: str
    resources: Mapping[str, int] = field(hash=False)
    port: str
    input: Mapping[str, Any] = field(hash=False)
    pins: Mapping[str, tuple[str, ...]] = field(hash=False)
    source: str

    @property
    def mhz(self) -> float:
        """Return the clock of the system in megahertz."""
        return self.clock / 1e6


@cache
def boards() -> dict[str, Board]:
    """Return all boards by name."""
    return {name: construct(Board, FILE, name, entry) for name, entry in entries(FILE).items()}


def board(name: str) -> Board:
    """Return the board with this name. Raise UsageError if there is none."""
    return boards()[choose("board", name, boards(), "vambrace board --list")]
