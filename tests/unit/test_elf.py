# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Symbols are those that elftools finds one by one."""

import pytest
from elftools.elf.elffile import ELFFile
from elftools.elf.sections import SymbolTableSection

from vambrace.base.paths import root
from vambrace.software import elf, program


@pytest.mark.parametrize("xlen", [32, 64])
@pytest.mark.parametrize("source", ["firmware/common/crt0.S", "lib/src/ascon/portable/ascon_c.c"])
def test_symbols(source, xlen):
    path = program.compile_object(root() / source, [f"-I{root() / 'lib' / 'src'}"], xlen)
    with path.open("rb") as file:
        read = ELFFile(file)
        sections = list(read.iter_sections())
        executable = {number for number, section in enumerate(sections) if section["sh_flags"] & 4}
        wanted = [
            (s.name, s["st_value"], s["st_size"], s["st_info"]["type"], s["st_shndx"] in executable)
            for section in sections
            if isinstance(section, SymbolTableSection)
            for s in section.iter_symbols()
        ]
    found = [(s.name, s.address, s.size, s.kind, s.in_code) for s in elf.Elf(path)._content.symbols]
    assert found == wanted
    assert {"STT_NOTYPE", "STT_SECTION"} <= {kind for *_, kind, _ in found} and any(code for *_, code in found)
