# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The load next to an operating-system test: nothing, or an echo server (ports/os_echo), plain or with encryption. This
module has its client's datagrams, and checks every answer with independent implementations of the algorithms.
"""

import random
import struct
from dataclasses import dataclass
from pathlib import Path

from vambrace import config
from vambrace.base.errors import VambraceError
from vambrace.base.paths import root
from vambrace.config import Extensions
from vambrace.software.oracles import oracle

#: Bytes of a message, and the number of different messages before a client repeats them.
BYTES, MESSAGES = 80, 64

#: The operating systems with a server, and their titles.
FREERTOS, RIOT = "freertos", "riot"
SYSTEMS = {FREERTOS: "FreeRTOS", RIOT: "RIOT"}

_WORDS = BYTES // 4
_ANSWER = 1 << 31
_MASK = (1 << 32) - 1
_SERVER = 1  # the first byte of its nonces


@dataclass(frozen=True)
class Load:
    """A load."""

    name: str
    title: str
    sources: tuple[str, ...]  # in ports/os_echo
    algorithm: str = ""  # in configs/algorithms.toml
    nonce: int = 0  # bytes before the ciphertext
    tag: int = 0  # bytes after it
    own: bool = True  # whether the library has the algorithm's code, rather than ports/os_echo
    systems: tuple[str, ...] = (FREERTOS,)  # whose servers support it

    @property
    def echoes(self) -> bool:
        return bool(self.sources)

    @property
    def size(self) -> int:
        """The bytes of a datagram."""
        return self.nonce + BYTES + self.tag

    def gains_from(self, extensions: Extensions) -> bool:
        """Return whether the load differs with these extensions from the load without any."""
        if not extensions.units:
            return True
        return bool(self.algorithm) and self.own and config.algorithms()[self.algorithm].gains_from(extensions)

    def seal(self, message: bytes, nonce: bytes) -> bytes:
        """Return the datagram of a message."""
        return nonce + self._seal(message, nonce) if self.algorithm else message

    def _seal(self, message: bytes, nonce: bytes) -> bytes:
        if self.tag:
            return b"".join(oracle.seal(self.algorithm, self._key, nonce, b"", message, self.tag))
        return oracle.encrypt(self.algorithm, self._key, nonce, message)[0]

    @property
    def _key(self) -> bytes:
        return bytes((29 * i + 7) % 256 for i in range(config.algorithms()[self.algorithm].key))

    def message(self, number: int) -> bytes:
        """Return the client's message with a number."""
        words = [number, *struct.unpack(f"<{_WORDS - 2}I", random.Random(f"echo/{number}").randbytes(BYTES - 8))]
        return _summed(words)

    def answer(self, number: int) -> bytes:
        """Return the answer to the message with a number."""
        first, *words, _ = struct.unpack(f"<{_WORDS}I", self.message(number))
        return _summed([first | _ANSWER, *(word ^ _MASK for word in words)])

    def datagrams(self) -> bytes:
        """Return all datagrams of the client."""
        return b"".join(self._datagrams())

    def _datagrams(self) -> list[bytes]:
        return [self.seal(self.message(n), self._client_nonce(n)) for n in range(MESSAGES)]

    def _client_nonce(self, number: int) -> bytes:
        nonce = bytes([0]) + random.Random(f"nonce/{number}").randbytes(max(0, self.nonce - 1))
        return nonce[: self.nonce]

    def check(self, received: list[bytes], answers: list[bytes]) -> None:
        """Raise VambraceError unless these are the answers, in order, to the datagrams that the server received, or if
        a nonce was used twice.
        """
        numbers = {datagram: n for n, datagram in enumerate(self._datagrams())}
        nonces = set()
        if len(answers) > len(received):
            raise VambraceError(f"{self.name}: {len(answers)} answers to {len(received)} messages")
        for n, (datagram, answer) in enumerate(zip(received, answers, strict=False), start=1):
            nonce = answer[: self.nonce]
            if answer != self.seal(self.answer(numbers[datagram]), nonce):
                raise VambraceError(f"{self.name}: answer {n} is wrong: {answer.hex()}")
            if nonce in nonces or (self.tag and nonce[0] != _SERVER):
                raise VambraceError(f"{self.name}: answer {n} has a nonce that was used before")
            nonces |= {nonce} if self.nonce else set()


def _summed(words: list[int]) -> bytes:
    return struct.pack(f"<{_WORDS}I", *words, sum(words) & _MASK)


def port() -> Path:
    """Return the server's folder."""
    return root() / "ports" / "os_echo"


_AES = ("aes-256-ecb", "aes-256-cbc")
_EVERY = (
    Load("none", "no network", (), systems=tuple(SYSTEMS)),
    Load("echo", "plain echo", ("cipher_none.c",), systems=tuple(SYSTEMS)),
    Load("aes-256-ecb", "AES-256-ECB", ("cipher_ecb.c", "blocks_library.c"), _AES[0], systems=tuple(SYSTEMS)),
    Load(
        "aes-256-ecb-riot",
        "AES-256-ECB of RIOT",
        ("cipher_ecb.c", "blocks_riot.c"),
        _AES[0],
        own=False,
        systems=(RIOT,),
    ),
    Load("aes-256-ecb-bytes", "AES-256-ECB byte by byte", ("cipher_ecb.c", "blocks_bytes.c"), _AES[0], own=False),
    Load("aes-256-cbc", "AES-256-CBC", ("cipher_cbc.c", "blocks_library.c"), _AES[1], 16),
    Load("aes-256-cbc-bytes", "AES-256-CBC byte by byte", ("cipher_cbc.c", "blocks_bytes.c"), _AES[1], 16, own=False),
    Load("aes-256-ccm", "AES-256-CCM", ("cipher_ccm.c",), "aes-256-ccm", 12, 16),
    Load("ascon-aead128", "Ascon-AEAD128", ("cipher_ascon.c",), "ascon-aead128", 16, 16),
)

#: All loads by name.
LOADS = {load.name: load for load in _EVERY}
