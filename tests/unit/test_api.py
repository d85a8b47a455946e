# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The Python interface: tables of records, planned measurements, and wrong use. Nothing is simulated."""

from __future__ import annotations

import sys
import types

import polars
import pytest

from tests.report import made_up
from vambrace import __version__, api
from vambrace.base.errors import MissingTool, UsageError, VambraceError
from vambrace.explore.evaluate import Result
from vambrace.measure import planner

ROWS = api.Records(
    [
        {"point": "a_b", "cycles": 1200, "kge": 3.25, "checked": True, "tools": {"gcc": "12"}},
        {"point": "c|d", "cycles": 7, "kge": None, "checked": False, "tools": {}},
    ]
)


def test_records_are_a_sequence_that_can_be_filtered():
    assert len(ROWS) == 2 and ROWS[0]["cycles"] == 1200 and [r["cycles"] for r in ROWS[1:]] == [7]
    assert ROWS.columns == ["point", "cycles", "kge", "checked"]
    assert [r["point"] for r in ROWS.where(checked=True)] == ["a_b"]
    assert [r["point"] for r in ROWS.where(lambda r: r["cycles"] < 10)] == ["c|d"]
    assert repr(ROWS) == "Records(2 rows: point, cycles, kge, checked)"


def test_data_frames(monkeypatch):
    frame = ROWS.polars()
    assert isinstance(frame, polars.DataFrame) and frame.columns == ROWS.columns
    assert frame["cycles"].to_list() == [1200, 7] and frame["kge"].to_list() == [3.25, None]
    inputs = []
    monkeypatch.setitem(sys.modules, "pandas", types.SimpleNamespace(DataFrame=lambda data: inputs.append(data)))
    ROWS.pandas()
    assert list(inputs[0]) == ROWS.columns and inputs[0]["cycles"] == [1200, 7]
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(MissingTool, match="pip install pandas"):
        ROWS.pandas()


def test_texts():
    assert ROWS.markdown("point", "cycles") == "| point | cycles |\n| :-- | --: |\n| a_b | 1,200 |\n| c\\|d | 7 |\n"
    text = ROWS.latex("point", "kge")
    assert text.startswith("\\begin{tabular}{lr}\n\\toprule\npoint & kge \\\\\n\\midrule\na\\_b & 3.25 \\\\\n")
    assert text.endswith("c|d &  \\\\\n\\bottomrule\n\\end{tabular}\n")
    assert api.Records([{"x": "50 % of ~$a^b\\"}]).latex().count("\\") > 12
    assert ROWS.csv().splitlines()[0] == "point,cycles,kge,checked,tools"


def test_a_parquet_file_has_the_rows(tmp_path):
    ROWS.parquet(tmp_path / "rows.parquet")
    assert polars.read_parquet(tmp_path / "rows.parquet").equals(ROWS.polars())


def test_a_citation_names_the_version_and_the_tools():
    text = api.Records([*ROWS, {"tools": {"vambrace": "0", "gcc": "12", "yosys_abc": "1"}}]).bibtex("mine")
    assert text.startswith("@software{mine,\n  title = {{Vambrace}") and text.endswith("},\n}\n")
    assert f"version = {{{__version__}}}" in text and "measured with gcc 12, yosys\\_abc 1}" in text
    assert text.count("{") == text.count("}")


def test_a_program_runs_and_its_calls_are_counted(tmp_path):
    (tmp_path / "twice.c").write_text(
        '__attribute__((noinline)) int twice(int x) { __asm__ volatile(""); return 2 * x; }\n'
        "int main(void) { return twice(3) + twice(4); }\n"
    )
    actual = api.run(tmp_path / "twice.c", windows=["twice"])
    assert actual.exit_code == 14 and [call["instret"] for call in actual.windows["twice"]] == [2, 2]
    slow = api.run(tmp_path / "twice.c", wait_instr=1)
    assert slow.cycles > actual.cycles > actual.instret == slow.instret


def test_a_failed_program_gives_the_reason(tmp_path):
    (tmp_path / "trap.c").write_text('int main(void) { __asm__ volatile("unimp"); return 0; }\n')
    with pytest.raises(VambraceError, match=r"on ibex-ref/none: trap: illegal instruction"):
        api.run(tmp_path / "trap.c")
    for wrong, why in (
        ({"point": "ibex-ref/nine"}, "point"),
        ({"profile": "fast"}, "profile"),
        ({"wait": 1}, "setting"),
    ):
        with pytest.raises(UsageError, match=f"unknown {why}"):
            api.run(tmp_path / "trap.c", **wrong)
    with pytest.raises(UsageError, match="no file"):
        api.run(tmp_path / "none.c")


def test_charts():
    chart = ROWS.chart("cycles", "kge", "point").to_dict()
    assert chart["encoding"]["x"] == {"field": "cycles", "type": "quantitative"}
    assert chart["encoding"]["color"]["type"] == "nominal" and len(chart["data"]["values"]) == 2


@pytest.mark.parametrize(
    "use", [lambda r: r.chart("cycles", "kg"), lambda r: r.markdown("kg"), lambda r: r.where(kg=3)]
)
def test_an_unknown_column(use):
    with pytest.raises(UsageError, match="unknown column 'kg'; did you mean 'kge'"):
        use(ROWS)
    with pytest.raises(UsageError, match="there are no records"):
        use(api.Records([]))


@pytest.fixture
def measured(monkeypatch):
    """Return the requests to the planner, which has made-up records of bench."""
    asked = []

    def run(wanted):
        asked.extend(wanted)
        return planner.Outcome({m: made_up.bench() for m in wanted[:1]})

    monkeypatch.setattr(planner, "run", run)
    return asked


def test_all_combinations_are_measured(measured):
    actual = api.measure(
        "bench", point="ibex-ref/*n*", algorithm="aes-128-ccm", operation=["seal", "open"], scenario="zigbee", skip=True
    )
    assert {m.task.point.name for m in measured} > {"ibex-ref/none", "ibex-ref/zkned", "ibex-ref/engine"}
    assert {m.task.algorithm.name for m in measured} == {"aes-128-ccm"} and len(measured) == len(set(measured))
    assert all(r["scenario"] == "zigbee" and r["core"] == "ibex-ref" for r in actual)


@pytest.mark.parametrize(
    ("kind", "fields", "said"),
    [
        ("bensh", {}, "unknown kind 'bensh'; did you mean 'bench'"),
        ("bench", {"points": "ibex-ref"}, "unknown field of bench 'points'; did you mean 'point'"),
        ("bench", {"point": "ibex-what"}, "unknown point 'ibex-what'"),
        ("bench", {"point": []}, "point: no values"),
        ("bench", {"point": "ibex-ref/none", "algorithm": "aes"}, "unknown algorithm 'aes'"),
        ("bench", {"point": "ibex-ref/none"}, "no 'algorithm'"),
        ("area", {"block": "ascom"}, "unknown block 'ascom'"),
    ],
)
def test_wrong_measurements(measured, kind, fields, said):
    with pytest.raises(UsageError, match=said):
        api.measure(kind, **fields)
    assert measured == []


def test_combinations_that_cannot_be_measured(measured):
    fields = {"point": ["ibex-ref/none", "ibex-ref/engine"], "algorithm": "aes-128-gcm", "operation": "seal"}
    with pytest.raises(UsageError, match="point with aes-128-gcm 'ibex-ref/engine'"):
        api.measure("bench", scenario="zigbee", **fields)
    api.measure("bench", scenario="zigbee", skip=True, **fields)
    assert [m.task.point.name for m in measured] == ["ibex-ref/none"]


def test_failures_are_raised(monkeypatch):
    monkeypatch.setattr(planner, "run", lambda wanted: planner.Outcome(failures={wanted[0]: "no compiler"}))
    with pytest.raises(VambraceError, match="aes-128-ccm zigbee: no compiler"):
        api.measure("bench", point="ibex-ref/none", algorithm="aes-128-ccm", operation="seal", scenario="zigbee")


def test_kept_records(monkeypatch):
    monkeypatch.setattr(planner, "stored", lambda kind: iter(made_up.bench()) if kind == "bench" else iter(()))
    assert len(api.records("bench")) == len(made_up.bench()) and len(api.records("area")) == 0
    with pytest.raises(UsageError, match="unknown kind"):
        api.records("cycles")
    assert api.kinds()["bench"] and [p.name for p in api.points("ibex-ref/none")] == ["ibex-ref/none"]


def test_an_exploration(monkeypatch, tmp_path):
    def evaluate(space, chosen):
        return [Result(item, {"cycles": 100.0 + item.values["wait_data"]}) for item in chosen]

    monkeypatch.setattr("vambrace.api.exploring.evaluate", evaluate)
    table = {"parameters": {"wait_data": [0, 1, 2]}, "minimise": ["cycles"]}
    actual = api.explore(table)
    assert actual.candidates == 3 and len(actual.records) == 3
    assert [row["cycles"] for row in actual.front] == [100, 101, 102] and actual.front[0]["feasible"]
    file = tmp_path / "space.toml"
    file.write_text('minimise = ["cycles"]\n[parameters]\nwait_data = [0, 5]\n')
    assert [row["wait_data"] for row in api.explore(file, sampler="all", budget=1).records] == [0]
    with pytest.raises(UsageError, match="there is no objective"):
        api.explore({**table, "minimise": []})
