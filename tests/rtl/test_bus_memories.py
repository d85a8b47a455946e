# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""vmb_engine with its memory port on Wishbone, AHB and TileLink, on memories that stall, are slow and fail: the same
messages and the same guarantees as at its own port."""

from __future__ import annotations

import random

import pytest

from tests import ran
from tests.rtl import tables
from tests.rtl.bus_memories import COUPLE, KINDS, MODULES, BusEngine
from tests.rtl.engine import ABORTED, BUS, NONE, TAG, TIMEOUT
from tests.rtl.engine_cases import Case, remains
from vambrace.hardware import rtl

README = COUPLE / "README.md"
ALGORITHM = "ascon-aead128"

#: The bus with the most rules always runs, with 32 bits.
ALWAYS = ("TileLink",)
MODEL = pytest.mark.long("a model of its own")
EVERY = [
    pytest.param(kind, bits, marks=() if kind in ALWAYS and bits == 32 else MODEL)
    for kind in KINDS
    for bits in (32, 64, 128)
]
#: Memories: whether they stall, and cycles to an answer.
MEMORIES = {"at once": (False, 1), "stalls": (True, 1), "slow": (False, 7), "slow and stalls": (True, 4)}


def engine(kind: str, memory: str, bits: int = 32) -> BusEngine:
    stalls, latency = MEMORIES[memory]
    return BusEngine(kind, random.Random(1) if stalls else None, latency, bits)


def settled(used: BusEngine) -> None:
    for _ in range(100):
        used.cycle()


@pytest.mark.parametrize("memory", MEMORIES)
@pytest.mark.parametrize(("kind", "bits"), EVERY)
def test_messages_on_a_bus(kind, bits, memory):
    """Messages are sealed and opened, withheld and in two passes, at any addresses; then nothing of them is left."""
    rng = random.Random(kind + memory)
    used = engine(kind, memory, bits)
    for length in (0, 1, 15, 16, 37, 100, 128, 200):
        case = Case.random(rng, ALGORITHM, rng.randrange(40), length)
        for decrypt in (0, 1):
            case.run(used, decrypt, offsets=tuple(rng.randrange(16) for _ in range(5)), in_place=rng.random() < 0.3)
    assert remains(used.dut, case.secrets()) == []


@pytest.mark.parametrize(("kind", "bits"), EVERY)
def test_an_error_of_each_word(kind, bits):
    """An error of any word that a job reads or writes ends it with the bus's error, and the next job works."""
    rng = random.Random(5)
    for memory in ("stalls", "slow"):
        used = engine(kind, memory, bits)
        for decrypt in (0, 1):
            case = Case.random(rng, ALGORITHM, 20, 70, length=16)
            used.memory.requests.clear()
            case.run(used, decrypt)
            for address in {address for _, address, _ in used.memory.requests}:
                used.memory.broken = {address}
                assert used.job(**case.arguments(decrypt)).error == BUS, (decrypt, hex(address))
                used.memory.broken = set()
                settled(used)
                assert remains(used.dut, case.secrets()) == []
            case.run(used, decrypt)


@pytest.mark.parametrize("kind", [pytest.param(kind, marks=() if kind in ALWAYS else MODEL) for kind in KINDS])
def test_a_wrong_tag_writes_nothing_on_a_bus(kind):
    rng = random.Random(6)
    for memory in MEMORIES:
        used = engine(kind, memory)
        case = Case.random(rng, ALGORITHM, 9, 128, length=16)
        result = used.job(**case.arguments(1) | {"tag": bytes([case.sealed[1][0] ^ 4, *case.sealed[1][1:]])})
        assert (result.error, result.writes) == (TAG, [])
        assert remains(used.dut, case.secrets()) == []


@pytest.mark.parametrize("kind", [pytest.param(kind, marks=() if kind in ALWAYS else MODEL) for kind in KINDS])
def test_aborts_of_jobs_on_a_bus(kind):
    """At any time; the words of an aborted job never reach the next one."""
    rng = random.Random(7)
    used = engine(kind, "slow and stalls")
    for number in range(30):
        case = Case.random(rng, ALGORITHM, 30, 60)
        used.begin(**case.arguments(number % 2))
        for _ in range(rng.randrange(300)):
            if used.dut.busy_o:
                used.cycle()
        if used.dut.busy_o:
            used.control("abort")
            used.wait()
            assert used.status("error") in (NONE, ABORTED)
        assert remains(used.dut, case.secrets()) == []
        Case.random(rng, ALGORITHM, 30, 60).run(used, number % 2)


@pytest.mark.parametrize("kind", [pytest.param("Wishbone, pipelined", marks=MODEL), "TileLink"])
def test_a_memory_that_never_answers(kind):
    """The job ends with the error of the watchdog; the AHB and a standard cycle cannot be left."""
    case = Case.random(random.Random(9), ALGORITHM, 0, 64)
    used = engine(kind, "at once")
    used.memory.latency = 1 << 30
    used.begin(**case.arguments())
    for _ in range(2000):
        if used.dut.busy_o:
            used.cycle()
    assert used.status("error") == TIMEOUT
    used.memory.latency = 1
    used.reset()
    case.run(used)


def test_answers_out_of_order():
    """TileLink's memory did answer out of order, and the words that waited are gone afterwards."""
    rng = random.Random(8)
    used = engine("TileLink", "slow and stalls")
    for _ in range(20):
        case = Case.random(rng, ALGORITHM, 30, 100)
        case.run(used, 1)
    assert used.memory.early > 100
    settled(used)
    assert remains(used.dut, case.secrets()) == []


@MODEL
def test_transfers_of_ahb():
    """A whole word is one transfer. Unaligned, each block of 16 bytes begins with three bytes and ends with one."""
    used = engine("AHB", "at once")
    case = Case.random(random.Random(4), ALGORITHM, 0, 64, length=16)
    case.run(used, offsets=(0, 0, 0, 0, 0))
    assert used.memory.sizes == [4] * 20
    used.memory.sizes.clear()
    case.run(used, offsets=(0, 0, 0, 1, 0))
    assert used.memory.sizes == [1, 2, 4, 4, 4, 1] * 4 + [4] * 4


@pytest.mark.long("figures of the README")
def test_the_cycles_on_each_bus():
    """Recompute README.md's table: messages of 40 + 1,224 bytes and 16 KiB at the buses, by the cycles to an answer."""
    rows = {}
    for kind in KINDS:
        rows[kind] = []
        for length in (1224, 16384):
            for latency in (1, 4):
                used = BusEngine(kind, None, latency)
                case = Case.random(random.Random(1), ALGORITHM, 40 if length == 1224 else 0, length)
                rows[kind].append(case.run(used).cycles)
    assert tables.cycles(README, "40 + 1,224, cycles to an answer") == rows


@pytest.mark.parametrize(
    ("bus", "name", "value", "message"),
    [
        ("wb", "PortBits", 16, "PortBits must be 32, 64 or 128"),
        ("wb", "Depth", 1, "Depth must be 2 to 32"),
        ("ahb", "PortBits", 256, "PortBits must be 32, 64 or 128"),
        ("tl", "PortBits", 8, "PortBits must be 32, 64 or 128"),
        ("tl", "SourceBits", 6, "SourceBits must be 1 to 5"),
        ("tl", "SizeBits", 2, "SizeBits must be 3 or more"),
    ],
)
def test_illegal_parameters_of_a_bus(bus, name, value, message):
    module = MODULES[bus]
    options = ["--lint-only", "--top-module", module, f"-G{name}={value}"]
    done = ran.verilator(options, rtl.core_files(COUPLE / f"{module}.core"))
    assert done.returncode != 0 and message.encode() in done.stderr
