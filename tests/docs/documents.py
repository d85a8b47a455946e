# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The commands of README.md and docs/user, and what the documents say that these print.

A block ``sh`` is commands. In a block ``console`` lines that begin with ``$ `` are commands, and those below one what
it prints. Words in backquotes are a command where they begin with the name of a program and have arguments. Comments
of HTML say what cannot be seen from that, each on a line of its own:

| comment | says |
| --- | --- |
| ``not run: `PREFIX`: REASON`` | the commands of this document that begin so are not run |
| ``before: COMMAND`` | this is run before any command of this document, for the files that they read |
| ``printed by: COMMAND`` | the lines of the table or block below are among those that it prints |
| ``figures of: COMMAND; COLUMN, COLUMN`` | each number in these columns of the table below is one that it prints |
| ``varies: WORD WORD`` | the block below prints something else instead of these words |
| ``says: COMMAND; FIGURE; FIGURE`` | the paragraph below has these figures, which the command prints |
| ``file: PATH`` | the block below is a file of the reader, written before the commands below it are run |
| ``not compared: REASON`` | the figures of the table or paragraph below are compared with nothing here |

unmarked.py finds figures that have no comment.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from vambrace.base.paths import root

PROGRAMS = ("vambrace", "make", "cmake", "riscv64-unknown-elf-gcc")

#: The kinds of blocks. Commands are in the first two.
LANGUAGES = ("sh", "console", "c", "make", "python", "systemverilog", "text", "toml", "yaml")

NUMBER = re.compile(r"\d+(?:,\d{3})*(?:\.\d+)?")

#: Comments that may be above a paragraph.
OF_PARAGRAPHS = ("says", "not compared")

_COMMENT = re.compile(r"<!-- (not run|before|printed by|figures of|varies|says|file|not compared): (.*) -->")


@dataclass
class Command:
    """`output`: the lines that the document claims it prints, or None without a claim."""

    text: str
    line: int
    output: list[str] | None = None

    @property
    def is_usage(self) -> bool:
        """Return whether it represents many: with placeholders, or optional options."""
        return bool(re.search(r"\[|\.\.\.", self.text)) or any(
            w.isupper() and len(w) > 1 and w[0] != "-" for w in self.text.split()
        )

    @property
    def is_name(self) -> bool:
        """Return whether it is only the name of a command."""
        return bool(re.fullmatch(r"vambrace( study| test)? [a-z0-9]+", self.text))


@dataclass
class Block:
    """A block between fences; `words`, on the line of the first fence, describe it."""

    language: str
    line: int
    text: list[str]
    varies: list[str] = field(default_factory=list)
    file: str = ""  # its name, if the block is a file of the reader

    @property
    def commands(self) -> list[Command]:
        if self.language == "sh":
            joined = re.sub(r"\\\n\s*", "", "\n".join(self.text)).split("\n")
            return [Command(re.sub(r"\s+# .*", "", t).strip(), self.line) for t in joined if t.strip()]
        results: list[Command] = []
        for text in self.text if self.language == "console" else ():
            if text.startswith("$ "):
                results.append(Command(re.sub(r"\s+# .*", "", text[2:]).strip(), self.line, []))
            else:
                results[-1].output.append(text)  # type: ignore[union-attr]
        return results


@dataclass
class Table:
    """The lines below a comment `printed by` or `figures of`; for the latter, the columns that it names."""

    command: Command
    lines: list[str]
    columns: list[str] = field(default_factory=list)

    @property
    def places(self) -> list[int]:
        """Return the positions of the columns in a row."""
        return [cells(self.lines[0]).index(column) for column in self.columns]

    @property
    def figures(self) -> list[str]:
        """Return the numbers in the columns."""
        rows = [cells(row) for row in self.lines[2:]]
        return [n for row in rows for place in self.places for n in NUMBER.findall(row[place])]


@dataclass
class Said:
    """Figures of a paragraph, whose first line is that of the command."""

    command: Command
    text: str
    figures: list[str]


def cells(row: str) -> list[str]:
    """Return the cells of a row of a Markdown table."""
    return [cell.strip() for cell in row.strip().removeprefix("|").removesuffix("|").split("|")]


@dataclass
class Document:
    path: Path
    blocks: list[Block] = field(default_factory=list)
    inline: list[Command] = field(default_factory=list)
    printed: list[Table] = field(default_factory=list)
    figures: list[Table] = field(default_factory=list)
    before: list[str] = field(default_factory=list)
    left_out: list[tuple[str, str]] = field(default_factory=list)  # how commands begin, and why
    said: list[Said] = field(default_factory=list)
    uncompared: dict[int, str] = field(default_factory=dict)  # the first line of a table or paragraph, and why

    @property
    def name(self) -> str:
        return str(self.path.relative_to(root()))

    @property
    def commands(self) -> list[Command]:
        tables = [t.command for t in [*self.printed, *self.figures, *self.said]]
        return [c for b in self.blocks for c in b.commands] + self.inline + tables

    def reason(self, command: Command) -> str | None:
        """Return why a command is not run; None if it is."""
        return next((why for prefix, why in self.left_out if command.text.startswith(prefix)), None)


def _spans(prose: list[tuple[int, str]]) -> list[Command]:
    """Yield the commands in backquotes. In a table row a word in backquotes extends the command before it: ``vambrace
    study ciphers`` and ``ascon64``.
    """
    results = []
    text = "\n".join(line for _, line in prose)
    for match in re.finditer(r"`([^`]+)`", text):
        number = prose[text[: match.start()].count("\n")][0]
        words = " ".join(match[1].replace("\\|", "|").split())
        row = text[text.rfind("\n", 0, match.start()) + 1 : match.start()]
        if re.match(rf"({'|'.join(PROGRAMS)}) ", words):
            results.append(Command(words, number))
        elif re.match(r"\| *`vambrace ", row) and row.count("|") == 1 + row.count("\\|") and results:
            before = results[-1].text.split()
            group = before[:2] if before[1] == "study" else before[:1]
            results.append(Command(" ".join([*group, words]), number))
    return results


def _figures(note: str, number: int, table: list[str]) -> Table:
    """A table and the command of its note, with the columns that the note names."""
    text, _, columns = note.rpartition("; ")
    return Table(Command(text, number), table, columns.split(", "))


def _said(note: str, number: int, text: str) -> Said:
    """The figures of a note, which must be in its paragraph."""
    command, *figures = note.split("; ")
    missing = set(figures) - set(NUMBER.findall(text))
    assert figures and not missing, f"{number}: the paragraph does not have {', '.join(missing) or 'any figure'}"
    return Said(Command(command, number), text, figures)


def read(path: Path) -> Document:
    actual = Document(path)
    prose: list[tuple[int, str]] = []
    notes: list[tuple[str, str]] = []
    lines = path.read_text().split("\n")
    at = 0
    while at < len(lines):
        line, number = lines[at], at + 1
        if match := _COMMENT.fullmatch(line):
            if match[1] == "not run":
                prefix, why = re.fullmatch(r"`(.+?)`: (.+)", match[2]).groups()  # type: ignore[union-attr]
                actual.left_out.append((prefix, why))
            elif match[1] == "before":
                actual.before.append(match[2])
            else:
                notes.append((match[1], match[2]))
        elif line.startswith("```"):
            end = lines.index("```", at + 1)
            block = Block(line[3:], number, lines[at + 1 : end])
            block.varies = [word for kind, words in notes if kind == "varies" for word in words.split()]
            block.file = next((name for kind, name in notes if kind == "file"), "")
            actual.blocks.append(block)
            actual.printed += [Table(Command(c, number + 1), block.text) for kind, c in notes if kind == "printed by"]
            notes, at = [], end
        elif notes and line and not line.startswith("|") and all(kind in OF_PARAGRAPHS for kind, _ in notes):
            end = next((i for i in range(at, len(lines)) if not lines[i]), len(lines))
            actual.said += [_said(words, number, " ".join(lines[at:end])) for kind, words in notes if kind == "says"]
            actual.uncompared.update((number, why) for kind, why in notes if kind == "not compared")
            prose += [(i + 1, lines[i]) for i in range(at, end)]
            notes, at = [], end - 1
        elif notes and line.startswith("|"):
            end = next(i for i in range(at, len(lines)) if not lines[i].startswith("|"))
            actual.printed += [Table(Command(c, number), lines[at:end]) for kind, c in notes if kind == "printed by"]
            actual.figures += [_figures(c, number, lines[at:end]) for kind, c in notes if kind == "figures of"]
            actual.uncompared.update((number, why) for kind, why in notes if kind == "not compared")
            prose += [(i + 1, lines[i]) for i in range(at, end)]
            notes, at = [], end - 1
        else:
            assert not notes or not line, f"{path.name}:{number}: {notes[0][0]} belongs above a table or a block"
            prose.append((number, line))
        at += 1
    actual.inline = _spans(prose)
    return actual


@cache
def documents() -> list[Document]:
    return [read(p) for p in [root() / "README.md", *sorted((root() / "docs" / "user").rglob("*.md"))]]
