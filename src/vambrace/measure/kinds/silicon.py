# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""What kinds share that are of synthesised points and blocks."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from vambrace import config
from vambrace.base import memo
from vambrace.results.kind import Selector
from vambrace.silicon import parts

#: The library of cells that is taken where none is named.
CELLS = "osu018_stdcells"


def cells(liberty: Path | None) -> str:
    """The identity of a library of cells: the hash of its file, "" of the default one, whose version an origin
    has."""
    return memo.content(liberty) if liberty else ""


def other_cells(configuration: Mapping[str, Any]) -> list[str]:
    """The library of a record, where it is not the default one."""
    name = configuration.get("liberty", configuration.get("library"))
    return [] if name == CELLS else [f"cells of {name}"]


def options(configuration: Mapping[str, Any]) -> list[str]:
    """The option that names the library of a record, where it is not the default one."""
    return [f"--liberty {name.removeprefix('cells of ')}.lib" for name in other_cells(configuration)]


def subject(selector: Selector, point: str) -> parts.Subject:
    """The point or the block of a selector."""
    return parts.of_point(config.point(point)) if point else parts.blocks()[selector.block]


def seconds(subject: parts.Subject) -> float:
    """A generated core takes minutes."""
    generated = any(part.generated for part in subject.parts)
    return 300 if generated else 45 * len(subject.parts)
