# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The cocotb checks of test_couple_axi4l.py: the master of cocotbext-axi connected to engine_axi4l.

Each check runs twice: with a master that is always ready, and with one that pauses each channel at random. An engine
without a memory port has the checks of words, one with a port those of jobs, with DMA in the environment.
"""

from __future__ import annotations

import itertools
import os
import random
from collections import deque
from collections.abc import Iterator

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge, ReadOnly, RisingEdge, with_timeout
from cocotbext.axi import AxiLiteBus, AxiLiteMaster, AxiResp

from tests.rtl.engine import FIELDS, OFFSETS, job_word
from vambrace.software.oracles import oracle

PAUSES = cocotb.parametrize(pauses=[False, True])
DMA = os.environ["DMA"] == "1"


def _random_pauses(seed: int) -> Iterator[bool]:
    rng = random.Random(seed)
    return (rng.random() < 0.6 for _ in itertools.count())


async def _master(dut, pauses: bool) -> AxiLiteMaster:
    cocotb.start_soon(Clock(dut.clk, 10, unit="ns").start())
    master = AxiLiteMaster(AxiLiteBus.from_prefix(dut, "s_axil"), dut.clk, dut.rst_n, reset_active_level=False)
    if pauses:
        write, read = master.write_if, master.read_if
        channels = (write.aw_channel, write.w_channel, write.b_channel, read.ar_channel, read.r_channel)
        for seed, channel in enumerate(channels):
            channel.set_pause_generator(_random_pauses(seed))
    dut.mem_gnt.value = dut.mem_rvalid.value = dut.mem_err.value = dut.mem_rdata.value = 0
    dut.rst_n.value = 0
    for _ in range(3):
        await RisingEdge(dut.clk)
    dut.rst_n.value = 1
    for _ in range(400):  # the withheld words are overwritten after a reset
        await RisingEdge(dut.clk)
    return master


async def _write(master: AxiLiteMaster, register: str, value: int, resp: AxiResp = AxiResp.OKAY) -> None:
    answer = await with_timeout(master.write(OFFSETS[register], value.to_bytes(4, "little")), 100, "us")
    assert answer.resp == resp, (register, answer.resp)


async def _read(master: AxiLiteMaster, register: str, resp: AxiResp = AxiResp.OKAY) -> int:
    answer = await with_timeout(master.read(OFFSETS[register], 4), 100, "us")
    assert answer.resp == resp, (register, answer.resp)
    return int.from_bytes(answer.data, "little")


def _padded_words(data: bytes) -> list[int]:
    return [int.from_bytes(data[i : i + 4].ljust(4, b"\0"), "little") for i in range(0, len(data), 4)]


async def _message(master: AxiLiteMaster, job: int, heads: list[bytes], data: bytes, ends: bytes, opens: bool) -> bytes:
    """Run a job; return its output words. Those of a seal come block by block."""
    await _write(master, "ad_len", len(heads[2]))
    await _write(master, "data_len", len(data))
    await _write(master, "job", job)
    for head in heads:
        for word in _padded_words(head):
            await _write(master, "din", word)
    out = b""
    words = _padded_words(data)
    for place in range(0, len(words), 4):
        block = words[place : place + 4]
        for word in block:
            await _write(master, "din", word)
        if not opens:
            for _ in block:
                out += (await _read(master, "dout")).to_bytes(4, "little")
    for word in _padded_words(ends):
        await _write(master, "din", word)
    return out


async def _error(master: AxiLiteMaster) -> int:
    low, width = FIELDS["status"]["error"]
    for _ in range(200):
        status = await _read(master, "status")
        if not status & 1:
            return status >> low & ((1 << width) - 1)
    raise AssertionError("the job does not end")


@cocotb.test(skip=DMA)
@PAUSES
async def seals_and_opens(dut, pauses):
    """Ascon-AEAD128 through DIN and DOUT, and a forgery without output."""
    master = await _master(dut, pauses)
    rng = random.Random(7)
    for ad_len, length in ((0, 0), (1, 3), (5, 16), (16, 33), (25, 86)):
        key, nonce = rng.randbytes(16), rng.randbytes(16)
        ad, message = rng.randbytes(ad_len), rng.randbytes(length)
        ciphertext, tag = oracle.seal("ascon-aead128", key, nonce, ad, message, 16)
        fields = {"nonce_len": 16, "tag_len": 16, "ad_end": 1, "data_end": 1}
        heads = [key, nonce, ad]
        out = await _message(master, job_word("ascon-aead128", **fields), heads, message, b"", False)
        got_tag = b"".join([(await _read(master, "dout")).to_bytes(4, "little") for _ in range(4)])
        assert (out[:length], got_tag) == (ciphertext, tag), (ad_len, length)
        assert await _error(master) == 0
        opening = job_word("ascon-aead128", decrypt=1, **fields)
        await _message(master, opening, heads, ciphertext, tag, True)
        words = -(-length // 4)
        out = b"".join([(await _read(master, "dout")).to_bytes(4, "little") for _ in range(words)])
        assert out[:length] == message
        assert await _error(master) == 0
        forged = bytes([tag[0] ^ 1, *tag[1:]])
        await _message(master, opening, heads, ciphertext, forged, True)
        assert await _error(master) == 1
        assert await _read(master, "dout", AxiResp.SLVERR) == 0


@cocotb.test(skip=DMA)
@PAUSES
async def refuses(dut, pauses):
    """An access that the engine rejects is answered by SLVERR and has no effect, and the next access works."""
    master = await _master(dut, pauses)
    await _write(master, "ad_len", 0x1234)
    for register in ("status", "features", "dout"):
        await _write(master, register, 1, AxiResp.SLVERR)
    for register in ("job", "control", "slot", "key", "din"):
        assert await _read(master, register, AxiResp.SLVERR) == 0
    for offset in (0x80, 0xD8, 0xFFC):
        answer = await with_timeout(master.write(offset, b"\1\2\3\4"), 100, "us")
        assert answer.resp == AxiResp.SLVERR
        answer = await with_timeout(master.read(offset, 4), 100, "us")
        assert answer.resp == AxiResp.SLVERR
    answer = await with_timeout(master.write(OFFSETS["ad_len"], b"\xff"), 100, "us")  # one byte of it
    assert answer.resp == AxiResp.SLVERR
    assert await _read(master, "ad_len") == 0x1234


@cocotb.test()
@PAUSES
async def many_at_once(dut, pauses):
    """Concurrent writes and reads keep their order and their values."""
    master = await _master(dut, pauses)
    rng = random.Random(9)
    names = [name for name in OFFSETS if OFFSETS[name] < OFFSETS["job"]]
    values = {name: rng.getrandbits(32) for name in names}
    writes = [cocotb.start_soon(master.write(OFFSETS[n], v.to_bytes(4, "little"))) for n, v in values.items()]
    for task in writes:
        assert (await with_timeout(task, 100, "us")).resp == AxiResp.OKAY
    reads = {n: cocotb.start_soon(master.read(OFFSETS[n], 4)) for n in names}
    other = cocotb.start_soon(master.write(OFFSETS["irq"], bytes(4)))
    for name, task in reads.items():
        assert int.from_bytes((await with_timeout(task, 100, "us")).data, "little") == values[name]
    await with_timeout(other, 100, "us")


class _Memory:
    """64 KiB behind the engine's port; each access may wait for its grant and its answer."""

    def __init__(self, dut, waits: bool) -> None:
        self.dut, self.rng, self.waits = dut, random.Random(3), waits
        self.bytes = bytearray(self.rng.randbytes(1 << 16))
        self.answers: deque[int] = deque()

    async def serve(self) -> None:
        """The bus drives its signals half a cycle before the edge; a request does not depend on its grant."""
        dut = self.dut
        while True:
            await FallingEdge(dut.clk)
            granted = not self.waits or self.rng.random() < 0.6
            answered = bool(self.answers) and (not self.waits or self.rng.random() < 0.6)
            dut.mem_gnt.value = granted
            dut.mem_rvalid.value = answered
            dut.mem_rdata.value = self.answers.popleft() if answered else self.rng.getrandbits(32)
            await ReadOnly()
            if granted and dut.mem_req.value == 1:
                address, word = int(dut.mem_addr.value), int(dut.mem_wdata.value)
                if dut.mem_we.value == 1:
                    for i in range(4):
                        if int(dut.mem_be.value) >> i & 1:
                            self.bytes[address + i] = word >> 8 * i & 0xFF
                self.answers.append(int.from_bytes(self.bytes[address : address + 4], "little"))


JOBS = (
    ("ascon-aead128", 16, 16, 16),
    ("ascon-128a", 16, 16, 16),
    ("chacha20-poly1305", 32, 12, 16),
    ("aes-128-ccm", 16, 13, 8),
    ("aes-256-ccm", 32, 7, 16),
)


@cocotb.test(skip=not DMA)
@PAUSES
async def jobs(dut, pauses):
    """Each family from memory to memory: sealed, opened and forged, at any address; and the interrupt."""
    master = await _master(dut, pauses)
    memory = _Memory(dut, pauses)
    server = cocotb.start_soon(memory.serve())
    rng = random.Random(11)
    for algorithm, key_len, nonce_len, tag_len in JOBS:
        sizes = {
            "key": key_len,
            "nonce": nonce_len,
            "ad": rng.randrange(1, 40),
            "in": rng.randrange(1, 70),
            "tag": tag_len,
        }
        at = {name: 0x1000 * i + rng.randrange(4) for i, name in enumerate((*sizes, "out"), 1)}
        data = {name: rng.randbytes(size) for name, size in sizes.items()}
        ciphertext, tag = oracle.seal(algorithm, data["key"], data["nonce"], data["ad"], data["in"], tag_len)
        forged = bytes([*tag[:-1], tag[-1] ^ 0x80])
        for decrypt, text, inputs, wanted in (
            (0, data["in"], b"", ciphertext),
            (1, ciphertext, tag, data["in"]),
            (1, ciphertext, forged, None),
        ):
            for name, content in (data | {"in": text, "tag": inputs}).items():
                memory.bytes[at[name] : at[name] + len(content)] = content
            before = bytes(memory.bytes)
            for name, address in at.items():
                await _write(master, f"{name}_addr", address)
            await _write(master, "ad_len", sizes["ad"])
            await _write(master, "data_len", sizes["in"])
            await _write(master, "irq", 3)
            fields = {"nonce_len": nonce_len, "tag_len": tag_len, "ad_end": 1, "data_end": 1, "decrypt": decrypt}
            await _write(master, "job", job_word(algorithm, **fields))
            assert await _error(master) == (wanted is None)
            assert dut.irq.value == 1
            await _write(master, "irq", 2)
            assert dut.irq.value == 0
            expected = bytearray(before)
            if wanted is not None:
                expected[at["out"] : at["out"] + sizes["in"]] = wanted
                expected[at["tag"] : at["tag"] + tag_len] = tag
            assert memory.bytes == expected, (algorithm, decrypt)
    server.cancel()
