# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Plays software and both streams towards an engine with vmb_axis (engine_axis.sv).

    engine = AxisEngine(model(), rng)
    result = engine.seal("ascon-aead128", key, nonce, ad, message)

A job's words come as one packet, with pauses if there is a random generator; the output packet is split by tuser into
result and tag. The output is checked: it is stable until it is taken, and its bytes are consecutive.
"""

from __future__ import annotations

import functools
import random
from collections import deque
from pathlib import Path
from typing import Any, NamedTuple

from tests.rtl.dut import Model, build
from tests.rtl.engine import Engine, Result
from vambrace.base.paths import root
from vambrace.hardware import rtl

KEEPS = {(1 << count) - 1: count for count in range(17)}  # bytes


class Beat(NamedTuple):
    data: int
    keep: int
    last: int


class Out(NamedTuple):
    data: int
    keep: int
    last: int
    user: int


def files() -> tuple[Path, ...]:
    return (*rtl.core_files(root() / "rtl/couple/vmb_axis.core"), root() / "tests" / "rtl" / "engine_axis.sv")


@functools.cache
def model(**parameters: int) -> Model:
    return build("engine_axis", files(), **parameters)


def beats(*segments: bytes, rng: random.Random | None = None, width: int = 4) -> list[Beat]:
    """Return a packet with `width` bytes in a word. Each segment begins in a new word; with `rng`, bytes without tkeep
    have any value, and words without bytes are inserted."""
    packet = []
    for segment in segments:
        for i in range(0, len(segment), width):
            part = segment[i : i + width]
            fill = rng.randbytes(width) if rng else bytes(width)
            word = int.from_bytes((part + fill)[:width], "little")
            packet.append(Beat(word, (1 << len(part)) - 1, 0))
            if rng and rng.random() < 0.1:
                packet.append(Beat(rng.getrandbits(8 * width), 0, 0))
    return [*packet[:-1], packet[-1]._replace(last=1)] if packet else [Beat(0, 0, 1)]


class AxisEngine(Engine):
    def __init__(self, built: Model, rng: random.Random | None = None, seed: int = 1) -> None:
        self.given: deque[Beat] = deque()
        self.got: list[Out] = []
        self.shown: Beat | None = None
        self.held: Out | None = None
        self.stopped = False  # no output word is taken
        super().__init__(built, rng, seed)
        self.width = self.dut.bits("s_axis_tdata") // 8

    def reset(self) -> None:
        self.given.clear()
        self.got.clear()
        self.shown = self.held = None
        self.dut.drive(reg_req_i=0, s_axis_tvalid=0, m_axis_tready=0)
        self.dut.reset()
        self.wait()

    def _pauses(self) -> bool:
        return self.rng is not None and self.rng.random() < 0.5

    def cycle(self) -> None:
        dut = self.dut
        if self.shown is None and self.given and not self._pauses():
            self.shown = self.given.popleft()
        if self.shown:
            dut.drive(s_axis_tdata=self.shown.data, s_axis_tkeep=self.shown.keep, s_axis_tlast=self.shown.last)
        dut.drive(s_axis_tvalid=int(self.shown is not None), m_axis_tready=int(not self.stopped and not self._pauses()))
        if dut.s_axis_tvalid and dut.s_axis_tready:
            self.shown = None
        out = Out(dut.m_axis_tdata, dut.m_axis_tkeep, dut.m_axis_tlast, dut.m_axis_tuser) if dut.m_axis_tvalid else None
        assert self.held in (None, out), "the output changed before it was taken"
        self.held = None if dut.m_axis_tready else out
        if out and dut.m_axis_tready:
            assert out.keep in KEEPS and (out.keep or out.last)
            self.got.append(out)
        dut.cycle()

    def begin(
        self,
        algorithm: str,
        key: bytes = b"",
        nonce: bytes = b"",
        ad: bytes = b"",
        data: bytes = b"",
        tag: bytes = b"",
        *rest: Any,
        packet: list[Beat] | None = None,
        **more: Any,
    ) -> None:
        hashes = "hash" in algorithm or "xof" in algorithm
        segments = (b"" if hashes else key, nonce, ad, data, tag)
        self.given.extend(beats(*segments, rng=self.rng, width=self.width) if packet is None else packet)
        self.got.clear()
        super().begin(algorithm, key, nonce, ad, data, tag, *rest, **more)

    def packet(self, limit: int = 20_000) -> list[Out]:
        """Return the output packet up to its last word; the rest of the input packet has then been dropped."""
        for _ in range(limit):
            if self.got and self.got[-1].last and not self.given and not self.shown:
                return self.got
            self.cycle()
        raise AssertionError("a packet does not end")

    def bytes_of(self, tag: int) -> bytes:
        return b"".join(
            word.data.to_bytes(self.width, "little")[: KEEPS[word.keep]] for word in self.got if word.user >> 1 == tag
        )

    def end(self) -> Result:
        began = self.dut.cycles
        self.packet()
        self.wait()
        assert [word.last for word in self.got] == [0] * (len(self.got) - 1) + [1]
        error = self.status("error")
        assert self.got[-1].user & 1 == int(error != 0)
        assert not any(word.user & 1 for word in self.got[:-1])
        self.memory.writable.clear()
        return Result(error, self.bytes_of(0), self.bytes_of(1), self.dut.cycles - began, [])
