# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The driver of Mbed TLS and TF-PSA-Crypto keeps secrets: padding changes neither instructions nor addresses, and
nothing is left.
"""

from functools import cache

import pytest

from tests.host.tf_psa import GIVEN
from vambrace import config
from vambrace.base.paths import root
from vambrace.hardware import model
from vambrace.hardware.reference_ise import SBOX
from vambrace.software.ports import psa
from vambrace.software.running.simulate import RAM_BASE, Machine, Memory, Outcome, simulate
from vambrace.software.toolchain import program

pytestmark = pytest.mark.long("other builds of Mbed TLS; the host compares all results")

RAM = 1 << 20
MAIN = root() / "tests" / "system" / "psa_secrets.c"
#: Extension sets; "tf" with TF-PSA-Crypto.
WITH_TF = [pytest.param(f"{name} tf", marks=GIVEN) for name in ("none", "zkned")]
POINTS = pytest.mark.parametrize("name", ["none", "zkned", *WITH_TF])

#: In psa_secrets.c: the padding of the message, and whether it is right.
KINDS = [(1, True), (7, True), (16, True), *((n, False) for n in (0, 17, 255, 16, 7, 2))]


@cache
def run(name: str) -> tuple[Outcome, program.Elf]:
    chosen, *tf = name.split()
    point, setup = config.point(f"ibex-ref/{chosen}"), psa.Setup(driver=True, tf=bool(tf))
    elf = program.link([MAIN], point.build, RAM, [*psa.flags(setup), "-w"], psa.library(setup, point.build))
    windows = {w: elf.symbol(f"vambrace_transparent_cipher_{w}") for w in ("decrypt", "finish")}
    built = model.build(model.shared(point.core, point.extensions))
    outcome = simulate(built, elf, Machine(RAM), windows, Memory({}, {"ram": (RAM_BASE, RAM)}), cached=True)
    assert (outcome.end, outcome.exit_code) == ("exit", 0), outcome.describe(elf)
    return outcome, elf


def lines(name: str) -> list[list[str]]:
    outcome, elf = run(name)
    at = elf.symbol("vmb_psa_text") - RAM_BASE
    text = outcome.dumps["ram"][at : at + elf.symbol_size("vmb_psa_text")]
    return [line.split() for line in text.rstrip(b"\0").decode().splitlines()]


@POINTS
def test_padding_changes_no_instruction_and_no_address(name):
    outcome, _ = run(name)
    said = [line for line in lines(name) if line[0] in ("whole", "pieces")]
    for number, (padding, right) in enumerate(KINDS):
        for line in said[2 * number : 2 * number + 2]:
            assert line[1:3] == (["0", str(32 - padding)] if right else ["-150", "0"])
    for window in ("decrypt", "finish"):
        calls = outcome.windows[window]
        assert len(calls) == len(KINDS)
        assert len({(c.cycles, c.instret, c.pc_hash, c.data_hash) for c in calls}) == 1 and calls[0].data_hash


def round_keys(key: bytes) -> list[bytes]:
    """Return the AES-128 round keys after the first (FIPS 197, section 5.2), as bytes."""
    words, constant = [key[i : i + 4] for i in range(0, 16, 4)], 1
    while len(words) < 44:
        word = words[-1]
        if len(words) % 4 == 0:
            word = bytes(int(SBOX[b]) for b in word[1:] + word[:1])
            word, constant = bytes([word[0] ^ constant]) + word[1:], constant << 1 ^ (0x11B if constant & 0x80 else 0)
        words.append(bytes(a ^ b for a, b in zip(word, words[-4], strict=True)))
    return [b"".join(words[i : i + 4]) for i in range(4, 44, 4)]


def test_round_keys():
    """FIPS 197, appendix A.1."""
    actual = round_keys(bytes.fromhex("2b7e151628aed2a6abf7158809cf4f3c"))
    assert len(actual) == 10 and actual[-1].hex() == "d014f9a8c9ee2589e13f0cc8b6630ca6"


@POINTS
def test_nothing_is_left_in_memory(name):
    """Of the key, its round keys, and the plaintext: what is in the whole RAM at the end, in pieces of 8 bytes."""
    outcome, elf = run(name)
    ram = bytearray(outcome.dumps["ram"])
    secrets = {}  # they are found where they are, and there alone
    for symbol, length in (("vmb_secret_key", 16), ("vmb_secret_text", 32)):
        at = elf.symbol(symbol) - RAM_BASE
        secrets[symbol] = bytes(ram[at : at + length])
        ram[at : at + length] = bytes(length)
    assert all(any(secret) for secret in secrets.values())
    wanted = [*secrets.values(), *round_keys(secrets["vmb_secret_key"])]
    pieces = {text[i : i + 8] for text in wanted for i in range(0, len(text), 8)}
    assert len(pieces) == 2 + 4 + 20 and [p.hex() for p in pieces if p in ram] == []
    assert [line[1] for line in lines(name) if line[0] in ("seal", "finish", "abort", "open")] == [
        "0",
        "0",
        "0",
        "-149",
    ] * 2
