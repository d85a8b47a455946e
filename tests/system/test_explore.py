# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""`vambrace explore` on a simulated core: measurements, stored records and output, and wrong input."""

from __future__ import annotations

import json

import polars
import pytest

from tests.called import called
from vambrace import config
from vambrace.explore import space
from vambrace.explore.evaluate import Result, evaluate
from vambrace.explore.parameters import candidate
from vambrace.explore.search import BATCH
from vambrace.measure import bench, calls, explore, planner
from vambrace.measure.registry import KINDS

SWEEP = ("--set", "extensions=none,zkned", "--set", "wait_data=0,2", "--set", "algorithm=aes-128-ccm")


def test_candidates_are_measured_once_and_compared(tmp_path):
    file, frame = tmp_path / "found.json", tmp_path / "found.parquet"
    files = ("--json", str(file), "--parquet", str(frame))
    actual = called("explore", *SWEEP, "--minimise", "cycles", "--minimise", "code", *files)
    assert actual.returncode == 0 and "Pareto front" in actual.stdout, actual.stderr
    rows = json.loads(file.read_text())
    assert len(rows) == 4 and all(row["feasible"] for row in rows)
    assert polars.read_parquet(frame)["cycles"].to_list() == [row["cycles"] for row in rows]
    by = {(row["extensions"], row["wait_data"]): row for row in rows}
    assert by["none", 2]["cycles"] > by["none", 0]["cycles"] > by["zkned", 2]["cycles"] > by["zkned", 0]["cycles"]
    assert [row["on_front"] for row in rows if row["extensions"] == "zkned" and row["wait_data"] == 0] == [True]
    assert not by["none", 2]["on_front"] and by["none", 2]["code"] == by["none", 0]["code"]
    (tmp_path / "space.toml").write_text(
        'minimise = ["cycles"]\n[parameters]\nextensions = ["none", "zkned"]\nwait_data = [0, 2]\n'
    )
    again = called("explore", str(tmp_path / "space.toml"), "--sampler", "all")
    assert again.returncode == 0 and "exploring: calls" not in again.stderr  # all records are kept
    assert "Best 4, by cycles" in again.stdout and "4 of 4 candidates measured" in again.stdout


def test_a_candidate_without_waits_needs_the_cycles_of_bench():
    chosen = candidate({"extensions": "zkned"})
    task = explore.Task(chosen.point, chosen.algorithm, config.scenarios()["zigbee"])
    first, other = explore.MEASURED.records(task), bench.records(bench.Task(task.point, task.algorithm, task.scenario))
    assert [r["cycles"] for r in first] == [r["cycles"] for r in other]
    assert {r["optimisation"] for r in first} == {"-O2"}


def test_the_compiler_level_and_waits_change_what_is_measured():
    names = [{}, {"optimisation": "-O1"}, {"profile": "size"}, {"wait_instr": 1}, {"wait_data": 1}]
    space_of = space.parse({"parameters": {"wait_data": [0]}, "minimise": ["cycles"]}, None)
    actual = evaluate(space_of, [candidate(values) for values in names])
    assert len({r.metrics["cycles"] for r in actual}) == len(names)
    levels = [explore.level(candidate(values).point) for values in names[:3]]
    assert levels == ["-O2", "-O1", "-Os"]


@pytest.mark.long("clang compiles the whole library")
def test_the_library_is_also_measured_with_clang():
    """The results of every call are checked, as always; the records name the compiler and its version."""
    chosen = [candidate({"compiler": name, "extensions": "zkned"}) for name in config.COMPILERS]
    tasks = [explore.Task(item.point, item.algorithm, config.scenarios()["zigbee"]) for item in chosen]
    assert [task.point.name for task in tasks] == ["ibex-ref/zkned", "ibex-ref/zkned:clang"]
    ours, theirs = (explore.MEASURED.records(task) for task in tasks)
    assert [r["compiler"] for r in (*ours, *theirs)] == ["gcc", "gcc", "clang", "clang"]
    assert "clang" in theirs[0]["tools"] and "clang" not in ours[0]["tools"]
    assert ours[0]["code_bytes"] != theirs[0]["code_bytes"]


def test_a_record_names_the_command_that_measures_it_again():
    values = {"extensions": "engine", "HoldWords": 17, "TwoPasses": 1, "compiler": "clang", "wait_mem": 1}
    first = candidate({**values, "algorithm": "ascon-aead128"})
    task = explore.Task(first.point, first.algorithm, config.scenarios()["zigbee"], waits=first.waits)
    fields = {
        **calls.of_point(task.point),
        "algorithm": task.algorithm.name,
        "scenario": "zigbee",
        "compiler": "clang",
        "optimisation": "-O2",
        "wait_instr": 0,
        "wait_data": 0,
        "wait_mem": 1,
        "shared_port": False,
    }
    words = [word for option in KINDS["explore"].options(fields) for word in option.split()]
    assert {"HoldWords=17", "TwoPasses=1", "extensions=engine", "compiler=clang", "wait_mem=1"} <= set(words)
    actual = called("explore", *words, "--list")
    assert actual.returncode == 0 and "1 different candidates; 1 are measured" in actual.stdout, actual.stderr


def test_excluded_candidates_are_not_measured_further(monkeypatch):
    asked = []
    run = planner.run

    def counted(wanted, title=""):
        asked.append((title, len(wanted)))
        return run(wanted, title)

    monkeypatch.setattr(planner, "run", counted)
    limited = space.parse(
        {
            "parameters": {"extensions": ["none", "zkned"]},
            "minimise": ["cycles"],
            "constraints": ["cycles <= 10", "kge <= 45"],
        },
        None,
    )
    actual = evaluate(limited, [candidate({"extensions": name}) for name in ("none", "zkned")])
    assert asked == [("exploring: calls", 2), ("exploring: area", 0)]
    assert all(set(r.violated) == {"cycles <= 10"} and not r.feasible for r in actual)
    assert all(r.missing == "calls" for r in evaluate(limited, [candidate({"wait_data": 77})], measure=False))


def test_an_unmeasurable_candidate_fails_alone():
    of_energy = space.parse({"parameters": {"core": ["ibex-ref"]}, "minimise": ["nj"]}, None)
    chosen = [candidate({"core": "rocket", "extensions": "none"}), candidate({"wait_data": 1})]
    actual = evaluate(of_energy, chosen, measure=False)
    assert ["energy of generated cores" in actual[0].failure, "without wait states" in actual[1].failure] == [
        True,
        True,
    ]


def test_an_interrupted_search_shows_its_results(monkeypatch):
    results = []

    def interrupted(of, chosen):
        if results:
            raise KeyboardInterrupt
        results.extend(Result(item, {"cycles": 1000.0 + item.values["wait_data"]}) for item in chosen)
        return list(results)

    monkeypatch.setattr("vambrace.explore.evaluate.evaluate", interrupted)
    monkeypatch.setattr("vambrace.explore.search.batch", lambda: BATCH)
    waits = ",".join(map(str, range(2 * BATCH)))
    done = called("explore", "--set", f"wait_data={waits}", "--sampler", "all")
    assert done.returncode == 130 and f"interrupted after {BATCH} of {2 * BATCH} candidates" in done.stderr
    assert f"Best {BATCH}, by cycles" in done.stdout and "1,007" in done.stdout


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "give SPACE.toml, or --set"),
        (("none.toml",), "none.toml: No such file"),
        (("--set", "wait_data"), "write NAME=VALUE"),
        (("--set", "wait=1"), "unknown parameter 'wait'"),
        (("--set", "wait_data=x"), "wait_data: 'x' is not a number"),
        (("--set", "shared_port=yes"), "shared_port: 'yes' is not true or false"),
        ((*SWEEP, "--packet", "zigbe"), "did you mean 'zigbee'"),
        ((*SWEEP, "--minimise", "speed"), "unknown metric 'speed'"),
        ((*SWEEP, "--where", "cycles"), "is not a constraint"),
        (("--set", "extensions=xascon"), "the space is empty"),
    ],
)
def test_wrong_arguments_are_rejected(words, said):
    done = called("explore", *words)
    assert done.returncode == 2 and said in done.stderr and not done.stdout, done.stderr


def test_the_closest_candidate_is_named_if_none_is_feasible():
    done = called("explore", *SWEEP, "--where", "cycles <= 3")
    assert done.returncode == 1 and "none of 4 candidates meets all constraints; the closest," in done.stderr
    assert "zkned" in done.stderr.split("the closest,")[1] and "violates cycles <= 3" in done.stderr


def test_a_space_is_counted_without_measuring():
    done = called("explore", "--set", "extensions=none,xascon", "--set", "wait_mem=0,1", "--list")
    assert done.returncode == 0
    assert done.stdout.splitlines() == [
        "4 combinations make 1 different candidates; 1 are measured",
        "  2 left out: xascon changes nothing for aes-128-ccm",
    ]


def test_parameters_and_metrics_are_listed():
    done = called("explore", "--parameters")
    assert done.returncode == 0 and "wait_mem" in done.stdout and "kge" in done.stdout
