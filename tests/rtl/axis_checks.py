# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The cocotb checks of test_axis_model.py: AXI-Stream source and sink of cocotbext-axi around an engine (engine_axis).

Each check runs twice: with streams that are always ready, and with some that pause at random.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge, RisingEdge, with_timeout
from cocotbext.axi import AxiStreamBus, AxiStreamFrame, AxiStreamSink, AxiStreamSource

from tests.rtl.engine import OFFSETS, job_word
from vambrace.software.oracles import oracle

PAUSES = cocotb.parametrize(pauses=[False, True])
JOBS = (
    ("ascon-aead128", 16, 16, 16),
    ("chacha20-poly1305", 32, 12, 16),
    ("aes-128-ccm", 16, 13, 8),
    ("aes-256-ccm", 32, 7, 10),
)


def _random_pauses(seed: int) -> Iterator[bool]:
    rng = random.Random(seed)
    return (rng.random() < 0.6 for _ in itertools.count())


def _frame(*segments: bytes) -> AxiStreamFrame:
    """Each segment begins in a new word, with tkeep for its bytes."""
    data, keep = bytearray(), []
    for segment in segments:
        pad = -len(segment) % 4
        data += segment + bytes(pad)
        keep += [1] * len(segment) + [0] * pad
    return AxiStreamFrame(bytes(data), tkeep=keep)


async def _write(dut, register: str, value: int) -> None:
    dut.reg_req_i.value = dut.reg_we_i.value = 1
    dut.reg_index_i.value, dut.reg_wdata_i.value = OFFSETS[register] // 4, value
    await RisingEdge(dut.clk_i)
    assert dut.reg_ready_o.value == 1 and dut.reg_fault_o.value == 0, register
    await FallingEdge(dut.clk_i)
    dut.reg_req_i.value = 0


@cocotb.test()
@PAUSES
async def packets(dut, pauses):
    """Each family: sealed, opened and forged."""
    cocotb.start_soon(Clock(dut.clk_i, 10, unit="ns").start())
    source = AxiStreamSource(AxiStreamBus.from_prefix(dut, "s_axis"), dut.clk_i, dut.rst_ni, reset_active_level=False)
    sink = AxiStreamSink(AxiStreamBus.from_prefix(dut, "m_axis"), dut.clk_i, dut.rst_ni, reset_active_level=False)
    if pauses:
        source.set_pause_generator(_random_pauses(1))
        sink.set_pause_generator(_random_pauses(2))
    for name in ("req", "we", "index", "wdata"):
        getattr(dut, f"reg_{name}_i").value = 0
    dut.rst_ni.value = 0
    for _ in range(3):
        await RisingEdge(dut.clk_i)
    await FallingEdge(dut.clk_i)
    dut.rst_ni.value = 1
    for _ in range(400):  # the withheld words are overwritten after a reset
        await FallingEdge(dut.clk_i)
    rng = random.Random(11)
    for algorithm, key_len, nonce_len, tag_len in JOBS:
        for ad_len, length in ((0, 1), (5, 16), (25, 86)):
            key, nonce, ad, message = (rng.randbytes(n) for n in (key_len, nonce_len, ad_len, length))
            ciphertext, tag = oracle.seal(algorithm, key, nonce, ad, message, tag_len)
            forged = bytes([*tag[:-1], tag[-1] ^ 0x80])
            for decrypt, text, sent_tag, wanted in (
                (0, message, b"", (ciphertext, tag)),
                (1, ciphertext, tag, (message, b"")),
                (1, ciphertext, forged, (b"", b"")),
            ):
                await _write(dut, "ad_len", ad_len)
                await _write(dut, "data_len", length)
                fields = {"nonce_len": nonce_len, "tag_len": tag_len, "ad_end": 1, "data_end": 1, "decrypt": decrypt}
                await _write(dut, "job", job_word(algorithm, **fields))
                await source.send(_frame(key, nonce, ad, text, sent_tag))
                got = await with_timeout(sink.recv(compact=False), 100, "us")
                received = list(zip(got.tdata, got.tkeep, got.tuser, strict=True))
                out = bytes(byte for byte, keep, user in received if keep and not user & 2)
                tag_bytes = bytes(byte for byte, keep, user in received if keep and user & 2)
                assert (out, tag_bytes) == wanted, (algorithm, decrypt)
                assert got.tuser[-1] & 1 == int(sent_tag == forged)
                for _ in range(30):  # the job before has taken its packet
                    await FallingEdge(dut.clk_i)
