# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""A short command avoids what takes long: imports that only a build needs, and parsing what has not changed."""

import importlib.metadata
import subprocess
import sys
import time

from vambrace.base import hashes, tools
from vambrace.base.paths import root
from vambrace.hardware import rtl

#: Together they took a quarter of the processor time of `vambrace run`.
SLOW = {"concurrent.futures", "email", "importlib.metadata", "logging", "secrets", "yaml", "zipfile"}


def test_a_run_imports_nothing_that_only_builds_need():
    code = "import sys, vambrace.cli.run, vambrace.software.run; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert SLOW & set(done.stdout.split()) == set()


def test_versions_of_packages_are_those_of_their_metadata():
    packages = [tool for tool in tools.TOOLS if tool.pypi and tool.debian is None]
    found = {tool.pypi: there[0] for tool in packages if (there := tool.find()) and tool.name != "cmake"}
    assert len(found) > 5
    assert found == {name: importlib.metadata.version(name) for name in found}


def described(folder, name: str, text: str) -> None:
    (folder / name).mkdir()
    (folder / name / "METADATA").write_text(text)


def test_a_version_is_read_next_to_the_package(tmp_path, monkeypatch):
    monkeypatch.setattr(importlib.metadata, "version", lambda name: "elsewhere")
    described(tmp_path, "other_part-9.dist-info", "Name: other-part\nVersion: 9\n")
    assert tools._distribution_version("some.part", tmp_path) == "elsewhere"
    described(tmp_path, "Some_Part-1.0.dist-info", "Name: some-part\nVersion: 1.0+local.2\n\nVersion: 3\n")
    assert tools._distribution_version("some.part", tmp_path) == "1.0+local.2"
    described(tmp_path, "some_part-2.0.dist-info", "Version: 2.0\n")  # of which one is left over
    assert tools._distribution_version("some.part", tmp_path) == "elsewhere"


def test_core_files_are_kept_as_parsed(tmp_path, monkeypatch):
    monkeypatch.setenv("VAMBRACE_CACHE", str(tmp_path / "cache"))
    monkeypatch.delenv(hashes.OFF, raising=False)
    monkeypatch.setattr(time, "time_ns", lambda now=time.time_ns: now() + 10**10)  # all files are old
    files = sorted(path for folder in rtl._FOLDERS for path in (root() / folder).rglob("*.core"))
    assert len(files) > 30
    fresh = tmp_path / "fresh.core"
    fresh.write_text("CAPI=2:\nname: a:b:c:1\n")
    parsed = {path: rtl._parsed(path) for path in [*files, fresh]}
    for _ in ("parsed", "kept"):
        assert {path: rtl._description.__wrapped__(path) for path in parsed} == parsed
        monkeypatch.setattr(rtl, "_parsed", lambda path: {"name": "changed"})
    fresh.write_text("CAPI=2:\nname: a:b:c:2\n")
    assert rtl._description.__wrapped__(fresh) == {"name": "changed"}
