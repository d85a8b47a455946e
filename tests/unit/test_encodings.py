# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The encodings of configs/instructions.toml: those of the GNU assembler and of Spike, and in every generated file."""

from __future__ import annotations

import itertools
import re
import struct
import tomllib

import pytest
from elftools.elf.elffile import ELFFile

from vambrace.base import tools
from vambrace.base.paths import root
from vambrace.config import instructions
from vambrace.config.instructions import Encoding
from vambrace_dev import instructions as generator

MARCH = {
    xlen: "_".join([f"rv{xlen}i", *(e.isa for e in instructions.units().values() if not e.custom)]) for xlen in (32, 64)
}

#: Registers of two lines for each instruction: every bit of each operand is 0 in one line and 1 in the other, and
#: differs from the same bit of the other operands.
NUMBERS = ({"rd": 0b00001, "rs1": 0b01010, "rs2": 0b10100}, {"rd": 0b11110, "rs1": 0b10101, "rs2": 0b01011})

#: Encodings that occur in no standard and in no other file of ours: once released, they must not change.
CUSTOM = {
    "ascon.sigma.lo": (0xC000707F, 0x0000702B, 4),
    "ascon.sigma.hi": (0xC000707F, 0x4000702B, 4),
    "ascon.round": (0xF00FFFFF, 0x0000502B, None),
    "chacha.half": (0xF1CE7E7F, 0x11CC582B, None),
    "poly1305.mac": (0xFE007FFF, 0x200053AB, None),
}


def standard(xlen: int) -> dict[str, instructions.Instruction]:
    return {
        i.mnemonic: i
        for e in instructions.extensions().values()
        for i in e.instructions.values()
        if not e.custom and xlen in i.encodings
    }


def lines(xlen: int) -> list[tuple[str, int]]:
    """Return lines of assembly, and their words according to the file."""
    results = []
    for instruction in standard(xlen).values():
        encoding = instruction.encodings[xlen]
        immediate = encoding.immediate
        most = (1 << immediate.width) - 1 if immediate and instruction.last is None else instruction.last
        values = [{immediate.name: value} for value in range(most + 1)] if immediate else [{}]
        for numbers, value in itertools.product(NUMBERS, values):
            inputs = {**{name: numbers[name] for name in encoding.operands if name in numbers}, **value}
            spelled = (f"x{inputs[name]}" if name in numbers else str(inputs[name]) for name in encoding.operands)
            results.append((f"{instruction.mnemonic} {', '.join(spelled)}", encoding.word(**inputs)))
    return results


def assembled(folder, xlen: int, text: list[str]) -> list[int]:
    """Return the words that the GNU assembler generates for lines."""
    (folder / "lines.s").write_text("\n".join([".option norvc", *text, ""]))
    tools.run(
        [
            "riscv64-unknown-elf-as",
            f"-march={MARCH[xlen]}",
            f"-mabi={'ilp32' if xlen == 32 else 'lp64'}",
            "lines.s",
            "-o",
            "lines.o",
        ],
        cwd=folder,
    )
    with (folder / "lines.o").open("rb") as file:
        code = ELFFile(file).get_section_by_name(".text").data()
    return list(struct.unpack(f"<{len(code) // 4}I", code))


@pytest.mark.parametrize("xlen", [32, 64])
def test_the_assembler_has_these_encodings(tmp_path, xlen):
    """Use every legal immediate."""
    text, words = zip(*lines(xlen), strict=True)
    assert len(text) > 50
    wrong = [line for line, word, own in zip(text, words, assembled(tmp_path, xlen, text), strict=True) if word != own]
    assert wrong == []


def test_spike_has_these_encodings():
    """Spike's header has the match and the mask of each instruction; instructions for both widths have the mask of the
    wider one.
    """
    text = (tools.spike_program().parents[1] / "include" / "riscv" / "encoding.h").read_text()
    known = {
        (kind, name.lower()): int(value, 16)
        for kind, name, value in re.findall(r"#define (MATCH|MASK)_(\w+) (0x[0-9a-f]+)", text)
    }
    results = set()
    for xlen in (32, 64):
        for mnemonic, instruction in standard(xlen).items():
            name = next((n for n in (f"{mnemonic}_rv{xlen}", mnemonic) if ("MATCH", n) in known), None)
            if name is None:
                continue  # an alias of Spike's own
            encoding = instruction.encodings[xlen]
            assert known["MATCH", name] == encoding.match, name
            wider = instruction.encodings.get(64, encoding).mask
            assert known["MASK", name] in (encoding.mask, wider), name
            results.add(mnemonic)
    assert {*standard(32), *standard(64)} - results <= {"brev8", "rev8", "zip", "unzip"}


def test_custom_encodings_never_change():
    every = (i for e in instructions.units().values() if e.custom for i in e.instructions.values())
    assert {i.mnemonic: (i.encodings[32].mask, i.encodings[32].match, i.last) for i in every} == CUSTOM


@pytest.mark.parametrize("xlen", [32, 64])
def test_no_word_belongs_to_two_instructions(xlen):
    every = [
        variant
        for extension in instructions.extensions().values()
        for instruction in extension.instructions.values()
        if xlen in instruction.encodings
        for variant in instruction.variants(xlen)
    ]
    for (item, mask, match), (other, mask2, match2) in itertools.combinations(every, 2):
        assert (match ^ match2) & mask & mask2, f"{item} and {other}"


@pytest.mark.parametrize(
    "text",
    [
        "0110000 rs2 rs1 001 rd 011001",
        "0110000 rs2 rs1 001 rd 01100110",
        "0110000 rs2 rs2 001 rd 0110011",
        "00 bs shamt rs1 001 rd 0110011",
        "0110000 rs2 rs1 001 rd 0110011 imm",
        "0110000 rs2' rs1 001 rd 0110011",
    ],
)
def test_an_encoding_has_32_bits(text):
    with pytest.raises(ValueError, match="not a 32-bit encoding"):
        Encoding(text).fields  # noqa: B018


def test_an_operand_of_four_registers():
    """Two bits of an operand, after fixed ones: the others of the register's number do not count."""
    encoding = Encoding("0001 index 111 rs2' 110 rs1' 101 100 rd' 0101011")
    assert encoding.operands == ("rd", "rs1", "rs2", "index")
    assert encoding.word(rd=17, rs1=26, rs2=31, index=5) == 0x1BFD58AB
    assert encoding.mask == 0xF1CE7E7F and (encoding.funct.width, encoding.funct.fixed) == (4, 1)


def test_generated_files_are_up_to_date(capsys):
    assert generator.main(["--check"]) == 0, capsys.readouterr().out
    assert capsys.readouterr().out == ""


def test_each_file_has_the_encodings(monkeypatch, capsys):
    """Changing one other bit in an encoding makes all files with that encoding out of date."""
    before = {path: path.read_text() for path in generator.files()}
    text = (root() / "configs" / "instructions.toml").read_text()
    old, new = "01 index rs2 rs1 111 rd 0101011", "01 index rs2 rs1 110 rd 0101011"
    assert text.count(old) == 1
    monkeypatch.setattr(instructions, "load", lambda name: tomllib.loads(text.replace(old, new)))
    for cached in (instructions.extensions, instructions.units):
        cached.cache_clear()
    try:
        assert generator.main(["--check"]) == 1
    finally:
        monkeypatch.undo()
        for cached in (instructions.extensions, instructions.units):
            cached.cache_clear()
    stale = [line.split()[0] for line in capsys.readouterr().out.splitlines()]
    assert stale == [
        "rtl/ise/vmb_ise_encodings_pkg.sv",
        "lib/include/vambrace/detail/ise/xascon.h",
        "soc/spike/encodings.h",
        "docs/reference/ise.md",
    ]
    assert before == {path: path.read_text() for path in before}


def test_the_page_has_every_part():
    """The tables, and the results of all units except Xasconp, whose algorithm is described in prose."""
    text = (root() / "docs" / "reference" / "ise.md").read_text()
    parts = re.findall(r"<!-- generated: ([\w-]+)", text)
    assert sorted(parts) == sorted(["units", "encodings", "encodings-64", *(instructions.units().keys() - {"xasconp"})])
