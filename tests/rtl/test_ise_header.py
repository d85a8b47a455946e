# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The model decodes the instructions that lib/include/vambrace/ise.h assembles and compiles to, for plain rv32imc."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from elftools.elf.elffile import ELFFile
from elftools.elf.sections import SymbolTableSection

from vambrace.base.paths import root
from vambrace.config import instructions
from vambrace.hardware.reference_ise import BY_NAME

_A0, _A1, _A2, _T6 = 10, 11, 12, 31
_RET = bytes.fromhex("8280")

_UNITS = [e for e in instructions.units().values() if e.port]
_STANDARD = [i for e in _UNITS if not e.custom for i in e.instructions.values() if 32 in i.encodings]


def _with(*operands: str) -> list[str]:
    """The instructions with these operands."""
    return [i.mnemonic for i in _STANDARD if i.encodings[32].operands == operands]


_THREE, _TWO, _AES = _with("rd", "rs1", "rs2"), _with("rd", "rs1"), _with("rd", "rs1", "rs2", "bs")
_HALVES = ("lo", "hi")


_COMPILER = [
    "riscv64-unknown-elf-gcc",
    "-march=rv32imc",
    "-mabi=ilp32",
    "-ffreestanding",
    "-std=c99",
    "-Wall",
    "-Wextra",
    "-Wpedantic",
    "-Wconversion",
    "-Werror",
]
_EVERYTHING = tuple(f"-DVMB_ISE_{e.name.upper()}=1" for e in _UNITS)


def compile_object(folder: Path, name: str, source: str, *flags: str) -> subprocess.CompletedProcess[str]:
    (folder / name).write_text(f'#include "vambrace/ise.h"\n{source}\n')
    command = [*_COMPILER, f"-I{root() / 'lib' / 'include'}", *flags, "-c", name, "-o", f"{name}.o"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def text_of(elf: ELFFile) -> bytes:
    return elf.get_section_by_name(".text").data()


def functions(path: Path) -> dict[str, bytes]:
    with path.open("rb") as file:
        elf = ELFFile(file)
        code = text_of(elf)
        table = next(s for s in elf.iter_sections() if isinstance(s, SymbolTableSection))
        return {
            s.name: code[s["st_value"] : s["st_value"] + s["st_size"]]
            for s in table.iter_symbols()
            if s["st_info"]["type"] == "STT_FUNC"
        }


def assembly() -> Iterator[tuple[str, int]]:
    """Yield each macro in use, and the word it encodes."""
    for name in _THREE:
        yield f"vmb.{name} t6, a1, a2", BY_NAME[name].encode(_T6, _A1, _A2)
    for name in _TWO:
        yield f"vmb.{name} t6, a1", BY_NAME[name].encode(_T6, _A1)
    for shamt in range(32):
        yield f"vmb.rori t6, a1, {shamt}", BY_NAME["rori"].encode(_T6, _A1, shamt)
    for name in _AES:
        for bs in range(4):
            yield f"vmb.{name} t6, a1, a2, {bs}", BY_NAME[name].encode(_T6, _A1, _A2, bs << 30)
    for half in _HALVES:
        for i in range(5):
            yield f"ascon.sigma.{half} t6, a1, a2, {i}", BY_NAME[f"ascon.sigma.{half}.{i}"].encode(_T6, _A1, _A2)


def intrinsics() -> Iterator[tuple[str, str, int]]:
    """A name, the body of a function of a and b, and the one instruction it should be before its return."""
    for name in _THREE:
        function = f"vmb_{name}32" if name in ("rol", "ror") else f"vmb_{name}"
        yield name, f"{function}(a, b)", BY_NAME[name].encode(_A0, _A0, _A1)
    for name in _TWO:
        yield name, f"vmb_{name}(a)", BY_NAME[name].encode(_A0, _A0)
    for n in range(32):
        yield f"ror_{n}", f"vmb_ror32(a, {n})", BY_NAME["rori"].encode(_A0, _A0, n)
        yield f"rol_{n}", f"vmb_rol32(a, {n})", BY_NAME["rori"].encode(_A0, _A0, -n % 32)
    for name in _AES:
        for bs in range(4):
            yield f"{name}_{bs}", f"vmb_{name}(a, b, {bs})", BY_NAME[name].encode(_A0, _A0, _A1, bs << 30)
    for half in _HALVES:
        for i in range(5):
            word = BY_NAME[f"ascon.sigma.{half}.{i}"].encode(_A0, _A0, _A1)
            yield f"sigma_{half}_{i}", f"vmb_ascon_sigma_{half}(a, b, {i})", word


def c_source() -> str:
    bodies = (
        f"uint32_t f_{name}(uint32_t a, uint32_t b) {{ (void)b; return {body}; }}" for name, body, _ in intrinsics()
    )
    return "\n".join(bodies)


def test_assembler_macros(tmp_path: Path) -> None:
    lines, words = zip(*assembly(), strict=True)
    done = compile_object(tmp_path, "macros.S", "\n".join(lines), *_EVERYTHING)
    assert done.returncode == 0, done.stderr
    with (tmp_path / "macros.S.o").open("rb") as file:
        code = text_of(ELFFile(file))
    assert [code[i : i + 4].hex() for i in range(0, len(code), 4)] == [w.to_bytes(4, "little").hex() for w in words]


_OUT_OF_RANGE = (
    "vmb.rori a0, a0, 32",
    "vmb.rori a0, a0, -1",
    "vmb.aes32esi a0, a0, a1, 4",
    "vmb.aes32dsmi a0, a0, a1, -1",
    "ascon.sigma.lo a0, a0, a1, 5",
    "ascon.sigma.hi a0, a0, a1, -1",
)


@pytest.mark.parametrize("line", _OUT_OF_RANGE)
def test_an_immediate_out_of_range_is_an_error(tmp_path: Path, line: str) -> None:
    done = compile_object(tmp_path, "wrong.S", line, *_EVERYTHING)
    assert done.returncode != 0
    assert "out of range" in done.stderr


_MARCH = "_".join(["-march=rv32imc_zbb", *(e.isa for e in _UNITS if not e.custom)])


@pytest.mark.parametrize("march", ["-march=rv32imc", _MARCH])
@pytest.mark.parametrize("level", ["-O1", "-Os", "-O2", "-O3"])
def test_intrinsics_are_one_instruction(tmp_path: Path, level: str, march: str) -> None:
    """Also if the compiler may use the extensions by itself."""
    done = compile_object(tmp_path, "intrinsics.c", c_source(), level, march, *_EVERYTHING)
    assert done.returncode == 0, done.stderr
    code = functions(tmp_path / "intrinsics.c.o")
    for name, _, word in intrinsics():
        assert code[f"f_{name}"] == word.to_bytes(4, "little") + _RET, name


# The intrinsics of newer compilers, with the names and the order of arguments of the RISC-V C API.
_COMPILER_HEADERS: dict[str, list[tuple[str, str]]] = {"riscv_bitmanip.h": [], "riscv_crypto.h": []}
for _own in (i for i in _STANDARD if i.intrinsic):
    _template = f"{_own.mnemonic} {', '.join(f'%{n}' for n in range(len(_own.encodings[32].operands)))}"
    _file = "riscv_crypto.h" if _own.mnemonic in _AES else "riscv_bitmanip.h"
    _COMPILER_HEADERS[_file].append((_own.intrinsic.removeprefix("__riscv_"), _template))


def test_intrinsics_of_the_compiler_are_used_if_available(tmp_path: Path) -> None:
    for header, members in _COMPILER_HEADERS.items():
        lines = ["#include <stdint.h>"]
        for name, template in members:
            values = [f'"{"i" if v == "z" else "r"}"({v})' for v in "xyz"[: template.count("%") - 1]]
            arguments = ", ".join("xyz"[: len(values)])
            asm = f'__asm__("{template}" : "=r"(own) : {", ".join(values)})'
            lines.append(f"#define __riscv_{name}({arguments}) __extension__({{ uint32_t own; {asm}; own; }})")
        (tmp_path / header).write_text("\n".join(lines) + "\n")
    flags = ["-O2", _MARCH, "-save-temps", "-I.", *_EVERYTHING]
    done = compile_object(tmp_path, "intrinsics.c", c_source(), *flags)
    assert done.returncode == 0, done.stderr
    code = functions(tmp_path / "intrinsics.c.o")
    for name, _, word in intrinsics():
        if name.split("_")[0] not in ("ror", "rol", "rev8"):  # this compiler needs two for the operators
            assert code[f"f_{name}"] == word.to_bytes(4, "little") + _RET, name
    assembled = next(tmp_path.glob("*.s")).read_text()
    for name in (i.mnemonic for i in _STANDARD if i.intrinsic):
        lines = [line for line in assembled.split("\n") if line.split()[:1] == [name]]
        assert len(lines) == (4 if name in _AES else 1), name


def test_intrinsics_without_optimization(tmp_path: Path) -> None:
    """No immediate reaches an instruction then, but every function still compiles and contains its instruction."""
    done = compile_object(tmp_path, "intrinsics.c", c_source(), "-O0", *_EVERYTHING)
    assert done.returncode == 0, done.stderr
    code = functions(tmp_path / "intrinsics.c.o")
    for name, _, word in intrinsics():
        body = code[f"f_{name}"]
        words = {int.from_bytes(body[i : i + 4], "little") for i in range(0, len(body) - 2, 2)}
        wanted = BY_NAME[name[:3]] if name.startswith(("ror_", "rol_")) else None
        if wanted is None:
            registers = 0x01FF8F80 if name not in _TWO else 0x000F8F80
            assert any(w & ~registers == word & ~registers for w in words), name
        else:
            assert any(w & wanted.mask == wanted.match for w in words), name


_OWNED = {
    "VMB_ISE_ZBKB": ("vmb_ror32(1, 1)", "vmb.rori a0, a0, 1"),
    "VMB_ISE_ZBKC": ("vmb_clmul(1, 1)", "vmb.clmul a0, a0, a1"),
    "VMB_ISE_ZBKX": ("vmb_xperm8(1, 1)", "vmb.xperm8 a0, a0, a1"),
    "VMB_ISE_ZKNED": ("vmb_aes32esi(1, 1, 0)", "vmb.aes32esi a0, a0, a1, 0"),
    "VMB_ISE_ZKNH": ("vmb_sha256sig0(1)", "vmb.sha256sig0 a0, a0"),
    "VMB_ISE_XASCON": ("vmb_ascon_sigma_lo(1, 1, 0)", "ascon.sigma.lo a0, a0, a1, 0"),
}


@pytest.mark.parametrize("macro", _OWNED)
def test_a_name_needs_only_its_own_macro(tmp_path: Path, macro: str) -> None:
    call, line = _OWNED[macro]
    c = f"unsigned long f(void); unsigned long f(void) {{ return {call}; }}"
    others = [flag for flag in _EVERYTHING if macro not in flag]
    for name, source in (("c.c", c), ("s.S", line)):
        assert compile_object(tmp_path, name, source, f"-D{macro}=1").returncode == 0
        assert compile_object(tmp_path, name, source, *others).returncode != 0
