# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""A backend contains the instructions of its own extensions only; the probe, which tries all instructions, is separate.

The simulated core of these tests has all function units, so a misplaced instruction would run.
"""

from __future__ import annotations

import re
from functools import cache

import pytest

from tests.builds import BUILDS
from vambrace import config
from vambrace.base import tools
from vambrace.config import instructions
from vambrace.software.toolchain import program

CUSTOM_0, CUSTOM_1, CUSTOM_2 = 0x0B, 0x2B, 0x5B


@cache
def patterns() -> list[tuple[int, int, str]]:
    """The encodings of all function units on RV32: mask, match, and the unit's name."""
    return [
        (mask, match, extension.name)
        for extension in instructions.units().values()
        for instruction in extension.instructions.values()
        if 32 in instruction.encodings
        for _, mask, match in instruction.variants()
    ]


@cache
def unit(word: int) -> str | None:
    """The function unit or accelerator that executes an instruction, or None for the core itself."""
    for mask, match, name in patterns():
        if word & mask == match:
            return name
    return {CUSTOM_0: "Engines", CUSTOM_1: "AesUnit", CUSTOM_2: "Engines"}.get(word & 0x7F)


PROBE = "probe_probe.o"


def units_used(extensions: str) -> set[str]:
    archive = program.library(BUILDS[extensions])
    # The name and the code of each member.
    _, *parts = re.split(
        r"^(\S+\.o): +file format", tools.run(["riscv64-unknown-elf-objdump", "-d", str(archive)]), flags=re.MULTILINE
    )
    members = dict(zip(parts[::2], parts[1::2], strict=True))
    members.pop(PROBE)
    listing = "".join(members.values())
    words = [int(word, 16) for word in re.findall(r"^ *[0-9a-f]+:\s+([0-9a-f]{8})\s", listing, re.MULTILINE)]
    assert len(words) > 500
    return {actual for actual in map(unit, words) if actual}


def _parameter(name: str) -> object:
    """The short run has no extension, all of them, and each kind of accelerator."""
    other = name not in ("none", "all", "engine", "aes-unit")
    return pytest.param(name, marks=pytest.mark.long("compiles the whole library once more") if other else ())


@pytest.mark.parametrize("extensions", [_parameter(name) for name in config.extension_sets() if name in BUILDS])
def test_a_backend_uses_its_own_extensions(extensions):
    known = config.extension_sets()[extensions]
    by_registers = {"Engines", "AesUnit"} if known.accelerator and known.accelerator.bus != "port" else set()
    assert units_used(extensions) == set(known.units) - by_registers


def test_no_library_object_needs_the_probe():
    """A program therefore has its instructions only if it calls vmb_probe."""
    symbols = tools.run(["riscv64-unknown-elf-nm", "-A", "-u", str(program.library(BUILDS["none"]))])
    assert "memcpy" in symbols or " U vmb_" in symbols
    assert "vmb_probe" not in symbols
