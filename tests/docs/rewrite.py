# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Updates a document to the output of a command.

| in the document | becomes |
| --- | --- |
| output in a block ``console`` | all that is printed; words that vary stay |
| the table below ``printed by`` | the printed table with the same columns, and the most rows and cells in common |
| a number in a column of ``figures of`` | that of the printed cell in the row and in the column of the same name |

The name of a row is its cells on the left, before the first column that is aligned to the right, each up to a comma or
a colon: "zbkb, rotates in one cycle" is the printed row "zbkb". An empty cell is that of the row above. A column of
another name is the printed one that it ends with, or that ends with it: "over bare" is "core over bare". What has no
such place is returned in words, and nothing is guessed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import zip_longest

from tests.docs import scratch
from tests.docs.documents import NUMBER, Block, Command, Table, cells
from tests.docs.steps import Step


@dataclass
class Edit:
    """Lines that replace others, the first of which is `line` of the document, counted from 1."""

    line: int
    old: list[str]
    new: list[str]

    def differences(self) -> Iterator[str]:
        """Return a description of the change: the cells of a row of a table, or the lines."""
        for number, (old, new) in enumerate(zip_longest(self.old, self.new, fillvalue=""), self.line):
            before, after = cells(old), cells(new)
            if old == new:
                continue
            if len(before) == len(after) > 1 and before[0] == after[0]:
                pairs = zip(before, after, strict=True)
                yield f"{number}: {before[0]}: " + "; ".join(f"{a or '-'} → {b or '-'}" for a, b in pairs if a != b)
            else:
                yield f"{number}: {old or '(nothing)'} → {new or '(nothing)'}"


@dataclass
class Change:
    edits: list[Edit] = field(default_factory=list)
    unplaced: list[str] = field(default_factory=list)

    @property
    def stale(self) -> list[str]:
        """Return all parts of the document that differ from the output."""
        return [line for edit in self.edits for line in edit.differences()] + self.unplaced

    def gone(self, printed: str) -> set[str]:
        """Return figures of three digits or more that are removed from a line and occur nowhere in the output."""
        pairs = [pair for edit in self.edits for pair in zip_longest(edit.old, edit.new, fillvalue="")]
        old = {n for before, after in pairs for n in set(NUMBER.findall(before)) - set(NUMBER.findall(after))}
        return {n for n in old - set(NUMBER.findall(printed)) if sum(c.isdigit() for c in n) >= 3}

    def of(self, text: str) -> str:
        """Return the document's text with all edits."""
        lines = text.split("\n")
        for edit in sorted(self.edits, key=lambda e: -e.line):
            at = edit.line - 1
            assert lines[at : at + len(edit.old)] == edit.old, f"line {edit.line} is not what it was"
            lines[at : at + len(edit.old)] = edit.new
        return "\n".join(lines)


def mentions(text: str, figures: set[str]) -> Iterator[tuple[int, str]]:
    """Return the lines of a document that have one of these figures, counted from 1."""
    for number, line in enumerate(text.split("\n"), 1):
        if figures & set(NUMBER.findall(line)):
            yield number, line


def change(step: Step, printed: str) -> Change:
    """Return the required changes to the document of this step; none if the tests pass."""
    result = Change()
    if not scratch.is_current(step.command, step.block, printed) and step.block:
        _console(step.command, step.block, printed, result)
    for table in step.lines:
        if scratch.missing(table.lines, printed):
            _table(table, printed, result)
    for table in step.figures:
        _figures(table, printed, result)
    for paragraph in step.said:
        result.unplaced += [f"{f} is not printed" for f in scratch.unprinted(paragraph.figures, printed)]
    return result


def _console(command: Command, block: Block, printed: str, change: Change) -> None:
    at = next(i for i, line in enumerate(block.text) if re.sub(r"\s+# .*", "", line[2:]).strip() == command.text)
    old, new = command.output or [], printed.rstrip("\n")
    before, after = "\n".join(old).split(), new.split()
    for word in block.varies:
        if word not in before:
            continue
        place = before.index(word)
        if len(before) == len(after) and _around(before, place) & _around(after, place):
            parts = re.split(r"(\s+)", new.lstrip())
            parts[2 * place] = word
            new = "".join(parts)
        else:
            change.unplaced.append(f'"{word}" varies, and there are other words around it now')
    change.edits.append(Edit(block.line + 1 + at + 1, old, new.split("\n")))


def _around(words: list[str], place: int) -> set[tuple[int, str]]:
    """Return the words before and after it."""
    return {(i, words[i]) for i in (place - 1, place + 1) if 0 <= i < len(words)}


def tables(printed: str) -> list[list[str]]:
    """Return the Markdown tables in the output."""
    groups = re.findall(r"(?:^\|.*\n?)+", printed, re.MULTILINE)
    return [g.strip("\n").split("\n") for g in groups]


def _table(table: Table, printed: str, change: Change) -> None:
    head = cells(table.lines[0])
    same = [t for t in tables(printed) if cells(t[0]) == head]
    if not same:
        change.unplaced.append(f"no table with the columns {', '.join(head)} is printed")
        return

    def likeness(other: list[str]) -> tuple[int, int]:
        ours, theirs = _by_name(table.lines), _by_name(other)
        pairs = [(ours[name], theirs[name]) for name in ours.keys() & theirs.keys()]
        return -len(ours.keys() ^ theirs.keys()), sum(a == b for x, y in pairs for a, b in zip(x, y, strict=True))

    change.edits.append(Edit(table.command.line, table.lines, max(same, key=likeness)))


def _by_name(lines: list[str]) -> dict[tuple[str, ...], list[str]]:
    """Return the rows of a table by name: the columns at the left are names, the others are at the right."""
    names = next((i for i, rule in enumerate(cells(lines[1])) if rule.startswith("-")), 1)
    rows = [cells(line) for line in lines[2:]]
    return {tuple(cell.rstrip("* ") for cell in row[:names]): row for row in rows}


def _figures(table: Table, printed: str, change: Change) -> None:
    new = list(table.lines)
    every = [row for shown in tables(printed) for row in _rows(shown)]
    for i, (name, row) in enumerate(_rows(table.lines), 2):
        parts = table.lines[i].split("|")
        for place, column in zip(table.places, table.columns, strict=True):
            figures = NUMBER.findall(row[column])
            cells = [cell for other, theirs in every if other == name and (cell := _cell(theirs, column)) is not None]
            theirs = NUMBER.findall(cells[0]) if len(cells) == 1 else []
            if 0 < len(theirs) <= len(figures):
                parts[place + 1] = f" {_with(row[column], cells[0])} "
                figures = figures[len(theirs) :]
            if gone := scratch.unprinted(figures, printed):
                change.unplaced.append(f"{' '.join(name)}, {column}: {' '.join(gone)} is not printed")
        new[i] = "|".join(parts)
    if new != table.lines:
        change.edits.append(Edit(table.command.line, table.lines, new))


def _rows(lines: list[str]) -> Iterator[tuple[tuple[str, ...], dict[str, str]]]:
    """Return the rows of a table, each with its name and its cells by column."""
    head = cells(lines[0])
    width = next((i for i, rule in enumerate(cells(lines[1])) if rule.endswith(":")), 1)
    above: tuple[str, ...] = ("",) * width
    for line in lines[2:]:
        row = cells(line)
        own = [re.split("[,:]", cell)[0].strip("`* ") for cell in row[:width]]
        above = tuple(cell or old for cell, old in zip(own, above, strict=True))
        yield above, dict(zip(head, row, strict=True))


def _cell(row: dict[str, str], column: str) -> str | None:
    """Return the cell of a printed row in the document's column; None unless exactly one column has such a name."""
    if column in row:
        return row[column]
    like = [cell for name, cell in row.items() if name.endswith(column) or column.endswith(name)]
    return like[0] if len(like) == 1 else None


def _with(cell: str, printed: str) -> str:
    """Return a cell of the document with the printed figures, and with their signs if they have any."""
    figures = iter(re.findall(rf"[-+]?{NUMBER.pattern}", printed))
    return re.sub(rf"[-+]?{NUMBER.pattern}", lambda old: next(figures, old[0]), cell)
