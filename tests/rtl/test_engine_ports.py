# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""vmb_engine with memory ports of 64 and 128 bits: the same results as with one of 32 bits at every alignment, nothing
released before its verdict, nothing left after errors and aborts, and the cycles of README.md.
"""

from __future__ import annotations

import functools
import random

import pytest

from tests.rtl import tables
from tests.rtl.dut import Model, build
from tests.rtl.engine import ABORTED, BUS, NONE, POLICY, TAG, Engine
from tests.rtl.engine_cases import AEADS, CIPHERS, FOLDER, HASHES, MODES, Case, remains
from tests.rtl.engine_streams import Stream
from tests.rtl.test_engine_messages import run_official
from tests.rtl.test_engine_withholding import changed, flips, forged, refuses
from vambrace.hardware import rtl
from vambrace.software.oracles import oracle

LONG = pytest.mark.long("a model of its own: the short run has the port of 128 bits")
PORTS = pytest.mark.parametrize("bits", [128, pytest.param(64, marks=LONG)])

#: Words of 32 bits in the unverified plaintext buffer, one of them for unaligned ends.
HELD = 9


@functools.cache
def model(bits: int, **more: int) -> Model:
    return build("vmb_engine", tuple(rtl.core_files(FOLDER / "vmb_engine.core")), PortBits=bits, **more)


def engine(bits: int, rng: random.Random | None = None, stalls: tuple[float, float] = (0.4, 0.3)) -> Engine:
    """Everything, hardened, with a small buffer and two passes."""
    chosen = model(bits, AesGcm=1, HoldWords=HELD, TwoPasses=1, Hardened=1)
    return Engine(chosen, rng, stalls=stalls, two_passes=True)


def offsets(rng: random.Random) -> tuple[int, ...]:
    return tuple(rng.randrange(16) for _ in range(5))


# ---- Messages ----


@PORTS
@pytest.mark.parametrize("algorithm", MODES)
def test_every_length(bits, algorithm):
    """Every length of AD and of the message, each with some lengths of the other, at any address, some in place."""
    rng = random.Random(algorithm)
    used = [engine(bits), engine(bits, rng)]
    lengths = list(range(81))
    rng.shuffle(lengths)
    for number, length in enumerate(lengths):
        case = Case.random(rng, algorithm, number, length)
        decrypt = rng.randrange(2) if algorithm not in HASHES else 0
        case.run(used[number % 2], decrypt, offsets=offsets(rng), in_place=number % 5 == 0)
        assert remains(used[number % 2].dut, case.secrets()) == []


@PORTS
def test_every_alignment(bits):
    """Of input and output to each other."""
    rng, used = random.Random(bits), engine(bits)
    for first in range(16):
        for second in range(16):
            case = Case.random(rng, "ascon-128", rng.randrange(20), 16 + rng.randrange(20))  # blocks of 8 bytes
            case.run(used, second % 2, offsets=(second, second, first, second, first))


@LONG
@pytest.mark.parametrize("bits", [64, 128])
@pytest.mark.parametrize("algorithm", [*AEADS, *CIPHERS, *HASHES])
def test_official_vectors(bits, algorithm):
    run_official(engine(bits), algorithm)


@PORTS
@pytest.mark.parametrize("algorithm", MODES)
def test_any_division_into_parts(bits, algorithm):
    """Contexts are at any address of a word of 32 bits."""
    rng = random.Random(algorithm)
    used = engine(bits)
    for number in range(8):
        case = Case.random(rng, algorithm, rng.randrange(50), rng.randrange(80))
        decrypt = number % 2 if algorithm not in HASHES else 0
        out, tag = Stream(used, case, decrypt).run(rng, offsets)
        assert out == (case.plaintext if decrypt else case.sealed[0]), case
        assert algorithm not in AEADS or tag == (b"" if decrypt else case.sealed[1]), case


# ---- Withholding ----


@PORTS
def test_what_fits_is_opened_in_one_pass_at_every_address(bits):
    """And not a byte more than FEATURES says."""
    rng = random.Random(bits)
    used = Engine(model(bits, AesGcm=1, HoldWords=HELD, TwoPasses=1, Hardened=1))  # two passes are not allowed
    for place in range(16):
        for length in (4 * (HELD - 1) - place, 4 * (HELD - 1)):
            case = Case.random(rng, "ascon-aead128", 5, length, length=16)
            case.run(used, 1, offsets=(0, 0, rng.randrange(16), place, 0))
    case = Case.random(rng, "ascon-aead128", 5, 4 * (HELD - 1) + 1, length=16)
    result = used.job(**case.arguments(1))
    assert (result.error, used.memory.requests) == (POLICY, [])


@PORTS
@pytest.mark.parametrize("algorithm", [a for a in AEADS if a in MODES])
def test_a_wrong_tag_writes_nothing(bits, algorithm):
    rng = random.Random(algorithm)
    used = engine(bits)
    for mask in flips(16):
        case = Case.random(rng, algorithm, rng.randrange(24), rng.choice((0, 1, 16, 32, 33, 50)), length=16)
        refuses(used, case, tag=forged(case, mask), offsets=offsets(rng))
    for place in ("key", "nonce", "ad", "data"):
        case = Case.random(rng, algorithm, 20, 40, length=16)
        right = case.arguments(1)[place]
        refuses(used, case, **{place: changed(right, rng.randrange(len(right)))})
    case.run(used, 1)


@PORTS
def test_output_of_a_message_that_changed_is_erased(bits):
    """Between the passes: the second one writes plaintext, which is overwritten."""
    rng = random.Random(bits)
    used = engine(bits)
    for number in range(16):
        case = Case.random(rng, "ascon-aead128", 20, rng.randrange(33, 120), length=16)
        used.begin(**case.arguments(1), offsets=(0, number, number, 15 - number, 0))
        used.memory.rewritable = True
        at = used.at["in"] + rng.randrange(len(case.plaintext))

        def touch(address: int, write: int, at: int = at) -> None:
            if address <= used.at["tag"] < address + used.memory.width:
                used.memory.touch = None
                used.memory.bytes[at] ^= 0x40

        used.memory.touch = touch
        result = used.end()
        assert (result.error, result.out) == (TAG, bytes(len(case.plaintext)))
        assert result.writes and remains(used.dut, case.secrets()) == []
        used.memory.rewritable = False
        case.run(used, 1)


# ---- Errors ----


@PORTS
@pytest.mark.parametrize("decrypt", [0, 1])
def test_an_error_of_each_access(bits, decrypt):
    """The job ends with error 2 and wrote nothing unverified, nothing of it is left, and the next one is right."""
    rng = random.Random(bits)
    used = engine(bits)
    case, places = Case.random(rng, "ascon-aead128", 9, 29, length=16), (1, 2, 3, 4, 5)
    case.run(used, decrypt, offsets=places)
    for address, write in {(address, write) for _, address, write in used.memory.requests}:
        used.memory.broken = {address}
        result = used.job(**case.arguments(decrypt), offsets=places)
        assert result.error == BUS, (hex(address), write)
        assert not (decrypt and not write and result.writes)
        assert remains(used.dut, case.secrets()) == []
        used.memory.broken = set()
    case.run(used, decrypt)


@PORTS
def test_an_abort_in_each_cycle(bits):
    rng = random.Random(bits)
    used = engine(bits, rng)
    case = Case.random(rng, "ascon-aead128", 9, 29, length=16)
    for moment in range(120):
        decrypt = rng.randrange(2)
        used.begin(**case.arguments(decrypt), offsets=offsets(rng))
        for _ in range(moment):
            used.cycle()
        ended = not used.dut.busy_o
        used.control("abort")
        assert used.end().error in ((NONE,) if ended else (NONE, ABORTED))
        assert remains(used.dut, case.secrets()) == []
        case.run(used, 1 - decrypt)


# ---- Cycles ----

#: The first cell of README.md's table.
HEAD = "unit, its pace, port"
#: What the engines of the table are without.
LESS = {"AsconHash": 0, "AsconV12": 0, "Contexts": 0, "Slots": 0, "HoldWords": 4097}
ENGINES = {
    "Ascon-AEAD128": ("ascon-aead128", {"Chacha": 0, "Aes": 0}, "AsconRoundsPerCycle"),
    "ChaCha20-Poly1305": ("chacha20-poly1305", {"Ascon": 0, "Aes": 0, "PolyBitsPerCycle": 33}, "ChachaQuarterRounds"),
    "AES-128-GCM": (
        "aes-128-gcm",
        {"Ascon": 0, "Chacha": 0, "AesKeyBits": 128, "AesDecrypt": 0, "AesGcm": 1, "GhashBitsPerCycle": 32},
        "AesRoundsPerCycle",
    ),
}


def measured(unit: str, pace: int, bits: int) -> list[int]:
    """Return cycles sealed and opened of an IPv6 packet and of 16 KiB, the last ones also at odd addresses."""
    algorithm, less, parameter = ENGINES[unit]
    used = Engine(model(bits, **LESS, **less, **{parameter: pace}))
    rng = random.Random(1)
    results = []
    for ad, length, place in ((40, 1224, 0), (0, 16384, 0), (0, 16384, 5)):
        case = Case.random(
            rng,
            algorithm,
            ad,
            length,
            nonce=oracle.LENGTHS[algorithm].nonces[0] if "gcm" not in algorithm else 12,
            length=16,
        )
        results += [case.run(used, decrypt, offsets=(place,) * 5).cycles for decrypt in (0, 1)]
    return results


@pytest.mark.long("eleven models")
def test_the_cycles_in_the_readme():
    for name, row in tables.cycles(FOLDER / "README.md", HEAD).items():
        unit, pace, port = name.split(", ")
        assert row == measured(unit, int(pace.split()[0]), int(port.split()[0])), name
