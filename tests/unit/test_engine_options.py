# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Options of the engine in names of points, and as parameters of a design space."""

from __future__ import annotations

import pytest

from tests.called import called
from vambrace import config
from vambrace.base.errors import UsageError
from vambrace.config import engine_options, extensions
from vambrace.explore import metrics, space
from vambrace.explore.mix import of_weights
from vambrace.explore.parameters import Impossible, candidate, candidates
from vambrace.silicon import parts

OPTIONS = engine_options.options()


@pytest.mark.parametrize(
    ("name", "legal", "illegal"),
    [
        ("AsconRoundsPerCycle", (1, 2, 4), (0, 3, 8)),
        ("PolyBitsPerCycle", (2, 33, 66), (1, 67)),
        ("AesRoundsPerCycle", (0, 1, 2), (3, 4)),
        ("HoldWords", (0, 65535), (-1, 65536)),
        ("Outstanding", (2, 32), (1, 33)),
        ("Watchdog", (0, 2**32 - 1), (2**32,)),
        ("Hardened", (0, 1), (2,)),
    ],
)
def test_legal_values(name, legal, illegal):
    assert all(OPTIONS[name].legal(value) for value in legal)
    assert not any(OPTIONS[name].legal(value) for value in illegal)
    assert OPTIONS[name].legal(OPTIONS[name].default)


def test_a_point_has_options_in_the_order_of_the_engine():
    point = config.point("ibex-ref/engine-obi@HoldWords=65,AsconRoundsPerCycle=2")
    assert point.name == "ibex-ref/engine-obi@AsconRoundsPerCycle=2,HoldWords=65"
    assert config.point(point.name) == point
    assert config.extension_set(point.extensions.name) == point.extensions
    assert (point.extensions.base, point.extensions.runs) == ("engine-obi", "engine-obi")
    again = config.with_options(point.extensions, {"HoldWords": 9})
    assert again.name == "engine-obi@AsconRoundsPerCycle=2,HoldWords=9"


def test_patterns_may_have_options():
    actual = config.select_points(["ibex-*/engine@Slots=0", "ibex-ref/none"])
    assert next(p.name for p in actual) == "ibex-ref/none"
    assert {p.name for p in actual} > {"ibex-ref/engine@Slots=0", "ibex-fast/engine@Slots=0"}


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("ibex-ref/zkned@Slots=1", "zkned has no engine: Slots=1 has no effect"),
        ("ibex-ref/aes-unit@Slots=1", "aes-unit has no engine"),
        ("ibex-ref/engine@Slot=1", "unknown option of the engine 'Slot'; did you mean 'Slots'"),
        ("ibex-ref/engine@Slots=4", "Slots: 4 is not 0 to 3"),
        ("ibex-ref/engine@Slots=1,Slots=2", "given twice"),
        ("ibex-ref/engine@Slots", "write NAME=NUMBER"),
        ("ibex-ref/engine@", "write NAME=NUMBER"),
        ("ibex-ref/engine@PortBits=48", "PortBits: 48 is not 32, 64 or 128"),
        ("ibex-ref/engine-obi-pio@PortBits=64", "this engine has no memory port; leave out PortBits"),
        ("rocket/engine@PortBits=64", "on rocket, the memory port has 32 bits; leave out PortBits"),
        ("ibex-rex/engine@Slots=1", "unknown point"),
    ],
)
def test_wrong_options_are_named(name, message):
    for find in (config.point, lambda text: config.select_points([text])):
        with pytest.raises(UsageError, match=message):
            find(name)


def test_a_wide_memory_port_is_no_candidate_everywhere():
    wide = {"algorithm": "ascon-aead128", "PortBits": 64}
    assert candidate({**wide, "extensions": "engine-obi"}).point.name.endswith("/engine-obi@PortBits=64")
    with pytest.raises(Impossible, match="no memory port"):
        candidate({**wide, "extensions": "engine-obi-pio"})
    with pytest.raises(UsageError, match="energy is measured with a memory port of 32 bits"):
        parts.to_simulate(config.point("ibex-ref/engine-obi@PortBits=64"), config.algorithms()["ascon-aead128"])


def test_packed_options_are_unpacked():
    inputs = {"AesKeyBits": 192, "HoldWords": 65535, "Watchdog": 2**32 - 1, "Hardened": 1, "Ascon": 0}
    number = engine_options.pack(inputs)
    assert engine_options.differing(number) == {**inputs, **engine_options.SIMULATED}
    assert list(engine_options.unpack(number)) == list(OPTIONS)


def test_the_engine_is_synthesised_with_its_options():
    actual = parts.of_point(config.point("ibex-ref/engine-obi-pio@HoldWords=0,Slots=1")).parts[-1]
    assert dict(actual.parameters) == {"HoldWords": 0, "Slots": 1, "Dma": 0}
    assert parts.of_point(config.point("ibex-ref/engine@Slots=1")).names()["extensions"] == "engine@Slots=1"


@pytest.mark.parametrize("name", [name for name, known in config.algorithms().items() if known.engine])
def test_an_engine_of_its_own_has_the_algorithm(name):
    has_gcm = bool(config.algorithms()[name].missing_in(config.extension_set("engine")))
    first = candidate({"extensions": "engine-gcm", "algorithm": name, "engine_units": "own"})
    assert first.values["AesGcm"] == has_gcm
    if not has_gcm:
        first = candidate({"extensions": "engine", "algorithm": name, "engine_units": "own"})
    unit = engine_options.units.algorithms()[config.algorithms()[name].of_units].unit
    assert [first.values[u.parameter] for u in engine_options.units.units().values()] == [
        int(u == unit) for u in engine_options.units.units().values()
    ]


def test_options_without_effect_have_their_defaults():
    actual, reasons = candidates(
        {
            "extensions": ["none", "engine"],
            "algorithm": ["ascon-aead128"],
            "AsconRoundsPerCycle": [1, 2],
            "ChachaQuarterRounds": [1, 2, 4, 8],
        }
    )
    names = [item.point.extensions.name for item in actual]
    assert names == ["none", "engine", "engine@AsconRoundsPerCycle=2"] and not reasons


@pytest.mark.parametrize(
    ("values", "why"),
    [
        ({"Ascon": 0, "algorithm": "ascon-aead128"}, "an engine with Ascon=0 lacks ascon-aead128"),
        ({"AsconHash": 0, "algorithm": "ascon-hash256"}, "an engine with AsconHash=0 lacks ascon-hash256"),
        ({"AesKeyBits": 128, "algorithm": "aes-256-ccm"}, "an engine with AesKeyBits=128 lacks aes-256-ccm"),
    ],
)
def test_an_engine_without_the_algorithm_is_impossible(values, why):
    with pytest.raises(Impossible, match=why):
        candidate({"extensions": "engine", **values})


def test_calls_share_models_that_differ_in_unused_options():
    packets = of_weights({"zigbee": 1})
    for values in ({"engine_units": "own"}, {"HoldWords": 65}, {"TwoPasses": 1, "Watchdog": 0}):
        first = candidate({"extensions": "engine", **values})
        assert first.point.name != "ibex-ref/engine"
        (call,) = metrics.measurements(metrics.CALLS, first, packets)
        assert call.task.point.name == "ibex-ref/engine" and call.kind == "bench"
        (area,) = metrics.measurements(metrics.AREA, first, packets)
        assert area.task.subject.point.name == first.point.name
    noticed = candidate({"extensions": "engine", "algorithm": "ascon-aead128", "AsconRoundsPerCycle": 2})
    (call,) = metrics.measurements(metrics.CALLS, noticed, packets)
    assert call.task.point.name == "ibex-ref/engine@AsconRoundsPerCycle=2" and call.kind == "explore"
    small = candidate({"extensions": "engine", "HoldWords": 17, "TwoPasses": 1})
    (call,) = metrics.measurements(metrics.CALLS, small, of_weights({"0+100": 1}))
    assert call.task.point.name == "ibex-ref/engine@HoldWords=17"


def test_a_buffer_that_is_too_small_is_reported():
    first = candidate({"extensions": "engine", "HoldWords": 17})
    with pytest.raises(UsageError, match="cannot open 100 bytes: give HoldWords = 27 or more, or TwoPasses = 1"):
        metrics.measurements(metrics.CALLS, first, of_weights({"0+100": 1}))
    assert metrics.measurements(metrics.CALLS, first, of_weights({"0+64": 1}))


def test_a_space_names_missing_features_of_the_engine():
    for wrong in (3, True, "2"):
        with pytest.raises(UsageError, match=r"AsconRoundsPerCycle: .* is not 1, 2 or 4"):
            space.parse({"parameters": {"AsconRoundsPerCycle": wrong}, "minimise": ["cycles"]}, None)


def test_a_named_set_can_have_options():
    named, spelled = config.extension_set("engine-ascon"), config.extension_set("engine@Aes=0,Chacha=0")
    options = dict(named.accelerator.options)
    assert options["AsconRoundsPerCycle"] == 2 and named.name == named.base == "engine-ascon"
    algorithms = config.algorithms()
    assert not algorithms["ascon-aead128"].missing_in(named) and not algorithms["ascon-aead128"].missing_in(spelled)
    assert algorithms["aes-128-ccm"].missing_in(named) == "an engine with Aes=0 lacks aes-128-ccm"
    assert algorithms["ascon-128"].missing_in(named) == "an engine with AsconV12=0 lacks ascon-128"
    assert algorithms["aes-128-gcm"].missing_in(named) == "an engine with Aes=0 lacks aes-128-gcm"
    usual, with_gcm = config.extension_set("engine"), config.extension_set("engine-gcm")
    assert algorithms["aes-128-gcm"].missing_in(usual) == "an engine with AesGcm=0 lacks aes-128-gcm"
    assert not algorithms["aes-128-gcm"].missing_in(with_gcm) and not algorithms["aes-128-ccm"].missing_in(with_gcm)
    assert algorithms["aes-128-gmac"].missing_in(usual) == "an engine with AesGcm=0 lacks aes-128-gmac"
    assert not algorithms["aes-128-gmac"].missing_in(with_gcm)
    assert algorithms["aes-128-gcm-siv"].missing_in(with_gcm) == "the engine does not have aes-128-gcm-siv"
    assert not algorithms["aes-128-gcm"].missing_in(config.extension_set("zkned"))
    short = config.extension_set("engine@AesKeyBits=128")
    assert algorithms["aes-256-ccm"].missing_in(short) == "an engine with AesKeyBits=128 lacks aes-256-ccm"
    longer = algorithms["aes-256-gmac"].missing_in(config.extension_set("engine@AesGcm=1,AesKeyBits=192"))
    assert longer == "an engine with AesKeyBits=192 lacks aes-256-gmac"
    assert not algorithms["aes-128-ccm"].missing_in(short)


def test_a_set_with_a_wrong_option_is_rejected():
    with pytest.raises(UsageError, match="unknown option of the engine 'Ascn'; did you mean 'Ascon'"):
        extensions._extensions(
            "engine-x", {"kind": "engine", "bus": "port", "memory_port": True, "options": {"Ascn": 1}}
        )


def test_a_point_whose_engine_lacks_the_algorithm_is_not_measured():
    done = called("bench", "ibex-ref/engine-ascon", "-a", "aes-128-ccm", "-s", "zigbee")
    assert done.returncode == 2 and "nothing to measure: aes-128-ccm: the engine does not have it" in done.stderr
