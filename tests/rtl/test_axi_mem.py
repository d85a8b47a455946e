# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""vmb_engine with vmb_axi_mem on a memory that stalls, is slow and fails: the same messages and the same guarantees as
at its own port. test_axi_mem_model.py has the model of cocotbext-axi."""

from __future__ import annotations

import random
from collections import deque

import pytest

from tests import ran
from tests.rtl import engine_cases, tables
from tests.rtl.axi_memory import AxiEngine, model
from tests.rtl.dut import Dut, build
from tests.rtl.engine import ABORTED, BUS, NONE, TAG, TIMEOUT, Engine, Memory
from tests.rtl.engine_cases import AEADS, Case, remains
from vambrace.base.paths import root
from vambrace.hardware import rtl

HELD = 32 * 4  # bytes
WATCHDOG = 200
FOLDER = root() / "rtl" / "couple"
README = FOLDER / "README.md"

#: Memories: how often they stall, cycles to an answer, whether reads and writes exclude each other.
MEMORIES = {
    "at once": (None, 1, False),
    "stalls": ((0.5, 0.4), 1, False),
    "slow": (None, 25, False),
    "apart": ((0.2, 0.2), 6, True),
}
#: Words of a burst, and places, and bits of a word. All engines but the first have Ascon alone.
SIZES = {
    "8 of 16": {"Words": 16, "Burst": 8, "Watchdog": WATCHDOG},
    "4 of 8": {"All": 0},
    "1 of 4": {"Words": 4, "Burst": 1, "Linger": 1, "All": 0},
    "4 of 8, 64 bits": {"PortBits": 64, "Watchdog": WATCHDOG, "All": 0},
    "8 of 16, 128 bits": {"PortBits": 128, "Words": 16, "Burst": 8, "Watchdog": WATCHDOG, "All": 0},
}

WORDS = pytest.mark.long("the same adapter, one word at a time")
WHOLE = pytest.mark.long("the same adapter, behind an engine with every cipher")
WIDTHS = [pytest.param(size, marks=pytest.mark.long("a model of its own")) for size in SIZES if "bits" in size]


def engine(size: str, memory: str, seed: int = 1) -> AxiEngine:
    stalls, latency, apart = MEMORIES[memory]
    rng = random.Random(seed) if stalls else None
    built = model(**SIZES[size])
    return AxiEngine(built, rng, seed, stalls or (0, 0), True, latency, apart)


def settled(used: AxiEngine) -> None:
    """Words that were read ahead and not taken have arrived; then none is stored."""
    for _ in range(400):
        used.cycle()


@pytest.mark.parametrize("memory", MEMORIES)
@pytest.mark.parametrize(
    "size", [pytest.param("8 of 16", marks=WHOLE), "4 of 8", pytest.param("1 of 4", marks=WORDS), *WIDTHS]
)
def test_messages(size, memory):
    """Messages are sealed and opened, withheld and in two passes, at any addresses."""
    rng = random.Random(size + memory)
    used = engine(size, memory)
    for number, length in enumerate((0, 1, 15, 16, 37, 100, HELD, 200)):
        algorithm = AEADS[number % len(AEADS)] if size == "8 of 16" else "ascon-aead128"
        case = Case.random(rng, algorithm, rng.randrange(40), length)
        at = {
            "offsets": tuple(rng.randrange(used.memory.width) for _ in range(5)),
            "base": 0x10000 - rng.choice((0, 4, 60, 64)),
        }
        case.run(used, **at)
        case.run(used, 1, **at)
    assert remains(used.dut, case.secrets()) == []


@pytest.mark.parametrize("size", ["8 of 16", WIDTHS[-1]])
def test_bursts(size):
    """Long segments are read in long bursts, none across 4 KiB, and no unneeded word is read."""
    case = Case.random(random.Random(3), "ascon-aead128", 48, 1232)
    used = engine(size, "slow")
    case.run(used, base=0x10000 - 64)
    reads, writes, width = used.memory.reads, used.memory.writes, used.memory.width
    assert sum(words for _, words in reads) == (16 + 16 + 48 + 1232) // width
    assert sum(words for _, words in writes) == (1232 + 16) // width
    for bursts in (reads, writes):
        assert all(address % 4096 + width * words <= 4096 for address, words in bursts)
        lengths = [words for _, words in bursts]
        assert max(lengths) == 8 and sum(lengths) / len(lengths) > 5


def test_a_word_after_the_end_of_a_page_begins_a_burst():
    """The word begins another burst, since the previous one ends at the end of the page."""
    dut = Dut(build("vmb_axi_mem", tuple(rtl.core_files(FOLDER / "vmb_axi_mem.core"))))
    dut.reset()
    seen = []
    for address in (0x1FF8, 0x1FFC, 0x1000, *[None] * 40):
        dut.drive(req_i=int(address is not None), we_i=1, be_i=15, addr_i=address or 0, awready_i=1, wready_i=1)
        assert address is None or dut.gnt_o
        if dut.awvalid_o:
            seen.append((dut.awaddr_o, dut.awlen_o))
        dut.cycle()
    assert seen == [(0x1FF8, 1), (0x1000, 0)]


def test_two_pieces_in_one_word_are_one_write():
    """Each piece of an unaligned result ends within a word, which the next piece completes."""
    used = engine("8 of 16", "at once")
    case = Case.random(random.Random(4), "ascon-aead128", 0, 128, length=16)
    case.run(used, offsets=(0, 0, 0, 1, 0))
    assert sum(words for _, words in used.memory.writes) == 33 + 4


@pytest.mark.parametrize("size", ["8 of 16", *WIDTHS])
@pytest.mark.parametrize("memory", ["stalls", "slow"])
def test_errors(memory, size):
    """The memory fails at each word that a job reads or writes: the job ends with the bus's error, and the next one
    works."""
    rng = random.Random(5)
    used = engine(size, memory)
    for decrypt in (0, 1):
        case = Case.random(rng, "ascon-aead128", 20, 70, length=16)
        case.run(used, decrypt)
        words = [used.at[name] & -used.memory.width for name in ("key", "nonce", "ad", "in", "out", "tag")]
        ends = [used.at[name] + place & -used.memory.width for name, place in (("in", 68), ("out", 68), ("out", 36))]
        for address in (*words, *ends):
            used.memory.broken = {address}
            assert used.job(**case.arguments(decrypt)).error == BUS, (decrypt, hex(address))
            used.memory.broken = set()
            settled(used)
            assert remains(used.dut, case.secrets()) == []
            case.run(used, decrypt)


def test_a_wrong_tag_writes_nothing():
    rng = random.Random(6)
    for memory in MEMORIES:
        used = engine("8 of 16", memory)
        case = Case.random(rng, "chacha20-poly1305", 9, HELD, length=16)
        tag = bytes([case.sealed[1][0] ^ 4, *case.sealed[1][1:]])
        result = used.job(**case.arguments(1) | {"tag": tag})
        assert (result.error, result.writes) == (TAG, [])
        used.memory.rewritable = True
        longer = Case.random(rng, "ascon-aead128", 9, 2 * HELD, length=16)
        result = used.job(**longer.arguments(1) | {"tag": bytes(16)})
        assert (result.error, result.writes) == (TAG, [])  # the first pass writes nothing either
        settled(used)
        assert remains(used.dut, [*case.secrets(), *longer.secrets()]) == []


def test_output_is_erased_if_memory_changes_between_the_passes():
    """The second verdict is negative: zeros overwrite the output, and are written last."""
    rng = random.Random(8)
    for memory in MEMORIES:
        used = engine("8 of 16", memory)
        used.memory.rewritable = True
        case = Case.random(rng, "ascon-aead128", 0, 2 * HELD, length=16)
        used.begin(**case.arguments(1))
        for _ in used.parts():
            if used.memory.written:
                used.memory.bytes[used.at["in"] + 2 * HELD - 1] ^= 1
                break
        result = used.end()
        assert (result.error, result.out) == (TAG, bytes(2 * HELD)) and len(result.writes) > HELD // 2


def test_aborts_at_any_time():
    """At any time; words that were read ahead are never passed to the next job, at the same address."""
    rng = random.Random(7)
    used = engine("8 of 16", "slow")
    for number in range(30):
        case = Case.random(rng, "ascon-aead128", 30, 120)
        used.begin(**case.arguments(number % 2))
        for _ in range(rng.randrange(500)):
            if used.dut.busy_o:
                used.cycle()
        if used.dut.busy_o:
            used.control("abort")
            used.wait()
            assert used.status("error") == ABORTED
        other = Case.random(rng, "ascon-aead128", 30, 120)
        other.run(used)


def test_the_end_of_a_job_waits_for_its_writes():
    """The engine waits for a memory that answers late, and for a limited time for one that never does."""
    case = Case.random(random.Random(9), "ascon-aead128", 0, 64)
    used = engine("8 of 16", "at once")
    used.memory.latency = WATCHDOG * 3 // 4
    used.begin(**case.arguments())
    for _ in used.parts():
        pass
    assert not used.memory._answers and not used.memory.writable
    case.check(used, used.end())
    used.begin(**case.arguments())
    for _ in range(2000):
        used.cycle()
        used.memory.silent |= bool(used.memory.written)
    assert used.memory.silent and not used.dut.busy_o
    assert used.status("error") == TIMEOUT
    used.memory.silent = False
    settled(used)
    assert used.status("error") == TIMEOUT
    case.run(used)
    assert used.status("error") == NONE


class Late(Memory):
    """The port by itself, with an access a cycle, each answered some cycles later."""

    def __init__(self, latency: int) -> None:
        super().__init__()
        self.latency = latency
        self.due: deque[int] = deque()

    def step(self, dut: Dut) -> None:
        answers = bool(self.due) and self.due[0] <= dut.cycles
        data, error = self._waiting[0] if answers else (0, 0)
        dut.drive(mem_rvalid_i=int(answers), mem_rdata_i=data, mem_err_i=error, mem_gnt_i=1)
        if answers:
            self._waiting.popleft()
            self.due.popleft()
        if dut.mem_req_o:
            self._waiting.append(self._serve(dut.mem_addr_o, dut.mem_we_o, dut.mem_be_o, dut.mem_wdata_o))
            self.due.append(dut.cycles + self.latency)


def sealed(used: Engine, ad: int, length: int) -> int:
    return Case.random(random.Random(1), "ascon-aead128", ad, length).run(used).cycles


@pytest.mark.long("figures of the README")
def test_the_cycles_with_a_slow_memory():
    """Recompute README.md's table: single accesses of the port itself and bursts, by the cycles to an answer."""
    single = Engine(engine_cases.model())
    bursts = [engine(size, "at once") for size in ("4 of 8", "8 of 16")]
    rows = {}
    for latency in (1, 10, 30):
        single.memory = Late(latency)
        for used in bursts:
            used.memory.latency = latency
        rows[str(latency)] = [sealed(used, *sizes) for sizes in ((25, 86), (40, 1224)) for used in (single, *bursts)]
    assert tables.cycles(README, "cycles to an answer") == rows


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("PortBits", 16, "32, 64 or 128"),
        ("Words", 12, "4, 8 or 16"),
        ("Burst", 9, "1 to Words"),
        ("Burst", 0, "1 to Words"),
        ("Linger", 0, "1 to 255"),
    ],
)
def test_illegal_parameters_are_rejected(name, value, message):
    options = ["--lint-only", "--top-module", "vmb_axi_mem", f"-G{name}={value}"]
    done = ran.verilator(options, rtl.core_files(FOLDER / "vmb_axi_mem.core"))
    assert done.returncode != 0 and f"{name} must be {message}".encode() in done.stderr
