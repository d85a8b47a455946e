# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The parameters of a core's module, derived from an extension set."""

from collections.abc import Collection

from vambrace.config import instructions

#: The function unit for these instructions (rtl/ise).
INSTRUCTIONS = {key: extension.name for key, extension in instructions.units().items()}

#: The unit of each accelerator: the AEAD engines of soc/rtl, or the AES unit of rtl/aes.
ACCELERATORS = {"engine": "Engines", "aes-unit": "AesUnit"}

#: By bus: the NAME of the coupling vmb_couple_NAME, and its bit of EngineCouplings.
_COUPLINGS = {"port": ("accel", 1), "obi": ("obi", 2), "axi4l": ("axi4l", 4), "tlul": ("tlul", 8)}

#: The key lengths of AES.
KEY_BITS = (128, 192, 256)

#: Rounds per cycle of an AES core; 0 is all.
ROUNDS = (1, 2, 0)

#: How a core accesses an accelerator: through the accelerator port (docs/reference/port.md) or a bus.
BUSES = tuple(_COUPLINGS)


def of(units: Collection[str], known: Collection[str]) -> dict[str, int]:
    """Return the parameters of a core's module with these function units and accelerators, as far as `known` contains
    them.
    """
    behind = instructions.behind_port()
    values = {name: int(name in units) for name in sorted(known) if name not in behind}
    if set(behind) & set(known):
        values["FunctionUnits"] = sum(1 << bit for bit, name in enumerate(behind) if name in units)
    return values


def literal(value: int) -> str:
    """Return a value as a parameter in Verilog: with its width if it has more than 31 bits."""
    return str(value) if value.bit_length() < 32 else f"{value.bit_length()}'h{value:x}"


def coupling(bus: str) -> str:
    """Return the NAME of the coupling vmb_couple_NAME of an engine."""
    return _COUPLINGS[bus][0]


def one_engine(bus: str, memory_port: bool) -> dict[str, int]:
    """Return the parameters of a core with one engine and one coupling (soc/rtl/vmb_soc_engines.sv)."""
    return {"EngineCouplings": _COUPLINGS[bus][1], "EnginePorts": 1 if memory_port else 2}


def one_aes_unit(bus: str, memory_port: bool, key_bits: int, shorter_keys: bool, chain: bool) -> dict[str, int]:
    """Return the parameters of a system with this AES unit (soc/rtl/vmb_soc_rocc.sv) that differ from those of the unit
    with all key lengths and a memory port on the accelerator port.
    """
    values = {
        "AesUnitKeyBits": (key_bits, 256),
        "AesUnitShorterKeys": (int(shorter_keys), 1),
        "AesUnitMemoryPort": (int(memory_port), 1),
        "AesUnitOnBus": (int(bus != "port"), 0),
        "AesUnitChain": (int(chain), 0),
    }
    return {name: value for name, (value, default) in values.items() if value != default}
