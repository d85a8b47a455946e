# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""`vambrace` without a command prints what to type next, in lines that fit a terminal; colours can be disabled."""

import io
import re

import pytest
from rich.console import Console

from tests.called import called
from vambrace.base.grid import Grid
from vambrace.base.tools import Tool
from vambrace.cli import next_steps
from vambrace.cli.main import main
from vambrace.view.table import print_grids


def test_without_a_command_the_next_steps_are_printed():
    done = called()
    assert (done.returncode, done.stderr) == (0, "")
    assert all(f"\n  {command}\n" in done.stdout for command, _ in next_steps.STEPS)
    assert all(len(line) <= 80 for line in done.stdout.splitlines())


@pytest.mark.parametrize("command", [command for command, _ in next_steps.STEPS if not command.endswith("--help")])
def test_the_steps_are_commands(command, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "hello.c").touch()
    _, name, *words = command.split()
    assert main.commands[name].make_context(name, words)


def test_what_is_missing_comes_first(monkeypatch):
    tools = [
        Tool("one", "", lambda: ("1", "/one")),
        Tool("two", "", lambda: None),
        Tool("three", "", lambda: None, needed_for="silicon"),
    ]
    monkeypatch.setattr(next_steps, "TOOLS", tools)
    assert next_steps.steps()[0] == ("vambrace doctor --install", "installs what is missing: two")
    assert next_steps.steps()[1:] == list(next_steps.STEPS)
    monkeypatch.setattr(next_steps, "TOOLS", tools[:1])
    assert next_steps.steps() == list(next_steps.STEPS)


@pytest.mark.parametrize(("setting", "coloured"), [(None, True), ("1", False)])
def test_no_color_removes_colours(monkeypatch, setting, coloured):
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("NO_COLOR", raising=False)
    if setting:
        monkeypatch.setenv("NO_COLOR", setting)
    out = io.StringIO()
    print_grids([Grid("title", ["name", "times faster"], [["a", "2.0"]])], Console(file=out, force_terminal=True))
    assert "2.0" in out.getvalue() and bool(re.search(r"\x1b\[[0-9;]*3[0-7]m", out.getvalue())) == coloured
