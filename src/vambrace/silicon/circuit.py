# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""A netlist as a graph: instances of cells, numbered nets, the driver and the readers of each.

Nets 0 and 1 are the constants. A net driven by gates has a higher number than all nets it depends on, so that a
simulator processes them once, in runs of gates with the same function.
"""

import json
from collections import defaultdict
from dataclasses import dataclass, field
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

from vambrace.base.errors import VambraceError
from vambrace.silicon.liberty import Cell, Liberty

#: Maximum inputs of a function: its truth table is a 64-bit word.
_MOST_INPUTS = 6


@dataclass(frozen=True)
class Instance:
    name: str  # with the path of its module, if the netlist has modules
    cell: Cell
    nets: dict[str, int]  # by pin, connected pins only

    @property
    def owner(self) -> str:
        """Return the path of its module; "" for the top, or if all is one module."""
        return self.name.rpartition(".")[0]


@dataclass(frozen=True)
class Circuit:
    """The parts of a netlist that energy and faults need: the instances, the clock net of all flip-flops, and for each
    flip-flop, in simulator order, the bit of an RTL register that it holds ("u_slots.valid_q[1]").
    """

    instances: list[Instance]
    nets: int
    clock: int | None
    registers: list[str]

    def save(self, path: Path) -> None:
        cells = [[i.name, i.cell.name, i.nets] for i in self.instances]
        content = {"nets": self.nets, "clock": self.clock, "registers": self.registers, "instances": cells}
        path.write_text(json.dumps(content))


def load(path: Path, liberty: Liberty) -> Circuit:
    content = json.loads(path.read_text())
    instances = [Instance(name, liberty.cells[cell], nets) for name, cell, nets in content["instances"]]
    return Circuit(instances, content["nets"], content["clock"], content["registers"])


@dataclass(frozen=True)
class _Run:
    """Gates (or flip-flops) with the same truth table; outputs are nets from `first` on."""

    table: int
    arity: int
    first: int
    inputs: list[tuple[int, ...]]

    def lines(self) -> list[str]:
        head = _words(len(self.inputs), self.arity, f"{self.table:x}", self.first)
        return [head, *(_words(*nets) for nets in self.inputs)]


_MEMORY_PORTS = ("enable_i", "write_enable_i", "row_i", "write_words_i", "read_words_o")


def _words(*values: object) -> str:
    return " ".join(map(str, values))


@cache
def _function(text: str) -> Any:
    from liberty.boolean_functions import parse_boolean_function  # slow import

    return parse_boolean_function(text)


@cache
def truth_table(text: str, inputs: tuple[str, ...]) -> int:
    """Return a truth table: bit i is the value of a Liberty function when its inputs, the first being the least
    significant, form the number i.
    """
    function, table = _function(text), 0
    for values in product((False, True), repeat=len(inputs)):
        values_by_pin = dict(zip(reversed(inputs), values, strict=True))
        index = sum(1 << i for i, name in enumerate(inputs) if values_by_pin[name])
        table |= int(bool(function.subs(values_by_pin))) << index
    return table


def variables(text: str) -> tuple[str, ...]:
    return tuple(sorted(map(str, _function(text).free_symbols)))


#: A Yosys bit: a number, a constant, or an invented name for a state that no pin shows.
Bit = int | str


@dataclass
class _Gate:
    """A gate before ordering."""

    name: str
    table: int
    inputs: tuple[Bit, ...]
    output: Bit


@dataclass
class _Reader:
    liberty: Liberty
    number: dict[Bit, int] = field(default_factory=lambda: {"0": 0, "1": 1, "x": 0, "z": 0})
    gates: list[_Gate] = field(default_factory=list)
    flops: list[_Gate] = field(default_factory=list)
    clocks: dict[Bit, str] = field(default_factory=dict)  # bit: an instance
    resets: dict[Bit, str] = field(default_factory=dict)
    hidden: int = 0

    @property
    def count(self) -> int:
        return len(self.number) - 2  # constants have four names

    def net(self, bit: Bit) -> int:
        return self.number.setdefault(bit, self.count)

    def take(self, gates: list[_Gate]) -> tuple[int, list[_Gate]]:
        """Number the outputs of gates consecutively; return the first, and the gates."""
        first = self.count
        for gate in gates:
            if gate.output in self.number:
                raise VambraceError(f"{gate.name} drives a net with another driver")
            self.net(gate.output)
        return first, gates

    def unseen(self) -> str:
        """Return a bit for an unconnected output."""
        self.hidden += 1
        return f"hidden {self.hidden}"

    def add(self, name: str, cell: Cell, pins: dict[str, Bit]) -> None:
        if cell.kind == "latch":
            raise VambraceError(f"{name} is a latch ({cell.name}): only gates and flip-flops are simulated")
        for pin in cell.pins.values():
            if pin.direction == "output" and pin.name not in pins:
                pins[pin.name] = self.unseen()
            if pin.direction == "input":
                pins.setdefault(pin.name, "x")
        if cell.state:
            self._add_flop(name, cell, pins)
            return
        for pin in cell.pins.values():
            if pin.direction == "output":
                if not pin.function:
                    raise VambraceError(f"{cell.name} has no function for {pin.name}")
                self._add_gate(name, pin.function, pins, pins[pin.name], self.gates)

    def _add_gate(self, name: str, function: str, pins: dict[str, Bit], output: Bit, to: list[_Gate]) -> None:
        used = variables(function)
        if unknown := [v for v in used if v not in pins]:
            raise VambraceError(f"{name}: the function {function} has no pin {unknown[0]}")
        if len(used) > _MOST_INPUTS:
            raise VambraceError(f"{name}: a function of more than {_MOST_INPUTS} inputs: {function}")
        to.append(_Gate(name, truth_table(function, used), tuple(pins[v] for v in used), output))

    def _add_flop(self, name: str, cell: Cell, pins: dict[str, Bit]) -> None:
        state = cell.state
        assert state is not None
        if state.clock not in pins:
            raise VambraceError(
                f"{name} ({cell.name}) is clocked by {state.clock}, which is not the rising edge of a pin"
            )
        self.clocks.setdefault(pins[state.clock], f"{name} ({cell.name})")
        outputs = {p.name: p.function for p in cell.pins.values() if p.direction == "output" and p.function}
        shows = next((p for p, f in outputs.items() if f.strip("() ") == state.name), None)
        held = pins[shows] if shows else self.unseen()
        values = {**pins, state.name: held}
        following = f"({state.next})"
        if state.preset:
            following = f"(({state.preset}) | {following})"
        if state.clear:
            following = f"((!({state.clear})) & {following})"
        self._add_gate(name, following, values, held, self.flops)
        for reset in (state.clear, state.preset):
            for pin in variables(reset) if reset else ():
                self.resets.setdefault(pins[pin], f"{name} ({cell.name})")
        for pin, function in outputs.items():
            if pin != shows:
                # the complement by definition: simultaneous set and clear does not last
                text = function.replace(state.inverse, f"(!{state.name})") if state.inverse else function
                self._add_gate(name, text, values, pins[pin], self.gates)


def read(path: Path, liberty: Liberty) -> tuple[Circuit, str]:
    """Read a single-module netlist from Yosys' write_json; return also the input of soc/gates, in its format.
    VambraceError, with names, for unsupported netlists: latches, more than one clock, loops, resets that come from
    registers.
    """
    modules = json.loads(path.read_text())["modules"]
    module = next(m for m in modules.values() if not int(m.get("attributes", {}).get("blackbox", "0"), 2))
    reader = _Reader(liberty)
    inputs = [bit for p in module["ports"].values() if p["direction"] == "input" for bit in p["bits"]]
    mapped: list[tuple[str, Cell, dict[str, Bit]]] = []
    memories = []
    for name, entry in module["cells"].items():
        pins = {pin: bits for pin, bits in entry["connections"].items() if bits}
        if entry["type"] in liberty.cells:
            mapped.append((name, liberty.cells[entry["type"]], {pin: bits[0] for pin, bits in pins.items()}))
            reader.add(*mapped[-1])
        else:
            memories.append(_memory_ports(name, entry["type"], pins))
    for bit in (*inputs, *(bit for m in memories for bit in m["read_words_o"])):
        reader.net(bit)
    numbered = [(function, *reader.take(members)) for function, members in _by_function(reader.flops).items()]
    gates = _ordered(reader)
    _check(reader, set(inputs))
    flops = [_run(function, first, members, reader) for function, first, members in numbered]
    ports = {n: [reader.net(bit) for bit in p["bits"]] for n, p in module["ports"].items()}
    held = [[[reader.net(bit) for bit in m[p]] for p in _MEMORY_PORTS] for m in memories]
    instances = [Instance(n, cell, {p: reader.net(b) for p, b in pins.items()}) for n, cell, pins in mapped]
    clock = next(iter(reader.clocks), None)
    registers = _registers([g for _, _, members in numbered for g in members], module["netnames"])
    circuit = Circuit(instances, reader.count, None if clock is None else reader.net(clock), registers)
    lines = ["vambrace-gates 1", f"nets {circuit.nets}", f"ports {len(ports)}"]
    lines += [_words(name, len(nets), *nets) for name, nets in ports.items()]
    for name, runs in (("flops", flops), ("gates", gates)):
        lines += [f"{name} {len(runs)}", *(line for run in runs for line in run.lines())]
    lines.append(f"memories {len(held)}")
    for every in held:
        lines += [str(len(every[_MEMORY_PORTS.index("row_i")])), *(_words(*nets) for nets in every)]
    return circuit, "\n".join(lines) + "\n"


def _run(function: tuple[int, int], first: int, members: list[_Gate], reader: _Reader) -> _Run:
    return _Run(*function, first, [tuple(map(reader.net, g.inputs)) for g in members])


def _registers(flops: list[_Gate], netnames: dict[str, Any]) -> list[str]:
    """Return the names of flip-flops: the shortest name of their output that ends like a register (_q), otherwise that
    of the cell.
    """
    names = defaultdict(list)
    for name, net in netnames.items():
        width = len(net["bits"])
        for i, bit in enumerate(net["bits"]):
            names[bit].append((not name.endswith("_q"), len(name), name if width == 1 else f"{name}[{i}]"))
    return [min(names[f.output])[2] if names[f.output] else f.name for f in flops]


def _memory_ports(name: str, kind: str, pins: dict[str, list[Bit]]) -> dict[str, list[Bit]]:
    """Return the bits of a memory omitted from the netlist (rtl/engine/vmb_hold_memory.sv), by port."""
    missing = [p for p in _MEMORY_PORTS if p not in pins]
    if missing or len(pins["read_words_o"]) != 64:
        raise VambraceError(f"{name}: {kind} is neither a library cell nor a known memory")
    return {p: pins[p] for p in _MEMORY_PORTS}


def _by_function(gates: list[_Gate]) -> dict[tuple[int, int], list[_Gate]]:
    by_table = defaultdict(list)
    for gate in gates:
        by_table[gate.table, len(gate.inputs)].append(gate)
    return by_table


def _ordered(reader: _Reader) -> list[_Run]:
    """Return runs of gates, each after its inputs. The next run is the function with the most ready gates: long runs
    are fast.
    """
    waits: dict[int, int] = {}
    readers = defaultdict(list)  # of a bit driven by a gate
    driven = {g.output for g in reader.gates}
    ready = defaultdict(list)
    for i, gate in enumerate(reader.gates):
        on = [bit for bit in set(gate.inputs) if bit in driven]
        waits[i] = len(on)
        for bit in on:
            readers[bit].append(i)
        if not on:
            ready[gate.table, len(gate.inputs)].append(i)
    runs = []
    while ready:
        function = max(ready, key=lambda k: len(ready[k]))
        first, members = reader.take([reader.gates[i] for i in ready.pop(function)])
        runs.append(_run(function, first, members, reader))
        for gate in members:
            for i in readers[gate.output]:
                waits[i] -= 1
                if waits[i] == 0:
                    ready[reader.gates[i].table, len(reader.gates[i].inputs)].append(i)
    if stuck := [reader.gates[i].name for i, n in waits.items() if n > 0]:
        raise VambraceError(f"a loop of gates: {', '.join(stuck[:5])}")
    return runs


def _check(reader: _Reader, inputs: set[Bit]) -> None:
    """Reject clocks that are not one input, and resets that do not come from inputs."""
    wrong = [name for bit, name in reader.clocks.items() if bit not in inputs] or list(reader.clocks.values())[1:]
    if wrong:
        raise VambraceError(f"{wrong[0]}: not all flip-flops have one input as their clock")
    driver = {g.output: g for g in reader.gates}
    state = {g.output for g in reader.flops}
    for reset, name in reader.resets.items():
        seen, todo = set(), [reset]
        while todo:
            bit = todo.pop()
            if bit in state:
                raise VambraceError(f"{name}: its asynchronous reset depends on a flip-flop")
            if bit not in seen and bit in driver:
                todo += driver[bit].inputs
            seen.add(bit)
