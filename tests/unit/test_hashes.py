# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Hashes of files that are kept by the files' states: which changes have the files read again."""

import os
import sys
import time

import pytest

from vambrace.base import hashes, store


@pytest.fixture
def source(tmp_path, monkeypatch):
    """A file whose last change was long ago: the clock is ahead."""
    monkeypatch.setenv("VAMBRACE_CACHE", str(tmp_path / "cache"))
    monkeypatch.delenv(hashes.OFF, raising=False)
    monkeypatch.setattr(time, "time_ns", lambda now=time.time_ns: now() + 10**10)
    file = tmp_path / "source.sv"
    file.write_text("module x;\n")
    return file


def computed(file, inputs=(), result="a" * 32) -> bool:
    """Whether the hash of a file was computed again."""
    calls = []
    files = [str(file)]

    def compute() -> str:
        calls.append(1)
        return result

    actual = hashes.stored(files, [hashes.state(files[0])], list(inputs), compute)
    assert actual == result
    return bool(calls)


def test_an_unchanged_file_is_not_read_again(source):
    assert computed(source) and not computed(source)


def test_other_inputs_count(source):
    assert computed(source) and computed(source, ["comments"])


def test_a_change_that_keeps_size_and_time_is_noticed(source):
    assert computed(source)
    status = source.stat()
    source.write_text("module y;\n")
    os.utime(source, ns=(status.st_atime_ns, status.st_mtime_ns))
    assert source.stat().st_mtime_ns == status.st_mtime_ns and computed(source)


def test_a_file_in_place_of_another_is_noticed(source, tmp_path):
    assert computed(source)
    other = tmp_path / "other.sv"
    other.write_text("module y;\n")
    status = source.stat()
    os.utime(other, ns=(status.st_atime_ns, status.st_mtime_ns))
    os.replace(other, source)
    assert computed(source)


def test_a_recent_change_is_not_trusted(source, monkeypatch):
    monkeypatch.setattr(time, "time_ns", lambda: source.stat().st_ctime_ns + 500_000_000)
    assert computed(source) and computed(source)


def test_a_change_during_the_computation_keeps_nothing(source):
    state = hashes.state(str(source))

    def compute() -> str:
        source.write_text("module other;\n")
        return "a" * 32

    hashes.stored([str(source)], [state], [], compute)
    assert computed(source)


def test_a_damaged_or_read_only_cache_costs_only_time(source, tmp_path):
    assert computed(source)
    (entry,) = (file for file in (tmp_path / "cache" / "hashes").glob("*/*") if file.is_file())
    entry.write_text("short")
    assert computed(source) and not computed(source)
    entry.unlink()
    entry.mkdir()
    assert computed(source)


def test_the_variable_has_all_files_read(source, monkeypatch):
    assert computed(source)
    monkeypatch.setenv(hashes.OFF, "0")
    assert computed(source)


def test_a_missing_file_is_reported(tmp_path):
    with pytest.raises(FileNotFoundError):
        store.digest_files([tmp_path / "none.c"])


def test_hashes_of_sources_are_the_same_kept_or_computed(source, monkeypatch):
    first = store.digest_files([source]), store.digest_files([source], comments=False, lines=False)
    assert first == (store.digest_files([source]), store.digest_files([source], comments=False, lines=False))
    monkeypatch.setenv(hashes.OFF, "0")
    assert first == (store.digest_files([source]), store.digest_files([source], comments=False, lines=False))


_seen: list[str] = []
sys.addaudithook(lambda event, arguments: _seen.append(arguments[0]) if event == "vambrace.hashed" else None)


def test_who_watches_what_is_read_sees_files_that_are_not(source):
    store.digest_files([source])
    _seen.clear()
    store.digest_files([source])
    assert _seen == [str(source)]


def test_an_empty_text_is_not_kept(source):
    assert computed(source, result="") and computed(source, result="")


def test_a_text_may_be_of_any_length(source):
    assert computed(source, result="ä" * 1000) and not computed(source, result="ä" * 1000)
