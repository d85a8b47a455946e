# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Plays software towards vmb_engine_ring: descriptors in memory, and the ring's registers."""

from __future__ import annotations

import functools
import random
from dataclasses import dataclass

from tests.rtl.dut import Model, build
from tests.rtl.engine import FIELDS, NONE, OFFSETS, Engine, job_word
from tests.rtl.engine_cases import Case
from vambrace.base.paths import root
from vambrace.hardware import rtl

FOLDER = root() / "rtl" / "ring"

ADDR, CONTROL, TAIL, HEAD, STATUS = range(48, 53)
ENABLE, STOP, IRQ = 1, 2, 4
SIZE = 8
#: Words of a descriptor, and its status word.
JOB_WORD, STATUS_WORD, BYTES = 12, 13, 64
READY, DONE = 1, 1 << 31
#: Cycles after which a memory counts as silent.
QUIET = 300


@functools.cache
def model(bits: int = 32, **parameters: int) -> Model:
    """Return the model of an engine with Ascon and AES of 128 bits."""
    less = {
        "Chacha": 0,
        "AsconV12": 0,
        "AesKeyBits": 128,
        "AesDecrypt": 0,
        "HoldWords": 81,
        "Slots": 1,
        "Watchdog": QUIET,
    }
    files = tuple(rtl.core_files(FOLDER / "vmb_engine_ring.core"))
    return build("vmb_engine_ring", files, PortBits=bits, **{**less, **parameters})


@dataclass
class Packet:
    """A message in memory, and its expected outputs."""

    case: Case
    decrypt: int
    out: int  # address
    tag: int
    words: list[int]  # of its descriptor, without the status word
    wanted: bytes
    error: int = NONE

    @property
    def wanted_tag(self) -> bytes:
        return b"" if self.decrypt else self.case.sealed[1]


class Ring(Engine):
    """One engine with a ring. Descriptors begin at `base`, the packets' buffers behind them."""

    def __init__(self, model: Model, rng: random.Random | None = None, size: int = 4, **more) -> None:
        super().__init__(model, rng, **more)
        self.size, self.base = size, 0x8000
        self._at = 0x1_0000

    def write_at(self, index: int, value: int) -> int:
        """Write a register by its index; return whether that was rejected."""
        self.dut.drive(reg_req_i=1, reg_we_i=1, reg_index_i=index, reg_wdata_i=value)
        self._ready()
        fault = self.dut.reg_fault_o
        self.cycle()
        self.dut.drive(reg_req_i=0, reg_we_i=0, reg_wdata_i=0)
        return fault

    def read_at(self, index: int) -> int:
        self.dut.drive(reg_req_i=1, reg_we_i=0, reg_index_i=index)
        self._ready()
        value, fault = self.dut.reg_rdata_o, self.dut.reg_fault_o
        assert not fault, index
        self.cycle()
        self.dut.reg_req_i = 0
        return value

    def enable(self, more: int = 0) -> int:
        return self.write_at(CONTROL, ENABLE | more | self.size << SIZE)

    def start(self, more: int = 0) -> None:
        """Empty the ring and enable it."""
        assert not self.write_at(ADDR, self.base)
        assert not self.enable(more)

    def packet(self, case: Case, decrypt: int = 0, rng: random.Random | None = None, forged: bool = False) -> Packet:
        """Place a message in memory, at any alignment with a random generator, and make its descriptor."""
        memory = self.memory
        sealed, tag = case.sealed
        data, wanted = (sealed, case.plaintext) if decrypt else (case.plaintext, sealed)

        def place(content: bytes, readable: bool = True) -> int:
            at = self._at + (rng.randrange(16) if rng else 0)
            self._at += -(-len(content) // 64) * 64 + 128
            if readable:
                memory.place(at, content)
            else:
                memory.room(at, len(content))
            return at

        key, nonce, ad, text = (place(x) for x in (case.key, case.nonce, case.ad, data))
        out = place(data, False)
        if forged:
            tag = bytes([tag[0] ^ 1]) + tag[1:]
        tag_at = place(tag, bool(decrypt))
        fields = {"nonce_len": len(case.nonce), "tag_len": len(tag), "decrypt": decrypt, "ad_end": 1, "data_end": 1}
        job = job_word(case.algorithm, **fields)
        words = [key, nonce, ad, len(case.ad), text, len(data), out, tag_at, 0, 0, 0, 0, job]
        return Packet(case, decrypt, out, tag_at, words, wanted, 1 if forged else NONE)

    def descriptor(self, number: int) -> int:
        """Return the address of a descriptor."""
        return self.base + BYTES * (number % (1 << self.size))

    def put(self, number: int, packet: Packet, status: int = READY) -> None:
        at = self.descriptor(number)
        self.memory.place(at, b"".join(w.to_bytes(4, "little") for w in (*packet.words, status, 0, 0)))
        self.memory.room(at + 4 * STATUS_WORD, 4)

    def status_word(self, number: int) -> int:
        return int.from_bytes(self.memory.get(self.descriptor(number) + 4 * STATUS_WORD, 4), "little")

    def check(self, number: int, packet: Packet) -> None:
        """The status word has the expected error, and the outputs are right, or zeros or not written."""
        assert self.status_word(number) == DONE | packet.error << 1, (number, hex(self.status_word(number)))
        out = self.memory.get(packet.out, len(packet.wanted))
        if packet.error == NONE:
            assert out == packet.wanted and self.memory.get(packet.tag, len(packet.wanted_tag)) == packet.wanted_tag
        else:
            assert out == bytes([0xEE]) * len(out)


__all__ = ["ADDR", "CONTROL", "FIELDS", "HEAD", "IRQ", "OFFSETS", "STATUS", "STOP", "TAIL", "Packet", "Ring", "model"]
