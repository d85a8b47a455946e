# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Runs Poly1305 itself on a host or on a core, with a reference model of its results (RFC 8439, section 2.5)."""

from __future__ import annotations

import struct
import subprocess
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.aead.spike_runner import isa
from tests.host import runner as host
from vambrace import config
from vambrace.base.paths import root
from vambrace.config import Build
from vambrace.hardware import model
from vambrace.software.running import spike
from vambrace.software.running.simulate import RAM_BASE, Machine, Memory, simulate
from vambrace.software.toolchain import program
from vambrace.software.toolchain.elf import Elf

P = (1 << 130) - 5
CLAMP = 0x0FFFFFFC0FFFFFFC0FFFFFFC0FFFFFFF
SOURCE = Path(__file__).parents[1] / "host" / "poly1305.c"
PIECES = 3
WORDS = 1 + 8 + 5 + 4 + PIECES  # of a case in poly1305.c, before its pieces
RAM_BYTES = 8 << 20


def le(data: bytes) -> int:
    return int.from_bytes(data, "little")


@dataclass(frozen=True)
class Sum:
    """The call for pieces on an accumulator that is not 0; it returns the tag if `tag` is set, otherwise the
    accumulator."""

    r: int
    s: int
    h: int
    pieces: tuple[bytes, ...]
    tag: bool = True

    def expected(self) -> int:
        """Return the expected tag, or the expected accumulator modulo 2^130 - 5."""
        h, r = self.h, self.r & CLAMP
        for piece in self.pieces:
            for i in range(0, len(piece), 16):
                h = (h + le(piece[i : i + 16]) + (1 << 128)) * r % P
        return (h % P + self.s) % (1 << 128) if self.tag else h % P

    def encoded(self) -> bytes:
        pieces = (*self.pieces, b"", b"", b"")[:PIECES]
        head = struct.pack("<I", self.tag) + self.r.to_bytes(16, "little") + self.s.to_bytes(16, "little")
        head += self.h.to_bytes(20, "little") + bytes(16) + struct.pack(f"<{PIECES}I", *map(len, pieces))
        # The padding of a piece to a word is not part of it.
        return head + b"".join(p + b"\xa5" * (-len(p) % 4) for p in pieces)

    def found(self, content: bytes) -> int:
        """Return the tag, or the accumulator modulo 2^130 - 5, from the image after the run."""
        return le(content[56:72]) if self.tag else le(content[36:56]) % P


def wrong(every: Sequence[Sum], image: bytes) -> list[Sum]:
    """Return the cases that a run computed wrongly."""
    actual, at = [], 4
    for case in every:
        size = len(case.encoded())
        if case.found(image[at : at + size]) != case.expected():
            actual.append(case)
        at += size
    return actual


def image_of(every: Sequence[Sum]) -> bytes:
    return struct.pack("<I", len(every)) + b"".join(case.encoded() for case in every)


def on_host(runner: host.HostRunner, every: Sequence[Sum]) -> bytes:
    """Return the image of the cases after the run."""
    built = host.build("poly1305", runner.flags, (), [SOURCE])
    with tempfile.TemporaryDirectory() as folder:
        image = Path(folder) / "image"
        image.write_bytes(image_of(every))
        subprocess.run([str(built), str(image)], check=True)
        return image.read_bytes()


def _linked(build: Build, every: Sequence[Sum]) -> tuple[Elf, Memory]:
    elf = program.link([SOURCE], build, RAM_BYTES, [f"-I{root() / 'lib' / 'src'}"], algorithm="chacha20-poly1305")
    address, image = elf.symbol("vmb_job_image"), image_of(every)
    return elf, Memory(load={address: image}, dump={"image": (address, len(image))})


def on_spike(build: Build, every: Sequence[Sum]) -> bytes:
    elf, memory = _linked(build.on_spike(build.xlen), every)
    done = spike.run(elf, isa(build), memory=memory, ram_bytes=RAM_BYTES, cached=True)
    assert done.exit_code == 0
    return done.dumps["image"]


def on_core(core: str, build: Build, every: Sequence[Sum]) -> bytes:
    elf, memory = _linked(build, every)
    path = model.build(model.shared(config.cores()[core]))
    machine = Machine(ram_bytes=elf.symbol("__stack_top") - RAM_BASE)
    outcome = simulate(path, elf, machine, memory=memory)
    assert outcome.end == "exit" and outcome.exit_code == 0, outcome.describe(elf)
    return outcome.dumps["image"]
