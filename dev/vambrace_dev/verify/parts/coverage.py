# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Coverage of the sources by the tests, against configs/coverage.toml: docs/developer/coverage.md."""

from __future__ import annotations

import json
import sys
import tempfile
from functools import partial
from pathlib import Path

from vambrace.base import children
from vambrace.base.errors import VambraceError
from vambrace.base.paths import root
from vambrace_dev.testing.coverage import judge
from vambrace_dev.testing.coverage.command import KINDS
from vambrace_dev.verify.check import TEST, Check, Outcome

_INPUTS = ("lib", "rtl", "firmware", "soc", "configs", "tests", "src/vambrace", "dev")


def checks() -> list[Check]:
    return [
        Check(
            what,
            f"the tests reach as much as configs/coverage.toml demands of {title}",
            TEST,
            partial(measured, what),
            bound="; ".join(f"{least:g} % of {kind}" for kind, least in judge.bounds(what).kinds.items()),
            seen_failing="tests/suite/test_coverage.py::test_the_command_names_files_and_lines_that_lack",
            inputs=_INPUTS,
            long=True,
        )
        for what, title in KINDS.items()
    ]


def measured(what: str) -> Outcome:
    """Measure in a separate process, because measuring Python changes the environment."""
    with tempfile.TemporaryDirectory(prefix="vambrace-") as folder:
        file = Path(folder) / "found.json"
        command = [sys.executable, "-m", "vambrace_dev", "test", "coverage", what, "--json", str(file)]
        done = children.run(command, cwd=root(), capture_output=True, text=True, errors="replace")
        if not file.is_file():
            raise VambraceError(f"{' '.join(command[2:5])}: exit code {done.returncode}: {done.stderr[-500:]}")
        kinds = json.loads(file.read_text())[what]
    figure = ", ".join(
        f"{kind_shares['all']['percent']} % of {kind}" for kind, kind_shares in kinds.items() if kind != "unreached"
    )
    return Outcome(done.returncode == 0, figure, tuple(done.stderr.strip().split("\n")) if done.returncode else ())
