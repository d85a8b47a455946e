# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""libvambrace as a driver of Mbed TLS on a simulated core, with keys in memory and in slots of the engine."""

from functools import cache
from pathlib import Path

import pytest

from tests.host.psa_programs import CASES, alike, of_mbedtls_few, split
from vambrace import config
from vambrace.base.paths import root
from vambrace.hardware import model
from vambrace.software.oracles import oracle
from vambrace.software.ports import psa
from vambrace.software.running.simulate import Machine, Memory, simulate
from vambrace.software.toolchain import program as riscv

RAM = 1 << 20
SETUP = psa.Setup(driver=True, ascon=True)
POINTS = ("none", "zkned", "engine")


def on_core(point: str, main: Path, *own: str, setup: psa.Setup = SETUP) -> list[str]:
    """The lines that a program leaves in memory."""
    chosen = config.point(point)
    flags = [*psa.flags(setup), "-w", *own]
    elf = riscv.link([main], chosen.build, RAM, flags, psa.library(setup, chosen.build))
    text = elf.symbol("vmb_psa_text"), elf.symbol_size("vmb_psa_text")
    built = model.build(model.shared(chosen.core, chosen.extensions))
    outcome = simulate(built, elf, Machine(RAM), {}, Memory({}, {"text": text}), cached=True)
    assert (outcome.end, outcome.exit_code) == ("exit", 0), outcome.describe(elf)
    return outcome.dumps["text"].rstrip(b"\0").decode().splitlines()


@pytest.mark.long("half a minute each; a key in a slot always runs, and the host all cases")
@pytest.mark.parametrize("name", POINTS)
def test_results_on_a_core_agree_with_mbed_tls(name):
    own = ("-DSTEP=32", "-DFEW=1")
    theirs = of_mbedtls_few(*own)
    ours = on_core(f"ibex-ref/{name}", CASES, *own)
    assert len(ours) > 400 and alike(ours) == alike(theirs)
    ascon = [line for line in split(ours)[1] if line.startswith(("seal 0", "open 0", "finish 0", "verify 0"))]
    assert len(ascon) >= 10


@cache
def of_slots(point: str = "ibex-ref/engine") -> list[list[str]]:
    return [line.split() for line in on_core(point, root() / "tests" / "system" / "psa_slots.c")]


KEY, NONCE = bytes((3 * i + 1) & 255 for i in range(32)), bytes([1, 2, 3, *[0] * 13])
AD, TEXT = bytes([4, 5, 6, 7, 8]), b"twenty bytes of text"


@pytest.mark.parametrize(
    ("at", "algorithm", "key_len", "nonce_len", "tag_len", "slot"),
    [
        (0, "aes-128-ccm", 16, 12, 16, 1),
        (1, "aes-128-ccm", 16, 12, 8, 1),
        (2, "chacha20-poly1305", 32, 12, 16, 2),
        (3, "ascon-aead128", 16, 16, 16, 1),
    ],
)
def test_a_key_in_a_slot(at, algorithm, key_len, nonce_len, tag_len, slot):
    """It seals and opens, in one call and in pieces; unverified data and the key are not released."""
    check_slot(of_slots(), at, algorithm, key_len, nonce_len, tag_len, slot)


@pytest.mark.long("the same calls of the driver, and another algorithm of the engine")
def test_a_key_in_a_slot_for_gcm():
    check_slot(of_slots("ibex-ref/engine-gcm"), 6, "aes-128-gcm", 16, 12, 16, 1)


def check_slot(
    lines: list[list[str]], at: int, algorithm: str, key_len: int, nonce_len: int, tag_len: int, slot: int
) -> None:
    sealed = b"".join(oracle.seal(algorithm, KEY[:key_len], NONCE[:nonce_len], AD, TEXT, tag_len)).hex()
    begin = [n for n, line in enumerate(lines) if line[0] == "import"][at]
    assert lines[begin : begin + 7] == [
        ["import", "0", "1", f"{slot:02x}"],
        ["seal", "0", str(20 + tag_len), sealed],
        ["open", "0", "20", TEXT.hex()],
        ["forged", "-149", "20", "00" * 20],
        ["pieces", "0", str(20 + tag_len), sealed],
        ["early", "-147", "20", "00" * 20],  # the policy forbids it: PSA_ERROR_HARDWARE_FAILURE
        ["export", "0", "1", f"{slot:02x}"],
    ]


def test_slots_without_a_suitable_key():
    """A key of another length, an empty slot, GCM; invalid numbers, lengths and types; a key in memory."""
    lines = [line for line in of_slots() if line[0] in ("import", "seal")]
    assert [line[:2] for line in lines[8:14]] == [["import", "0"], ["seal", "-147"]] * 2 + [
        ["import", "0"],
        ["seal", "-134"],
    ]
    wanted = {
        "slot 0": "-135", "slot 4": "-135", "two": "-135", "no bits": "-135", "odd bits": "-135", "no type": "-134",
        "memory": "0", "forbidden": "-147",
    }  # fmt: skip
    said = {" ".join(line[:-2]): line[-2] for line in of_slots() if len(line) < 5}
    assert {name: said.get(name) for name in wanted} == wanted


@pytest.mark.long("eight seconds; keys of AEADs in slots are always tested")
def test_a_cipher_with_a_key_in_a_slot():
    lines = {line[0]: line[1:] for line in of_slots()}
    iv, padded = bytes([7] * 16), TEXT + bytes([12] * 12)
    assert lines["encrypt"][2] == (iv + oracle.encrypt("aes-128-cbc", KEY[:16], iv, padded)[0]).hex()
    assert lines["decrypt"][2] == TEXT.hex() and lines["length"][:2] == ["0", "20"]
