# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""`vambrace-dev test coverage`."""

from __future__ import annotations

import importlib
import json
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import click

from vambrace.base.errors import VambraceError, choose
from vambrace.base.output import Output
from vambrace.cli.options import FILE, console, markdown_option, say, stdout_is_taken

#: The kinds of coverage: the module of each has `measure`.
KINDS = {
    "library": "lines and branches of the library's C, by gcov",
    "assembly": "instructions of the library's assembly, on Spike",
    "rtl": "lines, branches and toggles of rtl/, in the tests of the modules",
    "python": "lines of the command line's modules",
}


def _with_kinds(function: Callable[..., Any]) -> Callable[..., Any]:
    """List the kinds in a command's help."""
    lines = (f"{name:<9} {what}" for name, what in KINDS.items())
    function.__doc__ = (function.__doc__ or "").replace("{kinds}", "\n    ".join(lines))
    return function


@click.command("coverage")
@click.argument("what", nargs=-1, metavar="[WHAT]...")
@click.option("--by-file", is_flag=True, help="Also print a table of the files.")
@click.option("--list-missing", is_flag=True, help="Print the lines that no test reaches, by file.")
@click.option("--json", "json_file", type=FILE, metavar="FILE", help="Write all figures as JSON.")
@markdown_option
@_with_kinds
def run_coverage(
    what: tuple[str, ...], by_file: bool, list_missing: bool, json_file: Output | None, as_markdown: bool
) -> None:
    """measure how much of the sources the tests reach

    WHAT is one of the kinds below; without one, all of them. Exit code 1, with the missing files and lines, if coverage
    is below configs/coverage.toml.

    \b
    {kinds}

    \b
    vambrace-dev test coverage                            all kinds: half an hour or more
    vambrace-dev test coverage library assembly           minutes
    vambrace-dev test coverage library --list-missing     with the lines that no case reaches
    vambrace-dev test coverage python --json python.json
    """
    chosen = list(dict.fromkeys(choose("kind of coverage", kind, KINDS) for kind in what)) or list(KINDS)
    from vambrace.base import checkout
    from vambrace.base.grid import Grid
    from vambrace.view.table import grids_markdown, print_grids
    from vambrace_dev.testing.coverage import judge

    bounds = {kind: judge.bounds(kind) for kind in chosen}
    measured = {kind: importlib.import_module(f"vambrace_dev.testing.coverage.{kind}").measure() for kind in chosen}
    grids: list[Grid] = [judge.summary(measured)]
    if by_file:
        grids += [judge.by_file(kind, points) for kind, points in measured.items()]
    if as_markdown:
        print(grids_markdown(grids), end="")
    elif not stdout_is_taken():
        print_grids(grids, console())
    if list_missing:
        for kind, points in measured.items():
            for line in judge.missing(points):
                say(f"{kind}, {line}" if not line.startswith(" ") else line)
    if json_file:
        recorded = {kind: judge.record(points) for kind, points in measured.items()}
        head = {"date": datetime.now(UTC).strftime("%Y-%m-%d"), "commit": checkout.commit()}
        json_file.write(json.dumps({**head, **recorded}, indent=1) + "\n")
    lacking = [text for kind in chosen for text in judge.complaints(kind, measured[kind], bounds[kind])]
    if lacking:
        raise VambraceError("\n".join(lacking))
