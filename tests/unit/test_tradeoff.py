# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Fronts and products of places with known ones, and `vambrace compare` on records that are made up."""

import json
import re
import xml.etree.ElementTree as ElementTree

import pytest
from click.testing import CliRunner

from tests.report.made_up import whole
from vambrace import config
from vambrace.base import work
from vambrace.base.errors import UsageError
from vambrace.cli import main as cli
from vambrace.measure import bench, tradeoff
from vambrace.papers import published
from vambrace.papers.places import published as published_places
from vambrace.results import pareto
from vambrace.results.pareto import OURS, PUBLISHED, Place
from vambrace.silicon import liberty, synthesis
from vambrace.view.themes import DARK, LIGHT

SVG = "{http://www.w3.org/2000/svg}"


def place(kge, cycles, name="zbkb", source=OURS, **more):
    return Place(f"ibex-ref/{name}", source, "ascon-128", "ipv6", kge, cycles, **more)


def fronted(*points, metric="cycles"):
    places = [place(k, c, str(i)) for i, (k, c) in enumerate(points)]
    return [int(p.label) for p in pareto.front(places, metric)]


@pytest.mark.parametrize(
    ("points", "expected"),
    [
        ([], []),
        ([(33, 100)], [0]),
        ([(33, 100), (34, 50)], [0, 1]),
        ([(33, 100), (34, 100)], [0]),  # larger for nothing
        ([(33, 100), (33, 90)], [1]),  # as large, and slower
        ([(33, 100), (34, 120), (35, 50)], [0, 2]),
        ([(33, 100), (33, 100)], [0, 1]),  # equal ones beat none
        ([(35, 10), (34, 20), (33, 30)], [2, 1, 0]),  # in the order of area
        ([(33, 10), (34, 20), (35, 30)], [0]),
    ],
)
def test_the_front_of_places(points, expected):
    assert fronted(*points) == expected


@pytest.mark.parametrize(
    ("other", "expected"),
    [
        ((33, 90), pareto.OFF),  # as large, and faster
        ((32, 100), pareto.OFF),  # as fast, and smaller by more than the margin
        ((32.9, 100), pareto.OPEN),  # as fast, and smaller within the margin
        ((33.5, 90), pareto.OPEN),  # faster, and larger within the margin
        ((34, 90), pareto.ON),
        ((33, 100), pareto.ON),
        ((32, 110), pareto.ON),
    ],
)
def test_standing_against_one_other(other, expected):
    assert pareto.standing(place(33, 100), [place(*other, "zkned")], "cycles") == expected


def test_the_front_of_an_incomplete_metric():
    places = [place(33, 100, "none", energy=5.0), place(34, 50, "zbkb"), place(35, 60, "zkned", energy=4.0)]
    assert [p.label for p in pareto.front(places, "energy")] == ["none", "zkned"]
    assert pareto.front(places, "bytes") == []


def test_published_places_are_in_no_front_and_beat_none():
    places = [place(33, 100), place(20, 10, source=PUBLISHED)]
    assert pareto.front(places, "cycles") == [places[0]]


def test_products_and_the_least():
    places = [place(33, 2000, "none", energy=4.0), place(40, 1000, "zkned", energy=9.0), place(1, 1, source=PUBLISHED)]
    assert places[0].area_delay == 66 and places[0].energy_delay == 8
    assert places[2].energy_delay is None
    assert pareto.least(places, lambda p: p.area_delay) is places[1]
    assert pareto.least(places, lambda p: p.energy_delay) is places[0]
    assert pareto.least([], lambda p: p.kge) is None


def test_published_places_have_an_area():
    results = {(p.point, p.scenario): p for p in published_places(["ascon-128", "aes-128-ccm"], ["ipv6"])}
    assert set(results) == {(f"ibex-ref/{e}", "ipv6") for e in ("none", "zbkb2", "xascon", "zbkb+xascon", "zkned")}
    both = next(p for p in results.values() if p.point == "ibex-ref/zbkb+xascon")
    assert (both.kge, both.cycles, both.bytes) == (37.219, 50979, 1198)
    assert published.figure("area", "kge", {"core": "ibex-ref", "extensions": "zbkc"}) is None  # none is published


AREAS = {"none": 33.0, "zbkb": 33.5, "xascon": 33.6, "zbkb+xascon": 34.4, "engine": 112.0, "xasconp": 36.8}
CYCLES = {
    "none": 117_000, "zbkb": 75_000, "xascon": 49_000, "zbkb+xascon": 44_000, "engine": 1_170, "xasconp": 8_800,
}  # fmt: skip


def made_up(energy: bool) -> list[dict]:
    """Records of Ascon-128 on ibex-ref, as the commands write them: with the fields that matter here."""
    results = []
    for number, (name, kge) in enumerate(AREAS.items()):
        entry = {"core": "ibex-ref", "extensions": name}
        call = {**entry, "library": "vambrace", "profile": "speed", "operation": "seal"}
        call |= {"accesses": "misaligned", "algorithm": "ascon-128"}
        results.append(
            {
                **entry,
                "record": "area",
                "kge": kge,
                "tools": {"pyosys": "0.70"},
                "configuration": {"liberty": "cells", "flow": "area"},
            }
        )
        results.append({**call, "record": "memory", "stack_worst_bytes": 128, "sum_bytes": 5000 - 300 * number})
        for scenario in config.scenarios():
            cycles = CYCLES[name] if scenario == "ipv6" else CYCLES[name] // 9
            results.append({**call, "record": "bench", "library": "vambrace", "scenario": scenario, "cycles": cycles,
                          "code_bytes": 1,
                          "tools": {"verilator": "5"}, "configuration": {"caches": None}})  # fmt: skip
            if energy:
                model = {"library": "cells", "voltage": 1.8, "delays": "none", "window": scenario}
                of_energy = {"total_nj": cycles / 10, "kge": min(kge, 60), "model": model}
                results.append({**call, "record": "energy", "scenario": scenario, "cycles": cycles, **of_energy})
    return results


@pytest.fixture
def compare(monkeypatch, tmp_path):
    """Run the command on made-up records; nothing may be measured."""

    def refuse(*_, **__):
        raise AssertionError("something was measured")

    monkeypatch.setattr(work, "each", refuse)
    monkeypatch.setattr(synthesis, "netlist", refuse)

    def run(*arguments, energy=True, records=None):
        file = tmp_path / "records.json"
        file.write_text(json.dumps([*map(whole, made_up(energy))] if records is None else records))
        command = ["compare", "ibex-ref", "-a", "ascon-128", "--from", str(file), *arguments]
        return CliRunner().invoke(cli.main, command, standalone_mode=False)

    return run


def test_the_table_of_compare(compare):
    done = compare("-s", "ipv6")
    assert done.exception is None, done.output
    lines = {line.split()[0]: line for line in done.stdout.splitlines() if line.strip().startswith("ibex-ref/")}
    assert len(lines) >= 5
    assert re.search(r"ibex-ref/xasconp \* +36\.80 +8,800 +3,500 +880 +324 +7,744 +cycles energy bytes", done.stdout)
    assert "ibex-ref/xascon (28 nm)" in done.stdout and "37.41" in done.stdout
    assert "least area-delay product: ibex-ref/engine" in done.stdout
    assert done.stdout.count("nJ: cells, 1.8 V; delays: none") == 1
    assert re.findall(r"nJ of (\S+): for a netlist of 60.00 kGE instead of 112.00", done.stdout) == ["ibex-ref/engine"]
    assert "than what is published" not in done.stdout  # another technology: no verdict
    assert "another technology" in re.sub(r"\s+", " ", done.stdout)


def test_missing_energy_is_omitted_and_reported(compare, monkeypatch):
    monkeypatch.setattr(tradeoff, "can_measure_energy", lambda: False)
    done = compare("-s", "ipv6", energy=False)
    assert done.exception is None
    assert "no energy" in done.stderr and "nJ" not in done.stdout
    wrong = compare("--by", "energy", energy=False)
    assert "cannot measure energy" in str(wrong.exception)


def test_json_has_fronts_and_products(compare, tmp_path):
    file = tmp_path / "out.json"
    assert compare("-s", "ipv6", "--json", str(file)).exception is None
    content = {(r["extensions"], r["source"]): r for r in json.loads(file.read_text())}
    # 33.5 kGE; Xascon, with 33.6, may be smaller, and is faster.
    assert content["zbkb", OURS]["front"] == {"cycles": "open", "energy": "open", "bytes": "open"}
    assert content["xasconp", OURS]["front"] == {"cycles": "on", "energy": "on", "bytes": "on"}
    assert content["xascon", PUBLISHED]["front"] == {"cycles": "off", "energy": "off", "bytes": "off"}
    assert content["xascon", PUBLISHED]["technology"] == "28 nm"
    assert content["none", OURS]["area_delay_kge_kcycles"] == pytest.approx(33 * 117)
    assert content["none", OURS]["energy_delay_nj_kcycles"] == pytest.approx(11_700 * 117)


@pytest.mark.parametrize("metric", list(pareto.METRICS))
def test_svg_names_every_point_and_is_accessible(compare, tmp_path, metric):
    file = tmp_path / "out.svg"
    assert compare("--by", metric, "--svg", str(file)).exception is None
    root = ElementTree.parse(file).getroot()
    elements = list(root.iter(f"{SVG}text"))
    texts = [e.text for e in elements]
    for name in AREAS:
        assert texts.count(name) == 2, name  # a panel for each scenario
    published = {"cycles": 2 * 4, "energy": 0, "bytes": 2 * 4}[metric]
    assert sum(", published" in (t or "") for t in texts) == published
    assert ("another technology" in "".join(root.itertext())) == (published > 0)
    titles = {"cycles": "cycles", "energy": "energy, nJ", "bytes": "bytes of code, static data and stack"}
    assert {what: texts.count(title) for what, title in titles.items()} == {w: 2 * (w == metric) for w in titles}
    assert float(root.get("width")) <= 400
    assert min(float(e.get("font-size").removesuffix("px")) for e in elements) >= 12
    assert root.get("role") == "img" and root.get("aria-labelledby") == "title desc"
    assert root.find(f"{SVG}title").text == f"Area against {metric}"
    assert "; xascon 33.60 kGE, " in root.find(f"{SVG}desc").text
    colours = {e.get(what) for e in root.iter() for what in ("fill", "stroke")} - {None, "none", "transparent"}
    style = root.find(f"{SVG}style").text
    assert {"#0072b2", "#ffffff"} <= colours <= set(LIGHT.colours)
    assert [
        c for c, dark in zip(LIGHT.colours, DARK.colours, strict=True) if f'[fill="{c}"]{{fill:{dark}}}' not in style
    ] == []


def test_the_report_contains_the_html(compare, tmp_path):
    done = compare("--html", str(tmp_path / "out.html"))
    assert isinstance(done.exception, UsageError) and "vambrace report -o FILE" in str(done.exception)
    assert "--html" not in compare("--help").stdout


@pytest.mark.parametrize(
    ("records", "message"),
    [([], "no records of bench"), ([{"a": 1}], "no records of bench"), ({}, "has no records")],
)
def test_files_without_records_are_rejected(compare, records, message):
    assert message in str(compare(records=records).exception)


def test_later_records_count(tmp_path):
    have = tradeoff.Records()
    first, second = made_up(True), made_up(True)
    for r in second:
        r["kge"] = 1.0
    have.add(first)
    assert have.add(second) == len(second)
    task = bench.Task(config.point("ibex-ref/zbkb"), config.algorithms()["ascon-128"], config.scenarios()["ipv6"])
    assert have.get("area", task)["kge"] == 1.0
    assert tradeoff.places([task], have)[0].energy == 7_500


def test_areas_of_two_flows_are_not_compared(compare):
    records = [*map(whole, made_up(False))]
    records[0]["configuration"]["modules"] = True
    assert "flow area, modules preserved" in str(compare("-s", "ipv6", records=records).exception)
    records[0]["configuration"]["flow"] = "timing"
    wrong = compare("-s", "ipv6", records=records).exception
    assert "different libraries or flows cannot be compared: cells" in str(wrong) and "flow timing" in str(wrong)


def test_energy_is_measured_on_request():
    task = bench.Task(config.point("ibex-ref/zbkb"), config.algorithms()["ascon-128"], config.scenarios()["ipv6"])
    have = tradeoff.Records()
    have.add(made_up(False))
    assert tradeoff.measurements([task], have) == []
    (measurement,) = tradeoff.measurements([task], have, with_energy=True)
    assert measurement.label == "ibex-ref/zbkb ascon-128 ipv6 energy"
    (inputs,) = tradeoff.measurements([task], have, True, liberty.default_path())
    assert inputs != measurement
    everything = tradeoff.measurements([task], tradeoff.Records())
    assert [j.kind for j in everything] == ["area", "bench", "memory"]
    assert tradeoff.measurements([task], tradeoff.Records(), False, liberty.default_path())[0] != everything[0]
