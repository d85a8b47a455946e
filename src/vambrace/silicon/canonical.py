# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Puts the gates of a netlist into an order that depends on its logic and on the names of its registers alone.

abc works its way through a netlist in the order in which it gets the gates, and another order gives an area that
differs by up to some percent. Yosys orders gates by names, which follow every port, structure and line number of the
sources. Here a netlist of generic gates, as Yosys writes it in JSON, is written anew: registers by the natural order of
their names, each with the gates that it depends on before the next; all gates and nets get new names, except for what
registers drive. What the sources call other signals, and how ports are grouped, then changes no figure.
"""

import json
import random
import re
from collections.abc import Callable, Iterator
from functools import cached_property
from hashlib import blake2b
from pathlib import Path
from typing import Any

#: Pins of Yosys' generic gates that are outputs; all others are inputs.
_OUTPUTS = ("Q", "Y")

#: The number of the first net in Yosys' JSON.
_FIRST_NET = 2

#: Attributes of wires and cells that change what is synthesised.
_KEPT = ("init", "keep")

#: The same of modules: which one is the top, and which have no body.
_OF_MODULES = ("blackbox", "top")

_Json = dict[str, Any]
Bit = int | str  # a net, or a constant
_Natural = list[tuple[int, str]]
_Name = tuple[bool, int, _Natural, int]  # the last two: the name, and the index in it


def rewrite(source: Path, target: Path, seed: int = 0) -> None:
    """Write the netlist of Yosys' JSON file `source` to the file `target` in canonical order, or with a seed other
    than 0 in an order drawn from it. Black boxes are left unchanged."""
    design = json.loads(source.read_text())
    modules = {name: _Module(module).ordered(seed) for name, module in sorted(design["modules"].items())}
    target.write_text(json.dumps({**design, "modules": modules}))


def _natural(name: str) -> _Natural:
    """The key of an order in which numbers in names are numbers."""
    return [(int(part) if part.isdigit() else -1, part) for part in re.split(r"(\d+)", name)]


class _Module:
    """A module of a netlist. Cells are numbered as they come; `driver` has the gate or register of each net."""

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
        """Whether a cell is a gate or a register of Yosys, and not an instance of a module."""
        return str(self.cells[number]["type"]).startswith("$_")

    def register(self, number: int) -> bool:
        """Whether a cell is a flip-flop or a latch."""
        return self.generic(number) and "Q" in self.cells[number]["connections"]

    def _public_names(self) -> dict[Bit, _Name]:
        """For each net that the sources name, the key of the name that is most likely the register's own, and not that
        of a port which it drives: one that ends in _q, or else the one deepest in the hierarchy."""
        found: dict[Bit, _Name] = {}
        for name, net in self.module["netnames"].items():
            if net.get("hide_name"):
                continue
            natural = _natural(name)
            for index, bit in enumerate(net["bits"]):
                key = (not name.endswith("_q"), -name.count("."), natural, index)
                if bit not in found or key < found[bit]:
                    found[bit] = key
        return found

    def _label(self, bit: Bit) -> str:
        """What a named net is called by itself, with its index where it is one of several."""
        *_, natural, index = self.net_names[bit]
        name = "".join(text for _, text in natural)
        net = self.module["netnames"][name]
        return f"{name}[{index + net.get('offset', 0)}]" if len(net["bits"]) > 1 else name

    def inputs(self, number: int) -> Iterator[Bit]:
        """The bits that a cell reads, in the order of its pins."""
        connections = self.cells[number]["connections"]
        for pin in sorted(connections):
            if not self.generic(number) or pin not in _OUTPUTS:
                yield from connections[pin]

    def gates_before(self, bit: Bit, done: set[int]) -> Iterator[int]:
        """The gates that a net depends on up to registers, each after its own inputs, without those in `done`, which
        they join."""
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
        """The hash of the logic of each net that a gate drives, up to registers, which differ by their names, and
        inputs, which do not differ."""
        found: dict[Bit, bytes] = {}
        done = set(filter(self.register, range(len(self.cells))))
        for bit in list(self.driver):
            for gate in self.gates_before(bit, done):
                text = self.cells[gate]["type"].encode() + b"".join(
                    found.get(b) or self._leaf(b) for b in self.inputs(gate)
                )
                found[self.cells[gate]["connections"]["Y"][0]] = blake2b(text, digest_size=16).digest()
        return found

    def _leaf(self, bit: Bit) -> bytes:
        if bit in self.driver and self.register(self.driver[bit]):
            return repr(self.net_names.get(bit)).encode()
        return b"input" if isinstance(bit, int) else bit.encode()

    def hash(self, bit: Bit) -> bytes:
        """The hash of the logic of a net."""
        return self.hashes.get(bit) or self._leaf(bit)

    def _registers(self) -> list[int]:
        """In their order; those without a name, last, by their logic."""

        def key(number: int) -> tuple[bool, object, object]:
            connections = self.cells[number]["connections"]
            name = self.net_names.get(connections["Q"][0])
            if name is None:
                return True, [self.hash(bit) for bit in self.inputs(number)], 0
            return False, name[-2], name[-1]

        return sorted(filter(self.register, range(len(self.cells))), key=key)

    def _ends(self) -> list[Bit]:
        """What leaves through ports and into instances, by its logic."""
        ports = [p["bits"] for p in self.module["ports"].values() if p["direction"] != "input"]
        instances = [self.inputs(n) for n in range(len(self.cells)) if not self.generic(n)]
        bits = dict.fromkeys(bit for group in [*ports, *instances] for bit in group)
        return sorted(bits, key=self.hash)

    def _order(self) -> list[int]:
        registers = self._registers()
        done, found = set(registers), []
        for number in registers:
            found.append(number)
            for bit in self.inputs(number):
                found += self.gates_before(bit, done)
        for bit in self._ends():
            found += self.gates_before(bit, done)
        # What nothing reads, and gates in a loop that no register is part of.
        return found + [n for n in range(len(self.cells)) if n not in done and self.generic(n)]

    def ordered(self, seed: int = 0) -> _Json:
        """Return the module with its generic cells in order, named by number, and its nets numbered as these meet them.
        Instances keep their names. A seed other than 0 shuffles the order."""
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
            name: {**net, "bits": renumbered(net["bits"]), "attributes": _kept(net["attributes"], _KEPT)}
            for name, net in self.module["netnames"].items()
            if name in self.module["ports"] or any(kept in net["attributes"] for kept in _KEPT)
        }
        for number in filter(self.register, order):
            (bit,) = self.cells[number]["connections"]["Q"]
            if bit in self.net_names:  # timing calls its paths by these
                nets.setdefault(self._label(bit), {"hide_name": 0, "bits": renumbered([bit]), "attributes": {}})
        ports = {name: {**port, "bits": renumbered(port["bits"])} for name, port in self.module["ports"].items()}
        attributes = _kept(self.module["attributes"], _OF_MODULES)
        return {**self.module, "attributes": attributes, "ports": ports, "cells": cells, "netnames": nets}


def _plain(cell: _Json, renumbered: Callable[[list[Bit]], list[Bit]]) -> _Json:
    return {
        **cell,
        "attributes": _kept(cell["attributes"], _KEPT),
        "connections": {pin: renumbered(bits) for pin, bits in sorted(cell["connections"].items())},
    }


def _kept(attributes: _Json, names: tuple[str, ...]) -> _Json:
    return {name: value for name, value in attributes.items() if name in names}
