# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The modules that the command line loads: help, names and errors of arguments appear at once, since each command is
loaded when it is called, and the libraries that measure and draw only when they are used."""

import re
import subprocess
import sys

import click
import pytest

from tests.called import called
from vambrace.cli import main as cli
from vambrace.cli.lazy_group import Group
from vambrace.cli.study import study
from vambrace_dev import main as dev

#: Packages that load slowly, or that some installations lack.
HEAVY = {
    "PIL", "altair", "ascon", "cryptography", "elftools", "fast_ascon", "filelock", "jinja2", "liberty", "numpy",
    "pyosys", "rich", "riscv", "sympy", "vl_convert", "yaml",
}  # fmt: skip

#: Commands, and the packages among these that they may load.
CALLS = [
    (["--version"], set()), (["--help"], set()), (["bnech"], set()), (["points"], set()),
    (["bench", "nonsense"], set()), (["bench", "--jsn"], set()), (["bench", "--by", "length", "-a", "nonsense"], set()),
    (["latency", "engin"], set()), (["paper", "lascas"], set()), (["paper", "--list"], set()),
    (["memory", "nonsense"], set()), (["compare", "nonsense"], set()), (["profile", "aes", "--point", "x"], set()),
    (["area", "nonsense"], set()), (["timing", "nonsense"], set()), (["fpga", "nonsense"], set()),
    (["energy", "nonsense"], set()), (["report", "nonsense"], set()), (["run", "x.c"], set()),
    (["os", "nonsense"], set()), (["export", "nonsense", "-o", "x"], set()), (["study", "cipher"], set()),
    (["study", "ciphers", "--list"], set()), (["study", "ascon64", "opt"], set()),
    (["study", "pictures", "--list"], {"numpy", "PIL"}),
    (["verify", "nonsense"], set()), (["faults", "nonsense"], set()), (["faults", "ascon"], set()),
    (["vambrace-dev", "test", "--list"], set()), (["vambrace-dev", "test", "nonsense"], set()),
    (["vambrace-dev", "test", "fuzz", "-a", "des"], set()), (["vambrace-dev", "verify", "nonsense"], set()),
]  # fmt: skip


def loaded(*lines: str) -> set[str]:
    """Return the modules loaded by some lines of Python in a separate process."""
    text = "\n".join(["import sys", *lines, "print('\\n'.join(sys.modules), file=sys.__stderr__)"])
    done = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=True)
    return set(done.stderr.split())


@pytest.fixture(scope="module")
def by_call() -> dict[tuple[str, ...], set[str]]:
    """Return the modules that each call, and `--help` of each command, adds to those of its predecessors: if one of
    them must not load a module, none before it has loaded it."""
    every = [[*words, "--help"] for words in commands()] + [
        words for words, _ in sorted(CALLS, key=lambda c: len(c[1]))
    ]
    text = [
        "import io",
        "sys.stdin = io.StringIO()",
        "from tests.called import called",
        "have = set(sys.modules)",
        f"for words in {every!r}:",
        "    called(*words)",
        "    print(' '.join(words), '=', *(set(sys.modules) - have))",
        "    have = set(sys.modules)",
    ]
    done = subprocess.run([sys.executable, "-c", "\n".join(["import sys", *text])], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    actual = (line.split(" =") for line in done.stdout.splitlines())
    return {tuple(words.split()): {m.split(".")[0] for m in modules.split()} for words, modules in actual}


def commands() -> list[tuple[str, ...]]:
    """Return the words of all commands, of both programs."""
    return [*commands_of(cli.main, ()), *commands_of(dev.main, ("vambrace-dev",))]


def commands_of(group: Group, before: tuple[str, ...]) -> list[tuple[str, ...]]:
    results = [before]
    for name in group.commands:
        command = group.commands[name]
        results += commands_of(command, (*before, name)) if isinstance(command, Group) else [(*before, name)]
    return results


def test_the_command_line_itself_loads_no_command():
    modules = loaded("from vambrace.cli import endings, main as cli", "cli.main(['--help'], standalone_mode=False)")
    assert "vambrace.cli.main" in modules and "vambrace.cli.lazy_group" in modules
    assert not {m.split(".")[0] for m in modules} & HEAVY
    assert not {m for m in modules if m.endswith("command") or m.endswith("commands")}
    assert "vambrace.config" not in modules


@pytest.mark.parametrize(("words", "may"), CALLS, ids=lambda v: " ".join(v) if isinstance(v, list) else "")
def test_names_and_errors_load_nothing_heavy(by_call, words, may):
    assert by_call[tuple(words)] & HEAVY <= may


@pytest.mark.parametrize("words", commands(), ids=" ".join)
def test_help_loads_nothing_heavy(by_call, words):
    assert not by_call[(*words, "--help")] & HEAVY


def test_every_command_is_in_the_module_of_the_table():
    assert list(cli.main.commands) == sorted(cli.main.commands) and len(cli.main.commands) >= 17
    for main in (cli.main, dev.main):
        for name in main.commands:
            command = main.commands[name]
            assert isinstance(command, click.Command) and command.name == name


def test_help_has_every_command_once_by_purpose():
    """The help fits one screen of 80 columns."""
    listed = [name for names in cli.main.purposes.values() for name in names]
    assert sorted(listed) == list(cli.main.commands)
    text = called("--help").stdout
    assert all(len(re.findall(rf"^  {name} ", text, re.MULTILINE)) == 1 for name in listed)
    assert len(text.splitlines()) <= 50 and max(map(len, text.split("\n"))) <= 80


def test_lines_of_help_are_not_truncated():
    """At 80 columns each command's description fits its line, and none is truncated."""
    lines = [" ".join([name, cli.main.line_of(name)]) for name in cli.main.commands]
    assert all(len(line) < 68 and line.endswith(".") and "..." not in line for line in lines)
    assert study.line_of("ciphers", 40).endswith("...")
