# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The instructions that lib/include/vambrace/aes_unit.h assembles and compiles to, and the builds that backend.h
rejects."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from elftools.elf.elffile import ELFFile

from tests.rtl.model_aes_unit import SHAPES, instruction
from tests.rtl.test_ise_header import _COMPILER, functions, text_of
from vambrace.base.paths import root

_UNIT = "-DVMB_AES_UNIT=1"
_A0, _A1, _T6 = 10, 11, 31
_RET = bytes.fromhex("8280")
DOCUMENT = root() / "docs" / "reference" / "aes-unit.md"


def assembly() -> Iterator[tuple[str, int]]:
    """Yield each macro in use, and the word it encodes."""
    for d in (0, 1):
        yield f"vmb.aes.load {d}, t6", instruction(0x00 + d, 2, 0, _T6)
        yield f"vmb.aes.start {d}, t6, a1", instruction(0x04 + d, 3, 0, _T6, _A1)
        yield f"vmb.aes.blocks {d}, t6, a1", instruction(0x1E + d, 3, 0, _T6, _A1)
        yield f"vmb.aes.crypt a0, {d}, t6, a1", instruction(0x1E + d, 7, _A0, _T6, _A1)
        for m in range(1, 32):
            yield f"vmb.aes.few {m}, {d}, t6, a1", instruction(0x40 + 2 * m + d, 3, 0, _T6, _A1)
            yield f"vmb.aes.few_crypt a0, {m}, {d}, t6, a1", instruction(0x40 + 2 * m + d, 7, _A0, _T6, _A1)
    yield "vmb.aes.write t6, a1", instruction(0x02, 3, 0, _T6, _A1)
    yield "vmb.aes.load_chained t6", instruction(0x03, 2, 0, _T6)
    yield "vmb.aes.start_chained t6, a1", instruction(0x07, 3, 0, _T6, _A1)
    yield "vmb.aes.store t6", instruction(0x06, 2, 0, _T6)
    yield "vmb.aes.stored a0, t6", instruction(0x06, 6, _A0, _T6)
    for n in range(4):
        yield f"vmb.aes.read t6, {n}", instruction(0x08 + n, 4, _T6)
        yield f"vmb.aes.pair {n}, t6, a1", instruction(0x10 + n, 3, 0, _T6, _A1)
    yield "vmb.aes.wait t6", instruction(0x0C, 4, _T6)
    yield "vmb.aes.features t6", instruction(0x0D, 4, _T6)
    yield "vmb.aes.wipe", instruction(0x0E, 0)
    for n in (1, 2, 3):
        yield f"vmb.aes.last {n}, t6, a1", instruction(0x18 + n, 3, 0, _T6, _A1)
        yield f"vmb.aes.key {n - 1}, t6", instruction(0x13 + n, 2, 0, _T6)
    yield "vmb.aes.count t6", instruction(0x1C, 2, 0, _T6)


def intrinsics() -> Iterator[tuple[str, str, int]]:
    """A name, the body of a function of a and b, and its instruction before its return."""
    for d in (0, 1):
        yield f"load{d}", f"vmb_aes_unit_load({d}, (const void *)a)", instruction(0x00 + d, 2, 0, _A0)
        yield f"start{d}", f"vmb_aes_unit_start({d}, a, b)", instruction(0x04 + d, 3, 0, _A0, _A1)
        # The destination comes first, as in memcpy; the instruction has it last.
        to = "(void *)b, (const void *)a"
        yield f"blocks{d}", f"vmb_aes_unit_blocks({d}, {to})", instruction(0x1E + d, 3, 0, _A0, _A1)
        yield f"crypt{d}", f"return vmb_aes_unit_crypt({d}, {to})", instruction(0x1E + d, 7, _A0, _A0, _A1)
        for m in (1, 31):
            few = f"VMB_AES_UNIT_FEW({m}, {d}, (void *)b, (const void *)a)"
            yield f"few{m}_{d}", few, instruction(0x40 + 2 * m + d, 3, 0, _A0, _A1)
            crypt = f"uint32_t s; VMB_AES_UNIT_FEW_CRYPT(s, {m}, {d}, (void *)b, (const void *)a); return s"
            yield f"few_crypt{m}_{d}", crypt, instruction(0x40 + 2 * m + d, 7, _A0, _A0, _A1)
    yield "write", "vmb_aes_unit_write(a, b)", instruction(0x02, 3, 0, _A0, _A1)
    yield "load_chained", "vmb_aes_unit_load_chained((const void *)a)", instruction(0x03, 2, 0, _A0)
    yield "start_chained", "vmb_aes_unit_start_chained(a, b)", instruction(0x07, 3, 0, _A0, _A1)
    yield "store", "vmb_aes_unit_store((void *)a)", instruction(0x06, 2, 0, _A0)
    yield "stored", "return vmb_aes_unit_stored((void *)a)", instruction(0x06, 6, _A0, _A0)
    for n in range(4):
        yield f"read{n}", f"return vmb_aes_unit_read({n})", instruction(0x08 + n, 4, _A0)
        yield f"pair{n}", f"vmb_aes_unit_pair({n}, a, b)", instruction(0x10 + n, 3, 0, _A0, _A1)
    yield "wait", "return vmb_aes_unit_wait()", instruction(0x0C, 4, _A0)
    yield "features", "return vmb_aes_unit_features()", instruction(0x0D, 4, _A0)
    yield "wipe", "vmb_aes_unit_wipe()", instruction(0x0E, 0)
    for n in (1, 2, 3):
        yield f"last{n}", f"vmb_aes_unit_last({n}, a, b)", instruction(0x18 + n, 3, 0, _A0, _A1)
        yield f"key{n}", f"vmb_aes_unit_key({n - 1}, (const void *)a)", instruction(0x13 + n, 2, 0, _A0)
    yield "count", "vmb_aes_unit_count(a)", instruction(0x1C, 2, 0, _A0)


def compile_object(folder: Path, name: str, source: str, *flags: str) -> subprocess.CompletedProcess[str]:
    (folder / name).write_text(f'#include "vambrace/aes_unit.h"\n{source}\n')
    command = [*_COMPILER, f"-I{root() / 'lib' / 'include'}", *flags, "-c", name, "-o", f"{name}.o"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def test_every_instruction_has_a_macro_and_a_table_row() -> None:
    """In the macros, and in the document's table."""
    every = {(funct7, funct3) for funct7, shapes in SHAPES.items() for funct3 in shapes}
    assert {(word >> 25, word >> 12 & 7) for _, word in assembly()} == every
    listed = set()
    rows = re.findall(r"^\| `\w+`.* \| (0x\w\w)(?: \+ (2m|\w))?(?: \+ d)? \| (\d)", DOCUMENT.read_text(), re.MULTILINE)
    values = {"": (0,), "d": (0, 1), "l": (0, 1, 2), "n": (0, 1, 2, 3), "2m": range(2, 64)}
    for first, letter, funct3 in rows:
        listed |= {(int(first, 16) + i, int(funct3)) for i in values[letter]}
    assert listed - {(0x18, 3)} == every  # n is not 0 there


def test_assembler_macros(tmp_path: Path) -> None:
    lines, words = zip(*assembly(), strict=True)
    done = compile_object(tmp_path, "macros.S", "\n".join(lines), _UNIT)
    assert done.returncode == 0, done.stderr
    with (tmp_path / "macros.S.o").open("rb") as file:
        code = text_of(ELFFile(file))
    assert [code[i : i + 4].hex() for i in range(0, len(code), 4)] == [w.to_bytes(4, "little").hex() for w in words]


@pytest.mark.parametrize("level", ["-O1", "-Os", "-O2"])
def test_intrinsics_are_one_instruction(tmp_path: Path, level: str) -> None:
    source = "\n".join(
        f"{'uint32_t' if 'return' in body else 'void'} f_{name}(uint32_t a, uint32_t b) {{ (void)a; (void)b; {body}; }}"
        for name, body, _ in intrinsics()
    )
    done = compile_object(tmp_path, "intrinsics.c", source, level, _UNIT)
    assert done.returncode == 0, done.stderr
    code = functions(tmp_path / "intrinsics.c.o")
    for name, _, word in intrinsics():
        assert code[f"f_{name}"] == word.to_bytes(4, "little") + _RET, name


@pytest.mark.parametrize(
    ("flags", "message"),
    [
        ((_UNIT, "-DVMB_ENGINE_PORT=1"), "excludes"),
        ((_UNIT, "-DVMB_ISE_ZKNED=1"), "excludes"),
        ((_UNIT, "-march=rv64imac", "-mabi=lp64"), "32-bit RISC-V"),
        ((_UNIT, "-march=rv32e", "-mabi=ilp32e"), "32 registers"),
    ],
)
def test_impossible_builds_are_rejected(tmp_path: Path, flags: tuple[str, ...], message: str) -> None:
    done = compile_object(tmp_path, "wrong.c", "int none;", *flags)
    assert done.returncode != 0 and message in done.stderr


def test_the_unit_uses_the_lock_of_the_engine(tmp_path: Path) -> None:
    """One lock serves both; a program may provide it for a unit, too."""
    source = "uint32_t f_acquire(uint32_t a) { (void)a; return vmb_engine_acquire(); }"
    assert compile_object(tmp_path, "own.c", source, "-O2", _UNIT).returncode == 0
    assert functions(tmp_path / "own.c.o")["f_acquire"] == (0x30047573).to_bytes(4, "little") + _RET
    done = compile_object(tmp_path, "lock.c", source, "-O2", _UNIT, "-DVMB_ENGINE_LOCK=1", "-DVMB_ENGINE_ROCC=1")
    assert done.returncode == 0, done.stderr
