# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The measurements of `vambrace os`, their time and their tables: nothing is simulated."""

from __future__ import annotations

import subprocess

import pytest
from click.testing import CliRunner

from tests.report import made_up
from vambrace import config
from vambrace.base import code
from vambrace.base.errors import UsageError
from vambrace.cli import main as cli
from vambrace.measure import os as experiment
from vambrace.measure import planner
from vambrace.measure.kinds.os import KIND
from vambrace.measure.os import Task
from vambrace.software.ports import riot, rtos_tests
from vambrace.software.ports.echo import LOADS
from vambrace.software.ports.rtos_tests import TESTS, Counted
from vambrace.view import os_table


def planned(monkeypatch, *arguments: str) -> tuple[list[Task], BaseException | None, str]:
    """Return the tasks of a command."""
    seen: list[Task] = []
    monkeypatch.setattr(planner, "measure", lambda _, tasks: (seen.extend(tasks) or [], []))
    done = CliRunner().invoke(cli.main, ["os", *arguments])
    return seen, done.exception, done.output


def test_the_default_is_every_test_next_to_every_echo(monkeypatch):
    tasks, wrong, _ = planned(monkeypatch)
    assert wrong is None
    at_15 = {(t.point.extensions.name, t.load, t.test) for t in tasks if t.rate == "15"}
    aes = ("aes-256-ecb", "aes-256-cbc", "aes-256-ccm")
    loads = {
        "none": tuple(name for name, load in LOADS.items() if "freertos" in load.systems),
        "aes-unit": aes,
        "engine": (*aes, "ascon-aead128"),
        "engine-tlul-pio": (*aes, "ascon-aead128"),
    }
    assert at_15 == {(e, load, test) for e, some in loads.items() for load in some for test in TESTS}
    most = [(t.point.extensions.name, t.load, t.test) for t in tasks if t.rate == "max"]
    assert most == [(e, load, "basic") for e, some in loads.items() for load in some if load != "none"]
    assert len(tasks) == len(at_15) + len(most)
    assert {(t.clock, t.seconds, t.samples, t.os) for t in tasks} == {(1_000_000, 0.2, 1, "freertos")}


def test_a_core_has_the_coprocessors_that_it_can_have():
    assert experiment.sets("rocket") == [
        "none",
        "aes-256-unit",
        "aes-256-unit-port-pio",
        "aes-256-unit-tlul-pio",
        "engine",
        "engine-port-pio",
        "engine-tlul-pio",
    ]
    assert {"rocket64", "rocket-scratchpad"}.isdisjoint(experiment.cores())


def test_a_selection_includes_its_baseline(monkeypatch):
    chosen = ["--test", "message", "--load", "ascon-aead128", "--rate", "30.0", "--rate", "30", "--samples", "3"]
    tasks, _, _ = planned(monkeypatch, "ibex-fast/engine", *chosen)
    assert [(t.point.name, t.test, t.load, t.rate, t.samples) for t in tasks] == [
        ("ibex-fast/none", "message", "none", "30", 3),
        ("ibex-fast/none", "message", "echo", "30", 3),
        ("ibex-fast/none", "message", "ascon-aead128", "30", 3),
        ("ibex-fast/engine", "message", "ascon-aead128", "30", 3),
    ]
    assert len({t.label for t in tasks}) == 4


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["ibex"], "unknown point 'ibex'"),
        (
            ["rocket64"],
            "rocket64 cannot run an operating system; 32-bit cores with RAM can: ibex-ref, ibex-fast, cv32e40x, rocket",
        ),
        (["--test", "memori"], "unknown test 'memori'; did you mean 'memory'?"),
        (["--load", "aes-256-gcm"], "unknown load 'aes-256-gcm'"),
        (["--seconds", "0.05"], "0.05 seconds contain no message at 15 a second; use at least 0.0667"),
    ],
)
def test_unknown_names_are_rejected(monkeypatch, arguments, words):
    tasks, wrong, _ = planned(monkeypatch, *arguments)
    assert not tasks and isinstance(wrong, UsageError)
    assert words in str(wrong)


@pytest.mark.parametrize("rate", ["0", "many", "nan", "-1", "2000000"])
def test_invalid_rates_are_rejected(monkeypatch, rate):
    tasks, wrong, _ = planned(monkeypatch, "--rate", rate)
    assert not tasks and wrong is not None


@pytest.mark.parametrize(
    ("rate", "clock", "seconds", "tick", "messages"),
    [
        ("15", 1_000_000, 0.2, 66_666, 3),
        ("15", 65_000_000, 0.2, 49_808, 3),
        ("15", 65_000_000, 1, 49_808, 15),
        ("100", 1_000_000, 0.2, 50_000, 20),
        ("1000", 1_000_000, 0.02, 50_000, 50),
        ("0.5", 1_000_000, 2, 50_000, 1),
        ("max", 1_000_000, 0.2, 66_666, 3),
    ],
)
def test_a_sample_is_whole_ticks_and_whole_messages(rate, clock, seconds, tick, messages):
    task = Task(config.point("ibex-ref/none"), "basic", "echo", rate, clock, seconds)
    assert task.tick == tick and 25_000 <= task.tick <= 100_000
    assert task.cycles % tick == 0
    assert task.cycles == pytest.approx(messages * task.period, rel=1e-3)


def test_samples_begin_at_other_phases(monkeypatch):
    phases = []
    monkeypatch.setattr(rtos_tests, "build", lambda *given: phases.append(given[-1]))
    task = Task(config.point("ibex-ref/none"), "basic", "echo", samples=4)
    for n in range(4):
        task.program(n)
    assert phases == [0, 16_666, 33_333, 49_999]


@pytest.fixture
def checkout(tmp_path, monkeypatch):
    """A folder that looks like the measured version of RIOT, by its files and by git."""
    monkeypatch.setattr(riot, "_git", lambda folder, *words: riot.COMMIT if words[0] == "rev-parse" else "")
    for name in riot._NEEDED:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    return tmp_path


def test_riot_is_measured_as_published(monkeypatch, checkout):
    """FAC-V's systems, each at 65 MHz with three messages that follow each other; software is ours, and RIOT's own."""
    tasks, wrong, output = planned(monkeypatch, "--os", "riot", "--checkout", str(checkout))
    assert wrong is None, output
    software = ("none", "echo", "aes-256-ecb", "aes-256-ecb-riot")
    units = ("aes-256-unit", "aes-256-unit-port-pio", "aes-256-unit-tlul-pio")
    rows = [("none", load) for load in software] + [(unit, "aes-256-ecb") for unit in units]
    assert {(t.point.name, t.load, t.test) for t in tasks} == {
        (f"rocket/{extensions}", load, test) for extensions, load in rows for test in TESTS
    }
    assert {(t.os, t.rate, t.clock, t.samples, t.checkout) for t in tasks} == {("riot", "15", 65_000_000, 3, checkout)}
    assert {t.tick for t in tasks} == {995 * 65}
    assert {t.cycles for t in tasks} == {67 * 995 * 65}
    assert tasks[0].cycles == pytest.approx(tasks[0].period, rel=1e-4)
    assert "rocket/none basic on riot, none 15" in {t.label for t in tasks}


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--rate", "max"], "RIOT answers no message at the rate max; give --rate a number"),
        (["--load", "aes-256-ccm"], "RIOT has no echo server with aes-256-ccm: it has none, echo, aes-256-ecb, "),
        (["--samples", "17"], "RIOT supports at most 16 samples; increase --seconds"),
        (["--clock", "0.5"], "RIOT's clock must be a whole number of MHz, not 0.5"),
        (["--seconds", "0.06"], "0.06 seconds contain no message at 15 a second"),
        (["rocket64"], "rocket64 cannot run an operating system"),
    ],
)
def test_tests_and_points_missing_for_riot_are_rejected(monkeypatch, checkout, arguments, words):
    tasks, wrong, _ = planned(monkeypatch, "--os", "riot", "--checkout", str(checkout), *arguments)
    assert not tasks and isinstance(wrong, UsageError)
    assert words in str(wrong)


def test_freertos_has_no_echo_server_with_the_software_of_riot(monkeypatch):
    tasks, wrong, _ = planned(monkeypatch, "--load", "aes-256-ecb-riot")
    assert not tasks and isinstance(wrong, UsageError)
    assert "FreeRTOS has no echo server with aes-256-ecb-riot: it has none, echo" in str(wrong)


def refused(monkeypatch, *arguments: str) -> str:
    tasks, wrong, _ = planned(monkeypatch, "--os", "riot", *arguments)
    assert not tasks and isinstance(wrong, UsageError)
    assert "\n" not in str(wrong)
    return str(wrong)


def test_a_checkout_is_complete_and_of_the_measured_version(monkeypatch, checkout):
    """Each in a line, before anything is built."""
    named = ("--checkout", str(checkout))
    monkeypatch.setattr(riot, "_git", lambda folder, *words: "0123456789abcdef" if words[0] == "rev-parse" else "")
    wrong = refused(monkeypatch, *named)
    assert f"{checkout} is at commit 0123456789ab, but the figures need RIOT 2026.10-devel-371-gc8bd52ff13" in wrong
    monkeypatch.setattr(riot, "_git", lambda *_: "")
    assert f"{checkout} is not a git checkout, but the figures need RIOT" in refused(monkeypatch, *named)
    monkeypatch.setattr(
        riot, "_git", lambda folder, *words: riot.COMMIT if words[0] == "rev-parse" else " M core/sched.c"
    )
    assert f"{checkout} was changed" in refused(monkeypatch, *named)
    (checkout / "core" / "sched.c").unlink()
    assert refused(monkeypatch, *named) == (f"{checkout} cannot be measured: this checkout of RIOT has no core/sched.c")
    assert f"{checkout}/none is not a folder" in refused(monkeypatch, "--checkout", str(checkout / "none"))
    monkeypatch.delenv("RIOTBASE", raising=False)
    assert "RIOT is not available: give --checkout the folder of" in refused(monkeypatch)


def test_git_reports_the_version_of_a_checkout(tmp_path):
    """Also in a folder inside another checkout, which git would report otherwise."""

    def git(*words: str) -> str:
        options = ["-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgsign=false"]
        return subprocess.run(
            ["git", *options, *words], cwd=tmp_path, check=True, capture_output=True, text=True
        ).stdout

    (tmp_path / "file").write_text("as published")
    (tmp_path / "below").mkdir()
    for words in (["init", "-q"], ["add", "file"], ["commit", "-q", "-m", "first"]):
        git(*words)
    assert riot._git(tmp_path, "rev-parse", "HEAD") == git("rev-parse", "HEAD").strip() != ""
    assert riot._git(tmp_path / "below", "rev-parse", "HEAD") == ""
    assert riot._git(tmp_path, "status", "--porcelain", "--untracked-files=no") == ""
    (tmp_path / "file").write_text("changed")
    assert riot._git(tmp_path, "status", "--porcelain", "--untracked-files=no") == "M file"


def test_samples_of_riot_are_windows_of_one_run(monkeypatch):
    """Their mean and deviation are those of the record; all of its messages are counted."""
    windows = [Counted(1000 + n, 1_000_000, 1, 1, 4e6, 50_000.0) for n in (0, 2, 4)]
    monkeypatch.setattr(experiment, "_counted", lambda task, elf: windows)
    monkeypatch.setattr(Task, "program", lambda task: None)
    monkeypatch.setattr(Task, "source_hash", "hash")
    (record,) = experiment.measure(experiment.riot_task(config.point("rocket/none"), "basic", "echo"))
    assert (record["os"], record["samples"], record["clock_hz"]) == ("riot", 3, 65_000_000)
    assert (record["loops"], record["loops_deviation"]) == (1002, 2)
    assert record["reached"] and record["answer_cycles"] == 50_000
    assert record["messages_per_second"] == pytest.approx(65)
    assert record["tools"]["riot"] == riot.VERSION
    assert [*KIND.options(record)] == ["--os riot", "--test basic", "--rate 15"]


def test_a_run_depends_on_the_code_that_counts():
    """The modules are where their names say: another one of them is another run."""
    assert len({code.files(name) for name in experiment.CODE}) == len(experiment.CODE) > 0
    assert code.files(*experiment.CODE) != code.files(*experiment.CODE[1:])


def grid(name: str, records: list[dict]) -> os_table.Grid:
    (actual,) = os_table.grids(records, [name])
    return actual


def test_tables():
    records = made_up.os()
    assert grid("8", records).rows == [
        ["no network", "", "1,000", "1,000"],
        ["plain echo", "", "900", "900"],
        ["AES-256-CCM", "software", "450", "450"],
        ["AES-256-CCM", "engine", "891", "891"],
    ]
    assert grid("9", records).rows == [
        ["plain echo", "", "10.0", "10.0"],
        ["AES-256-CCM", "software", "50.0", "50.0"],
        ["AES-256-CCM", "engine", "1.0", "1.0"],
    ]
    load = grid("load", records)
    assert load.rows[1][:6] == ["AES-256-CCM", "software", "100.0", "10,000", "55.0", "9,000"]
    assert load.head[4:6] == ["load at 15", "answer at 15"]
    assert [row[0] for row in load.rows] == ["plain echo", "AES-256-CCM", "AES-256-CCM"]


def test_each_system_has_its_own_tables():
    records = made_up.os() + [{**r, "os": "riot", "loops": r["loops"] / 2} for r in made_up.os()]
    first, second = os_table.grids(records, ["8"])
    assert "ibex-ref with FreeRTOS" in first.title and "ibex-ref with RIOT" in second.title
    assert (first.rows[0][2], second.rows[0][2]) == ("1,000", "500")


def test_tables_show_deviations_and_unanswered_messages():
    sampled = [{**r, "samples": 5, "loops_deviation": r["loops"] / 50} for r in made_up.os()]
    assert "5 samples of 0.2 simulated seconds; their standard deviation is at most 2 %" in grid("8", sampled).notes[0]
    overloaded = [{**r, "reached": r["extensions"] == "engine" or r["load"] != "aes-256-ccm"} for r in made_up.os()]
    assert grid("9", overloaded).notes[-1].endswith("processor time that remains: AES-256-CCM by software.")


def test_a_rate_that_leaves_no_loops_has_no_result():
    """If a plain echo takes all loops, the loss caused by encryption is undefined."""
    records = [{**r, "loops": 0, "reached": False} if r["load"] != "none" else r for r in made_up.os()]
    assert grid("8", records).rows[1] == ["plain echo", "", "0", "0"]
    assert grid("9", records).rows[:2] == [["plain echo", "", "100.0", "100.0"], ["AES-256-CCM", "software", "-", "-"]]
    assert grid("9", records).notes[-1].startswith("Not all messages are answered")
    assert grid("load", records).rows[1][4] == "100.0"


def test_missing_figures_are_left_empty():
    records = [r for r in made_up.os() if (r["load"], r["test"]) != ("echo", "message")]
    assert grid("9", records).rows[-1] == ["AES-256-CCM", "engine", "1.0", "-"]
    only = [r for r in made_up.os() if r["rate"] == "max"]
    assert grid("load", only).rows[0] == ["plain echo", "", "100.0", "10,000", "-"]
