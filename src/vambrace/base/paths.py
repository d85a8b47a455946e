# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Locations of the project's files and the cache."""

import os
from functools import cache, lru_cache
from pathlib import Path

from vambrace.base.errors import VambraceError


@cache
def root() -> Path:
    """Return the folder with configs/, rtl/, lib/, ...: the checkout, or the copy inside an installed package."""
    package = Path(__file__).resolve().parents[1]
    for candidate in (package.parents[1], package / "data"):
        if (candidate / "configs" / "cores.toml").is_file():
            return candidate
    raise VambraceError(f"the project's files are missing next to {package}; reinstall vambrace")


@cache
def is_checkout() -> bool:
    """Return whether the project's files are a source checkout, which has tests."""
    return (root() / "tests").is_dir()


def cache_dir() -> Path:
    """Return the folder for all builds, which all checkouts and installations of a user share: $VAMBRACE_CACHE, else
    vambrace/ in $XDG_CACHE_HOME or ~/.cache. It is created if missing, and may be deleted while no process uses it.
    VambraceError if it cannot be used.
    """
    chosen = os.environ.get("VAMBRACE_CACHE")
    folder = _path(chosen).absolute() if chosen else _of_user() / "vambrace"
    if not os.path.isdir(folder):
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise VambraceError(f"cannot make the cache {folder}: {error.strerror}; {_TO_DO}") from None
    _require_writable(folder)
    return folder


_TO_DO = "set VAMBRACE_CACHE to a folder that can be written"


def _of_user() -> Path:
    """Return the user's cache folder (XDG Base Directory Specification, which ignores relative names)."""
    home = os.environ.get("XDG_CACHE_HOME", "")
    if not os.path.isabs(home):
        home = os.path.expanduser("~/.cache")
    if not os.path.isabs(home):
        raise VambraceError(f"this user has no home folder for the cache; {_TO_DO}")
    return _path(home)


@lru_cache(maxsize=16)
def _require_writable(folder: Path) -> None:
    if not os.access(folder, os.W_OK | os.X_OK):
        raise VambraceError(f"cannot write to the cache {folder}; {_TO_DO}")


@lru_cache(maxsize=16)
def _path(name: str) -> Path:
    return Path(name)  # slower than the rest of cache_dir
