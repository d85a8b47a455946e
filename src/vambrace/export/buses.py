# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The buses of a bundle in IP-XACT: the bus definition of their ports, and the signal of each port.

Arm publishes the definitions of its buses, Kactus2's library has one of Wishbone. OBI, TileLink-UL and the accelerator
port have none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from vambrace.export.memory import BUS as MEMORY_PREFIX
from vambrace.export.memory import MEMORIES
from vambrace.export.subject import Subject


@dataclass(frozen=True)
class Bus:
    """A bus definition: vendor, library, name and version; the name of its abstraction; its clock and reset signals
    with their ports (none in Wishbone, where the system provides them). `ports` are the module's ports without
    direction, which `signal` turns into a signal; `others` are complete port names with signals of other names.
    """

    vendor: str
    library: str
    name: str
    version: str
    abstraction: str
    common: tuple[tuple[str, str], ...]
    ports: tuple[str, ...]
    signal: Callable[[str], str]
    others: tuple[tuple[str, str], ...] = ()
    prefix: str = ""  # of all ports but clock and reset

    def maps(self, known: Iterable[str]) -> list[tuple[str, str]]:
        """Return the signals with those of their ports that the module has. Port names end with the direction."""
        pairs = list(self.common)
        renamed = dict(self.others)
        for name in known:
            if not name.startswith(self.prefix):
                continue
            port = name.removeprefix(self.prefix)
            stem = port.rsplit("_", 1)[0]
            if port in renamed or stem in self.ports:
                pairs.append((renamed.get(port) or self.signal(stem), name))
        return pairs


def _clocked(letter: str) -> tuple[tuple[str, str], ...]:
    """Return clock and reset of an AMBA bus."""
    return (f"{letter}CLK", "clk_i"), (f"{letter}RESETn", "rst_ni")


def _names(**signals: str) -> tuple[str, ...]:
    """Return names that start with the channel names."""
    return tuple(f"{channel}{signal}" for channel, listed in signals.items() for signal in listed.split())


#: By coupling of registers: the module is a slave.
BUSES = {
    "vmb_couple_axi4l": Bus(
        "amba.com",
        "AMBA4",
        "AXI4-Lite",
        "r0p0_0",
        "AXI4-Lite_rtl",
        _clocked("A"),
        _names(
            aw="valid ready addr prot",
            w="valid ready data strb",
            b="valid ready resp",
            ar="valid ready addr prot",
            r="valid ready data resp",
        ),
        str.upper,
    ),
    "vmb_couple_apb": Bus(
        "amba.com",
        "AMBA4",
        "APB4",
        "r0p0_0",
        "APB4_rtl",
        _clocked("P"),
        _names(p="enable write addr prot strb wdata ready slverr rdata"),
        str.upper,
        (("psel_i", "PSELx"),),
    ),
    "vmb_couple_ahb": Bus(
        "amba.com",
        "AMBA3",
        "AHBLite",
        "r2p0_0",
        "AHBLite_rtl",
        _clocked("H"),
        _names(h="ready trans write size addr prot wdata readyout resp rdata"),
        str.upper,
        (("hsel_i", "HSELx"),),
    ),
    "vmb_couple_wb": Bus(
        "opencores.org",
        "interface",
        "wishbone",
        "b4",
        "wishbone.absDef",
        (),
        ("cyc", "stb", "stall", "we", "sel", "adr", "ack", "err"),
        str,
        (("dat_i", "dat_ms"), ("dat_o", "dat_sm")),
    ),
}


_AXI4 = Bus(
    "amba.com",
    "AMBA4",
    "AXI4",
    "r0p0_0",
    "AXI4_rtl",
    _clocked("A"),
    _names(
        aw="valid ready addr len size burst cache prot",
        w="valid ready data strb last",
        b="valid ready resp",
        ar="valid ready addr len size burst cache prot",
        r="valid ready data resp last",
    ),
    str.upper,
    prefix=MEMORY_PREFIX,
)

#: By coupling of a memory port: the module is a master. Strobes of AHB5 are not in the definition.
MEMORY_BUSES = {
    "vmb_axi_mem": _AXI4,
    "vmb_axi_single": _AXI4,
    "vmb_ahb_mem": Bus(
        "amba.com",
        "AMBA3",
        "AHBLite",
        "r2p0_0",
        "AHBLite_rtl",
        _clocked("H"),
        _names(h="ready trans write size burst prot mastlock addr wdata resp rdata"),
        str.upper,
        prefix=MEMORY_PREFIX,
    ),
    "vmb_wb_mem": Bus(
        "opencores.org",
        "interface",
        "wishbone",
        "b4",
        "wishbone.absDef",
        (),
        ("cyc", "stb", "stall", "we", "sel", "adr", "ack", "err"),
        str,
        (("dat_o", "dat_ms"), ("dat_i", "dat_sm")),
        prefix=MEMORY_PREFIX,
    ),
}


#: The streams of a coupling, by prefix: the name and mode of each interface.
_STREAMS = {"s_": ("in", "slave"), "m_": ("out", "master")}


def _stream(prefix: str) -> Bus:
    return Bus(
        "amba.com",
        "AMBA4",
        "AXI4Stream",
        "r0p0_0",
        "AXI4Stream_rtl",
        _clocked("A"),
        _names(t="valid ready data keep last user"),
        str.upper,
        prefix=prefix,
    )


def of(subject: Subject) -> Bus | None:
    """Return the bus of a bundle's registers; None if there is no public definition."""
    coupling = subject.coupling or subject.module
    return BUSES.get(coupling.name)


def of_memory(subject: Subject) -> list[tuple[str, str, Bus]]:
    """Return the interfaces of a bundle's memory port, each with its name and mode, slave or master. There are none if
    it is not on a bus with a public definition.
    """
    if subject.memory is None:
        return []
    if MEMORIES[subject.memory_bus].streams:
        return [(name, mode, _stream(prefix)) for prefix, (name, mode) in _STREAMS.items()]
    bus = MEMORY_BUSES.get(subject.memory.name)
    return [("memory", "master", bus)] if bus else []
