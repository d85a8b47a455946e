# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Plain text as Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

_SPECIAL = re.compile(r"([\\*_<>\[\]{}$#~])")


def escaped(text: str) -> str:
    """Return text in which only backquotes keep their meaning."""
    parts = re.split(r"(`[^`]*`)", text)
    return "".join(part if part.startswith("`") else _SPECIAL.sub(r"\\\1", part) for part in parts)


def code(text: str) -> str:
    """Return text as code."""
    return f"`{text}`"


def terms(entries: Iterable[tuple[str, str]]) -> str:
    """Return a list of terms, which are Markdown, with their meanings, which are plain text."""
    return "\n".join(
        f"{term}\n: {escaped(' '.join(meaning.split())) or '(no description)'}\n" for term, meaning in entries
    )


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table; cells are Markdown."""
    lines = [list(head), ["---"] * len(head), *map(list, rows)]
    return "".join(f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in line)} |\n" for line in lines)
