# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Jobs of an engine, as registers and memory, that open a message whose tag is wrong; or seal one."""

import random
import re
from dataclasses import dataclass
from functools import cache

from vambrace.base.paths import root
from vambrace.config.macros import ENGINE_REGISTERS

#: The registers' offsets and fields, from the project's folder on.
REGISTERS = "lib/include/vambrace/engine_regs.h"


@cache
def _numbers() -> dict[str, int]:
    """The offsets and fields of registers, in lower case, as the header of the library has them."""
    found = re.findall(rf"#define {ENGINE_REGISTERS}(\w+) (\w+?)u?\n", (root() / REGISTERS).read_text())
    return {name.lower(): int(value, 0) for name, value in found}


#: By algorithm: JOB's fields family and algorithm, bytes of the key, of the nonce and of the tag.
ALGORITHMS = {
    "ascon-aead128": (0, 0, 16, 16, 16),
    "chacha20-poly1305": (1, 0, 32, 12, 16),
    "aes-128-ccm": (2, 3, 16, 13, 16),
}

#: Cycles after which a job is endless: one of 21 bytes takes at most 130, and clearing all withheld plaintext 321.
LIMIT = 600

_MEMORY_BYTES = 0x160

#: Addresses, most of them odd as in a packet.
_KEY, _NONCE, _AD, _IN, _OUT, _TAG = 0x10, 0x41, 0x62, 0x83, 0x100, 0x149


@dataclass(frozen=True)
class Opening:
    """A job that opens a message of random bytes, whose tag is therefore wrong, or the tag given."""

    algorithm: str  # of ALGORITHMS
    ad_len: int = 5
    data_len: int = 21
    seal: bool = False
    zero_tag: bool = False
    contents: tuple[tuple[int, bytes], ...] = ()  # bytes at addresses, instead of random ones

    def memory(self) -> bytes:
        made = bytearray(random.Random(self.algorithm).randbytes(_MEMORY_BYTES))
        if self.zero_tag:
            made[_TAG : _TAG + ALGORITHMS[self.algorithm][4]] = bytes(ALGORITHMS[self.algorithm][4])
        for address, data in self.contents:
            made[address : address + len(data)] = data
        return bytes(made)

    def writes(self) -> list[tuple[int, int]]:
        """Registers, by index, and words, in order."""
        family, number, _, nonce_len, tag_len = ALGORITHMS[self.algorithm]
        fields = {"family": family, "algorithm": number, "nonce_len": nonce_len, "tag_len": tag_len}
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
        """What is at the output, and at the tag, after the job."""
        tag_len = ALGORITHMS[self.algorithm][4]
        return memory[_OUT : _OUT + self.data_len], memory[_TAG : _TAG + tag_len]

    def answer(self, memory: bytes) -> "Opening":
        """The opening of what this job, which seals, left in memory."""
        out, tag = self.output(memory)
        contents = ((0, self.memory()), (_IN, out), (_TAG, tag))
        return Opening(self.algorithm, self.ad_len, self.data_len, contents=contents)
