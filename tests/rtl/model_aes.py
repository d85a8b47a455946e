# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The AES cores of aes_every_core.sv, and their expected results."""

from __future__ import annotations

import functools
import re
from dataclasses import dataclass, field
from typing import NamedTuple

from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

from tests.rtl.dut import Dut, Model, build, words
from vambrace.base.paths import root
from vambrace.hardware import rtl

KEY_BITS = (128, 192, 256)
HERE = root() / "tests" / "rtl"
README = root() / "rtl" / "aes" / "README.md"
FILES = tuple(rtl.core_files(root() / "rtl" / "aes" / "vmb_aes.core"))

# The registers that hold keys or blocks, of the core and of its modes.
SECRET = {"data_q", "home_q", "work_q", "keys_q", "window_q", "chain_q", "h_q", "z_q", "middle_q", "sub_q"}


class Core(NamedTuple):
    key_bits: int
    decrypt: bool
    rounds_per_cycle: int
    table: bool
    stored: bool
    held: bool
    two_stages: bool

    def block_cycles(self, key_bits: int) -> int:
        if self.two_stages:
            return 2 * (key_bits // 32 + 6) + 1
        return (key_bits // 32 + 6) // self.rounds_per_cycle if self.rounds_per_cycle else 1


# Digits as in aes_every_core.sv, which this reads.
CORES = [
    Core(64 * int(bits), d == "1", int(rounds), table == "1", stored == "1", held == "1", stages == "1")
    for bits, d, rounds, table, stored, held, stages in re.findall(
        r"28'h(\d)_(\d)_(\d)_(\d)_(\d)_(\d)_(\d)", (HERE / "aes_every_core.sv").read_text()
    )
]


@functools.cache
def every_core() -> Model:
    return build("aes_every_core", (*FILES, HERE / "aes_every_core.sv"))


def expected(key: bytes, block: bytes, decrypt: bool) -> bytes:
    cipher = Cipher(algorithms.AES(key), modes.ECB())
    context = cipher.decryptor() if decrypt else cipher.encryptor()
    return context.update(block)


def is_secret(name: str) -> bool:
    return name.rpartition(".")[2] in SECRET


def secrets(dut: Dut) -> dict[str, int]:
    """Return the registers of keys or blocks that are not 0."""
    return {name: value for name, value in dut.registers().items() if value and is_secret(name)}


@dataclass
class Bench:
    """All cores at once. Cycles are counted from the cycle of a handshake to the first that shows its result; for a
    key, to the cycle in which the core would take a block."""

    dut: Dut
    able: int = 0  # cores that have a key
    key_cycles: dict[int, int] = field(default_factory=dict)
    block_cycles: dict[int, int] = field(default_factory=dict)
    turn_cycles: dict[int, int] = field(default_factory=dict)

    def load(self, key: bytes, decrypt: bool = False) -> None:
        """Load a key into every core that is wide enough; the others lose theirs."""
        dut = self.dut
        dut.drive(wipe_i=1)
        dut.cycle()
        self.able = sum(1 << i for i, c in enumerate(CORES) if 8 * len(key) <= c.key_bits)
        dut.drive(
            wipe_i=0,
            key_valid_i=self.able,
            key_len_i=len(key) // 8 - 2,
            decrypt_i=int(decrypt),
            key_i=words(key),
            held_key_i=words(key),
        )
        assert dut.key_ready_o & self.able == self.able
        start = dut.cycles
        dut.cycle()
        # A core that copies the key no longer needs it at the port.
        dut.drive(key_valid_i=0, key_i=(1 << 256) - 1 ^ words(key), key_len_i=3 ^ dut.key_len_i)
        self.key_cycles = self._until(self.able, "ready_o", start)

    def turn(self, decrypt: bool) -> None:
        """Change the direction."""
        self.dut.decrypt_i = int(decrypt)
        self.turn_cycles = self._until(self.able, "ready_o", self.dut.cycles)

    def crypt(self, block: bytes) -> dict[int, bytes]:
        """Return the result of each core with a key for a block."""
        dut = self.dut
        assert dut.ready_o & self.able == self.able, "a core is not ready"
        dut.drive(valid_i=self.able, block_i=words(block))
        start = dut.cycles
        dut.cycle()
        dut.drive(valid_i=0, block_i=(1 << 128) - 1 ^ words(block))
        self.block_cycles = self._until(self.able, "valid_o", start)
        both = dut.block_o
        return {i: (both >> 128 * i).to_bytes(128 * len(CORES), "little")[:16] for i in self.block_cycles}

    def _until(self, wanted: int, port: str, start: int) -> dict[int, int]:
        reached: dict[int, int] = {}
        for _ in range(70):
            now = getattr(self.dut, port) & wanted
            reached.update({i: self.dut.cycles - start for i in range(len(CORES)) if now >> i & 1 and i not in reached})
            if now == wanted:
                return reached
            self.dut.cycle()
        raise AssertionError(f"{port} stays {now:b}, not {wanted:b}")
