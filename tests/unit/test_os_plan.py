# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""What `vambrace os` means to measure, its time and its tables: nothing is simulated."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from tests.report import made_up
from vambrace import config
from vambrace.base.errors import UsageError
from vambrace.cli import main as cli
from vambrace.measure import engine as measuring
from vambrace.measure import os as experiment
from vambrace.measure.os import Task
from vambrace.software import rtos_tests
from vambrace.software.echo import LOADS
from vambrace.software.rtos_tests import TESTS
from vambrace.view import os_table


def planned(monkeypatch, *arguments: str) -> tuple[list[Task], BaseException | None, str]:
    """The tasks of a command."""
    seen: list[Task] = []
    monkeypatch.setattr(measuring, "measure", lambda _, tasks: (seen.extend(tasks) or [], []))
    done = CliRunner().invoke(cli.main, ["os", *arguments])
    return seen, done.exception, done.output


def test_the_default_is_every_test_next_to_every_echo(monkeypatch):
    tasks, wrong, _ = planned(monkeypatch)
    assert wrong is None
    at_15 = {(t.point.extensions.name, t.load, t.test) for t in tasks if t.rate == "15"}
    aes = ("aes-256-ecb", "aes-256-cbc", "aes-256-ccm")
    loads = {
        "none": tuple(LOADS),
        "aes-unit": aes,
        "engine": (*aes, "ascon-aead128"),
        "engine-tlul-pio": (*aes, "ascon-aead128"),
    }
    assert at_15 == {(e, load, test) for e, some in loads.items() for load in some for test in TESTS}
    most = [(t.point.extensions.name, t.load, t.test) for t in tasks if t.rate == "max"]
    assert most == [(e, load, "basic") for e, some in loads.items() for load in some if load != "none"]
    assert len(tasks) == len(at_15) + len(most)
    assert {(t.clock, t.seconds, t.samples) for t in tasks} == {(1_000_000, 0.2, 1)}


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


def test_a_selection_has_what_it_is_compared_with(monkeypatch):
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
            "rocket64 has no operating system: those of 32 bits with RAM do: ibex-ref, ibex-fast, cv32e40x, rocket",
        ),
        (["--test", "memori"], "unknown test 'memori'; did you mean 'memory'?"),
        (["--load", "aes-256-gcm"], "unknown load 'aes-256-gcm'"),
        (["--seconds", "0.05"], "0.05 seconds have no message at 15 a second: --seconds 0.0667 has one"),
    ],
)
def test_what_there_is_not(monkeypatch, arguments, words):
    tasks, wrong, _ = planned(monkeypatch, *arguments)
    assert not tasks and isinstance(wrong, UsageError)
    assert words in str(wrong)


@pytest.mark.parametrize("rate", ["0", "many", "nan", "-1", "2000000"])
def test_what_is_no_rate(monkeypatch, rate):
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


def grid(name: str, records: list[dict]) -> os_table.Grid:
    (found,) = os_table.grids(records, [name])
    return found


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


def test_tables_say_how_samples_differ_and_what_is_not_answered():
    sampled = [{**r, "samples": 5, "loops_deviation": r["loops"] / 50} for r in made_up.os()]
    assert "5 samples of 0.2 simulated seconds; their standard deviation is at most 2 %" in grid("8", sampled).notes[0]
    overloaded = [{**r, "reached": r["extensions"] == "engine" or r["load"] != "aes-256-ccm"} for r in made_up.os()]
    assert grid("9", overloaded).notes[-1].endswith("no more than is left: AES-256-CCM by software.")


def test_a_rate_that_leaves_a_test_nothing():
    """A plain echo takes all loops: nothing can be said of what encryption takes of them."""
    records = [{**r, "loops": 0, "reached": False} if r["load"] != "none" else r for r in made_up.os()]
    assert grid("8", records).rows[1] == ["plain echo", "", "0", "0"]
    assert grid("9", records).rows[:2] == [["plain echo", "", "100.0", "100.0"], ["AES-256-CCM", "software", "-", "-"]]
    assert grid("9", records).notes[-1].startswith("Not all messages are answered")
    assert grid("load", records).rows[1][4] == "100.0"


def test_what_is_missing_is_left_empty():
    records = [r for r in made_up.os() if (r["load"], r["test"]) != ("echo", "message")]
    assert grid("9", records).rows[-1] == ["AES-256-CCM", "engine", "1.0", "-"]
    only = [r for r in made_up.os() if r["rate"] == "max"]
    assert grid("load", only).rows[0] == ["plain echo", "", "100.0", "10,000", "-"]
