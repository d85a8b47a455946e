# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""A memory behind an OBI port, and the rules of OBI 1.2 for its manager.

    bus = Bus(dut, memory, rng, stall=0.3, latency=(1, 5))
    bus.cycle()          # instead of dut.cycle(); or settle(), look, clock()

The ports are req_o, gnt_i, addr_o, we_o, be_o, wdata_o, rvalid_i, rdata_i, err_i. Checked in every cycle: a request
stays as it is until granted, and does not depend on the bus's signals of the same cycle; addresses are those of words,
and a write enables a byte. Answers come in order.
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Collection
from typing import NamedTuple

from tests.rtl.dut import Dut


class Request(NamedTuple):
    address: int
    write: bool
    enable: int
    data: int


class Bus:
    """`stall`: the probability that a request waits for its grant in a cycle. `latency`: minimum and maximum cycles
    from a grant to its answer. `errors`: addresses of missing words: the answer is an error. `width`: bytes of a word.
    """

    def __init__(
        self,
        dut: Dut,
        memory: bytearray,
        rng: random.Random,
        stall: float = 0,
        latency: tuple[int, int] = (1, 1),
        errors: Collection[int] = (),
        width: int = 4,
    ) -> None:
        self.dut, self.memory, self.rng = dut, memory, rng
        self.stall, self.latency, self.errors, self.width = stall, latency, errors, width
        self.granted: list[tuple[int, Request]] = []  # and in which cycle
        self.unanswered: deque[tuple[int, int, bool]] = deque()  # due, data, error
        self.failed = 0  # answers that were errors
        self.waits: Request | None = None  # for its grant

    def _request(self) -> Request | None:
        dut = self.dut
        if not dut.req_o:
            return None
        return Request(dut.addr_o, bool(dut.we_o), dut.be_o, dut.wdata_o)

    def settle(self) -> None:
        """Drive the bus's signals of this cycle, when all other inputs are set."""
        dut, rng = self.dut, self.rng
        dut.drive(gnt_i=0, rvalid_i=0)
        quiet = self._request()
        answers = bool(self.unanswered) and self.unanswered[0][0] <= dut.cycles
        _, data, error = self.unanswered[0] if answers else (0, self._noise(), rng.random() < 0.5)
        dut.drive(gnt_i=int(rng.random() >= self.stall), rvalid_i=int(answers), rdata_i=data, err_i=int(error))
        request = self._request()
        assert request == quiet, "a request depends on the answer"
        assert self.waits in (None, request), "a request changed before it was granted"

    def cycle(self) -> None:
        self.settle()
        self.clock()

    def clock(self) -> None:
        dut = self.dut
        request = self._request()
        self.waits = None if dut.gnt_i else request
        if dut.rvalid_i:
            self.failed += dut.err_i
            self.unanswered.popleft()
        if request and dut.gnt_i:
            self.granted.append((dut.cycles, request))
            due = dut.cycles + self.rng.randint(*self.latency)
            self.unanswered.append((due, *self._serve(request)))
        dut.cycle()

    def _serve(self, request: Request) -> tuple[int, bool]:
        address, width = request.address, self.width
        assert address % width == 0 and request.enable
        if address in self.errors:
            return self._noise(), True
        assert address + width <= len(self.memory), f"nothing at {address:#x}"
        if not request.write:
            assert request.enable == (1 << width) - 1
            return int.from_bytes(self.memory[address : address + width], "little"), False
        for i in range(width):
            if request.enable >> i & 1:
                self.memory[address + i] = request.data >> 8 * i & 255
        return self._noise(), False

    def _noise(self) -> int:
        return self.rng.getrandbits(8 * self.width)
