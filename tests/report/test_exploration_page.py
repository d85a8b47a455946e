# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The page of an exploration: objectives, hypervolume, parallel coordinates and tables, with computed figures."""

from __future__ import annotations

import pytest

from tests.report.browser import SHOWN, drawn, until
from tests.unit.test_explore_search import SPACE, Figures
from vambrace.explore.evaluate import Result
from vambrace.explore.front import front
from vambrace.explore.search import Plan, Search
from vambrace.view import explore_page
from vambrace.view.report.gather import Data
from vambrace.view.report.page import page
from vambrace.view.report.sections.exploration import exploration


@pytest.fixture(scope="module")
def results() -> list[Result]:
    return [result for batch in Search(SPACE, Plan("random", 80)).run(Figures()) for result in batch]


def charts_of(results) -> dict:
    return {chart.id.removeprefix("exploration-"): chart for chart in exploration(SPACE, results).charts}


def test_each_further_objective_is_shown_against_the_first(results):
    charts = charts_of(results)
    assert [charts[f"objectives-{n}"].title for n in (0, 1)] == ["Cycles against kge", "Cycles against code"]
    (panel,) = charts["objectives-0"].panels
    best = {(r.metrics["kge"], r.metrics["cycles"]) for r in front(SPACE, results)}
    assert {(row["x"], row["value"]) for row in panel.rows if row["state"] == "on the front"} == best
    assert len(panel.rows) == len(results)
    excluded = sum(row["state"] == "violates a constraint" for row in panel.rows)
    assert excluded == sum(bool(r.violated) for r in results) > 0


def test_the_hypervolume_grows_to_all_of_it(results):
    (panel,) = charts_of(results)["growth"].panels
    shares = [row["value"] for row in panel.rows]
    assert shares == sorted(shares) and shares[0] < 0.98 and shares[-1] == 1
    assert panel.rows[-1]["x"] == len(results)


def test_a_line_crosses_each_axis_once(results):
    (panel,) = charts_of(results)["coordinates"].panels
    lines = [row for row in panel.rows if row.get("candidate") is not None]
    axes = dict.fromkeys(row["axis"] for row in lines)
    assert set(axes) == {*SPACE.parameters, *SPACE.objectives}
    assert len(lines) == len(axes) * len(results) and all(0 <= row["place"] <= 1 for row in panel.rows)
    ticks = {row["tick"] for row in panel.rows if row["axis"] == "wait_instr" and row.get("tick")}
    assert ticks == {"0", "1", "2", "3"}


def test_tables_have_the_front_and_everything(results):
    first, every = exploration(SPACE, results, lambda result: (1, 2)).tables
    assert len(first.rows) == len(front(SPACE, results)) and len(every.rows) == len(results)
    assert all(row.how == (1, 2) for row in every.rows)
    assert {"-O1", "-O2", "-O3"} == {row.values[4] for row in every.rows}


def test_results_without_figures_make_no_page_of_charts():
    unknown = Result(Search(SPACE, Plan("all")).candidates[0], failure="it failed")
    section = exploration(SPACE, [unknown])
    assert section.empty and section.charts == ()


def test_a_browser_draws_it(results, tab, tmp_path):
    (tmp_path / "explored.html").write_text(page(Data(), [exploration(SPACE, results)], heading="A <made-up> space"))
    shown, seen = tab
    shown.goto((tmp_path / "explored.html").as_uri())
    drawn(shown)
    assert shown.evaluate("document.querySelector('h1').textContent") == "A <made-up> space"
    assert shown.evaluate(f"{SHOWN % 'figure svg'}.length") == 4
    assert shown.evaluate("document.querySelectorAll('.filters select').length") == 0
    shown.goto("about:blank")
    assert seen.trouble == []


def test_parallel_coordinates_are_horizontal_where_there_is_no_room(results, tab, tmp_path):
    """And vertical again in a wide window; axes are in the same order."""
    (tmp_path / "explored.html").write_text(page(Data(), [exploration(SPACE, results)]))
    shown, seen = tab
    figure = "document.querySelector('#exploration-coordinates figure')"
    titles = f"[...{figure}.querySelectorAll('svg text')].map((e) => [e.textContent, e.getBoundingClientRect().y])"
    before = shown.viewport_size
    try:
        for width, narrow in ((360, "true"), (1280, "false"), (768, "true")):
            shown.set_viewport_size({"width": width, "height": 900})
            if width == 360:
                shown.goto((tmp_path / "explored.html").as_uri())
            until(shown, f"{figure}.dataset.narrow === '{narrow}' && document.documentElement.dataset.drawn === 'true'")
            places = {text: y for text, y in shown.evaluate(titles) if text in (*SPACE.parameters, *SPACE.objectives)}
            ordered = [places[name] for name in (*SPACE.parameters, *SPACE.objectives)]
            assert (ordered == sorted(ordered) and len(set(ordered)) == len(ordered)) == (narrow == "true")
            assert shown.evaluate("document.documentElement.scrollWidth") == width
    finally:
        shown.set_viewport_size(before)
    shown.goto("about:blank")
    assert seen.trouble == []


def test_the_page_names_the_measurements(monkeypatch):
    """Their records are kept, and are in the page."""
    from vambrace.measure import planner

    search = Search(SPACE, Plan("random", 4))
    results = [result for batch in search.run(Figures()) for result in batch]
    asked = []
    monkeypatch.setattr(planner, "find", lambda wanted: asked.extend(wanted) or {})
    text = explore_page.page(SPACE, results)
    assert "A design space, explored" in text
    assert {m.kind for m in asked} == {"explore", "area"}
