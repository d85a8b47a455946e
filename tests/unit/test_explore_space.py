# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Design spaces: formulas, packet mixes, candidates, and errors in a file."""

from __future__ import annotations

import dpkt
import pytest

from vambrace import config
from vambrace.base.errors import UsageError
from vambrace.explore import mix, space
from vambrace.explore.formula import constraint, formula
from vambrace.explore.parameters import Impossible, candidate, candidates

METRICS = {"cycles": 2000.0, "kge": 40.0, "nj": 5.0, "zero": 0.0}


@pytest.mark.parametrize(
    ("text", "value", "names"),
    [
        ("cycles", 2000, {"cycles"}),
        ("nj * cycles / 1000", 10, {"nj", "cycles"}),
        ("-(kge - 50) ** 2", -100, {"kge"}),
        ("max(kge, 45, nj) + min(1, 2)", 46, {"kge", "nj"}),
        ("3", 3, set()),
    ],
)
def test_formulas(text, value, names):
    actual = formula(text)
    assert actual.value(METRICS) == value and actual.names == names


@pytest.mark.parametrize(
    "text",
    ["", "kge +", "__import__('os')", "kge.real", "kge if 1 else 2", "max(kge)", "max(kge, key=nj)", "'kge'", "True",
     "kge < 3", "[kge]", "kge // 2", "(" * 500],
)  # fmt: skip
def test_invalid_formulas_are_rejected(text):
    with pytest.raises(UsageError):
        formula(text)


@pytest.mark.parametrize("text", ["kge / zero", "kge ** (cycles * cycles)", "(-kge) ** (1 / 2)"])
def test_a_formula_without_a_value_names_the_metrics(text):
    with pytest.raises(UsageError, match=r"has no value for .*kge = 40"):
        formula(text).value(METRICS)


@pytest.mark.parametrize(
    ("text", "excess"),
    [("kge <= 40", 0), ("kge <= 32", 0.25), ("80 >= kge", -0.5), ("kge >= 50", 0.25), ("nj <= zero", 5)],
)
def test_constraints(text, excess):
    assert constraint(text).excess(METRICS) == pytest.approx(excess)


@pytest.mark.parametrize("text", ["kge", "kge < 4", "kge == 4", "<= 4"])
def test_invalid_constraints_are_rejected(text):
    with pytest.raises(UsageError):
        constraint(text)


def shares(packets) -> dict[str, float]:
    return {packet.scenario.name: packet.share for packet in packets}


def test_a_mix_of_weights():
    actual = mix.of_weights({"zigbee": 3, "13+64": 1})
    assert shares(actual) == {"zigbee": 0.75, "13+64": 0.25}
    assert (actual[0].scenario, actual[1].scenario.ad, actual[1].scenario.message) == (
        config.scenarios()["zigbee"],
        13,
        64,
    )


@pytest.mark.parametrize(
    ("weights", "said"),
    [
        ({}, "no packets"),
        ({"zigbe": 1}, "did you mean 'zigbee'.*AD.MESSAGE"),
        ({"zigbee": 0}, "not a number above 0"),
        ({"zigbee": "3"}, "not a number above 0"),
        ({"zigbee": True}, "not a number above 0"),
        ({"13+": 1}, "unknown packet"),
        ({"13+-4": 1}, "unknown packet"),
    ],
)
def test_a_wrong_mix_of_weights(weights, said):
    with pytest.raises(UsageError, match=said):
        mix.of_weights(weights)


def test_a_mix_of_a_csv_file(tmp_path):
    file = tmp_path / "mix.csv"
    file.write_text("ad,message,weight\n13,64,3\n0,16,\n13,64,2\n")
    assert shares(mix.read(file)) == {"0+16": 1 / 6, "13+64": 5 / 6}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "first line has to name the columns"),
        ("length\n4\n", "first line has to name the columns"),
        ("ad,message\n", "no packets"),
        ("ad,message\n4,x\n", "line 2: ad and message have to be numbers"),
        ("ad,message\n4\n", "line 2: ad and message have to be numbers"),
        ("ad,message,weight\n4,4,-1\n", "line 2: the weight '-1'"),
        (b"\xff\xfe", "not a CSV file"),
    ],
)
def test_a_wrong_csv_file(tmp_path, text, said):
    file = tmp_path / "mix.csv"
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(UsageError, match=said):
        mix.read(file)
    with pytest.raises(UsageError, match="No such file"):
        mix.read(tmp_path / "other.csv")


def capture(path, link: int, frames: list[bytes]) -> None:
    with path.open("wb") as file:
        writer = dpkt.pcap.Writer(file, linktype=link)
        for frame in frames:
            writer.writepkt(frame, ts=1.0)


IPV4 = bytes([0x45, 0, 0, 20 + 100]) + bytes(16) + bytes(100)
IPV6 = bytes([0x60, 0, 0, 0, 0, 200]) + bytes(34) + bytes(200)
#: A data frame with short addresses and one PAN identifier: 9 bytes of header, 20 of payload.
MAC = bytes([0x41, 0x88, 7]) + bytes(6) + bytes(20)
#: The same with an auxiliary security header of 6 bytes (key identifier mode 1).
SECURED = bytes([0x49, 0x88, 7]) + bytes(6) + bytes([0x0D]) + bytes(5) + bytes(20)


@pytest.mark.parametrize(
    ("link", "frames", "expected"),
    [
        (1, [bytes(12) + b"\x08\x00" + IPV4, bytes(12) + b"\x86\xdd" + IPV6 + b"padding"], {"20+100", "40+200"}),
        (1, [bytes(12) + b"\x81\x00\x00\x05\x08\x00" + IPV4, bytes(12) + b"\x08\x06" + bytes(28)], {"20+100"}),
        (101, [IPV4, IPV4, IPV6], {"20+100", "40+200"}),
        (195, [MAC + bytes(2)], {"9+20"}),
        (230, [MAC, SECURED, b"\x02\x00\x07"], {"9+20", "15+20"}),
    ],
)
def test_a_mix_of_a_capture(tmp_path, link, frames, expected):
    capture(tmp_path / "trace.pcap", link, frames)
    assert set(shares(mix.read(tmp_path / "trace.pcap"))) == expected


def test_wrong_captures(tmp_path):
    file = tmp_path / "trace.pcap"
    for content, said in ((b"", "not a CSV file or a capture"), (b"hello, this is no capture", "not a CSV file")):
        file.write_bytes(content)
        with pytest.raises(UsageError, match=said):
            mix.read(file)
    capture(file, 147, [b"1"])
    with pytest.raises(UsageError, match="link type 147 is not supported"):
        mix.read(file)
    capture(file, 101, [b"\x00"])
    with pytest.raises(UsageError, match="no packets"):
        mix.read(file)


def test_many_lengths_are_merged_and_keep_their_mean(tmp_path):
    file = tmp_path / "mix.csv"
    rows = [(8, size, 1 + size % 7) for size in range(1, 400)]
    file.write_text("ad,message,weight\n" + "".join(f"{a},{m},{w}\n" for a, m, w in rows))
    actual = mix.read(file)
    assert len(actual) == mix.MOST and sum(packet.share for packet in actual) == pytest.approx(1)
    mean = sum(m * w for _, m, w in rows) / sum(w for *_, w in rows)
    assert sum(packet.scenario.message * packet.share for packet in actual) == pytest.approx(mean, abs=0.5)


def test_choices_without_effect_have_their_defaults():
    first = candidate(
        {"wait_mem": 3, "shared_port": True, "accesses": "aligned", "core": "rocket", "extensions": "none"}
    )
    assert first == candidate({"core": "rocket", "extensions": "none"})
    other = candidate({"extensions": "engine-obi", "algorithm": "ascon-aead128", "wait_mem": 3, "accesses": "aligned"})
    assert other.values["wait_mem"] == 3 and other.values["accesses"] == "aligned"
    assert other.label == "ibex-ref/engine-obi:aligned ascon-aead128 waits 0/0/3"


@pytest.mark.parametrize(
    ("chosen", "said"),
    [
        ({"core": "rocket", "extensions": "zkned"}, "rocket cannot have zkned"),
        ({"algorithm": "aes-128-gcm", "extensions": "engine"}, "an engine with AesGcm=0 lacks aes-128-gcm"),
        ({"algorithm": "aes-128-ccm", "extensions": "xascon"}, "xascon changes nothing for aes-128-ccm"),
    ],
)
def test_impossible_candidates(chosen, said):
    with pytest.raises(Impossible, match=said):
        candidate(chosen)


def test_candidates_are_different_and_reasons_are_counted():
    actual, reasons = candidates({"extensions": ("none", "xascon", "zkned"), "wait_mem": (0, 1)})
    assert [item.values["extensions"] for item in actual] == ["none", "zkned"]
    assert reasons == {"xascon changes nothing for aes-128-ccm": 2}


GOOD = {
    "parameters": {"core": "ibex-*", "wait_data": [0, 2]},
    "minimise": ["cycles", "cost"],
    "formulas": {"cost": "kge * nj"},
}


def test_a_space(tmp_path):
    actual = space.parse({**GOOD, "constraints": ["cost <= 100", "kge <= 45"], "operation": "seal"}, tmp_path)
    assert actual.parameters == {"core": ("ibex-ref", "ibex-fast"), "wait_data": (0, 2)}
    assert actual.metrics == {"cycles", "kge", "nj"} and list(actual.objectives) == ["cycles", "cost"]
    assert actual.constraints[0].excess({"kge": 10, "nj": 20}) == 1
    assert shares(actual.packets) == {"zigbee": 1}
    assert actual.digest != space.parse(GOOD, tmp_path).digest == space.parse(GOOD, tmp_path).digest


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"parameter": {}}, "unknown key 'parameter'; did you mean 'parameters'"),
        ({"parameters": {}}, "no parameters"),
        ({"parameters": []}, "'parameters' is not a table"),
        ({"parameters": {"cor": "ibex-ref"}}, "unknown parameter 'cor'; did you mean 'core'"),
        ({"parameters": {"core": []}}, "core: the list is empty"),
        ({"parameters": {"core": "ibex"}}, "unknown core 'ibex'"),
        ({"parameters": {"core": 3}}, "core: 3 is not a name"),
        ({"parameters": {"wait_data": [1, "2"]}}, "wait_data: '2' is not a number"),
        ({"parameters": {"wait_data": -1}}, "wait_data: -1 is not a number"),
        ({"parameters": {"shared_port": 1}}, "shared_port: 1 is not true or false"),
        ({"parameters": {"wait_data": list(range(1000)), "wait_instr": list(range(1000)), "wait_mem": [0, 1, 2]}},
         "3,000,000 combinations are more than"),
        ({"minimise": []}, "there is no objective"),
        ({"minimise": "cycles"}, "'minimise' is not a list"),
        ({"minimise": ["speed"]}, "unknown metric 'speed'"),
        ({"minimise": ["cycles +"]}, "not a formula"),
        ({"constraints": ["kge"]}, "not a constraint"),
        ({"constraints": ["kge <= 45", "kge >= 50"]}, "'kge >= 50' and 'kge <= 45' contradict each other: loosen one"),
        ({"constraints": ["3 <= code", "code <= 2.5", "code <= 9"]}, "'3 <= code' and 'code <= 2.5' contradict"),
        ({"constraints": ["cost >= 9", "cost <= 8"]}, "'cost >= 9' and 'cost <= 8' contradict each other"),
        ({"constraints": ["2 <= 1"]}, "'2 <= 1' is never met: leave it out"),
        ({"constraints": [3]}, "constraints: 3 is not a text"),
        ({"formulas": {"kge": "nj"}}, "a metric has this name already"),
        ({"operation": "sign"}, "unknown operation 'sign'"),
        ({"packets": {}}, "no packets"),
        ({"packets": 3}, "'packets' is not a table"),
        ({"packets": {"file": "x.csv", "zigbee": 1}}, "instead of weights"),
        ({"packets": {"file": "x.csv"}}, "x.csv: No such file"),
    ],
)  # fmt: skip
def test_a_wrong_space(tmp_path, change, said):
    with pytest.raises(UsageError, match=said):
        space.parse({**GOOD, **change}, tmp_path)


def test_a_file_that_is_not_a_space_is_rejected(tmp_path):
    file = tmp_path / "space.toml"
    with pytest.raises(UsageError, match="No such file"):
        space.read(file)
    file.write_text("minimise = [")
    with pytest.raises(UsageError, match=r"space\.toml: not a TOML file"):
        space.read(file)
    file.write_text("other = 1")
    with pytest.raises(UsageError, match=r"space\.toml: unknown key"):
        space.read(file)
