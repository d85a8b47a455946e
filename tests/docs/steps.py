# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The commands of a document in the order of execution, each with the output that the document shows."""

from __future__ import annotations

from dataclasses import dataclass, field

from tests.docs import documents as docs
from vambrace.base.paths import root

#: Pages that `vambrace paper NAME --markdown` writes completely.
PAPERS = root() / "docs" / "user" / "papers"


@dataclass
class Step:
    """A command, its block, and the tables whose lines or columns the document attributes to it."""

    command: docs.Command
    block: docs.Block | None = None
    lines: list[docs.Table] = field(default_factory=list)
    figures: list[docs.Table] = field(default_factory=list)
    said: list[docs.Said] = field(default_factory=list)
    files: list[docs.Block] = field(default_factory=list)  # of the reader, above the command

    @property
    def is_stated(self) -> bool:
        """Return whether the document states any of its output, or shows a file that it writes to docs/."""
        return bool(self.command.output or self.lines or self.figures or self.said) or " docs/" in self.command.text


def is_page(document: docs.Document) -> bool:
    """Return whether a command writes the document completely."""
    return document.path.parent == PAPERS


def page_command(document: docs.Document) -> str:
    return f"vambrace paper {document.path.stem} --markdown"


def is_quick(command: docs.Command) -> bool:
    """Return whether a command measures and builds nothing."""
    words = command.text.split()
    if command.is_usage or words[0] != "vambrace" or "|" in words or "--install" in words:
        return False
    return {"--list", "--help", "--cached", "--version"} & set(words) != set() or command.text in (
        "vambrace points",
        "vambrace doctor",
        "vambrace paper",
    )


def steps(document: docs.Document) -> list[Step]:
    """What is run of a document: the commands of blocks, those in the prose that are whole, and those of tables. The
    quick ones among them run in test_documents.py, the others in test_documents_run.py."""
    steps_by_command: dict[str, Step] = {}
    for block in document.blocks:
        for command in block.commands:
            files = [b for b in document.blocks if b.file and b.line < block.line]
            steps_by_command.setdefault(command.text, Step(command, block, files=files))
    for command in document.inline:
        if not (command.is_usage or command.is_name):
            steps_by_command.setdefault(command.text, Step(command))
    for table in document.printed:
        steps_by_command.setdefault(table.command.text, Step(table.command)).lines.append(table)
    for table in document.figures:
        steps_by_command.setdefault(table.command.text, Step(table.command)).figures.append(table)
    for paragraph in document.said:
        steps_by_command.setdefault(paragraph.command.text, Step(paragraph.command)).said.append(paragraph)
    return [s for s in steps_by_command.values() if document.reason(s.command) is None]
