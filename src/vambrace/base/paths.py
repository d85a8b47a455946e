# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Locations of the project's files and the cache."""

import os
import subprocess
import sys
import threading
from functools import cache, lru_cache
from pathlib import Path

from vambrace.base.errors import UsageError, VambraceError


@cache
def home() -> Path:
    """Return the folder with the project's own files: the checkout, or the copy inside an installed package."""
    package = Path(__file__).resolve().parents[1]
    for candidate in (package.parents[1], package / "data"):
        if (candidate / "configs" / "cores.toml").is_file():
            return candidate
    raise VambraceError(f"the project's files are missing next to {package}; reinstall vambrace")


_root: Path | None = None
_lock = threading.Lock()

#: The module that makes the folder of the project with plug-ins.
_PLUGGED = "vambrace.hardware.plugged"


def root() -> Path:
    """Return the folder with configs/, rtl/, lib/, ...: `home`, or the folder that also has the files of the selected
    plug-ins (vambrace.base.merged). A process determines it once. UsageError if a plug-in cannot be added.
    """
    return _root or _settled()


def _settled() -> Path:
    global _root
    from vambrace.base import plugins

    with _lock:
        if _root is None:
            _root = _with_plugins() if plugins.selected() else home()
        return _root


def _with_plugins() -> Path:
    """Return the folder that another process makes or finds: to make it, the modules must see the new folder alone."""
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join([str(Path(__file__).parents[2]), *filter(None, sys.path)]),
    }
    done = subprocess.run([sys.executable, "-m", _PLUGGED], capture_output=True, text=True, env=environment)
    if done.returncode:
        raise UsageError(done.stderr.strip().split("\n")[-1])
    return Path(done.stdout.rstrip("\n"))


def use(folder: Path | None) -> None:
    """Use a folder as the project's for the rest of this process; None: determine it again."""
    global _root
    _root = folder


def is_settled() -> bool:
    """Return whether this process has determined the project's folder."""
    return _root is not None


@cache
def is_checkout() -> bool:
    """Return whether the project's files are a source checkout, which has tests."""
    return (home() / "tests").is_dir()


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
