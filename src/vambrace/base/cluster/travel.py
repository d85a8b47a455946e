# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Calls as bytes that another computer executes. Its checkout, its environment and its cache may be elsewhere: paths in
them are sent relative to their folders. A file of the user outside them, such as a cell library, is sent with its
content, and stored in the cache of the receiver under its name.
"""

import io
import pickle
import sys
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from vambrace.base import plugins, store
from vambrace.base.cluster.identity import DATA
from vambrace.base.errors import UsageError
from vambrace.base.paths import cache_dir, root

_CACHE, _ENVIRONMENT, _PROJECT, _FILE, _OTHER = "cache", "environment", "project", "file", "other"

#: Larger files are not sent.
_MOST = 64 << 20


def _folders() -> dict[str, Path]:
    """Return folders that both computers have. The first that contains a path counts: that of the project with plug-ins
    is in the cache."""
    added = {f"plug-in {plugin.name}": plugin.folder for plugin in plugins.selected()}
    return {_PROJECT: root(), **added, _CACHE: cache_dir(), _ENVIRONMENT: Path(sys.prefix)}


class _Pickler(pickle.Pickler):
    def persistent_id(self, value: Any) -> tuple[str, ...] | None:
        return _reference(value) if isinstance(value, Path) else None


def _reference(path: Path) -> tuple[Any, ...]:
    for name, folder in _folders().items():
        if path.is_absolute() and path.is_relative_to(folder):
            inside = path.relative_to(folder)
            if name != _PROJECT or inside.parts[:1] in [(part,) for part in DATA]:
                return name, str(inside)
    if not path.is_file():
        return _OTHER, str(path)
    if path.stat().st_size > _MOST:
        raise UsageError(f"{path} has more than {_MOST >> 20} MiB: workers of a cluster do not get such a file")
    return _FILE, path.name, path.read_bytes()


class _Unpickler(pickle.Unpickler):
    def persistent_load(self, reference: Any) -> Path:
        kind, name, *content = reference
        if kind == _FILE:
            return _stored(name, content[0])
        return Path(name) if kind == _OTHER else _folders()[kind] / name


def _stored(name: str, content: bytes) -> Path:
    folder = store.entry("sent", store.digest(name, content), lambda work: _write(work / name, content))
    return folder / name


def _write(path: Path, content: bytes) -> None:
    path.write_bytes(content)


def dumps(call: Callable[[], Any]) -> bytes:
    """Return a call, a functools.partial of a module's function for example, as bytes."""
    out = io.BytesIO()
    _Pickler(out, protocol=pickle.HIGHEST_PROTOCOL).dump(call)
    return zlib.compress(out.getvalue(), 1)


def loads(data: bytes) -> Callable[[], Any]:
    """Return the call."""
    call: Callable[[], Any] = _Unpickler(io.BytesIO(zlib.decompress(data))).load()
    return call
