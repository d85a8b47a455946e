# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The steps of additions to the project: configs/additions.toml, which documents the fields."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from vambrace.config.load import load


@dataclass(frozen=True)
class Step:
    """A file, or a file pattern, that an addition needs, and a regular expression for its text."""

    file: str
    what: str
    text: str = ""

    def is_done(self, folder: Path, words: dict[str, str]) -> bool:
        """Return whether a file below a folder satisfies this step; `words` replace the texts in braces."""
        pattern = re.compile(_filled(self.text, {k: re.escape(v) for k, v in words.items()}), re.MULTILINE)
        files = (path for path in folder.glob(_filled(self.file, words)) if path.is_file())
        return any(not self.text or pattern.search(path.read_text(encoding="utf-8")) for path in files)


@dataclass(frozen=True)
class Addition:
    """A kind of addition."""

    title: str
    guide: str
    examples: tuple[str, ...]
    steps: tuple[Step, ...]
    names: tuple[tuple[str, str, str], ...] = ()  # a word, a regular expression for the name, its replacement

    def words(self, name: str) -> dict[str, str]:
        """Return the replacements of the braces in the steps."""
        own = {word: re.sub(find, put, name) for word, find, put in self.names}
        return {"name": name, "Name": name[:1].upper() + name[1:], "NAME": name.upper().replace("-", "_"), **own}

    def missing(self, name: str, folder: Path) -> list[tuple[str, str]]:
        """Return the missing steps of an addition with this name: files, and what they need."""
        words = self.words(name)
        return [(_filled(step.file, words), step.what) for step in self.steps if not step.is_done(folder, words)]


@cache
def additions() -> dict[str, Addition]:
    """Return the additions by name."""
    by_name = {}
    for name, table in load("additions.toml").items():
        names = tuple((word, find, put) for word, (find, put) in table.get("names", {}).items())
        steps = tuple(Step(**step) for step in table["steps"])
        by_name[name] = Addition(table["title"], table["guide"], tuple(table["examples"]), steps, names)
    return by_name


def _filled(text: str, words: dict[str, str]) -> str:
    """Return a text with words in place of their names in braces; other braces stay."""
    return re.sub(r"\{(\w+)\}", lambda match: words.get(match[1], match[0]), text)
