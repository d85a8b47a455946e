# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Plays software and memory towards vmb_engine: a memory behind its port, jobs through its registers.

    engine = Engine(model())
    result = engine.seal("ascon-aead128", key, nonce, ad, message)

The memory answers `latency` cycles after the grant, by default in the next cycle, and with a random generator it grants
late and answers late. On the way it checks the rules of its bus (a request stays until it is granted), that nothing is
read or written outside of the job's segments, and that no byte is written twice.
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from tests.rtl.dut import Dut, Model
from vambrace.config import units
from vambrace_dev import registers

NONE, TAG, BUS, ALGORITHM, ARGUMENT, SLOT, ABORTED, TIMEOUT, FAULT, POLICY = range(10)  # error_e

OFFSETS = registers.offsets()
FIELDS = registers.fields()


#: Ascon-AEAD128 with a key of 32 bytes, whose second half masks the nonce (SP 800-232, section 4.2.2).
MASKED = "ascon-aead128-options"


def in_units(algorithm: str) -> str:
    """Return its name in configs/units.toml."""
    return "ascon-aead128" if algorithm == MASKED else algorithm


def job_word(algorithm: str, **fields: int) -> int:
    """What to write to JOB."""
    key_len = {"key_len": 2} if algorithm == MASKED else {}
    fields = {**units.algorithms()[in_units(algorithm)].job, **key_len, **fields}
    if (number := fields.pop("algorithm_number", None)) is not None:  # any number, also of a missing family
        fields["algorithm"] = number
    word = 0
    for name, value in fields.items():
        low, width = FIELDS["job"][name]
        assert value >> width == 0, (name, value)
        word |= value << low
    return word


class Memory:
    """Bytes at addresses, with permissions to read and write them."""

    def __init__(
        self, rng: random.Random | None = None, stalls: tuple[float, float] = (0.4, 0.3), latency: int = 1
    ) -> None:
        self.rng = rng
        self.latency = latency  # least cycles from a grant to its answer
        self.width = 4  # bytes of a word at the port
        self.stalls = stalls  # probabilities that a grant, and an answer, is delayed by a cycle
        self.bytes: dict[int, int] = {}
        self.readable: set[int] = set()
        self.writable: set[int] = set()
        self.broken: set[int] = set()  # bytes; words with one of them answer with an error
        self.written: list[tuple[int, int, int]] = []  # address, enable, word: every write, in order
        self.rewritable = False
        self.requests: list[tuple[int, int, int]] = []  # cycle, address, write: every granted request
        self.touch: Callable[[int, int], None] | None = None  # called at a request: address, write
        self.most = 0  # answers owed at once
        self._waiting: deque[tuple[int, int, int]] = deque()  # cycle, data, error
        self._held: tuple[int, ...] | None = None

    def place(self, address: int, data: bytes) -> None:
        """Bytes that may be read."""
        for i, byte in enumerate(data):
            self.bytes[address + i] = byte
            self.readable.add(address + i)

    def room(self, address: int, length: int) -> None:
        """Bytes that may be written."""
        self.writable.update(range(address, address + length))

    def get(self, address: int, length: int) -> bytes:
        return bytes(self.bytes.get(address + i, 0xEE) for i in range(length))

    def step(self, dut: Dut) -> None:
        """One cycle, before the edge: answer granted requests, and grant new ones."""
        due = bool(self._waiting) and self._waiting[0][0] <= dut.cycles
        answers = due and not (self.rng and self.rng.random() < self.stalls[1])
        _, data, error = self._waiting[0] if answers else (0, 0, 0)
        dut.drive(mem_rvalid_i=int(answers), mem_rdata_i=data, mem_err_i=error)
        if dut.mem_req_o:
            shown = (dut.mem_addr_o, dut.mem_we_o, dut.mem_be_o, dut.mem_wdata_o)
            assert self._held in (None, shown), f"a request changed before it was granted: {self._held} {shown}"
            grants = not (self.rng and self.rng.random() < self.stalls[0])
            dut.mem_gnt_i = int(grants)
            assert (dut.mem_addr_o, dut.mem_we_o, dut.mem_be_o, dut.mem_wdata_o) == shown
            self._held = None if grants else shown
            if grants:
                self.requests.append((dut.cycles, *shown[:2]))
                self._waiting.append((dut.cycles + self.latency, *self._serve(*shown)))
                self.most = max(self.most, len(self._waiting))
                if self.touch:
                    self.touch(*shown[:2])
        else:
            assert self._held is None, "a request was withdrawn"
            dut.mem_gnt_i = 0
        if answers:
            self._waiting.popleft()

    def forget(self) -> None:
        self._waiting.clear()
        self._held = None

    def _serve(self, address: int, write: int, enable: int, word: int) -> tuple[int, int]:
        assert address % self.width == 0
        places = range(address, address + self.width)
        if not self.broken.isdisjoint(places):
            return 0xDEAD0000, 1
        if write:
            self.written.append((address, enable, word))
            assert enable, "a write without enabled bytes"
            for i, place in enumerate(places):
                if enable >> i & 1:
                    assert place in self.writable, f"a write outside, or a second one, at {place:#x}"
                    if not self.rewritable:
                        self.writable.remove(place)
                    self.bytes[place] = word >> 8 * i & 0xFF
            return 0xBAD0BAD0, 0
        assert not self.readable.isdisjoint(places), f"a read outside at {address:#x}"
        return int.from_bytes(bytes(self.bytes.get(place, 0x55) for place in places), "little"), 0


@dataclass
class Result:
    error: int
    out: bytes
    tag: bytes
    cycles: int  # from the write of JOB to the end of the job
    writes: list[tuple[int, int, int]] = field(default_factory=list)


class Engine:
    """One engine and its memory. Segments of a job lie 4 KiB apart or more, at the offsets given."""

    def __init__(
        self,
        model: Model,
        rng: random.Random | None = None,
        seed: int = 1,
        stalls: tuple[float, float] = (0.4, 0.3),
        two_passes: bool = False,  # allowed after each reset
        latency: int = 1,
    ) -> None:
        self.dut = Dut(model, seed)
        self.rng = rng
        self.memory = Memory(rng, stalls, latency)
        if "mem_rdata_i" in self.dut:
            self.memory.width = self.dut.bits("mem_rdata_i") // 8
        self.two_passes = two_passes
        self.reset()

    def cycle(self) -> None:
        self.memory.step(self.dut)
        self.dut.cycle()

    def reset(self) -> None:
        """Reset in any state: earlier requests get no answers."""
        self.memory.forget()
        self.dut.drive(reg_req_i=0, mem_gnt_i=0, mem_rvalid_i=0)
        self.dut.reset()
        self.wait()
        if self.two_passes:
            self.allow(two_passes=1, early=1, memory_keys=1)

    def wait(self, limit: int = 100_000) -> int:
        """Cycles until the engine is idle."""
        for waited in range(limit):
            if not self.dut.busy_o:
                return waited
            self.cycle()
        raise AssertionError("the engine is stuck")

    # ---- Registers ----

    def write(self, register: str, value: int, index: int = 0) -> int:
        """Return whether it was rejected."""
        self.dut.drive(reg_req_i=1, reg_we_i=1, reg_index_i=OFFSETS[register] // 4 + index, reg_wdata_i=value)
        self._ready()
        fault = self.dut.reg_fault_o
        self.cycle()
        self.dut.drive(reg_req_i=0, reg_we_i=0, reg_wdata_i=0)
        return fault

    def _ready(self, limit: int = 5000) -> None:
        """Wait until an access completes: at once, except for DIN and DOUT."""
        for _ in range(limit):
            if self.dut.reg_ready_o:
                return
            self.cycle()
        raise AssertionError("an access is stuck")

    def write_pair(self, register: str, even: int, odd: int) -> int:
        self.dut.drive(reg_pair_i=1, reg_wdata_odd_i=odd)
        fault = self.write(register, even)
        self.dut.drive(reg_pair_i=0, reg_wdata_odd_i=0)
        return fault

    def read(self, register: str) -> tuple[int, int]:
        """Return its value, and whether the access was rejected."""
        self.dut.drive(reg_req_i=1, reg_we_i=0, reg_index_i=OFFSETS[register] // 4)
        self._ready()
        answer = self.dut.reg_rdata_o, self.dut.reg_fault_o
        self.cycle()
        self.dut.reg_req_i = 0
        return answer

    def status(self, name: str) -> int:
        value, fault = self.read("status")
        assert not fault
        low, width = FIELDS["status"][name]
        return value >> low & ((1 << width) - 1)

    def control(self, name: str) -> None:
        """Abort, or wipe the slots."""
        assert not self.write("control", 1 << FIELDS["control"][name][0])

    def allow(self, **allowed: int) -> int:
        """Write to POLICY; return whether that was rejected."""
        return self.write("policy", sum(value << FIELDS["policy"][name][0] for name, value in allowed.items()))

    def slot(self, slot: int, **fields: int) -> int:
        """Write to SLOT; return whether that was rejected."""
        return self.write("slot", slot | sum(value << FIELDS["slot"][name][0] for name, value in fields.items()))

    def load_slot(self, slot: int, key: bytes, family: int = 0) -> None:
        """Load a key for jobs of the family of this number, or of any family if it is 0."""
        assert not self.slot(slot, open=1)
        for i in range(0, len(key), 4):
            assert not self.write("key", int.from_bytes(key[i : i + 4], "little"), i // 4)
        assert not self.slot(slot, close=1, key_len=len(key) // 8 - 2, family=family)

    # ---- Jobs ----

    @staticmethod
    def context_words(algorithm: str) -> int:
        return 10 if algorithm.startswith("aes") else 7 if algorithm.startswith("chacha") else 12

    def context(self, algorithm: str) -> bytes:
        """Return the context that the last job saved."""
        return self.memory.get(self.at["ctx"], 4 * self.context_words(algorithm))

    def job(self, algorithm: str, *parts: bytes, **more: Any) -> Result:
        """Run one job; arguments as for begin()."""
        self.begin(algorithm, *parts, **more)
        return self.end()

    def begin(
        self,
        algorithm: str,
        key: bytes = b"",
        nonce: bytes = b"",
        ad: bytes = b"",
        data: bytes = b"",
        tag: bytes = b"",
        tag_len: int = 0,
        out_len: int = 0,
        context: bytes = b"",
        totals: tuple[int, int] | None = None,
        offsets: tuple[int, int, int, int, int] = (0, 0, 0, 0, 0),
        in_place: bool = False,
        base: int = 0x1_0000,
        ctx_offset: int = 0,
        **fields: int,
    ) -> None:
        """Starts one job, with these alignments of key, AD, message, result and tag. `tag` is one to verify."""
        memory = self.memory
        memory.readable.clear()
        memory.writable.clear()
        memory.written.clear()
        memory.requests.clear()
        decrypt = fields.get("decrypt", 0)
        names = ("key", "ad", "in", "out", "tag", "nonce", "ctx")
        places = (*offsets, (offsets[0] + offsets[3]) % 16, ctx_offset)
        at = {name: base + 0x4_0000 * i + place for i, (name, place) in enumerate(zip(names, places, strict=True))}
        if in_place:
            at["out"] = at["in"]
        hashes = "hash" in algorithm or "xof" in algorithm
        self._out = at["out"], out_len if hashes else len(data)
        self._tag = at["tag"], tag_len if fields.get("data_end") and not decrypt else 0
        self.at = at
        for name, what in (("key", key), ("nonce", nonce), ("ad", ad), ("in", data)):
            memory.place(at[name], what)
        if decrypt and tag:
            memory.place(at["tag"], tag)
        memory.place(at["ctx"], context)
        memory.room(*self._out)
        memory.room(*self._tag)
        if fields.get("save"):
            memory.room(at["ctx"], 4 * self.context_words(algorithm))
        values = {
            "key_addr": at["key"],
            "nonce_addr": at["nonce"],
            "ad_addr": at["ad"],
            "ad_len": len(ad),
            "in_addr": at["in"],
            "data_len": len(data),
            "out_addr": at["out"],
            "tag_addr": at["tag"],
            "ctx_addr": at["ctx"],
            "out_len": out_len,
        }
        if totals is not None:
            values |= {"ad_total": totals[0], "data_total": totals[1]}
            fields["totals"] = 1
        for name, value in values.items():
            assert not self.write(name, value), name
        self.word = job_word(algorithm, nonce_len=len(nonce), tag_len=tag_len or len(tag), **fields)
        self._began = self.dut.cycles
        self.refused = self.write("job", self.word)

    def end(self) -> Result:
        self.wait()
        cycles = self.dut.cycles - self._began
        error = self.status("error")
        return Result(
            error, self.memory.get(*self._out), self.memory.get(*self._tag), cycles, list(self.memory.written)
        )

    def seal(
        self, algorithm: str, key: bytes, nonce: bytes, ad: bytes, data: bytes, tag_len: int = 16, **more
    ) -> Result:
        return self.job(algorithm, key, nonce, ad, data, tag_len=tag_len, ad_end=1, data_end=1, **more)

    def open(self, algorithm: str, key: bytes, nonce: bytes, ad: bytes, data: bytes, tag: bytes, **more) -> Result:
        return self.job(algorithm, key, nonce, ad, data, tag=tag, decrypt=1, ad_end=1, data_end=1, **more)

    def parts(self) -> Iterator[None]:
        """Yield after each cycle until the job has ended, for a test that observes or interferes."""
        while self.dut.busy_o:
            self.cycle()
            yield
