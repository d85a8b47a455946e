# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Coverage points in sources: points of several kinds (lines, branches, instructions, toggles), each at a line of a
file.

A comment in a source marks code that no test can reach: ``coverage: leave out: REASON`` on a line excludes the points
of that line, ``coverage: leave out 8 lines: REASON`` those of the 8 lines below, ``coverage: leave out file: REASON``
those of the file. Excluded points are counted, and an excluded line that is reached is an error.
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

#: The kinds of points, in table order.
KINDS = ("lines", "instructions", "branches", "toggles")


@dataclass
class Points:
    """The points of a measurement: for each kind and file (its path in the checkout) the hits of (line, name)."""

    hits: dict[str, dict[str, Counter[tuple[int, Hashable]]]] = field(
        default_factory=lambda: defaultdict(lambda: defaultdict(Counter))
    )
    unreached: list[str] = field(default_factory=list)  # measured sources without any hit

    def add(self, kind: str, file: str, line: int, hits: int, name: Hashable = "") -> None:
        """Count hits of a point; without hits it is known, and unreached unless it was reached before."""
        self.hits[kind][file][line, name] += hits

    def not_reached_of(self, sources: Iterable[str]) -> None:
        """Set `unreached`: those of some sources without a reached point of any kind."""
        reached = {file for files in self.hits.values() for file, hits in files.items() if any(hits.values())}
        self.unreached = sorted(set(sources) - reached)

    def kinds(self) -> list[str]:
        return [kind for kind in KINDS if kind in self.hits]


@dataclass(frozen=True)
class Marks:
    """Exclusions in a source: lines with their reasons, and the reason of the whole file, if there is one."""

    lines: dict[int, str]
    file: str | None = None


def marks_in(text: str, name: str) -> Marks:
    """Return the marks in the text of a file. VambraceError for one without a reason."""
    lines: dict[int, str] = {}
    file_reason = None
    for number, line in enumerate(text.splitlines(), 1):
        if match := _MARK.search(line):
            if not match["reason"]:
                raise VambraceError(f"{name}:{number}: a mark of coverage has no reason")
            if match["file"]:
                file_reason = match["reason"]
            elif match["count"]:
                lines |= dict.fromkeys(range(number + 1, number + 1 + int(match["count"])), match["reason"])
            else:
                lines[number] = match["reason"]
    return Marks(lines, file_reason)


@cache
def marks_of(name: str) -> Marks:
    """Return the marks in a file of the checkout."""
    return marks_in((root() / name).read_text(), name)


@dataclass(frozen=True)
class Share:
    """The reached part of the points of one kind in a file."""

    file: str
    total: int
    reached: int
    left_out: int = 0
    missing: tuple[int, ...] = ()  # lines with an unreached point
    stale: tuple[int, ...] = ()  # excluded lines that were reached

    @property
    def percent(self) -> float:
        return percent(self.reached, self.total)


def percent(reached: int, total: int) -> float:
    return 100 * reached / total if total else 100.0


def share(file: str, hits: Counter[tuple[int, Hashable]], marks: Marks) -> Share:
    """Return the reached part of a file's points."""
    leaves_all_out = marks.file is not None
    out = {point for point in hits if leaves_all_out or point[0] in marks.lines}
    counted = {point: count for point, count in hits.items() if point not in out}
    missing = sorted({line for (line, _), count in counted.items() if not count})
    stale = sorted({line for line, _ in out if all(n for point, n in hits.items() if point[0] == line)})
    return Share(
        file, len(counted), sum(1 for count in counted.values() if count), len(out), tuple(missing), tuple(stale)
    )


def shares(points: Points, kind: str) -> list[Share]:
    """Return the reached part of each file, by name."""
    files = points.hits.get(kind, {})
    return [share(file, files[file], marks_of(file)) for file in sorted(files)]


def total(every: Iterable[Share]) -> Share:
    """Return the sum of some shares."""
    every = list(every)
    return Share("all", *(sum(getattr(s, n) for s in every) for n in ("total", "reached", "left_out")))


def ranges(lines: Iterable[int]) -> str:
    """Return sorted lines as text: 3, 5-7."""
    spans: list[list[int]] = []
    for line in lines:
        if spans and line == spans[-1][1] + 1:
            spans[-1][1] = line
        else:
            spans.append([line, line])
    return ", ".join(str(a) if a == b else f"{a}-{b}" for a, b in spans)
