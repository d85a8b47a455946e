# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The whole library is found by the states of its files, and never after a change of anything that it depends on."""

from __future__ import annotations

import os
import time
from dataclasses import replace
from pathlib import Path

import pytest

from vambrace import config
from vambrace.base import hashes, store, tools
from vambrace.config import Build
from vambrace.software.toolchain import includes, program

BUILD = Build(config.extension_sets()["none"])


class Project:
    """A project whose library has one source and one header. `new` acts as a new process."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder, self.calls, self._patch = folder, 0, monkeypatch
        for name in ("lib/src/one", "lib/include/vambrace", "firmware/common"):
            (folder / name).mkdir(parents=True)
        self.source, self.header = folder / "lib/src/one/one.c", folder / "lib/include/one.h"
        self.source.write_text('#include "one.h"\nint one_value(void);\nint one_value(void) { return ONE; }\n')
        self.header.write_text("#define ONE 1\n")
        compile_objects = program.compile_objects

        def counted(*arguments, **named):
            self.calls += 1
            return compile_objects(*arguments, **named)

        monkeypatch.setattr(program, "compile_objects", counted)
        monkeypatch.setattr(program, "library_sources", program.library_sources.__wrapped__)

    def new(self, build: Build = BUILD) -> tuple[bytes, bool]:
        """Return the library of a new process, and whether the process asked for its objects."""
        includes._ways.clear()
        for kept in (includes._named, includes._words, includes._where, store._contents):
            kept.cache_clear()
        store._hashed.clear()
        before = self.calls
        return program.library.__wrapped__(build).read_bytes(), self.calls > before


@pytest.fixture
def project(tmp_path, monkeypatch):
    folder = tmp_path / "project"
    for module in (program, store):
        monkeypatch.setattr(module, "root", lambda: folder)
    monkeypatch.setenv("VAMBRACE_CACHE", str(tmp_path / "cache"))
    monkeypatch.delenv(hashes.OFF, raising=False)
    monkeypatch.setattr(time, "time_ns", lambda now=time.time_ns: now() + 10**10)  # all files are old
    return Project(folder, monkeypatch)


def with_everything_read(project: Project, monkeypatch: pytest.MonkeyPatch, build: Build = BUILD) -> bytes:
    with monkeypatch.context() as patch:
        patch.setenv(hashes.OFF, "0")
        library, asked = project.new(build)
    assert asked
    return library


def test_an_unchanged_library_is_found_without_its_objects(project, monkeypatch):
    first, asked = project.new()
    assert asked and project.new() == (first, False)
    assert with_everything_read(project, monkeypatch) == first


def keeping_size_and_time(file: Path, text: str) -> None:
    status = file.stat()
    assert len(text) == status.st_size
    file.write_text(text)
    os.utime(file, ns=(status.st_atime_ns, status.st_mtime_ns))


def replaced(file: Path, text: str) -> None:
    """Put another file of the same size and time in the place of a file."""
    other = file.with_name("other")
    other.write_text(text)
    status = file.stat()
    os.utime(other, ns=(status.st_atime_ns, status.st_mtime_ns))
    os.replace(other, file)


@pytest.mark.parametrize("write", [Path.write_text, keeping_size_and_time, replaced])
@pytest.mark.parametrize("edited", ["header", "source"])
def test_every_edit_counts(project, monkeypatch, edited, write):
    first, _ = project.new()
    file = getattr(project, edited)
    write(file, file.read_text().replace("ONE 1", "ONE 2").replace("return ONE", "return-ONE"))
    second, asked = project.new()
    assert asked and second != first
    assert second == with_everything_read(project, monkeypatch)
    assert project.new() == (second, False)


def test_a_new_source_or_header_counts(project):
    first, _ = project.new()
    (project.source.parent / "one.h").write_text("#define ONE 3\n")  # before the header of the same name
    second, asked = project.new()
    assert asked and second != first
    (project.source.parent / "two.c").write_text("int two;\n")
    assert project.new()[0] != second
    (project.source.parent / "two.c").unlink()
    assert project.new() == (second, False)


def test_flags_widths_and_versions_of_tools_count(project, monkeypatch):
    first, _ = project.new()
    others = [replace(BUILD, optimisation="-O1"), replace(BUILD, profile="size"), replace(BUILD, xlen=64)]
    assert all(project.new(build)[1] for build in others)
    assert project.new() == (first, False)
    version = tools.version
    for tool in (program.GCC, "picolibc"):
        monkeypatch.setattr(tools, "version", lambda name, tool=tool: "0" if name == tool else version(name))
        assert project.new()[1]


def test_a_removed_library_is_built_again(project):
    first, _ = project.new()
    store.drop("library", program.library.__wrapped__(BUILD).parent.name)
    assert project.new() == (first, True)


def test_a_recent_change_is_not_trusted(project, monkeypatch):
    monkeypatch.setattr(time, "time_ns", lambda: project.header.stat().st_ctime_ns + 500_000_000)
    project.new()
    assert project.new()[1]


@pytest.mark.parametrize("line", ['#include "../../../../elsewhere.h"', '#include "/none/elsewhere.h"'])
def test_a_library_with_files_from_elsewhere_is_not_kept(project, line):
    """Also if they do not exist: they may appear."""
    project.source.write_text(f"#if 0\n{line}\n#endif\n{project.source.read_text()}")
    project.new()
    assert project.new()[1]


def test_a_library_in_a_linked_folder_is_not_kept(project, tmp_path):
    (tmp_path / "linked").mkdir()
    (project.folder / "lib/src/linked").symlink_to(tmp_path / "linked")
    project.new()
    assert project.new()[1]


def test_who_watches_entries_sees_the_objects(project):
    project.new()
    used: set[tuple[str, str]] = set()
    with store.watched(used):
        assert project.new()[1]
    assert {kind for kind, _ in used} == {"object", "library"}


def test_a_change_during_the_command_keeps_nothing_built_after_it(project):
    project.new()
    project.new()
    project.header.write_text("#define ONE 4\n")
    with pytest.raises(store.BuildError, match=r"one\.h changed during this command"):
        store.entry("library", "0" * 32, lambda folder: None)
