# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Models of a few files with the assertions of rtl/assert: rtl.core_files has them for whole core files."""

from __future__ import annotations

from pathlib import Path

from vambrace.base.paths import root
from vambrace.hardware import rtl

#: The checkers, and their source files.
CHECKERS = tuple(
    file
    for name in ("vmb_assert", "vmb_bus_checks")
    for file in rtl.core_files(root() / "rtl" / "assert" / f"{name}.core")
)

#: The modules that bind them to couplings and to cipher units; without the module nothing is bound.
_BINDS = (
    *sorted((root() / "rtl" / "couple").glob("*_bind.sv")),
    *rtl.own_files(root() / "rtl" / "assert" / "vmb_unit_checks.core"),
)


def checked(*files: Path) -> tuple[Path, ...]:
    """Files of rtl/couple, or of a cipher unit, with the checkers of their protocols."""
    return tuple(dict.fromkeys((*CHECKERS, *files, *_BINDS)))
