# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""A content-addressed cache: builds are found by the hash of their inputs.

An entry appears atomically, so an interrupted build never looks finished to a later run. Two processes or threads that
want the same entry build it once: the second waits. If there are too many entries, the least recently used are removed
(vambrace.base.cache_limit).

$VAMBRACE_CACHE_BELOW names a second, read-only cache: its entries are not built again.
"""

import contextlib
import functools
import hashlib
import json
import os
import shutil
import sys
import tempfile
import time
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextvars import ContextVar
from pathlib import Path

from vambrace.base import cache_limit, hashes, sources
from vambrace.base.errors import BuildError
from vambrace.base.paths import cache_dir, root


def digest(*parts: object) -> str:
    """Return a hash of JSON-serialisable values and bytes, in order."""
    h = hashlib.sha256()
    for part in parts:
        data = part if isinstance(part, bytes) else json.dumps(part, sort_keys=True).encode()
        h.update(len(data).to_bytes(8, "little") + data)
    return h.hexdigest()[:32]


def digest_files(files: Iterable[Path | str], comments: bool = True, lines: bool = True) -> str:
    """Return a hash of files, in order: of their contents, and of their names relative to the project's folder. Names
    of other files, as in Python's environment, are relative to their common folder, so that its location does not
    matter: an installed package and a checkout with the same files share entries. If not `comments`, comments of C and
    SystemVerilog are ignored, and if not `lines` either, also their lines (vambrace.base.sources).
    """
    # Strings, because a command hashes thousands of files: paths take ten times as long.
    every = [name if os.path.isabs(name) else str(Path(name).absolute()) for name in map(str, files)]
    project = f"{root()}{os.sep}"  # with plug-ins it is in the cache
    others = tuple(
        f"{place}{os.sep}" for place in (cache_dir(), sys.prefix) if not project.startswith(f"{place}{os.sep}")
    )
    ours = {name for name in every if name.startswith(project) and not name.startswith(others)}
    outside = [os.path.dirname(name) for name in every if name not in ours]
    shared = f"{os.path.commonpath(outside).rstrip(os.sep)}{os.sep}" if outside else project
    states = [hashes.state(name) for name in every]  # before reading, so that a change in between is detected
    for name, state in zip(every, states, strict=True):
        if name in ours:
            _hashed[name] = state

    def compute() -> str:
        parts: list[object] = []
        for name, state in zip(every, states, strict=True):
            data = _read(name, state)
            content = data if comments else sources.without_comments(name, data, lines)
            parts += [name.removeprefix(project if name in ours else shared), content]
        return digest(*parts)

    return hashes.stored(every, states, [project, others, shared, comments, lines], compute)


#: The project files that this process hashed, and their states at that time: keys of entries depend on them.
_hashed: dict[str, hashes.State | None] = {}

#: Larger files are read every time.
_SMALL = 1 << 17


def _read(file: str, state: hashes.State | None) -> bytes:
    """Return the contents of a file, which is read again only after its state has changed."""
    return _contents(file, state) if state is not None and state[0] <= _SMALL else Path(file).read_bytes()


@functools.lru_cache(maxsize=4096)
def _contents(file: str, _state: hashes.State) -> bytes:
    with open(file, "rb") as stream:
        return stream.read()


def _require_unchanged() -> None:
    """Raise BuildError if a file changed after it was hashed: the build may have read other contents than its key
    describes. The files that it read are not known here, so all count.
    """
    folder = f"{root()}{os.sep}"
    changed = [f for f, state in list(_hashed.items()) if state != hashes.state(f) and f.startswith(folder)]
    if changed:
        raise BuildError(f"{changed[0].removeprefix(folder)} changed during this command; run it again")


def digest_contents(files: Iterable[Path]) -> str:
    """Return a hash of the contents of files, in order, independent of their names."""
    return digest(*(f.read_bytes() for f in files))


def entry(kind: str, key: str, build: Callable[[Path], None]) -> Path:
    """Return the folder of entry `key` of this kind. If it does not exist, `build(folder)` fills a new folder first; if
    it raises, nothing is kept. Nothing is kept either if a project file changed after `digest_files` read it:
    BuildError.
    """
    _watch(kind, key)
    if existing := _find(kind, key):
        return existing
    require_built(kind, key)
    final = cache_dir() / kind / key
    cache_limit.limit()  # reports its own error before the work
    final.parent.mkdir(parents=True, exist_ok=True)
    from filelock import FileLock  # only needed for a build

    _sweep(final.parent)
    with FileLock(_lock(kind, key)):
        if cache_limit.use(cache_dir(), str(final)):
            return final
        work = Path(tempfile.mkdtemp(prefix=f".{key}-", dir=final.parent))
        try:
            with watched(None):
                build(work)
            _require_unchanged()
            os.rename(work, final)
        finally:
            shutil.rmtree(work, ignore_errors=True)
    cache_limit.wrote(cache_dir(), final)
    return final


def kept(
    kind: str, name: str, files: Iterable[str], inputs: object, build: Callable[[], Path], certain: Callable[[], bool]
) -> Path:
    """Return the file `name` of an entry, as `build()` does, whose key need not be computed if none of the files has
    changed: it is kept by their states and the other inputs, if it is `certain()` that it depends on nothing else.
    """
    if _watcher.get() is not None:  # it has to see also the entries from which this one is built
        return build()
    every = list(files)
    states = [hashes.state(file) for file in every]
    built: list[Path] = []

    def compute() -> str:
        built.append(build())
        return built[0].parent.name if certain() else ""

    key = hashes.stored(every, states, [kind, name, inputs], compute)
    if built:
        return built[0]
    _hashed.update(zip(every, states, strict=True))
    found = _find(kind, key)
    return found / name if found else build()


class NotBuilt(Exception):
    """An entry does not exist, and `existing` prevents that it is built."""


_watcher: ContextVar[set[tuple[str, str]] | None] = ContextVar("watcher", default=None)
_existing: ContextVar[bool] = ContextVar("existing", default=False)


@contextlib.contextmanager
def watched(used: set[tuple[str, str]] | None) -> Iterator[None]:
    """Add the kind and key of each entry that the block uses in this thread to `used`, without those that a build
    uses."""
    token = _watcher.set(used)
    try:
        yield
    finally:
        _watcher.reset(token)


def _watch(kind: str, key: str) -> None:
    used = _watcher.get()
    if used is not None:
        used.add((kind, key))


@contextlib.contextmanager
def existing() -> Iterator[None]:
    """Let nothing be built in the block, in this thread: NotBuilt."""
    token = _existing.set(True)
    try:
        yield
    finally:
        _existing.reset(token)


def require_built(kind: str, key: str) -> None:
    """Raise NotBuilt in a block of `existing`."""
    if _existing.get():
        raise NotBuilt(f"{kind} {key}")


_DAY = 86_400  # seconds


def _lock(kind: str, key: str) -> Path:
    folder = cache_dir() / "locks"
    folder.mkdir(exist_ok=True)
    return folder / f"{kind}-{key}"


@functools.cache
def _sweep(folder: Path) -> None:
    """Remove the remains of killed builds of a kind, once per process: folders that are a day old and whose key is not
    locked. In another cache, whose locks are elsewhere, only the age decides.
    """
    from filelock import FileLock, Timeout

    for work in folder.glob(".*-*"):
        key = work.name[1:].rpartition("-")[0]
        with contextlib.suppress(OSError, Timeout), FileLock(_lock(folder.name, key), timeout=0):
            if time.time() - work.stat().st_mtime > _DAY:
                shutil.rmtree(work, ignore_errors=True)


def drop(kind: str, key: str) -> None:
    """Remove an entry, if it exists, atomically."""
    from filelock import FileLock

    with FileLock(_lock(kind, key)):
        final = cache_dir() / kind / key
        if final.is_dir():
            with tempfile.TemporaryDirectory(prefix=f".{key}-", dir=final.parent) as work:
                os.rename(final, Path(work) / key)


def remove(folder: Path) -> None:
    """Remove a folder that a build no longer needs."""
    shutil.rmtree(folder)


def has(kind: str, key: str) -> bool:
    """Return whether the entry exists."""
    return _find(kind, key) is not None


def find(kind: str, key: str) -> Path | None:
    """Return the folder of an entry, or None."""
    return _find(kind, key)


def _find(kind: str, key: str) -> Path | None:
    places = ((cache, f"{cache}/{kind}/{key}") for cache in _caches())
    return next((Path(place) for cache, place in places if cache_limit.use(cache, place, cache == cache_dir())), None)


def _caches() -> list[Path]:
    below = os.environ.get("VAMBRACE_CACHE_BELOW")
    return [cache_dir(), Path(below)] if below else [cache_dir()]


def put(kind: str, key: str, data: bytes) -> int:
    """Store bytes, compressed, for `get`; return the size of the file, which appears atomically."""
    _watch(kind, key)
    path = _file(kind, key)
    path.parent.mkdir(parents=True, exist_ok=True)
    packed = zlib.compress(data, 1)
    handle, name = tempfile.mkstemp(dir=path.parent, suffix=".part")
    try:
        with os.fdopen(handle, "wb") as f:
            f.write(_seal(key, packed) + packed)
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
    return _SEAL + len(packed)


def get(kind: str, key: str) -> bytes | None:
    """Return the bytes that `put` stored under a key; None if they are missing or damaged, in which case they are
    removed.
    """
    ours = _file(kind, key)
    path = next((p for cache in _caches() if (p := cache / ours.relative_to(cache_dir())).is_file()), ours)
    try:
        content = path.read_bytes()
    except OSError:
        return None
    seal, packed = content[:_SEAL], content[_SEAL:]
    if seal != _seal(key, packed):
        ours.unlink(missing_ok=True)
        return None
    with contextlib.suppress(OSError):
        os.utime(ours)  # for prune
    _watch(kind, key)
    return zlib.decompress(packed)


def prune(kind: str, most: int) -> None:
    """If the files of a kind take more than `most` bytes, remove the least recently used ones until they take three
    quarters of that.
    """
    files = []
    for path in (cache_dir() / kind).glob("*/*"):
        with contextlib.suppress(OSError):  # another process removed it
            status = path.stat()
            files.append((status.st_mtime_ns, status.st_size, path))
    total = sum(size for _, size, _ in files)
    if total <= most:
        return
    for _, size, path in sorted(files):
        path.unlink(missing_ok=True)
        total -= size
        if total <= most * 3 // 4:
            return


_SEAL = 32  # bytes


def _seal(key: str, packed: bytes) -> bytes:
    return hashlib.sha256(key.encode() + b"\0" + packed).digest()


def _file(kind: str, key: str) -> Path:
    return cache_dir() / kind / key[:2] / key
