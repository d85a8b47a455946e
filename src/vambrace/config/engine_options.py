# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Options of the AEAD engine: the parameters of vmb_engine that a system may set, and extension sets that set them,
such as ``engine@AsconRoundsPerCycle=2,HoldWords=65``.

They are the parameters of configs/units.toml, and those of vmb_engine in configs/parameters.toml that have a default.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from vambrace.base.errors import UsageError, choose
from vambrace.config import units
from vambrace.config.load import load

#: Between an extension set and its options, and between two options.
SIGN, COMMA = "@", ","

#: What simulated systems have unless an option says otherwise: a table for AES' S-box takes as many cycles as a circuit
#: and is faster to simulate; messages longer than the unverified plaintext buffer are opened in two passes.
SIMULATED = {"AesSbox": 1, "TwoPasses": 1}


@dataclass(frozen=True)
class Option:
    """A parameter of vmb_engine; a bit if it has no `values`."""

    name: str
    meaning: str
    default: int
    values: str = ""  # such as "1, 2 or 4", "2 to 66", "0 to 2^32 - 1"
    unit: str = ""  # the cipher unit that it configures; "": the whole engine

    @property
    def bits(self) -> int:
        """Return its width in options_t (soc/rtl/vmb_soc_options_pkg.sv)."""
        return 32 if self.values else 1

    def legal(self, value: int) -> bool:
        """Return whether the engine has this value."""
        if match := re.fullmatch(r"(\d+) to (\d+)(?:\^(\d+) - 1)?", self.values):
            last = int(match[2]) if match[3] is None else int(match[2]) ** int(match[3]) - 1
            return int(match[1]) <= value <= last
        return str(value) in (re.findall(r"\d+", self.values) or ["0", "1"])


@cache
def options() -> dict[str, Option]:
    """Return the options by name, in the order of options_t."""
    known = {
        p.name: Option(p.name, p.meaning, p.default, p.values, unit.name)
        for unit in units.units().values()
        for p in unit.parameters.values()
    }
    for name, about in load("parameters.toml")["vmb_engine"].items():
        if "default" in about:
            known[name] = Option(name, about["meaning"], about["default"], about.get("values", ""))
    return known


def checked(values: Mapping[str, int]) -> tuple[tuple[str, int], ...]:
    """Return options in the order of options_t. UsageError for an unknown name or a value that the engine lacks."""
    for name, value in values.items():
        option = options()[choose("option of the engine", name, options(), "vambrace explore --parameters")]
        if not option.legal(value):
            raise UsageError(f"{name}: {value} is not {option.values or '0 or 1'}")
    return tuple((name, values[name]) for name in options() if name in values)


def parse(text: str) -> tuple[tuple[str, int], ...]:
    """Return the options of a text such as ``AsconRoundsPerCycle=2,HoldWords=65``. UsageError if something is wrong."""
    values: dict[str, int] = {}
    for part in text.split(COMMA):
        match = re.fullmatch(r"(\w+)=(\d+)", part)
        if match is None:
            raise UsageError(f"option of the engine '{part}': write NAME=NUMBER")
        if match[1] in values:
            raise UsageError(f"option of the engine '{match[1]}': given twice")
        values[match[1]] = int(match[2])
    return checked(values)


def label(values: Mapping[str, int] | tuple[tuple[str, int], ...]) -> str:
    """Return options as in the name of an extension set."""
    return COMMA.join(f"{name}={value}" for name, value in dict(values).items())


def own(algorithm: str) -> dict[str, int]:
    """Return the options of an engine that has nothing for other algorithms than this one of its own."""
    chosen = units.algorithms()[algorithm]
    values = {unit.parameter: int(unit == chosen.unit) for unit in units.units().values()}
    wanted = {chosen.algorithm.parameter}
    extra = {a.parameter for unit in units.units().values() for a in unit.algorithms if a.parameter}
    values |= {name: int(name in wanted) for name in extra}
    values["AesKeyBits"] = 8 * chosen.key if values["Aes"] else 128
    values["AesDecrypt"] = int(any(word in algorithm for word in ("ecb", "cbc")))  # other modes encrypt only
    return dict(checked(values))


def lacking(algorithm: str, values: Mapping[str, int]) -> str:
    """Return the option by which an engine with these values lacks one of its algorithms, as in ``Aes=0``; "" if it has
    the algorithm.
    """
    chosen = units.algorithms()[algorithm]
    for name in (chosen.unit.parameter, chosen.algorithm.parameter):
        if name and not values.get(name, options()[name].default):
            return f"{name}=0"
    bits = values.get("AesKeyBits", options()["AesKeyBits"].default)
    return f"AesKeyBits={bits}" if chosen.unit.parameter == "Aes" and bits < 8 * chosen.key else ""


def pack(values: Mapping[str, int]) -> int:
    """Return the value of EngineOptions (soc/rtl) of a system with these options; the others are as in SIMULATED, or
    have their defaults."""
    number = 0
    for name, option in options().items():
        number = number << option.bits | values.get(name, SIMULATED.get(name, option.default))
    return number


def unpack(number: int) -> dict[str, int]:
    """Return all options of a value of EngineOptions."""
    values = {}
    for name, option in reversed(options().items()):
        values[name] = number & ((1 << option.bits) - 1)
        number >>= option.bits
    return {name: values[name] for name in options()}


def differing(number: int) -> dict[str, int]:
    """Return the options of a value of EngineOptions that differ from the defaults of vmb_engine."""
    return {name: value for name, value in unpack(number).items() if value != options()[name].default}
