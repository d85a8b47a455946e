# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The extension instructions and their encodings: configs/instructions.toml."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

from vambrace.config.load import load

REGISTERS = ("rd", "rs1", "rs2")

#: Registers encoded by two bits: one of four registers, given by the fixed bits before them.
_ONE_OF_FOUR = {f"{name}'": name for name in REGISTERS}


@dataclass(frozen=True)
class Field:
    """Consecutive bits of an instruction word: `fixed` to a value, or the operand `name`."""

    high: int
    low: int
    name: str = ""
    fixed: int = 0

    @property
    def width(self) -> int:
        return self.high - self.low + 1

    @property
    def ones(self) -> int:
        """Return the bits of the field, all 1, at their position in the word."""
        return ((1 << self.width) - 1) << self.low


@dataclass(frozen=True)
class Encoding:
    """An instruction word; `text` lists its fields from bit 31 to bit 0."""

    text: str

    @cached_property
    def fields(self) -> tuple[Field, ...]:
        """Return the fields from bit 31 down. ValueError if they are not 32 bits."""
        parts = self.text.split()
        bits = [part for part in parts if set(part) <= set("01")]
        widths = {part: 5 if part in REGISTERS else 2 for part in (*REGISTERS, *_ONE_OF_FOUR)}
        registers = [part for part in parts if part in widths]
        others = [part for part in parts if part not in bits and part not in registers]
        left = 32 - len("".join(bits)) - sum(widths[part] for part in registers)
        if len(others) > 1 or len(registers) != len(set(registers)) or (left < 1 if others else left):
            raise ValueError(f"not a 32-bit encoding: {self.text}")
        fields_read, high = [], 31
        for part in parts:
            width = len(part) if part in bits else widths.get(part, left)
            low, name = high - width + 1, _ONE_OF_FOUR.get(part, part)
            fields_read.append(Field(high, low, fixed=int(part, 2)) if part in bits else Field(high, low, name))
            high = low - 1
        return tuple(fields_read)

    @cached_property
    def mask(self) -> int:
        """Return the mask: a word is this instruction if `word & mask == match`."""
        return sum(field.ones for field in self.fields if not field.name)

    @cached_property
    def match(self) -> int:
        return sum(field.fixed << field.low for field in self.fields if not field.name)

    def bits(self, high: int, low: int) -> int:
        """Return the fixed value of some bits; ValueError if any of them is not fixed."""
        ones = (1 << (high + 1)) - (1 << low)
        if self.mask & ones != ones:
            raise ValueError(f"bits {high} to {low} are not fixed: {self.text}")
        return (self.match & ones) >> low

    @property
    def opcode(self) -> int:
        return self.bits(6, 0)

    @property
    def funct3(self) -> int:
        return self.bits(14, 12)

    @cached_property
    def funct(self) -> Field:
        """Return the fixed bits above rs1 and rs2, which distinguish instructions of the same opcode and funct3."""
        (field_read,) = (field for field in _joined(self.fields) if field.low >= (25 if "rs2" in self.operands else 20))
        return field_read

    @cached_property
    def immediate(self) -> Field | None:
        return next((field for field in self.fields if field.name and field.name not in REGISTERS), None)

    @property
    def operands(self) -> tuple[str, ...]:
        """Return the operands in assembler order: rd, rs1, rs2, the immediate."""
        names = {field.name for field in self.fields}
        return (*(r for r in REGISTERS if r in names), *((self.immediate.name,) if self.immediate else ()))

    def word(self, **operands: int) -> int:
        """Return the instruction word; missing operands are 0. A register in a two-bit field contributes its lower two
        bits.
        """
        return self.match | sum(operands.pop(f.name, 0) << f.low & f.ones for f in self.fields if f.name)


def _joined(fields: tuple[Field, ...]) -> Iterator[Field]:
    """Return the fixed fields, with neighbours merged."""
    last: Field | None = None
    for field in fields:
        if field.name:
            if last:
                yield last
            last = None
        elif last:
            last = Field(last.high, field.low, fixed=last.fixed << field.width | field.fixed)
        else:
            last = field
    if last:
        yield last


@dataclass(frozen=True)
class Instruction:
    """One mnemonic; configs/instructions.toml explains the fields."""

    mnemonic: str
    encodings: dict[int, Encoding]  # by XLEN
    result: str
    last: int | None = None
    intrinsic: str = ""
    function: bool = True

    def variants(self, xlen: int = 32) -> Iterator[tuple[str, int, int]]:
        """Return name, mask and match of patterns that together cover exactly the legal words: one pattern if every
        immediate is legal, otherwise one for each immediate.
        """
        encoding = self.encodings[xlen]
        if self.last is None:
            yield self.mnemonic, encoding.mask, encoding.match
            return
        field = encoding.immediate
        assert field, self.mnemonic
        for value in range(self.last + 1):
            yield f"{self.mnemonic}.{value}", encoding.mask | field.ones, encoding.match | value << field.low


@dataclass(frozen=True)
class Extension:
    """The instructions of a function unit, or those of RV64; configs/instructions.toml explains the fields."""

    key: str
    name: str
    isa: str
    target: str
    source: str
    title: str
    where: str
    instructions: dict[str, Instruction]
    header: str
    custom: bool = False
    port: bool = True
    by_hand: str = ""
    functions: bool = True
    intrinsics: str = ""
    xlen: int | None = None

    @property
    def unit(self) -> bool:
        """Return whether a function unit implements it."""
        return self.xlen != 64


@cache
def extensions() -> dict[str, Extension]:
    """Return every extension by its key in configs/instructions.toml."""
    return {key: _extension(key, entry) for key, entry in load("instructions.toml").items()}


@cache
def units() -> dict[str, Extension]:
    """Return the extensions with a function unit."""
    return {key: extension for key, extension in extensions().items() if extension.unit}


@cache
def behind_port() -> tuple[str, ...]:
    """Return the names of the function units that need only the accelerator port, by their bits of FunctionUnits."""
    return tuple(extension.name for extension in units().values() if extension.port)


def _extension(key: str, entry: dict[str, Any]) -> Extension:
    table = dict(entry)
    instructions = {m: _instruction(m, dict(i), entry.get("xlen")) for m, i in table.pop("instructions").items()}
    return Extension(key=key, instructions=instructions, **{"header": key, **table})


def _instruction(mnemonic: str, entry: dict[str, Any], xlen: int | None) -> Instruction:
    only = entry.pop("xlen", xlen)
    encoding = Encoding(entry.pop("encoding"))
    encodings = {32: encoding, 64: Encoding(entry.pop("encoding64", encoding.text))}
    return Instruction(mnemonic, {x: e for x, e in encodings.items() if only in (None, x)}, **entry)
