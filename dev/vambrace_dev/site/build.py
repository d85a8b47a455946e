# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Builds the site with Sphinx, which treats every warning as an error."""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path

from vambrace.base import tools
from vambrace_dev.site import links, staging

#: A file that marks a folder as a site, which another build may replace.
MARK = ".vambrace-site"


#: A heading of the menu, which furo gives no level.
_CAPTION = '<p class="caption" role="heading"'


def build(folder: Path, report: Path | None = None) -> None:
    """Write the site, with a report if there is one, into a folder.

    BuildError with the warnings, or the broken links, if there are any.
    """
    with tempfile.TemporaryDirectory(prefix="vambrace-site-") as name:
        source, made = Path(name) / "source", Path(name) / "site"
        staging.stage(source, report)
        trees = ["-d", str(Path(name) / "trees")]
        strict = ["-W", "--keep-going", "-q", "-j", "2"]
        tools.run([sys.executable, "-m", "sphinx", *strict, "-b", "html", *trees, str(source), str(made)])
        _finish(made)
        links.check(made)
        (made / MARK).touch()
        if folder.exists():
            shutil.rmtree(folder)
        shutil.copytree(made, folder)


def _finish(folder: Path) -> None:
    """Give the headings of menus their level, without which screen readers do not list them."""
    for page in folder.rglob("*.html"):
        text = page.read_text(encoding="utf-8")
        page.write_text(text.replace(_CAPTION, f'{_CAPTION} aria-level="2"'), encoding="utf-8")
