# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""`vambrace study ascon64` on Spike: how many instructions the styles take, that these and their addresses depend on no
secret, what records hold, and that a wrong result makes none. Its cycles are tested with the core (test_rocket64)."""

import pytest

from vambrace.base.paths import root
from vambrace.measure.studies import ascon64 as study
from vambrace.software import oracle
from vambrace.software.messages import WrongResult

#: Instructions to seal and to open 64 bytes: what was measured, and 3 %.
LIMITS = {"ref": (8600, 8720), "opt64": (6560, 6560), "opt64-shift": (6560, 6560), "asconv": (6540, 6540)}


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
def test_what_is_executed_depends_on_no_secret(style):
    """Three keys, nonces and messages: the same instructions in the same order, at the same addresses."""
    for operation in study.DIRECTIONS:
        runs = [study.run(on_spike(style, 13, seed=seed), operation) for seed in (1, 2, 3)]
        assert len({(r.instret, r.pc_hash, r.data_hash) for r in runs}) == 1, operation


@pytest.mark.parametrize(
    ("algorithm", "extensions", "most"),
    [
        ("ascon-128", "none", 46),
        ("ascon-aead128", "none", 31),
        ("ascon-128", "zbkb", 29),
        ("ascon-aead128", "zbkb", 20),
    ],
)
def test_what_a_byte_takes_the_assembly(algorithm, extensions, most):
    for operation in study.DIRECTIONS:
        short, long = (study.run(on_spike("assembly", n, algorithm, extensions), operation).instret for n in (64, 512))
        assert (long - short) / (512 - 64) <= most


def test_shifts_help_only_where_a_message_ends_within_a_block():
    """What docs/user/ascon64.md says."""
    taken = {
        (s, n): study.run(on_spike(s, n), "open").instret for s in ("opt64", "opt64-shift", "asconv") for n in (15, 16)
    }
    assert taken["asconv", 15] < taken["opt64-shift", 15] < taken["opt64", 15]
    assert abs(taken["opt64-shift", 16] - taken["opt64", 16]) < 20


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


def test_a_wrong_result_makes_no_record(monkeypatch):
    right = oracle.seal
    monkeypatch.setattr(oracle, "seal", lambda *a: (right(*a)[0], bytes(16)))
    for operation in study.DIRECTIONS:
        with pytest.raises(WrongResult, match=rf"asconv ascon-128 8 bytes on spike/none: {operation}: wrong result"):
            study.run(on_spike("asconv", 8), operation)
