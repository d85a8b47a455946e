# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The measurements that `vambrace study ascon64` plans, its tables, and the line by which long messages are estimated:
nothing is run."""

import json

import pytest
from click.testing import CliRunner

from vambrace.base.errors import UsageError
from vambrace.cli import main as cli
from vambrace.measure import planner
from vambrace.measure.kinds.ascon64 import STYLES
from vambrace.measure.selectors import make_selector
from vambrace.measure.studies import ascon64 as study
from vambrace.measure.studies.line import Line
from vambrace.software.toolchain.program import GCC
from vambrace.view.ascon64_table import grids


def planned(monkeypatch, *arguments: str) -> tuple[list[study.Task], BaseException | None, str]:
    """Return the tasks of a command."""
    seen: list[study.Task] = []
    monkeypatch.setattr(planner, "measure", lambda kind, tasks: (seen.extend(tasks) or [], []))
    done = CliRunner().invoke(cli.main, ["study", "ascon64", *arguments])
    return seen, done.exception, done.output


def test_the_default_is_everything(monkeypatch):
    tasks, wrong, _ = planned(monkeypatch)
    assert wrong is None and len({t.label for t in tasks}) == len(tasks) == len(set(tasks))
    assert {t.style.name for t in tasks} == set(study.STYLES) > set(STYLES)
    assert {(t.core, t.extensions) for t in tasks if t.style.name == "assembly"} == {
        ("rocket64", "none"),
        ("spike", "none"),
        ("spike", "zbkb"),
    }
    assert {t.extensions for t in tasks if t.core == "spike" and t.style.compiled} == {"none", "zbb"}
    assert {t.algorithm for t in tasks if t.style.name == "c"} == {"ascon-128", "ascon-aead128"}
    assert {t.algorithm for t in tasks if t.style.stem} == {"ascon-128"}
    tuned = {t.style.name for t in tasks if "-mtune=thead-c906" in t.flags}
    assert tuned == {"ref", "ref-shift", "opt64", "opt64-shift", "asconv"}  # as the report's programs are
    of_ref = {t.size for t in tasks if t.style.name == "ref" and t.core == "rocket64"}
    assert of_ref == {*study.SIZES, *study.ENDS} and {8, 16, 32, 64, 512, 1536, 4000, 4096, 4 << 20} <= of_ref
    assert len({t.model for t in tasks}) == 2 and None in {t.model for t in tasks}  # Spike needs none


def test_a_selection(monkeypatch):
    tasks, _, _ = planned(monkeypatch, "opt64", "--size", "4K", "--size", "7", "--size", "4K", "--core", "spike")
    assert [t.label for t in tasks] == [
        f"opt64 ascon-128 {n} bytes on spike/{e}" for e in ("none", "zbb") for n in (4096, 7)
    ]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["opt65"], ["opt65", "opt64", "asconv"]),
        (["--core", "rocket"], ["'rocket'", "rocket64", "spike"]),
        (["--size", "0"], ["not a size"]),
        (["--json", "no/such/folder/x.json"], ["no folder"]),
    ],
)
def test_unknown_names_are_rejected_with_the_known_ones(monkeypatch, arguments, words):
    tasks, wrong, output = planned(monkeypatch, *arguments)
    said = output + str(wrong)
    assert wrong is not None and not tasks and all(word in said for word in words)
    assert isinstance(wrong, (UsageError, SystemExit))


def test_the_list_names_every_style(monkeypatch):
    tasks, wrong, output = planned(monkeypatch, "--list")
    assert wrong is None and not tasks
    assert all(f"{s.name:<14} {s.title}" in output for s in study.STYLES.values())


def test_only_long_messages_are_estimated():
    task = study.plan(["c"], [study.LONGEST, study.LONGEST + 1], ["rocket64"])
    assert [t.sampled for t in task[:2]] == [(), (16384, 20480, 24576)]
    (spiked, *_) = study.plan(["c"], [study.LONG], ["spike"])
    assert all(n <= 4096 for n in spiked.sampled)


def test_a_line():
    exact = Line.through([(1, 5), (2, 7), (4, 11)])
    assert (exact.slope, exact.constant, exact.at(10)) == pytest.approx((2, 3, 23))
    assert exact.largest_error == pytest.approx(0)
    assert Line.through([(0, 0), (1, 3), (2, 0)]).largest_error == pytest.approx(2)


def test_an_estimate_names_its_measurements(monkeypatch):
    def counted(task, operation):
        return {
            "cycles": 1000 + 50 * task.size,
            "instret": 900 + 45 * task.size,
            "bytes_loaded": task.size,
            "bytes_stored": task.size + 8,
        }

    monkeypatch.setattr(study, "_counted", counted)
    monkeypatch.setattr(study, "_record", lambda task, operation, counts, estimate: {**counts, "estimate": estimate})
    (task,) = study.plan(["opt64"], [study.LONG], ["rocket64"])
    seal, _ = study.measure(task)
    assert seal["cycles"] == 1000 + 50 * study.LONG and seal["bytes_stored"] == study.LONG + 8
    assert seal["estimate"]["from"] == {str(n): 1000 + 50 * n for n in task.sampled}
    assert seal["estimate"]["per_byte"] == pytest.approx(50) and seal["estimate"]["largest_error"] < 1e-6


def test_selectors_find_their_task():
    selector = make_selector(
        {"record": "ascon64", "style": "asconv", "scenario": "64 bytes", "operation": "open", "metric": "cycles"},
        "test",
    )
    (measurement,) = planner.plan([selector])
    assert measurement.task == study.Task(study.STYLES["asconv"], "ascon-128", 64)


def record(style: str, size: int, value: int, operation: str = "seal", **fields: object) -> dict:
    return {
        "core": "rocket64", "extensions": "none", "style": style, "algorithm": "ascon-128", "operation": operation,
        "message_bytes": size, "cycles": value, "instret": value - 1, "estimate": None, "tools": {GCC: "12"},
        "configuration": {"library_flags": "-O2"}, **fields,
    }  # fmt: skip


def test_tables(monkeypatch, tmp_path):
    estimate = {"from": {"16384": 1, "24576": 2}, "per_byte": 54.25}
    results = [record("opt64", 8, 3400), record("opt64", 7, 3390), record("opt64", 4 << 20, 5000000, estimate=estimate)]
    results += [record("opt64", 7, 3400, "open"), record("opt64-shift", 7, 3380, "open"), record("asconv", 7, 3400)]
    results += [record("opt64", 8, 9, core="spike", extensions="zbb", cycles=None)]
    by_size, opened, ends, spiked = grids(results)
    assert by_size.head[3:] == ["8", "4M", "each more", "per byte"]
    assert by_size.rows == [
        ["opt64", "ascon-128", "none", "3,400", "5,000,000~", "", "54.2"],
        ["asconv", "ascon-128", "none", "", "", "", ""],
    ]
    assert next(grids([record("c", 512, 1000), record("c", 4096, 8168)])).rows[0][3:] == [
        "1,000",
        "8,168",
        "2.0",
        "2.0",
    ]
    assert any("16,384, 24,576" in note for note in by_size.notes)
    assert by_size.notes[-1] == "opt64, asconv: GCC 12, -O2"
    assert opened.head[3:] == ["7", "each more", "per byte"] and "open" in opened.title
    assert ends.rows == [["none", "7", "", "", "", "3,400", "3,380", "-20"]]
    assert spiked.rows == [["opt64", "ascon-128", "zbb", "8", "", "1.0"]] and "Instructions" in spiked.title
    monkeypatch.setattr(planner, "measure", lambda *_: (results[:1], []))
    file = tmp_path / "x.json"
    done = CliRunner().invoke(cli.main, ["study", "ascon64", "--markdown", "--json", str(file)])
    assert done.exception is None and "| opt64 | ascon-128 | none | 3,400 |" in done.stdout
    assert json.loads(file.read_text()) == results[:1]
