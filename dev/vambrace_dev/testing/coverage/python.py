# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Coverage of the command line's modules (src/vambrace): lines that the tests of every run reach, by the package
`coverage`, including processes that the tests start.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from vambrace.base import tools
from vambrace.base.paths import root
from vambrace_dev.testing.coverage import suite
from vambrace_dev.testing.coverage.points import Points

_SETTINGS = """[run]
source = {source}
data_file = {folder}/data
parallel = true
patch =
    subprocess
    _exit
core = ctrace
disable_warnings = no-data-collected, module-not-measured

[json]
output = {folder}/found.json
"""


def measure(tests: Iterable[str] = ()) -> Points:
    """Run some tests (those of `vambrace-dev test` when empty) and return the lines of src/vambrace."""
    with TemporaryDirectory(prefix="vambrace-coverage-") as name:
        settings = Path(name) / "settings"
        settings.write_text(_SETTINGS.format(source=root() / "src" / "vambrace", folder=name))
        chosen = list(tests) or ["tests"]
        command = [sys.executable, "-m", "coverage"]
        suite.pytest([*command, "run", f"--rcfile={settings}", "-m", "pytest"], chosen, {}, os.cpu_count() or 1)
        for verb in ("combine", "json"):
            tools.run([*command, verb, "--quiet", f"--rcfile={settings}"], cwd=Path(name), env=dict(os.environ))
        report = json.loads((Path(name) / "found.json").read_text())
    points = Points()
    add(points, report)
    return points


def add(points: Points, report: dict[str, Any]) -> None:
    """Add the lines of a `coverage json` report."""
    for file, lines in report["files"].items():
        path = Path(file) if Path(file).is_absolute() else (root() / file)
        name = str(path.resolve().relative_to(root()))
        for line in lines["executed_lines"]:
            points.add("lines", name, line, 1)
        for line in lines["missing_lines"]:
            points.add("lines", name, line, 0)
