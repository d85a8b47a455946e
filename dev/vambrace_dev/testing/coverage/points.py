# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""What was reached in sources: points of some kinds (lines, branches, instructions, toggles), each at a line of a file.

A source says in a comment what no test can reach: ``coverage: leave out: REASON`` on a line leaves out the points of
that line, ``coverage: leave out 8 lines: REASON`` those of the 8 lines below, ``coverage: leave out file: REASON``
those of the file. What is left out is counted, and a line that is left out but reached is an error.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable
from dataclasses import dataclass, field
from functools import cache

from vambrace.base.errors import VambraceError
from vambrace.base.paths import root

_MARK = re.compile(
    r"(//|/\*|#) *coverage: leave out(?P<file> file)?( (?P<count>\d+) lines)?: *(?P<reason>.*?) *(\*/)? *$"
)

#: The kinds of points, in the order of tables.
KINDS = ("lines", "instructions", "branches", "toggles")


@dataclass
class Points:
    """The points of one measurement: for each kind and file (its path in the checkout) the hits of (line, name)."""

    hits: dict[str, dict[str, Counter[tuple[int, Hashable]]]] = field(
        default_factory=lambda: defaultdict(lambda: defaultdict(Counter))
    )
    unreached: list[str] = field(default_factory=list)  # sources that are measured, and of which nothing is reached

    def add(self, kind: str, file: str, line: int, hits: int, name: Hashable = "") -> None:
        """Count hits of a point; without hits it is known, and not reached unless it was before."""
        self.hits[kind][file][line, name] += hits

    def not_reached_of(self, sources: Iterable[str]) -> None:
        """Set `unreached`: those of some sources that have no point, of any kind, that was reached."""
        reached = {file for files in self.hits.values() for file, hits in files.items() if any(hits.values())}
        self.unreached = sorted(set(sources) - reached)

    def kinds(self) -> list[str]:
        return [kind for kind in KINDS if kind in self.hits]


@dataclass(frozen=True)
class Marks:
    """What a source leaves out: lines with their reasons, and the reason of the whole file, if there is one."""

    lines: dict[int, str]
    file: str | None = None


def marks_in(text: str, name: str) -> Marks:
    """Return the marks in the text of a file. VambraceError for one without a reason."""
    lines: dict[int, str] = {}
    whole = None
    for number, line in enumerate(text.splitlines(), 1):
        if found := _MARK.search(line):
            if not found["reason"]:
                raise VambraceError(f"{name}:{number}: a mark of coverage has no reason")
            if found["file"]:
                whole = found["reason"]
            elif found["count"]:
                lines |= dict.fromkeys(range(number + 1, number + 1 + int(found["count"])), found["reason"])
            else:
                lines[number] = found["reason"]
    return Marks(lines, whole)


@cache
def marks_of(name: str) -> Marks:
    """Return the marks of a file of the checkout."""
    return marks_in((root() / name).read_text(), name)


@dataclass(frozen=True)
class Share:
    """How much of the points of one kind was reached in a file."""

    file: str
    total: int
    reached: int
    left_out: int = 0
    missing: tuple[int, ...] = ()  # lines with a point that was not reached
    stale: tuple[int, ...] = ()  # lines that are left out and were reached

    @property
    def percent(self) -> float:
        return percent(self.reached, self.total)


def percent(reached: int, total: int) -> float:
    return 100 * reached / total if total else 100.0


def share(file: str, hits: Counter[tuple[int, Hashable]], marks: Marks) -> Share:
    """Return what was reached of the points of a file."""
    whole = marks.file is not None
    out = {point for point in hits if whole or point[0] in marks.lines}
    counted = {point: count for point, count in hits.items() if point not in out}
    missing = sorted({line for (line, _), count in counted.items() if not count})
    stale = sorted({line for line, _ in out if all(n for point, n in hits.items() if point[0] == line)})
    return Share(
        file, len(counted), sum(1 for count in counted.values() if count), len(out), tuple(missing), tuple(stale)
    )


def shares(points: Points, kind: str) -> list[Share]:
    """Return what was reached of each file, by name."""
    files = points.hits.get(kind, {})
    return [share(file, files[file], marks_of(file)) for file in sorted(files)]


def total(every: Iterable[Share]) -> Share:
    """Return the sum of some shares."""
    every = list(every)
    return Share("all", *(sum(getattr(s, n) for s in every) for n in ("total", "reached", "left_out")))


def ranges(lines: Iterable[int]) -> str:
    """Return sorted lines in words: 3, 5-7."""
    found: list[list[int]] = []
    for line in lines:
        if found and line == found[-1][1] + 1:
            found[-1][1] = line
        else:
            found.append([line, line])
    return ", ".join(str(a) if a == b else f"{a}-{b}" for a, b in found)
