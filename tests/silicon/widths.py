# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Area, clock and throughput of engines by the width of their memory port (rtl/engine/README.md).

    python -m tests.silicon.widths

prints a table with a row for each row of the README's table of cycles: kGE without the unverified plaintext buffer,
nanoseconds of the critical path, gigabits a second of 16 KiB sealed at that clock, and those for each kGE. A row is
marked if no other of the same cipher has more gigabits a second and fewer kGE. Standard error names each engine.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass

from tests.rtl import tables
from tests.silicon.small import osu018
from vambrace.base.paths import root
from vambrace.silicon import parts, synthesis, timing
from vambrace.silicon.parts import Part

README = root() / "rtl" / "engine" / "README.md"
CYCLES, COSTS = "unit, its pace, port", "engine, its pace, port"
BITS = 8 * 16384
LESS = {"AsconHash": 0, "AsconV12": 0, "Contexts": 0, "Slots": 0, "HoldWords": 4097}
#: The parameters of an engine by its unit, and the one of its pace.
UNITS = {
    "Ascon-AEAD128": ({"Chacha": 0, "Aes": 0}, "AsconRoundsPerCycle"),
    "ChaCha20-Poly1305": ({"Ascon": 0, "Aes": 0, "PolyBitsPerCycle": 33}, "ChachaQuarterRounds"),
    "AES-128-GCM": (
        {"Ascon": 0, "Chacha": 0, "AesKeyBits": 128, "AesDecrypt": 0, "AesGcm": 1, "GhashBitsPerCycle": 32},
        "AesRoundsPerCycle",
    ),
}


@dataclass(frozen=True)
class Cost:
    kge: float
    ns: float
    cycles: int  # of 16 KiB sealed

    @property
    def gbits(self) -> float:
        """Return gigabits a second at the clock of the critical path."""
        return BITS / (self.cycles * self.ns)

    def cells(self, best: bool) -> list[str]:
        figures = [f"{self.kge:.2f}", f"{self.ns:.2f}", f"{self.gbits:.2f}", f"{1000 * self.gbits / self.kge:.1f}"]
        return [*figures, "yes" if best else ""]


def part(name: str) -> Part:
    """Return the engine of a row, such as "Ascon-AEAD128, 2 rounds, 64 bits"."""
    unit, pace, port = name.split(", ")
    less, parameter = UNITS[unit]
    values = {**LESS, **less, parameter: int(pace.split()[0]), "PortBits": int(port.split()[0])}
    return Part("engine", "vmb_engine", tuple(values.items()), "rtl/engine/vmb_engine.core", left_out=parts.MEMORIES)


def cost(name: str, cycles: int) -> Cost:
    chosen, library = part(name), osu018()
    area = synthesis.netlist(chosen, library).area / library.gate_equivalent() / 1000
    return Cost(area, timing.measure(chosen, library).period, cycles)


def best(name: str, costs: dict[str, Cost]) -> bool:
    """Return whether no other engine with the same cipher is smaller and at least as fast, or as small and faster."""
    mine = costs[name]
    same = [c for other, c in costs.items() if other != name and other.split(", ")[0] == name.split(", ")[0]]
    return not any(
        c.kge <= mine.kge and c.gbits >= mine.gbits and (c.kge, c.gbits) != (mine.kge, mine.gbits) for c in same
    )


def measured() -> dict[str, list[str]]:
    """Return the cells of the table by engine."""
    costs = {}
    for name, row in tables.cycles(README, CYCLES).items():
        print(name, file=sys.stderr, flush=True)
        costs[name] = cost(name, row[2])
    return {name: c.cells(best(name, costs)) for name, c in costs.items()}


def main() -> None:
    print(f"| {COSTS} | kGE | ns | Gbit/s | Mbit/s for each kGE | on the front |")
    print("| --- | --: | --: | --: | --: | --- |")
    for name, cells in measured().items():
        print("|", " | ".join([name, *cells]), "|")


if __name__ == "__main__":
    main()
