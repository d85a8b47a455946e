# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Extension sets: what a point adds to its core."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from vambrace.base.errors import UsageError, choose
from vambrace.config import engine_options, parameters
from vambrace.config.load import construct, entries

FILE = "extensions.toml"


@dataclass(frozen=True)
class Accelerator:
    """Hardware next to a core that processes messages or blocks by itself."""

    kind: str  # "engine" (rtl/engine) or "aes-unit" (rtl/aes)
    bus: str  # how the core accesses it: "port" (the accelerator port), "obi", "axi4l" or "tlul"
    memory_port: bool  # whether it accesses messages in memory itself
    interrupt: bool = False  # whether software sleeps until its interrupt
    ring: bool = False  # of an engine: whether it has a ring of descriptors (rtl/ring)
    key_bits: int = 256  # of an AES unit: the longest key
    shorter_keys: bool = True  # whether it supports shorter keys too
    chain: bool = False  # whether it chains blocks
    rounds: int = 1  # of an AES unit: rounds per cycle, 0 for all
    options: tuple[tuple[str, int], ...] = ()  # of an engine: parameters of vmb_engine (engine_options)

    def __post_init__(self) -> None:
        choose("accelerator", self.kind, parameters.ACCELERATORS)
        choose("bus", self.bus, parameters.BUSES)
        choose("key_bits", str(self.key_bits), [str(bits) for bits in parameters.KEY_BITS])
        choose("rounds", str(self.rounds), [str(rounds) for rounds in parameters.ROUNDS])
        if self.kind == "aes-unit" and self.bus != "port" and (self.bus != "tlul" or self.memory_port):
            raise UsageError("the bus of an AES unit must be 'port', or 'tlul' without a memory port")
        if self.ring and (self.kind, self.bus, self.memory_port) != ("engine", "obi", True):
            raise UsageError("only an engine with a memory port on 'obi' has a ring of descriptors")

    def has_key(self, bits: int) -> bool:
        """Return whether it supports AES with keys of this many bits."""
        return bits == self.key_bits or (self.shorter_keys and bits < self.key_bits)

    @property
    def parameters(self) -> dict[str, int]:
        """Return the parameters of a simulated system that differ from the default."""
        if self.kind != "aes-unit":
            options = {"EngineOptions": engine_options.pack(dict(self.options))} if self.options else {}
            return options | ({"EngineRing": 1} if self.ring else {})
        unit_parameters = parameters.one_aes_unit(
            self.bus, self.memory_port, self.key_bits, self.shorter_keys, self.chain
        )
        return unit_parameters | ({"AesRoundsPerCycle": self.rounds} if self.rounds != 1 else {})


@dataclass(frozen=True)
class Extensions:
    """An entry of configs/extensions.toml, which documents the fields."""

    name: str
    title: str
    instructions: tuple[str, ...] = ()
    accelerator: Accelerator | None = None
    default: bool = True
    cores: tuple[str, ...] = ()
    programs: str = ""  # the set whose programs it runs, if it is another one
    options: tuple[str, ...] = ()  # parameters of the core's module that are 1 besides the units

    def __post_init__(self) -> None:
        for name in self.instructions:
            choose("instructions", name, parameters.INSTRUCTIONS)

    @property
    def units(self) -> tuple[str, ...]:
        """Return the parameters of a core's module that are 1."""
        accelerator = (parameters.ACCELERATORS[self.accelerator.kind],) if self.accelerator else ()
        return (*(parameters.INSTRUCTIONS[name] for name in self.instructions), *self.options, *accelerator)

    @property
    def base(self) -> str:
        """Return its name in configs/extensions.toml: that without options of the engine."""
        return self.name.partition(engine_options.SIGN)[0]

    @property
    def runs(self) -> str:
        """Return the set whose programs it runs."""
        return self.programs or self.base

    @property
    def engine(self) -> bool:
        """Return whether the accelerator is the AEAD engine."""
        return bool(self.accelerator and self.accelerator.kind == "engine")

    @property
    def plain_engine(self) -> bool:
        """Return whether the accelerator is the AEAD engine with its default parameters, for which bounds are known."""
        return self.engine and not (self.accelerator and self.accelerator.options)

    @property
    def aes_unit(self) -> bool:
        """Return whether the accelerator is the AES unit."""
        return bool(self.accelerator and self.accelerator.kind == "aes-unit")

    @property
    def one_key_length(self) -> bool:
        """Return whether the accelerator is an AES unit with one key length."""
        return bool(self.aes_unit and self.accelerator and not self.accelerator.shorter_keys)

    @property
    def ported(self) -> bool:
        """Return whether the accelerator is an engine with a memory port."""
        return bool(self.engine and self.accelerator and self.accelerator.memory_port)

    @property
    def wide(self) -> bool:
        """Return whether it is an engine with more than 32 bits at its memory port."""
        return self.accelerator is not None and dict(self.accelerator.options).get("PortBits", 32) > 32


@cache
def extension_sets() -> dict[str, Extensions]:
    return {name: _extensions(name, **entry) for name, entry in entries(FILE).items()}


def extension_set(name: str) -> Extensions:
    """Return an extension set by name, which may set options of the engine (with_options). UsageError for an unknown
    name."""
    base, sign, options = name.partition(engine_options.SIGN)
    chosen = extension_sets()[choose("extension set", base, extension_sets(), "vambrace points")]
    return with_options(chosen, dict(engine_options.parse(options))) if sign else chosen


def with_options(extensions: Extensions, options: Mapping[str, int]) -> Extensions:
    """Return an extension set whose engine has these values of vmb_engine's parameters, named as in
    ``engine@AsconRoundsPerCycle=2``; the same set without options. UsageError for a set without an engine.
    """
    changed = engine_options.checked(
        {**dict(extensions.accelerator.options if extensions.accelerator else ()), **options}
    )
    if not changed:
        return extensions
    if extensions.accelerator is None or not extensions.engine:
        raise UsageError(f"{extensions.name} has no engine: {engine_options.label(changed)} has no effect")
    accelerator = replace(extensions.accelerator, options=changed)
    named = f"{extensions.base}{engine_options.SIGN}{engine_options.label(changed)}"
    return replace(extensions, name=named, accelerator=accelerator, default=False)


def _extensions(name: str, accelerator: dict[str, Any] | None = None, **fields: Any) -> Extensions:
    table = dict(accelerator or {})
    if "options" in table:
        table["options"] = engine_options.checked(table["options"])
    unit = construct(Accelerator, FILE, name, table) if table else None
    return construct(Extensions, FILE, name, fields, accelerator=unit)
