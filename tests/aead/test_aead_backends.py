# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""A backend holds the instructions of its extensions, and of no other; the probe, which tries them all, is apart.

The simulated core of these tests has all function units, so a misplaced instruction would run.
"""

from __future__ import annotations

import re

import pytest

from tests.builds import BUILDS
from vambrace import config
from vambrace.base import tools
from vambrace.software import program

OP_IMM, OP, CUSTOM_0, CUSTOM_1, CUSTOM_2 = 0x13, 0x33, 0x0B, 0x2B, 0x5B

# RISC-V Cryptography Extensions, volume I: (opcode, funct3, bits 31:20) of the instructions with
# one operand, (opcode, funct3, bits 31:25) of those with two or a shift amount.
ZBKB_UNARY = {(OP_IMM, 5, 0x698), (OP_IMM, 5, 0x687), (OP_IMM, 1, 0x08F), (OP_IMM, 5, 0x08F)}
ZBKB = {
    (OP_IMM, 5, 0x30), (OP, 5, 0x30), (OP, 1, 0x30), (OP, 4, 0x20), (OP, 6, 0x20), (OP, 7, 0x20),
    (OP, 4, 0x04), (OP, 7, 0x04),
}  # fmt: skip
ZBKC = {(OP, 1, 0x05), (OP, 3, 0x05)}
AES32 = {0x11, 0x13, 0x15, 0x17}  # bits 29:25 of esi, esmi, dsi, dsmi


def unit(word: int) -> str | None:
    """The function unit that executes an instruction, None: the core itself."""
    opcode, funct3 = word & 0x7F, word >> 12 & 7
    if opcode in (CUSTOM_0, CUSTOM_2):
        return "Engines"
    if opcode == CUSTOM_1 and funct3 == 5:
        return "Xasconp"
    if opcode == CUSTOM_1:  # sigma has funct3 7, and funct7 names one of five words
        return "Xascon" if funct3 == 7 and word >> 25 & 0x1F < 5 else "AesUnit"
    if opcode == OP and funct3 == 0 and word >> 25 & 0x1F in AES32:
        return "Zkn"
    if (opcode, funct3, word >> 20) in ZBKB_UNARY or (opcode, funct3, word >> 25) in ZBKB:
        return "Zbkb"
    if (opcode, funct3, word >> 25) in ZBKC:
        return "Zbkc"
    return None


PROBE = "probe_probe.o"


def units_used(extensions: str) -> set[str]:
    archive = program.library(BUILDS[extensions])
    # Of each member its name and its code.
    _, *parts = re.split(
        r"^(\S+\.o): +file format", tools.run(["riscv64-unknown-elf-objdump", "-d", str(archive)]), flags=re.MULTILINE
    )
    members = dict(zip(parts[::2], parts[1::2], strict=True))
    members.pop(PROBE)
    listing = "".join(members.values())
    words = [int(word, 16) for word in re.findall(r"^ *[0-9a-f]+:\s+([0-9a-f]{8})\s", listing, re.MULTILINE)]
    assert len(words) > 500
    return {found for found in map(unit, words) if found}


@pytest.mark.parametrize("extensions", config.extension_sets())
def test_a_backend_uses_its_own_extensions(extensions):
    known = config.extension_sets()[extensions]
    by_registers = {"Engines"} if known.accelerator and known.accelerator.bus != "port" else set()
    assert units_used(extensions) == set(known.units) - by_registers


def test_nothing_of_the_library_needs_the_probe():
    """So that a program has its instructions only if it calls vmb_probe."""
    symbols = tools.run(["riscv64-unknown-elf-nm", "-A", "-u", str(program.library(BUILDS["none"]))])
    assert "memcpy" in symbols or " U vmb_" in symbols
    assert "vmb_probe" not in symbols
