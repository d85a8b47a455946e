# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The smoke test of Ibex's units that work on registers in place (cores/ibex/vmb_ibex_units.sv): an Ascon permutation,
a ChaCha20 block and a Poly1305 sum on general registers, with every instruction as the core executes it.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

from vambrace.config import instructions as configured
from vambrace.export.smoke import instructions
from vambrace.export.smoke.frame import part
from vambrace.export.subject import Subject
from vambrace.software.oracles import oracle

#: The registers of Ascon's state: low and high half of each word (vmb_xasconp_pkg).
_PAIRS = ((12, 13), (14, 15), (16, 17), (28, 29), (30, 31))

#: The registers of ChaCha20's matrix by rows, and of the sum of poly1305.mac: low and high half (vmb_xchacha_pkg).
_A, _B, _C, _D, _LOW, _HIGH = 16, 20, 24, 28, 6, 7

_WORD, _ROUNDS = (1 << 32) - 1, 12


def bench(subject: Subject) -> tuple[list[str], list[str]]:
    """Return parts and statements: the units on the accelerator port, and the available ones that work in place."""
    parameters = dict(subject.module.parameters)
    rng = random.Random(subject.block)
    statements = instructions.statements(subject, parameters["FunctionUnits"])
    statements += ["check_register(0, 0)", "write_register(0, 1)", "check_register(0, 0)"]
    if parameters["Xasconp"]:
        statements += _ascon(rng)
    if parameters["Xchacha"]:
        statements += [*_chacha(), *_poly(rng)]
    return [part("instructions"), part("in_place")], statements


def _match(unit: str, mnemonic: str) -> int:
    return configured.units()[unit].instructions[mnemonic].encodings[32].match


def _written(registers: dict[int, int]) -> list[str]:
    return [f"write_register({register}, 32'h{word:08x})" for register, word in registers.items()]


def _checked(registers: dict[int, int]) -> list[str]:
    return [f"check_register({register}, 32'h{word:08x})" for register, word in registers.items()]


def _ascon(rng: random.Random) -> Iterator[str]:
    """Test all rounds of a permutation, which must leave other registers unchanged."""
    import ascon._ascon as model

    state = [rng.getrandbits(64) for _ in _PAIRS]
    others = {register: rng.getrandbits(32) for register in range(1, 32) if all(register not in p for p in _PAIRS)}
    yield from _written(others | _halves(state))
    word = _match("xasconp", "ascon.round")
    yield from (f"waits(32'h{word:08x}, {register}, {int(register == 31)})" for register in (31, 11))
    for i in range(_ROUNDS):
        yield f"in_place(32'h{word | (0xF0 - 15 * i) << 20:08x})"
    model.ascon_permutation(state, _ROUNDS)
    yield from _checked(others | _halves(state))


def _halves(state: list[int]) -> dict[int, int]:
    halves: dict[int, int] = {}
    for (low, high), word in zip(_PAIRS, state, strict=True):
        halves |= {low: word & _WORD, high: word >> 32}
    return halves


def _chacha() -> Iterator[str]:
    """Test the rounds of a block: its keystream without the final addition of the matrix."""
    key, nonce = bytes(range(32)), bytes(range(0x40, 0x4C))
    start = b"expand 32-byte k" + key + (1).to_bytes(4, "little") + nonce  # block 0 is for Poly1305's key
    sealed, _ = oracle.seal("chacha20-poly1305", key, nonce, b"", bytes(64))
    words = [[int.from_bytes(text[at : at + 4], "little") for at in range(0, 64, 4)] for text in (start, sealed)]
    yield from _written({_A + i: word for i, word in enumerate(words[0])})
    match = _match("xchacha", "chacha.half")
    yield from (f"waits(32'h{_half(match, 0, 0, 0):08x}, {register}, {int(register == _B)})" for register in (_B, 21))
    for number in range(20):
        for second in (0, 1):
            yield from (f"in_place(32'h{_half(match, i, number % 2, second):08x})" for i in range(4))
    yield from _checked({_A + i: (words[1][i] - words[0][i]) & _WORD for i in range(16)})


def _half(match: int, column: int, diagonal: int, second: int) -> int:
    """Return half of a quarter-round, on a column of the matrix or on the diagonal that starts there."""
    b, c, d = ((column + diagonal * row) % 4 for row in (1, 2, 3))
    return match & 0xF000707F | (4 * second + b) << 25 | _D + d << 20 | _C + c << 15 | _A + column << 7


def _poly(rng: random.Random) -> Iterator[str]:
    """Test products added to the sum, with a carry between its halves."""
    factors, total = [rng.getrandbits(32) | 1 << 31 for _ in range(4)], _WORD
    yield from _written({_LOW: _WORD, _HIGH: 0} | {_A + i: factor for i, factor in enumerate(factors)})
    match = _match("xchacha", "poly1305.mac")
    for i in range(3):
        yield f"multiply(32'h{match | _A + i + 1 << 20 | _A + i << 15:08x})"
        total = (total + factors[i] * factors[i + 1]) & (1 << 64) - 1
    yield from _checked({_LOW: total & _WORD, _HIGH: total >> 32})
