# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Compares a measurement with the bounds in configs/coverage.toml, and makes its tables."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from vambrace.base.errors import VambraceError
from vambrace.base.grid import Grid, number
from vambrace.base.paths import root
from vambrace_dev.testing.coverage.points import Points, Share, ranges, shares, total

#: Minimum percentage, in every file, of the first kind of points, unless configs/coverage.toml has another figure.
LEAST = 95.0


@dataclass(frozen=True)
class Bounds:
    """Minimum percentages: of each kind in all files together, and of the first kind in every file. `unreached` are the
    files in which nothing can be reached, with reasons.
    """

    kinds: dict[str, float]
    files: dict[str, float] = field(default_factory=dict)
    unreached: dict[str, str] = field(default_factory=dict)


def bounds(what: str) -> Bounds:
    """Return the requirements of configs/coverage.toml for a measurement."""
    table = tomllib.loads((root() / "configs" / "coverage.toml").read_text()).get(what)
    if table is None:
        raise VambraceError(f"configs/coverage.toml has no bounds for {what}")
    files, unreached = table.pop("files", {}), table.pop("unreached", {})
    if lacking := [name for name, reason in unreached.items() if not str(reason).strip()]:
        raise VambraceError(f"configs/coverage.toml: no reason for {', '.join(lacking)}")
    return Bounds(table, files, unreached)


def complaints(what: str, points: Points, least: Bounds) -> list[str]:
    """Return a text for each defect: kinds and files below their bounds, files without coverage, and outdated marks and
    exceptions.
    """
    texts = []
    for kind, demanded in least.kinds.items():
        every = shares(points, kind)
        all_of = total(every)
        if not all_of.total:
            texts.append(f"{what}: nothing was counted in {kind}")
        elif all_of.percent < demanded:
            texts.append(f"{what}: {all_of.percent:.2f} % of {kind} reached, {demanded} % demanded; by file:")
            short = sorted((s for s in every if s.missing), key=lambda s: s.reached - s.total)
            texts += [f"  {_lacking(s)}" for s in short]
    first = next(iter(least.kinds))
    for share_of_file in shares(points, first):
        demanded = least.files.get(share_of_file.file, LEAST)
        if share_of_file.percent < demanded:
            texts.append(
                f"{what}: {share_of_file.percent:.1f} % of {first}, {demanded} % demanded: {_lacking(share_of_file)}"
            )
        if share_of_file.stale:
            texts.append(f"{share_of_file.file}: excluded from coverage, but reached: {_lines(share_of_file.stale)}")
    texts += [f"{what}: nothing of {name} is reached" for name in points.unreached if name not in least.unreached]
    wrong = [name for name in least.unreached if name not in points.unreached]
    return texts + [f"{what}: according to configs/coverage.toml nothing of {name} is reached" for name in wrong]


def _lines(lines: tuple[int, ...]) -> str:
    return f"line{'s' * (len(lines) > 1)} {ranges(lines)}"


def _lacking(share_of_file: Share) -> str:
    return f"{share_of_file.file}: {_lines(share_of_file.missing)}"


def missing(points: Points) -> Iterator[str]:
    """Yield the missing lines, by kind and file."""
    for kind in points.kinds():
        short = [file_share for file_share in shares(points, kind) if file_share.missing]
        if short:
            yield f"not reached, {kind}:"
            yield from (f"  {_lacking(file_share)}" for file_share in short)


def summary(measured: dict[str, Points]) -> Grid:
    """Return the table of all measurements: a row for each kind of points."""
    rows = []
    for what, points in measured.items():
        for kind in points.kinds():
            every = shares(points, kind)
            rows.append([what, kind, *_figures(total(every)), number(sum(1 for s in every if s.total))])
    head = ["what", "points", "reached", "of", "%", "left out", "files"]
    notes = [f"{what}: nothing of {', '.join(p.unreached)}" for what, p in measured.items() if p.unreached]
    return Grid("What the tests reach", head, rows, tuple(notes))


def by_file(what: str, points: Points) -> Grid:
    """Return the table of a measurement: a row for each file, three columns for each kind."""
    kinds = points.kinds()
    every = {kind: {file_share.file: file_share for file_share in shares(points, kind)} for kind in kinds}
    head = ["file", *(column for kind in kinds for column in (kind, f"{kind} of", f"{kind} %"))]
    names = sorted({name for files in every.values() for name in files})
    rows = []
    for name in names:
        row = [name]
        for kind in kinds:
            file_share = every[kind].get(name)
            row += _figures(file_share)[:3] if file_share and file_share.total else ["", "", ""]
        rows.append(row)
    return Grid(f"Reached of {what}", head, rows, names=1, wraps=True)


def _figures(file_share: Share) -> list[str]:
    return [
        number(file_share.reached),
        number(file_share.total),
        f"{file_share.percent:.2f}",
        number(file_share.left_out),
    ]


def record(points: Points) -> dict[str, Any]:
    """Return a measurement for JSON: totals by kind, and missing lines by file."""
    return {
        "unreached": points.unreached,
        **{
            kind: {"all": _record(total(file_shares)), "files": {s.file: _record(s) for s in file_shares}}
            for kind in points.kinds()
            for file_shares in [shares(points, kind)]
        },
    }


def _record(file_share: Share) -> dict[str, Any]:
    return {
        "reached": file_share.reached,
        "total": file_share.total,
        "percent": round(file_share.percent, 2),
        "left_out": file_share.left_out,
        "missing": list(file_share.missing),
    }
