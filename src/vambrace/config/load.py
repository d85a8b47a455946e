# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The files of configs/."""

import tomllib

from vambrace.base.paths import root


def load(name: str) -> dict:
    """Return what a file of configs/ holds."""
    return tomllib.loads((root() / "configs" / name).read_text())
