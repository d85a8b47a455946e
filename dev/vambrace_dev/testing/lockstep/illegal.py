# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Words that are illegal or nearly legal: arbitrary ones, and near misses of the extension instructions. None loads,
stores or jumps, even if a core wrongly executes it.
"""

import random
from collections.abc import Sequence

from vambrace_dev.testing.lockstep import encode as e
from vambrace_dev.testing.lockstep.extensions import Encoding

# Major opcodes without memory accesses and jumps in RV32IMC: OP, OP-IMM, those of RV64, of vectors and floating-point
# arithmetic, custom-0 to custom-3, reserved ones.
_OPCODES = (0x33, 0x13, 0x3B, 0x1B, 0x0B, 0x2B, 0x5B, 0x7B, 0x57, 0x77, 0x6B, 0x43, 0x47, 0x4B, 0x4F, 0x53, 0x1F, 0x7F)
_ATOMIC = 0x2F

# Compressed words that RV32C reserves, or assigns to extensions that no core here has.
COMPRESSED = (
    0x0000, 0x0004, 0x6081, 0x6101, 0x4002, 0x8002, 0x2000, 0x6000, 0xA000, 0xE000, 0x2002, 0x6002, 0xA002, 0xE002,
    0x8000, 0x9C01, 0x9C21, 0x9C41, 0x9C61, 0x9001, 0x9401, 0x1082,
)  # fmt: skip

# CSRs that no core here has, or only in debug mode; read-only ones; those of other modes.
_CSRS = (0x001, 0x003, 0x105, 0x180, 0x5C0, 0x7B0, 0x7B1, 0x9C0, 0xBC0, 0xCC0, 0xFC0, 0xFFF)
_READ_ONLY = (0xF11, 0xF12, 0xF13, 0xF14)

# Compressed hints: instructions without an effect.
HINTS = (0x0001, 0x0005, 0x1001, 0x4001, 0x4045, 0x6005, 0x7045, 0x8006, 0x9006, 0x0006, 0x0402, 0x8401, 0x8081)


class Words:
    """Generates words that are rarely legal."""

    def __init__(self, rng: random.Random, encodings: Sequence[Encoding], atomics: bool) -> None:
        self._rng, self._encodings = rng, encodings
        self._opcodes = _OPCODES if atomics else (*_OPCODES, _ATOMIC)

    def any(self, rd: int) -> int:
        """Return a word with an opcode that has few instructions, or sometimes a compressed one."""
        if self._rng.random() < 0.3:
            return self._rng.choice(COMPRESSED)
        return self._rng.getrandbits(32) & ~0xFFF | rd << 7 | self._rng.choice(self._opcodes)

    def near_miss(self, rd: int, rs1: int, rs2: int) -> int:
        """Return an extension instruction with one fixed bit changed; opcode bits only to harmless opcodes."""
        rng = self._rng
        if not self._encodings:
            return self.any(rd)
        encoding = rng.choice(self._encodings)
        word = encoding.word(rng.getrandbits(32), rd, rs1, rs2)
        fixed = [bit for bit in range(7, 32) if encoding.mask >> bit & 1]
        if not encoding.reads:
            fixed = [bit for bit in fixed if not 7 <= bit < 12]  # another rd could be a reserved register
        if rng.random() < 0.2:
            return word & ~0x7F | rng.choice(self._opcodes)
        return word ^ 1 << rng.choice(fixed)

    def csr(self, name: str, rd: int, source: int) -> int:
        """Return an access to a missing CSR, or a write to a read-only one."""
        if self._rng.random() < 0.3:
            return e.csr("csrrw", rd, self._rng.choice(_READ_ONLY), source)
        return e.csr(name, rd, self._rng.choice(_CSRS), source)

    def hint(self) -> int:
        return self._rng.choice(HINTS)
