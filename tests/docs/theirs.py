# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Pages of papers with and without the column of the papers' own programs, which depends on whether these were run:
the rest of two pages is compared."""

import re

from vambrace.view.paper_table import REFUSES, THEIRS

_MARK = re.compile(r" \([a-z](?:,[a-z])*\)")
_NOTE = re.compile(r"^- \([a-z]\) ")


def missing(first: str, other: str) -> bool:
    """Return whether only the other page has the column."""
    return THEIRS in other and THEIRS not in first


def without(page: str) -> str:
    """Return a page without that column, its notes, and the marks of notes, which depend on their number."""
    lines, column = [], 0
    for line in page.split("\n"):
        cells = line.split(" | ") if line.startswith("| ") else []
        if cells and not lines[-1].startswith("|"):
            column = cells.index(THEIRS) if THEIRS in cells else 0
        if column and cells:
            del cells[column]
        if not line.startswith(f"- {THEIRS}:") and REFUSES not in line:
            lines.append(_MARK.sub("", " | ".join(cells)) if cells else _NOTE.sub("- ", line))
    return "\n".join(lines)
