# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Waveforms that Verilator writes (VCD, IEEE 1364-2005, section 18), for several runs at once: each bit of a signal is
an integer with one bit for each run.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

_VARIABLE = re.compile(r"\$var \S+ +(\d+) (\S+) (\S+)(?: \[(-?\d+)(?::(-?\d+))?\])? \$end")


@dataclass
class Waves:
    """Signals by their names below the top, as Yosys writes them. `fields`: names for parts of signals, each with the
    signal and its lowest bit there.
    """

    runs: int
    cycles: int
    codes: dict[str, tuple[str, int]]  # the code and the width of each signal
    values: list[list[dict[str, int]]]  # by run and cycle
    fields: Mapping[str, tuple[str, int]]
    arrays: dict[str, list[str]] = field(default_factory=dict)  # the elements of each, most significant first
    _places: dict[str, tuple[str, int] | None] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name in self.codes:
            if match := re.fullmatch(r"(.*[^]])\[(\d+)\]", name):
                self.arrays.setdefault(match[1], []).append(name)
        for elements in self.arrays.values():  # in "logic x[N]" it is the first
            elements.sort(key=lambda name: int(name[name.rindex("[") + 1 : -1]))

    def __contains__(self, name: str) -> bool:
        return self._place(name) is not None

    def bit(self, name: str, cycle: int) -> int:
        """Return a bit in a cycle of all runs."""
        place = self._place(name)
        assert place is not None
        code, bit = place
        value = 0
        for run, cycles in enumerate(self.values):
            value |= (cycles[cycle].get(code, 0) >> bit & 1) << run
        return value

    def _place(self, name: str) -> tuple[str, int] | None:
        if name not in self._places:
            self._places[name] = self._search(name)
        return self._places[name]

    def _search(self, name: str) -> tuple[str, int] | None:
        match = re.fullmatch(r"(.*)\[(\d+)\]", name)
        base, bit = (match[1], int(match[2])) if match else (name, 0)
        if array := self.arrays.get(base):
            width = self.codes[array[0]][1]
            if bit >= width * len(array):
                return None
            return self.codes[array[-1 - bit // width]][0], bit % width
        if name in self.codes or name in self.fields:
            base, bit = name, 0
        if base in self.fields:
            base, low = self.fields[base]
            bit += low
        code, width = self.codes.get(base, ("", 0))
        return (code, bit) if bit < width else None


def read(files: Sequence[Path], cycles: int, fields: Mapping[str, tuple[str, int]]) -> Waves:
    """Read the files of runs of the same model, with this many cycles and one time unit for each."""
    codes: dict[str, tuple[str, int]] = {}
    values = []
    for file in files:
        with file.open() as text:
            codes = _declared(text)
            values.append(_cycles(text, cycles))
    return Waves(len(files), cycles, codes, values, fields)


def _declared(text: Iterable[str]) -> dict[str, tuple[str, int]]:
    scopes: list[str] = []
    signals: dict[str, tuple[str, int]] = {}
    for line in text:
        line = line.strip()
        if line.startswith("$scope"):
            scopes.append(line.split()[2])
        elif line.startswith("$upscope"):
            scopes.pop()
        elif match := _VARIABLE.match(line):
            width, code, name = int(match[1]), match[2], match[3]
            signals.setdefault(".".join([*scopes[2:], name]), (code, width))
        elif line.startswith("$enddefinitions"):
            break
    return signals


def _cycles(text: Iterable[str], count: int) -> list[dict[str, int]]:
    now: dict[str, int] = {}
    rows: list[dict[str, int]] = []
    for line in text:
        kind = line[0]
        if kind == "b":
            value, code = line[1:].split()
            now[code] = int(value, 2)
        elif kind in "01":
            now[line[1:].strip()] = int(kind)
        elif kind == "#":
            while len(rows) < int(line[1:]):  # unchanged cycles are not in the file
                rows.append(dict(now))
    return [*rows, *([now] * (count - len(rows)))]
