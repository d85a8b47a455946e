# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Coverage of our RTL (rtl/): lines, branches and toggles that Verilator counts in the tests of tests/rtl.

Points of a module in several models (parameters, instances) are counted together. Verilator counts blocks: all lines of
a block are reached together. A toggle is a bit that rises or falls.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from vambrace.base.paths import root
from vambrace.base.progress import Progress
from vambrace_dev.testing.coverage import suite
from vambrace_dev.testing.coverage.points import Points

#: A field of a point: its short name and its value. A point: its fields and its count.
_FIELD = re.compile(r"\x01([^\x02]*)\x02([^\x01]*)")
_POINT = re.compile(r"^C '(.*)' (\d+)$")


def measure(tests: Iterable[str] = ()) -> Points:
    """Run some tests (those of the modules when empty) and return the points of rtl/."""
    points = Points()
    some = list(tests)
    chosen = some or [str(path) for path in sorted((root() / "tests" / "rtl").glob("test_*.py"))]
    progress = Progress("coverage of the RTL", len(chosen))
    with TemporaryDirectory(prefix="vambrace-coverage-") as name, progress:
        for test_file in chosen:
            suite.pytest(
                [sys.executable, "-m", "pytest"], ["-p", "tests.rtl.reached", test_file], {"VAMBRACE_COVERAGE": name}
            )
            progress.step(Path(test_file).stem)
        for file in sorted(Path(name).glob("*.dat")):
            add(points, file.read_text())
    if not some:
        points.not_reached_of(
            str(path.relative_to(root())) for path in (root() / "rtl").rglob("*.sv") if _is_design(path)
        )
    return points


def _is_design(path: Path) -> bool:
    """Return whether a file is part of the design. Assertions are not: tests reach failing ones in
    separate processes.
    """
    return path.parent.name != "assert" and not path.stem.endswith("_bind")


def add(points: Points, text: str) -> None:
    """Add the points of a Verilator file that belong to the design in rtl/."""
    for fields, hits in parse(text):
        path = Path(fields["f"])
        if not path.is_relative_to(root() / "rtl") or not _is_design(path):
            continue
        file, line = str(path.relative_to(root())), int(fields["l"])
        if fields["t"] == "toggle":
            points.add("toggles", file, line, hits, fields["o"])
            continue
        for line in lines(fields.get("S", "")):
            points.add("lines", file, line, hits)
        if fields["t"] == "branch":
            points.add("branches", file, line, hits, (fields.get("n", ""), fields["o"]))


def parse(text: str) -> Iterator[tuple[dict[str, str], int]]:
    """Yield the fields and the count of each point."""
    for row in text.split("\n"):
        if match := _POINT.match(row):
            yield dict(_FIELD.findall(match[1])), int(match[2])


def lines(text: str) -> Iterator[int]:
    """Yield the lines of a list such as 3,5-7."""
    for part in filter(None, text.split(",")):
        first, _, last = part.partition("-")
        yield from range(int(first), int(last or first) + 1)
