# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The buses of an engine's memory port: couplings of rtl/couple behind it, with parameters that follow from the
engine's.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from vambrace.base.errors import UsageError

#: The prefix of an engine's ports for its memory, and of their counterparts on the bus.
PORTS, BUS = "mem_", "m_"

#: Ports of a coupling on the engine's side, each with the engine's port.
ENGINE_SIDE = {
    **{f"{name}_i": f"{PORTS}{name}_o" for name in ("req", "addr", "we", "be", "wdata", "left")},
    **{f"{name}_o": f"{PORTS}{name}_i" for name in ("gnt", "rvalid", "rdata", "err", "posted", "failed")},
    "busy_i": "busy_o",
}

#: The prefix of a stream coupling's ports for the registers of its engine, and those of its streams.
REGISTERS, STREAMS = "engine_", ("s_t", "m_t")

_WIDTH, _UNANSWERED, _POSTS, _TWICE = "PortBits", "Outstanding", "Bursts", "TwoPasses"


@dataclass(frozen=True)
class Memory:
    """A coupling: its module, and whether it answers writes before they are done. `outstanding` is the engine's number
    of unanswered requests if the user names none; the parameter `follows` follows from it, as its logarithm with `log`.
    With `streams`, it is also in front of the engine's register port.
    """

    module: str
    outstanding: int
    follows: str = ""
    log: bool = False
    posts: bool = False
    streams: bool = False

    @property
    def source(self) -> str:
        return f"rtl/couple/{self.module}.core"

    @property
    def fixed(self) -> set[str]:
        """Return its parameters that the engine's determine."""
        return {_WIDTH, self.follows} - {""}

    def engine(self, known: Mapping[str, str], settings: Mapping[str, int]) -> dict[str, int]:
        """Return the engine's parameters for it, with the user's settings. UsageError if they do not fit."""
        if self.streams and _POSTS not in known:
            raise UsageError("an engine with a ring reads descriptors from memory: it has no streams")
        if self.streams and settings.get(_TWICE, int(known[_TWICE])):
            raise UsageError(f"{_TWICE} is 0 with {self.module}: a packet comes once")
        if self.posts and _POSTS not in known:
            raise UsageError("an engine with a ring is on AXI4 by a bridge of yours: it has no Bursts")
        if settings.get(_POSTS, int(self.posts)) != int(self.posts):
            raise UsageError(f"{_POSTS} is {int(self.posts)} with {self.module}: leave it out")
        unanswered = settings.get(_UNANSWERED, self.outstanding)
        if self.log and unanswered & (unanswered - 1):
            raise UsageError(
                f"{_UNANSWERED} is a power of 2 with {self.module}, the number of sources, not {unanswered}"
            )
        return {_UNANSWERED: unanswered} | ({_POSTS: 1} if self.posts else {})

    def own(self, engine: Mapping[str, str]) -> dict[str, int]:
        """Return its parameters by those of its engine."""
        values = {_WIDTH: int(engine[_WIDTH])}
        if self.follows:
            unanswered = int(engine[_UNANSWERED])
            values[self.follows] = unanswered.bit_length() - 1 if self.log else unanswered
        return values


#: By bus.
MEMORIES = {
    "ahb": Memory("vmb_ahb_mem", 2),
    "axi-stream": Memory("vmb_axis", 2, streams=True),
    "axi4": Memory("vmb_axi_mem", 2, posts=True),
    "axi4-single": Memory("vmb_axi_single", 8, "Depth", posts=True),
    "tlul": Memory("vmb_tl_mem", 4, "SourceBits", log=True),
    "wb": Memory("vmb_wb_mem", 4, "Depth"),
}
