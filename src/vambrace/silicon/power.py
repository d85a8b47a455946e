# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The energy of a circuit from the toggles of its nets, in picojoules.

- Switching: half of C V^2 for each toggle of a net; C is the sum of its input pins. Wires are not counted.
- Internal: the library's internal_power tables, at the net's C and one slew for all. A toggle is half a
  rise and half a fall. Which input made an output toggle is not known: the mean of the tables of all inputs counts;
  of a flip-flop's output that of its clock. Beyond its ends a table keeps its last value.
- Leakage: cell_leakage_power over the time that the cycles take.
- Clock: a net that toggles twice a cycle, with all clock pins on it; without the buffers of a clock tree.

A figure for which the library lacks data is None, and `missing` gives the reason.
"""

from bisect import bisect_right
from collections import defaultdict
from dataclasses import dataclass

import numpy as np

from vambrace.base.errors import VambraceError
from vambrace.silicon.circuit import Circuit
from vambrace.silicon.liberty import Cell, Liberty, Pin, Table

#: The components of energy: the clock net and clock pins; flip-flops otherwise, and the nets that they drive; gates,
#: the nets that they drive, and inputs of the circuit.
COMPONENTS = ("clock", "registers", "logic")


@dataclass(frozen=True)
class Conditions:
    slew: float = 0.24  # ns, for all inputs
    frequency: float = 100.0  # MHz: the time base of leakage


@dataclass(frozen=True)
class Energy:
    """Energies in picojoules; None if the library lacks data."""

    internal: float | None
    switching: float | None
    leakage: float | None
    components: dict[str, float | None]  # for each of COMPONENTS: internal and switching
    modules: dict[str, float | None]  # by path: everything that belongs to the module itself

    @property
    def total(self) -> float | None:
        return add(self.internal, self.switching, self.leakage)


def add(*energies: float | None) -> float | None:
    """Return the sum; None if any summand is None."""
    return None if any(e is None for e in energies) else sum(e for e in energies if e is not None)


class Model:
    """The energies of a toggle of each net of a circuit."""

    def __init__(self, circuit: Circuit, liberty: Liberty, conditions: Conditions) -> None:
        self._circuit, self._conditions = circuit, conditions
        self._owners = {owner: i for i, owner in enumerate(dict.fromkeys(["", *(i.owner for i in circuit.instances)]))}
        used = {i.cell.name: i.cell for i in circuit.instances}
        self.missing = _missing(list(used.values()), liberty)
        self._leakage = np.zeros(len(self._owners))
        #: net, owner, component, effect (0 internal, 1 switching), pJ per toggle
        self._parts: list[tuple[int, int, int, int, float]] = []
        self._fill(liberty.voltage or 0.0)
        columns = list(zip(*self._parts, strict=True)) or [(), (), (), (), ()]
        self._net, self._owner, self._component, self._effect = (np.array(c, dtype=np.int64) for c in columns[:4])
        self._energy = np.array(columns[4])

    def _fill(self, voltage: float) -> None:
        clock = self._circuit.clock
        load = np.zeros(self._circuit.nets)
        driver: dict[int, tuple[int, int]] = {}  # for a net: the owner and the component of its cell
        for instance in self._circuit.instances:
            component = COMPONENTS.index("registers" if instance.cell.state else "logic")
            for pin, net in instance.nets.items():
                if instance.cell.pins[pin].direction == "output":
                    driver[net] = self._owners[instance.owner], component
                else:
                    load[net] += instance.cell.pins[pin].capacitance
        for instance in self._circuit.instances:
            owner = self._owners[instance.owner]
            self._leakage[owner] += instance.cell.leakage or 0.0
            for name, net in instance.nets.items():
                energy = pin_energy(instance.cell, instance.cell.pins[name], float(load[net]), self._conditions.slew)
                component = COMPONENTS.index("registers" if instance.cell.state else "logic")
                if net == clock:
                    component = COMPONENTS.index("clock")
                if energy:
                    self._parts.append((net, owner, component, 0, energy))
        for net in map(int, np.flatnonzero(load)):
            owner, component = driver.get(net, (0, COMPONENTS.index("logic")))
            if net == clock:
                component = COMPONENTS.index("clock")
            self._parts.append((net, owner, component, 1, 0.5 * float(load[net]) * voltage**2))

    def energy(self, toggles: np.ndarray, cycles: int) -> Energy:
        """Return the energy of a window with these toggles of nets. The clock toggles in each
        cycle, whatever is given.
        """
        every: np.ndarray = toggles.astype(np.float64)
        every[:2] = 0.0
        if self._circuit.clock is not None:
            every[self._circuit.clock] = 2.0 * cycles
        spent = every[self._net] * self._energy if len(self._net) else np.zeros(0)
        effects = np.bincount(self._effect, spent, 2)
        components = np.bincount(self._component, spent, len(COMPONENTS))
        own = np.bincount(self._owner, spent, len(self._owners))
        # nW over a number of microseconds: femtojoules
        leakage = self._leakage * (cycles / self._conditions.frequency) * 1e-3
        dynamic, static = not {"internal", "switching"} & self.missing.keys(), "leakage" not in self.missing
        return Energy(
            internal=None if "internal" in self.missing else float(effects[0]),
            switching=None if "switching" in self.missing else float(effects[1]),
            leakage=float(leakage.sum()) if static else None,
            components={n: float(components[i]) if dynamic else None for i, n in enumerate(COMPONENTS)},
            modules={o: float(own[i] + leakage[i]) if dynamic and static else None for o, i in self._owners.items()},
        )


def _missing(cells: list[Cell], liberty: Liberty) -> dict[str, str]:
    """Return the energies ("internal", "switching", "leakage") that cannot be computed for these
    cells, with reasons.
    """
    missing = {}
    outputs = [(c.name, p) for c in cells for p in c.pins.values() if p.direction == "output"]
    without = sorted({name for name, pin in outputs if not pin.power})
    if without:
        missing["internal"] = f"no internal_power tables for {_names(without)} in {liberty.path.name}"
    if not liberty.voltage:
        missing["switching"] = f"no supply voltage in {liberty.path.name}"
    if silent := sorted(c.name for c in cells if c.leakage is None):
        missing["leakage"] = f"no cell_leakage_power for {_names(silent)} in {liberty.path.name}"
    return missing


def _names(names: list[str]) -> str:
    return ", ".join(names[:4]) + (f" and {len(names) - 4} more" if len(names) > 4 else "")


def pin_energy(cell: Cell, pin: Pin, load: float, slew: float) -> float:
    """Return the internal energy of a toggle of a pin: the mean of a rise and a fall, and of the tables of all related
    pins; for the output of a flip-flop, only of its clock's tables, if it has any.
    """
    arcs = pin.power
    if cell.state and pin.direction == "output":
        arcs = tuple(a for a in arcs if a.related_pin == cell.state.clock) or arcs
    by_pin: defaultdict[str, list[float]] = defaultdict(list)
    for arc in arcs:
        by_pin[arc.related_pin] += [look_up(t, load, slew) for t in (arc.rise, arc.fall) if t]
    means = [sum(values) / len(values) for values in by_pin.values() if values]
    return sum(means) / len(means) if means else 0.0


def look_up(table: Table, load: float, slew: float) -> float:
    """Return the value of a table, linearly interpolated, and constant beyond its ends."""
    axis_values = {"load": load, "slew": slew}
    axes = [index for index in (table.index_1, table.index_2) if index]
    if unknown := [v for v in table.variables[: len(axes)] if v not in axis_values]:
        raise VambraceError(f"table {table.template}: {unknown[0]} is not a known variable")
    if len(axes) > len(table.variables):
        raise VambraceError(f"table {table.template}: no template defines its indices")
    places = [_place(axis, axis_values[v]) for axis, v in zip(axes, table.variables, strict=False)]
    (i, p), (j, q) = [*places, (0, 0.0), (0, 0.0)][:2]
    rows = [(1 - q) * row[j] + (q * row[j + 1] if q else 0.0) for row in table.values[i : i + 2]]
    return rows[0] if p == 0 else (1 - p) * rows[0] + p * rows[1]


def _place(axis: tuple[float, ...], value: float) -> tuple[int, float]:
    """Return the index before a value, and its relative distance to the next, from 0 to 1."""
    if value <= axis[0] or len(axis) == 1:
        return 0, 0.0
    if value >= axis[-1]:
        return len(axis) - 1, 0.0
    i = bisect_right(axis, value) - 1
    return i, (value - axis[i]) / (axis[i + 1] - axis[i])
