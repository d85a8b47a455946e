# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""What the commands share: kinds of arguments, the console, and how failures are told."""

import sys
from collections.abc import Iterable
from pathlib import Path

import click
from rich.console import Console

from vambrace import records
from vambrace.errors import VambraceError
from vambrace.grid import Grid
from vambrace.table import grids_markdown, print_grids


def console() -> Console:
    # A pipe or a file has no width of its own.
    return Console(width=None if sys.stdout.isatty() else 100)


class Bytes(click.ParamType):
    """A size: a number with an optional K or M."""

    name = "SIZE"

    def convert(self, value, param, ctx):
        if isinstance(value, int):
            return value
        factor = {"K": 1 << 10, "M": 1 << 20}.get(value[-1:].upper(), 1)
        digits = value[:-1] if factor > 1 else value
        if not digits.isdigit() or int(digits) == 0:
            self.fail(f"'{value}' is not a size; write for example 65536, 64K or 4M", param, ctx)
        return int(digits) * factor


class _NewFile(click.Path):
    """A file to write, in a folder that is there: said before the work, not behind it."""

    def convert(self, value, param, ctx):
        path = super().convert(value, param, ctx)
        if not path.absolute().parent.is_dir():
            self.fail(f"no folder {path.parent} for {path}", param, ctx)
        return path


NEW_FILE = _NewFile(dir_okay=False, writable=True, path_type=Path)


def show(grids: Iterable[Grid], made: list[dict], as_markdown: bool, json_file: Path | None,
         csv_file: Path | None = None) -> None:  # fmt: skip
    """Print tables, and write the records that they are of to the files that were asked for."""
    if as_markdown:
        print(grids_markdown(list(grids)), end="")
    else:
        print_grids(list(grids), console())
    if json_file:
        records.write_json(made, json_file)
    if csv_file:
        records.write_csv(made, csv_file)


def report(failures: list[str]) -> None:
    """Raise what went wrong, where anything did, behind the results."""
    if failures:
        raise VambraceError("\n".join([*failures, f"{len(failures)} failed; the rest is measured"]))
