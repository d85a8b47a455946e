# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The form of the report that ranks points: packets, limits, and what a looser limit would allow."""

from __future__ import annotations

import pytest

from tests.report import made_up
from tests.report.browser import until
from vambrace.measure.kinds.bench import Bench
from vambrace.view.report.gather import gather
from vambrace.view.report.sections.decide import decide

SAID = "document.getElementById('decide-said').textContent"
ROWS = "[...document.querySelectorAll('#decide-table tbody tr')].map((r) => [...r.cells].map((c) => c.textContent))"


def candidates(core: str = "ibex-ref") -> list[dict]:
    form = decide(gather(made_up.everything())).form
    assert form
    return [c for c in form.candidates if c["core"] == core]


def mean(candidate: dict, weights: dict[str, float], operations: tuple[str, ...] = ("seal", "open")) -> float:
    figures = [(w, candidate["cycles"][s][o]) for s, w in weights.items() for o in operations]
    return sum(w * cycles for w, cycles in figures) / sum(w for w, _ in figures)


def figure(text: str) -> float:
    return float(text.replace(",", ""))


def choose(page, **given: float | str) -> None:
    """Fill in the form; sliders have values in thousandths."""
    for name, value in given.items():
        field = page.locator(f".decide [name='{name.replace('_', '-')}']")
        if field.evaluate("(e) => e.localName") == "select":
            field.select_option(str(value))
        else:
            field.evaluate("(e, v) => { e.value = v; e.dispatchEvent(new Event('input', { bubbles: true })); }", value)


def test_points_are_ranked_by_the_mean_of_the_packets(show):
    page = show("#scenario=ipv6&core=ibex-ref&algorithm=")
    for weights in ({"zigbee": 1, "ipv6": 1}, {"zigbee": 9, "ipv6": 0}, {"zigbee": 1, "ipv6": 3}):
        choose(page, **{f"weight_{name}": weight for name, weight in weights.items()})
        expected = sorted(mean(c, weights) for c in candidates())
        rows = page.evaluate(ROWS)
        assert [figure(row[4]) for row in rows] == [pytest.approx(e, abs=0.5) for e in expected]
    choose(page, operation="seal", weight_zigbee=0)
    expected = sorted(mean(c, {"ipv6": 1}, ("seal",)) for c in candidates())
    assert [figure(row[4]) for row in page.evaluate(ROWS)] == [pytest.approx(e, abs=0.5) for e in expected]


def test_a_limit_excludes_points_and_shows_its_cost(show):
    page = show("#scenario=ipv6&core=ibex-ref&algorithm=ascon-128")
    every = page.evaluate(ROWS)
    assert every[0][1] == "engine"
    choose(page, limit_kge=500)
    rows = page.evaluate(ROWS)
    assert 0 < len(rows) < len(every) and "engine" not in [row[1] for row in rows]
    limit = max(figure(row[6]) for row in rows)
    assert page.locator("[name=limit-kge]").get_attribute("aria-valuetext") == f"{limit:.2f}"
    assert f"With {every[0][6]} kGE: Ascon-128 (v1.2) on ibex-ref/engine, {every[0][4]} cycles." in page.evaluate(SAID)
    page.locator(".decide").get_by_role("button", name="Reset").click()
    until(page, f"{SAID}.startsWith('{len(every)} of {len(every)} points fit.')")
    assert page.evaluate(ROWS) == every


def test_the_choice_of_core_and_algorithm_counts(show):
    page = show("#scenario=zigbee&core=&algorithm=ascon-128")
    rows = page.evaluate(ROWS)
    assert {row[0] for row in rows} == {"Ascon-128 (v1.2)"} and len({row[2] for row in rows}) == 2
    assert all(row[-1] for row in rows)  # how it was measured


def test_without_packets_the_form_asks_for_one(show):
    page = show()
    choose(page, weight_zigbee=0, weight_ipv6=0)
    assert page.evaluate(SAID) == "Give at least one packet a number above 0."
    assert page.evaluate(ROWS) == [] and not page.locator(".box", has=page.locator("#decide-table")).is_visible()


def test_a_point_without_area_is_not_ranked_by_area(show):
    page = show()
    choose(page, by="kge")
    figures = [figure(row[6]) for row in page.evaluate(ROWS)]
    assert figures == sorted(figures) and len(figures) == sum(c["kge"] is not None for c in candidates())


def test_candidates_have_all_scenarios_and_only_usual_calls():
    records = made_up.everything()
    incomplete = [
        r for r in records if r["record"] != Bench.record or r["scenario"] != "ipv6" or r["operation"] != "open"
    ]
    assert decide(gather(incomplete)).form is None
    assert decide(gather([])).empty
    form = decide(gather(records)).form
    assert form and {c["profile"] for c in form.candidates} == {"speed"}
    assert all(set(c["cycles"]) == set(form.scenarios) for c in form.candidates)
