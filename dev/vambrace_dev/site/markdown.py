# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""A document of the repository as a page of the site: links to sources lead to pages of these, and a picture with a
light and a dark form has both."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from vambrace.base.paths import root
from vambrace_dev.site import sources

_LINK = re.compile(r"(?<!!)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^()\s]+)\)")
_IMAGE = re.compile(r"!\[[^\]]*\]\(([^()\s]+)\)")
_PICTURE = re.compile(
    r"<picture>\s*<source media=\"\(prefers-color-scheme: dark\)\" srcset=\"([^\"]+)\">\s*"
    r"<img src=\"([^\"]+)\" alt=\"([^\"]*)\">\s*</picture>"
)
_FENCE = re.compile(r"^(`{3,}).*?^\1`*$", re.MULTILINE | re.DOTALL)


@dataclass
class Converted:
    """The text of a page, the files and folders of the repository that it links to, and its pictures."""

    text: str
    linked: set[str] = field(default_factory=set)
    pictures: set[str] = field(default_factory=set)


def convert(path: str, text: str, pages: set[str]) -> Converted:
    """Return a page. `path` is its place in the repository, and `pages` are the documents of the site."""
    result = Converted("")
    here = posixpath.dirname(path)

    def link(match: re.Match[str]) -> str:
        target = match[2].partition("#")[0]
        if not target or re.match(r"[a-z]+:", target):
            return match[0]
        place = posixpath.normpath(posixpath.join(here, target))
        if place in pages:
            return match[0]
        if f"{place}/README.md" in pages:
            place = f"{place}/README.md"
            return f"[{match[1]}]({posixpath.relpath(place, here or '.')})"
        if place.endswith(sources.PICTURES):
            result.pictures.add(place)
            return match[0]
        if not (root() / place).exists():
            raise ValueError(f"{path} links to {target}, which does not exist")
        result.linked.add(place)
        return f"[{match[1]}]({posixpath.relpath(sources.page_of(place), here or '.')})"

    def picture(match: re.Match[str]) -> str:
        dark, light, words = match.groups()
        result.pictures |= {posixpath.normpath(posixpath.join(here, name)) for name in (dark, light)}
        return both(light, dark, words)

    def prose(part: str) -> str:
        result.pictures |= {
            posixpath.normpath(posixpath.join(here, name)) for name in _IMAGE.findall(part) if ":" not in name
        }
        return _LINK.sub(link, _PICTURE.sub(picture, part))

    result.text = "".join(_parts(text, prose))
    return result


def both(light: str, dark: str, words: str, style: str = "") -> str:
    """Return a picture in its form for the theme; `style` is a class of CSS."""
    return "\n".join(
        f"```{{image}} {name}\n:class: {f'only-{theme} {style}'.strip()}\n:alt: {words}\n```"
        for name, theme in ((light, "light"), (dark, "dark"))
    )


def _parts(text: str, prose: Callable[[str], str]) -> Iterator[str]:
    """Yield the text with `prose` applied to all except blocks of code."""
    end = 0
    for match in _FENCE.finditer(text):
        yield prose(text[end : match.start()])
        yield match[0]
        end = match.end()
    yield prose(text[end:])
