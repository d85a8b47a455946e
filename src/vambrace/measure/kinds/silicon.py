# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""What kinds share that are of synthesised points and blocks."""

from collections.abc import Mapping
from typing import Any

#: The library of cells that is taken where none is named.
CELLS = "osu018_stdcells"


def other_cells(configuration: Mapping[str, Any]) -> list[str]:
    """The library of a record, where it is not the default one."""
    name = configuration.get("liberty", configuration.get("library"))
    return [] if name == CELLS else [f"cells of {name}"]


def options(configuration: Mapping[str, Any]) -> list[str]:
    """The option that names the library of a record, where it is not the default one."""
    return [f"--liberty {name.removeprefix('cells of ')}.lib" for name in other_cells(configuration)]
