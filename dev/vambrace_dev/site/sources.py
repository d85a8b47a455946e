# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Pages of the site for sources that documents link to: a file with its text, a folder with the names of its files."""

from __future__ import annotations

import os
import subprocess
from functools import cache
from pathlib import PurePosixPath

from vambrace.base.paths import root

#: The folder of these pages.
FOLDER = "sources"

_HEAD = "---\norphan: true\nno-search: true\n---\n"
_LANGUAGES = {
    ".S": "gas", ".c": "c", ".cpp": "cpp", ".csv": "text", ".h": "c", ".ipynb": "json", ".py": "python",
    ".rs": "rust", ".scala": "scala", ".sh": "sh", ".sv": "systemverilog", ".toml": "toml", ".xml": "xml",
}  # fmt: skip

#: Files that a browser shows; a link to one is a link to a copy of it.
PICTURES = (".png", ".svg")


def page_of(path: str) -> str:
    """Return the page of a file or folder of the repository."""
    return f"{FOLDER}/{path}.md" if (root() / path).is_file() else f"{FOLDER}/{path}/index.md"


def text_of(path: str) -> str:
    """Return the text of that page."""
    place = root() / path
    if place.is_dir():
        return _HEAD + _folder(path)
    language = _LANGUAGES.get(place.suffix, "text")
    fence = "`" * 12
    text = place.read_text(encoding="utf-8").rstrip()
    return f"{_HEAD}# {place.name}\n\n`{path}`\n\n{fence}{{code-block}} {language}\n:force:\n\n{text}\n{fence}\n"


def _folder(path: str) -> str:
    names = sorted({PurePosixPath(file).relative_to(path).parts[0] for file in files() if file.startswith(f"{path}/")})
    listed = [f"{name}/" if (root() / path / name).is_dir() else name for name in names]
    return f"# {path}/\n\nFiles of this folder:\n\n" + "".join(f"- `{name}`\n" for name in listed)


@cache
def files() -> tuple[str, ...]:
    """Return the files of the checkout, without those that Git ignores."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=root(), capture_output=True, text=True, check=True)
    return tuple(file for file in listed.stdout.splitlines() if os.path.lexists(root() / file))
