# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The cocotb checks of test_axi_mem_model.py: the AXI4 slave of cocotbext-axi behind an engine (engine_axi).

Each check runs twice: with a memory that is always ready, and with one that pauses each channel at random.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge, RisingEdge
from cocotbext.axi import AxiBus, AxiSlave, MemoryRegion

from tests.rtl.engine import BUS, FIELDS, OFFSETS, TAG, job_word
from vambrace.software.oracles import oracle

PAUSES = cocotb.parametrize(pauses=[False, True])
SIZE = 1 << 16
JOBS = (
    ("ascon-aead128", 16, 16, 16),
    ("chacha20-poly1305", 32, 12, 16),
    ("aes-128-ccm", 16, 13, 8),
    ("ascon-128a", 16, 16, 16),
    ("aes-256-ccm", 32, 7, 16),
)


class Region(MemoryRegion):
    """Memory that answers with an error at broken addresses: cocotbext-axi turns an exception into SLVERR."""

    broken: int | None = None

    def _check(self, address: int, length: int) -> None:
        if self.broken is not None and address <= self.broken < address + length:
            raise RuntimeError("broken")

    async def _read(self, address, length, **kwargs):
        self._check(address, length)
        return await super()._read(address, length, **kwargs)

    async def _write(self, address, data, **kwargs):
        self._check(address, len(data))
        await super()._write(address, data, **kwargs)


def _random_pauses(seed: int) -> Iterator[bool]:
    rng = random.Random(seed)
    return (rng.random() < 0.6 for _ in itertools.count())


async def _start(dut, pauses: bool) -> Region:
    cocotb.start_soon(Clock(dut.clk_i, 10, unit="ns").start())
    region = Region(SIZE)
    bus = AxiBus.from_prefix(dut, "m_axi")
    slave = AxiSlave(bus, dut.clk_i, dut.rst_ni, target=region, reset_active_level=False)
    if pauses:
        write, read = slave.write_if, slave.read_if
        channels = (write.aw_channel, write.w_channel, write.b_channel, read.ar_channel, read.r_channel)
        for seed, channel in enumerate(channels):
            channel.set_pause_generator(_random_pauses(seed))
    for name in ("req", "we", "pair", "index", "wdata", "wdata_odd"):
        getattr(dut, f"reg_{name}_i").value = 0
    dut.rst_ni.value = 0
    for _ in range(3):
        await RisingEdge(dut.clk_i)
    await FallingEdge(dut.clk_i)
    dut.rst_ni.value = 1
    await _idle(dut)
    return region


async def _idle(dut) -> None:
    for _ in range(20_000):
        await FallingEdge(dut.clk_i)
        if dut.busy_o.value == 0:
            return
    raise AssertionError("the engine is stuck")


async def _access(dut, register: str, value: int | None = None) -> int:
    """Writes, or reads without a value."""
    dut.reg_req_i.value, dut.reg_we_i.value = 1, int(value is not None)
    dut.reg_index_i.value, dut.reg_wdata_i.value = OFFSETS[register] // 4, value or 0
    await RisingEdge(dut.clk_i)
    assert dut.reg_ready_o.value == 1 and dut.reg_fault_o.value == 0, register
    read = int(dut.reg_rdata_o.value)
    await FallingEdge(dut.clk_i)
    dut.reg_req_i.value = 0
    return read


async def _job(dut, at: dict[str, int], sizes: dict[str, int], job: int) -> int:
    """Runs it; returns STATUS.error."""
    for name, address in at.items():
        await _access(dut, f"{name}_addr", address)
    await _access(dut, "ad_len", sizes["ad"])
    await _access(dut, "data_len", sizes["in"])
    await _access(dut, "job", job)
    await _idle(dut)
    low, width = FIELDS["status"]["error"]
    return await _access(dut, "status") >> low & ((1 << width) - 1)


@cocotb.test()
@PAUSES
async def jobs(dut, pauses):
    """Each family: sealed, opened and forged, at any address and across 4 KiB; memory changes only where it should."""
    region = await _start(dut, pauses)
    rng = random.Random(11)
    region[0:SIZE] = rng.randbytes(SIZE)
    for algorithm, key_len, nonce_len, tag_len in JOBS:
        ad, length = rng.randrange(1, 40), rng.randrange(1, 200)
        sizes = {"key": key_len, "nonce": nonce_len, "ad": ad, "in": length, "tag": tag_len, "out": length}
        at = {name: 0x1000 * (i + 1) - rng.randrange(40) for i, name in enumerate(sizes)}
        data = {name: rng.randbytes(sizes[name]) for name in ("key", "nonce", "ad", "in")}
        ciphertext, tag = oracle.seal(algorithm, data["key"], data["nonce"], data["ad"], data["in"], tag_len)
        forged = bytes([*tag[:-1], tag[-1] ^ 0x80])
        for decrypt, text, sent_tag, wanted in (
            (0, data["in"], b"", ciphertext),
            (1, ciphertext, tag, data["in"]),
            (1, ciphertext, forged, None),
        ):
            for name, content in (data | {"in": text, "tag": sent_tag}).items():
                region[at[name] : at[name] + len(content)] = content
            expected = bytearray(region[0:SIZE])
            fields = {"nonce_len": nonce_len, "tag_len": tag_len, "ad_end": 1, "data_end": 1, "decrypt": decrypt}
            error = await _job(dut, at, sizes, job_word(algorithm, **fields))
            assert error == (TAG if wanted is None else 0)
            if wanted is not None:
                expected[at["out"] : at["out"] + length] = wanted
                expected[at["tag"] : at["tag"] + tag_len] = tag
            assert region[0:SIZE] == expected, (algorithm, decrypt)


@cocotb.test()
@PAUSES
async def errors(dut, pauses):
    """The memory fails at any word that a job reads or writes: the job's error is that of the bus, and the next job
    works."""
    region = await _start(dut, pauses)
    rng = random.Random(12)
    sizes = {"key": 16, "nonce": 16, "ad": 20, "in": 90, "tag": 16, "out": 90}
    at = {name: 0x1000 * (i + 1) - rng.randrange(40) for i, name in enumerate(sizes)}
    data = {name: rng.randbytes(sizes[name]) for name in ("key", "nonce", "ad", "in")}
    ciphertext, tag = oracle.seal("ascon-aead128", data["key"], data["nonce"], data["ad"], data["in"], 16)
    job = job_word("ascon-aead128", nonce_len=16, tag_len=16, ad_end=1, data_end=1)
    for name, content in data.items():
        region[at[name] : at[name] + len(content)] = content
    for name, size in sizes.items():
        for offset in (0, size // 2, size - 1):
            region.broken = at[name] + offset
            assert await _job(dut, at, sizes, job) == BUS, (name, offset)
            region.broken = None
            region[at["out"] : at["out"] + 90] = bytes(90)
            assert await _job(dut, at, sizes, job) == 0
            out, got = (region[at[name] : at[name] + sizes[name]] for name in ("out", "tag"))
            assert (out, got) == (ciphertext, tag)
