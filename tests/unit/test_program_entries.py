# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Programs of other authors: errors in an entry of configs/programs.toml, or in a checkout, are reported in one
line.
"""

from dataclasses import replace

import pytest
from click.testing import CliRunner

from tests.programs import fake
from tests.unit.test_papers import GOOD, load
from vambrace import config
from vambrace.base.errors import UsageError, VambraceError
from vambrace.cli.main import main
from vambrace.config import peer as descriptors
from vambrace.measure import origins, planner
from vambrace.measure.planner import Outcome
from vambrace.measure.selectors import SelectorError, make_selector
from vambrace.papers import comparison
from vambrace.papers import records as paper_records
from vambrace.papers.records import Measurements
from vambrace.software import checkouts, peers
from vambrace.view import paper_table

__all__ = ["fake"]

GIVEN = {
    "title": "a title",
    "version": "1",
    "kind": "checkout",
    "package": "someone/fake",
    "package_version": "0123",
    "algorithms": {"ascon-128": "prefix"},
    "files": {"a.c": "00"},
}


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"titel": "x"}, "unknown key 'titel'; did you mean 'title'?"),
        ({"title": ""}, "no 'title'"),
        ({"kind": "zip"}, "unknown kind 'zip'; one of: sdist, crate, checkout"),
        ({"kind": "crate"}, "no 'sha256'"),
        ({"files": {}}, "no 'files'"),
        ({"sources": "a.c"}, "'sources' is no list"),
        ({"algorithms": {"ascon-129": "x"}}, "unknown algorithm 'ascon-129'; did you mean"),
        ({"variants": {"zbkc+": {}}}, "unknown extension set 'zbkc+'"),
        ({"variants": {"zbkb": {"flag": []}}}, "unknown key 'flag'; did you mean 'flags'?"),
        ({"edits": [{"file": "b.c", "old": "x", "new": "y"}]}, "unknown file of an edit 'b.c'"),
        ({"like": "libsodum"}, "unknown peer 'libsodum'; did you mean 'libsodium'?"),
        ({"memory": "fast"}, "unknown memory 'fast'; one of: words, libc"),
    ],
)
def test_an_entry_with_an_error_is_rejected(changes, message):
    assert descriptors.read("x.toml", {"fake": GIVEN})["fake"].profile == ""
    with pytest.raises(VambraceError) as error:
        descriptors.read("x.toml", {"fake": {**GIVEN, **changes}})
    assert str(error.value).startswith("x.toml: [fake]: ") and message in str(error.value)


def test_an_entry_can_reuse_most_of_a_peer():
    created = descriptors.read("x.toml", {"mine": {"like": "libsodium", "title": "mine", "compiled": ["-Os"]}})["mine"]
    theirs = config.peers()["libsodium"]
    assert replace(created, **{f: getattr(theirs, f) for f in ("name", "title", "compiled", "like", "file")}) == theirs
    assert peers.sources_key(created) == peers.sources_key(theirs) and created.profile == "size"


def test_all_programs_have_an_adaptor():
    for program in config.programs().values():
        assert peers._adaptor(program), program.name
        assert set(program.variants) <= set(config.extension_sets())


def test_an_incomplete_checkout_is_rejected_with_the_command_to_type(fake, monkeypatch):
    program = config.programs()["fake"]
    assert checkouts.fault(program) == ""
    (fake / "ref.c").write_text("int other;\n")
    assert "ref.c has another version: git -C" in checkouts.fault(program)
    assert checkouts.fault(program).endswith("checkout 0123456789ab -- ref.c")
    (fake / "ref.c").unlink()
    assert "has no ref.c: git -C" in checkouts.fault(program)
    monkeypatch.setenv(checkouts.VARIABLE, str(fake))
    assert f"{fake} has no fake: git clone https://github.com/someone/fake" in checkouts.fault(program)
    monkeypatch.delenv(checkouts.VARIABLE)
    assert "--programs DIR" in checkouts.fault(program)
    with pytest.raises(VambraceError, match="--programs DIR"):
        checkouts.copy(program, fake)


def test_an_edit_that_does_not_match_is_rejected(fake, tmp_path):
    program = config.programs()["fake"]
    checkouts.copy(program, tmp_path / "once")
    assert "mode == 1" in (tmp_path / "once" / "core.c").read_text()
    (edit,) = program.edits
    for old in ("mode", "nowhere"):
        with pytest.raises(VambraceError, match=f"core.c must contain '{old}' exactly once"):
            checkouts.copy(replace(program, edits=(replace(edit, old=old),)), tmp_path / "twice")


def test_a_folder_without_checkouts_is_rejected(tmp_path, monkeypatch):
    monkeypatch.setenv(checkouts.VARIABLE, "")
    for folder, words in ((tmp_path / "none", "is not a folder"), (tmp_path, "has no checkout named RISCV-crypto")):
        with pytest.raises(UsageError) as error:
            checkouts.use(folder)
        assert words in str(error.value) and "type: git clone https://github.com/cggewehr/RISCV-crypto" in str(
            error.value
        )
        done = CliRunner().invoke(main, ["paper", "lascas2024", "--programs", str(folder)])
        assert done.exit_code != 0
    (tmp_path / "RISCV-crypto").mkdir()
    checkouts.use(tmp_path)
    assert checkouts.folder() == tmp_path


@pytest.mark.parametrize("arguments", [["--programs", "."], ["lascas2024", "--cached", "--programs", "."]])
def test_the_option_is_for_measuring_one_paper(arguments):
    done = CliRunner().invoke(main, ["paper", *arguments])
    assert done.exit_code == 2 and "--programs is for one paper" in done.output


def selector(**changes):
    inputs = {"record": "bench", "metric": "cycles", "point": "ibex-ref/none", "algorithm": "ascon-128"}
    return make_selector({**inputs, "scenario": "zigbee", "operation": "seal", **changes}, "here")


def test_a_program_is_compiled_as_its_authors_did(fake):
    assert selector(library="fake").get("profile") == "size"
    assert selector(library="libsodium", algorithm="chacha20-poly1305").get("profile") == "speed"
    assert selector(library="vambrace") != selector() and selector().get("library") == ""
    for changes, message in (
        ({"library": "fack"}, "unknown library 'fack'"),
        ({"library": "fake", "algorithm": "ascon-128a"}, "unknown algorithm of fake 'ascon-128a'"),
        ({"library": "fake", "point": "ibex-ref/zbkb"}, "unknown extension set of fake 'zbkb'"),
    ):
        with pytest.raises(SelectorError, match=message):
            selector(**changes)


KEY = '"not available"], own'


def test_a_measured_program_has_a_column(fake, tmp_path):
    paper = load(tmp_path, GOOD.replace(KEY, KEY.replace("own", 'program = { library = "fake" }, own'), 1))
    (table,) = paper.find("1")
    measured = paper_records.programs([table])
    assert [m.task.scenario.name for m in measured] == ["ipv6", "zigbee"]
    assert {m.task.peer for m in measured} == {config.programs()["fake"]}

    def record(m, **changes):
        point, task = m.task.point, m.task
        entry = {"core": point.core.name, "extensions": point.extensions.name, "profile": point.profile}
        fields = {**entry, "algorithm": task.algorithm.name, "scenario": task.scenario.name, "operation": "seal"}
        return [{**fields, "accesses": point.accesses, "library": "vambrace", **changes}]

    ours = {m: record(m, cycles=10) for m in paper_records.measurements([table])}
    theirs = {m: record(m, cycles=11, library="fake") for m in measured}

    def shown(outcome):
        lines = comparison.lines(table, Measurements(outcome))
        return paper_table.grid(paper, table, lines, wide=False), comparison.records(paper, lines)[0]

    grid, of_paper = shown(Outcome(ours))
    assert paper_table.THEIRS not in grid.head and of_paper["program"] is None and of_paper["program_of"] is None
    grid, of_paper = shown(Outcome({**ours, **theirs}))
    assert grid.head[1:4] == ["published", paper_table.THEIRS, "ours"]
    assert of_paper["program"] == 11 and of_paper["program_of"]["library"] == "fake" and of_paper["ours"] == 10
    grid, of_paper = shown(Outcome(ours, dict.fromkeys(measured, "no such file")))
    assert any("no such file" in note for note in grid.notes) and of_paper["program"] is None


def test_records_depend_on_the_entry_and_the_adaptors(fake, tmp_path):
    """The entry has the hashes of the sources: a record is valid without the checkout as long as these do not
    change.
    """
    (measured,) = planner.plan([selector(library="fake")])
    assert {("entry", "programs.toml", "fake"), ("files", "firmware/peers/*")} <= set(measured.origin.inputs)
    assert measured.name != planner.plan([selector()])[0].name
    mine = descriptors.read("programs.toml", {"mine": {"like": "libsodium", "title": "mine"}})["mine"]
    assert {("entry", "programs.toml", "mine"), ("entry", "peers.toml", "libsodium")} <= set(origins.foreign(mine))
    style = {"record": "ascon64", "metric": "cycles", "style": "ref", "operation": "seal", "scenario": "64 bytes"}
    (study,) = planner.plan([make_selector({**style, "library": "fake", "algorithm": "ascon-128"}, "here")])
    assert ("entry", "programs.toml", "fake") in study.origin.inputs


def program_of(tmp_path, keys: str, row: str = "") -> list:
    """Return the selectors of the first figure's program, and of its base."""
    text = GOOD.replace(KEY, KEY.replace("own", f"{keys}, own"), 1).replace(
        '{ name = "plain"', f'{{ {row}name = "plain"'
    )
    cell = load(tmp_path, text).find("1")[0].rows[0].cells[0]
    return [s and (s.record, s.metrics, s.points, dict(s.fields)) for s in (cell.program, cell.program_base)]


def test_a_program_may_have_records_of_another_kind(fake, tmp_path):
    fields = {"algorithm": "ascon-128", "operation": "seal", "profile": "size", "caches": "warm", "library": "fake"}
    program, base = program_of(tmp_path, 'program = { library = "fake", metric = "instret" }')
    of_bench = {**fields, "scenario": "ipv6"}
    assert program == ("bench", ("instret",), ("ibex-ref/none",), of_bench) and base is None
    other = 'program = { record = "throughput", library = "fake", scenario = "16 bytes" }'
    program, _ = program_of(tmp_path, other)
    assert program == ("throughput", ("cycles",), ("ibex-ref/none",), {**fields, "scenario": "16 bytes"})
    assert program_of(tmp_path, 'program = { library = "vambrace" }') == [None, None]


def test_a_factor_of_a_program_is_relative_to_the_same_program(fake, tmp_path):
    keys = 'show = "times", setting = { baseline = "x" }, base = { operation = "open" }, program = { library = "fake" }'
    program, base = program_of(tmp_path, keys)
    assert (program[3]["operation"], base[3]["operation"]) == ("seal", "open")
    assert program[3]["library"] == base[3]["library"] == "fake"
