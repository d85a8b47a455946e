# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""A paper's figures compared with ours: the verdicts, and that no figure is ever missing silently."""

import io
import json
from dataclasses import replace

import pytest
from click.testing import CliRunner
from rich.console import Console

from vambrace.cli.main import main
from vambrace.measure import planner
from vambrace.measure.planner import Outcome
from vambrace.measure.selectors import make_selector
from vambrace.papers import figures as papers
from vambrace.papers import records as paper_records
from vambrace.papers.comparison import VERDICTS, Line, lines
from vambrace.papers.figures import Cell, Row, Table
from vambrace.papers.records import Measurements
from vambrace.results import record_store
from vambrace.view import paper_table
from vambrace.view.table import print_grids


@pytest.fixture(autouse=True)
def _own_cache(tmp_path, monkeypatch):
    monkeypatch.setenv("VAMBRACE_CACHE", str(tmp_path / "cache"))
    yield
    record_store.forget()


def selector(point, metric="cycles", record="bench"):
    call = {"algorithm": "ascon-128", "operation": "seal", "scenario": "ipv6"}
    where = {"block": "aes-128"} if point is None else {"point": point}
    return make_selector({"record": record, "metric": metric, **where, **(call if record == "bench" else {})}, "test")


def table(*cells: Cell, scale: float = 1.0) -> Table:
    columns = tuple(f"column {n}" for n in range(len(cells)))
    return Table("1", "", "Cycles", "bench", "cycles", columns, (Row("row", cells),), None, scale, "", "", "")


def outcome(**cycles: float) -> Outcome:
    """Return records of ibex-ref with these extensions."""
    actual = Outcome()
    for extensions, count in cycles.items():
        (measurement,) = planner.plan([selector(f"ibex-ref/{extensions}")])
        record = {"core": "ibex-ref", "extensions": extensions, "algorithm": "ascon-128", "scenario": "ipv6",
                  "profile": "speed", "configuration": {"caches": None}}  # fmt: skip
        actual.records[measurement] = [
            {**record, "operation": o, "cycles": count + (o == "open")} for o in ("open", "seal")
        ]
    return actual


OWN = selector("ibex-ref/none")
ENGINES = selector(["ibex-ref/zbkb", "ibex-ref/engine"])


@pytest.mark.parametrize(
    ("published", "verdict", "factor"),
    [(200, "beaten", 2), (100, "reproduced", 1), (104, "reproduced", 1.04), (96, "reproduced", 0.96),
     (94, "behind", 0.94), (50, "behind", 0.5), (0, "behind", None)],
)  # fmt: skip
def test_verdicts(published, verdict, factor):
    (line,) = lines(table(Cell(published, own=OWN)), Measurements(outcome(none=100)))
    assert (line.verdict, line.ours, line.best) == (verdict, 100, None)
    assert line.factor == (None if factor is None else pytest.approx(factor))


@pytest.mark.parametrize(
    ("published", "verdict"),
    [(106, "reproduced"), (107, "beaten"), (94, "reproduced"), (93, "behind"), (20, "behind")],
)
def test_differences_by_code_placement_count_as_reproduced(published, verdict):
    """A spread of 6 counts in both directions, in the table's unit, if it is more than 5 %."""
    (line,) = lines(replace(table(Cell(published, own=OWN)), spread=6.0), Measurements(outcome(none=100)))
    assert line.verdict == verdict
    (line,) = lines(replace(table(Cell(published, own=OWN), scale=10), spread=6.0), Measurements(outcome(none=10)))
    assert line.verdict == verdict


def test_a_small_spread_narrows_no_tolerance():
    (line,) = lines(replace(table(Cell(104, own=OWN)), spread=1.0), Measurements(outcome(none=100)))
    assert line.verdict == "reproduced"


def test_a_figure_printed_as_zero_reproduces_nothing():
    (line,) = lines(table(Cell(0, own=OWN)), Measurements(outcome(none=0.3)))
    assert line.verdict == "reproduced"


def test_a_corrected_figure_replaces_the_printed_one():
    (line,) = lines(table(Cell(10, corrected=600, own=OWN)), Measurements(outcome(none=100)))
    assert (line.verdict, line.factor) == ("beaten", 6)


def test_our_best_figure_is_the_best_of_all_points():
    cell = Cell(200, own=OWN, best=ENGINES)
    (line,) = lines(table(cell), Measurements(outcome(none=100, zbkb=60, engine=20)))
    assert (line.ours, line.best, line.best_factor, line.best_figure.place) == (100, 20, 10, "ibex-ref/engine")
    (line,) = lines(table(cell), Measurements(outcome(none=10, zbkb=60)))
    assert (line.best, line.best_figure.place) == (10, "ibex-ref/none")


def test_larger_savings_and_speeds_are_better():
    actual = Measurements(outcome(none=100, zbkb=40, engine=10))
    zbkb, both = selector("ibex-ref/zbkb"), {"base": OWN, "best": ENGINES}
    less, more, times = lines(
        table(
            Cell(50.0, own=zbkb, show="less %", **both),
            Cell(70, own=OWN, base=zbkb, show="more"),
            Cell(2, own=zbkb, show="times", **both),
        ),
        actual,
    )
    assert (less.verdict, less.ours, less.factor, less.best, less.best_factor) == ("beaten", 60, 10, 90, 40)
    assert (more.verdict, more.ours) == ("beaten", 60)
    assert (times.verdict, times.ours, times.factor, times.best) == ("beaten", 2.5, 1.25, 10)


def test_a_scale_applies_to_units_and_not_to_ratios():
    actual = Measurements(outcome(none=100, zbkb=50))
    first, second = lines(
        table(Cell(1, own=OWN), Cell(2, own=selector("ibex-ref/zbkb"), base=OWN, show="times"), scale=0.01), actual
    )
    assert (first.ours, second.ours) == (1, 2)


def test_a_missing_figure_of_ours_has_a_reason():
    failed = outcome(none=100)
    (measurement,) = planner.plan([ENGINES])
    failed.failures[measurement] = "no compiler"
    every = lines(
        table(
            Cell(1, reason="of another processor"),
            Cell("-"),
            Cell(1, own=selector("ibex-ref/zkned")),
            Cell("not available", own=OWN),
            Cell(1, own=ENGINES),
            Cell(1, own=ENGINES, base=OWN, show="more"),
        ),
        Measurements(failed),
    )
    assert [(line.verdict, line.why) for line in every] == [
        ("no counterpart", "of another processor"),
        ("no counterpart", "the paper has no such figure"),
        ("not measured", ""),
        ("ours alone", ""),
        ("failed", "no compiler"),
        ("failed", "no compiler"),
    ]


@pytest.mark.parametrize("name", list(papers.papers()))
def test_no_figure_of_a_paper_is_missing_silently(name):
    """Each figure occurs once, with a verdict; a figure without a record has a reason, or a measurement."""
    paper = papers.paper(name)
    actual = Measurements(Outcome())
    measurements = set(paper_records.measurements(list(paper.tables)))
    for t in paper.tables:
        every = lines(t, actual)
        assert [(line.row, line.column) for line in every] == [(r.name, c) for r in t.rows for c in t.columns]
        assert every or t.reason
        for line in every:
            assert line.verdict in VERDICTS
            if line.verdict == "not measured":
                wanted = [s for s in (line.cell.own, line.cell.base) if s]
                assert measurements.issuperset(planner.plan(wanted)) and planner.plan(wanted)
            else:
                assert line.why, (t.label, line.row, line.column)
        text = paper_table.grid(paper, t, every, wide=False)
        words = " ".join([*(cell for row in text.rows for cell in row), *text.notes])
        assert t.reason in words and (not text.rows or all(r.name in words or len(t.rows) == 1 for r in t.rows))


@pytest.mark.parametrize("width", [80, 140])
def test_tables_fit_a_terminal(width):
    """No figure is truncated, and no line is too long."""
    for name in papers.papers():
        paper = papers.paper(name)
        out = Console(width=width, file=io.StringIO())
        for t in paper.tables:
            print_grids([paper_table.grid(paper, t, lines(t, Measurements(Outcome())), width > 100)], out)
        text = out.file.getvalue()
        assert "…" not in text and max(map(len, text.splitlines())) <= width, name


def test_the_overview_fits_a_terminal():
    """With figures of all present verdicts: nothing fails if nothing is measured."""
    cell = Cell(1, own=OWN)
    every = [
        Line(table(cell), "row", "column", cell, v) for v in {*VERDICTS} - {"failed", "differs"} for _ in range(100)
    ]
    out = Console(width=80, file=io.StringIO())
    print_grids([paper_table.overview({"asconrv64-2024": every})], out)
    assert "…" not in out.file.getvalue()


def test_markdown_is_a_complete_document():
    done = run("facv2022", "--cached", "--markdown")
    text = done.stdout
    assert done.exit_code == 0 and text.startswith("# facv2022\n\n`vambrace paper facv2022 --markdown` writes")
    assert "## Table 7 (Clock Cycles), page 10: aes_encrypt(): AES encryption latency (cycles)\n\n| figure |" in text
    assert "| **RoCC Mem** |" in text and "| AES-128, 16 bytes | 20 |" in text
    assert "no counterpart: addresses" in text and "- Table 9: Next to the published echo" in text


def run(*arguments: str):
    return CliRunner().invoke(main, ["paper", *arguments])


def test_the_command_without_records(tmp_path):
    """--cached measures nothing, writes every figure, and lists missing ones in one line."""
    file = tmp_path / "figures.json"
    done = run("lascas2024", "--cached", "--json", str(file), "--csv", str(tmp_path / "figures.csv"))
    assert done.exit_code == 0 and "Zkne" in done.output
    messages = [line for line in done.output.splitlines() if line.startswith("vambrace:")]
    assert messages == [
        "vambrace: 200 figures of tables II, III, IV, V, text are not measured yet: vambrace paper lascas2024"
    ]
    written = json.loads(file.read_text())
    assert len(written) == 224 == len((tmp_path / "figures.csv").read_text().splitlines()) - 1
    assert {r["verdict"] for r in written} == {"not measured", "no counterpart"} and written[0]["published"] == 218582
    assert not list((tmp_path / "cache").rglob("*.json"))


RIOT_TABLES = "table 8 (ours, RIOT) and table 9 (ours, RIOT)"


def test_tables_of_riot_are_omitted_without_a_checkout(tmp_path, monkeypatch):
    """No figure fails or counts as not measured. The command for one paper prints the reason in one line."""
    monkeypatch.delenv("RIOTBASE", raising=False)
    file = tmp_path / "figures.json"
    for arguments in (("facv2022", "--cached"), ()):
        done = run(*arguments, "--json", str(file))
        assert done.exit_code == 0
        told = [text for text in done.output.splitlines() if "left out" in text]
        assert len(told) == (1 if arguments else 0)
        assert all(
            text.startswith(f"vambrace: facv2022: {RIOT_TABLES} left out: RIOT is not available: ") for text in told
        )
        parts = {r["part"] for r in json.loads(file.read_text()) if r["paper"] == "facv2022"}
        assert "ours" in parts and "ours, RIOT" not in parts


def test_tables_of_riot_are_shown_with_a_checkout(tmp_path, monkeypatch):
    (tmp_path / "core").mkdir()
    (tmp_path / "Makefile.include").touch()
    monkeypatch.setenv("RIOTBASE", str(tmp_path))
    done = run("facv2022", "--cached", "--table", "8")
    assert done.exit_code == 0 and "left out" not in done.output and "table 8 (ours, RIOT)" in done.output


def test_figures_of_riot_that_are_kept_need_no_checkout(monkeypatch):
    monkeypatch.delenv("RIOTBASE", raising=False)
    riot = [t for t in papers.paper("facv2022").tables if t.part == "ours, RIOT"]
    assert paper_records.present(riot)[0] == []
    monkeypatch.setattr(planner, "find", lambda wanted: {m: [] for m in wanted})
    assert paper_records.present(riot) == (riot, {})
    monkeypatch.setattr(planner, "find", lambda wanted: {m: [] for m in list(wanted)[1:]})
    assert set(paper_records.present(riot)[1]) == set(riot)


def test_the_command_without_a_paper():
    done = run()
    assert done.exit_code == 0 and all(name in done.output for name in papers.papers())
    listed = run("--list")
    assert listed.exit_code == 0 and all(name in listed.output for name in papers.papers())
    tables = run("facv2022", "--list")
    assert tables.exit_code == 0 and len(tables.output.splitlines()) == len(papers.paper("facv2022").tables)


def test_wrong_arguments_are_reported():
    assert run("--table", "7").exit_code == 2
    for arguments, words in (
        (["lascas"], "lascas2024"),
        (["facv2022", "--table", "13"], "`vambrace paper facv2022 --list`"),
    ):
        done = run(*arguments)
        assert done.exit_code != 0 and words in str(done.exception)
