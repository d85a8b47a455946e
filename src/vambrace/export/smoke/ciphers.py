# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The smoke tests of the AES core and unit, and of cipher units."""

from __future__ import annotations

from collections.abc import Callable

from vambrace.export.smoke.frame import number, part
from vambrace.export.subject import Module, Subject
from vambrace.software.oracles import oracle

KEY, NONCE = bytes(range(32)), bytes(range(0x80, 0x90))
AD, DATA = bytes(range(0x40, 0x4D)), bytes(range(0xC0, 0xDB))

#: Kinds of pieces (rtl/engine/vmb_unit_pkg.sv), and bytes per block.
_AD, _AD_END, _DATA, _DATA_END = range(4)
_RATE = 16


def aes_core(subject: Subject) -> tuple[list[str], list[str]]:
    """Test blocks with each key length, in each supported direction."""
    return [part("aes")], _blocks(subject, lambda key, bits: f"load({key}, {(bits - 128) // 64})")


def aes_unit(subject: Subject) -> tuple[list[str], list[str]]:
    """Test the same with the unit's instructions."""
    known = subject.module.known
    values = {"OPCODE": known["Opcode"], "USERMODE": known["UserMode"]}
    return [part("aes_unit", values)], _blocks(subject, lambda key, bits: f"load_key({key}, {bits})")


def aes_unit_regs(subject: Subject) -> tuple[list[str], list[str]]:
    """Test the same with the unit's registers, on a bus or directly."""
    access = bus_access(subject.coupling) if subject.coupling else part("bus_")
    refused = [
        "access(0, 100, 0)",
        "access(1, 24, 1)",
        'compare(refused, 1, "a write outside the registers is rejected")',
    ]
    blocks = _blocks(subject, lambda key, bits: f"load_key({key}, {bits})")
    return [access, part("aes_unit_regs")], [*refused, *blocks]


def _blocks(subject: Subject, load: Callable[[str, int], str]) -> list[str]:
    parameters = subject.module.known
    longest = int(parameters["KeyBits"])
    statements = []
    for bits in (128, 192, 256):
        if bits > longest or (bits < longest and not int(parameters["ShorterKeys"])):
            continue
        key = KEY[: bits // 8]
        statements.append(load(number(key, 256), bits))
        for at in (0, 5):
            block = DATA[at : at + 16]
            sealed, _ = oracle.encrypt(f"aes-{bits}-ecb", key, b"", block)
            statements.append(f"block(0, {number(block, 128)}, {number(sealed, 128)})")
            if int(parameters["Decrypt"]):
                statements.append(f"block(1, {number(sealed, 128)}, {number(block, 128)})")
    return statements


def bus_access(module: Module) -> str:
    """Return the task that accesses a register through a coupling."""
    values = {name.upper(): value for name, value in module.known.items()}
    values["OPCODE"] = f"{int(values.get('OPCODE', '0')):x}"
    return part(module.name.removeprefix("vmb_couple_").join(("bus_", "")), values)


def ghash(subject: Subject) -> tuple[list[str], list[str]]:
    """Test the hash of associated data: the tag of AES-GCM without the block of the cipher that masks it."""
    algorithm, key, nonce = "aes-128-ecb", KEY[:16], NONCE[:12]
    h, mask = (oracle.encrypt(algorithm, key, b"", b)[0] for b in (bytes(16), nonce + bytes([0, 0, 0, 1])))
    tag = oracle.seal("aes-128-gcm", key, nonce, AD + DATA, b"", 16)[1]
    padded = AD + DATA + bytes(-len(AD + DATA) % 16) + (8 * len(AD + DATA)).to_bytes(8, "big") + bytes(8)
    wanted = bytes(a ^ b for a, b in zip(tag, mask, strict=True))
    blocks = [padded[i : i + 16] for i in range(0, len(padded), 16)]
    first, *others = (number(block, 128) for block in blocks)
    begin = [f"step(1, 0, {number(h, 128)})", f"step(0, 0, {first})", f"result({first})", "step(0, 1, 0)"]
    return [part("ghash")], [*begin, *(f"step(0, 1, {b})" for b in others), f"result({number(wanted, 128)})"]


def ascon(subject: Subject) -> tuple[list[str], list[str]]:
    """Test Ascon-AEAD128 in both directions."""
    sets = {"algorithm_i": 0, "key_i": number(KEY[:16], 128), "nonce_i": number(NONCE, 128), "ad_len_i": len(AD)}
    return _unit("ascon-aead128", KEY[:16], NONCE, sets)


def chacha20_poly1305(subject: Subject) -> tuple[list[str], list[str]]:
    """Test ChaCha20-Poly1305 in both directions."""
    sets = {"key_i": number(KEY, 256), "nonce_i": number(NONCE[:12], 96), "ad_len_i": len(AD), "data_len_i": len(DATA)}
    return _unit("chacha20-poly1305", KEY, NONCE[:12], sets)


def chacha20(subject: Subject) -> tuple[list[str], list[str]]:
    """Test two blocks of keystream: those that seal a message of zeros."""
    key, nonce, quarters = KEY, NONCE[:12], range(0, 128, 16)
    keystream = oracle.seal("chacha20-poly1305", key, nonce, b"", bytes(128))[0]
    statements = [f"key_i = {number(key, 256)}", f"nonce_i = {number(nonce, 96)}", "begin_block(1)"]
    for at in quarters:
        statements += [
            f"counter_i = {1 + at // 64}",
            f"quarter({at // 16 % 4}, {number(keystream[at : at + 16], 128)})",
        ]
        statements += [f"next_counter_i = {2 + (at + 16) // 64}"]
    return [part("chacha20")], statements


def _unit(algorithm: str, key: bytes, nonce: bytes, sets: dict[str, object]) -> tuple[list[str], list[str]]:
    sealed, tag = oracle.seal(algorithm, key, nonce, AD, DATA)
    statements = [f"{port} = {value}" for port, value in sets.items()]
    for decrypt, sent, wanted in ((0, DATA, sealed), (1, sealed, DATA)):
        statements += [f"decrypt_i = {decrypt}", "begin_message"]
        statements += [*_pieces(_AD, AD), *_pieces(_DATA, sent), f"end_message({number(tag, 128)})"]
        for at in range(0, len(wanted), _RATE):
            what = "opened" if decrypt else "sealed"
            statements.append(
                f'compare(answers[{at // _RATE}], {number(wanted[at : at + _RATE], 128)}, "{what} piece")'
            )
        statements.append(f'compare(answered, {-(-len(wanted) // _RATE)}, "answers")')
    return [part("pieces")], statements


def _pieces(kind: int, data: bytes) -> list[str]:
    """Return a piece for each block, and the end after the last byte."""
    statements = []
    for at in range(0, len(data), _RATE):
        block = data[at : at + _RATE]
        statements.append(f"piece({kind}, 16'h{(1 << len(block)) - 1:x}, {number(block, 128)})")
    return [*statements, f"piece({kind + 1}, 16'h{1 << len(data) % _RATE:x}, 0)"]
