# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Records that are kept: found for as long as their origin is the same, and not a moment longer."""

import json

import pytest

from vambrace.base import code, paths
from vambrace.measure.registry import KINDS, measured
from vambrace.results import kept
from vambrace.results.origin import Origin

NAME = ("ibex-ref/none", "ascon-128")
RECORDS = [{"cycles": 7}, {"cycles": 8}]


@pytest.fixture(autouse=True)
def _own_cache(tmp_path, monkeypatch):
    monkeypatch.setenv("VAMBRACE_CACHE", str(tmp_path / "cache"))
    yield
    kept.stamp.cache_clear()


def test_what_is_kept_is_found():
    origin = Origin("vambrace.base.grid", ("configs/*.toml",), ())
    assert kept.find("bench", origin, NAME) is None and list(kept.every("bench", origin)) == []
    kept.keep("bench", origin, NAME, RECORDS)
    assert kept.find("bench", origin, NAME) == RECORDS
    assert kept.find("bench", origin, NAME[:1]) is None and kept.find("area", origin, NAME) is None
    kept.keep("bench", origin, NAME[:1], [])
    assert list(kept.every("bench", origin)) == RECORDS and kept.find("bench", origin, NAME[:1]) == []
    kept.keep("bench", origin, NAME, RECORDS[:1])
    assert list(kept.every("bench", origin)) == RECORDS[:1]
    assert not list(paths.cache_dir().rglob("*.part"))


def test_what_is_damaged_is_measured_again():
    origin = Origin("vambrace.base.grid", (), ())
    kept.keep("bench", origin, NAME, RECORDS)
    (path,) = (paths.cache_dir() / "records").rglob("*.json")
    for text in (path.read_text()[:-5], json.dumps([]), "\x00"):
        path.write_text(text)
        assert kept.find("bench", origin, NAME) is None and list(kept.every("bench", origin)) == []


def test_a_changed_source_or_tool_is_another_origin(tmp_path, monkeypatch):
    for file in ("rtl/ise/unit.sv", "configs/cores.toml", "lib/README.md"):
        (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / file).write_text(file)
    monkeypatch.setattr(kept, "root", lambda: tmp_path)
    origin = Origin("vambrace.base.grid", ("rtl/**/*", "configs/*.toml", "lib/**/*"), ("verilator",))

    def now() -> str:
        kept.stamp.cache_clear()
        return kept.stamp(origin)

    first = now()
    assert now() == first
    (tmp_path / "lib" / "README.md").write_text("words")
    assert now() == first
    (tmp_path / "rtl" / "ise" / "unit.sv").write_text("changed")
    second = now()
    (tmp_path / "rtl" / "new.sv").write_text("")
    third = now()
    monkeypatch.setattr(kept, "_version", lambda name: "another")
    assert len({first, second, third, now()}) == 4


def test_the_code_of_an_origin_is_all_that_makes_the_records():
    modules = set(code.imports("vambrace.measure.bench"))
    assert {
        "vambrace.measure.bench",
        "vambrace.software.oracle",
        "vambrace.software.simulate",
        "vambrace.hardware.model",
        "vambrace.base.store",
    } <= modules
    assert (
        not {"vambrace.cli.main", "vambrace.view.table", "vambrace.results.kept", "vambrace.measure.energy"} & modules
    )
    assert {"vambrace.silicon.yosys", "vambrace.silicon.liberty"} <= set(code.imports("vambrace.measure.area"))


@pytest.mark.parametrize("name", [name for name, kind in KINDS.items() if kind.measured])
def test_origins_name_files_and_tools_that_exist(name):
    origin = measured(name).origin
    for pattern in origin.files:
        assert any(p.is_file() for p in paths.root().glob(pattern)), pattern
    assert origin.module in code.imports(origin.module)
    assert all(kept._version(tool) for tool in origin.tools)
