# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The order of the site's pages: docs/navigation.toml."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from vambrace.base.paths import root

FILE = "docs/navigation.toml"

#: The first part of the path of a page that is generated.
GENERATED = "reference/"


@dataclass(frozen=True)
class Page:
    """A page of a group: its path without the ending .md, and the title in menus where that is not its heading."""

    path: str
    title: str = ""

    @property
    def entry(self) -> str:
        """Return its line in a table of contents."""
        return f"{self.title} </{self.path}>" if self.title else f"/{self.path}"


@dataclass(frozen=True)
class Group:
    """Pages under one heading."""

    title: str
    pages: tuple[Page, ...]


@dataclass(frozen=True)
class Section:
    """A page of its own with the groups of one kind of documents."""

    path: str
    title: str
    about: str
    groups: tuple[Group, ...]


@cache
def sections() -> tuple[Section, ...]:
    """Return the sections in their order."""
    read = tomllib.loads((root() / FILE).read_text(encoding="utf-8"))
    return tuple(
        Section(path, entry["title"], entry["about"], tuple(_groups(entry["groups"]))) for path, entry in read.items()
    )


def pages() -> Iterator[Page]:
    """Yield every page of every section."""
    for section in sections():
        for group in section.groups:
            yield from group.pages


def documents() -> list[str]:
    """Return the files of the repository that are pages, in the order of the sections."""
    return [f"{page.path}.md" for page in pages() if not page.path.startswith(GENERATED)]


def _groups(entries: dict[str, list[str]]) -> Iterator[Group]:
    for title, listed in entries.items():
        yield Group(title, tuple(_page(text) for text in listed))


def _page(text: str) -> Page:
    path, _, title = text.partition(" | ")
    return Page(path.removesuffix(".md"), title)
