# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""`vambrace-dev test all`: runs every test, in several sittings if interrupted, and records the outcome."""

import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any

from vambrace.base import checkout, children, extras, store, tools, work
from vambrace.base.errors import VambraceError
from vambrace.base.paths import cache_dir, root
from vambrace_dev import testing
from vambrace_dev.testing import PARTS

OUTCOMES = ("passed", "failed", "skipped")

#: The recorded long run, written by `vambrace-dev test all --record`.
LAST = root() / "docs" / "developer" / "tests.json"

#: pytest's exit code without any test to run.
_NOTHING_LEFT = 5
#: pytest's exit code after failures.
_FAILURES = 1


def _git(*words: str) -> str:
    try:
        return checkout.git(*words)
    except (VambraceError, OSError) as error:
        raise VambraceError(f"`vambrace-dev test all` needs a checkout that git can read: {error}") from error


#: Variables that name checkouts, without which the tests of ports, other hosts and other suites are skipped.
_CHECKOUTS = {"RIOTBASE", "ZEPHYR_BASE", "NEORV32_HOME", "CVA6_HOME", "RISCV_ARCH_TEST"}


def _is_read(variable: str) -> bool:
    """Return whether tests read a variable, and their results depend on it."""
    ours = variable.startswith("VAMBRACE_") and not variable.startswith("VAMBRACE_CACHE")
    return ours or variable in _CHECKOUTS


def stamp(places: Sequence[str] = ()) -> str:
    """Return the hash of the inputs of results: all files of the checkout, committed or not, or those at some places in
    it, the tools, and the variables that tests read (VAMBRACE_TEST_SEED and so on).
    """
    return store.digest(environment(), store.digest_files(root() / name for name in listed(places)))


def listed(places: Sequence[str] = ()) -> list[str]:
    """Return the names of all files of the checkout, committed or not, or of those at some places in it."""
    names = _git("ls-files", "--cached", "--others", "--exclude-standard", "-z", "--", *places).split("\0")
    return [name for name in sorted(set(names)) if name and (root() / name).is_file()]


def environment() -> str:
    """Return the hash of what results depend on besides files: Python, the tools, and the variables that tests read."""
    chosen = {name: value for name, value in os.environ.items() if _is_read(name)}
    return store.digest(sys.version, _versions(tuple(tools.TOOLS)), chosen)


@cache
def _versions(known: tuple[tools.Tool, ...]) -> list[tuple[str, str | None]]:
    """Return the versions of the installed ones among these tools, looked up once per process."""
    return [(tool.name, program[0] if (program := tool.find()) else None) for tool in known]


def ledger(rerun: bool = False) -> Path:
    """Return the file with the tests that passed with these sources; files of other sources are removed."""
    folder = own_folder()
    mine = folder / f"{stamp()}.jsonl"
    for other in folder.glob("*.jsonl"):
        if rerun or other != mine:
            other.unlink()
    return mine


def own_folder() -> Path:
    """Return this checkout's folder in the cache, which other checkouts share."""
    folder = cache_dir() / "tests" / store.digest(str(root()))
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def record(entries: Sequence[dict[str, Any]], part: str, when: datetime, at: str) -> dict[str, Any]:
    """Return the record of a part's run: date, commit, counts."""
    counts = Counter(entry["outcome"] for entry in entries if entry["part"] == part)
    return {"date": when.strftime("%Y-%m-%d"), "commit": at, **{outcome: counts[outcome] for outcome in OUTCOMES}}


def lines(results: Mapping[str, dict[str, Any]]) -> list[str]:
    """Return the records of parts as a Markdown table."""
    head = [f"| part | date | commit | {' | '.join(OUTCOMES)} |", "| :-- | :-- | :-- | --: | --: | --: |"]
    total = {"date": "", "commit": "", **{o: sum(result[o] for result in results.values()) for o in OUTCOMES}}
    rows = [*((part, results[part]) for part in PARTS if part in results), ("all", total)]
    return [*head, *(_line(name, result) for name, result in rows)]


def _line(name: str, result: dict[str, Any]) -> str:
    return f"| {name} | {result['date']} | {result['commit']} | {' | '.join(f'{result[o]:,}' for o in OUTCOMES)} |"


def recorded(file: Path) -> dict[str, dict[str, Any]]:
    """Return the records in a file; none if it is missing or has another format."""
    try:
        results: dict[str, dict[str, Any]] = json.loads(file.read_text())
        lines(results)
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return {}
    return results


def run(
    parts: Sequence[str],
    rerun: bool,
    cost: Path | None,
    ended: Callable[[str, dict[str, Any]], None] = lambda *_: None,
    besides: Path | None = None,
    shard: str | None = None,
) -> tuple[int, dict[str, dict[str, Any]]]:
    """Run the tests that have not passed yet, part by part (all when empty); return pytest's first nonzero exit code,
    and the record of each part. `ended` is called with each part and its record, and may write it to the file
    `besides`, which does not count as a source. `shard`: K/N, only this shard of the tests. With an executor other than
    this computer, test files are its jobs. VambraceError if another process runs in this checkout.
    """
    from filelock import FileLock, Timeout

    extras.need("test")
    results: dict[str, dict[str, Any]] = {}
    codes = []
    try:
        with FileLock(own_folder() / "lock", timeout=0):
            file, chosen = ledger(rerun), list(parts) or list(PARTS)
            if work.executor() is not work.HERE:  # all parts at once, so that no worker waits for the end of one
                from vambrace_dev.testing import jobs

                codes.append(jobs.run(chosen, file, shard, print))
            for number, part in enumerate(chosen, start=1):
                if work.executor() is work.HERE:
                    print(f"{part} ({number} of {len(chosen)}): {PARTS[part]}", flush=True)
                    codes.append(_run(part, file, cost, shard))
                results[part] = record(entries(file), part, datetime.now(UTC), checkout.commit(besides))
                ended(part, results[part])
    except Timeout as error:
        raise VambraceError("another `vambrace-dev test all` runs in this checkout: wait until it ends") from error
    return next(filter(None, codes), 0), results


def _run(part: str, file: Path, cost: Path | None, shard: str | None = None) -> int:
    before = sum(1 for entry in entries(file) if entry["part"] == part and entry["outcome"] == "passed")
    if before:
        print(f"{before:,} of its tests passed with these sources before; --rerun runs them again", flush=True)
    more = ["-p", "tests.ledger", f"--ledger={file}", *(["-p", "tests.shard", f"--shard={shard}"] if shard else [])]
    try:
        code = testing.run([part], everything=True, cost=cost, more=more)
    except KeyboardInterrupt:
        so_far = record(entries(file), part, datetime.now(UTC), checkout.commit())
        print(f"{part} so far: " + ", ".join(f"{so_far[o]:,} {o}" for o in OUTCOMES), flush=True)
        raise
    if code == _NOTHING_LEFT and (before or shard):
        return 0
    if code not in (0, _FAILURES):
        raise VambraceError(f"{part}: pytest could not run the tests (exit code {code})")
    return code


def entries(file: Path) -> list[dict[str, Any]]:
    """Return the last entry of each test."""
    last: dict[str, dict[str, Any]] = {}
    for line in file.read_text().splitlines() if file.is_file() else ():
        try:
            entry = json.loads(line)
        except ValueError:  # truncated by an interruption
            continue
        last[entry["test"]] = entry
    return list(last.values())


def reasons(parts: Sequence[str] = ()) -> list[tuple[str, int, str]]:
    """Return the tests of some parts (all when empty) that only this run includes: files, numbers of tests, and
    reasons.
    """
    extras.need("test")
    command = [sys.executable, "-m", "pytest", "-q", "--collect-only", "--long", "-p", "tests.reasons"]
    command += testing.folders(parts)
    done = children.run(command, cwd=root(), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode not in (0, _NOTHING_LEFT):
        raise VambraceError(f"pytest cannot collect the tests:\n{done.stdout[-2000:]}")
    texts = [line.removeprefix("LONG ") for line in done.stdout.splitlines() if line.startswith("LONG ")]
    return [(file, number, reason) for file, number, reason in map(json.loads, texts)]
