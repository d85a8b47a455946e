# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""chacha.half and poly1305.mac, written from RFC 8439, section 2.1, and docs/reference/ise.md, on lists of 32
registers."""

from __future__ import annotations

MASK = 0xFFFFFFFF

#: chacha.half with index 0 on x16, x20, x24, x28, and poly1305.mac of x0 and x0: custom-1, funct3 5.
HALF, MAC = 0x11CC582B, 0x200053AB

#: The rows of ChaCha20's matrix, and the sum of poly1305.mac, low and high half.
A, B, C, D = range(16, 20), range(20, 24), range(24, 28), range(28, 32)
LOW, HIGH = 6, 7

#: Rotations of the two halves of a quarter round.
ROTATIONS = ((16, 12), (8, 7))


def rotated(word: int, n: int) -> int:
    return (word << n | word >> (32 - n)) & MASK


def half(registers: list[int], a: int, b: int, c: int, d: int, second: int) -> None:
    """Half a quarter round on four registers by their numbers."""
    by_d, by_b = ROTATIONS[second]
    registers[a] = (registers[a] + registers[b]) & MASK
    registers[d] = rotated(registers[d] ^ registers[a], by_d)
    registers[c] = (registers[c] + registers[d]) & MASK
    registers[b] = rotated(registers[b] ^ registers[c], by_b)


def mac(registers: list[int], rs1: int, rs2: int) -> None:
    total = (registers[HIGH] << 32 | registers[LOW]) + registers[rs1] * registers[rs2]
    registers[LOW], registers[HIGH] = total & MASK, total >> 32 & MASK


def half_word(a: int, b: int, c: int, d: int, second: int) -> int:
    """The instruction for these registers."""
    assert a in A and b in B and c in C and d in D
    return 0x1000502B | (4 * second + b - 20) << 25 | d << 20 | c << 15 | a << 7


def mac_word(rs1: int, rs2: int) -> int:
    return MAC | rs2 << 20 | rs1 << 15


def block(words: list[int]) -> list[int]:
    """The keystream block of a matrix, section 2.3, from halves."""
    registers = [0] * 16 + words
    for number in range(20):
        shift = number % 2
        for second in (0, 1):
            for i in range(4):
                half(
                    registers, 16 + i, 20 + (i + shift) % 4, 24 + (i + 2 * shift) % 4, 28 + (i + 3 * shift) % 4, second
                )
    return [(x + y) & MASK for x, y in zip(words, registers[16:], strict=True)]
