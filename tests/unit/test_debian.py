# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Sources from Debian's archives (vambrace.base.debian), without a network."""

from __future__ import annotations

import hashlib
import tarfile

import pytest

from vambrace.base import debian, tools
from vambrace.base.errors import BuildError, MissingTool, VambraceError


@pytest.fixture
def archive(tmp_path, monkeypatch):
    """Create an archive as downloaded by apt-get; return its hash."""
    (tmp_path / "some-1").mkdir()
    (tmp_path / "some-1" / "file").write_text("content")
    with tarfile.open(tmp_path / "some.tar.xz", "w:xz") as created:
        created.add(tmp_path / "some-1", "some-1")
    monkeypatch.setattr(debian, "_download", lambda *_: tmp_path)
    monkeypatch.setattr(debian.shutil, "which", lambda name: f"/usr/bin/{name}")
    return hashlib.sha256((tmp_path / "some.tar.xz").read_bytes()).hexdigest()


def test_an_archive_is_unpacked(tmp_path, archive):
    folder = debian.source(tmp_path / "work", "some", "1-1", "some.tar.xz", archive)
    assert folder.name == "some-1" and (folder / "file").read_text() == "content"


def test_a_wrong_hash_is_rejected(tmp_path, archive):
    """Reject hashes that differ in one digit, and parts of the right one."""
    flipped = (f"{archive[:n]}{int(archive[n], 16) ^ 1:x}{archive[n + 1 :]}" for n in range(64))
    for other in (*flipped, archive[:8], archive[-8:], ""):
        with pytest.raises(
            VambraceError, match=f"some.tar.xz of some 1-1 has SHA-256 {archive}, not {other}: rejected"
        ):
            debian.source(tmp_path / "work", "some", "1-1", "some.tar.xz", other)
    assert not (tmp_path / "work").exists()


def test_a_missing_apt_get_is_reported(tmp_path, monkeypatch):
    monkeypatch.setattr(debian.shutil, "which", lambda name: None)
    with pytest.raises(MissingTool, match="needs apt-get"):
        debian.source(tmp_path, "some", "1-1", "some.tar.xz", "")


def test_errors_of_apt_get_are_reported(tmp_path, monkeypatch):
    def fails(command, **_):
        if "update" in command:
            raise BuildError("W: slow\nE: Unable to locate package some\nfailed with exit code 100: apt-get")
        return "Debian bookworm main http://archive\n"

    monkeypatch.setattr(tools, "run", fails)
    monkeypatch.setattr(debian.shutil, "which", lambda name: f"/usr/bin/{name}")
    with pytest.raises(VambraceError) as error:
        debian.source(tmp_path / "work", "some", "1-1", "some.tar.xz", "")
    assert "some 1-1 (E: Unable to locate package some)" in str(error.value) and "\n" not in str(error.value)
    listed = (tmp_path / "work" / "sources.list").read_text()
    assert listed.startswith("deb-src ") and listed.endswith("http://archive bookworm main\n")


def test_only_the_main_archive_is_used(monkeypatch):
    """Only the main archive, by its code name, is used, not updates or others."""
    lines = "Debian bookworm main http://a/\nDebian bookworm-security main http://a/\nOther node main http://b/\n"
    monkeypatch.setattr(tools, "run", lambda *_: lines + "Debian bookworm main http://a/\nDebian bookworm contrib x\n")
    assert debian._archives() == ["http://a/ bookworm"]
