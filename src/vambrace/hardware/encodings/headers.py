# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Generates the headers of the extensions: assembler macros and C functions."""

from collections.abc import Callable

from vambrace.config import macros
from vambrace.config.instructions import Encoding, Extension, Instruction
from vambrace.hardware.encodings.insn import insn, largest, template
from vambrace.hardware.encodings.text import FROM, SPDX

Make = Callable[[Extension, Instruction, Encoding], list[str]]


def header(extension: Extension) -> str:
    """Return the header of an extension: assembler macros and C functions."""
    name = extension.header.upper()
    kinds = "C functions and as assembler macros" if extension.functions else "assembler macros"
    lines = [f"/* {SPDX[0]}", f" * {SPDX[1]} */", "/**", " * @file"]
    lines += [f" * {extension.name} as {kinds}: vambrace/ise.h.", " *", f" * {FROM}", " *"]
    lines += [f" * {extension.title}.", f" * {extension.source}.", " *"]
    lines += [*_summary(extension), " *", *(f" * {line}" for line in extension.where.split("\n")), " */"]
    lines += [f"#ifndef VAMBRACE_ISE_{name}_H", f"#define VAMBRACE_ISE_{name}_H", ""]
    lines += [f'#include "vambrace/detail/backend/{extension.name.lower()}.h"', "", f"#if {macros.ISE}{name}", ""]
    assembly = _by_xlen(extension, _macro)
    if extension.functions or any("vmb.insn." in line for line in assembly):
        lines += ['#include "vambrace/detail/ise/insn.h"', ""]
    lines += ["#ifdef __ASSEMBLER__", ""]
    lines += assembly
    if extension.functions:
        lines += ["", "#else", "", *_functions(extension)]
    lines += ["", "#endif /* __ASSEMBLER__ */", "", f"#endif /* {macros.ISE}{name} */", "", "#endif", ""]
    return "\n".join(lines)


def _summary(extension: Extension) -> list[str]:
    """Return the comment that lists the encodings."""
    rows = [
        (f"{i.mnemonic}{f' on RV{x}' if len({*i.encodings.values()}) > 1 else ''}", i.encodings[x].text, i.result)
        for i in extension.instructions.values()
        for x in i.encodings
        if x == min(i.encodings) or i.encodings[x] != i.encodings[32]
    ]
    wide, wider = (max(len(row[n]) for row in rows) for n in (0, 1))
    return [f" *   {mnemonic:{wide}}  {encoding:{wider}}  {result}" for mnemonic, encoding, result in rows]


def _by_xlen(extension: Extension, make: Make) -> list[str]:
    """Return the lines of all instructions, with preprocessor conditions around those of only one XLEN."""
    lines: list[str] = []
    for instruction in extension.instructions.values():
        by_xlen = {xlen: make(extension, instruction, encoding) for xlen, encoding in instruction.encodings.items()}
        if extension.xlen or (len(by_xlen) == 2 and by_xlen[32] == by_xlen[64]):
            lines += next(iter(by_xlen.values()))
            continue
        for xlen, text in by_xlen.items():
            condition = f"#if __riscv_xlen == {xlen}"
            if text and lines[-1:] == ["#endif"] and _condition(lines) == condition:
                lines[-1:] = [*text, "#endif"]
            elif text:
                lines += [condition, *text, "#endif"]
    return lines


def _condition(lines: list[str]) -> str:
    """Return the last condition."""
    return next(line for line in reversed(lines) if line.startswith("#if"))


def _macro(extension: Extension, instruction: Instruction, encoding: Encoding) -> list[str]:
    """Return the assembler macro; custom instructions use their own names, which no assembler defines."""
    name = instruction.mnemonic if extension.custom else f"vmb.{instruction.mnemonic}"
    spelled = {operand: f"\\{operand}" for operand in encoding.operands}
    lines = [f".macro {name} {', '.join(encoding.operands)}"]
    if encoding.immediate is None:
        return [*lines, f"    {insn(encoding, spelled)}", ".endm"]
    index, most = spelled[encoding.immediate.name], largest(instruction, encoding)
    directive = insn(encoding, {**spelled, encoding.immediate.name: f"({index})"})
    if "rs2" in spelled:  # vambrace/detail/ise/insn.h
        opcode, funct3, funct7, *registers = directive.removeprefix(".insn r ").split(", ")
        operands = ", ".join([opcode, funct3, f"({funct7})", *registers, index, f"{most}"])
        return [*lines, f"    vmb.insn.indexed {operands}", ".endm"]
    check = [
        f"    .if (({index}) < 0) || (({index}) > {most})",
        f'    .error "{instruction.mnemonic}: {encoding.immediate.name} out of range"',
        "    .endif",
    ]
    return [*lines, *check, f"    {directive}", ".endm"]


def _functions(extension: Extension) -> list[str]:
    """Return the C part of an extension: .insn texts for hand-written functions, then the other functions."""
    lines = []
    if extension.by_hand:
        lines += ["/* For asm statements; operands: rd, rs1, rs2, the immediate. */", *_by_xlen(extension, _text)]
        lines += ["", f'#include "vambrace/detail/ise/{extension.by_hand}.h"', ""]
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
    return [f"#define {macros.INSN}{instruction.mnemonic.upper()} {template(encoding)}"]


def _function(instruction: Instruction, intrinsic: str) -> list[str]:
    """Return the C function, for RV32."""
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
        return f"{call}({template(encoding, value)}, {', '.join(sources)});"

    if immediate:
        most = largest(instruction, encoding)
        every = instruction.last is None
        lines += [f"    switch ({immediate.name}{f' & {most}u' if every else ''}) {{"]
        for value in range(most + (0 if every else 1)):
            lines += [f"    case {value}: {{ {body(str(value))} }}"]
        lines += [f"    default: {{ {body(str(most))} }}" if every else "    default: __builtin_trap();", "    }"]
    else:
        lines += [f"    {body('')}"]
    return [*lines, "}"]
