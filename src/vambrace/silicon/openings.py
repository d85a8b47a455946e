# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Engine jobs, as registers and memory, that open a message with a wrong tag, or seal one."""

import random
import re
from dataclasses import dataclass
from functools import cache

from vambrace.base.paths import root
from vambrace.config import units
from vambrace.config.macros import ENGINE_REGISTERS

#: The registers' offsets and fields; path from the project's folder.
REGISTERS = "lib/include/vambrace/engine_regs.h"


@cache
def _numbers() -> dict[str, int]:
    """Return the offsets and fields of registers, in lower case, from the library's header."""
    registers = re.findall(rf"#define {ENGINE_REGISTERS}(\w+) (\w+?)u?\n", (root() / REGISTERS).read_text())
    return {name.lower(): int(value, 0) for name, value in registers}


#: Cycles after which a job counts as endless: one of 21 bytes takes at most 130, and clearing all withheld plaintext
#: 321.
LIMIT = 600

_MEMORY_BYTES = 0x160

#: Addresses, most of them odd, as in a packet.
_KEY, _NONCE, _AD, _IN, _OUT, _TAG = 0x10, 0x41, 0x62, 0x83, 0x100, 0x149


@dataclass(frozen=True)
class Opening:
    """A job that opens a message of random bytes, whose tag is therefore wrong, or has the given tag."""

    algorithm: str  # of units.smoke_tested
    ad_len: int = 5
    data_len: int = 21
    seal: bool = False
    zero_tag: bool = False
    contents: tuple[tuple[int, bytes], ...] = ()  # bytes at addresses, instead of random ones

    @property
    def lengths(self) -> units.Lengths:
        return units.smoke_tested()[self.algorithm][1]

    def memory(self) -> bytes:
        content = bytearray(random.Random(self.algorithm).randbytes(_MEMORY_BYTES))
        if self.zero_tag:
            content[_TAG : _TAG + self.lengths.tag] = bytes(self.lengths.tag)
        for address, data in self.contents:
            content[address : address + len(data)] = data
        return bytes(content)

    def writes(self) -> list[tuple[int, int]]:
        """Return registers, by index, and words, in order."""
        choice, lengths = units.smoke_tested()[self.algorithm]
        fields = {**choice.job, "nonce_len": lengths.nonce, "tag_len": lengths.tag}
        fields |= {"decrypt": int(not self.seal), "ad_end": 1, "data_end": 1}
        words = {
            "key_addr": _KEY,
            "nonce_addr": _NONCE,
            "ad_addr": _AD,
            "ad_len": self.ad_len,
            "in_addr": _IN,
            "data_len": self.data_len,
            "out_addr": _OUT,
            "tag_addr": _TAG,
            "job": sum(value << _numbers()[f"job_{name}_shift"] for name, value in fields.items()),
        }
        return [(_numbers()[name] // 4, word) for name, word in words.items()]

    def output(self, memory: bytes) -> tuple[bytes, bytes]:
        """Return the output and the tag in memory after the job."""
        return memory[_OUT : _OUT + self.data_len], memory[_TAG : _TAG + self.lengths.tag]

    def answer(self, memory: bytes) -> "Opening":
        """Return the job that opens the message which this sealing job left in memory."""
        out, tag = self.output(memory)
        contents = ((0, self.memory()), (_IN, out), (_TAG, tag))
        return Opening(self.algorithm, self.ad_len, self.data_len, contents=contents)
