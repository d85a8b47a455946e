# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""vmb_engine without a memory port: the same messages through DIN and DOUT, and software that accesses these at the
wrong time.
"""

from __future__ import annotations

import random

import pytest

from tests.rtl.engine import ABORTED, ARGUMENT, NONE, TAG
from tests.rtl.engine_cases import AEADS, CIPHERS, HASHES, Case, model, remains
from tests.rtl.engine_pio import PATIENCE, PioEngine
from tests.rtl.engine_streams import Stream, part

HELD = 32  # bytes


def nowhere(rng: random.Random) -> tuple[int, ...]:
    """Return any addresses, since this engine has none."""
    return tuple(rng.randrange(4) for _ in range(5))


@pytest.mark.parametrize("blind", [False, True])
@pytest.mark.parametrize("algorithm", [*AEADS, *CIPHERS, *HASHES])
def test_messages(algorithm, blind):
    """Sealed at every length up to 80 by either kind of software; opened if the engine can withhold them."""
    rng = random.Random(algorithm)
    engine = PioEngine(model("pio"), blind)
    for length in range(int(blind), 81, 3 if algorithm in AEADS else 16):
        case = Case.random(rng, algorithm, rng.randrange(24), length)
        case.run(engine)
        assert engine.left == 0
        if algorithm in CIPHERS or (algorithm in AEADS and length <= HELD):
            case.run(engine, 1)
        assert remains(engine.dut, case.secrets()) == []


@pytest.mark.parametrize("algorithm", AEADS)
def test_messages_longer_than_the_unverified_plaintext_buffer(algorithm):
    """Software passes them to the engine twice: to verify them, then, by explicit request, to open them."""
    rng = random.Random(algorithm)
    engine = PioEngine(model("pio"))
    for length in (HELD, HELD + 1, 100):
        case = Case.random(rng, algorithm, 7, length, length=16)
        opens = case.arguments(1)
        if length > HELD:
            assert engine.job(**opens).error == ARGUMENT and not engine.got
        wrong = opens | {"tag": bytes(16)}
        for arguments, error in ((opens, NONE), (wrong, TAG)):
            result = engine.job(**arguments, discard=1)
            assert (result.error, engine.got) == (error, [])
            result = engine.job(**arguments, early=1)
            assert (result.error, result.out) == (error, case.plaintext)
        assert remains(engine.dut, case.secrets()) == []


def test_a_wrong_tag_yields_no_word():
    rng = random.Random(1)
    engine = PioEngine(model("pio"))
    for algorithm in AEADS:
        case = Case.random(rng, algorithm, 7, HELD, length=16)
        for mask in (1, 1 << 127, 1 << 3 | 1 << 35):
            tag = (int.from_bytes(case.sealed[1], "little") ^ mask).to_bytes(16, "little")
            result = engine.job(**case.arguments(1) | {"tag": tag})
            assert (result.error, engine.got) == (TAG, [])
            assert engine.read("dout") == (0, 1)
            assert remains(engine.dut, case.secrets()) == []
        case.run(engine, 1)


@pytest.mark.parametrize("algorithm", [*AEADS, *CIPHERS, *HASHES])
def test_any_division_into_parts(algorithm):
    """The first word of a part begins where the last part ended in its block, so that words are never split."""
    rng = random.Random(algorithm)
    engines = [PioEngine(model("pio")), PioEngine(model("pio"), blind=True)]
    for number in range(8):
        engine = engines[number % 2]
        case = Case.random(rng, algorithm, rng.randrange(40), rng.randrange(70))
        decrypt = number // 2 % 2 if algorithm not in HASHES else 0
        out, tag = Stream(engine, case, decrypt).run(rng, nowhere)
        assert (out, tag) == ((case.plaintext, b"") if decrypt else case.sealed), case
    for place in range(17):
        case = Case.random(rng, algorithm, 3, 48 if algorithm[-3:] in ("ecb", "cbc") else place + 20)
        first = place if algorithm[-3:] not in ("ecb", "cbc") else 16
        steps = [part(ad=len(case.ad), data=first, ad_end=1), part(data=len(case.plaintext) - first, data_end=1)]
        assert Stream(engines[place % 2], case).run(rng, nowhere, steps) == case.sealed


def test_the_last_part_is_withheld():
    rng = random.Random(3)
    engine = PioEngine(model("pio"))
    for algorithm in AEADS:
        for place in range(8):
            case = Case.random(rng, algorithm, 5, place + 29, length=16)
            steps = [part(ad=5, ad_end=1, data=place), part(data=29, data_end=1, early=0)]
            assert Stream(engine, case, 1).run(rng, nowhere, steps) == (case.plaintext, b"")
            stream = Stream(engine, case, 1, forged=1 << 40)
            assert [r.error for r in stream.steps(rng, nowhere, steps)] == [NONE, TAG]
            assert engine.got == []


def test_an_xof_is_squeezed_in_pieces():
    rng = random.Random(4)
    engine = PioEngine(model("pio"))
    for first in range(10):
        case = Case.random(rng, "ascon-xof128", 0, 7, length=first + 30)
        steps = [("data", case.plaintext[:5], 0), ("data", case.plaintext[5:], first), ("", b"", 3), ("", b"", 27)]
        out = context = b""
        for number, (what, data, length) in enumerate(steps):
            fields = {"resume": int(number > 0), "ad_end": int(number == 0), "data_end": int(number == 1)}
            result = engine.job(
                "ascon-xof128",
                data=data if what else b"",
                out_len=length,
                context=context,
                save=int(number < 3),
                **fields,
            )
            assert result.error == NONE
            context = engine.context("ascon-xof128")
            out += result.out
        assert out == case.sealed[0]


def access(engine: PioEngine, register: str) -> tuple[int, int]:
    """Make an access of the kind that the job does not wait for; return its fault and the cycles that it took."""
    before = engine.dut.cycles
    fault = engine.write("din", 0x12345678) if register == "din" else engine.read("dout")[1]
    return fault, engine.dut.cycles - before


def test_accesses_at_the_wrong_time():
    """Without a job the access fails at once; otherwise it fails after PATIENCE cycles, without effect."""
    rng = random.Random(5)
    engine = PioEngine(model("pio"))
    assert access(engine, "din") == (1, 1) and access(engine, "dout") == (1, 1)
    case = Case.random(rng, "aes-128-ccm", 16, 32, length=16)
    engine.begin(**case.arguments())
    inputs = [*engine.before, *engine.message]
    for number, word in enumerate(inputs):
        if number in (0, 3, 7, 12):  # no output yet
            assert access(engine, "dout") == (1, PATIENCE + 1)
            assert engine.status("busy")
        assert not engine.write("din", word)
    assert access(engine, "din") == (1, PATIENCE + 1)  # no more input is due
    case.check(engine, finish(engine))
    # Full: the next word is not taken before another one has gone.
    case = Case.random(rng, "ascon-aead128", 0, 80, length=16)
    engine.begin(**case.arguments())
    inputs = [*engine.before, *engine.message]
    while not engine.write("din", inputs[0]):
        inputs.pop(0)
    assert len(inputs) > 4
    engine.take()
    engine.before, engine.message = inputs, []
    engine.serve()
    case.check(engine, finish(engine))


def finish(engine: PioEngine):
    """Read the remaining words, and return the result."""
    engine.before, engine.message, engine.after = [], [], []
    return engine.end()


def test_a_job_that_software_abandons():
    """Software stops at any word: an abort ends the job, and so does a reset; no data is left."""
    rng = random.Random(6)
    engine = PioEngine(model("pio"))
    for number in range(40):
        case = Case.random(rng, rng.choice(AEADS), 10, HELD, length=16)
        decrypt = number % 2
        engine.begin(**case.arguments(decrypt))
        for word in [*engine.before, *engine.message, *engine.after][: rng.randrange(4, 22)]:
            if engine.status("dout_valid") or engine.write("din", word):
                break
        engine.dut.cycle(rng.randrange(20))
        if number % 3:
            engine.control("abort")
        else:
            engine.dut.reset()
        engine.wait()
        assert engine.status("error") == (ABORTED if number % 3 else NONE)
        assert engine.read("dout") == (0, 1)
        assert remains(engine.dut, case.secrets()) == []
    for slot, algorithm in ((3, "aes-192-ccm"), (1, "ascon-aead128")):
        case = Case.random(rng, algorithm, 10, HELD)
        engine.load_slot(slot, case.key)
        case.run(engine, 1, key=b"", key_slot=slot)
