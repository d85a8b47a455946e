# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""`vambrace memory`: runs over a painted stack stay within the worst case, and reach it."""

from dataclasses import replace

import pytest

from vambrace import config
from vambrace.analysis.stack import Use
from vambrace.base.errors import VambraceError
from vambrace.measure import memory
from vambrace.papers.published import joined


def task(algorithm, point):
    name, _, profile = point.partition(":")
    return memory.Task(replace(config.point(name), profile=profile or "speed"), config.algorithms()[algorithm])


OTHERS = pytest.mark.long("seconds each: other algorithms and sets always run")
CASES = [
    ("aes-128-ccm", "ibex-ref/none"),
    pytest.param("aes-192-ctr", "ibex-ref/zkned", marks=OTHERS),
    pytest.param("aes-128-cbc", "ibex-ref/none:size", marks=OTHERS),
    ("ascon-aead128", "ibex-ref/zbkb+xascon"),
    ("ascon-hash256", "ibex-ref/none"),
    pytest.param("chacha20-poly1305", "ibex-ref/zbkb", marks=OTHERS),
    ("chacha20-poly1305", "ibex-ref/zbkb:size"),
]


@pytest.mark.parametrize(("algorithm", "point"), CASES)
def test_runs_reach_the_worst_case(algorithm, point):
    """Every deepest path of the analysis is executed by some message, to the last word."""
    for record in memory.records(task(algorithm, point)):
        assert record["stack_worst_bytes"] == record["stack_bytes"] == record["stack_painted_bytes"] > 0
        assert record["sum_bytes"] == sum(record[k] for k in ("code_bytes", "static_bytes", "stack_worst_bytes"))
        assert sum(o["code_bytes"] for o in record["objects"].values()) == record["code_bytes"]


def test_padding_is_not_written():
    """The set-up of a key for Zkned stores in 24 of 32 bytes."""
    call = memory.records(task("aes-128-ccm", "ibex-ref/zkned:size"))[0]["calls"]["init"]
    assert call == {
        "stack_worst_bytes": 32,
        "stack_path": ["vmb_aes128_ccm_init_zkned", "vmb_ccm_init"],
        "stack_bytes": 32,
        "stack_painted_bytes": 24,
    }


def test_more_than_the_worst_case_is_an_error(monkeypatch):
    def understated(*_):
        return memory.Worst(Use(0, ("init",)), Use(64, ("seal",))), 0

    monkeypatch.setattr(memory, "worst", understated)
    with pytest.raises(VambraceError, match="seal uses 80 bytes of stack and changes 80, more than the worst case"):
        memory.records(task("ascon-128", "ibex-ref/none:size"))


@pytest.mark.parametrize(
    ("algorithm", "extensions", "published"),
    [
        ("aes-128-ccm", "none", 2437),
        ("aes-128-ccm", "zkned", 1563),
        ("ascon-128", "none", 1694),
        ("ascon-128", "zbkb+xascon", 1198),
    ],
)
def test_the_size_profile_needs_less_than_published(algorithm, extensions, published):
    seal = joined(memory.records(task(algorithm, f"ibex-ref/{extensions}:size")))[0]
    assert seal["published_bytes"] == published
    assert seal["sum_bytes"] < published
