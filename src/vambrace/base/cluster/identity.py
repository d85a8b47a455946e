# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""What a computer has of Vambrace: the version, and a hash of the package's sources, of the files that it builds from
and of plug-ins. A checkout and an installed package with the same files are the same.
"""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from vambrace import __version__
from vambrace.base import plugins, store
from vambrace.base.paths import is_checkout, root

#: The project's folders in an installed package (pyproject.toml).
DATA = ("configs", "cores", "firmware", "lib", "ports", "requirements", "rtl", "soc", "studies")


@dataclass(frozen=True)
class Identity:
    """What a computer has. `place`: the folder of the checkout, or of the installed package."""

    version: str
    digest: str
    place: str
    plugins: tuple[str, ...] = ()

    def __str__(self) -> str:
        more = f", plug-ins: {' '.join(self.plugins)}" if self.plugins else ""
        return f"{self.version} ({self.digest[:8]}, {self.place}{more})"


def identity() -> Identity:
    """Return what this computer has now."""
    where = root() if is_checkout() else Path(__file__).parents[2]
    return Identity(__version__, digest(), str(where), tuple(plugin.name for plugin in plugins.selected()))


def digest() -> str:
    """Return the hash of all files: their names, which are the same in a checkout and in a package, and contents."""
    package = Path(__file__).parents[2]
    files = {f"vambrace/{name}": path for name, path in _below(package, ("data",))}
    for folder in DATA:
        files |= {f"{folder}/{name}": path for name, path in _below(root() / folder)}
    added = [(plugin.name, plugin.digest) for plugin in plugins.selected()]
    return store.digest([(name, store.digest(files[name].read_bytes())) for name in sorted(files)], added)


@cache
def loaded() -> str:
    """Return the hash at the first call: what this process has imported."""
    return digest()


def _below(folder: Path, without: tuple[str, ...] = ()) -> Iterator[tuple[str, Path]]:
    """Yield the files of a folder that affect a result, with their names in it: no documents, nothing that Python or
    an editor leaves behind."""
    for place, folders, names in os.walk(folder):
        inside = os.path.relpath(place, folder)
        folders[:] = sorted(
            f for f in folders if f[0] != "." and f != "__pycache__" and (inside != "." or f not in without)
        )
        for name in names:
            if name[0] != "." and not name.endswith((".md", ".pyc", "~")):
                yield os.path.normpath(os.path.join(inside, name)), Path(place, name)
