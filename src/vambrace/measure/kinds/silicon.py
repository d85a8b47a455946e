# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Parts of the kinds of synthesised points and blocks."""

from collections.abc import Mapping
from typing import Any

#: The default cell library.
CELLS = "osu018_stdcells"


def other_cells(configuration: Mapping[str, Any]) -> list[str]:
    """Return the words for a record's cell library; empty if it is the default."""
    name = configuration.get("liberty", configuration.get("library"))
    return [] if name == CELLS else [f"cells of {name}"]


def options(configuration: Mapping[str, Any]) -> list[str]:
    """Return the option for a record's cell library; empty if it is the default."""
    return [f"--liberty {name.removeprefix('cells of ')}.lib" for name in other_cells(configuration)]
