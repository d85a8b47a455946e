# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The cache stays below its limit, and entries in use are not removed."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from vambrace.base import cache_limit, paths, store
from vambrace.base.errors import VambraceError

ROOM = 100_000  # bytes of each entry of these tests


@pytest.fixture(autouse=True)
def cache(monkeypatch, tmp_path) -> Path:
    monkeypatch.setenv("VAMBRACE_CACHE", str(tmp_path / "cache"))
    monkeypatch.delenv("VAMBRACE_CACHE_BELOW", raising=False)
    return paths.cache_dir()


def key(number: int) -> str:
    return store.digest(number)


def made(number: int) -> Path:
    return store.entry("kind", key(number), lambda folder: (folder / "x").write_bytes(os.urandom(ROOM)))


def long_ago(*entries: Path) -> None:
    """Create entries that were last used before all present processes began, the oldest first."""
    for number, entry in enumerate(entries):
        os.utime(entry, (1e9 + number, 1e9 + number))


def there(cache: Path) -> set[int]:
    return {number for number in range(50) if (cache / "kind" / key(number)).is_dir()}


def test_the_least_recently_used_are_removed(cache):
    every = [made(number) for number in range(8)]
    long_ago(*every[4:], *every[:4])
    cache_limit.shrink(cache, 100 * ROOM)
    assert there(cache) == set(range(8))
    cache_limit.shrink(cache, 6 * ROOM)
    assert there(cache) == {0, 1, 2, 3}
    assert not [path for path in cache.rglob("*") if path.name.startswith(".removed")]


def test_builds_bring_the_cache_below_its_limit(cache, monkeypatch):
    monkeypatch.setenv(cache_limit.LIMIT, f"{10 * ROOM}")
    for number in range(30):
        os.utime(made(number), (1e9 + number, 1e9 + number))
        assert len(there(cache)) <= 12
    assert 29 in there(cache) and 0 not in there(cache)


def test_entries_in_use_by_this_process_are_kept(cache):
    every = [made(number) for number in range(4)]
    cache_limit.shrink(cache, ROOM)
    assert there(cache) == set(range(4))
    long_ago(*every)
    cache_limit._noted.clear()  # as in a process that begins now
    assert made(2) == every[2]
    cache_limit.shrink(cache, ROOM)
    assert there(cache) == {2}


_OTHER = """
import sys
from vambrace.base import store
store.entry("kind", sys.argv[1], lambda folder: None)
print("used", flush=True)
sys.stdin.read()
"""


@contextlib.contextmanager
def another_process(entry: str) -> Iterator[subprocess.Popen[str]]:
    with subprocess.Popen(
        [sys.executable, "-c", _OTHER, entry], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout and process.stdout.readline() == "used\n"
        yield process
        process.kill()


def test_entries_in_use_by_another_process_are_kept_until_it_ends(cache):
    """The entry is removed also if the process was killed and its file remains."""
    every = [made(number) for number in range(3)]
    long_ago(*every)
    with another_process(key(1)) as process:
        cache_limit.shrink(cache, ROOM // 2)
        assert there(cache) == {1}
    assert process.returncode != 0
    (left,) = (cache / "users").glob(f"{process.pid}-*")
    long_ago(every[1], left)
    cache_limit.shrink(cache, ROOM // 2)
    assert there(cache) == set() and not left.exists()


def test_an_entry_that_comes_into_use_before_its_removal_is_kept(cache):
    made(1)
    long_ago(cache / "kind" / key(1))
    (entry,) = cache_limit.entries(cache)
    cache_limit.note(entry.path)
    assert not cache_limit._removed(cache, entry) and there(cache) == {1}
    (entry,) = cache_limit.entries(cache)
    assert cache_limit._removed(cache, entry) and there(cache) == set()


def test_listing_entries_does_not_count_as_use(cache):
    made(1)
    long_ago(cache / "kind" / key(1))
    assert [[entry.used for entry in cache_limit.entries(cache)] for _ in range(2)] == [[10**18]] * 2
    cache_limit._noted.clear()
    assert store.has("kind", key(1))
    (entry,) = cache_limit.entries(cache)
    assert abs(time.time_ns() - entry.used) < 60e9


def test_only_entries_are_removed(cache):
    """Neither named files, such as fuzzing corpora, nor files in another cache count."""
    (cache / "fuzz" / "corpus").mkdir(parents=True)
    (cache / "fuzz" / "corpus" / "x").write_bytes(bytes(ROOM))
    other = cache.parent / "other"
    other.mkdir()
    (cache / "linked").symlink_to(other)
    (other / key(9)).mkdir()
    store.put("run", key(5), os.urandom(ROOM))
    file = cache / "run" / key(5)[:2] / key(5)
    long_ago(cache / "fuzz", cache / "fuzz" / "corpus", other / key(9), file)
    assert [entry.path for entry in cache_limit.entries(cache)] == [file]
    cache_limit.shrink(cache, 1)
    assert (cache / "fuzz" / "corpus" / "x").is_file() and (other / key(9)).is_dir() and not file.exists()


@pytest.mark.parametrize(
    ("text", "size"), [("", 5 << 30), ("1", 1), ("500M", 500 << 20), ("20g", 20 << 30), ("3K", 3072), ("1T", 1 << 40)]
)
def test_limits(monkeypatch, text, size):
    monkeypatch.setenv(cache_limit.LIMIT, text)
    assert cache_limit.limit() == size


@pytest.mark.parametrize("text", ["0", "-1", "5 GB", "much", "1.5G", "G"])
def test_an_invalid_limit_is_rejected_before_any_work(monkeypatch, text):
    monkeypatch.setenv(cache_limit.LIMIT, text)
    with pytest.raises(VambraceError, match=r"^VAMBRACE_CACHE_LIMIT: .* is not a size; write for example 500M"):
        store.entry("kind", key(1), lambda _: pytest.fail("built"))


def test_the_folder_of_the_user(monkeypatch, tmp_path):
    """All checkouts and installations share the limit."""
    monkeypatch.delenv("VAMBRACE_CACHE")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    assert paths.cache_dir() == tmp_path / "xdg" / "vambrace" and paths.cache_dir().is_dir()
    for ignored in ("", "relative"):
        monkeypatch.setenv("XDG_CACHE_HOME", ignored)
        assert paths.cache_dir() == tmp_path / "home" / ".cache" / "vambrace"


@pytest.mark.parametrize("home", ["relative", "/proc/nowhere"])
def test_an_unusable_home_is_reported_in_one_line(monkeypatch, home):
    monkeypatch.delenv("VAMBRACE_CACHE")
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setenv("HOME", home)
    with pytest.raises(VambraceError, match=r"^[^\n]*cache[^\n]*; set VAMBRACE_CACHE to a folder that can be written$"):
        paths.cache_dir()


def test_an_unwritable_cache_is_reported_in_one_line(monkeypatch, cache):
    paths._require_writable.cache_clear()
    monkeypatch.setattr(os, "access", lambda *_: False)
    with pytest.raises(VambraceError, match=f"^cannot write to the cache {cache}; set VAMBRACE_CACHE to a folder"):
        paths.cache_dir()


def test_two_processes_build_one_entry(cache):
    """Both processes have the entry at the end, and it was built once."""
    code = """
import sys, time
from vambrace.base import store
def build(folder):
    time.sleep(0.3)
    with open(sys.argv[2], "a") as file:
        file.write("built\\n")
print(store.entry("kind", sys.argv[1], build))
"""
    command = [sys.executable, "-c", code, key(1), str(cache.parent / "built")]
    processes = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    assert {process.communicate()[0].strip() for process in processes} == {str(cache / "kind" / key(1))}
    assert (cache.parent / "built").read_text() == "built\n" and not list((cache / "users").iterdir())
