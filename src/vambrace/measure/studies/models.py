# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The ciphers of studies/ciphers once more, to check the C by: one block, encrypted.

Written from the standards in another way than the C: S-boxes come from the algebra that defines them or
work on columns, blocks are long integers, lists of bytes or strings of digits, round constants come out of
their registers. Nothing here is fast.
"""

from collections.abc import Callable
from functools import cache

from vambrace.software.oracles import oracle

MASK32 = 0xFFFFFFFF


def _rotl(x: int, n: int, bits: int) -> int:
    n %= bits
    return (x << n | x >> (bits - n)) & ((1 << bits) - 1)


def _multiply(a: int, b: int, modulus: int) -> int:
    """The product in GF(2^8)."""
    product = 0
    for i in range(8):
        product ^= (a << i) * (b >> i & 1)
    for i in range(14, 7, -1):
        product ^= (modulus << (i - 8)) * (product >> i & 1)
    return product


def _power(x: int, n: int, modulus: int) -> int:
    result = 1
    for bit in f"{n:b}":
        result = _multiply(result, result, modulus)
        result = _multiply(result, x, modulus) if bit == "1" else result
    return result


def _affine_power(n: int, modulus: int, rows: tuple[str, ...], constant: int) -> tuple[int, ...]:
    """The S-box x -> M x^n + c over GF(2). Rows are those of bit 7 downwards, and so are their columns."""
    box = []
    for x in range(256):
        y = _power(x, n, modulus)
        bits = [bin(int(row, 2) & y).count("1") & 1 for row in rows]
        box.append(int("".join(map(str, bits)), 2) ^ constant)
    return tuple(box)


def _inverse(box: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(box.index(y) for y in range(256))


# --- ARIA: RFC 5794 ---

#: Section 2.4.2: S1 is that of AES, S2 another image of x^247; both modulo x^8 + x^4 + x^3 + x + 1. Matrices are
#: turned so that bit 7 comes first.
_AES_ROWS = ("11111000", "01111100", "00111110", "00011111", "10001111", "11000111", "11100011", "11110001")
_S2_ROWS = ("11001011", "10111010", "10000001", "00110100", "10111001", "11101011", "10111100", "01111010")


@cache
def aria_boxes() -> tuple[tuple[int, ...], ...]:
    """SB1 to SB4."""
    one = _affine_power(254, 0x11B, _AES_ROWS, 0x63)
    two = _affine_power(247, 0x11B, _S2_ROWS, 0xE2)
    return one, two, _inverse(one), _inverse(two)


#: Section 2.4.3: which bytes are added up for each.
_ARIA_SUMS = (
    (3, 4, 6, 8, 9, 13, 14), (2, 5, 7, 8, 9, 12, 15), (1, 4, 6, 10, 11, 12, 15), (0, 5, 7, 10, 11, 13, 14),
    (0, 2, 5, 8, 11, 14, 15), (1, 3, 4, 9, 10, 14, 15), (0, 2, 7, 9, 10, 12, 13), (1, 3, 6, 8, 11, 12, 13),
    (0, 1, 4, 7, 10, 13, 15), (0, 1, 5, 6, 11, 12, 14), (2, 3, 5, 6, 8, 13, 15), (2, 3, 4, 7, 9, 12, 14),
    (1, 2, 6, 7, 9, 11, 12), (0, 3, 6, 7, 8, 10, 13), (0, 3, 4, 5, 9, 11, 14), (1, 2, 4, 5, 8, 10, 15),
)  # fmt: skip
_ARIA_CONSTANTS = (
    0x517CC1B727220A94FE13ABE8FA9A6EE0,
    0x6DB14ACC9E21C820FF28B1D5EF5DE2B0,
    0xDB92371D2126E9700324977504E8C90E,
)


def _aria_substitute(block: int, even: bool) -> bytes:
    boxes = aria_boxes()
    return bytes(boxes[(i + 2 * even) % 4][b] for i, b in enumerate(block.to_bytes(16, "big")))


def _aria_round(block: int, key: int, even: bool) -> int:
    x = _aria_substitute(block ^ key, even)
    out = bytearray(16)
    for i, sums in enumerate(_ARIA_SUMS):
        for j in sums:
            out[i] ^= x[j]
    return int.from_bytes(out, "big")


def aria(key: bytes, block: bytes) -> bytes:
    """ARIA with a key of 128 bits, 12 rounds."""
    w = [int.from_bytes(key, "big")]
    for i, constant in enumerate(_ARIA_CONSTANTS):
        w.append(_aria_round(w[-1], constant, i == 1) ^ (w[i - 1] if i else 0))
    keys = [w[i % 4] ^ _rotl(w[(i + 1) % 4], (-19, -31, 61, 31)[i // 4], 128) for i in range(13)]
    state = int.from_bytes(block, "big")
    for i in range(11):
        state = _aria_round(state, keys[i], i % 2 == 1)
    last = _aria_substitute(state ^ keys[11], True)
    return (int.from_bytes(last, "big") ^ keys[12]).to_bytes(16, "big")


# --- GOST 28147-89 as Magma: RFC 8891 ---

#: Section 4.1, Pi'_7 down to Pi'_0, so in the order of the digits of a word: what each digit 0 to f becomes.
MAGMA_BOXES = (
    "17ed05834fa69cb2",
    "8e25691cf4b0da37",
    "5df692cab78143e0",
    "7f5a816d093eb42c",
    "c821d4f670a53e9b",
    "b3582fade174c960",
    "68239a5c1e47bd0f",
    "c462a5b9e8d703f1",
)


def gost(key: bytes, block: bytes) -> bytes:
    """Magma: GOST 28147-89 with the S-boxes of GOST R 34.12-2015, the first byte the highest."""
    words = [int(key.hex()[i : i + 8], 16) for i in range(0, 64, 8)]
    a1, a0 = int(block.hex()[:8], 16), int(block.hex()[8:], 16)
    for word in [*words * 3, *reversed(words)]:
        digits = f"{(a0 + word) & MASK32:08x}"
        mixed = int("".join(box[int(d, 16)] for box, d in zip(MAGMA_BOXES, digits, strict=True)), 16)
        a1, a0 = a0, a1 ^ _rotl(mixed, 11, 32)
    return bytes.fromhex(f"{a0:08x}{a1:08x}")


# --- HIGHT: ISO/IEC 18033-3, section 4.5 ---


def _hight_constants() -> list[int]:
    """Of x^7 + x^3 + 1: a sequence of bits, seven of which are a constant, the latest one the highest."""
    bits = [0, 1, 0, 1, 1, 0, 1]
    while len(bits) < 128 + 6:
        bits.append(bits[-4] ^ bits[-7])
    return [sum(bits[i + j] << j for j in range(7)) for i in range(128)]


def hight(key: bytes, block: bytes) -> bytes:
    """HIGHT; texts and keys begin with the highest byte, P7 and MK15."""
    mk, x = key[::-1], list(block[::-1])
    white = [*mk[12:], *mk[:4]]
    constants = _hight_constants()
    sub = [
        mk[(j - i) % 8 + 8 * half] + constants[16 * i + 8 * half + j] & 0xFF
        for i in range(8)
        for half in range(2)
        for j in range(8)
    ]

    def f(b: int, turns: tuple[int, int, int]) -> int:
        return _rotl(b, turns[0], 8) ^ _rotl(b, turns[1], 8) ^ _rotl(b, turns[2], 8)

    def plus(n: int, m: int) -> int:
        return (n + m) & 0xFF

    def whiten(b: list[int], w: list[int]) -> list[int]:
        return [plus(b[0], w[0]), b[1], b[2] ^ w[1], b[3], plus(b[4], w[2]), b[5], b[6] ^ w[3], b[7]]

    x = whiten(x, white[:4])
    for i in range(32):
        k = sub[4 * i : 4 * i + 4]
        y = list(x)
        y[1] = x[1] + (f(x[0], (3, 4, 6)) ^ k[0]) & 0xFF
        y[3] = x[3] ^ (f(x[2], (1, 2, 7)) + k[1] & 0xFF)
        y[5] = x[5] + (f(x[4], (3, 4, 6)) ^ k[2]) & 0xFF
        y[7] = x[7] ^ (f(x[6], (1, 2, 7)) + k[3] & 0xFF)
        x = [y[-1], *y[:-1]]
    x = [*x[1:], x[0]]  # the last round does not turn
    return bytes(whiten(x, white[4:])[::-1])


# --- IDEA ---


def idea(key: bytes, block: bytes) -> bytes:
    """IDEA (Lai, 1992): three groups on 16 bits, 0 standing for 2^16 in the products."""
    whole = int.from_bytes(key, "big")
    keys = [_rotl(whole, 25 * (i // 8), 128) >> (112 - 16 * (i % 8)) & 0xFFFF for i in range(52)]

    def times(a: int, b: int) -> int:
        return (a or 0x10000) * (b or 0x10000) % 0x10001 & 0xFFFF

    def plus(a: int, b: int) -> int:
        return (a + b) % 0x10000

    a, b, c, d = (int.from_bytes(block[i : i + 2], "big") for i in range(0, 8, 2))
    for r in range(8):
        k = keys[6 * r : 6 * r + 6]
        a, b, c, d = times(a, k[0]), plus(b, k[1]), plus(c, k[2]), times(d, k[3])
        e = times(a ^ c, k[4])
        f = times(plus(b ^ d, e), k[5])
        e = plus(e, f)
        a, b, c, d = a ^ f, c ^ f, b ^ e, d ^ e
    k = keys[48:]
    last = (times(a, k[0]), plus(c, k[1]), plus(b, k[2]), times(d, k[3]))
    return b"".join(x.to_bytes(2, "big") for x in last)


# --- NOEKEON ---

#: Gamma as an S-box on the bits of a column, that of a0 the lowest.
NOEKEON_BOX = (0x7, 0xA, 0x2, 0xC, 0x4, 0x8, 0xF, 0x0, 0x5, 0x9, 0x1, 0xE, 0x3, 0xD, 0xB, 0x6)


def noekeon(key: bytes, block: bytes) -> bytes:
    """NOEKEON (Daemen, Peeters, Van Assche, Rijmen, 2000) with direct keys: the key is the working key."""
    words = [int.from_bytes(block[i : i + 4], "big") for i in range(0, 16, 4)]
    keys = [int.from_bytes(key[i : i + 4], "big") for i in range(0, 16, 4)]
    constant = 0x80

    def theta(a: list[int]) -> list[int]:
        def spread(x: int) -> int:
            return x ^ _rotl(x, 8, 32) ^ _rotl(x, 24, 32)

        even = spread(a[0] ^ a[2])
        b = [x ^ k ^ (even if i % 2 else 0) for i, (x, k) in enumerate(zip(a, keys, strict=True))]
        odd = spread(b[1] ^ b[3])
        return [x ^ (0 if i % 2 else odd) for i, x in enumerate(b)]

    def gamma(a: list[int]) -> list[int]:
        out = [0, 0, 0, 0]
        for bit in range(32):
            column = NOEKEON_BOX[sum((a[i] >> bit & 1) << i for i in range(4))]
            for i in range(4):
                out[i] |= (column >> i & 1) << bit
        return out

    for _ in range(16):
        words[0] ^= constant
        words = theta(words)
        words = [_rotl(x, n, 32) for x, n in zip(words, (0, 1, 5, 2), strict=True)]
        words = [_rotl(x, 32 - n, 32) for x, n in zip(gamma(words), (0, 1, 5, 2), strict=True)]
        constant = _multiply(constant, 2, 0x11B)
    words[0] ^= constant
    return b"".join(x.to_bytes(4, "big") for x in theta(words))


# --- SEED: RFC 4269 ---

_SEED_ROWS = (
    ("10001010", "11111110", "10000101", "01000010", "01000101", "00100001", "10001000", "00010100"),
    ("01000101", "10000101", "11111110", "00100001", "10001010", "10001000", "01000010", "00010100"),
)


@cache
def seed_boxes() -> tuple[tuple[int, ...], tuple[int, ...]]:
    """S1 and S2: images of x^247 and x^251 modulo x^8 + x^6 + x^5 + x + 1."""
    one, two = _SEED_ROWS
    return _affine_power(247, 0x163, one, 169), _affine_power(251, 0x163, two, 56)


def _seed_g(x: int) -> int:
    one, two = seed_boxes()
    y = [(two if i % 2 else one)[x >> (8 * i) & 0xFF] for i in range(4)]
    masks = (0xFC, 0xF3, 0xCF, 0x3F)
    z = [0, 0, 0, 0]
    for i in range(4):
        for j in range(4):
            z[i] ^= y[j] & masks[(i + j) % 4]
    return int.from_bytes(bytes(z), "little")


def seed(key: bytes, block: bytes) -> bytes:
    """SEED: a Feistel network of 16 rounds on halves of 64 bits."""
    high, low = int.from_bytes(key[:8], "big"), int.from_bytes(key[8:], "big")
    keys = []
    for i in range(16):
        constant = _rotl(0x9E3779B9, i, 32)
        first = ((high >> 32) + (low >> 32) - constant) & MASK32
        second = ((high & MASK32) - (low & MASK32) + constant) & MASK32
        keys.append((_seed_g(first), _seed_g(second)))
        high, low = (high, _rotl(low, 8, 64)) if i % 2 else (_rotl(high, 56, 64), low)

    def f(half: int, k: tuple[int, int]) -> int:
        c, d = half >> 32 ^ k[0], half & MASK32 ^ k[1]
        inner = _seed_g(c ^ d)
        middle = _seed_g((inner + c) & MASK32)
        outer = _seed_g((middle + inner) & MASK32)
        return ((outer + middle) & MASK32) << 32 | outer

    left, right = int.from_bytes(block[:8], "big"), int.from_bytes(block[8:], "big")
    for k in keys:
        left, right = right, left ^ f(right, k)
    return (right << 64 | left).to_bytes(16, "big")


# --- SIMON ---

#: The shift registers u and v (Beaulieu et al., 2013, section 3.3): the first five bits, and which of the last
#: five, the oldest first, are added up for the next.
_SIMON_REGISTERS = {2: ((1, 1, 1, 1, 1), (1, 1, 1, 0, 1)), 3: ((1, 0, 0, 0, 1), (1, 1, 1, 1, 0))}


def simon_sequence(number: int) -> list[int]:
    """z2 or z3: 62 bits of a register, every second one inverted."""
    first, taps = _SIMON_REGISTERS[number]
    bits = list(first)
    while len(bits) < 62:
        bits.append(sum(b * t for b, t in zip(bits[-5:], taps, strict=True)) % 2)
    return [b ^ i % 2 for i, b in enumerate(bits)]


def _simon(key: bytes, block: bytes, bits: int, rounds: int, sequence: int) -> bytes:
    size = bits // 8
    z = simon_sequence(sequence)
    keys = [int.from_bytes(key[i : i + size], "little") for i in range(0, len(key), size)]
    m = len(keys)
    for i in range(rounds - m):
        turned = _rotl(keys[-1], bits - 3, bits) ^ (keys[-3] if m == 4 else 0)
        turned ^= _rotl(turned, bits - 1, bits)
        keys.append(keys[i] ^ turned ^ ((1 << bits) - 4) ^ z[i % 62])
    y, x = (int.from_bytes(block[i : i + size], "little") for i in (0, size))
    for k in keys:
        x, y = y ^ k ^ _rotl(x, 1, bits) & _rotl(x, 8, bits) ^ _rotl(x, 2, bits), x
    return y.to_bytes(size, "little") + x.to_bytes(size, "little")


def simon(key: bytes, block: bytes) -> bytes:
    """SIMON64/128, in the order of bytes of its designers' implementation guide: words and bytes backwards."""
    return _simon(key, block, 32, 44, 3)


def simon_128(key: bytes, block: bytes) -> bytes:
    """SIMON128/128, in the same order."""
    return _simon(key, block, 64, 68, 2)


# --- Ascon ---

#: The nonce of studies/ciphers/ascon.c.
ASCON_NONCE = bytes(range(16))


def ascon(key: bytes, block: bytes) -> bytes:
    """Ascon-128 v1.2 of one block without associated data: ciphertext and tag."""
    return b"".join(oracle.seal("ascon-128", key, ASCON_NONCE, b"", block, 16))


#: By the names of configs/ciphers.toml.
MODELS: dict[str, Callable[[bytes, bytes], bytes]] = {
    "ascon": ascon,
    "aria": aria,
    "gost": gost,
    "hight": hight,
    "idea": idea,
    "noekeon": noekeon,
    "seed": seed,
    "simon": simon,
    "simon-128": simon_128,
}
