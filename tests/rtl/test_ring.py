# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""vmb_engine_ring: packets by descriptors give the results, errors and order of single jobs."""

from __future__ import annotations

import random

import pytest

from tests.rtl.engine import ABORTED, ARGUMENT, BUS, FIELDS, NONE, POLICY, TAG, TIMEOUT
from tests.rtl.engine_cases import Case
from tests.rtl.ring import (
    ADDR,
    CONTROL,
    ENABLE,
    HEAD,
    IRQ,
    JOB_WORD,
    QUIET,
    STATUS,
    STATUS_WORD,
    STOP,
    TAIL,
    Packet,
    Ring,
    model,
)

ALGORITHMS = ("ascon-aead128", "aes-128-ccm", "aes-128-ctr")


def packets(ring: Ring, rng: random.Random, count: int, forged: float = 0.2) -> list[Packet]:
    made = []
    for _ in range(count):
        case = Case.random(rng, rng.choice(ALGORITHMS), rng.randint(0, 40), rng.randint(0, 120))
        decrypt = rng.randrange(2)
        wrong = decrypt and "ctr" not in case.algorithm and rng.random() < forged
        made.append(ring.packet(case, decrypt, rng, forged=bool(wrong)))
    return made


def run(ring: Ring, every: list[Packet], first: int = 0, more: int = 0) -> None:
    """Put descriptors into a ring that has room for them, and wait until it is drained."""
    for n, packet in enumerate(every, first):
        ring.put(n, packet)
    assert not ring.write_at(TAIL, first + len(every) & 0xFFFF)
    ring.wait()
    assert ring.read_at(HEAD) == first + len(every) & 0xFFFF
    for n, packet in enumerate(every, first):
        ring.check(n, packet)


OTHER_PORT = pytest.mark.long("a model of another width of the memory port")


@pytest.mark.parametrize("bits", [32, pytest.param(64, marks=OTHER_PORT), pytest.param(128, marks=OTHER_PORT)])
def test_packets_have_the_results_of_single_jobs(bits):
    rng = random.Random(bits)
    for calm in (True, False):
        ring = Ring(model(bits), None if calm else rng)
        ring.start()
        for turn in range(6):
            run(ring, packets(ring, rng, 16), 16 * turn)
        assert ring.read_at(STATUS) == 1 << 8


def test_software_adds_descriptors_at_any_time():
    rng = random.Random(5)
    ring = Ring(model(), rng, size=2)
    ring.start()
    every = packets(ring, rng, 40)
    tail = checked = 0
    while checked < len(every):
        head = ring.read_at(HEAD)
        for n in range(checked, head):
            ring.check(n, every[n])
        checked = head
        while tail < len(every) and tail - head < 4 and rng.random() < 0.6:
            ring.put(tail, every[tail])
            tail += 1
        assert not ring.write_at(TAIL, tail)
        for _ in range(rng.randrange(60)):
            ring.cycle()


def test_the_tail_cannot_pass_the_head_by_more_than_the_ring():
    ring = Ring(model(), size=2)
    ring.start()
    assert ring.write_at(TAIL, 5) and ring.write_at(TAIL, 0xFFFF) and ring.read_at(TAIL) == 0


def test_counters_wrap():
    rng = random.Random(6)
    ring = Ring(model(), size=2)
    ring.start()
    for counter in ("head_q", "tail_q", "next_q"):
        ring.dut.force(f"u_ring.{counter}", 0xFFFE)
    run(ring, packets(ring, rng, 4), 0xFFFE)


def test_a_job_that_ends_with_an_error_stops_the_ring_if_asked():
    rng = random.Random(7)
    for more in (0, STOP):
        ring = Ring(model(), rng)
        ring.start(more)
        every = packets(ring, rng, 8, 0)
        case = Case.random(rng, "ascon-aead128", 3, 20)
        every[3] = ring.packet(case, 1, rng, forged=True)
        for n, packet in enumerate(every):
            ring.put(n, packet)
        assert not ring.write_at(TAIL, 8)
        ring.wait()
        assert ring.read_at(HEAD) == (4 if more else 8)
        assert ring.status_word(3) >> 1 & 15 == TAG
        if more:
            assert ring.read_at(CONTROL) & ENABLE == 0 and ring.status_word(4) == 1
            assert not ring.enable(more)
            ring.wait()
        assert ring.read_at(HEAD) == 8
        for n, packet in enumerate(every):
            ring.check(n, packet)


@pytest.mark.parametrize("field", ["resume", "save", "totals"])
def test_parts_and_hashes_and_incomplete_descriptors_are_rejected(field):
    rng = random.Random(8)
    ring = Ring(model(), rng)
    ring.start()
    every = packets(ring, rng, 5, 0)
    every[1].words[JOB_WORD] |= 1 << FIELDS["job"][field][0]
    every[1].error = ARGUMENT
    every[3].words[JOB_WORD] = 1 << FIELDS["job"]["algorithm"][0] | 3 << FIELDS["job"]["ad_end"][0]
    every[3].error = ARGUMENT
    for n, packet in enumerate(every):
        ring.put(n, packet, status=0x80000000 if n == 2 else 1)
    every[2].error = ARGUMENT
    assert not ring.write_at(TAIL, 5)
    ring.wait()
    for n, packet in enumerate(every):
        ring.check(n, packet)


def test_policies_apply_to_every_descriptor():
    rng = random.Random(9)
    ring = Ring(model(), rng)
    ring.allow(early=1)  # no keys from memory
    ring.start()
    every = packets(ring, rng, 3, 0)
    for packet in every:
        packet.error = POLICY
    run(ring, every)


def test_bus_errors_of_a_packet_are_in_its_status_word():
    rng = random.Random(10)
    ring = Ring(model(), rng)
    ring.start()
    every = packets(ring, rng, 6, 0)
    every[2] = ring.packet(Case.random(rng, "ascon-aead128", 4, 30), 0, rng)
    ring.memory.broken = {every[2].words[4] + 7}
    every[2].error = BUS
    for n, packet in enumerate(every):
        ring.put(n, packet)
    assert not ring.write_at(TAIL, 6)
    ring.wait()
    for n, packet in enumerate(every):
        if n != 2:
            ring.check(n, packet)
    assert ring.status_word(2) >> 1 == 1 << 30 | BUS


@pytest.mark.parametrize("word", [0, 5, JOB_WORD, STATUS_WORD])
def test_a_bus_error_of_a_descriptor_disables_the_ring(word):
    rng = random.Random(11)
    ring = Ring(model(), rng)
    ring.start(IRQ)
    every = packets(ring, rng, 4, 0)
    for n, packet in enumerate(every):
        ring.put(n, packet)
    ring.memory.broken = {ring.descriptor(2) + 4 * word}
    assert not ring.write_at(TAIL, 4)
    ring.wait()
    assert ring.dut.irq_o and ring.read_at(STATUS) >> 1 & 15 == BUS and ring.read_at(CONTROL) & ENABLE == 0
    assert ring.read_at(HEAD) == 2
    for n in (0, 1):
        ring.check(n, every[n])
    ring.memory.broken = set()
    assert not ring.write_at(STATUS, 1 << 8) and not ring.dut.irq_o
    assert not ring.enable(IRQ)
    ring.wait()
    assert ring.dut.irq_o and ring.read_at(STATUS) == 1 << 8
    for n, packet in enumerate(every):
        ring.check(n, packet)


@pytest.mark.parametrize("silent", ["grant", "answer"])
def test_a_silent_memory_disables_the_ring(silent):
    ring = Ring(model())
    ring.start()
    ring.put(0, ring.packet(Case.random(random.Random(1), "ascon-aead128", 0, 0)))
    assert not ring.write_at(TAIL, 1)
    step = ring.memory.step
    shown = []

    def quiet(dut):
        shown.append(dut.mem_req_o)
        dut.drive(mem_gnt_i=int(silent == "answer"), mem_rvalid_i=0)

    ring.memory.step = quiet
    for _ in range(QUIET + 50):
        ring.cycle()
    owed = sum(shown) if silent == "answer" else 0
    assert not ring.dut.busy_o and ring.read_at(STATUS) == (owed != 0) << 9 | 1 << 8 | TIMEOUT << 1
    assert owed in (0, 2) and bool(ring.enable()) == bool(owed)  # not before the answers are here
    for _ in range(owed):
        ring.dut.drive(mem_rvalid_i=1, mem_rdata_i=0xFFFFFFFF, mem_err_i=1)
        ring.dut.cycle()
    ring.dut.drive(mem_rvalid_i=0, mem_err_i=0)
    ring.memory.step = step
    assert not ring.read_at(STATUS) >> 9
    assert not owed or not ring.enable()
    ring.wait()
    assert ring.read_at(HEAD) == 1 and ring.read_at(STATUS) == 1 << 8


def test_software_can_disable_the_ring_and_abort_its_job():
    rng = random.Random(12)
    for moment in range(0, 240, 7):
        ring = Ring(model(), rng)
        ring.start()
        every = packets(ring, rng, 5, 0)
        for n, packet in enumerate(every):
            ring.put(n, packet)
        assert not ring.write_at(TAIL, 5)
        for _ in range(moment):
            ring.cycle()
        ring.write_at(CONTROL, 0)
        if moment % 2:
            ring.control("abort")
        ring.wait()
        head = ring.read_at(HEAD)
        for n in range(head):
            if ring.status_word(n) != 0x80000000 | ABORTED << 1:
                ring.check(n, every[n])
            else:
                assert moment % 2 and n == head - 1
        assert all(ring.status_word(n) == 1 for n in range(head, 5))


def test_software_cannot_disturb_an_active_ring():
    """Writes to the job, slots, keys and POLICY are rejected, also between jobs; reads and the rest are not."""
    rng = random.Random(13)
    ring = Ring(model(), rng)
    ring.start()
    every = packets(ring, rng, 12, 0)
    for n, packet in enumerate(every):
        ring.put(n, packet)
    assert not ring.write_at(TAIL, 12)
    while ring.dut.busy_o:
        register = rng.choice(["key_addr", "data_len", "job", "slot", "policy", "key"])
        active = ring.dut.busy_o
        assert ring.write(register, rng.getrandbits(32)) or not active
        active = ring.dut.busy_o
        assert ring.read("status")[0] & 1 == active  # between jobs too
        ring.read_at(TAIL)
        assert ring.write_at(ADDR, 0) or not ring.dut.busy_o
    for n, packet in enumerate(every):
        ring.check(n, packet)
    assert ring.read("policy")[1] == NONE


def test_the_engine_works_without_the_ring():
    """Registers and jobs are those of vmb_engine while the ring is not active."""
    rng = random.Random(14)
    ring = Ring(model(), rng)
    for _ in range(4):
        Case.random(rng, "ascon-aead128", 5, 40).run(ring, rng.randrange(2))
    ring.begin(**Case.random(rng, "ascon-aead128", 5, 40).arguments())
    assert ring.enable(), "enabled during a job of software"
    ring.end()


def test_sixty_four_packets_take_at_most_a_twentieth_more_than_single_jobs():
    rng = random.Random(15)
    ring = Ring(model(), size=6)
    case = Case.random(rng, "ascon-aead128", 25, 86, length=16)
    single = ring_cycles = 0
    for _ in range(64):
        single += case.run(ring).cycles
    ring.memory.readable.clear()
    ring.start()
    every = [ring.packet(case) for _ in range(64)]
    for n, packet in enumerate(every):
        ring.put(n, packet)
    assert not ring.write_at(TAIL, 64)
    ring_cycles = ring.wait()
    for n, packet in enumerate(every):
        ring.check(n, packet)
    assert ring_cycles <= 1.05 * single, (ring_cycles, single)
