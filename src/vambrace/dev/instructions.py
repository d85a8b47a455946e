# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Write the files that know encodings of the extension instructions, from configs/instructions.toml.

python -m vambrace.dev.instructions          writes them
python -m vambrace.dev.instructions --check  prints which of them are out of date
"""

import re
import sys
from collections.abc import Callable
from pathlib import Path

from vambrace.base.paths import root
from vambrace.config import instructions, macros
from vambrace.config.instructions import Encoding, Extension, Instruction

SOURCE = "configs/instructions.toml"
_SPDX = ("SPDX-FileCopyrightText: Vambrace contributors", "SPDX-License-Identifier: Apache-2.0")
_FROM = f"From {SOURCE} by `python -m vambrace.dev.instructions`: do not edit."
_OPCODES = {0x33: "Op", 0x13: "OpImm", 0x0B: "Custom0", 0x2B: "Custom1", 0x5B: "Custom2", 0x7B: "Custom3"}
_OPCODE_NAMES = {0x33: "OP", 0x13: "OP-IMM", 0x3B: "OP-32", 0x1B: "OP-IMM-32", 0x2B: "custom-1"}

Make = Callable[[Extension, Instruction, Encoding], list[str]]


def _camel(name: str) -> str:
    return "".join(part[:1].upper() + part[1:] for part in re.split(r"\W+", name))


# ---- SystemVerilog ----


def package() -> str:
    """The SystemVerilog package: of each instruction on RV32 the fixed fields, of each opcode its value."""
    every = [
        (e, i, i.encodings[32])
        for e in instructions.units().values()
        for i in e.instructions.values()
        if 32 in i.encodings
    ]
    lines = [*(f"// {line}" for line in _SPDX), "//", f"// {_FROM}", "//"]
    lines += ["// FunctNX: the N fixed bits of instruction X above its operands rs1 and rs2, and funct3."]
    lines += ["", "package vmb_ise_encodings_pkg;", ""]
    lines += ["  // A unit looks at the fields that its instructions differ in, not at all of them."]
    lines += ["  // verilator lint_off UNUSEDPARAM", ""]
    lines += ["  // Function units behind the accelerator port: bits of the parameter FunctionUnits."]
    behind = instructions.behind_port()
    lines += [f"  localparam int unsigned Unit{name} = {bit};" for bit, name in enumerate(behind)]
    lines += [f"  localparam int unsigned Units = {len(behind)};", ""]
    used = sorted({encoding.opcode for _, _, encoding in every})
    lines += [f"  localparam logic [6:0] Opcode{_OPCODES[opcode]} = 7'h{opcode:02x};" for opcode in used]
    for extension in instructions.units().values():
        lines += ["", f"  // {extension.name}: {extension.source}"]
        for _, instruction, encoding in (found for found in every if found[0] is extension):
            name, funct = _camel(instruction.mnemonic), encoding.funct
            lines += ["", f"  // {instruction.mnemonic}: {encoding.text}"]
            lines += [
                f"  localparam logic [{funct.width - 1}:0] Funct{funct.width}{name} = "
                f"{funct.width}'h{funct.fixed:0{(funct.width + 3) // 4}x};"
            ]
            lines += [f"  localparam logic [2:0] Funct3{name} = 3'h{encoding.funct3};"]
            if instruction.last is not None and encoding.immediate:
                width = encoding.immediate.width
                value = f"{_camel(encoding.immediate.name)}Last{name} = {width}'d{instruction.last}"
                lines += [f"  localparam logic [{width - 1}:0] {value};"]
    return "\n".join([*lines, "", "  // verilator lint_on UNUSEDPARAM", "", "endpackage", ""])


# ---- C and assembly ----


def header(extension: Extension) -> str:
    """The header of an extension: assembler macros, and functions in C."""
    name = extension.header.upper()
    kinds = "C functions and as assembler macros" if extension.functions else "assembler macros"
    lines = [f"/* {_SPDX[0]}", f" * {_SPDX[1]} */", "/**", " * @file"]
    lines += [f" * {extension.name} as {kinds}: vambrace/ise.h.", " *", f" * {_FROM}", " *"]
    lines += [f" * {extension.title}.", f" * {extension.source}.", " *"]
    lines += [*_summary(extension), " *", *(f" * {line}" for line in extension.where.split("\n")), " */"]
    lines += [f"#ifndef VAMBRACE_ISE_{name}_H", f"#define VAMBRACE_ISE_{name}_H", ""]
    lines += [f'#include "vambrace/backend/{extension.name.lower()}.h"', "", f"#if {macros.ISE}{name}", ""]
    if extension.functions:
        lines += ['#include "vambrace/ise/insn.h"', ""]
    lines += ["#ifdef __ASSEMBLER__", ""]
    lines += _by_xlen(extension, _macro)
    if extension.functions:
        lines += ["", "#else", "", *_functions(extension)]
    lines += ["", "#endif /* __ASSEMBLER__ */", "", f"#endif /* {macros.ISE}{name} */", "", "#endif", ""]
    return "\n".join(lines)


#: By `target` of an extension: what a target without it has, in the preprocessor's words, and what it needs.
_TARGETS = {
    "riscv": ("!defined(__riscv)", "a RISC-V target"),
    "riscv with 32 registers": (
        "(!defined(__riscv) || defined(__riscv_32e))", "a RISC-V target with 32 registers",
    ),
    "rv32": ("(!defined(__riscv) || __riscv_xlen != 32)", "a 32-bit RISC-V target"),
    "rv32 with 32 registers": (
        "(!defined(__riscv) || __riscv_xlen != 32 || defined(__riscv_32e))", "a 32-bit RISC-V target with 32 registers",
    ),
}  # fmt: skip


def switch(extension: Extension) -> str:
    """The header that says whether a build has an extension; 0 where it defines nothing."""
    macro = f"{macros.ISE}{extension.name.upper()}"
    guard = f"VAMBRACE_BACKEND_{extension.name.upper()}_H"
    without, needs = _TARGETS[extension.target]
    lines = [f"/* {_SPDX[0]}", f" * {_SPDX[1]} */", "/**", " * @file"]
    lines += [f" * Whether this build uses {extension.name}: vambrace/backend.h.", " *", f" * {_FROM}", " */"]
    lines += [f"#ifndef {guard}", f"#define {guard}", "", f"#ifndef {macro}", f"#define {macro} 0", "#endif", ""]
    lines += [f"#if {macro} && {without}", f'#error "{macro} needs {needs}"', "#endif", ""]
    wide = [e.header.upper() for e in instructions.extensions().values() if e.name == extension.name and not e.unit]
    if wide:
        lines += ["/* RV64 has other instructions of this extension than RV32. */"]
        lines += [f"#if {macro} && __riscv_xlen == 64", f"#define {macros.ISE}{extension.header.upper()} 0"]
        lines += [f"#define {macros.ISE}{wide[0]} 1", "#else"]
        lines += [f"#define {macros.ISE}{extension.header.upper()} {macro}", f"#define {macros.ISE}{wide[0]} 0"]
        lines += ["#endif", ""]
    return "\n".join([*lines, "#endif", ""])


def switches() -> list[str]:
    """Of vambrace/backend.h: every extension's macro and header."""
    lines = []
    for extension in instructions.units().values():
        same = (e for e in instructions.extensions().values() if e.name == extension.name)
        names = ", ".join(i.mnemonic for e in same for i in e.instructions.values())
        lines += [f"/* {macros.ISE}{extension.name.upper()}: {names} */"]
        lines += [f'#include "vambrace/backend/{extension.name.lower()}.h"']
    return lines


def includes() -> list[str]:
    """Of vambrace/ise.h: the headers of all extensions."""
    return [f'#include "vambrace/ise/{e.header}.h"' for e in instructions.extensions().values()]


def known() -> list[str]:
    """Of lib/CMakeLists.txt: the extensions that VAMBRACE_ISE can name."""
    return [f"set(known_ise {' '.join(instructions.units())})"]


def _summary(extension: Extension) -> list[str]:
    """The comment that lists the encodings."""
    rows = [
        (f"{i.mnemonic}{f' on RV{x}' if len({*i.encodings.values()}) > 1 else ''}", i.encodings[x].text, i.result)
        for i in extension.instructions.values()
        for x in i.encodings
        if x == min(i.encodings) or i.encodings[x] != i.encodings[32]
    ]
    wide, wider = (max(len(row[n]) for row in rows) for n in (0, 1))
    return [f" *   {mnemonic:{wide}}  {encoding:{wider}}  {result}" for mnemonic, encoding, result in rows]


def _by_xlen(extension: Extension, make: Make) -> list[str]:
    """The lines of all instructions, those for one XLEN alone in conditions of the preprocessor."""
    lines: list[str] = []
    for instruction in extension.instructions.values():
        made = {xlen: make(extension, instruction, encoding) for xlen, encoding in instruction.encodings.items()}
        if extension.xlen or (len(made) == 2 and made[32] == made[64]):
            lines += next(iter(made.values()))
            continue
        for xlen, text in made.items():
            condition = f"#if __riscv_xlen == {xlen}"
            if text and lines[-1:] == ["#endif"] and _condition(lines) == condition:
                lines[-1:] = [*text, "#endif"]
            elif text:
                lines += [condition, *text, "#endif"]
    return lines


def _condition(lines: list[str]) -> str:
    """The last condition."""
    return next(line for line in reversed(lines) if line.startswith("#if"))


def _insn(encoding: Encoding, spelled: dict[str, str]) -> str:
    """The directive .insn for an instruction, with its operands spelled this way."""
    low = 25 if "rs2" in encoding.operands else 20
    fixed = sum(f.fixed << f.low for f in encoding.fields if not f.name and f.low >= low) >> low
    upper = f"{fixed:#04x}" if low == 25 else f"{fixed:#05x}"
    if encoding.immediate:
        shift = encoding.immediate.low - low
        value = spelled[encoding.immediate.name]
        upper += f" + {value}" if not shift else f" + {value} * {1 << shift}"
    rd, rs1, rs2 = (spelled.get(name, "x0") for name in instructions.REGISTERS)
    kind = f"{encoding.opcode:#04x}, {encoding.funct3}"
    return f".insn r {kind}, {upper}, {rd}, {rs1}, {rs2}" if low == 25 else f".insn i {kind}, {rd}, {rs1}, {upper}"


def _most(instruction: Instruction, encoding: Encoding) -> int:
    """The largest immediate."""
    assert encoding.immediate
    return (1 << encoding.immediate.width) - 1 if instruction.last is None else instruction.last


def _macro(extension: Extension, instruction: Instruction, encoding: Encoding) -> list[str]:
    """The assembler macro; custom instructions go by their own name, which no assembler knows."""
    name = instruction.mnemonic if extension.custom else f"vmb.{instruction.mnemonic}"
    spelled = {operand: f"\\{operand}" for operand in encoding.operands}
    lines = [f".macro {name} {', '.join(encoding.operands)}"]
    if encoding.immediate is None:
        return [*lines, f"    {_insn(encoding, spelled)}", ".endm"]
    index, most = spelled[encoding.immediate.name], _most(instruction, encoding)
    directive = _insn(encoding, {**spelled, encoding.immediate.name: f"({index})"})
    if "rs2" in spelled:  # vambrace/ise/insn.h
        opcode, funct3, funct7, *registers = directive.removeprefix(".insn r ").split(", ")
        given = ", ".join([opcode, funct3, f"({funct7})", *registers, index, f"{most}"])
        return [*lines, f"    vmb.insn.indexed {given}", ".endm"]
    check = [
        f"    .if (({index}) < 0) || (({index}) > {most})",
        f'    .error "{instruction.mnemonic}: {encoding.immediate.name} out of range"',
        "    .endif",
    ]
    return [*lines, *check, f"    {directive}", ".endm"]


def _template(encoding: Encoding, immediate: str = "") -> str:
    """The text of an asm statement whose operands are rd, rs1, rs2 and the immediate unless it is given."""
    spelled = {operand: f"%{number}" for number, operand in enumerate(encoding.operands)}
    if encoding.immediate and immediate:
        spelled[encoding.immediate.name] = immediate
    return f'"{_insn(encoding, spelled)}"'


def _functions(extension: Extension) -> list[str]:
    """What C sees of an extension: texts of .insn for functions that are written by hand, then the others."""
    lines = []
    if extension.by_hand:
        lines += ["/* For asm statements; operands: rd, rs1, rs2, the immediate. */", *_by_xlen(extension, _text)]
        lines += ["", f'#include "vambrace/ise/{extension.by_hand}.h"', ""]
    every = [i for i in extension.instructions.values() if i.function]
    own = [i for i in every if i.intrinsic]
    if extension.by_hand:
        lines += ["#if __riscv_xlen == 32", ""]
    for instruction in (i for i in every if not i.intrinsic):
        lines += [*_function(instruction, ""), ""]
    if own:
        lines += [f"#if {macros.ISE}INTRINSICS && ({extension.intrinsics})", ""]
        for instruction in own:
            lines += [*_function(instruction, instruction.intrinsic), ""]
        lines += ["#else", ""]
        for instruction in own:
            lines += [*_function(instruction, ""), ""]
        lines += ["#endif", ""]
    if extension.by_hand:
        lines += ["#endif /* 32-bit */", ""]
    return lines[:-1]


def _text(extension: Extension, instruction: Instruction, encoding: Encoding) -> list[str]:
    if instruction.function:
        return []
    return [f"#define {macros.INSN}{instruction.mnemonic.upper()} {_template(encoding)}"]


def _function(instruction: Instruction, intrinsic: str) -> list[str]:
    """The function in C, on RV32."""
    encoding = instruction.encodings[32]
    sources = [operand for operand in encoding.operands if operand in ("rs1", "rs2")]
    call = f"{macros.ISE}{'R' if len(sources) == 2 else 'I'}"
    name = f"vmb_{instruction.mnemonic.replace('.', '_')}"
    immediate = encoding.immediate
    parameters = [*(f"uint32_t {s}" for s in sources), *([f"unsigned {immediate.name}"] if immediate else [])]
    lines = [f"/** {instruction.result} */"]
    lines += [f"{macros.ISE}INLINE uint32_t {name}({', '.join(parameters)})", "{"]

    def body(value: str) -> str:
        if intrinsic:
            return f"return {intrinsic}({', '.join([*sources, *([value] if value else [])])});"
        return f"{call}({_template(encoding, value)}, {', '.join(sources)});"

    if immediate:
        most = _most(instruction, encoding)
        every = instruction.last is None
        lines += [f"    switch ({immediate.name}{f' & {most}u' if every else ''}) {{"]
        for value in range(most + (0 if every else 1)):
            lines += [f"    case {value}: {{ {body(str(value))} }}"]
        lines += [f"    default: {{ {body(str(most))} }}" if every else "    default: __builtin_trap();", "    }"]
    else:
        lines += [f"    {body('')}"]
    return [*lines, "}"]


# ---- Spike ----


def spike() -> str:
    """The C++ header: every legal word of our own instructions, as matches and masks."""
    lines = [*(f"// {line}" for line in _SPDX), "//", f"// {_FROM}", "", "#pragma once", "", "#include <cstdint>"]
    lines += ["#include <vector>", "", "// An instruction is this one if (word & mask) == match.", "struct Encoding {"]
    lines += ["  uint32_t match, mask;", "};"]
    for extension in instructions.units().values():
        if not extension.custom:
            continue
        for instruction in extension.instructions.values():
            lines += ["", f"// {instruction.mnemonic}: {instruction.encodings[32].text}"]
            lines += [f"const std::vector<Encoding> k{_camel(instruction.mnemonic)} = {{"]
            lines += [f"    {{{match:#010x}, {mask:#010x}}}," for _, mask, match in instruction.variants()]
            lines += ["};"]
    return "\n".join([*lines, ""])


# ---- parts of files ----

_COLUMNS = ((31, 25), (24, 20), (19, 15), (14, 12), (11, 7), (6, 0))


def _row(name: str, encoding: Encoding) -> list[str]:
    """The row of a table: the instruction, then a cell for each of _COLUMNS. A field of several columns is in the
    first."""
    cells = []
    for high, low in _COLUMNS:
        here = [f for f in encoding.fields if high >= f.high >= low]
        text = " ".join(f.name or f"{f.fixed:0{f.width}b}" for f in here)
        over = [f for f in here if f.low < low]
        cells.append(f"{text} (to bit {over[0].low})" if over else text)
    cells[-1] += f" ({_OPCODE_NAMES[encoding.opcode]})"
    return [name, *cells]


def _table(head: list[str], rows: list[list[str]]) -> list[str]:
    return [f"| {' | '.join(line)} |" for line in (head, ["---"] * len(head), *rows)]


def encodings(xlen: int) -> list[str]:
    """The table of all encodings; of RV64 those that RV32 has not."""
    rows = [
        _row(i.mnemonic, i.encodings[xlen])
        for e in instructions.extensions().values()
        for i in e.instructions.values()
        if xlen in i.encodings and (xlen == 32 or i.encodings.get(32) != i.encodings[64])
    ]
    return _table(["instruction", *(f"{high}:{low}" for high, low in _COLUMNS)], rows)


def overview() -> list[str]:
    """The table of the function units."""
    rows = [
        [
            f"`{e.name}`",
            ", ".join(i.mnemonic for i in e.instructions.values() if 32 in i.encodings),
            "this page" if e.custom else e.source,
        ]
        for e in instructions.units().values()
    ]
    return _table(["unit", "instructions", "defined by"], rows)


def pseudocode(extension: Extension) -> list[str]:
    """The results of an extension's instructions on RV32."""
    every = [i for i in extension.instructions.values() if 32 in i.encodings]
    wide = max(len(i.mnemonic) for i in every)
    results = (i.result if i.result.startswith("rd[") else f"rd = {i.result}" for i in every)
    return [
        "```",
        *(f"{i.mnemonic:{wide}}  {r}" for i, r in zip(every, results, strict=True)),
        "```",
        "",
        *extension.where.split("\n"),
    ]


def renewed(text: str) -> str:
    """A file with its generated parts made anew, each between two comments."""
    parts = {"units": overview, "encodings": lambda: encodings(32), "encodings-64": lambda: encodings(64)}
    parts |= {"switches": switches, "includes": includes, "known": known}
    parts |= {key: lambda e=e: pseudocode(e) for key, e in instructions.units().items()}  # type: ignore[misc]

    def made(match: re.Match[str]) -> str:
        return "\n".join([match[1], *parts[match[2]](), match[3]])

    begin, end = r"((?:<!--|/\*|#) generated: ([\w-]+)[^\n]*)", r"((?:<!--|/\*|#) end\b)"
    return re.sub(rf"{begin}\n.*?{end}", made, text, flags=re.DOTALL)


def files() -> dict[Path, str]:
    """Every file that is made, and its text."""
    library = root() / "lib"
    headers = library / "include" / "vambrace"
    partly = (headers / "backend.h", headers / "ise.h", library / "CMakeLists.txt",
              root() / "docs" / "reference" / "ise.md")  # fmt: skip
    return {
        root() / "rtl" / "ise" / "vmb_ise_encodings_pkg.sv": package(),
        **{headers / "ise" / f"{e.header}.h": header(e) for e in instructions.extensions().values()},
        **{headers / "backend" / f"{e.name.lower()}.h": switch(e) for e in instructions.units().values()},
        root() / "soc" / "spike" / "encodings.h": spike(),
        **{path: renewed(path.read_text()) for path in partly},
    }


def main(arguments: list[str]) -> int:
    """Write or check the files; return the exit status."""
    if arguments not in ([], ["--check"]):
        print(__doc__)
        return 2
    stale = {path: text for path, text in files().items() if not path.exists() or path.read_text() != text}
    for path, text in stale.items():
        name = path.relative_to(root())
        if arguments:
            print(f"{name} does not match {SOURCE}: run python -m vambrace.dev.instructions")
        else:
            path.write_text(text)
            print(f"wrote {name}")
    return int(bool(stale and arguments))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
