# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Figures of a document that nothing here compares and that no comment excuses (documents.py has the comments)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tests.docs.documents import NUMBER, Document, cells

#: Units of measured figures.
UNIT = r"(?:cycles?|kGE|µJ|nJ|MHz|LUTs?|ns|loops|times)\b|%"
MEASURED = re.compile(rf"{NUMBER.pattern}[ -]?(?:{UNIT})|\d\.\d+x")


def blocks(document: Document) -> list[int]:
    """Yield the lines of blocks with commands that are not run, because the block is not marked as commands."""
    return [b.line for b in document.blocks if b.language == "text" and any(t.startswith("$ ") for t in b.text)]


def tables(document: Document) -> list[int]:
    """Yield the lines of tables with figures that are not compared, without a reason."""
    marked = {t.command.line for t in [*document.printed, *document.figures]} | set(document.uncompared)
    return [
        number for number, lines in _groups(document) if lines[0][0] == "|" and number not in marked and _has(lines)
    ]


def paragraphs(document: Document) -> list[int]:
    """Yield the lines of paragraphs with such figures."""
    marked = {s.command.line for s in document.said} | set(document.uncompared)
    return [
        number
        for number, lines in _groups(document)
        if lines[0][0] != "|" and number not in marked and MEASURED.search(" ".join(lines))
    ]


def _has(table: list[str]) -> bool:
    """Return whether a cell after the first column is a number, with or without a unit."""
    rows = [cells(row) for row in table[2:]]
    return any(re.fullmatch(rf"[-+]?{NUMBER.pattern}(?: ?(?:{UNIT}|x|of .*))?", c) for row in rows for c in row[1:])


def _groups(document: Document) -> Iterator[tuple[int, list[str]]]:
    """Yield the tables and paragraphs outside of blocks, each with its first line."""
    inside, group, first = False, [], 0
    for number, line in enumerate([*document.path.read_text().split("\n"), ""], 1):
        fence = line.startswith("```")
        ends = (
            not line
            or fence
            or inside
            or line.startswith("<!--")
            or (group and (group[-1][0] == "|") != (line[0] == "|"))
        )
        if ends and group:
            yield first, group
            group = []
        inside ^= fence
        if line and not (fence or inside or line.startswith(("<!--", "#"))):
            first = first if group else number
            group.append(line)
