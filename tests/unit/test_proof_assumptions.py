# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Assumptions of a proof must be proved with the same parameters: otherwise the proofs do not load."""

import pytest

from vambrace.base.errors import VambraceError
from vambrace_dev.proofs import assumed, plan

UNITS = {
    "title": "",
    "files": "rtl/engine/vmb_engine.core",
    "formal": [],
    "top": "vmb_prove_units",
    "properties": {"bad_tag": ""},
}
ENGINE = {**UNITS, "top": "vmb_engine", "properties": {"bad_early": ""}}


def loaded(**entries):
    """Return the proofs of these entries, each with a defect of its first property."""
    return plan.listed([{name: {**entry, "defects": defects(entry)} for name, entry in entries.items()}])


def defects(entry):
    return [{"file": "", "find": "", "put": "", "caught_by": next(iter(entry["properties"]))}]


def refused(match, **entries):
    with pytest.raises(VambraceError, match=match):
        loaded(**entries)


def test_every_assumption_is_proved_with_the_same_parameters():
    named = [(p.name, name) for p in plan.proofs().values() for text in p.assumes for name in assumed.named(text)[0]]
    assert len(named) > 60 and ("time-hardened", "engine-hardened") in named


def test_another_value_of_a_parameter_is_rejected():
    message = r"hard: has Hardened = 1, but assumes what engine proves with Hardened = 0: nothing early \(engine\)"
    hard = {**ENGINE, "parameters": {"Hardened": 1}, "assumes": ["nothing early (engine)"]}
    refused(message, engine=ENGINE, hard=hard)
    assert loaded(engine={**ENGINE, "parameters": {"Hardened": 1}}, hard=hard)


def test_parameters_of_a_wrapped_module_count():
    hard = {**ENGINE, "parameters": {"Hardened": 1}, "assumes": ["units answer (units)"]}
    refused("hard: has Hardened = 1, but assumes what units proves with Hardened = 0", units=UNITS, hard=hard)
    wide = {**UNITS, "assumes": ["a job stays (engine)"]}
    engine = {**ENGINE, "parameters": {"AesKeyBits": 128}}
    refused(
        "wide: has AesKeyBits = 256, but assumes what engine proves with AesKeyBits = 128", wide=wide, engine=engine
    )


def test_another_core_is_rejected():
    ref, fast = ({**ENGINE, "core": f"ibex-{n}", "top": "vmb_soc_ibex"} for n in ("ref", "fast"))
    del ref["files"], fast["files"]
    fast["assumes"] = ["loads wait (ref)"]
    refused("fast: has Secure = 0, but assumes what ref proves with Secure = 1", ref=ref, fast=fast)
    fast["assumes_any"] = {n: "" for n in ("Secure", "WritebackStage", "SingleCycleMul")}
    refused("fast: has core = ibex-fast, but assumes what ref proves with core = ibex-ref", ref=ref, fast=fast)


def test_a_parameter_with_a_reason_may_differ():
    hard = {**ENGINE, "parameters": {"Slots": 3}, "assumes": ["nothing early (engine)"]}
    assert loaded(engine=ENGINE, hard={**hard, "assumes_any": {"Slots": "a key is a key"}})
    stale = {**hard, "assumes_any": {"Slots": "", "Dma": "", "HoldWords": ""}}
    refused("hard: assumes_any has Dma, HoldWords, which no assumed proof differs in", engine=ENGINE, hard=stale)


def test_a_missing_proof_is_rejected():
    refused(
        "engine: assumes what unit proves, which is not a proof", engine={**ENGINE, "assumes": ["units answer (unit)"]}
    )
    wrong = {**ENGINE, "assumes": ["a tag comes last (units: bad_tag, bad_tags)"]}
    refused("engine: assumes bad_tags of units, which has no such property", units=UNITS, engine=wrong)
    assert loaded(engine={**ENGINE, "assumes": ["the bus is right (checked in simulations)"]})


def test_assumptions_of_an_assumed_proof_need_the_same_parameters():
    units = {**UNITS, "assumes": ["a job stays (engine: bad_early)"]}
    polled = {**ENGINE, "properties": {"bad_x": ""}, "parameters": {"Dma": 0}, "assumes": ["units answer (units)"]}
    message = "polled: has Dma = 0, but assumes what engine proves with Dma = 1: bad_early, which units assumes"
    refused(message, engine=ENGINE, units=units, polled=polled)
    assert loaded(engine=ENGINE, units=units, polled=polled, other={**ENGINE, "parameters": {"Dma": 0}})


def test_a_missing_parameter_is_rejected():
    engine = {**ENGINE, "parameters": {"Hold": 1, "Harden": 1}}
    refused("engine: vmb_engine has no parameter Harden, Hold", engine=engine)


def test_an_entry_can_extend_another():
    entries = {"small": {**ENGINE, "parameters": {"HoldWords": 4}, "defects": defects(ENGINE)}}
    actual = plan.listed([{**entries, "hard": {"like": "small", "title": "x", "parameters": {"Hardened": 1}}}])
    assert dict(actual["hard"].parameters) == {"HoldWords": 4, "Hardened": 1} and actual["hard"].title == "x"
    assert actual["hard"].properties == actual["small"].properties and actual["hard"].defects == actual["small"].defects
    with pytest.raises(VambraceError, match="smal"):
        plan.listed([{**entries, "hard": {"like": "smal"}}])


def test_values_are_numbers():
    actual = assumed.declared("vmb_engine")
    assert (actual["HoldWords"], actual["Dma"], actual["Watchdog"]) == ("321", "1", "65536")
    ibex = assumed.declared("vmb_soc_ibex")
    assert (ibex["EngineCouplings"], ibex["DebugAddress"]) == ("15", str(0x80000084))
    assert assumed.declared("vmb_prove_load") == {}
    assert assumed.values(plan.proofs()["ise"])["FunctionUnits"] == {"s"}
    with pytest.raises(VambraceError, match="vmb_nothing: no file is called vmb_nothing"):
        assumed.declared("vmb_nothing")
