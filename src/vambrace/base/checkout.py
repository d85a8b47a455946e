# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""What git says of the checkout."""

from vambrace.base import tools
from vambrace.base.errors import VambraceError
from vambrace.base.paths import root


def git(*words: str) -> str:
    """Return what git prints. OSError or VambraceError where there is no git, or it refuses."""
    return tools.run(["git", *words], cwd=root())


def commit() -> str:
    """Return the commit of the sources, with a plus where they differ from it; "unknown" where git does not say."""
    try:
        changed = git("status", "--porcelain").strip()
        return git("rev-parse", "--short=12", "HEAD").strip() + ("+" if changed else "")
    except (VambraceError, OSError):
        return "unknown"
