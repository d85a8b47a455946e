# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The instructions that lib/include/vambrace/engine.h assembles and compiles to, and the builds that backend.h
rejects."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from elftools.elf.elffile import ELFFile

from tests.rtl.test_ise_header import _COMPILER, functions, text_of
from vambrace.base.paths import root

_PORT = "-DVMB_ENGINE_PORT=1"
_A0, _A1, _T6 = 10, 11, 31
_RET = bytes.fromhex("8280")


def word(funct7: int, funct3: int, rd: int = 0, rs1: int = 0, rs2: int = 0) -> int:
    """Format R, opcode custom-0, as rtl/couple/vmb_couple_accel.sv decodes it."""
    return funct7 << 25 | rs2 << 20 | rs1 << 15 | funct3 << 12 | rd << 7 | 0x0B


def assembly() -> Iterator[tuple[str, int]]:
    """Yield each macro in use, and the word it encodes."""
    for n in range(6):
        yield f"vmb.engine.set {n}, t6, a1", word(n, 3, 0, _T6, _A1)
    yield "vmb.engine.run t6, a1", word(0x20, 6, _T6, _A1)
    yield "vmb.engine.go t6, a1", word(0x21, 6, _T6, _A1)
    yield "vmb.engine.wait t6", word(0x22, 4, _T6)
    yield "vmb.engine.get t6, a1", word(0x23, 6, _T6, _A1)
    yield "vmb.engine.put t6, a0, a1", word(0x24, 7, _T6, _A0, _A1)
    yield "vmb.engine.post a0, a1", word(0x24, 3, 0, _A0, _A1)
    yield "vmb.engine.feed2 a0, a1", word(0x25, 3, 0, _A0, _A1)
    yield "vmb.engine.feed a1", word(0x26, 2, 0, _A1)
    yield "vmb.engine.take t6", word(0x27, 4, _T6)


def intrinsics() -> Iterator[tuple[str, str, list[int]]]:
    """A name, the body of a function of a and b, and its instructions before its return."""
    for n in range(6):
        yield f"set{n}", f"vmb_engine_set({n}, a, b)", [word(n, 3, 0, _A0, _A1)]
    yield "run", "return vmb_engine_run(a)", [word(0x20, 6, _A0, _A0)]
    yield "go", "return vmb_engine_go(a)", [word(0x21, 6, _A0, _A0)]
    yield "wait", "return vmb_engine_wait()", [word(0x22, 4, _A0)]
    yield "get", "return vmb_engine_get(a)", [word(0x23, 6, _A0, _A0)]
    yield "put", "return vmb_engine_put(a, b)", [word(0x24, 7, _A0, _A0, _A1)]
    yield "post", "vmb_engine_post(a, b)", [word(0x24, 3, 0, _A0, _A1)]
    yield "feed2", "vmb_engine_feed2(a, b)", [word(0x25, 3, 0, _A0, _A1)]
    yield "feed", "vmb_engine_feed(a)", [word(0x26, 2, 0, _A0)]
    yield "take", "return vmb_engine_take()", [word(0x27, 4, _A0)]
    yield "acquire", "return vmb_engine_acquire()", [0x30047573]  # csrrci a0, mstatus, 8
    yield "fence", "vmb_engine_fence()", [0x0FF0000F]


def compile_object(folder: Path, name: str, source: str, *flags: str) -> subprocess.CompletedProcess[str]:
    (folder / name).write_text(f'#include "vambrace/engine.h"\n{source}\n')
    command = [*_COMPILER, f"-I{root() / 'lib' / 'include'}", *flags, "-c", name, "-o", f"{name}.o"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(("build", "opcode"), [(_PORT, 0x0B), ("-DVMB_ENGINE_PORT_PIO=1", 0x5B)])
def test_assembler_macros(tmp_path: Path, build: str, opcode: int) -> None:
    lines, words = zip(*((line, w & ~0x7F | opcode) for line, w in assembly()), strict=True)
    done = compile_object(tmp_path, "macros.S", "\n".join(lines), build, f"-DVMB_ENGINE_OPCODE={opcode:#x}")
    assert done.returncode == 0, done.stderr
    with (tmp_path / "macros.S.o").open("rb") as file:
        code = text_of(ELFFile(file))
    assert [code[i : i + 4].hex() for i in range(0, len(code), 4)] == [w.to_bytes(4, "little").hex() for w in words]
    for n in (-1, 6):
        done = compile_object(tmp_path, "wrong.S", f"vmb.engine.set {n}, a0, a1", _PORT)
        assert done.returncode != 0 and "no such pair" in done.stderr


@pytest.mark.parametrize("level", ["-O1", "-Os", "-O2", "-O3"])
def test_intrinsics_are_one_instruction(tmp_path: Path, level: str) -> None:
    source = "\n".join(
        f"{'uint32_t' if 'return' in body else 'void'} f_{name}(uint32_t a, uint32_t b) {{ (void)a; (void)b; {body}; }}"
        for name, body, _ in intrinsics()
    )
    done = compile_object(tmp_path, "intrinsics.c", source, level, _PORT)
    assert done.returncode == 0, done.stderr
    code = functions(tmp_path / "intrinsics.c.o")
    for name, _, words in intrinsics():
        assert code[f"f_{name}"] == b"".join(w.to_bytes(4, "little") for w in words) + _RET, name


_BASE = "-DVMB_ENGINE_BASE=0x11000000"


@pytest.mark.parametrize(
    ("flags", "message"),
    [
        ((_PORT, "-DVMB_ENGINE_MMIO=1", _BASE), "only one of"),
        (("-DVMB_ENGINE_MMIO=1",), "VMB_ENGINE_BASE goes with"),
        (("-DVMB_ENGINE_PIO=1",), "VMB_ENGINE_BASE goes with"),
        ((_PORT, _BASE), "VMB_ENGINE_BASE goes with"),
        ((_BASE,), "VMB_ENGINE_BASE goes with"),
        (("-DVMB_ENGINE_MMIO=1", "-DVMB_ENGINE_BASE=0x11000002"), "multiple of 4"),
        ((_PORT, "-DVMB_ENGINE_PORT_PIO=1"), "only one of"),
        (("-DVMB_ENGINE_ROCC=1",), "VMB_ENGINE_ROCC goes with"),
        ((_PORT, "-DVMB_ENGINE_IRQ=1"), "needs VMB_ENGINE_MMIO"),
        ((_PORT, "-DVMB_ENGINE_RING=1"), "VMB_ENGINE_RING needs VMB_ENGINE_MMIO"),
        (("-DVMB_ENGINE_MMIO=1", _BASE, "-DVMB_ENGINE_RING=1", "-DVMB_DMA_LINE=128"), "a VMB_DMA_LINE of at most 64"),
        (("-DVMB_ENGINE_PIO=1", _BASE, "-DVMB_ENGINE_IRQ=1"), "needs VMB_ENGINE_MMIO"),
        (("-DVMB_ENGINE_LOCK=1",), "needs an engine"),
        ((_PORT, "-march=rv64imac", "-mabi=lp64"), "32-bit RISC-V"),
    ],
)
def test_impossible_builds_are_rejected(tmp_path: Path, flags: tuple[str, ...], message: str) -> None:
    done = compile_object(tmp_path, "wrong.c", "int none;", *flags)
    assert done.returncode != 0 and message in done.stderr
