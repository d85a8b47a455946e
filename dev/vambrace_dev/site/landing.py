# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The first page, the pages of the three ways in, and a page for each section."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from vambrace_dev.site import figures, markdown, navigation

WAYS = ("soc-designer", "firmware-engineer", "researcher")

#: The report of `vambrace report` in the site.
REPORT = "report.html"

_TO_REPORT = f'<p><a href="{REPORT}">All measurements on one page</a>, with filters and charts.</p>\n'
_PAGES = Path(__file__).parent / "pages"
_PICTURE = ("docs/user/cycles.svg", "docs/user/cycles-dark.svg")
PICTURES = _PICTURE


def pages(report: bool = False) -> dict[str, str]:
    """Return the pages by their paths; with a report, the first page links to it."""
    made = {f"{way}.md": (_PAGES / f"{way}.md.in").read_text(encoding="utf-8") for way in WAYS}
    made["index.md"] = _index(report)
    return made | {f"{section.path}.md": _section(section) for section in navigation.sections()}


def _index(report: bool) -> str:
    words = (
        "Cycles to seal an IPv6 packet on Ibex, on a logarithmic axis: "
        "engines take a few hundred times fewer cycles than software"
    )
    values = {
        "FIGURES": "\n".join(_card(headline) for headline in figures.headlines()),
        "PICTURE": markdown.both(*_PICTURE, words, "headline"),
        "REPORT": _TO_REPORT if report else "",
        "CONTENTS": "".join(_toctree(caption, entries) for caption, entries in _contents()),
    }
    text = (_PAGES / "index.md.in").read_text(encoding="utf-8")
    for name, value in values.items():
        text = text.replace(f"@{name}@", value)
    return text


def _card(headline: figures.Headline) -> str:
    return (
        f":::{{grid-item-card}}\n:link: {headline.page}\n:link-type: doc\n:class-card: figure-card\n\n"
        f"[{headline.figure}]{{.number}}\n\n**{headline.title}**\n\n{headline.about}\n:::\n"
    )


def _contents() -> Iterator[tuple[str, list[str]]]:
    yield "Ways in", [f"/{way}" for way in WAYS]
    yield "Documentation", [f"/{section.path}" for section in navigation.sections()]


def _toctree(caption: str, entries: list[str]) -> str:
    listed = "\n".join(entries)
    return f"```{{toctree}}\n:hidden:\n:caption: {caption}\n\n{listed}\n```\n\n"


def _section(section: navigation.Section) -> str:
    parts = [f"# {section.title}\n\n{section.about}\n"]
    for group in section.groups:
        entries = "\n".join(page.entry for page in group.pages)
        parts.append(f"## {group.title}\n\n```{{toctree}}\n:maxdepth: 1\n\n{entries}\n```\n")
    return "\n".join(parts)
