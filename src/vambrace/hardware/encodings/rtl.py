# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Generates the SystemVerilog package of encodings."""

from vambrace.config import instructions
from vambrace.hardware.encodings.text import FROM, SPDX, camel

_OPCODES = {0x33: "Op", 0x13: "OpImm", 0x0B: "Custom0", 0x2B: "Custom1", 0x5B: "Custom2", 0x7B: "Custom3"}


def package() -> str:
    """Return the SystemVerilog package: the fixed fields of each RV32 instruction, and the value of each opcode."""
    every = [
        (e, i, i.encodings[32])
        for e in instructions.units().values()
        for i in e.instructions.values()
        if 32 in i.encodings
    ]
    lines = [*(f"// {line}" for line in SPDX), "//", f"// {FROM}", "//"]
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
        for _, instruction, encoding in (encoded for encoded in every if encoded[0] is extension):
            name, funct = camel(instruction.mnemonic), encoding.funct
            lines += ["", f"  // {instruction.mnemonic}: {encoding.text}"]
            lines += [
                f"  localparam logic [{funct.width - 1}:0] Funct{funct.width}{name} = "
                f"{funct.width}'h{funct.fixed:0{(funct.width + 3) // 4}x};"
            ]
            lines += [f"  localparam logic [2:0] Funct3{name} = 3'h{encoding.funct3};"]
            if instruction.last is not None and encoding.immediate:
                width = encoding.immediate.width
                value = f"{camel(encoding.immediate.name)}Last{name} = {width}'d{instruction.last}"
                lines += [f"  localparam logic [{width - 1}:0] {value};"]
    return "\n".join([*lines, "", "  // verilator lint_on UNUSEDPARAM", "", "endpackage", ""])
