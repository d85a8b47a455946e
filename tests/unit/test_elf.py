# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Symbols equal those found by elftools; damaged files are rejected in one line."""

import random
import struct
from pathlib import Path

import pytest
from elftools.elf.elffile import ELFFile
from elftools.elf.sections import SymbolTableSection

from vambrace import config
from vambrace.analysis.source_lines import SourceLines
from vambrace.base.errors import UsageError
from vambrace.base.paths import root
from vambrace.software import run
from vambrace.software.running.simulate import Machine
from vambrace.software.toolchain import elf, program


@pytest.mark.parametrize("xlen", [32, 64])
@pytest.mark.parametrize("source", ["firmware/common/crt0.S", "lib/src/ascon/portable/ascon_c.c"])
def test_symbols_agree_with_elftools(source, xlen):
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
    results = [(s.name, s.address, s.size, s.kind, s.in_code) for s in elf.Elf(path)._content.symbols]
    assert results == wanted
    assert {"STT_NOTYPE", "STT_SECTION"} <= {kind for *_, kind, _ in results} and any(code for *_, code in results)


def image(*, cls: int = 1, data: bytes = bytes(4), **changes: int) -> bytes:
    """Write a program of 32 or 64 bits with one segment; `changes` are fields of its headers."""
    wide = cls == 2
    size, of_segment, of_section = (64, 56, 64) if wide else (52, 32, 40)
    header = {
        **{"e_type": 2, "e_machine": 243, "e_version": 1, "e_entry": 0x80000000, "e_phoff": size, "e_shoff": 0},
        **{"e_flags": 0, "e_ehsize": size, "e_phentsize": of_segment, "e_phnum": 1},
        **{"e_shentsize": of_section, "e_shnum": 0, "e_shstrndx": 0},
    }
    segment = {"p_type": 1, "p_offset": size + of_segment, "p_vaddr": 0x80000000, "p_paddr": 0x80000000}
    segment |= {"p_filesz": len(data), "p_memsz": len(data), "p_flags": 5, "p_align": 4}
    order = ("p_type", "p_flags", "p_offset", "p_vaddr", "p_paddr", "p_filesz", "p_memsz", "p_align")
    names = order if wide else tuple(segment)
    header, segment = ({name: changes.get(name, value) for name, value in item.items()} for item in (header, segment))
    return (
        b"\x7fELF"
        + bytes([cls, 1, 1]).ljust(12, b"\0")
        + struct.pack("<HHIQQQIHHHHHH" if wide else "<HHIIIIIHHHHHH", *header.values())
        + struct.pack("<IIQQQQQQ" if wide else "<8I", *(segment[name] for name in names))
        + data
    )


@pytest.mark.parametrize("cls", [1, 2])
@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"e_phoff": 0xFFFFFFF0}, "its table of program headers"),
        ({"e_phnum": 65535}, "its table of program headers"),
        ({"e_phentsize": 8}, "its program headers have 8 bytes each"),
        ({"e_shoff": 0xFFFFFF00, "e_shnum": 65535}, "its table of section headers"),
        ({"e_shoff": 4}, "a table of sections without a number"),
        ({"e_shoff": 1, "e_shnum": 1, "e_shstrndx": 5}, "its section names are in section 5 of 1"),
        ({"p_filesz": 0xFFFFFFF0, "p_memsz": 0xFFFFFFF0}, "segment 0 has 4,294,967,280 bytes"),
        ({"p_offset": 0xFFFFFFF0}, "segment 0 has 4 bytes from byte 4,294,967,280"),
        ({"p_memsz": 3}, "more bytes in the file than in memory"),
    ],
)
def test_headers_out_of_range_are_rejected(tmp_path, cls, changes, message):
    file = tmp_path / "damaged.elf"
    file.write_bytes(image(cls=cls))
    assert elf.linked(file).segments() == [(0x80000000, bytes(4))]
    file.write_bytes(image(cls=cls, **changes))
    with pytest.raises(UsageError, match=message) as actual:
        elf.linked(file).segments()
    assert "\n" not in str(actual.value) and "damaged" in str(actual.value)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "is not a linked RISC-V program"),
        (b"\x7fELF\1\1", "is not a linked RISC-V program"),
        (image(e_machine=62), "is not a linked RISC-V program"),
        (image(e_type=1), "is not linked"),
        (image()[:40], "its header ends after the end of the file"),
        (image(cls=2), "a 64-bit program; ibex-ref has 32 bits"),
        (image(p_paddr=0x20000000), "loads 4 bytes to 0x20000000, outside the RAM: link it to 0x80000000"),
        (image(data=bytes(2000)), "outside the RAM: link it to 0x80000000, where there are 1,024 bytes"),
    ],
)
def test_other_files_are_not_run(tmp_path, content, message):
    file = tmp_path / "other.elf"
    file.write_bytes(content)
    with pytest.raises(UsageError, match=message):
        run.prepare([file], config.point("ibex-ref/none"), Machine(ram_bytes=1024), [])


def test_random_damage_is_read_or_rejected(tmp_path):
    """A damaged real program, with sections, symbols and debugging information, raises only UsageError."""
    point = config.point("ibex-ref/none")
    good = program.link(
        [root() / "tests" / "system" / "secret_leaks.c"], point.build, 1 << 20, ["-g"]
    ).path.read_bytes()
    (tables,) = struct.unpack_from("<I", good, 32)
    rng, ends = random.Random(1), []
    for number in range(15):
        content = bytearray(good)
        for _ in range(rng.choice([1, 2, 8])):
            at = rng.choice([rng.randrange(16, 180), rng.randrange(tables, len(good)), rng.randrange(len(good))])
            content[at] = rng.choice([0, 1, 255])
        ends.append(_read(tmp_path / f"{number}.elf", bytes(content)))
    assert {True, False} == set(ends)


def _read(file: Path, content: bytes) -> bool:
    file.write_bytes(content)
    try:
        actual = elf.linked(file)
        actual.segments(), actual.code_symbols(), actual.function_at(actual.entry), SourceLines(file)
    except UsageError:
        return False
    return True
