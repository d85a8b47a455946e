# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""`vambrace-dev test`: the short run, without the test files that are unchanged since they passed."""

import json
import tempfile
from collections.abc import Sequence
from pathlib import Path

from vambrace.base.errors import VambraceError
from vambrace_dev import testing
from vambrace_dev.testing import unchanged

#: pytest's exit code where there is no test to run.
_NOTHING_LEFT = 5


def run(parts: Sequence[str], rerun: bool, cost: Path | None) -> int:
    """Run the tests of some parts (all when empty); return pytest's exit code. Without git, all test files run, and
    none is noted as passed."""
    try:
        before = unchanged.stamps(unchanged.rows(unchanged.table().read_text()))
    except VambraceError:
        return testing.run(parts, cost=cost)
    left = [] if rerun else unchanged.unchanged(parts, before)
    if left:
        print(unchanged.summary(left), flush=True)
    with tempfile.TemporaryDirectory(prefix="vambrace-") as name:
        files, out = Path(name) / "unchanged.json", Path(name) / "ended.json"
        files.write_text(json.dumps(left))
        more = ["-p", "tests.unchanged", f"--unchanged={files}", f"--ended={out}"]
        try:
            code = testing.run(parts, cost=cost, more=more)
        finally:
            if out.is_file():
                _keep(json.loads(out.read_text()), before)
    return 0 if code == _NOTHING_LEFT and left else code


def _keep(ended: dict[str, dict[str, object]], before: dict[str, str]) -> None:
    """Note what passed. Test files that read more than their row says are not noted, and named."""
    unchanged.keep(
        {file: bool(outcome["passed"]) and not outcome["unlisted"] for file, outcome in ended.items()}, before
    )
    wrong = sorted(file for file, outcome in ended.items() if outcome["unlisted"] or file not in before)
    if wrong:
        shown = " ".join(wrong[:8]) + (f" and {len(wrong) - 8} more" if len(wrong) > 8 else "")
        print(f"these test files always run until their rows are renewed (python -m tests.inputs FILE...): {shown}")
