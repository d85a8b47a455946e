# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Checks the links of a built site: every page, file and heading that a page names exists in it."""

from __future__ import annotations

import os
from functools import cached_property
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

from vambrace.base.errors import BuildError
from vambrace_dev.site import landing


class Names(HTMLParser):
    """What a page links to, and the names that its elements have."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.targets: list[str] = []
        self.names: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if value is not None and name in ("href", "src"):
                self.targets.append(value)
            if value is not None and (name == "id" or (tag, name) == ("a", "name")):
                self.names.add(value)


class Site:
    """The pages of a site."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @cached_property
    def pages(self) -> dict[str, Names]:
        """Return the pages by their paths."""
        return {
            file.relative_to(self.folder).as_posix(): Names(file.read_text(encoding="utf-8"))
            for file in sorted(self.folder.rglob("*.html"))
            if file != self.folder / landing.REPORT  # whose places are made by its own code
        }

    def broken(self) -> list[str]:
        """Return the links to what does not exist."""
        found = []
        for page, names in self.pages.items():
            for target in dict.fromkeys(names.targets):
                if not self._exists(page, target):
                    found.append(f"{page}: {target}")
        return found

    def _exists(self, page: str, target: str) -> bool:
        parts = urlsplit(target)
        if parts.scheme or parts.netloc:
            return True
        path = os.path.normpath(os.path.join(os.path.dirname(page), unquote(parts.path))) if parts.path else page
        if not (self.folder / path).is_file():
            return False
        fragment = unquote(parts.fragment)
        return not fragment or path not in self.pages or fragment in self.pages[path].names


def check(folder: Path) -> None:
    """Raise BuildError with the broken links of a site, if there are any."""
    if broken := Site(folder).broken():
        raise BuildError("\n".join(["links of the site that lead nowhere:", *broken]))
