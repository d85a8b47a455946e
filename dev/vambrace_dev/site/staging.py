# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The pages of the site as files for Sphinx, in a folder that mirrors the repository."""

from __future__ import annotations

import shutil
from pathlib import Path

from vambrace.base.paths import root
from vambrace_dev.site import landing, markdown, navigation, sources
from vambrace_dev.site.reference import generated

#: The folder of what Doxygen writes.
XML = "doxygen"

#: The folder of what Sphinx copies as it is.
_EXTRA = "extra"

_CONFIGURATION = Path(__file__).parent / "sphinx"


def stage(folder: Path, report: Path | None = None) -> None:
    """Write all pages, and the report if there is one, into an empty folder."""
    pages = set(navigation.documents())
    linked: set[str] = set()
    for path in sorted(pages):
        page = markdown.convert(path, (root() / path).read_text(encoding="utf-8"), pages)
        _write(folder / path, page.text)
        _copy(page.pictures, folder)
        linked |= page.linked
    for place in sorted(linked):
        _write(folder / sources.page_of(place), sources.text_of(place))
    made = landing.pages(report is not None) | generated(folder / XML)
    _copy(landing.PICTURES, folder)
    if report:
        (folder / _EXTRA).mkdir()
        shutil.copyfile(report, folder / _EXTRA / landing.REPORT)
    shutil.copytree(_CONFIGURATION, folder, dirs_exist_ok=True)
    for path, text in made.items():
        _write(folder / path, text)


def _copy(pictures: set[str] | tuple[str, ...], folder: Path) -> None:
    for picture in pictures:
        (folder / picture).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(root() / picture, folder / picture)


def _write(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
