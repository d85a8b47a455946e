# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""`vambrace study ascon64` on Spike: the number of instructions of each style, which like their addresses depends on no
secret, the contents of records, and that a wrong result yields none. Its cycles are tested with the core
(test_rocket64)."""

import pytest

from vambrace.base.paths import root
from vambrace.measure.studies import ascon64 as study
from vambrace.software.oracles import oracle
from vambrace.software.oracles.messages import WrongResult

#: Instructions to seal and to open 64 bytes: the measured figure, and 3 %.
LIMITS = {
    "ref": (7320, 7440),
    "ref-shift": (7320, 7450),
    "opt64": (6430, 6440),
    "opt64-shift": (6430, 6440),
    "asconv": (6950, 7110),
    "asconv-untuned": (7360, 7480),
}

#: The same of the report's programs, compiled by GCC 12 with -O2 -mtune=thead-c906; asconv-untuned: with -O2 alone.
PROGRAMS = {"ref": (7110, 7235), "opt64": (6261, 6288), "asconv": (6750, 6912), "asconv-untuned": (7153, 7275)}


def on_spike(
    style: str, size: int, algorithm: str = "ascon-128", extensions: str = "none", seed: int = 1
) -> study.Task:
    return study.Task(study.STYLES[style], algorithm, size, study.SPIKE, extensions, seed)


@pytest.mark.parametrize("style", LIMITS)
def test_every_style_keeps_its_limits(style):
    for r, limit in zip(study.measure(on_spike(style, 64)), LIMITS[style], strict=True):
        assert limit / 1.06 < r["instret"] <= limit, r["operation"]
        assert r["checked"] and r["cycles"] is None and r["estimate"] is None
        assert r["bytes_loaded"] >= 64 + 16 + 32 and r["bytes_stored"] >= 64 + (16 if r["operation"] == "seal" else 0)


@pytest.mark.parametrize("style", study.STYLES)
def test_executed_instructions_do_not_depend_on_secrets(style):
    """Three keys, nonces and messages: the same instructions in the same order, at the same addresses."""
    for operation in study.DIRECTIONS:
        runs = [study.run(on_spike(style, 13, seed=seed), operation) for seed in (1, 2, 3)]
        assert len({(r.instret, r.pc_hash, r.data_hash) for r in runs}) == 1, operation


@pytest.mark.long("the styles are always compared on this computer")
@pytest.mark.parametrize(
    ("algorithm", "extensions", "most"),
    [
        ("ascon-128", "none", 46),
        ("ascon-aead128", "none", 31),
        ("ascon-128", "zbkb", 29),
        ("ascon-aead128", "zbkb", 20),
    ],
)
def test_instructions_per_byte_of_the_assembly(algorithm, extensions, most):
    for operation in study.DIRECTIONS:
        short, long = (study.run(on_spike("assembly", n, algorithm, extensions), operation).instret for n in (64, 512))
        assert (long - short) / (512 - 64) <= most


@pytest.mark.parametrize("style", PROGRAMS)
def test_a_style_has_the_instruction_count_of_the_report(style):
    taken = tuple(r["instret"] for r in study.measure(on_spike(style, 64)))
    assert taken == pytest.approx(PROGRAMS[style], rel=0.01)


def test_shifts_save_a_loop_but_not_a_mask():
    """Return the figures in docs/user/ascon64.md."""
    styles = ("ref", "ref-shift", "opt64", "opt64-shift")
    taken = {(s, n): study.run(on_spike(s, n), "open").instret for s in styles for n in (15, 16)}
    assert 20 < taken["ref", 15] - taken["ref-shift", 15] < 50
    assert 0 < taken["ref-shift", 16] - taken["ref", 16] < 20
    assert all(abs(taken["opt64-shift", n] - taken["opt64", n]) <= 2 for n in (15, 16))


def test_every_field_is_described():
    page = (root() / "docs" / "reference" / "records.md").read_text()
    own = page[page.index("## Records of Ascon on RV64") :]
    own = own[: own.index("\n## ", 1)]
    (record, *_) = study.measure(on_spike("opt64", study.LONG))
    assert record["estimate"]["largest_error"] < 1e-6 * record["instret"]  # instructions are on a line
    inner = [f"configuration.{f}" for f in record["configuration"]]
    shared = ("schema", "tools", "source_hash", "configuration", "configuration.core_parameters")
    missing = [f for f in (*record, *inner, *record["estimate"]) if f not in shared and f"`{f}`" not in own]
    assert not missing


def test_a_wrong_result_yields_no_record(monkeypatch):
    right = oracle.seal
    monkeypatch.setattr(oracle, "seal", lambda *a: (right(*a)[0], bytes(16)))
    for operation in study.DIRECTIONS:
        with pytest.raises(WrongResult, match=rf"asconv ascon-128 8 bytes on spike/none: {operation}: wrong result"):
            study.run(on_spike("asconv", 8), operation)
