# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""What git says of the checkout."""

from pathlib import Path

from vambrace.base import tools
from vambrace.base.errors import VambraceError
from vambrace.base.paths import root


def git(*words: str) -> str:
    """Return what git prints. OSError or VambraceError where there is no git, or it refuses."""
    return tools.run(["git", *words], cwd=root())


def _inside(file: Path | None) -> Path | None:
    """The path of a file from the checkout's root; None where it lies elsewhere."""
    where = root().resolve()
    return file.resolve().relative_to(where) if file and file.resolve().is_relative_to(where) else None


def commit(besides: Path | None = None) -> str:
    """Return the commit of the sources, with a plus where they differ from it, be it not in the file `besides`;
    "unknown" where git does not say."""
    left_out = [f":(exclude){_inside(besides)}"] if _inside(besides) else []
    try:
        changed = git("status", "--porcelain", "--", ".", *left_out).strip()
        return git("rev-parse", "--short=12", "HEAD").strip() + ("+" if changed else "")
    except (VambraceError, OSError):
        return "unknown"
