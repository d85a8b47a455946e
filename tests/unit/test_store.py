# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The cache keeps whole entries only."""

import pytest

from vambrace import store

pytestmark = pytest.mark.unit


@pytest.fixture(autouse=True)
def _own_cache(monkeypatch, tmp_path):
    monkeypatch.setenv("VAMBRACE_CACHE", str(tmp_path / "cache"))


def test_builds_once():
    calls = []

    def build(folder):
        calls.append(folder)
        (folder / "x").write_text("made")

    for _ in range(3):
        assert (store.entry("kind", "key", build) / "x").read_text() == "made"
    assert len(calls) == 1


@pytest.mark.parametrize("error", [RuntimeError, KeyboardInterrupt])
def test_an_interrupted_build_leaves_nothing(error):
    def build(folder):
        (folder / "half").write_text("half")
        raise error

    with pytest.raises(error):
        store.entry("kind", "key", build)
    assert not store.has("kind", "key")
    assert list((store.cache_dir() / "kind").iterdir()) == []
    store.entry("kind", "key", lambda folder: (folder / "x").touch())
    assert store.has("kind", "key")


def test_digest_separates_its_parts():
    assert store.digest("ab", "c") != store.digest("a", "bc")
    assert store.digest(b"ab") != store.digest(b"a", b"b")
    assert store.digest({"a": 1, "b": 2}) == store.digest({"b": 2, "a": 1})
