# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The state of the checkout according to git."""

from pathlib import Path

from vambrace.base import tools
from vambrace.base.errors import VambraceError
from vambrace.base.paths import home


def git(*words: str) -> str:
    """Return the output of git. OSError or VambraceError if git is missing or fails."""
    return tools.run(["git", *words], cwd=home())


def _inside(file: Path | None) -> Path | None:
    """Return the path of a file relative to the checkout's root; None if it is outside."""
    where = home().resolve()
    return file.resolve().relative_to(where) if file and file.resolve().is_relative_to(where) else None


def commit(besides: Path | None = None) -> str:
    """Return the commit of the sources, with a plus if they differ from it outside the file `besides`; "unknown" if git
    fails.
    """
    left_out = [f":(exclude){_inside(besides)}"] if _inside(besides) else []
    try:
        changed = git("status", "--porcelain", "--", ".", *left_out).strip()
        return git("rev-parse", "--short=12", "HEAD").strip() + ("+" if changed else "")
    except (VambraceError, OSError):
        return "unknown"
