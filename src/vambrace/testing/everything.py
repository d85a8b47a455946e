# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""`vambrace test all`: every test, in as many sittings as it takes, and a record of how it ended."""

import json
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from vambrace import children, store, testing
from vambrace.paths import cache_dir, root
from vambrace.testing import PARTS

OUTCOMES = ("passed", "failed", "skipped")


def _git(*words: str) -> str:
    return children.run(["git", *words], cwd=root(), capture_output=True, text=True).stdout


def stamp() -> str:
    """Return the hash of all files of the checkout, committed or not, and of the Python that runs them."""
    names = _git("ls-files", "--cached", "--others", "--exclude-standard", "-z").split("\0")
    files = [root() / name for name in sorted(set(names)) if name and (root() / name).is_file()]
    return store.digest(sys.version, store.digest_files(files))


def ledger(anew: bool = False) -> Path:
    """Return the file of what passed with these sources; those of other sources go."""
    folder = cache_dir() / "tests"
    folder.mkdir(parents=True, exist_ok=True)
    mine = folder / f"{stamp()}.jsonl"
    for other in folder.glob("*.jsonl"):
        if anew or other != mine:
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
        for part in PARTS
        if any(counts[part, outcome] for outcome in OUTCOMES)
    }
    total = {outcome: sum(found[outcome] for found in parts.values()) for outcome in OUTCOMES}
    return {"date": when.strftime("%Y-%m-%d"), "commit": at, "parts": parts, "total": total}


def lines(found: dict) -> list[str]:
    """Return a record as a table in Markdown."""
    rows = [*found["parts"].items(), ("all", found["total"])]
    head = [f"| part | {' | '.join(OUTCOMES)} |", "| :-- | --: | --: | --: |"]
    return [*head, *(f"| {name} | {' | '.join(f'{counts[o]:,}' for o in OUTCOMES)} |" for name, counts in rows)]


def run(parts: Sequence[str], anew: bool, cost: Path | None) -> tuple[int, dict]:
    """Run what has not passed yet; return pytest's exit code and the record."""
    testing.need_checkout()
    file = ledger(anew)
    before = sum(1 for entry in entries(file) if entry["outcome"] == "passed")
    if before:
        print(f"{before:,} tests passed with these sources before; --anew runs them again", flush=True)
    code = testing.run(parts, everything=True, cost=cost, more=["-p", "tests.ledger", "--ledger", str(file)])
    if code == 5 and before:  # pytest found nothing left to do
        code = 0
    found = record(entries(file), datetime.now(UTC), commit())
    (file.with_suffix(".json")).write_text(json.dumps(found, indent=1) + "\n")
    return code, found


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


def reasons() -> list[tuple[str, int, str]]:
    """Return what only this run has: files, numbers of tests, and why."""
    testing.need_checkout()
    command = [sys.executable, "-m", "pytest", "-q", "--collect-only", "--long", "-p", "tests.reasons", "tests"]
    done = children.run(command, cwd=root(), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    found = [line.removeprefix("LONG ") for line in done.stdout.splitlines() if line.startswith("LONG ")]
    return [tuple(json.loads(line)) for line in found]  # type: ignore[misc]
