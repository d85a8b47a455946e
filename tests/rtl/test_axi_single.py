# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""vmb_engine with vmb_axi_single on a memory that stalls, is slow and fails: the same messages and the same guarantees
as at its own port. A reader of the bus may be served before a writer, and after it."""

from __future__ import annotations

import random

import pytest

from tests import ran
from tests.rtl import tables
from tests.rtl.axi_memory import AxiEngine, model
from tests.rtl.engine import ABORTED, BUS, NONE, TAG, TIMEOUT
from tests.rtl.engine_cases import Case, remains
from tests.rtl.test_axi_mem import FOLDER, MEMORIES, README, WATCHDOG, settled
from vambrace.hardware import rtl

SMALL = {"All": 0, "Watchdog": WATCHDOG}


def engine(memory: str = "at once", single: int = 8, seed: int = 1, **more: int) -> AxiEngine:
    stalls, latency, apart = MEMORIES[memory]
    rng = random.Random(seed) if stalls else None
    return AxiEngine(model(Single=single, **SMALL, **more), rng, seed, stalls or (0, 0), True, latency, apart)


#: Widths of the port: that of the other tests, and others, each of which needs a model.
WIDTHS = pytest.mark.parametrize(
    "bits", [32, *(pytest.param(bits, marks=pytest.mark.long("a model of its own")) for bits in (64, 128))]
)


@WIDTHS
@pytest.mark.parametrize("memory", MEMORIES)
def test_messages_by_single_transfers(memory, bits):
    rng = random.Random(memory)
    used = engine(memory, **({"PortBits": bits} if bits != 32 else {}))
    for length in (0, 1, 15, 16, 37, 100, 128, 200):
        case = Case.random(rng, "ascon-aead128", rng.randrange(40), length)
        for decrypt in (0, 1):
            case.run(used, decrypt, offsets=tuple(rng.randrange(16) for _ in range(5)), in_place=rng.random() < 0.3)
    assert {words for _, words in (*used.memory.reads, *used.memory.writes)} == {1}
    assert remains(used.dut, case.secrets()) == []


@WIDTHS
@pytest.mark.parametrize("memory", ["stalls", "slow"])
def test_an_error_of_each_transfer(memory, bits):
    rng = random.Random(5)
    used = engine(memory, **({"PortBits": bits} if bits != 32 else {}))
    for decrypt in (0, 1):
        case = Case.random(rng, "ascon-aead128", 20, 70, length=16)
        used.memory.reads.clear()
        used.memory.writes.clear()
        case.run(used, decrypt)
        for address, _ in {*used.memory.reads, *used.memory.writes}:
            used.memory.broken = {address}
            assert used.job(**case.arguments(decrypt)).error == BUS, (decrypt, hex(address))
            used.memory.broken = set()
            settled(used)
            assert remains(used.dut, case.secrets()) == []
        case.run(used, decrypt)


def test_a_wrong_tag_writes_nothing_by_single_transfers():
    rng = random.Random(6)
    for memory in MEMORIES:
        used = engine(memory)
        case = Case.random(rng, "ascon-aead128", 9, 128, length=16)
        result = used.job(**case.arguments(1) | {"tag": bytes([case.sealed[1][0] ^ 4, *case.sealed[1][1:]])})
        assert (result.error, result.writes) == (TAG, [])
        assert remains(used.dut, case.secrets()) == []


@pytest.mark.parametrize("memory", ["slow", "apart"])
def test_aborts_while_transfers_are_in_progress(memory):
    rng = random.Random(7)
    used = engine(memory)
    for number in range(30):
        case = Case.random(rng, "ascon-aead128", 30, 60)
        used.begin(**case.arguments(number % 2))
        for _ in range(rng.randrange(300)):
            if used.dut.busy_o:
                used.cycle()
        if used.dut.busy_o:
            used.control("abort")
            used.wait()
            assert used.status("error") in (NONE, ABORTED)
        assert remains(used.dut, case.secrets()) == []
        Case.random(rng, "ascon-aead128", 30, 60).run(used, number % 2)


def test_the_end_of_a_job_waits_for_its_single_writes():
    """For a memory that answers late, and for a limited time for one that never does."""
    case = Case.random(random.Random(9), "ascon-aead128", 0, 64)
    used = engine()
    used.memory.latency = WATCHDOG * 3 // 4
    used.begin(**case.arguments())
    for _ in used.parts():
        pass
    assert not used.memory._answers and not used.memory.writable
    case.check(used, used.end())
    used.begin(**case.arguments())
    for _ in range(4000):
        used.cycle()
        used.memory.silent |= len(used.memory.written) > 19
    assert used.memory.silent and not used.dut.busy_o and used.status("error") == TIMEOUT


@pytest.mark.long("figures of the README: an engine for each row")
def test_the_cycles_of_single_transfers():
    """Recompute README.md's table, which compares bursts."""
    rows = {}
    for name, parameters in (
        ("bursts of 4, 8 places", {}),
        ("bursts of 8, 16 places", {"Words": 16, "Burst": 8}),
        ("single, `Depth` = 8", {"Single": 8}),
        ("single, `Depth` = 12", {"Single": 12}),
        ("single, `Depth` = 32", {"Single": 32}),
    ):
        rows[name] = []
        for latency in (1, 4, 10, 30):
            used = AxiEngine(model(All=0, **parameters), None, 1, (0, 0), True, latency)
            rows[name].append(Case.random(random.Random(1), "ascon-aead128", 0, 16384).run(used).cycles)
    table = tables.table(README, "16 KiB, cycles to an answer")
    assert {name: [int(c.replace(",", "")) for c in table[name][:4]] for name in rows} == rows


@pytest.mark.parametrize("depth", [1, 33])
def test_an_illegal_depth_is_rejected(depth):
    options = ["--lint-only", "--top-module", "vmb_axi_single", f"-GDepth={depth}"]
    done = ran.verilator(options, rtl.core_files(FOLDER / "vmb_axi_single.core"))
    assert done.returncode != 0 and b"Depth must be 2 to 32" in done.stderr
