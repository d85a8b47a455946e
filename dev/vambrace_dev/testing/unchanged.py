# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Test files whose inputs are the same as when they last passed: `vambrace-dev test` does not run them again.

tests/inputs.txt lists what each test file reads, as `python -m tests.inputs` traced it. A place is a file, or a folder
and all below it. Every test file also depends on itself, on ALWAYS, on the names of all other files, and on the
environment (everything.environment). A file without a row always runs.
"""

import json
import os
import re
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path

from vambrace.base import store
from vambrace.base.paths import root
from vambrace_dev.testing import PARTS, everything, folders

#: What every test file depends on: what Python imports, configurations, pins, and what tests share.
ALWAYS = re.compile(r"(src|dev|configs|requirements)/|tests/(?!\w+/test_\w+\.py$)|requirements\.txt$|pyproject\.toml$")
_TEST = re.compile(r"tests/\w+/test_\w+\.py")
#: The place of a test file that reads most of the project.
EVERYTHING = "."


def place(name: str) -> str | None:
    """Return the place in the table of a file, by its name from the project's folder on; None if it is of ALWAYS."""
    if ALWAYS.match(name):
        return None
    parts = name.split("/")
    return name if len(parts) < 3 or parts[0] == "tests" else "/".join(parts[:2])


def table() -> Path:
    """Return the file that has the places of each test file."""
    return root() / "tests" / "inputs.txt"


def rows(text: str) -> dict[str, frozenset[str]]:
    """Return the places by test file that a table has."""
    lines = (line.partition(": ") for line in text.splitlines() if not line.startswith("#"))
    return {file: frozenset(places.split()) for file, _, places in lines if file}


def covers(places: Iterable[str], name: str) -> bool:
    """Whether a file is one that these places, or ALWAYS, have."""
    own_place = place(name)
    return own_place is None or own_place in places or EVERYTHING in places


def stamps(known: Mapping[str, frozenset[str]]) -> dict[str, str]:
    """Return, of each test file with a row, the hash of all that its outcome depends on."""
    names = everything.listed()
    contents = {name: store.digest((root() / name).read_bytes()) for name in names}
    shared = [name for name in names if not _TEST.fullmatch(name)]
    always = store.digest(everything.environment(), shared, [contents[name] for name in names if place(name) is None])
    by_place: dict[str, list[str]] = {EVERYTHING: list(contents.values())}
    for name in names:
        if (own_place := place(name)) is not None:
            by_place.setdefault(own_place, []).append(contents[name])
    return {
        file: store.digest(always, contents[file], [(word, by_place.get(word, [])) for word in sorted(places)])
        for file, places in known.items()
        if file in contents
    }


def passed() -> dict[str, str]:
    """Return the stamps with which test files passed in this checkout."""
    try:
        stored_stamps = json.loads(_record_file().read_text())
    except (OSError, ValueError):
        return {}
    return stored_stamps if isinstance(stored_stamps, dict) else {}


def keep(ended: Mapping[str, bool], before: Mapping[str, str]) -> None:
    """Note which test files passed, with the stamps from before their run, and forget those that did not."""
    stored_stamps = passed()
    for file, well in ended.items():
        stored_stamps.pop(file, None)
        if well and file in before:
            stored_stamps[file] = before[file]
    part = _record_file().with_suffix(f".{os.getpid()}")
    part.write_text(json.dumps(stored_stamps, indent=1))
    part.replace(_record_file())


def unchanged(parts: Iterable[str], before: Mapping[str, str]) -> list[str]:
    """Return the test files of some parts (all when empty) that passed with the present stamps, none if CI is set: an
    independent run relies on no earlier one."""
    if os.environ.get("CI"):
        return []
    stored_stamps = passed()
    chosen = tuple(f"{Path(folder).relative_to(root()).as_posix()}/" for folder in folders(list(parts)))
    return [
        file for file, stamp in sorted(before.items()) if stored_stamps.get(file) == stamp and file.startswith(chosen)
    ]


def summary(files: Iterable[str]) -> str:
    """Say which test files are not run, part by part."""
    by_part: dict[str, list[str]] = {}
    for file in files:
        by_part.setdefault(file.split("/")[1], []).append(Path(file).stem.removeprefix("test_"))
    lines = [f"  {part}: {', '.join(by_part[part])}" for part in PARTS if part in by_part]
    return "\n".join(["unchanged since they passed, not run again (--rerun runs them):", *lines])


def _record_file() -> Path:
    return everything.own_folder() / f"unchanged-{sys.version_info.major}.{sys.version_info.minor}.json"
