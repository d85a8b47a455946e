# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Parses names of secrets and public values in a program, from the command line."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from vambrace.analysis.taint import Public, Secret
from vambrace.base.errors import UsageError, unknown
from vambrace.config.declassified import declassified
from vambrace.software.toolchain.elf import Elf

#: Registers by the names of the calling convention.
REGISTERS = {
    **{"ra": 1, "sp": 2, "gp": 3, "tp": 4, "t0": 5, "t1": 6, "t2": 7, "s0": 8, "s1": 9},
    **{f"a{n}": 10 + n for n in range(8)},
    **{f"s{n}": 16 + n for n in range(2, 12)},
    **{f"t{n}": 25 + n for n in range(3, 7)},
}

_FORMS = "write NAME, NAME:LENGTH, 0xADDRESS:LENGTH or @a0:LENGTH"


def secrets(elf: Elf, names: Iterable[str]) -> list[Secret]:
    """Return the secrets named by NAME (a variable), NAME:LENGTH, 0xADDRESS:LENGTH or @REGISTER:LENGTH (the target of
    an argument). UsageError for any other form.
    """
    return [_secret(elf, name) for name in names]


def _secret(elf: Elf, text: str) -> Secret:
    name, colon, size = text.partition(":")
    length = _number(size, text) if colon else 0
    if not name or (colon and length <= 0):
        raise UsageError(f"'{text}' is not a secret: {_FORMS}")
    if name.startswith("@"):
        if name[1:] not in REGISTERS:
            raise UsageError(unknown("register", name[1:], REGISTERS))
        if not length:
            raise UsageError(f"'{text}' needs a length: {name}:LENGTH")
        return Secret(name[1:], length, register=REGISTERS[name[1:]])
    if re.match(r"0x|\d", name):
        if not length:
            raise UsageError(f"'{text}' needs a length: {name}:LENGTH")
        return Secret(name, length, _number(name, text))
    address = symbol(elf, name)
    length = length or elf.symbol_size(name)
    if not length:
        raise UsageError(f"{elf.path.name} has no length for '{name}':  {name}:LENGTH")
    return Secret(name, length, address)


def _number(text: str, full_text: str) -> int:
    try:
        return int(text, 0)
    except ValueError:
        raise UsageError(f"'{full_text}' is not a secret: {_FORMS}") from None


def symbol(elf: Elf, name: str) -> int:
    """Return the address of a symbol; UsageError with similar names if there is none."""
    try:
        return elf.symbol(name)
    except UsageError:
        raise UsageError(unknown(f"symbol of {elf.path.name}", name, elf.names(), f"nm {elf.path}")) from None


def public(elf: Elf, names: Sequence[str]) -> Public:
    """Return the values that names declassify: a function's result, a variable, or the branch at an 0xADDRESS. The
    library's own declarations (configs/declassified.toml) are always included, if the program has the function.
    """
    functions = [elf.symbol(name) for name in declared(elf)]
    branches, places = [], []
    for name in names:
        if re.match(r"0x|\d", name):
            branches.append(_number(name, name))
        elif symbol(elf, name) and elf.is_code(name):
            functions.append(elf.symbol(name))
        else:
            places.append((elf.symbol(name), elf.symbol_size(name)))
    return Public(tuple(functions), tuple(branches), tuple(places))


def declared(elf: Elf) -> list[str]:
    """Return the library's declassified functions in a program."""
    there = set(elf.names())
    return [name for name in declassified() if name in there]
