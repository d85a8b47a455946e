# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""vmb_engine releases no plaintext before its tag is verified: neither from its buffer nor in the second of two passes,
and it erases output that depends on a message changed in between.
"""

from __future__ import annotations

import random

import pytest

from tests.rtl.engine import ABORTED, ARGUMENT, BUS, NONE, TAG, Engine
from tests.rtl.engine_cases import AEADS, FAST_AEADS, Case, model, remains


def flips(length: int) -> list[int]:
    """Masks of a tag: single bits in every byte; one bit in two words, or bytes, which a sum would miss."""
    single = [1 << 8 * i + i % 8 for i in range(length)]
    pairs = [1 | 1 << 32, 1 << 31 | 1 << 63, 1 << 7 | 1 << 15] if length >= 8 else [1 << 7 | 1 << 15]
    return [*single, *pairs, (1 << 8 * length) - 1]


def forged(case: Case, mask: int) -> bytes:
    return (int.from_bytes(case.sealed[1], "little") ^ mask).to_bytes(case.length, "little")


def changed(data: bytes, at: int) -> bytes:
    return data[:at] + bytes([data[at] ^ 0x10]) + data[at + 1 :]


def refuses(engine: Engine, case: Case, **wrong) -> None:
    """Open a message, and check that the bus has no write and no data is left."""
    engine.begin(**{**case.arguments(1), **wrong})
    before = engine.memory.get(*engine._out)
    for _ in engine.parts():
        assert not engine.dut.mem_we_o and not engine.dut.mem_wdata_o
    result = engine.end()
    assert (result.error, result.writes, result.out) == (TAG, [], before)
    assert remains(engine.dut, case.secrets()) == []


@pytest.mark.parametrize(
    ("variant", "algorithm"), [*(("default", a) for a in AEADS), *(("fast", a) for a in FAST_AEADS)]
)
def test_a_wrong_tag_writes_nothing(variant, algorithm):
    rng = random.Random(algorithm)
    engine = Engine(model(variant), two_passes=variant == "fast")
    for number, mask in enumerate(flips(16)):
        case = Case.random(rng, algorithm, rng.randrange(24), rng.choice((0, 1, 16, 32, 33, 50)), length=16)
        refuses(engine, case, tag=forged(case, mask), offsets=(0, 0, number % 4, number // 4 % 4, number % 3))
    for place in ("key", "nonce", "ad", "data"):
        case = Case.random(rng, algorithm, 20, 40, length=16)
        right = case.arguments(1)[place]
        refuses(engine, case, **{place: changed(right, rng.randrange(len(right)))})
    case.run(engine, 1)


@pytest.mark.parametrize(("mode", "length"), [*(("ccm", n) for n in (4, 8, 14)), *(("gcm", n) for n in (12, 13, 15))])
def test_a_short_wrong_tag_writes_nothing(mode, length):
    """Every byte of the tag counts, and no byte after it."""
    engine = Engine(model())
    case = Case.random(random.Random(length), f"aes-128-{mode}", 3, 20, length=length)
    for mask in flips(length):
        refuses(engine, case, tag=forged(case, mask))
    engine.memory.place(engine.at["tag"] + length, b"beyond")
    case.run(engine, 1)


def test_registers_contain_no_data_of_a_message():
    """No register shows data of a message, whichever is read while the message is opened."""
    rng = random.Random(1)
    engine = Engine(model())
    for algorithm in FAST_AEADS:
        case = Case.random(rng, algorithm, 20, 64, length=16)
        secrets = [s[i : i + 4] for s in case.secrets() for i in range(len(s) - 3)]
        engine.begin(**case.arguments(1))
        while engine.dut.busy_o:
            engine.dut.drive(reg_req_i=1, reg_we_i=0, reg_index_i=rng.randrange(32))
            assert engine.dut.reg_rdata_o.to_bytes(4, "little") not in secrets
            engine.cycle()
        engine.dut.reg_req_i = 0
        case.check(engine, engine.end(), 1)


@pytest.mark.parametrize("variant", ["passes", "fast"])
@pytest.mark.parametrize("algorithm", FAST_AEADS)
def test_the_first_write_comes_after_the_verdict(variant, algorithm):
    """Which needs the whole tag; lengths around what can be held, at every alignment."""
    rng = random.Random(algorithm)
    engine = Engine(model(variant), two_passes=True)
    held = 4 * (8 if variant == "fast" else 320)
    lengths = (held - 1, held, held + 1, held + 5) if variant == "passes" else range(held - 4, held + 20)
    for number, length in enumerate(lengths):
        case = Case.random(rng, algorithm, 9, length, length=16)
        case.run(engine, 1, offsets=(0, 0, number // 4 % 4, number % 4, 0), in_place=number % 5 == 4)
        requests = engine.memory.requests
        tag = [cycle for cycle, address, _ in requests if address >> 18 == engine.at["tag"] >> 18]
        written = [cycle for cycle, _, write in requests if write]
        words = 16 // engine.memory.width
        assert tag[words - 1] < written[0]
        assert len(tag) == (2 * words if length > held else words)


def second_pass(engine: Engine, action) -> None:
    """A memory that calls a function when the first pass has read the last word of its tag."""

    def touch(address: int, write: int) -> None:
        if address == (engine.at["tag"] + 12 & ~3):
            engine.memory.touch = None
            action()

    engine.memory.touch = touch


@pytest.mark.parametrize("what", ["in", "ad", "tag"])
@pytest.mark.parametrize("algorithm", FAST_AEADS)
def test_output_of_a_message_that_changed_is_erased(algorithm, what):
    rng = random.Random(algorithm)
    engine = Engine(model("fast"), two_passes=True)
    for number in range(8):
        case = Case.random(rng, algorithm, 20, rng.randrange(33, 120), length=16)
        place = number % 4
        engine.begin(**case.arguments(1), offsets=(0, place, place, number // 2, 0), in_place=number == 7)
        engine.memory.rewritable = True
        size = {"in": len(case.plaintext), "ad": 20, "tag": 16}[what]
        at = engine.at[what] + rng.randrange(size)

        def change(at: int = at) -> None:
            engine.memory.bytes[at] ^= 0x40

        second_pass(engine, change)
        result = engine.end()
        assert result.error == TAG
        assert len(result.writes) > 10
        assert result.out == bytes(len(case.plaintext))
        assert remains(engine.dut, case.secrets()) == []
        engine.memory.rewritable = False
        case.run(engine, 1)


@pytest.mark.parametrize("stalls", [(0.0, 0.0), (0.5, 0.5)])
@pytest.mark.parametrize("how", ["bus", "abort"])
def test_an_interrupted_second_pass_erases_its_output(how, stalls):
    """If the bus fails in the second pass, or software aborts it."""
    rng = random.Random(4)
    engine = Engine(model("fast"), rng, stalls=stalls, two_passes=True)
    erased = ended = 0
    for number in range(20):
        case = Case.random(rng, rng.choice(FAST_AEADS), 20, 80, length=16)
        engine.begin(**case.arguments(1), offsets=(0, 0, 0, number % 4, 0))
        engine.memory.rewritable = True
        passed = []
        broken = engine.at["in"] + 4 * (number % 20)
        second_pass(engine, lambda b=broken, p=passed: p.append(engine.memory.broken.add(b) if how == "bus" else 0))
        wait = rng.randrange(2, 60)
        for _ in engine.parts():
            wait -= bool(passed)
            if how == "abort" and not wait:
                engine.control("abort")
        result = engine.end()
        assert passed and result.error in ({"bus": BUS, "abort": ABORTED}[how], *((NONE,) if wait > 0 else ()))
        ended += result.error == NONE
        if result.error != NONE and result.writes:
            erased += 1
            assert result.out == bytes(80)
        assert remains(engine.dut, case.secrets()) == []
        engine.memory.rewritable = False
        engine.memory.broken.clear()
        case.run(engine, 1)
    assert erased > 10 and ended < 4


@pytest.mark.parametrize("how", ["abort", "bus"])
def test_erasing_always_completes(how):
    """The output is erased in any event; a word that cannot be written is left, and the job reports it."""
    rng = random.Random(5)
    engine = Engine(model("fast"), rng, stalls=(0.3, 0.3), two_passes=True)
    for number in range(12):
        case = Case.random(rng, rng.choice(FAST_AEADS), 5, 70, length=16)
        engine.begin(**case.arguments(1), offsets=(0, 0, 0, number % 4, 0))
        engine.memory.rewritable = True

        def change(at: int = engine.at["in"] + rng.randrange(70)) -> None:
            engine.memory.bytes[at] ^= 1

        second_pass(engine, change)
        before, after = engine.at["out"] & ~3, rng.randrange(17)
        broken, since = before + 4 * rng.randrange(17), 1 << 30
        for _ in engine.parts():
            zeros = [a for a, _, word in engine.memory.written if word == 0]
            if zeros and after > 0:
                after -= 1
            elif zeros and after == 0:
                after = -1
                if how == "abort":
                    engine.control("abort")
                else:
                    engine.memory.broken, since = {broken}, engine.dut.cycles
        failed = any(at == broken and cycle >= since for cycle, at, _ in engine.memory.requests)
        result = engine.end()
        assert result.error == (BUS if failed else TAG)
        left = [i for i, byte in enumerate(result.out) if byte]
        where = {i + engine.at["out"] & ~3 for i in left}
        assert where <= ({broken} if how == "bus" else set())
        engine.memory.rewritable = False
        engine.memory.broken = set()
        case.run(engine, 1)


@pytest.mark.parametrize("stalls", [(0.0, 0.0), (0.6, 0.6)])
def test_an_abort_while_zeros_are_written(stalls):
    """An abort in each cycle from the first of these writes on; they are completed nevertheless."""
    rng = random.Random(7)
    engine = Engine(model("fast"), rng, stalls=stalls, two_passes=True)
    for wait in range(1, 60, 1 if stalls[0] == 0 else 2):
        case = Case.random(rng, "ascon-aead128", 5, 50, length=16)
        engine.begin(**case.arguments(1), offsets=(0, 0, 0, wait % 4, 0))
        engine.memory.rewritable = True

        def change(at: int = engine.at["in"] + 10) -> None:
            engine.memory.bytes[at] ^= 1

        second_pass(engine, change)
        left = wait
        for _ in engine.parts():
            left -= bool(engine.memory.written and engine.memory.written[-1][2] == 0)
            if left == 0:
                engine.control("abort")
        result = engine.end()
        assert (result.error, result.out) == (TAG, bytes(50)), wait
        engine.memory.rewritable = False
        case.run(engine, 1)


@pytest.mark.parametrize("stalls", [(0.0, 0.0), (0.5, 0.5)])
def test_an_error_of_the_memory_in_each_erased_word(stalls):
    """It is the error of the job, whatever the reason for the erasure: plaintext is left."""
    rng = random.Random(8)
    engine = Engine(model("fast"), rng, stalls=stalls, two_passes=True)
    for number in range(13):
        for abort in (0, 1):
            case = Case.random(rng, "ascon-aead128", 5, 49, length=16)
            engine.begin(**case.arguments(1), offsets=(0, 0, 0, number % 4, 0))
            engine.memory.rewritable = True
            broken = (engine.at["out"] & ~3) + 4 * number

            def change(at: int = engine.at["in"] + 48) -> None:
                engine.memory.bytes[at] ^= 1

            second_pass(engine, change)
            for _ in engine.parts():
                last = (engine.at["out"] + 48 & ~3) in {address for address, _, _ in engine.memory.written}
                if last and not engine.memory.broken:
                    engine.memory.broken = {broken}
                    if abort:
                        engine.control("abort")
            result = engine.end()
            assert result.error == BUS
            left = [i for i, byte in enumerate(result.out) if byte]
            assert left and all(engine.at["out"] + i & ~3 == broken for i in left)
            engine.memory.rewritable = False
            engine.memory.broken = set()
            case.run(engine, 1)


def test_an_engine_with_one_pass():
    """It opens no message that it cannot withhold, and no message early, whatever its length."""
    rng = random.Random(9)
    engine = Engine(model("strict"))
    for length in (*range(28, 40), 2000):
        case = Case.random(rng, "ascon-aead128", 5, length, length=16)
        case.run(engine, 0)
        if length <= 32:
            case.run(engine, 1)
        else:
            result = engine.job(**case.arguments(1))
            assert (result.error, engine.memory.requests) == (ARGUMENT, [])
        assert engine.job(**case.arguments(1), discard=1).error == NONE
        for early in (case.arguments(1), case.arguments(1) | {"data_end": 0, "save": 1, "tag": b""}, case.arguments(0)):
            result = engine.job(**early, early=1)
            assert (result.error, engine.memory.requests) == (ARGUMENT, [])


@pytest.mark.parametrize("stalls", [(0.0, 0.0), (0.5, 0.5)])
def test_a_write_that_fails_in_the_second_pass(stalls):
    """All words except the failed one are erased."""
    rng = random.Random(6)
    engine = Engine(model("fast"), rng, stalls=stalls, two_passes=True)
    for number in range(12):
        case = Case.random(rng, rng.choice(FAST_AEADS), 5, 70, length=16)
        engine.begin(**case.arguments(1), offsets=(0, 0, 0, number % 4, 0))
        engine.memory.rewritable = True
        engine.memory.broken = {(engine.at["out"] & ~3) + 4 * number}
        result = engine.end()
        assert result.error == BUS
        assert all(engine.at["out"] + i & ~3 in engine.memory.broken for i, byte in enumerate(result.out) if byte)
        engine.memory.rewritable = False
        engine.memory.broken = set()
        case.run(engine, 1)


@pytest.mark.parametrize("algorithm", AEADS)
def test_early_and_discarding_jobs(algorithm):
    """One releases its output with any tag; the other never releases any."""
    rng = random.Random(algorithm)
    for stalls in ((0.0, 0.0), (0.4, 0.3), (0.95, 0.0), (0.0, 0.95)):
        engine = Engine(model(), rng, stalls=stalls)
        for plaintext in (0, 1, 33, 70):
            case = Case.random(rng, algorithm, 5, plaintext, length=16)
            wrong = case.arguments(1) | {"tag": forged(case, 1 << 77)}
            case.run(engine, 1, early=1)
            result = engine.job(**wrong, early=1)
            assert (result.error, result.out) == (TAG, case.plaintext)
            result = engine.job(**case.arguments(1), discard=1)
            assert (result.error, result.writes) == (NONE, [])
            result = engine.job(**wrong, discard=1)
            assert (result.error, result.writes) == (TAG, [])
            assert remains(engine.dut, case.secrets()) == []
