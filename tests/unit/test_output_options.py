# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Every option that writes a file or has a number as its value, of every command. The tests find them in the tree of
commands, so that none is forgotten."""

import math
import os
from collections.abc import Sequence
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace

import click
import pytest
from click.testing import CliRunner

from vambrace.analysis import profile, taint, taint_names
from vambrace.base import work
from vambrace.base.output import WriteError
from vambrace.cli import main as cli
from vambrace.cli.options import FILE, FOLDER, Number
from vambrace.measure import tradeoff
from vambrace.measure.studies import psa
from vambrace.results import records
from vambrace.results.pareto import OURS, Place
from vambrace.silicon import sta
from vambrace.software import run
from vambrace.software.running.simulate import Counts, Outcome
from vambrace.software.toolchain import elf
from vambrace.software.toolchain.elf import Elf
from vambrace.view import best, best_chart, tradeoff_plot
from vambrace.view.report import page
from vambrace_dev import main as dev
from vambrace_dev import testing
from vambrace_dev.testing import everything
from vambrace_dev.testing.coverage import command as coverage
from vambrace_dev.testing.coverage import judge
from vambrace_dev.testing.coverage.points import Points
from vambrace_dev.testing.mutants import plan

LIBERTY = ["--liberty", str(Path(__file__).parents[1] / "silicon" / "tiny.lib")]

#: The required arguments of commands besides the option.
ARGUMENTS = {
    "choose": ("ibex-ref/none", "-a", "aes-128-ccm", "--measure"),
    "explore": ("--set", "wait_data=0"),
    "acvp": [str(Path(__file__).with_name("no_vectors.json"))],
    "area": ["ascon", *LIBERTY],
    "board": ["ulx3s"],
    "compare": ["-a", "ascon-128", *LIBERTY],
    "energy": ["ibex-ref/none", *LIBERTY],
    "profile": ["ascon-128", "--point", "ibex-ref/none"],
    "run": [__file__, "--point", "ibex-ref/none"],
    "timing": ["ascon", *LIBERTY],
    "verify constant-time": [__file__, "--secret", "key"],
}

#: Options and arguments that name input files, which the command looks for.
READ = {
    ("acvp", "vectors"),
    ("bench", "with_files"),
    ("explore", "file"),
    ("run", "files"),
    ("study pictures", "file"),
    ("paper", "programs"),
    ("os", "checkout"),
}

#: Numbers whose defaults depend on another option, or that are repeatable.
WITHOUT_DEFAULT = {("os", "--rate"), ("os", "--clock"), ("os", "--seconds"), ("vambrace-dev executor", "--seconds")}


def leaves(command: click.Command = cli.main, path: tuple[str, ...] = ()):
    if not isinstance(command, click.Group):
        yield " ".join(path), command
        return
    for name, other in command.commands.items():
        yield from leaves(other, (*path, name))


COMMANDS = {**dict(leaves()), **dict(leaves(dev.main, ("vambrace-dev",)))}
OUTPUTS = [(name, p.opts[0]) for name, command in COMMANDS.items() for p in command.params if p.type is FILE]
NUMBERS = [(name, p.opts[0]) for name, c in COMMANDS.items() for p in c.params if isinstance(p.type, Number)]


WHEN = datetime(2026, 1, 2, tzinfo=UTC)


def reached() -> Points:
    actual = Points()
    actual.add("lines", "lib/src/common/common.c", 1, 1)
    return actual


def stands_for_tests(*_, cost: Path | None = None, more: Sequence[str] = ()) -> int:
    """Replace test runs, and anything slow."""
    if cost is not None:
        cost.write_text("{}")
    return 0


@pytest.fixture(autouse=True)
def nothing_is_done(monkeypatch, tmp_path):
    """Commands find no records, and measure nothing."""
    counts = Counts(cycles=1, instret=1, bytes_fetched=1, bytes_loaded=1, bytes_stored=1)
    outcome = Outcome("exit", 0, 0, {}, {}, counts, {}, {})

    def ran(elf, point, machine, windows, wave, console, frames):
        for output in (wave, frames):
            if output is not None:
                with output.written_by_tool() as file:
                    file.write_text("$version $end\n")
        return outcome

    monkeypatch.setenv("VAMBRACE_CACHE", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(work, "each", lambda *_, **__: {})
    monkeypatch.setattr(records, "as_csv", lambda made: "no,records\r\n")
    monkeypatch.setattr(sta, "check", lambda library: None)
    monkeypatch.setattr(run, "prepare", lambda *_: Elf.__new__(Elf))
    monkeypatch.setattr(run, "run", ran)
    place = Place("ibex-ref/none", OURS, "ascon-128", "ipv6", 33.0, 117_000, 7_000, None, detail={"operation": "seal"})
    monkeypatch.setattr(tradeoff, "places", lambda *_: [place])
    monkeypatch.setattr(tradeoff_plot, "svg", lambda *_: "<svg>")
    monkeypatch.setattr(page, "page", lambda *_, **__: "<html>")
    monkeypatch.setattr(best, "chosen", lambda *_: [place])
    monkeypatch.setattr(best_chart, "svg", lambda *_: "<svg>")
    monkeypatch.setattr(profile, "measure", lambda *_: None)
    monkeypatch.setattr(elf, "linked", lambda path: SimpleNamespace(path=path, names=lambda: ()))
    for name, result in (("secrets", []), ("symbol", 0), ("public", None), ("declared", [])):
        monkeypatch.setattr(taint_names, name, lambda *_, result=result: result)
    monkeypatch.setattr(taint, "run", lambda *_, **__: taint.Report("exit", [], {}, {}, 1, 1, 1, 0))
    cost = psa.Cost("aes128_ccm", "encrypt", direct=1, driver=1, key_slot=1, core=1, copies=1, own=None)
    monkeypatch.setattr(psa, "measure", lambda point: [cost])
    monkeypatch.setattr(testing, "run", stands_for_tests)
    for what in coverage.KINDS:
        monkeypatch.setattr(f"vambrace_dev.testing.coverage.{what}.measure", reached)
    monkeypatch.setattr("vambrace_dev.verify.frame.tasks", lambda *_: [])
    monkeypatch.setattr(judge, "complaints", lambda *_: [])

    def ran_all(parts, rerun, cost, ended, besides, shard):
        actual = everything.record([], "unit", WHEN, "1")
        ended("unit", actual)
        return stands_for_tests(cost=cost), {"unit": actual}

    monkeypatch.setattr(everything, "run", ran_all)
    monkeypatch.setattr(plan, "select", lambda *_: [])
    monkeypatch.setattr(profile, "lines", lambda *_: ["lines"])


def invoke(command: str, *options: str):
    words = [*command.split(), *ARGUMENTS.get(command, ()), *options]
    program = dev.main if words[0] == "vambrace-dev" else cli.main
    return CliRunner().invoke(program, words[program is dev.main :], standalone_mode=False)


def test_files_and_numbers_have_our_types():
    assert len(OUTPUTS) > 25 and len(NUMBERS) >= 4
    for name, command in COMMANDS.items():
        for p in command.params:
            if isinstance(p.type, click.Path | click.File):
                assert p.type is FOLDER or p.type.exists or (name, p.name) in READ, (name, p.opts)
            if isinstance(p.type, click.FloatRange) or p.type is click.FLOAT:
                assert isinstance(p.type, Number), (name, p.opts)


@pytest.mark.parametrize(("command", "option"), OUTPUTS)
def test_a_file_is_written_whole_or_not_at_all(tmp_path, command, option):
    file = tmp_path / "output"
    file.write_text("what was here")
    file.chmod(0o640)
    done = invoke(command, option, str(file))
    assert done.exception is None, done.output
    text = file.read_bytes()
    assert text and text != b"what was here" and file.stat().st_mode & 0o777 == 0o640
    assert not list(tmp_path.glob(".vambrace*"))

    alone = invoke(command, option, "-")
    assert alone.exception is None and alone.stdout_bytes == text
    assert not (tmp_path / "-").exists()

    wrong = invoke(command, option, "/dev/full").exception
    assert isinstance(wrong, WriteError), wrong
    assert "cannot write to /dev/full: No space left on device; make room" in str(wrong)

    file.write_text("what was here")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "replace", lambda *_: (_ for _ in ()).throw(OSError(28, os.strerror(28))))
        assert isinstance(invoke(command, option, str(file)).exception, WriteError)
    assert file.read_text() == "what was here" and not list(tmp_path.glob(".vambrace*"))


@pytest.mark.parametrize(("command", "option"), OUTPUTS)
@pytest.mark.parametrize(("value", "words"), [("no/such/x", "no folder"), ("/proc/x", "no file can"), (".", "folder")])
def test_an_unwritable_file_is_rejected_before_any_work(command, option, value, words):
    wrong = invoke(command, option, value).exception
    if value == "/proc/x" and os.access("/proc", os.W_OK):
        assert isinstance(wrong, WriteError)  # for root every folder looks writable
    else:
        assert isinstance(wrong, click.BadParameter) and words in str(wrong)


@pytest.mark.parametrize("command", sorted({name for name, _ in OUTPUTS}))
def test_two_options_cannot_write_to_one_file(tmp_path, command):
    options = [option for name, option in OUTPUTS if name == command]
    if any(p.name == "as_markdown" for p in COMMANDS[command].params):
        wrong = invoke(command, options[0], "-", "--markdown").exception
        assert isinstance(wrong, click.BadParameter) and "already writes to standard output" in str(wrong)
    for first, second in pairwise(options):
        for place in ("-", "/dev/stdout", str(tmp_path / "x")):
            wrong = invoke(command, first, place, second, place).exception
            assert isinstance(wrong, click.BadParameter) and "already writes to" in str(wrong)
        assert isinstance(invoke(command, first, "/dev/full", second, "/dev/full").exception, WriteError)


@pytest.mark.parametrize(("command", "option"), NUMBERS)
@pytest.mark.parametrize("value", ["nan", "inf", "-inf", "-1", "1e400", "many"])
def test_numbers_are_finite(command, option, value):
    assert isinstance(invoke(command, option, value).exception, click.BadParameter)
    default = next(p.default for p in COMMANDS[command].params if option in p.opts)
    numbers = [n for n in (default if isinstance(default, list) else [default]) if isinstance(n, str | int | float)]
    assert (command, option) in WITHOUT_DEFAULT or numbers
    assert all(n == "max" or math.isfinite(float(n)) for n in numbers)


def test_commands_that_print_figures_write_json_and_csv():
    """All commands of `vambrace` with --markdown, which print tables, except the report."""
    tables = {name for name, c in COMMANDS.items() if any(p.name == "as_markdown" for p in c.params)} - {"report"}
    tables = {name for name in tables if not name.startswith("vambrace-dev")}
    assert len(tables) > 12
    assert {name for name in tables if not {(name, "--json"), (name, "--csv")} <= set(OUTPUTS)} == set()
