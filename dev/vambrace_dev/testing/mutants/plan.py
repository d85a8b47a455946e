# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The list of mutants: tests/mutants/PART/*.toml, and the tests that judge them, tests/mutants/suites/*.toml.

A suite has files or node ids, and a -k expression: the cheapest tests that must see a defect of some files. They pass
without one.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from vambrace.base.errors import VambraceError, choose
from vambrace.base.paths import root
from vambrace_dev import defects

_HARDWARE = ("configs/", "lib/", "rtl/", "cores/", "soc/", "firmware/")

#: Parts, and the path prefixes that their mutants' verdicts depend on, besides tests and their imports.
PARTS = {
    "python": (*_HARDWARE, "studies/", "formal/", "src/", "dev/", "pyproject.toml"),
    "c": (*_HARDWARE, "src/", "dev/"),
    "assembly": (*_HARDWARE, "src/", "dev/"),
    "rtl": ("configs/", "lib/include/", "rtl/", "soc/rtl/"),
}


@dataclass(frozen=True)
class Suite:
    """Tests that see a defect: files or node ids, and pytest's -k expression ("" for all); with `long` also long tests.
    A run hangs if it takes `seconds` of wall time plus a multiple of the time without a defect.
    """

    name: str
    tests: tuple[str, ...]
    select: str = ""
    long: bool = False
    seconds: int = 300

    @property
    def options(self) -> list[str]:
        return [*self.tests, *(["-k", self.select] if self.select else []), *(["--long"] if self.long else [])]


@dataclass(frozen=True)
class Mutant:
    """A mutant: `file` with `put` instead of `find`, which occurs once. `survives` is the reason if no test needs to
    find it; `fresh` names kinds of the cache (vambrace.base.store) that the mutated code writes.
    """

    id: str
    part: str
    file: str
    find: str
    put: str
    breaks: str
    suite: Suite
    survives: str = ""
    fresh: tuple[str, ...] = ()

    def seeded(self, tree: Path | None = None) -> str:
        """Return the text of the file with the defect, in this checkout or another tree."""
        path = (tree or root()) / self.file
        if not path.is_file():
            raise VambraceError(f"{self.id}: no file {self.file}")
        try:
            return defects.seed(self.file, path.read_text(), self.find, self.put)
        except VambraceError as error:
            raise VambraceError(f"{self.id}: {error}") from None


def _folder() -> Path:
    return root() / "tests" / "mutants"


@cache
def suites() -> dict[str, Suite]:
    by_name: dict[str, Suite] = {}
    for path in sorted((_folder() / "suites").glob("*.toml")):
        for name, entry in tomllib.loads(path.read_text()).items():
            if name in by_name:
                raise VambraceError(f"{path.relative_to(root())}: duplicate suite {name}")
            by_name[name] = Suite(name, tuple(entry.pop("tests")), **entry)
    return by_name


@cache
def mutants() -> dict[str, Mutant]:
    """Return all mutants by id, part by part."""
    by_name: dict[str, Mutant] = {}
    for part in PARTS:
        for path in sorted((_folder() / part).glob("*.toml")):
            for name, entry in tomllib.loads(path.read_text()).items():
                if name in by_name:
                    raise VambraceError(f"{path.relative_to(root())}: duplicate mutant {name}")
                by_name[name] = _mutant(name, part, entry)
    return by_name


def _mutant(name: str, part: str, entry: dict[str, Any]) -> Mutant:
    try:
        suite = suites()[choose("suite", entry.pop("suite"), suites())]
        return Mutant(name, part, suite=suite, fresh=tuple(entry.pop("fresh", ())), **entry)
    except (KeyError, TypeError, VambraceError) as error:
        raise VambraceError(f"tests/mutants/{part}: {name}: {error}") from None


def select(parts: Sequence[str], ids: Sequence[str]) -> list[Mutant]:
    """Return the mutants of these parts (all, if none is named) and of these ids (all, if none is named)."""
    wanted = [choose("part of the mutants", p, PARTS) for p in parts] or list(PARTS)
    known = mutants()
    named = {choose("mutant", i, known, "vambrace-dev test mutants --list") for i in ids}
    return [m for m in known.values() if m.part in wanted and (not named or m.id in named)]


def stale(listed: Sequence[Mutant]) -> list[str]:
    """Return the errors of entries: text that does not occur exactly once or does not change, missing tests."""
    wrong = [f"{s.name}: no {t}" for s in suites().values() for t in s.tests if not _there(t)]
    for mutant in listed:
        try:
            if mutant.seeded() == (root() / mutant.file).read_text():
                wrong.append(f"{mutant.id}: changes nothing")
        except VambraceError as error:
            wrong.append(str(error))
    return wrong


def _there(test: str) -> bool:
    name, _, function = test.partition("::")
    path = root() / name
    if not path.exists():
        return False
    return (
        not function
        or re.search(rf"^def {re.escape(function.partition('[')[0])}\(", path.read_text(), re.M) is not None
    )
