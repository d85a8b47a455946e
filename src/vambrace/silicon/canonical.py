# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Orders the gates of a netlist by its logic and its register names only.

abc processes a netlist in the order of its gates, and another order changes the area by up to a few percent. Yosys
orders gates by names, which depend on every port, structure and line number of the sources. This module rewrites a
netlist of generic gates in Yosys' JSON format: registers in the natural order of their names, each preceded by the
gates that it depends on; all gates and nets get new names, except nets driven by registers. Names of other signals in
the sources, and the grouping of ports, then change no figure.
"""

import json
import random
import re
from collections.abc import Callable, Iterator
from functools import cached_property
from hashlib import blake2b
from pathlib import Path
from typing import Any

#: Output pins of Yosys' generic gates; all others are inputs.
_OUTPUTS = ("Q", "Y")

#: The number of the first net in Yosys' JSON.
_FIRST_NET = 2

#: Attributes of wires and cells that affect synthesis.
_ATTRIBUTES = ("init", "keep")

#: Attributes of modules that affect synthesis: the top, and modules without a body.
_OF_MODULES = ("blackbox", "top")

_Json = dict[str, Any]
Bit = int | str  # a net, or a constant
_Natural = list[tuple[int, str]]
_Name = tuple[bool, int, _Natural, int]  # the last two: the name, and the index in it


def rewrite(source: Path, target: Path, seed: int = 0) -> None:
    """Write the netlist of Yosys' JSON file `source` to the file `target` in canonical order, or with a seed other than
    0 in an order drawn from it. Black boxes are left unchanged.
    """
    design = json.loads(source.read_text())
    modules = {name: _Module(module).ordered(seed) for name, module in sorted(design["modules"].items())}
    target.write_text(json.dumps({**design, "modules": modules}))


def _natural(name: str) -> _Natural:
    """Return a sort key that compares numbers in names as numbers."""
    return [(int(part) if part.isdigit() else -1, part) for part in re.split(r"(\d+)", name)]


class _Module:
    """A module of a netlist. Cells are numbered in file order; `driver` has the gate or register of each net."""

    def __init__(self, module: _Json) -> None:
        self.module = module
        self.names = list(module["cells"])
        self.cells: list[_Json] = list(module["cells"].values())
        self.driver = {
            bit: number
            for number, cell in enumerate(self.cells)
            if self.generic(number)
            for pin in _OUTPUTS
            for bit in cell["connections"].get(pin, ())
        }
        self.net_names = self._public_names()

    def generic(self, number: int) -> bool:
        """Return whether a cell is a Yosys gate or register rather than an instance of a module."""
        return str(self.cells[number]["type"]).startswith("$_")

    def register(self, number: int) -> bool:
        """Return whether a cell is a flip-flop or a latch."""
        return self.generic(number) and "Q" in self.cells[number]["connections"]

    def _public_names(self) -> dict[Bit, _Name]:
        """Return, for each net named in the sources, the key of the name that is most likely the register's own, rather
        than that of a port which it drives: a name ending in _q, or otherwise the deepest in the hierarchy.
        """
        names: dict[Bit, _Name] = {}
        for name, net in self.module["netnames"].items():
            if net.get("hide_name"):
                continue
            natural = _natural(name)
            for index, bit in enumerate(net["bits"]):
                key = (not name.endswith("_q"), -name.count("."), natural, index)
                if bit not in names or key < names[bit]:
                    names[bit] = key
        return names

    def _label(self, bit: Bit) -> str:
        """Return the name of a net, with its index if it is one of several."""
        *_, natural, index = self.net_names[bit]
        name = "".join(text for _, text in natural)
        net = self.module["netnames"][name]
        return f"{name}[{index + net.get('offset', 0)}]" if len(net["bits"]) > 1 else name

    def inputs(self, number: int) -> Iterator[Bit]:
        """Return the bits that a cell reads, in pin order."""
        connections = self.cells[number]["connections"]
        for pin in sorted(connections):
            if not self.generic(number) or pin not in _OUTPUTS:
                yield from connections[pin]

    def gates_before(self, bit: Bit, done: set[int]) -> Iterator[int]:
        """Return the gates that a net depends on up to registers, each after its own inputs, without those in `done`,
        to which they are added.
        """
        waiting = [(self.driver.get(bit), False)]
        while waiting:
            number, entered = waiting.pop()
            if number is None or (number in done and not entered):
                continue
            if entered:
                yield number
                continue
            done.add(number)
            waiting.append((number, True))
            waiting += [(self.driver.get(b), False) for b in reversed([*self.inputs(number)])]

    @cached_property
    def hashes(self) -> dict[Bit, bytes]:
        """Return the hash of the logic of each net driven by a gate, up to registers, which their names distinguish,
        and inputs, which are all alike.
        """
        by_bit: dict[Bit, bytes] = {}
        done = set(filter(self.register, range(len(self.cells))))
        for bit in list(self.driver):
            for gate in self.gates_before(bit, done):
                text = self.cells[gate]["type"].encode() + b"".join(
                    by_bit.get(b) or self._leaf(b) for b in self.inputs(gate)
                )
                by_bit[self.cells[gate]["connections"]["Y"][0]] = blake2b(text, digest_size=16).digest()
        return by_bit

    def _leaf(self, bit: Bit) -> bytes:
        if bit in self.driver and self.register(self.driver[bit]):
            return repr(self.net_names.get(bit)).encode()
        return b"input" if isinstance(bit, int) else bit.encode()

    def hash(self, bit: Bit) -> bytes:
        """Return the hash of the logic of a net."""
        return self.hashes.get(bit) or self._leaf(bit)

    def _registers(self) -> list[int]:
        """Return the registers in order; those without a name come last, by their logic."""

        def key(number: int) -> tuple[bool, object, object]:
            connections = self.cells[number]["connections"]
            name = self.net_names.get(connections["Q"][0])
            if name is None:
                return True, [self.hash(bit) for bit in self.inputs(number)], 0
            return False, name[-2], name[-1]

        return sorted(filter(self.register, range(len(self.cells))), key=key)

    def _ends(self) -> list[Bit]:
        """Return the nets that leave through ports and into instances, by their logic."""
        ports = [p["bits"] for p in self.module["ports"].values() if p["direction"] != "input"]
        instances = [self.inputs(n) for n in range(len(self.cells)) if not self.generic(n)]
        bits = dict.fromkeys(bit for group in [*ports, *instances] for bit in group)
        return sorted(bits, key=self.hash)

    def _order(self) -> list[int]:
        registers = self._registers()
        done, order = set(registers), []
        for number in registers:
            order.append(number)
            for bit in self.inputs(number):
                order += self.gates_before(bit, done)
        for bit in self._ends():
            order += self.gates_before(bit, done)
        # Unread gates, and gates in a loop without a register.
        return order + [n for n in range(len(self.cells)) if n not in done and self.generic(n)]

    def ordered(self, seed: int = 0) -> _Json:
        """Return the module with its generic cells in order, named by number, and its nets numbered in order of first
        use. Instances keep their names. A seed other than 0 shuffles the order.
        """
        order = self._order()
        if seed:
            random.Random(seed).shuffle(order)
        cells = {f"$gate{place:08}": self.cells[number] for place, number in enumerate(order)}
        cells |= {self.names[n]: self.cells[n] for n in range(len(self.cells)) if not self.generic(n)}
        numbers: dict[Bit, Bit] = {}

        def renumbered(bits: list[Bit]) -> list[Bit]:
            return [numbers.setdefault(b, len(numbers) + _FIRST_NET) if isinstance(b, int) else b for b in bits]

        cells = {name: _plain(cell, renumbered) for name, cell in cells.items()}
        nets = {
            name: {**net, "bits": renumbered(net["bits"]), "attributes": _selected(net["attributes"], _ATTRIBUTES)}
            for name, net in self.module["netnames"].items()
            if name in self.module["ports"] or any(name_kept in net["attributes"] for name_kept in _ATTRIBUTES)
        }
        for number in filter(self.register, order):
            (bit,) = self.cells[number]["connections"]["Q"]
            if bit in self.net_names:  # paths in timing reports use these names
                nets.setdefault(self._label(bit), {"hide_name": 0, "bits": renumbered([bit]), "attributes": {}})
        ports = {name: {**port, "bits": renumbered(port["bits"])} for name, port in self.module["ports"].items()}
        attributes = _selected(self.module["attributes"], _OF_MODULES)
        return {**self.module, "attributes": attributes, "ports": ports, "cells": cells, "netnames": nets}


def _plain(cell: _Json, renumbered: Callable[[list[Bit]], list[Bit]]) -> _Json:
    return {
        **cell,
        "attributes": _selected(cell["attributes"], _ATTRIBUTES),
        "connections": {pin: renumbered(bits) for pin, bits in sorted(cell["connections"].items())},
    }


def _selected(attributes: _Json, names: tuple[str, ...]) -> _Json:
    return {name: value for name, value in attributes.items() if name in names}
