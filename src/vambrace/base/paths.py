# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Where the project's files and the cache are."""

import os
from functools import cache, lru_cache
from pathlib import Path

from vambrace.base.errors import VambraceError


@cache
def root() -> Path:
    """Return the folder that holds configs/, rtl/, lib/, ...: the checkout, or the
    copy that an installed package carries."""
    package = Path(__file__).resolve().parents[1]
    for candidate in (package.parents[1], package / "data"):
        if (candidate / "configs" / "cores.toml").is_file():
            return candidate
    raise VambraceError(f"the project's files are missing next to {package}; reinstall vambrace")


@cache
def is_checkout() -> bool:
    """Return whether the project's files are a source checkout (tests are there)."""
    return (root() / "tests").is_dir()


def cache_dir() -> Path:
    """Return the folder for everything built: $VAMBRACE_CACHE, else build/ of the
    checkout, else the user's cache folder. It is created when missing and may be
    deleted at any time."""
    chosen = os.environ.get("VAMBRACE_CACHE")
    if chosen:
        folder = _path(chosen)
    elif is_checkout():
        folder = root() / "build"
    else:
        folder = Path(os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")) / "vambrace"
    folder = folder.absolute()
    if not os.path.isdir(folder):
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise VambraceError(
                f"cannot make the cache {folder}: {error.strerror}; name a folder that can be written in VAMBRACE_CACHE"
            ) from None
    return folder


@lru_cache(maxsize=16)
def _path(name: str) -> Path:
    return Path(name)  # which takes longer than all else of cache_dir
