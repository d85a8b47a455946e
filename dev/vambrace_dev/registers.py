# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Generates the register definitions of the engine for RTL, library and documentation from rtl/engine/vmb_engine.rdl,
and those of its ring for the library from rtl/ring/vmb_ring.rdl.

    python -m vambrace_dev.registers          writes the files, and the map of a new version (register_map)
    python -m vambrace_dev.registers --check  prints which of them are out of date, and whether the map needs a version

Needs the package systemrdl-compiler, which `pip install vambrace[test]` installs.
"""

import re
import sys
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

from systemrdl import RDLCompiler
from systemrdl.node import AddrmapNode, FieldNode, RegNode

from vambrace.base.paths import root
from vambrace.config import units
from vambrace.config.macros import ENGINE_REGISTERS
from vambrace_dev import register_map

SOURCE, RING = "rtl/engine/vmb_engine.rdl", "rtl/ring/vmb_ring.rdl"
#: The prefix of macros of units.
_UNIT = ENGINE_REGISTERS.replace("_REG_", "_UNIT_")
_SPDX = ("SPDX-FileCopyrightText: Vambrace contributors", "SPDX-License-Identifier: Apache-2.0")
_FROM, _FROM_RING = (f"From {name} by `python -m vambrace_dev.registers`: do not edit." for name in (SOURCE, RING))


@cache
def _block(source: str) -> AddrmapNode:
    compiler = RDLCompiler()
    compiler.compile_file(str(root() / source))
    return compiler.elaborate().top


def _registers(source: str = "") -> Iterator[RegNode]:
    """Return each register of a source, without a name of the engine's; for an array its first."""
    for node in _block(source or SOURCE).descendants(unroll=False, in_post_order=False):
        if isinstance(node, RegNode):
            yield node


def _offset(register: RegNode) -> int:
    return register.raw_address_offset


def _count(register: RegNode) -> int:
    """Return the number of registers in an array."""
    assert register.array_dimensions is not None
    return register.array_dimensions[0]


def offsets(source: str = "") -> dict[str, int]:
    """Return byte offsets by name, in lower case; for an array, of the first."""
    return {register.inst_name: _offset(register) for register in _registers(source)}


def fields(source: str = "") -> dict[str, dict[str, tuple[int, int]]]:
    """Return the lowest bit and the width of each field, by register."""
    return {r.inst_name: {f.inst_name: (f.low, f.width) for f in r.fields()} for r in _registers(source)}


def current() -> register_map.Map:
    """Return the map as the source describes it."""

    def access(node: FieldNode | RegNode) -> str:
        if isinstance(node, RegNode):
            return "r" * node.has_sw_readable + "w" * node.has_sw_writable
        wrote = node.get_property("onwrite")
        return "r" * node.is_sw_readable + "w" * node.is_sw_writable + (f" {wrote.name}" if wrote else "")

    found = {
        r.inst_name: register_map.Register(
            _offset(r),
            _count(r) if r.is_array else 1,
            access(r),
            {f.inst_name: register_map.Field(f.low, f.width, access(f), reset(f)) for f in r.fields()},
        )
        for r in _registers()
    }
    known = units.units()
    values = {
        "job.family": {name: unit.family for name, unit in known.items()},
        **{f"job.algorithm of {name}": {a.constant: a.number for a in unit.algorithms} for name, unit in known.items()},
        "status.error": _errors(),
    }
    major, minor = found["id"].fields["map"].reset, found["features2"].fields["map_minor"].reset
    assert major is not None and minor is not None
    return register_map.Map(major, minor, found, values)


def _errors() -> dict[str, int]:
    """Return the values of STATUS.error, from the RTL."""
    text = (root() / "rtl/engine/vmb_engine_pkg.sv").read_text()
    body = text[: text.index("} error_e;")].rpartition("{")[2]
    return {name: int(number) for name, number in re.findall(r"Err(\w+)\s*=\s*4'd(\d+)", body)}


def wrong_version() -> list[str]:
    """Return why the map does not have a version that fits, or has no file yet."""
    now = current()
    results = [
        f"{now.major}.{now.minor}: {p}" for old in register_map.earlier() for p in register_map.problems(old, now)
    ]
    return results if results or now.path.exists() else [f"{now.path.relative_to(root())} is missing"]


def is_constant(field: FieldNode) -> bool:
    """Return whether a field has the same value in every engine with this map."""
    return not field.is_hw_readable and not field.is_hw_writable and not field.is_sw_writable


def reset(field: FieldNode) -> int | None:
    """Return the value after a reset; None if it depends on the build, or is undefined."""
    value = field.get_property("reset")
    assert value is None or isinstance(value, int)
    return value


def _camel(name: str) -> str:
    return "".join(part.capitalize() for part in name.split("_"))


def package() -> str:
    """Return the SystemVerilog package: word indices, and the lowest bits of fields, except those of JOB (job_t) and
    FEATURES (in vmb_engine).
    """
    lines = [*(f"// {line}" for line in _SPDX), "//", f"// {_FROM}"]
    lines += ["// Indices are of words, fields their lowest bits.", ""]
    lines += ["package vmb_engine_regs_pkg;", ""]
    lines += [f"  localparam logic [4:0] Reg{_camel(r.inst_name)} = 5'd{_offset(r) // 4};" for r in _registers()]
    for register in _registers():
        fields = [
            f for f in register.fields() if f.inst_name != "value" and register.inst_name not in ("job", "features")
        ]
        if fields:
            lines.append("")
        for field in fields:
            name = _camel(register.inst_name) + _camel(field.inst_name)
            lines.append(f"  localparam int unsigned {name} = {field.low};")
            if is_constant(field):
                lines.append(f"  localparam int unsigned {name}Value = {reset(field)};")
    return "\n".join([*lines, "", "endpackage", ""])


def _macros(source: str = "") -> list[str]:
    """Return lines of a C header: byte offsets, lowest bits and masks."""
    lines = [f"#define {ENGINE_REGISTERS}{r.inst_name.upper()} 0x{_offset(r):02x}u" for r in _registers(source)]
    for register in _registers(source):
        fields = [f for f in register.fields() if f.inst_name != "value"]
        if fields:
            lines.append("")
        for field in fields:
            name = f"{ENGINE_REGISTERS}{register.inst_name}_{field.inst_name}".upper()
            lines.append(f"#define {name}_SHIFT {field.low}")
            lines.append(f"#define {name}_MASK 0x{((1 << field.width) - 1) << field.low:x}u")
            if is_constant(field):
                lines.append(f"#define {name}_VALUE 0x{reset(field):x}u")
    return lines


def _opening(guard: str, source: str) -> list[str]:
    lines = [f"/* {_SPDX[0]}", f" * {_SPDX[1]} */", f"/* {source}", " * Offsets are of bytes. */"]
    return [*lines, f"#ifndef {guard}", f"#define {guard}", ""]


def ring_header() -> str:
    """Return the C header of the ring."""
    lines = [*_opening("VAMBRACE_ENGINE_RING_REGS_H", _FROM_RING), *_macros(RING)]
    return "\n".join([*lines, "", "#endif", ""])


def header() -> str:
    """Return the C header of the engine."""
    lines = [*_opening("VAMBRACE_ENGINE_REGS_H", _FROM), *_macros()]
    lines += ["", "/* Values of JOB.family and JOB.algorithm, and words of a context, from configs/units.toml. */"]
    for unit in units.units().values():
        family = f"{_UNIT}{unit.name}".upper()
        lines += [f"#define {family}_FAMILY {unit.family}u", f"#define {family}_CONTEXT_WORDS {unit.context}u"]
        lines += [f"#define {family}_{a.constant.removeprefix('Alg').upper()} {a.number}u" for a in unit.algorithms]
    return "\n".join([*lines, "", "#endif", ""])


_RULES = """\
Offsets are in bytes; every access is a whole word. An access is rejected if it reads a write-only register, writes a
read-only register or uses an offset without a register; if it uses DIN or DOUT while no job needs the word; or if it
writes a register of the job (0x00 to 0x30), SLOT or KEY while a job runs. A rejected access has no effect and reads
as 0. It is a bus error (`err`, `SLVERR`, `denied`); an instruction returns 1 << 31, and `get` returns 0. Bits that are
not listed are reserved and read as 0: software ignores them, and writes 0, to those of REGWEN 1. Offsets from 0x80 on
have no register, except those of [a ring](../../rtl/ring/README.md).

After a reset STATUS.error, STATUS.loaded and IRQ are 0, and STATUS.busy is 1 until the engine's memory is wiped.
FEATURES describes the build. The registers of the job are undefined until they are written.
"""


def _table(head: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> list[str]:
    return [f"| {' | '.join(line)} |" for line in (head, (":--",) * len(head), *rows)]


def reference() -> str:
    """Return the page of the documentation: all registers, then the fields of those that have any."""
    every, parts = [], []
    for register in _registers():
        name, offset = register.inst_name.upper(), f"0x{_offset(register):02x}"
        if register.is_array:
            offset += f" ... 0x{_offset(register) + 4 * (_count(register) - 1):02x}"
        access = {(True, True): "reads, writes", (True, False): "reads", (False, True): "writes"}[
            (register.has_sw_readable, register.has_sw_writable)
        ]
        fields = {field.inst_name: field for field in register.fields()}
        owner = register if register.get_property("desc") else fields.pop("value", register)
        text = owner.get_property("desc") or ""
        if fields.keys() - {"value"}:
            text += f"{' ' * bool(text)}[Fields](#{name.lower()})"
            rows = [
                (f"{f.high}:{f.low}" if f.width > 1 else f"{f.low}", f"`{f.inst_name}`", f.get_property("desc") or "")
                for f in fields.values()
            ]
            parts += ["", f"## {name}", "", *_table(("bits", "field", "meaning"), rows)]
        every.append((offset, name, access, text))
    table = _table(("offset", "register", "access", "meaning"), every)
    versions = ["", register_map.RULE, *_table(("place", "reserved for"), register_map.reserved_rows())]
    return "\n".join(["# The engine's registers", "", f"<!-- {_FROM} -->", "", _RULES, *table, *parts, *versions, ""])


def files() -> dict[Path, str]:
    """Return every generated file, with its text."""
    return {
        root() / "rtl/engine/vmb_engine_regs_pkg.sv": package(),
        root() / "lib/include/vambrace/engine_regs.h": header(),
        root() / "lib/include/vambrace/engine_ring_regs.h": ring_header(),
        root() / "docs/reference/engine-registers.md": reference(),
    }


def main(arguments: list[str]) -> int:
    stale = [path for path, text in files().items() if not path.exists() or path.read_text() != text]
    if arguments == ["--check"]:
        for path in stale:
            source = RING if "ring" in path.name else SOURCE
            print(f"{path.relative_to(root())} does not match {source}: run python -m vambrace_dev.registers")
        for line in (wrong := wrong_version()):
            print(line)
        return bool(stale or wrong)
    if arguments:
        print(__doc__)
        return 2
    for path in stale:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(files()[path])
        print(f"wrote {path.relative_to(root())}")
    now = current()
    if not now.path.exists() and not any(register_map.problems(old, now) for old in register_map.earlier()):
        now.path.parent.mkdir(parents=True, exist_ok=True)
        now.path.write_text(now.text())
        print(f"wrote {now.path.relative_to(root())}")
    for line in (wrong := wrong_version()):
        print(line)
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
