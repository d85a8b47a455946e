# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""vmb_tl_obi: reads and writes of every size that this TileLink has, over a memory of any pace."""

from __future__ import annotations

import random
from collections import deque

import pytest

from tests.rtl.checks import checked
from tests.rtl.dut import Dut, build
from tests.rtl.obi import Bus
from vambrace.base.paths import root

PUT_FULL, PUT_PARTIAL, GET = 0, 1, 4
FILE = root() / "rtl" / "couple" / "vmb_tl_obi.sv"


def _beats(size: int, width: int) -> int:
    return max(1, (1 << size) // width)


class _Client:
    """Channel A's beats, and the expected answer of channel D to each request."""

    def __init__(self, rng: random.Random, memory: bytearray, count: int, errors: set[int], width: int) -> None:
        self.beats: deque[dict[str, int]] = deque()
        self.want: deque[tuple[int, ...]] = deque()  # opcode, size, source, denied, data under a mask
        for _ in range(count):
            size, opcode = rng.randrange(7), rng.choice((PUT_FULL, PUT_PARTIAL, GET, GET))
            address = rng.randrange(0, len(memory), 1 << size)
            source = rng.randrange(4)
            lanes = (1 << min(width, 1 << size)) - 1 << address % width
            head = {"a_opcode_i": opcode, "a_size_i": size, "a_source_i": source, "a_address_i": address}
            if opcode == GET:
                self.beats.append({**head, "a_mask_i": lanes, "a_data_i": rng.getrandbits(8 * width)})
            for beat in range(_beats(size, width)):
                at = address // width * width + width * beat
                denied = int(at in errors)
                if opcode == GET:
                    word = int.from_bytes(memory[at : at + width], "little")
                    self.want.append((1, size, source, denied, word))
                    continue
                mask = lanes if opcode == PUT_FULL else lanes & rng.getrandbits(width) or lanes
                data = rng.getrandbits(8 * width)
                self.beats.append({**head, "a_mask_i": mask, "a_data_i": data})
                if not denied:
                    for i in range(width):
                        if mask >> i & 1:
                            memory[at + i] = data >> 8 * i & 0xFF
                if beat == _beats(size, width) - 1:
                    self.want.append((0, size, source, denied))


@pytest.mark.parametrize(("stall", "latency", "pause"), [(0, (1, 1), 0), (0.3, (1, 4), 0.3), (0.1, (3, 3), 0.6)])
@pytest.mark.parametrize(("width", "denies"), [(4, 0), (4, 1), (8, 0)])
def test_reads_and_writes(stall, latency, pause, denies, width):
    rng = random.Random(f"{stall}{denies}")
    dut = Dut(build("vmb_tl_obi", checked(FILE), MayDeny=denies, Bytes=width))
    dut.reset()
    memory = bytearray(rng.randbytes(512))
    errors = {64, 204} if denies else set()
    client = _Client(rng, bytearray(memory), 300, errors, width)
    bus = Bus(dut, memory, rng, stall, latency, errors, width)
    shown = False
    while client.want:
        shown = bool(client.beats) and (shown or rng.random() >= pause)
        if shown:
            dut.drive(**client.beats[0])
        dut.drive(a_valid_i=int(shown), d_ready_i=int(rng.random() >= pause))
        bus.settle()
        taken = shown and dut.a_ready_o
        if dut.d_valid_o and dut.d_ready_i:
            opcode, size, source, denied, *data = client.want.popleft()
            assert (dut.d_opcode_o, dut.d_size_o, dut.d_source_o) == (opcode, size, source)
            assert dut.d_denied_o == denied
            if data and not denied:
                assert dut.d_data_o == data[0]
        bus.clock()
        if taken:
            client.beats.popleft()
            shown = False
        assert dut.cycles < 30000
    assert not client.beats


@pytest.mark.parametrize(("width", "beats"), [(4, 16), (8, 8)])
def test_one_beat_per_cycle(width, beats):
    """A line of 16 words is read in 17 cycles, the next one follows without a gap."""
    dut = Dut(build("vmb_tl_obi", checked(FILE), MayDeny=0, Bytes=width))
    dut.reset()
    rng = random.Random(1)
    bus = Bus(dut, bytearray(rng.randbytes(512)), rng, width=width)
    dut.drive(a_valid_i=1, d_ready_i=1, a_opcode_i=GET, a_size_i=6, a_source_i=1, a_address_i=64)
    dut.a_mask_i = (1 << width) - 1
    began, answers = dut.cycles, 0
    while answers < 2 * beats:
        bus.settle()
        answers += dut.d_valid_o
        bus.clock()
    assert dut.cycles - began == 2 * beats + 1
