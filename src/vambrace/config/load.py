# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The files of configs/."""

import tomllib
from typing import Any

from vambrace.base.paths import root


def load(name: str) -> dict[str, Any]:
    """Return the contents of a file of configs/."""
    return tomllib.loads((root() / "configs" / name).read_text())


def entries(name: str) -> dict[str, dict[str, Any]]:
    """Return the tables of a file of configs/ by name, with arrays as tuples."""
    return {
        key: {field: tuple(value) if isinstance(value, list) else value for field, value in table.items()}
        for key, table in load(name).items()
    }
