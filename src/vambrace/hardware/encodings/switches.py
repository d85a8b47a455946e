# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Generates the headers that define which extensions a build of the library uses."""

from vambrace.config import instructions, macros
from vambrace.config.instructions import Extension
from vambrace.hardware.encodings.text import FROM, SPDX

#: By `target` of an extension: the preprocessor condition of an unsupported target, and the required one.
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
    """Return the header that defines whether a build uses an extension; without a definition, 0."""
    macro = f"{macros.ISE}{extension.name.upper()}"
    guard = f"VAMBRACE_BACKEND_{extension.name.upper()}_H"
    without, needs = _TARGETS[extension.target]
    lines = [f"/* {SPDX[0]}", f" * {SPDX[1]} */", "/**", " * @file"]
    lines += [f" * Whether this build uses {extension.name}: vambrace/backend.h.", " *", f" * {FROM}", " */"]
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
    """Return every extension's macro and header, for vambrace/backend.h."""
    lines = []
    for extension in instructions.units().values():
        same = (e for e in instructions.extensions().values() if e.name == extension.name)
        names = ", ".join(i.mnemonic for e in same for i in e.instructions.values())
        lines += [f"/* {macros.ISE}{extension.name.upper()}: {names} */"]
        lines += [f'#include "vambrace/detail/backend/{extension.name.lower()}.h"']
    return lines
