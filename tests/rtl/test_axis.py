# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""vmb_engine with its memory port on AXI-Stream: the same messages as packets, packets of the wrong length, streams
that stop, and software between words. test_axis_model.py has the models of cocotbext-axi."""

from __future__ import annotations

import random

import pytest

from tests.rtl import tables
from tests.rtl.axis_engine import AxisEngine, beats, model
from tests.rtl.engine import ABORTED, ALGORITHM, BUS, NONE, TAG, TIMEOUT
from tests.rtl.engine_cases import AEADS, CIPHERS, HASHES, Case, remains
from vambrace.base.paths import root

HELD = 32 * 4  # bytes
README = root() / "rtl" / "couple" / "README.md"


#: The width in which words are written in halves always runs.
WIDTHS = [pytest.param(bits, marks=pytest.mark.long("a model of its own")) for bits in (32, 64)] + [128]
widths = pytest.mark.parametrize("bits", WIDTHS)


def engine(paces: bool, seed: int = 1, bits: int = 128) -> AxisEngine:
    return AxisEngine(model(PortBits=bits), random.Random(seed) if paces else None, seed)


@widths
@pytest.mark.parametrize("paces", [False, True])
@pytest.mark.parametrize("algorithm", [*AEADS, *CIPHERS, *HASHES])
def test_messages(algorithm, paces, bits):
    rng = random.Random(algorithm)
    used = engine(paces, bits=bits)
    for length in (0, 1, 16, 29, 100):
        case = Case.random(rng, algorithm, rng.randrange(24), length)
        if algorithm in CIPHERS and not case.plaintext:
            continue  # nothing to do
        case.run(used)
        if algorithm not in HASHES:
            case.run(used, 1)
        assert remains(used.dut, case.secrets()) == []


@pytest.mark.long("thousands of packets")
@pytest.mark.parametrize("bits", [32, 64, 128])
@pytest.mark.parametrize("algorithm", ["ascon-aead128", "ascon-128", "chacha20-poly1305", "aes-128-ccm", "aes-128-gcm"])
def test_every_length(algorithm, bits):
    """Every length of message and associated data up to five blocks, with streams that pause at random."""
    rng = random.Random(algorithm)
    used = engine(True, bits, bits)
    for length in range(81):
        for ad in {0, rng.randrange(81), length}:
            case = Case.random(rng, algorithm, ad, length, length=16)
            case.run(used)
            case.run(used, 1)
    for length in range(4, 17, 2):  # tags
        if "ccm" in algorithm:
            case = Case.random(rng, algorithm, 5, 21, length=length)
            case.run(used)
            case.run(used, 1)
    assert remains(used.dut, case.secrets()) == []


@widths
def test_a_wrong_tag_yields_no_word(bits):
    rng = random.Random(1)
    for paces in (False, True):
        used = engine(paces, bits=bits)
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


@widths
@pytest.mark.parametrize("algorithm", ["aes-128-ccm", "aes-256-gcm"])
@pytest.mark.parametrize("paces", [False, True])
def test_packets_of_the_wrong_length(paces, algorithm, bits):
    """A packet that ends early ends its job, at any word; the rest of one that is too long is dropped; the next job has
    its own packet."""
    rng = random.Random(3)
    used = engine(paces, bits=bits)
    case = Case.random(rng, algorithm, 10, 40, length=16)
    for decrypt in (0, 1):
        inputs = case.arguments(decrypt)
        parts = [inputs[name] for name in ("key", "nonce", "ad", "data")] + [inputs.get("tag", b"")]
        full = beats(*parts, width=used.width)
        for length in range(1, len(full)):
            short = [*full[: length - 1], full[length - 1]._replace(last=1)]
            assert used.job(**inputs, packet=short).error == BUS
            assert not decrypt or used.bytes_of(0) == b""
            assert remains(used.dut, case.secrets()) == []
        case.run(used, decrypt)
        for more in (1, 5, 40):
            longer = [*full[:-1], full[-1]._replace(last=0), *beats(rng.randbytes(used.width * more), width=used.width)]
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
        assert used.read("ad_len") == (30, 0) and used.read("out_addr") == (0, 0)
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
    assert used.allow(two_passes=1, early=1) and not used.allow(early=1, memory_keys=1)
    # The packets of the last job have not ended.
    used.begin(**case.arguments(), packet=[])
    used.control("abort")
    used.wait()
    assert used.write("job", used.word)
    used.reset()
    # The wait of software for the coupling's own accesses: one cycle, even if it asks in each.
    used.begin(**case.arguments())
    for _ in range(30):
        used.dut.drive(reg_req_i=1, reg_we_i=0, reg_index_i=13)
        waits = int(not used.dut.reg_ready_o)
        used.cycle()
        assert used.dut.reg_ready_o or not waits
    used.dut.drive(reg_req_i=0)
    case.check(used, used.end())
    # Two registers at once, as instructions write them: an address is 0.
    assert not used.write_pair("ad_addr", 0x12345678, 30) and not used.write_pair("out_addr", 1, 2)
    assert [used.read(name)[0] for name in ("ad_addr", "ad_len", "out_addr", "tag_addr")] == [0, 30, 0, 0]
    case.run(used)


def test_streams_that_stop():
    """An abort ends a job at once that waits for a word, or for one to be taken; the watchdog ends it too. What has not
    been offered is not sent; the next job works."""
    rng = random.Random(6)
    used = engine(False)
    case = Case.random(rng, "ascon-aead128", 20, HELD, length=16)
    full = beats(*(case.arguments()[name] for name in ("key", "nonce", "ad", "data")), width=used.width)
    for wanted in (ABORTED, TIMEOUT):
        for taken in (0, 3, len(full)):
            used.stopped = taken == len(full)  # no output word is taken
            used.begin(**case.arguments(), packet=full[:taken])
            for _ in range(300 if wanted == ABORTED else 700):
                used.cycle()
            if wanted == ABORTED:
                assert used.dut.busy_o
                used.control("abort")
                for _ in range(HELD + 40):
                    used.cycle()
            assert not used.dut.busy_o and used.status("error") == wanted
            used.stopped = False
            used.given.extend(full[taken:])
            assert used.packet()[-1].user & 1 and len(used.got) <= len(case.sealed[0]) // used.width
            case.run(used)


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


def sealed(used: AxisEngine, algorithm: str) -> list[int]:
    """Return the cycles to seal the lengths of the table, from the write of JOB to the last word out."""
    more = {"nonce": {"ccm": 13, "gcm": 12}[algorithm[-3:]]} if algorithm.startswith("aes") else {}
    lengths = ((25, 86), (40, 1224))
    return [Case.random(random.Random(1), algorithm, *n, length=16, **more).run(used).cycles for n in lengths]


@widths
def test_the_cycles_in_the_readme(bits):
    used = engine(False, bits=bits)
    column = 2 * (32, 64, 128).index(bits)
    for algorithm, row in tables.cycles(README, "cycles to seal, by width").items():
        if "," not in algorithm:
            assert sealed(used, algorithm) == row[column : column + 2], algorithm


@pytest.mark.long("three models of their own")
def test_the_cycles_of_faster_units_in_the_readme():
    for rounds in (2, 4):
        row = tables.cycles(README, "cycles to seal, by width")[f"ascon-aead128, {rounds} rounds a cycle"]
        used = [AxisEngine(model(PortBits=n, AsconRoundsPerCycle=rounds, All=0)) for n in (32, 64, 128)]
        assert [n for one in used for n in sealed(one, "ascon-aead128")] == row
