# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Record kinds: all are in the registry, complete, documented, selectable and checked."""

from dataclasses import dataclass, replace
from importlib import import_module
from typing import ClassVar

import pytest

from tests.report import made_up
from vambrace.base.errors import UsageError
from vambrace.base.paths import root
from vambrace.cli import main as cli
from vambrace.measure import registry
from vambrace.measure.kinds import area, ciphers
from vambrace.measure.measured import Measured
from vambrace.measure.record_files import check
from vambrace.measure.registry import KINDS
from vambrace.measure.selectors import make_selector
from vambrace.results import schema
from vambrace.results.schema import Record, detail, figure, identity
from vambrace_dev import record_tables


def test_the_registry_has_every_kind_under_its_name():
    folder = root() / "src" / "vambrace" / "measure" / "kinds"
    declared = {p.stem for p in folder.glob("*.py") if "\nKIND = Kind" in p.read_text()}
    assert declared == set(KINDS) and len(declared) >= 13
    for name, kind in KINDS.items():
        assert kind.name == kind.record.record == name


def test_every_kind_is_measured_by_the_module_of_its_name():
    folder = root() / "src" / "vambrace" / "measure"
    files = [*folder.glob("*.py"), *(folder / "studies").glob("*.py")]
    assert sorted(p.stem for p in files if "\nMEASURED = " in p.read_text()) == sorted(KINDS)
    for name in KINDS:
        measured = registry.measured(name)
        assert measured is import_module(registry.module(name)).MEASURED
        assert isinstance(measured, Measured)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"title": ""}, "title"),
        ({"command": ""}, "command"),
        ({"columns": ()}, "columns"),
        ({"record": Record}, "record, identity, figure"),
    ],
)
def test_a_kind_that_lacks_a_part_is_rejected(change, words):
    with pytest.raises(TypeError) as error:
        replace(area.KIND, **change)
    assert str(error.value).endswith(f"lacks: {words}")


def test_a_field_without_a_description_is_rejected():
    @dataclass(frozen=True, kw_only=True)
    class Odd(Record):
        record: ClassVar[str] = "odd"
        core: str = identity("a core")
        cycles: int

    with pytest.raises(TypeError, match=r"Odd\.cycles must be declared by"):
        replace(area.KIND, record=Odd)


def test_every_field_has_a_meaning_and_known_words():
    for kind in KINDS.values():
        for field in kind.fields:
            assert field.about.meaning, (kind.name, field.name)
            assert field.about.better in (-1, 0, 1)
        assert len(kind.selectable) == sum(bool(f.about.selector) for f in kind.fields)


def test_the_command_of_every_kind_exists():
    for name in KINDS:
        command = cli.main
        for word in KINDS[name].command.split():
            command = command.commands[word]
        assert any(f"--{word}" in p.opts for p in command.params for word in ("json",)), name


def test_the_page_of_records_agrees_with_the_kinds():
    text = record_tables.PAGE.read_text()
    assert record_tables.page(text) == text, "run python -m vambrace_dev.record_tables"
    with pytest.raises(ValueError, match="has tables of"):
        record_tables.page(text.replace("<!-- fields of area -->", ""))


#: The required fields of a selector for each kind, including kinds of points or blocks.
SELECTORS = {
    "bench": {"point": "ibex-ref/zkned", "algorithm": "aes-128-ccm", "operation": "seal", "scenario": "ipv6"},
    "frame": {"point": "ibex-ref/zkned", "frame": "ble", "operation": "protect"},
    "throughput": {"point": "ibex-ref/zkned", "algorithm": "aes-128-ccm", "operation": "open", "scenario": "64 bytes"},
    "alignment": {
        "point": "ibex-ref/zkned",
        "algorithm": "aes-128-ccm",
        "operation": "seal",
        "scenario": "zigbee",
        "placement": "input at 1",
    },
    "latency": {
        "point": "rocket/engine",
        "algorithm": "aes-128-ecb",
        "operation": "init",
        "scenario": "init",
        "by": "calls",
        "until": "done",
    },
    "profile": {"point": "ibex-ref/zkned", "algorithm": "aes-128-ccm", "operation": "seal", "scenario": "ipv6"},
    "kernel": {"point": "ibex-ref/zkned", "algorithm": "aes-128-ccm", "operation": "seal", "scenario": "ipv6"},
    "explore": {"point": "ibex-ref/zkned", "algorithm": "aes-128-ccm", "operation": "seal", "scenario": "ipv6"},
    "memory": {"point": "ibex-ref/zkned", "algorithm": "aes-128-ccm", "operation": "seal"},
    "block": {"block": "aes-128", "algorithm": "aes-128-ecb", "operation": "encrypt", "scenario": "16 bytes"},
    "area": {"block": "ascon"},
    "faults": {"block": "engine", "algorithm": "ascon-aead128"},
    "fpga": {"point": "rocket/none"},
    "board": {"point": "ibex-ref/engine-ascon", "board": "ulx3s"},
    "timing": {"point": "ibex-ref/none"},
    "energy": {"point": "ibex-ref/none", "algorithm": "aes-128-ccm", "operation": "seal", "scenario": "ipv6"},
    "ciphers": {"point": "ibex-ref/none", "cipher": "seed", "operation": "encrypt"},
    "ascon64": {"style": "ref", "operation": "seal", "scenario": "64 bytes"},
    "os": {"point": "ibex-ref/none", "test": "basic", "load": "none"},
    "pictures": {"point": "ibex-ref/aes-unit", "size": "32x32", "mode": "ecb", "text": "encrypted"},
}


@pytest.mark.parametrize("name", list(KINDS))
def test_a_selector_finds_records_of_every_kind(name):
    kind = KINDS[name]
    selector = make_selector({"record": name, "metric": next(iter(kind.metrics)), **SELECTORS[name]}, "here")
    assert selector.kind is kind and set(kind.needed) <= set(dict(selector.fields))
    place, _, sets = SELECTORS[name].get("point", "").partition("/")
    entry = {"record": name, "core": place or None, "extensions": sets or None, "block": SELECTORS[name].get("block")}
    values = {f.path: selector.get(word) for word, f in kind.selectable.items() if selector.get(word)}
    flat = {path[0]: value for path, value in values.items() if len(path) == 1}
    nested = {"configuration": {path[1]: value for path, value in values.items() if len(path) == 2}}
    record = made_up.whole({**entry, **flat, **nested})
    assert selector.fits(record)
    for path, value in values.items():
        other = {**record, **({path[0]: "x"} if len(path) == 1 else {"configuration": {path[1]: "x"}})}
        assert not selector.fits(other), (path, value)
    measured = registry.measured(name)
    assert measured.name(measured.task(selector, SELECTORS[name].get("point", "")))


@pytest.mark.parametrize("name", list(KINDS))
def test_a_record_without_a_field_is_rejected(name):
    full = made_up.whole({"record": name})
    schema.check(KINDS[name].record, full)
    for field in KINDS[name].fields:
        if len(field.path) == 1:
            with pytest.raises(ValueError, match=f"no field '{field.name}'"):
                schema.check(KINDS[name].record, {k: v for k, v in full.items() if k != field.name})
        elif isinstance(full[field.path[0]], dict):
            inner = {k: v for k, v in full[field.path[0]].items() if k != field.path[1]}
            with pytest.raises(ValueError, match=f"no field '{field.name}'"):
                schema.check(KINDS[name].record, {**full, field.path[0]: inner})


@dataclass(frozen=True, kw_only=True)
class Inner:
    text: str = detail("a text")


@dataclass(frozen=True, kw_only=True)
class Made(Record):
    record: ClassVar[str] = "made"
    core: str | None = identity("a core")
    cycles: int = figure("cycles", "a count")
    share: float = figure("", "a number")
    names: list[str] = detail("names")
    by_name: dict[str, Inner] = detail("objects")
    nothing: None = detail("null")


GOOD = Made(core=None, cycles=1, share=2, names=["a"], by_name={"a": Inner(text="x")}, nothing=None)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({}, ""),
        ({"core": "a"}, ""),
        ({"share": 0.5}, ""),
        ({"core": 1}, "'core' is not text"),
        ({"cycles": 1.5}, "'cycles' is not a whole number"),
        ({"cycles": True}, "'cycles' is not a whole number"),
        ({"cycles": None}, "'cycles' is not a whole number"),
        ({"share": float("inf")}, "'share' is not a number"),
        ({"share": "1"}, "'share' is not a number"),
        ({"names": "a"}, "'names' is not a list"),
        ({"names": [1]}, r"'names\[0\]' is not text"),
        ({"by_name": []}, "'by_name' is not an object"),
        ({"by_name": {"a": 1}}, r"'by_name\.a' is not an object"),
        ({"by_name": {"a": {}}}, r"no field 'by_name\.a\.text'"),
        ({"nothing": 0}, "'nothing' is not null"),
    ],
)
def test_values_in_a_record_have_their_type(change, words):
    fields = {**GOOD.json(), **change}
    assert fields["schema"] == schema.SCHEMA and fields["record"] == "made"
    if not words:
        return schema.check(Made, fields)
    with pytest.raises(ValueError, match=words):
        schema.check(Made, fields)


def test_names_in_records_are_those_of_configs():
    (record, *_) = made_up.ciphers()
    check("here", [record, {"record": "of another program"}])
    for field, value in (("core", "ibex-what"), ("extensions", "zknn")):
        with pytest.raises(UsageError, match="here: record 1: unknown"):
            check("here", [{**record, field: value}])
    assert record["cipher"] in ciphers.NAMES


@pytest.mark.parametrize("name", [[], {}, 3, True])
def test_the_title_of_a_kind_is_text(name):
    with pytest.raises(UsageError, match=r"here: record 1: record is .+ not the name"):
        check("here", [{"record": name}])


def test_a_record_is_read_as_its_type():
    """Objects are converted too, each by its own type; JSON neither gains nor loses data."""
    for records in made_up.everything():
        actual = KINDS[records["record"]].record.of(records)
        assert actual.json() == records and all(actual[name] == value for name, value in records.items())
    part = {"module": "ibex_top", "kge": 30.5}
    point = {"record": "area", "core": "ibex-ref", "parts": {"core": part}, "configuration": {"flow": "area"}}
    record = area.Area.of(point)
    assert record.parts["core"].kge == 30.5 and record.configuration.flow == "area"
    assert record.get("kge") is None and not hasattr(record, "kge")
    other = record.changed(core="rocket")
    assert (other.core, record.core, other["core"]) == ("rocket", "ibex-ref", "rocket")
    assert isinstance(other.configuration, area.Configuration) and not hasattr(other.configuration, "modules")
