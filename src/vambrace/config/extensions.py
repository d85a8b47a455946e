# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Extension sets: what a core has beside its own instructions."""

from dataclasses import dataclass
from functools import cache
from typing import Any

from vambrace.base.errors import choose
from vambrace.config import parameters
from vambrace.config.load import load


@dataclass(frozen=True)
class Accelerator:
    """What does the work of whole calls beside a core."""

    kind: str  # "engine" (rtl/engine) or "aes-unit" (rtl/aes)
    bus: str  # how the core reaches it: "port", the accelerator port, or "obi", "axi4l", "tlul"
    memory_port: bool  # whether it reads and writes messages itself
    interrupt: bool = False  # whether the core sleeps until its interrupt

    def __post_init__(self) -> None:
        choose("accelerator", self.kind, parameters.ACCELERATORS)
        choose("bus", self.bus, parameters.BUSES)


@dataclass(frozen=True)
class Extensions:
    """One entry of configs/extensions.toml, which says what the fields are."""

    name: str
    title: str
    instructions: tuple[str, ...] = ()
    accelerator: Accelerator | None = None
    default: bool = True
    cores: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for name in self.instructions:
            choose("instructions", name, parameters.INSTRUCTIONS)

    @property
    def units(self) -> tuple[str, ...]:
        """The parameters of a core's module that are on."""
        beside = (parameters.ACCELERATORS[self.accelerator.kind],) if self.accelerator else ()
        return (*(parameters.INSTRUCTIONS[name] for name in self.instructions), *beside)

    @property
    def engine(self) -> bool:
        """Whether the AEAD engine does the work."""
        return bool(self.accelerator and self.accelerator.kind == "engine")

    @property
    def aes_unit(self) -> bool:
        """Whether the AES unit does AES."""
        return bool(self.accelerator and self.accelerator.kind == "aes-unit")

    @property
    def ported(self) -> bool:
        """Whether that engine has a memory port."""
        return bool(self.engine and self.accelerator and self.accelerator.memory_port)


@cache
def extension_sets() -> dict[str, Extensions]:
    return {
        name: Extensions(name=name, **{field: _read(value) for field, value in entry.items()})
        for name, entry in load("extensions.toml").items()
    }


def _read(value: Any) -> Any:
    """What an entry says of a field: a list as a tuple, the table as an accelerator."""
    if isinstance(value, dict):
        return Accelerator(**value)
    return tuple(value) if isinstance(value, list) else value
