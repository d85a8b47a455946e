# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""RoCC's adapters: commands and answers at any pace, commands that no accelerator knows, and a memory port over
accesses of 1, 2 and 4 bytes that are answered late, in their order."""

from __future__ import annotations

import functools
import random
from collections import deque
from itertools import pairwise

import pytest

from tests.rtl.checks import checked
from tests.rtl.dut import Dut, build
from vambrace.base.paths import root

COUPLE = root() / "rtl" / "couple"
BASE, BYTES = 0x80000000, 1 << 24
UNKNOWN = 1 << 31


@functools.cache
def _commands():
    return build("vmb_rocc", (COUPLE / "vmb_rocc.sv",))


@functools.cache
def _memory():
    return build("vmb_rocc_mem", checked(COUPLE / "vmb_rocc_mem.sv"))


@pytest.mark.parametrize("seed", [None, 1, 2])
def test_commands(seed):
    """Each executes once, in order; those with a register are answered, including unknown ones."""
    rng = random.Random(seed or 0)
    busy = (lambda: rng.random() < 0.4) if seed else (lambda: False)
    dut = Dut(_commands())
    commands = [(rng.getrandbits(32), rng.getrandbits(32), rng.getrandbits(32)) for _ in range(300)]
    known = {c: rng.random() < 0.7 for c in commands}
    want_done = [c for c in commands if known[c]]
    want_answers = [
        (c[0] >> 7 & 31, (c[1] + c[2]) & 0xFFFFFFFF if known[c] else UNKNOWN) for c in commands if c[0] >> 14 & 1
    ]
    done, answers, waiting, cycles = [], [], deque(commands), 0
    working = False  # on the command: the accelerator has begun, and room for the answer must stay
    room = True
    while waiting:
        command = waiting[0]
        room = working or not busy()
        dut.drive(
            rocc_cmd_valid_i=1,
            rocc_cmd_instr_i=command[0],
            rocc_cmd_rs1_i=command[1],
            rocc_cmd_rs2_i=command[2],
            rocc_resp_ready_i=int(room),
            accel_accept_i=int(known[command]),
            accel_ready_i=0,
            accel_result_i=0,
            accel_busy_i=0,
        )
        assert dut.rocc_busy_o
        shown = bool(dut.accel_valid_o)
        assert shown == (known[command] and (room or not command[0] >> 14 & 1))
        ready = shown and not busy()
        working = shown and not ready
        dut.drive(accel_ready_i=int(ready), accel_result_i=(dut.accel_rs1_o + dut.accel_rs2_o) & 0xFFFFFFFF)
        if shown and ready:
            done.append((dut.accel_instr_o, dut.accel_rs1_o, dut.accel_rs2_o))
        if dut.rocc_resp_valid_o and room:
            answers.append((dut.rocc_resp_rd_o, dut.rocc_resp_data_o))
        if dut.rocc_cmd_ready_o:
            waiting.popleft()
        cycles += 1
        assert cycles < 3000
    assert (done, answers) == (want_done, want_answers)
    if seed is None:
        assert cycles == len(commands)  # one a cycle
    dut.drive(rocc_cmd_valid_i=0, accel_busy_i=1)
    assert dut.rocc_busy_o and not dut.accel_valid_o


class _Cache:
    """RoCC's side: at most two pending accesses, answered in order."""

    def __init__(self, dut: Dut, rng: random.Random | None) -> None:
        self.dut, self.rng = dut, rng
        self.bytes: dict[int, int] = {}
        self.way: deque[tuple[int, int]] = deque()  # when, data
        self.accesses = 0

    def settle(self) -> None:
        """Before an edge: drive the answer, and whether there is room."""
        done = bool(self.way) and self.way[0][0] <= self.dut.cycles
        data = self.way[0][1] if done else 0xBAD
        room = len(self.way) - done < 2 and not (self.rng and self.rng.random() < 0.3)
        self.dut.drive(mem_done_i=int(done), mem_data_i=data, mem_ready_i=int(room))
        if done:
            self.way.popleft()
        if self.dut.mem_valid_o and room:
            self._take()

    def _take(self) -> None:
        dut = self.dut
        address, size = dut.mem_address_o, 1 << dut.mem_size_o
        assert size <= 4 and address % size == 0 and BASE <= address < BASE + BYTES
        self.accesses += 1
        if dut.mem_write_o:
            for i in range(size):  # a byte of the word is where it is in memory
                self.bytes[address + i] = dut.mem_data_o >> 8 * (address % 4 + i) & 0xFF
        else:
            assert size == 4
        data = int.from_bytes(bytes(self.bytes.get(address + i, 0) for i in range(4)), "little")
        late = self.rng.randrange(1, 6) if self.rng else 3
        self.way.append((max(dut.cycles + late, self.way[-1][0] + 1 if self.way else 0), data))


@pytest.mark.parametrize("seed", [None, 1, 2, 3])
def test_memory(seed):
    """Words with any enabled bytes are written and read back, accesses outside are rejected, and all answers come in
    order."""
    rng = random.Random(seed or 9)
    dut = Dut(_memory())
    dut.reset()
    cache = _Cache(dut, random.Random(seed) if seed else None)
    model: dict[int, int] = {}
    requests, want, answers = deque(), [], []
    for _ in range(400):
        outside = rng.random() < 0.1
        place = rng.choice((BASE - 4, BASE + BYTES, 0, 0xFFFFFFFC)) if outside else BASE + 4 * rng.randrange(16)
        if rng.randrange(16) == 0 and not outside:
            place = BASE + BYTES - 4
        write, enable, word = rng.random() < 0.5, rng.randrange(1, 16), rng.getrandbits(32)
        requests.append((place, write, enable if write else 15, word))
        if outside:
            want.append((1, None))
        elif write:
            model |= {place + i: word >> 8 * i & 0xFF for i in range(4) if enable >> i & 1}
            want.append((0, None))
        else:
            want.append((0, sum(model.get(place + i, 0) << 8 * i for i in range(4))))
    held = 0
    while len(answers) < len(want):
        asks = bool(requests) and (held or not seed or rng.random() < 0.8)
        place, write, enable, word = requests[0] if asks else (0, 0, 0, 0)
        dut.drive(req_i=int(asks), we_i=int(write), be_i=enable, addr_i=place, wdata_i=word)
        cache.settle()
        if dut.rvalid_o:
            expected = want[len(answers)]
            answers.append((dut.err_o, None if expected[1] is None else dut.rdata_o))
        held = int(asks and not dut.gnt_o)
        if asks and dut.gnt_o:
            requests.popleft()
        dut.cycle()
        assert dut.cycles < 20000
    assert answers == want
    assert all(cache.bytes.get(address, 0) == byte for address, byte in model.items())


def test_pauses_after_each_access_while_it_yields():
    """In these the cache serves the processor; an access that waits for the cache is not cancelled."""
    dut = Dut(_memory())
    dut.reset()
    cache = _Cache(dut, None)
    taken: dict[int, list[int]] = {0: [], 1: []}
    for cycle in range(400):
        yields = int(cycle >= 100)
        dut.drive(yield_i=yields, req_i=1, we_i=0, be_i=15, addr_i=BASE + 4 * (cache.accesses % 16), wdata_i=0)
        before = cache.accesses
        cache.settle()
        if cache.accesses > before:
            taken[yields].append(cycle)
        dut.cycle()
    gaps = {yields: {b - a for a, b in pairwise(actual)} for yields, actual in taken.items()}
    assert max(gaps[0]) <= 3 and gaps[1] == {16}


@pytest.mark.parametrize("enable", range(1, 16))
def test_adjacent_bytes_need_as_few_accesses_as_possible(enable):
    """Adjacent bytes are transferred as a word, a half word or single bytes."""
    dut = Dut(_memory())
    dut.reset()
    cache = _Cache(dut, None)
    dut.drive(req_i=1, we_i=1, be_i=enable, addr_i=BASE + 8, wdata_i=0x44332211)
    while True:
        cache.settle()
        granted = dut.gnt_o
        dut.cycle()
        if granted:
            break
    least = {0b1111: 1, 0b0011: 1, 0b1100: 1, 0b0111: 2, 0b1110: 2, 0b1011: 2, 0b1101: 2, 0b0110: 2}
    assert cache.accesses == least.get(enable, enable.bit_count())
    assert cache.bytes == {BASE + 8 + i: 0x11 * (i + 1) for i in range(4) if enable >> i & 1}
