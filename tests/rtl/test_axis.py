# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""vmb_engine without a memory port behind vmb_axis: the same messages as packets, packets of the wrong length, and
software between them. test_axis_model.py has the models of cocotbext-axi."""

from __future__ import annotations

import random

import pytest

from tests.rtl import tables
from tests.rtl.axis_engine import AxisEngine, beats, model
from tests.rtl.engine import ABORTED, ALGORITHM, NONE, TAG
from tests.rtl.engine_cases import AEADS, CIPHERS, HASHES, Case, remains
from vambrace.base.paths import root

HELD = 32 * 4  # bytes
README = root() / "rtl" / "couple" / "README.md"


def engine(paces: bool, seed: int = 1) -> AxisEngine:
    return AxisEngine(model(), random.Random(seed) if paces else None, seed)


@pytest.mark.parametrize("paces", [False, True])
@pytest.mark.parametrize("algorithm", [*AEADS, *CIPHERS, *HASHES])
def test_messages(algorithm, paces):
    rng = random.Random(algorithm)
    used = engine(paces)
    for length in (0, 1, 16, 29, 100):
        case = Case.random(rng, algorithm, rng.randrange(24), length)
        if algorithm in CIPHERS and not case.plaintext:
            continue  # nothing to do
        case.run(used)
        if algorithm not in HASHES:
            case.run(used, 1)
        assert remains(used.dut, case.secrets()) == []


def test_a_wrong_tag_yields_no_word():
    rng = random.Random(1)
    for paces in (False, True):
        used = engine(paces)
        for algorithm in AEADS:
            case = Case.random(rng, algorithm, 7, HELD, length=16)
            for mask in (1, 1 << 127, 1 << 3 | 1 << 35):
                tag = (int.from_bytes(case.sealed[1], "little") ^ mask).to_bytes(16, "little")
                result = used.job(**case.arguments(1) | {"tag": tag})
                assert result.error == TAG and [word[1:] for word in used.got] == [(0, 1, 1)]
                assert remains(used.dut, case.secrets()) == []
            case.run(used, 1)


def test_with_early_the_last_word_waits_for_the_verdict():
    rng = random.Random(2)
    used = engine(False)
    case = Case.random(rng, "ascon-aead128", 7, 2 * HELD + 1, length=16)
    result = used.job(**case.arguments(1), early=1)
    assert (result.error, result.out) == (NONE, case.plaintext)
    result = used.job(**case.arguments(1) | {"tag": bytes(16)}, early=1)
    assert (result.error, result.out) == (TAG, case.plaintext)
    assert (used.got[-1].keep, used.got[-1].user) == (1, 1)
    assert used.job(**case.arguments(1)).error != NONE and used.bytes_of(0) == b""  # too long to be withheld
    result = used.job(**case.arguments(1), discard=1)
    assert (result.error, result.out) == (NONE, b"")


@pytest.mark.parametrize("algorithm", ["aes-128-ccm", "aes-256-gcm"])
@pytest.mark.parametrize("paces", [False, True])
def test_packets_of_the_wrong_length(paces, algorithm):
    """A packet that ends early aborts its job, at any word; the rest of one that is too long is dropped; the next job
    has its own packet."""
    rng = random.Random(3)
    used = engine(paces)
    case = Case.random(rng, algorithm, 10, 40, length=16)
    for decrypt in (0, 1):
        inputs = case.arguments(decrypt)
        parts = [inputs[name] for name in ("key", "nonce", "ad", "data")] + [inputs.get("tag", b"")]
        full = beats(*parts)
        for length in range(1, len(full)):
            short = [*full[: length - 1], full[length - 1]._replace(last=1)]
            assert used.job(**inputs, packet=short).error == ABORTED
            assert not decrypt or used.bytes_of(0) == b""
            assert remains(used.dut, case.secrets()) == []
        case.run(used, decrypt)
        for more in (1, 5, 40):
            longer = [*full[:-1], full[-1]._replace(last=0), *beats(rng.randbytes(4 * more))]
            case.run(used, decrypt, packet=longer)
    # The job is rejected before it takes a word.
    refused = case.arguments() | {"algorithm_number": 7}
    assert used.job(**refused).error == ALGORITHM
    case.run(used)


def test_software_between_words():
    """Software reads and writes registers while words are transferred; DIN, DOUT, contexts and a second JOB are
    rejected."""
    rng = random.Random(4)
    used = engine(True)
    case = Case.random(rng, "ascon-aead128", 30, 90)
    used.begin(**case.arguments())
    while used.dut.busy_o:
        assert used.read("ad_len") == (30, 0)
        assert used.write("din", 1) and used.read("dout") == (0, 1)
        assert not used.write("irq", 1)
        for _ in range(rng.randrange(9)):
            used.cycle()
    case.check(used, used.end())
    for field in ("resume", "save"):
        used.begin(**case.arguments(), packet=[], **{field: 1})
        assert used.refused
        used.cycle()
        assert not used.dut.busy_o
    # The packet of the last job is still there.
    used.rng = None
    used._pauses = lambda: True  # type: ignore[method-assign]
    short = Case.random(rng, "ascon-aead128", 0, 3)
    used.shown = None
    used.begin(**short.arguments(1) | {"nonce": b""}, packet=[])
    used.wait()
    assert used.write("job", used.word)


def test_a_job_that_is_aborted_or_reset():
    rng = random.Random(5)
    used = engine(True)
    for number in range(30):
        case = Case.random(rng, rng.choice(AEADS), 10, HELD, length=16)
        used.begin(**case.arguments(number % 2))
        for _ in range(rng.randrange(150)):
            used.cycle()
        if number % 3 and used.dut.busy_o:
            used.control("abort")
            assert used.end().error == ABORTED
        elif not number % 3:
            used.reset()
            assert remains(used.dut, case.secrets()) == []
        else:
            used.packet()
        other = Case.random(rng, "ascon-aead128", 5, 50)
        other.run(used)
        assert remains(used.dut, [*case.secrets(), *other.secrets()]) == []


def test_the_cycles_in_the_readme():
    used = engine(False)
    for algorithm, row in tables.cycles(README, "cycles to seal").items():
        more = {"nonce": {"ccm": 13, "gcm": 12}[algorithm[-3:]]} if algorithm.startswith("aes") else {}
        for (ad, length), cycles in zip(((25, 86), (40, 1224)), row, strict=True):
            case = Case.random(random.Random(1), algorithm, ad, length, length=16, **more)
            assert case.run(used).cycles == cycles, (algorithm, length)
