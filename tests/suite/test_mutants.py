# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""`vambrace-dev test mutants`: its list fits the sources, it judges rightly, and some of the list are found.

`vambrace-dev verify mutants --long` judges the whole list."""

import json
import os
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from types import SimpleNamespace

import pytest
from click.testing import CliRunner

from tests.mutants import pick
from vambrace.base import tools
from vambrace.base.errors import UsageError, VambraceError
from vambrace.base.paths import root
from vambrace_dev.main import main
from vambrace_dev.testing.mutants import command, judge, plan, tree
from vambrace_dev.testing.mutants.plan import Mutant, Suite
from vambrace_dev.verify.parts import mutants as parts

#: The least that the list has of each part.
LEAST = {"python": 50, "c": 60, "assembly": 30, "rtl": 80}


def test_every_entry_fits_the_sources():
    """The text to find occurs once, the tests exist, and no two entries are the same."""
    every = list(plan.mutants().values())
    assert plan.stale(every) == []
    counts = Counter(m.part for m in every)
    assert all(counts[part] >= least for part, least in LEAST.items()), counts
    assert len({(m.file, m.find, m.put) for m in every}) == len(every)
    assert all(m.breaks and m.id == m.id.lower() for m in every)
    assert {m.suite.name for m in every} == set(plan.suites())


@pytest.mark.long("collects the tests of each suite in a process of its own")
@pytest.mark.parametrize("suite", plan.suites().values(), ids=lambda suite: suite.name)
def test_every_suite_selects_a_test(suite):
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:xdist", "--collect-only", *suite.options]
    environment = {**os.environ, "VAMBRACE_EVERY_PARAMETER": "1"}
    assert subprocess.run(command, cwd=root(), env=environment, capture_output=True).returncode == 0


def test_names_of_parts_and_mutants_are_checked():
    assert {m.part for m in plan.select(["c"], [])} == {"c"}
    (first, *_) = plan.mutants()
    assert [m.id for m in plan.select([], [first])] == [first]
    with pytest.raises(UsageError, match="one of: python, c, assembly, rtl"):
        plan.select(["cobol"], [])
    with pytest.raises(UsageError, match=f"did you mean '{first}'"):
        plan.select([], [f"{first}x"])
    done = CliRunner().invoke(main, ["test", "mutants", "rtl", "--list"])
    assert done.exit_code == 0 and len(done.output.splitlines()) >= LEAST["rtl"]


def test_a_suite_has_one_definition(tmp_path, monkeypatch):
    (tmp_path / "suites").mkdir()
    for file in ("one", "other"):
        (tmp_path / "suites" / f"{file}.toml").write_text('[twice]\ntests = ["tests/suite/test_mutants.py"]\n')
    monkeypatch.setattr(plan, "_folder", lambda: tmp_path)
    monkeypatch.setattr(plan, "root", lambda: tmp_path)
    with pytest.raises(VambraceError, match="duplicate suite twice"):
        plan.suites.__wrapped__()


# ---- A project of two files ----

CODE = "def double(x):\n    while x < 0:\n        x += 1\n    return 2 * x\n"
TESTS = "from code_of import double\n\ndef test_double():\n    assert double(-1) == 0 and double(3) == 6\n"
TOY = Suite("toy", ("tests/test_toy.py",), seconds=20)


def toy(name: str, find: str, put: str, **more: object) -> Mutant:
    return Mutant(name, "python", "src/code_of.py", find, put, "a toy", TOY, **more)  # type: ignore[arg-type]


WRONG, SAME = toy("wrong", "2 * x", "3 * x"), toy("same", "2 * x", "x + x")
ENDLESS = replace(toy("endless", "x += 1", "__import__('time').sleep(99)"), suite=replace(TOY, seconds=6))


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
    look_again()
    yield checkout
    look_again()


def look_again() -> None:
    """Forget what was read of the checkout."""
    for cached in (tree.files, tree._digest, tree.content, tree._imported, tree._known):
        cached.cache_clear()


def test_a_defect_is_killed_survives_or_hangs(project, monkeypatch, capsys):
    monkeypatch.setattr(judge, "TIMES", 2)
    before = {p: p.read_bytes() for p in project.rglob("*") if p.is_file() and ".git" not in p.parts}
    actual = command.run([WRONG, SAME, ENDLESS])
    assert {name: v.result for name, v in actual.items()} == {
        "wrong": judge.KILLED,
        "same": judge.SURVIVED,
        "endless": judge.HANGS,
    }
    assert actual["wrong"].by == "tests/test_toy.py::test_double" and actual["same"].by == ""
    assert command.unexplained([WRONG, SAME, ENDLESS], actual) == [SAME]
    explained = replace(SAME, survives="the same function")
    assert command.unexplained([WRONG, explained], actual) == []
    (row,) = command.score([WRONG, SAME, ENDLESS], actual).rows
    assert row == ["python", "3", "2", "1", "1", "0", "66.7"]
    assert "same survived: src/code_of.py: a toy" in capsys.readouterr().out
    assert {p: p.read_bytes() for p in before} == before
    assert list(tree.scratch().iterdir()) == []


@pytest.mark.long("pytest starts several times")
def test_a_verdict_is_kept_until_something_changes(project, monkeypatch):
    command.run([WRONG])
    runs = []
    usual = judge._pytest
    monkeypatch.setattr(judge, "_pytest", lambda *given: runs.append(given) or usual(*given))
    tree.content.cache_clear()
    assert command.run([WRONG])["wrong"].result == judge.KILLED and not runs
    assert command.run([WRONG], rerun=True)["wrong"].result == judge.KILLED and len(runs) == 2
    runs.clear()
    (project / "note.md").write_text("other words")
    for change in (lambda: None, lambda: (project / "tests" / "test_toy.py").write_text("def test_double(): pass\n")):
        change()
        look_again()
        actual = command.run([WRONG])
    assert actual["wrong"].result == judge.SURVIVED and len(runs) == 2  # the tests by themselves, and with the defect


def changed_by(change) -> bool:
    """Whether another verdict is asked for after a change, and another run of the suite without a defect."""
    before = judge.key(WRONG), judge.suite_key("python", TOY)
    change()
    look_again()
    after = judge.key(WRONG), judge.suite_key("python", TOY)
    assert (before[0] == after[0]) == (before[1] == after[1])
    return before != after


@pytest.mark.parametrize("part", plan.PARTS)
def test_a_verdict_depends_on_imports_of_the_tests(project, monkeypatch, part):
    """Other tests, and our own Python, from wherever it is imported."""
    tests = project / "tests"
    ours = project / "src" / "vambrace" / "deep"
    ours.mkdir(parents=True)
    (tests / "test_toy.py").write_text("from tests import test_other\n" + TESTS)
    (tests / "test_other.py").write_text("def f():\n    from tests.test_third import g\n    import vambrace.deep.one\n")
    for path in (tests / "test_third.py", tests / "test_unrelated.py", ours / "two.py", ours / "__init__.py"):
        path.write_text("")
    (ours / "one.py").write_text("from vambrace.deep import two\n")
    (ours / "unrelated.py").write_text("")
    look_again()

    def changed(path) -> bool:
        before = tree.content(part, TOY)
        path.write_text(path.read_text() + "# changed\n")
        look_again()
        return tree.content(part, TOY) != before

    for name in ("test_toy", "test_other", "test_third"):
        assert changed(tests / f"{name}.py"), name
    for name in ("__init__", "one", "two"):
        assert changed(ours / f"{name}.py"), name
    assert not changed(tests / "test_unrelated.py")
    assert changed(ours / "unrelated.py") == (part != "rtl")  # the others' tests run all of src/


def test_a_verdict_depends_on_tools_and_variables(project, monkeypatch):
    for name, counts in (
        ("VAMBRACE_TEST_SEED", True),
        ("VAMBRACE_TEST_BUDGET", True),
        ("VAMBRACE_CONTENTS", True),
        ("PYTEST_ADDOPTS", True),
        ("VAMBRACE_CACHE_BELOW", False),
        ("HOME", False),
    ):
        assert changed_by(lambda name=name: monkeypatch.setenv(name, "7")) == counts, name
    versions = tree.versions("python")
    assert changed_by(lambda: monkeypatch.setattr(tree, "versions", lambda part: [*versions, ("tool", "2")]))
    assert not changed_by(lambda: None)


@pytest.mark.parametrize(
    ("part", "used"), [("python", "gcc"), ("c", "spike"), ("assembly", "verilator"), ("rtl", "g++")]
)
def test_versions_are_those_of_the_tools_of_a_part(part, used):
    results = dict(tree.versions(part))
    assert {"python", "pytest", "g++", "verilator", used} <= set(results) and "ruff" not in results
    assert {"riscv64-unknown-elf-gcc", "gcc", "spike"} <= set(dict(tree.versions("c")))
    assert set(tree.UNUSED) <= {tool.name for tool in tools.TOOLS}


def test_files_that_no_verdict_depends_on_exist():
    assert [name for name in tree._NEVER if not (root() / name).is_dir()] == []


def ends(monkeypatch, *outcomes: judge._Done) -> list[float]:
    """Have a suite pass after 3 seconds, then end like this; return the limits of its runs."""
    limits: list[float] = []
    left = [judge._Done(0, False, "1 passed", 3.0), *outcomes]

    def run(suite, copy, environment, limit):
        limits.append(limit)
        return left.pop(0)

    monkeypatch.setattr(judge, "_pytest", run)
    return limits


PASSES, FAILS = judge._Done(0, False, "1 passed", 1.0), judge._Done(1, False, "E   assert 1 == 2", 1.0)
HANGS = judge._Done(0, True, "", 99.0)


@pytest.mark.parametrize(
    ("seconds", "limit", "runs", "result"),
    [
        (20, 30, (HANGS, HANGS), judge.HANGS),
        (100, 100, (HANGS, HANGS), judge.HANGS),
        (20, 30, (HANGS, FAILS), judge.KILLED),
        (20, 30, (HANGS, PASSES), judge.SURVIVED),
    ],
)
def test_a_hang_is_confirmed_by_a_second_run(project, monkeypatch, seconds, limit, runs, result):
    """`seconds`, or ten times as long as without a defect."""
    limits = ends(monkeypatch, *runs)
    mutant = replace(WRONG, suite=replace(TOY, seconds=seconds))
    assert command.run([mutant])["wrong"].result == result
    assert limits == [10 * seconds, limit, limit]


def failing(line: str) -> judge._Done:
    return judge._Done(
        1, False, f"tests/test_toy.py:3: in test_double\nE   {line}\nFAILED tests/test_toy.py::test_double", 1.0
    )


FULL = "OSError: [Errno 28] No space left on device: '/tmp/x'"


@pytest.mark.parametrize(
    "line",
    [
        FULL,
        "MemoryError",
        "vambrace.base.errors.MissingTool: gcc is missing (compiles). Get it with: apt-get",
        "OSError: [Errno 24] Too many open files",
        "BlockingIOError: [Errno 11] Resource temporarily unavailable",
        "g++: fatal error: Killed signal terminated program cc1plus",
        "failed with exit code -9: g++ -c x.cpp",
        "/usr/bin/ld: final link failed: No space left on device",
    ],
)
def test_a_machine_that_fails_judges_nothing(project, monkeypatch, line):
    """What failed for a moment is run again; in C and RTL a defect never looks like that."""
    mutant = replace(WRONG, part="c")
    ends(monkeypatch, failing(line), failing(line))
    with pytest.raises(VambraceError, match="wrong: the machine failed: "):
        command.run([mutant])
    assert judge.kept(mutant) is None
    ends(monkeypatch, failing(line), FAILS)
    judge.forget([mutant])
    assert command.run([mutant])["wrong"].result == judge.KILLED


@pytest.mark.parametrize(
    ("after", "free", "result"), [(PASSES, 1 << 30, judge.KILLED), (FAILS, 1 << 30, None), (PASSES, 1 << 20, None)]
)
def test_a_defect_of_python_may_look_like_a_failing_machine(project, monkeypatch, after, free, result):
    """Where the tests pass without it, and there is room."""
    monkeypatch.setattr(judge.shutil, "disk_usage", lambda folder: SimpleNamespace(free=free))
    ends(monkeypatch, failing(FULL), failing(FULL), after)
    if result:
        assert command.run([WRONG])["wrong"].result == result
    else:
        with pytest.raises(VambraceError, match="machine failed: OSError"):
            command.run([WRONG])
        assert judge.kept(WRONG) is None


def test_remains_of_a_killed_run_are_removed(project):
    """Not what another one works in."""
    old, new = tree.scratch() / "cache-old", tree.scratch() / "cache-new"
    for folder in (old, new):
        (folder / "above").mkdir(parents=True)
    with tree.cache_of(WRONG) as environment:
        used = tree.Path(environment["VAMBRACE_CACHE"]).parent
        for folder in (old, used):
            os.utime(folder, (1e9, 1e9))
        tree.sweep()
        assert sorted(tree.scratch().iterdir()) == sorted([new, used])


def test_an_interrupted_run_keeps_its_verdicts(project, monkeypatch, capsys):
    usual = judge.judge

    def interrupted(mutant, copy):
        if mutant.id == "same":
            raise KeyboardInterrupt
        return usual(mutant, copy)

    monkeypatch.setattr(judge, "judge", interrupted)
    with pytest.raises(KeyboardInterrupt):
        command.run([WRONG, replace(SAME, suite=replace(TOY, name="zoo"))])
    assert "1 not judged yet: run the same command to continue" in capsys.readouterr().out
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
        ("c", 1, "vambrace.base.errors.BuildError: error: unused", judge.NOT_BUILT),
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
        toy("gone", "4 * x", "x"),
        toy("twice", "x", "y"),
        replace(WRONG, id="nowhere", file="src/none.py"),
        toy("idle", "2 * x", "2 * x"),
    ]
    assert plan.stale([WRONG, *wrong]) == [
        "gone: src/code_of.py contains 0 times the text that must occur once: 4 * x",
        f"twice: src/code_of.py contains {CODE.count('x')} times the text that must occur once: x",
        "nowhere: no file src/none.py",
        "idle: changes nothing",
    ]
    with pytest.raises(VambraceError, match=r"gone: .*0 times"):
        command.run([WRONG, *wrong])
    (project / "tests" / "test_toy.py").unlink()
    assert plan.stale([]) == ["toy: no tests/test_toy.py"]


def test_a_mutant_reads_our_cache_and_never_writes_it(project):
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


def test_drawn_mutants_match_once_and_change_the_code():
    for name in (
        "src/vambrace/base/grid.py",
        "src/vambrace/results/pareto.py",
        "lib/src/aes/modes/gcm.c",
        "lib/src/aes/ghash/ghash_rv32m.S",
        "rtl/engine/vmb_reader.sv",
    ):
        text = (plan.root() / name).read_text()
        actual = pick.candidates(name)
        assert all(text.count(old) == 1 and old != new for old, new in actual)
    assert pick.pick(["lib/src/aes/modes/gcm.c"], 5, 1) == pick.pick(["lib/src/aes/modes/gcm.c"], 5, 1)
    assert pick.pick(["lib/src/aes/modes/gcm.c"], 5, 1) != pick.pick(["lib/src/aes/modes/gcm.c"], 5, 2)


# ---- The list itself ----


def test_what_all_of_the_list_must_show():
    """Every mutant is found or explained, none is both, and few are explained."""
    actual = judge.Verdict(judge.KILLED, "a test", 1.0)
    lost = judge.Verdict(judge.SURVIVED, "", 1.0)
    every = [toy(f"m{n}", "2 * x", f"{n} * x") for n in range(40)]
    assert parts.complaints(every, {m.id: actual for m in every}) == []
    verdicts = {m.id: actual for m in every} | {"m3": lost}
    assert parts.complaints(every, verdicts) == ["m3: src/code_of.py: a toy"]
    explained = [replace(m, survives="the same") if m.id == "m3" else m for m in every]
    assert parts.complaints(explained, verdicts) == []
    assert parts.complaints(explained, verdicts | {"m3": actual}) == ["m3: found, but explained as a survivor"]
    explained = [replace(m, survives="the same") for m in every[:3]] + every[3:]
    verdicts = {m.id: actual for m in every} | {m.id: lost for m in every[:3]}
    assert parts.complaints(explained, verdicts) == ["37 of 40 found, and at least 95 % must be"]


QUICK = ("latency-target-of-commands", "key-set-up-column")


@pytest.mark.long("copies of the project; the suites themselves are judged by coverage runs")
def test_some_of_the_list(tmp_path):
    """Of those that are found within seconds."""
    chosen = [m for m in plan.mutants().values() if m.id in QUICK]
    actual = command.run(chosen, json_file=command.Output(tmp_path / "found.json"))
    assert {v.result for v in actual.values()} == {judge.KILLED}
    assert {m["id"]: m["result"] for m in json.loads((tmp_path / "found.json").read_text())} == {
        name: v.result for name, v in actual.items()
    }
