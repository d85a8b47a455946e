# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""`vambrace test all`: every test, in as many sittings as it takes, and a record of how it ended."""

import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from vambrace import children, extras, store, testing, tools
from vambrace.errors import VambraceError
from vambrace.paths import cache_dir, root
from vambrace.testing import PARTS

OUTCOMES = ("passed", "failed", "skipped")

#: In the place of a part: a test that ended its process, of which pytest knows no more.
CRASHED = "crashed"


def _git(*words: str) -> str:
    try:
        return tools.run(["git", *words], cwd=root())
    except (VambraceError, OSError) as error:
        raise VambraceError(f"`vambrace test all` needs a checkout that git can read: {error}") from error


def stamp() -> str:
    """Return the hash of what results depend on: all files of the checkout, committed or not, the tools, and the
    variables that tests read (VAMBRACE_TEST_SEED and so on)."""
    names = _git("ls-files", "--cached", "--others", "--exclude-standard", "-z").split("\0")
    files = [root() / name for name in sorted(set(names)) if name and (root() / name).is_file()]
    versions = [(tool.name, found[0] if (found := tool.find()) else None) for tool in tools.TOOLS]
    chosen = {n: v for n, v in os.environ.items() if n.startswith("VAMBRACE_") and not n.startswith("VAMBRACE_CACHE")}
    return store.digest(sys.version, versions, chosen, store.digest_files(files))


def ledger(rerun: bool = False) -> Path:
    """Return the file of what passed with these sources; those of other sources go."""
    folder = cache_dir() / "tests"
    folder.mkdir(parents=True, exist_ok=True)
    mine = folder / f"{stamp()}.jsonl"
    for other in folder.glob("*.jsonl"):
        if rerun or other != mine:
            other.unlink()
    return mine


def commit() -> str:
    """Return the commit of the sources, with a plus where they differ from it."""
    changed = _git("status", "--porcelain").strip()
    return (_git("rev-parse", "--short=12", "HEAD").strip() or "unknown") + ("+" if changed else "")


def record(entries: Sequence[dict], when: datetime, at: str) -> dict:
    """Return what is kept of a run: date, commit, and the counts of each part."""
    counts = Counter((entry["part"], entry["outcome"]) for entry in entries)
    parts = {
        part: {outcome: counts[part, outcome] for outcome in OUTCOMES}
        for part in (*PARTS, CRASHED)
        if any(counts[part, outcome] for outcome in OUTCOMES)
    }
    total = {outcome: sum(found[outcome] for found in parts.values()) for outcome in OUTCOMES}
    return {"date": when.strftime("%Y-%m-%d"), "commit": at, "parts": parts, "total": total}


def lines(found: dict) -> list[str]:
    """Return a record as a table in Markdown."""
    rows = [*found["parts"].items(), ("all", found["total"])]
    head = [f"| part | {' | '.join(OUTCOMES)} |", "| :-- | --: | --: | --: |"]
    return [*head, *(f"| {name} | {' | '.join(f'{counts[o]:,}' for o in OUTCOMES)} |" for name, counts in rows)]


def run(parts: Sequence[str], rerun: bool, cost: Path | None) -> tuple[int, dict]:
    """Run what has not passed yet; return pytest's exit code and the record. VambraceError where another process
    does so in this checkout."""
    from filelock import FileLock, Timeout

    testing.need_checkout()
    try:
        with FileLock(cache_dir() / "tests.lock", timeout=0):
            return _run(parts, ledger(rerun), cost)
    except Timeout as error:
        raise VambraceError("another `vambrace test all` runs in this checkout: wait until it ends") from error


def _run(parts: Sequence[str], file: Path, cost: Path | None) -> tuple[int, dict]:
    before = sum(1 for entry in entries(file) if entry["outcome"] == "passed")
    if before:
        print(f"{before:,} tests passed with these sources before; --rerun runs them again", flush=True)
    try:
        code = testing.run(parts, everything=True, cost=cost, more=["-p", "tests.ledger", "--ledger", str(file)])
    except KeyboardInterrupt:
        print("so far:", *lines(record(entries(file), datetime.now(UTC), commit())), sep="\n", flush=True)
        raise
    if code == 5 and before:  # pytest found nothing left to do
        code = 0
    return code, record(entries(file), datetime.now(UTC), commit())


def entries(file: Path) -> list[dict]:
    """The last entry of each test."""
    last: dict[str, dict] = {}
    for line in file.read_text().splitlines() if file.is_file() else ():
        try:
            entry = json.loads(line)
        except ValueError:  # cut off by an interruption
            continue
        last[entry["test"]] = entry
    return list(last.values())


def reasons(parts: Sequence[str] = ()) -> list[tuple[str, int, str]]:
    """Return what only this run has, of some parts (all when empty): files, numbers of tests, and why."""
    testing.need_checkout()
    extras.need("test")
    markers = " or ".join(PARTS[p].marker for p in (parts or PARTS))
    command = [sys.executable, "-m", "pytest", "-q", "-m", markers, "--collect-only", "--long", "-p", "tests.reasons",
               "tests"]  # fmt: skip
    done = children.run(command, cwd=root(), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode not in (0, 5):
        raise VambraceError(f"pytest cannot collect the tests:\n{done.stdout}")
    found = [line.removeprefix("LONG ") for line in done.stdout.splitlines() if line.startswith("LONG ")]
    return [tuple(json.loads(line)) for line in found]  # type: ignore[misc]
