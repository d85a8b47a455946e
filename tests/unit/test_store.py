# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The cache contains only complete entries."""

import os

import pytest
from filelock import FileLock

from vambrace.base import store
from vambrace.base.errors import BuildError


@pytest.fixture(autouse=True)
def _own_cache(monkeypatch, tmp_path):
    monkeypatch.setenv("VAMBRACE_CACHE", str(tmp_path / "cache"))


def test_an_entry_is_built_once():
    calls = []

    def build(folder):
        calls.append(folder)
        (folder / "x").write_text("made")

    for _ in range(3):
        assert (store.entry("kind", "key", build) / "x").read_text() == "made"
    assert len(calls) == 1


@pytest.mark.parametrize("error", [RuntimeError, KeyboardInterrupt])
def test_an_interrupted_build_leaves_no_entry(error):
    def build(folder):
        (folder / "half").write_text("half")
        raise error

    with pytest.raises(error):
        store.entry("kind", "key", build)
    assert not store.has("kind", "key")
    assert list((store.cache_dir() / "kind").iterdir()) == []
    store.entry("kind", "key", lambda folder: (folder / "x").touch())
    assert store.has("kind", "key")


def test_a_build_from_a_changed_file_is_not_kept(monkeypatch, tmp_path):
    """Its key represents the earlier contents."""
    monkeypatch.setattr(store, "root", lambda: tmp_path / "project")
    source = tmp_path / "project" / "source.c"
    source.parent.mkdir()
    source.write_text("before")
    key = store.digest_files([source])

    def build(folder):
        source.write_text("after it was hashed")
        (folder / "object").write_text(source.read_text())

    with pytest.raises(BuildError, match=r"^source\.c changed during this command; run it again$"):
        store.entry("kind", key, build)
    assert not store.has("kind", key)
    again = store.digest_files([source])
    assert again != key and (store.entry("kind", again, lambda folder: (folder / "x").touch()) / "x").exists()


def test_remains_of_a_killed_build_are_removed():
    """They are removed a day later, by a process that builds something of the kind, unless the build continues."""
    folder = store.cache_dir() / "kind"
    for name in (".key-a1b2c3_d", ".new-1234abcd", ".other-1234abcd"):
        (folder / name / "half").mkdir(parents=True)
        if "new" not in name:
            os.utime(folder / name, (1e9, 1e9))
    with FileLock(store.cache_dir() / "locks" / "kind-other"):
        store.entry("kind", "third", lambda work: None)
        assert sorted(p.name for p in folder.iterdir()) == [".new-1234abcd", ".other-1234abcd", "third"]
    store._sweep.cache_clear()
    store.entry("kind", "fourth", lambda work: None)
    assert sorted(p.name for p in folder.iterdir()) == [".new-1234abcd", "fourth", "third"]


def test_an_entry_can_be_dropped():
    store.drop("kind", "key")
    (store.entry("kind", "key", lambda work: (work / "x").touch()) / "y").touch()
    store.drop("kind", "key")
    assert not store.has("kind", "key") and list((store.cache_dir() / "kind").iterdir()) == []


def test_digest_separates_its_parts():
    assert store.digest("ab", "c") != store.digest("a", "bc")
    assert store.digest(b"ab") != store.digest(b"a", b"b")
    assert store.digest({"a": 1, "b": 2}) == store.digest({"b": 2, "a": 1})


def test_a_lower_cache_is_read_and_never_written(monkeypatch, tmp_path):
    below = tmp_path / "cache"
    store.entry("kind", "old", lambda folder: (folder / "x").write_text("below"))
    monkeypatch.setenv("VAMBRACE_CACHE", str(tmp_path / "above"))
    store.entry("kind", "first", lambda folder: None)  # from here on this process uses that one
    before = sorted(below.rglob("*"))
    assert not store.has("kind", "old")
    monkeypatch.setenv("VAMBRACE_CACHE_BELOW", str(below))
    assert store.has("kind", "old")
    assert (store.entry("kind", "old", lambda _: pytest.fail("built again")) / "x").read_text() == "below"
    created = store.entry("kind", "new", lambda folder: (folder / "x").touch())
    assert created.is_relative_to(tmp_path / "above") and sorted(below.rglob("*")) == before
    monkeypatch.delenv("VAMBRACE_CACHE_BELOW")
    monkeypatch.setenv("VAMBRACE_CACHE", str(below))
    store.put("bytes", "key", b"of below")
    monkeypatch.setenv("VAMBRACE_CACHE", str(tmp_path / "above"))
    assert store.get("bytes", "key") is None
    monkeypatch.setenv("VAMBRACE_CACHE_BELOW", str(below))
    assert store.get("bytes", "key") == b"of below"
    store.put("bytes", "key", b"of above")
    assert store.get("bytes", "key") == b"of above"
