# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Generates the C++ header with our own instructions for Spike."""

from vambrace.config import instructions
from vambrace.hardware.encodings.text import FROM, SPDX, camel


def spike() -> str:
    """Return the C++ header: every legal word of our own instructions, as matches and masks."""
    lines = [*(f"// {line}" for line in SPDX), "//", f"// {FROM}", "", "#pragma once", "", "#include <cstdint>"]
    lines += ["#include <vector>", "", "// An instruction is this one if (word & mask) == match.", "struct Encoding {"]
    lines += ["  uint32_t match, mask;", "};"]
    for extension in instructions.units().values():
        if not extension.custom:
            continue
        for instruction in extension.instructions.values():
            lines += ["", f"// {instruction.mnemonic}: {instruction.encodings[32].text}"]
            lines += [f"const std::vector<Encoding> k{camel(instruction.mnemonic)} = {{"]
            lines += [f"    {{{match:#010x}, {mask:#010x}}}," for _, mask, match in instruction.variants()]
            lines += ["};"]
    return "\n".join([*lines, ""])
