# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The developers' checks, proofs, comparisons, mutants and tests as jobs of an executor."""

from __future__ import annotations

import json
import re

import pytest
from click.testing import CliRunner

from tests import in_process
from tests.called import called
from vambrace.base import work
from vambrace.base.cluster import travel, worker
from vambrace.base.errors import VambraceError
from vambrace_dev import away
from vambrace_dev.main import main
from vambrace_dev.proofs import circuit, plan, prove
from vambrace_dev.proofs import command as proofs
from vambrace_dev.proofs.prove import Finding
from vambrace_dev.testing import everything, jobs
from vambrace_dev.testing.lockstep import campaign
from vambrace_dev.testing.lockstep.compare import Compared
from vambrace_dev.testing.mutants import command as mutants
from vambrace_dev.testing.mutants import copies, judge, tree
from vambrace_dev.testing.mutants import plan as mutant_plan
from vambrace_dev.verify import frame
from vambrace_dev.verify.check import PROOF, Check, Divided, Outcome, Piece


@pytest.fixture
def executor(monkeypatch, tmp_path):
    """Jobs go to workers that are this process, with a cache of their own."""
    monkeypatch.setenv("VAMBRACE_CACHE", str(tmp_path / "cache"))
    monkeypatch.delenv("VAMBRACE_CACHE_BELOW", raising=False)
    monkeypatch.setattr(away, "_state", lambda places: ("files", "environment"))
    away._state_at_start.cache_clear()
    monkeypatch.setattr(away, "_state_at_start", lambda command, places: ("files", "environment"))
    actual = in_process.InProcess()
    with work.using(actual):
        yield actual


def test_a_checkout_with_other_files_or_tools_is_unfit(monkeypatch):
    call = away.job(dict, ("changes",)).call
    assert travel.loads(travel.dumps(call))() == {}
    command, places, (files, environment), _ = call.args
    with pytest.raises(worker.Unfit, match="other files than this checkout: check out the same commit there"):
        away.do(command, places, ("0", environment), dict)
    with pytest.raises(worker.Unfit, match=r"other tools, or other variables VAMBRACE_\*: install those of"):
        away.do(command, places, (files, "0"), dict)
    monkeypatch.setattr(away, "_loaded", lambda: "0")
    with pytest.raises(worker.Unfit, match="its files were changed after it started: restart it"):
        away.do("another command", places, (files, environment), dict)


def test_a_place_that_git_cannot_read_is_unfit(monkeypatch):
    def listed(places):
        raise VambraceError("needs a checkout that git can read")

    monkeypatch.setattr(everything, "listed", listed)
    with pytest.raises(worker.Unfit, match=r"\S+: needs a checkout that git can read"):
        away.do("a third command", (), ("", ""), dict)


def test_a_worker_without_a_checkout_is_unfit(monkeypatch):
    def missing(data):
        raise ModuleNotFoundError("No module named 'vambrace_dev'", name="vambrace_dev.away")

    monkeypatch.setattr(travel, "loads", missing)
    monkeypatch.setattr(worker, "_from_here", worker.Unfit)
    with pytest.raises(worker.Unfit, match="has no vambrace_dev: start its workers in the environment of a checkout"):
        worker.run(b"", False)


@pytest.fixture
def pieces(monkeypatch):
    """A check in three pieces, and another one; the list of what ran; what does not hold."""
    ran, wrong = [], []

    def one(name):
        def run():
            ran.append(name)
            if name == "lost":
                raise VambraceError("no tool")
            return Outcome(name not in wrong, name, () if name not in wrong else (f"{name} is wrong",))

        return run

    def join(outcomes):
        details = tuple(line for outcome in outcomes for line in outcome.details)
        return Outcome(not details, " ".join(outcome.figure for outcome in outcomes), details)

    divided = Divided(lambda: [Piece(name, one(name), memory=7) for name in ("a", "b", "c")], join)
    known = {
        "proofs": [Check("parts", "three parts", PROOF, divided, "x"), Check("whole", "one", PROOF, one("whole"), "x")],
        "fuzz": [Check("lost", "undecided", PROOF, Divided(lambda: [Piece("x", one("lost"))], join), "x")],
        "c": [Check("empty", "nothing", PROOF, Divided(list, join), "x")],
    }
    monkeypatch.setattr(frame, "checks", known.__getitem__)
    monkeypatch.setattr(everything, "stamp", lambda places: "as it was")
    return ran, wrong


def test_a_check_is_decided_by_its_pieces(executor, pieces):
    ran, wrong = pieces
    done = CliRunner().invoke(main, ["verify", "proofs"])
    assert done.exit_code == 0 and ran == ["a", "b", "c", "whole"] and "holds: a b c" in done.stdout
    assert executor.labels == ["proofs: parts, a", "proofs: parts, b", "proofs: parts, c", "proofs: whole"]
    assert executor.memory[:3] == [7, 7, 7] and executor.memory[3] >= 1000
    CliRunner().invoke(main, ["verify", "proofs"])
    assert len(ran) == 4
    wrong.append("b")
    done = CliRunner().invoke(main, ["verify", "proofs", "--rerun"])
    assert len(ran) == 8 and "b is wrong" in done.stderr and done.exit_code


def test_pieces_that_are_decided_are_not_repeated(executor, pieces):
    """Neither after Ctrl-C nor after a piece that fails."""
    ran, wrong = pieces
    wrong.append("b")
    assert CliRunner().invoke(main, ["verify", "proofs"]).exit_code
    wrong.clear()
    assert CliRunner().invoke(main, ["verify", "proofs"]).exit_code == 0
    assert ran == ["a", "b", "c", "whole", "b"]


def test_checks_that_cannot_be_decided_are_counted(executor, pieces):
    done = CliRunner().invoke(main, ["verify", "fuzz", "c", "proofs"])
    assert str(done.exception).splitlines() == [
        "c: empty: there is nothing to check",
        "fuzz: lost, x: no tool",
        "0 of 4 guarantees broken, 2 not decided",
    ]


@pytest.mark.parametrize("part", ["proofs", "lockstep", "mutants"])
def test_the_pieces_of_a_check_have_names_and_can_be_sent(part):
    for check in frame.checks(part)[:3]:
        every = check.pieces()
        assert len({piece.name for piece in every}) == len(every) > 0
        assert all(travel.dumps(need.build) for need in every[0].needs)


def test_properties_are_jobs(executor, monkeypatch):
    chosen = plan.proofs()["obi"]
    monkeypatch.setattr(circuit, "make", lambda proof, defect=None: None)
    monkeypatch.setattr(
        prove,
        "decide",
        lambda proof, name, defect=None: Finding(name, name, [] if name.startswith("reach_") or defect else None, 0.5),
    )
    done = CliRunner().invoke(main, ["test", "proofs", "--proof", "obi"])
    assert done.exit_code == 0 and f"{len(chosen.properties)} of {len(chosen.properties)} proper" in done.stdout
    assert executor.labels == ["obi: circuit", *(f"obi: {name}" for name in chosen.properties)]
    assert set(executor.memory) == {proofs.MEMORY}
    done = CliRunner().invoke(main, ["test", "proofs", "--proof", "obi", "--defects"])
    assert done.exit_code == 0 and f"{len(chosen.defects)} of {len(chosen.defects)} defects caught" in done.stdout


def test_programs_are_jobs_and_a_difference_comes_back(executor, monkeypatch):
    seeds = []

    def compare(self, seed):
        seeds.append(seed)
        if seed == 9:
            raise campaign.Different("ibex-ref-plain-9", b"program", "they differ", {"field": "pc"})
        return Compared(retired=20_000)

    monkeypatch.setattr(campaign.Bench, "compare", compare)
    monkeypatch.setattr(campaign.Bench, "needs", ())
    monkeypatch.setattr(campaign, "done_key", lambda bench: "key")
    bench = campaign.of("ibex-ref")
    assert campaign.run([bench], 50_000, seed=1)["ibex-ref"] == Compared(retired=60_000)
    assert seeds == [1, 2, 3] and executor.memory == [campaign.MEMORY] * 3
    assert campaign.run([bench], 50_000, seed=1)["ibex-ref"].before == 60_000 and seeds == [1, 2, 3]
    with pytest.raises(campaign.Different, match="they differ\nkept: ") as actual:
        campaign.run([bench], 200_000, seed=1)
    assert actual.value.difference == {"field": "pc"} and seeds[-1] == 9


def test_mutants_are_jobs(executor, monkeypatch):
    (mutant, *_) = mutant_plan.mutants().values()
    judged = []

    class Copies:
        def judge(self, mutant):
            judged.append(mutant.id)
            return judge.Verdict(judge.KILLED, "test_it", 1.0)

    monkeypatch.setattr(copies, "_copies", lambda state: Copies())
    monkeypatch.setattr(tree, "versions", lambda part: [])
    for _ in range(2):
        assert mutants.run([mutant])[mutant.id] == judge.Verdict(judge.KILLED, "test_it", 1.0)
    assert judged == [mutant.id] and executor.labels == [mutant.id] and executor.memory == [mutants.MEMORY]


def test_files_are_grouped_by_cost():
    known = {"a": 100.0, "b": 30.0, "c": 20.0, "d": 20.0, "e": 1.0}
    assert jobs.grouped(["e", "d", "c", "b", "a"], known, 60) == [("a",), ("b", "c"), ("d", "e")]
    assert jobs.grouped(["x", "a"], known, 200) == [("a", "x")] and jobs.grouped([], {}) == []


@pytest.fixture
def made_up(monkeypatch, tmp_path):
    """Three test files: the outcomes of their tests, and those that ran."""
    monkeypatch.setattr(in_process, "OUTCOMES", {f"tests/unit/test_{name}.py": "passed" for name in "abc"})
    monkeypatch.setattr(in_process, "RAN", [])
    monkeypatch.setattr(jobs.shards, "files_of", lambda folder: list(in_process.OUTCOMES))
    monkeypatch.setattr(jobs.shards, "costs", lambda text: dict.fromkeys(in_process.OUTCOMES, 50.0))
    monkeypatch.setattr(everything, "cache_dir", lambda: tmp_path)
    monkeypatch.setattr(jobs, "ran", in_process.ran)
    return in_process.OUTCOMES, in_process.RAN


def test_test_files_are_jobs(executor, made_up, tmp_path):
    outcomes, ran = made_up
    outcomes["tests/unit/test_b.py"] = "failed"
    record = tmp_path / "record.json"
    done = CliRunner().invoke(main, ["test", "all", "unit", "--record", str(record)])
    assert done.exit_code == 1 and "the output" in done.stdout and sorted(ran) == sorted(outcomes)
    assert executor.memory == [jobs.MEMORY] * 3
    content = json.loads(record.read_text())["unit"]
    assert [content[name] for name in everything.OUTCOMES] == [2, 1, 0]
    outcomes["tests/unit/test_b.py"] = "passed"
    assert CliRunner().invoke(main, ["test", "all", "unit"]).exit_code == 0
    assert ran[3:] == ["tests/unit/test_b.py"]


def test_tests_that_cannot_run_are_an_error(executor, made_up, monkeypatch):
    with monkeypatch.context() as broken:
        broken.setattr(jobs, "ran", in_process.not_run)
        done = CliRunner().invoke(main, ["test", "all", "unit"])
    assert "test_a.py: pytest ended with exit code 4" in str(done.exception) and "usage: pytest" in done.stdout
    assert CliRunner().invoke(main, ["test", "all", "unit"]).exit_code == 0
    assert len(made_up[1]) == 3  # none had counted as complete


def test_the_tests_of_a_file_run_and_their_outcomes_are_returned():
    actual = jobs.ran(("tests/unit/test_work.py",))
    assert actual.code == 0 and not actual.output and len(actual.entries) > 3
    assert {entry["outcome"] for entry in actual.entries} == {"passed"}
    assert {entry["part"] for entry in actual.entries} == {"unit"}


def test_the_cost_is_that_of_this_computer(executor, tmp_path):
    done = CliRunner().invoke(main, ["test", "all", "unit", "--cost", str(tmp_path / "cost")])
    assert done.exit_code == 2 and "it counts the processor time of this computer" in done.output


@pytest.mark.parametrize(
    "command",
    [["verify"], ["test", "all"], ["test", "proofs"], ["test", "lockstep"], ["test", "mutants"]],
    ids=" ".join,
)
def test_wrong_options_of_developers_are_reported(command):
    done = called("vambrace-dev", *command, "--workers", "2")
    assert done.returncode == 2 and "--workers is for --cluster" in done.stderr and not done.stdout, done


@pytest.mark.long("a minute: real proofs, comparisons and tests on workers of Dask")
def test_jobs_of_developers_on_a_cluster():
    where = ["--cluster", "local", "--workers", "2"]
    done = called("vambrace-dev", "test", "proofs", "--proof", "obi", "--proof", "aligner", *where)
    assert done.returncode == 0 and re.search(r"(\d+) of \1 properties proved", done.stdout), done.stderr
    done = called("vambrace-dev", "test", "lockstep", "-n", "60000", "--rerun", *where)
    assert done.returncode == 0 and "instructions as on Spike" in done.stdout, done.stderr
    done = called("vambrace-dev", "test", "all", "suite", "--rerun", "--shard", "1/300", *where)
    assert done.returncode == 0 and "| suite |" in done.stdout, done.stderr
