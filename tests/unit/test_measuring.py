# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The measurements for selectors: as few as possible, none missing, and a failure affects only its own records."""

import time
from dataclasses import dataclass, replace

import pytest

from vambrace import config
from vambrace.base import work
from vambrace.base.errors import BuildError
from vambrace.measure import area, bench, energy, fpga, planner, timing
from vambrace.measure import latency as latency_module
from vambrace.measure.measured import Measured, Need
from vambrace.measure.selectors import make_selector
from vambrace.papers import figures as papers
from vambrace.results import record_store
from vambrace.results.origin import Origin
from vambrace.silicon import parts
from vambrace.silicon.power import Conditions


@pytest.fixture(autouse=True)
def _own_cache(tmp_path, monkeypatch):
    monkeypatch.setenv("VAMBRACE_CACHE", str(tmp_path / "cache"))
    yield
    record_store.forget()


def call(**change):
    inputs = {"record": "bench", "point": "ibex-ref/none", "algorithm": "ascon-128", "operation": "seal",
             "scenario": "ipv6", "metric": "cycles"}  # fmt: skip
    return make_selector({**inputs, **change}, "test")


def latency(**change):
    inputs = {"record": "latency", "point": "rocket/none", "algorithm": "aes-128-ecb", "operation": "encrypt",
             "scenario": "16 bytes", "by": "calls", "until": "done", "metric": "cycles"}  # fmt: skip
    return make_selector({**inputs, **change}, "test")


def test_all_results_of_one_run_are_one_job():
    both = [call(), call(operation="open"), call(metric="bytes_loaded")]
    assert len(planner.plan(both)) == 1
    lengths = [latency(), latency(scenario="80 bytes"), latency(operation="decrypt"), latency(rounds="all")]
    assert len(planner.plan(lengths)) == 1  # software has no core of its own
    engine = [latency(point="rocket/engine", by="commands", rounds=r) for r in ("1", "all")]
    assert len(planner.plan(engine)) == 2
    others = [
        call(profile="size"),
        call(scenario="zigbee"),
        call(record="throughput", scenario="16 bytes"),
        call(point="ibex-ref/zbkb"),
    ]
    assert len(planner.plan([*both, *others])) == 5
    memory = [
        make_selector(
            {
                "record": "memory",
                "point": "ibex-ref/none",
                "algorithm": "ascon-128",
                "operation": o,
                "metric": "sum_bytes",
            },
            "test",
        )
        for o in ("seal", "open")
    ]
    assert len(planner.plan(memory)) == 1


def test_the_first_point_or_all_points_are_measured():
    many = [call(point=["ibex-ref/engine", "ibex-fast/engine"])]
    (measurement,) = planner.plan(many)
    assert measurement.task.point.name == "ibex-ref/engine"
    assert [j.task.point.name for j in planner.plan(many, True)] == ["ibex-ref/engine", "ibex-fast/engine"]


def test_every_figure_of_the_papers_has_a_measurement():
    cells = [c for p in papers.papers().values() for t in p.tables for row in t.rows for c in row.cells]
    for cell in cells:
        for selector in filter(None, (cell.own, cell.base, cell.best)):
            measurements = planner.plan([selector], every_point=True)
            assert len(measurements) == max(1, len(selector.points))
            for measurement in measurements:
                assert (
                    measurement.label
                    and measurement.seconds > 0
                    and all(isinstance(part, str) for part in measurement.name)
                )


@dataclass(frozen=True)
class Fake:
    label: str


def fake(monkeypatch, records, needs=lambda task: ()) -> list[planner.Measurement]:
    how = Measured(
        lambda s, p: Fake(p),
        lambda t: (t.label,),
        records,
        lambda t: Origin.of("vambrace.base.grid"),
        lambda t: 60,
        needs,
        True,
        usual=lambda points: (),
    )
    monkeypatch.setattr(area, "MEASURED", how)
    return [planner.measurement("area", Fake(name)) for name in ("one", "two", "three")]


def test_a_failure_is_reported_and_the_rest_is_kept(monkeypatch):
    ran = []

    def records(task):
        ran.append(task.label)
        if task.label == "two":
            raise BuildError("two is broken")
        return [{"kge": len(task.label)}]

    measurements = fake(monkeypatch, records)
    assert not planner.find(measurements)
    outcome = planner.run(measurements)
    assert [j.task.label for j in outcome.records] == ["one", "three"] and len(outcome.of("area")) == 2
    assert {j.task.label: why for j, why in outcome.failures.items()} == {"two": "two is broken"}
    assert sorted(ran) == ["one", "three", "two"]
    again = planner.run(measurements)
    assert again.records == outcome.records and len(ran) == 4  # only what failed was tried again
    assert planner.find(measurements) == outcome.records
    assert sorted(r["kge"] for r in planner.stored("area")) == [3, 5]


def test_shared_builds_are_made_once_in_advance(monkeypatch):
    did = []

    def need(name: str, fails: bool = False) -> Need:
        def build() -> None:
            time.sleep(0.05)  # so that a measurement that does not wait comes first
            did.append(name)
            if fails:
                raise BuildError(f"{name} is broken")

        return Need(name, name, build)

    def records(task):
        did.append(task.label)
        return [{}]

    needs = {"one": [need("a")], "two": [need("a"), need("b", True)], "three": [need("b", True), need("c")]}
    measurements = fake(monkeypatch, records, lambda task: needs[task.label])
    outcome = planner.run(measurements)
    assert sorted(did) == ["a", "b", "c", "one"] and did.index("a") < did.index("one")
    assert [j.task.label for j in outcome.records] == ["one"]
    assert {j.task.label: why for j, why in outcome.failures.items()} == dict.fromkeys(("two", "three"), "b is broken")


def test_an_interrupt_keeps_finished_results(monkeypatch):
    def records(task):
        if task.label == "three":
            raise KeyboardInterrupt
        return [{}]

    measurements = fake(monkeypatch, records)
    with pytest.raises(KeyboardInterrupt):
        planner.run([measurements[0]])
        planner.run(measurements)
    assert measurements[0] in planner.find(measurements)


def test_an_option_that_changes_the_result_is_another_job(tmp_path):
    cells = [tmp_path / "one.lib", tmp_path / "two.lib"]
    for path in cells:
        path.write_text(path.name)
    block, known, point = parts.blocks()["xascon"], config.algorithms()["aes-128-ccm"], config.point("rocket/none")
    call = bench.Task(point, known, config.scenarios()["zigbee"])
    usual = energy.Options()
    peer = replace(config.peers()["mbedtls"], flags=())
    options = [
        usual,
        *(replace(usual, library=path) for path in cells),
        replace(usual, conditions=Conditions(slew=0.3)),
        replace(usual, conditions=Conditions(frequency=50.0)),
        replace(usual, read_fj=1.0),
        replace(usual, write_fj=1.0),
        replace(usual, modules=True),
        replace(usual, every_unit=True),
    ]
    tasks = {
        "area": [area.Task(block), *(area.Task(block, path) for path in cells), area.Task(block, modules=True)],
        "timing": [timing.Task(block), *(timing.Task(block, path) for path in cells)],
        "fpga": [fpga.Task(block, seeds) for seeds in (0, 1, 3)],
        "bench": [
            call,
            replace(call, cold=True),
            replace(call, peer=peer),
            replace(call, peer=replace(peer, flags=("-O3",))),
            replace(call, point=replace(point, profile="size")),
            replace(call, algorithm=replace(known, nonce=12)),
        ],
        "latency": [
            latency_module.Task(point, 128, cold, rounds, runs)
            for cold, rounds, runs in ((False, "1", 9), (True, "1", 9), (False, "2", 9), (False, "1", 8))
        ],
        "energy": [energy.Task(call, o) for o in options],
    }
    for kind, some in tasks.items():
        measurements = [planner.measurement(kind, task) for task in some]
        assert len(set(measurements)) == len({measurement.name for measurement in measurements}) == len(some), kind
    first = planner.measurement("area", area.Task(block, cells[0]))
    cells[0].write_text("other cells")
    assert planner.measurement("area", area.Task(block, cells[0])) != first


def test_estimates_are_for_long_measurements(monkeypatch, capsys):
    """Each measurement takes a minute, and the missing model that two of them need another four."""
    ready, absent = (Need(name, name, list, 240, lambda there=there: there) for name, there in ((1, True), (2, False)))
    needs = {"one": [absent], "two": [ready], "three": [absent, ready]}
    measurements = fake(monkeypatch, lambda task: [{"kge": 1}], lambda task: needs[task.label])
    monkeypatch.setattr(work.os, "cpu_count", lambda: 2)
    assert planner.estimate(measurements) == "3 of area, 1 model: up to 4 minutes, once"
    assert planner.estimate(measurements[1:2]) == ""
    assert planner.estimate([*measurements[1:2] * 3]) == "3 of area: up to 2 minutes, once"
    assert planner.estimate(measurements * 100) == "300 of area, 1 model: up to 2.5 hours, once"
    planner.run(measurements)
    assert capsys.readouterr().err.startswith(
        "vambrace: 3 of area, 1 model: up to 4 minutes, once; what is done is kept\n"
    )
    planner.run(measurements)
    assert "up to" not in capsys.readouterr().err


def test_a_task_of_a_command_equals_the_job_of_a_selector():
    (measurement,) = planner.plan([call()])
    assert planner.measurement("bench", replace(measurement.task)) == measurement
