# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""`vambrace test mutants`: its list fits the sources, it judges rightly, and nearly all of the list are found."""

import json
import subprocess
from collections import Counter
from dataclasses import replace

import pytest
from click.testing import CliRunner

from tests.mutants import pick
from vambrace import cli
from vambrace.errors import UsageError, VambraceError
from vambrace.testing.mutants import command, judge, plan, tree
from vambrace.testing.mutants.plan import Mutant, Suite

pytestmark = pytest.mark.unit

#: The least that the list has of each part, and what the tests have to find of all.
LEAST = {"python": 50, "c": 60, "assembly": 30, "rtl": 80}
SHARE = 0.95


def test_every_entry_fits_the_sources():
    """The text to find is there once, the tests are there, and no two entries are the same."""
    every = list(plan.mutants().values())
    assert plan.stale(every) == []
    counts = Counter(m.part for m in every)
    assert all(counts[part] >= least for part, least in LEAST.items()), counts
    assert len({(m.file, m.find, m.put) for m in every}) == len(every)
    assert all(m.breaks and m.id == m.id.lower() for m in every)
    assert {m.suite.name for m in every} == set(plan.suites())


def test_names_of_parts_and_mutants_are_checked():
    assert {m.part for m in plan.select(["c"], [])} == {"c"}
    (first, *_) = plan.mutants()
    assert [m.id for m in plan.select([], [first])] == [first]
    with pytest.raises(UsageError, match="one of: python, c, assembly, rtl"):
        plan.select(["cobol"], [])
    with pytest.raises(UsageError, match=f"did you mean '{first}'"):
        plan.select([], [f"{first}x"])
    done = CliRunner().invoke(cli.main, ["test", "mutants", "rtl", "--list"])
    assert done.exit_code == 0 and len(done.output.splitlines()) >= LEAST["rtl"]


# ---- A project of two files ----

CODE = "def double(x):\n    while x < 0:\n        x += 1\n    return 2 * x\n"
TESTS = "from code_of import double\n\ndef test_double():\n    assert double(-1) == 0 and double(3) == 6\n"
TOY = Suite("toy", ("tests/test_toy.py",), seconds=20)


def toy(name: str, find: str, put: str, **more: object) -> Mutant:
    return Mutant(name, "python", "src/code_of.py", find, put, "a toy", TOY, **more)  # type: ignore[arg-type]


WRONG, SAME = toy("wrong", "2 * x", "3 * x"), toy("same", "2 * x", "x + x")
ENDLESS = replace(toy("endless", "x += 1", "x -= 1"), suite=replace(TOY, seconds=5))


@pytest.fixture
def project(tmp_path, monkeypatch):
    """A checkout with one function and one test, and a cache of its own."""
    checkout = tmp_path / "checkout"
    files = {"src/code_of.py": CODE, "tests/test_toy.py": TESTS, "pytest.ini": "[pytest]\n", "note.md": "words"}
    for name, text in files.items():
        (checkout / name).parent.mkdir(parents=True, exist_ok=True)
        (checkout / name).write_text(text)
    subprocess.run(["git", "init", "-q"], cwd=checkout, check=True)
    monkeypatch.setenv("VAMBRACE_CACHE", str(tmp_path / "cache"))
    for module in (plan, tree):
        monkeypatch.setattr(module, "root", lambda: checkout)
    monkeypatch.setattr(plan, "suites", lambda: {"toy": TOY})
    caches = (tree.files, tree._digest, tree.content)
    for cached in caches:
        cached.cache_clear()
    yield checkout
    for cached in caches:
        cached.cache_clear()


def test_a_defect_is_killed_survives_or_hangs(project, capsys):
    before = {p: p.read_bytes() for p in project.rglob("*") if p.is_file() and ".git" not in p.parts}
    found = command.run([WRONG, SAME, ENDLESS])
    assert {name: v.result for name, v in found.items()} == {
        "wrong": judge.KILLED, "same": judge.SURVIVED, "endless": judge.HANGS,
    }  # fmt: skip
    assert found["wrong"].by == "tests/test_toy.py::test_double" and found["same"].by == ""
    assert command.unexplained([WRONG, SAME, ENDLESS], found) == [SAME]
    explained = replace(SAME, survives="the same function")
    assert command.unexplained([WRONG, explained], found) == []
    (row,) = command.score([WRONG, SAME, ENDLESS], found).rows
    assert row == ["python", "3", "2", "1", "1", "0", "66.7"]
    assert "same survived: src/code_of.py: a toy" in capsys.readouterr().out
    assert {p: p.read_bytes() for p in before} == before
    assert list(tree.scratch().iterdir()) == []


def test_a_verdict_is_kept_until_something_changes(project, monkeypatch):
    command.run([WRONG])
    runs = []
    usual = judge._pytest
    monkeypatch.setattr(judge, "_pytest", lambda *given: runs.append(given) or usual(*given))
    tree.content.cache_clear()
    assert command.run([WRONG])["wrong"].result == judge.KILLED and not runs
    (project / "note.md").write_text("other words")
    for change in (lambda: None, lambda: (project / "tests" / "test_toy.py").write_text("def test_double(): pass\n")):
        change()
        for cached in (tree.files, tree._digest, tree.content):
            cached.cache_clear()
        found = command.run([WRONG])
    assert found["wrong"].result == judge.SURVIVED and len(runs) == 2  # the tests by themselves, and with the defect


def test_an_interrupted_run_keeps_what_it_knows(project, monkeypatch, capsys):
    usual = judge.judge

    def interrupted(mutant, copy):
        if mutant.id == "same":
            raise KeyboardInterrupt
        return usual(mutant, copy)

    monkeypatch.setattr(judge, "judge", interrupted)
    with pytest.raises(KeyboardInterrupt):
        command.run([WRONG, replace(SAME, suite=replace(TOY, name="zoo"))])
    assert "1 not judged yet: the same command goes on" in capsys.readouterr().out
    assert judge.kept(WRONG).result == judge.KILLED and judge.kept(SAME) is None
    assert list(tree.scratch().iterdir()) == []


def test_tests_that_fail_by_themselves_judge_nothing(project):
    (project / "tests" / "test_toy.py").write_text("def test_double(): assert False\n")
    with pytest.raises(VambraceError, match="suite toy fails without a defect"):
        command.run([WRONG])
    assert judge.kept(WRONG) is None


def test_a_suite_without_tests_is_an_error(project):
    with pytest.raises(VambraceError, match="fails without a defect"):
        command.run([replace(WRONG, suite=replace(TOY, select="nothing"))])


@pytest.mark.parametrize(
    ("part", "code", "output", "result"),
    [
        ("c", 1, "vambrace.errors.BuildError: error: unused", judge.NOT_BUILT),
        ("python", 1, "BuildError", judge.KILLED),
        ("rtl", -6, "%Error: assertion", judge.KILLED),
        ("python", 2, "ERROR tests/test_toy.py - NameError", judge.KILLED),
        ("c", 0, "1 passed", judge.SURVIVED),
    ],
)
def test_how_a_run_is_judged(part, code, output, result):
    done = judge._Done(code, False, output, 1.0)
    assert judge._verdict(replace(WRONG, part=part), done).result == result


@pytest.mark.parametrize("code", [3, 4, 5])
def test_an_error_of_pytest_is_no_verdict(code):
    with pytest.raises(VambraceError, match="wrong: pytest ends with"):
        judge._verdict(WRONG, judge._Done(code, False, "", 1.0))


def test_stale_entries_are_named(project):
    wrong = [
        toy("gone", "4 * x", "x"), toy("twice", "x", "y"), replace(WRONG, id="nowhere", file="src/none.py"),
        toy("idle", "2 * x", "2 * x"),
    ]  # fmt: skip
    assert plan.stale([WRONG, *wrong]) == [
        "gone: src/code_of.py has 0 times what has to be there once: 4 * x",
        f"twice: src/code_of.py has {CODE.count('x')} times what has to be there once: x",
        "nowhere: no file src/none.py",
        "idle: changes nothing",
    ]
    with pytest.raises(VambraceError, match=r"gone: .*0 times"):
        command.run([WRONG, *wrong])
    (project / "tests" / "test_toy.py").unlink()
    assert plan.stale([]) == ["toy: no tests/test_toy.py"]


def test_a_mutant_sees_our_cache_and_writes_none_of_it(project):
    ours = project.parent / "cache"
    for kind in ("object", "result"):
        (ours / kind / "key").mkdir(parents=True)
    for mutant, shown in (
        (WRONG, {"object"}),  # what our own code computes is computed again
        (replace(WRONG, fresh=("object",)), set()),
        (replace(WRONG, part="c"), {"object", "result"}),
    ):
        with tree.cache_of(mutant) as environment:
            below, above = (tree.Path(environment[f"VAMBRACE_CACHE{name}"]) for name in ("_BELOW", ""))
            assert {p.name for p in below.iterdir()} - {"mutants"} == shown
            assert list(above.iterdir()) == [] and above.is_relative_to(ours / "mutants")


def test_what_is_drawn_is_there_once_and_changes_something():
    for name in ("src/vambrace/grid.py", "src/vambrace/tradeoff.py", "lib/src/aes/gcm.c", "lib/src/aes/ghash_rv32m.S",
                 "rtl/engine/vmb_reader.sv"):  # fmt: skip
        text = (plan.root() / name).read_text()
        found = pick.candidates(name)
        assert all(text.count(old) == 1 and old != new for old, new in found)
    assert pick.pick(["lib/src/aes/gcm.c"], 5, 1) == pick.pick(["lib/src/aes/gcm.c"], 5, 1)
    assert pick.pick(["lib/src/aes/gcm.c"], 5, 1) != pick.pick(["lib/src/aes/gcm.c"], 5, 2)


# ---- The list itself ----

QUICK = ("delay-product-sum", "store-digest-runs-together")


def test_some_of_the_list(tmp_path):
    """Of those that are found within seconds."""
    chosen = [m for m in plan.mutants().values() if m.id in QUICK]
    found = command.run(chosen, json_file=command.Output(tmp_path / "found.json"))
    assert {v.result for v in found.values()} == {judge.KILLED}
    assert {m["id"]: m["result"] for m in json.loads((tmp_path / "found.json").read_text())} == {
        name: v.result for name, v in found.items()
    }


@pytest.mark.long("every mutant of the list: an hour of a processor")
def test_the_tests_find_nearly_all_of_the_list():
    """And for each that they do not find the list says why."""
    every = list(plan.mutants().values())
    found = command.run(every)
    assert [m.id for m in command.unexplained(every, found)] == []
    assert not [m.id for m in every if m.survives and command.is_found(found[m.id])], "found, and yet explained"
    assert sum(map(command.is_found, found.values())) >= SHARE * len(every)
