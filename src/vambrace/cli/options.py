# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Shared code of the commands: option types, the console, and reports of failures."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import wraps
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from vambrace import config
from vambrace.base.errors import VambraceError, choose, unknown
from vambrace.base.output import STDOUT, Output
from vambrace.results.schema import Json

# Imports that are only needed to show results are deferred, so that help and errors appear at once.
if TYPE_CHECKING:
    from rich.console import Console

    from vambrace.base.grid import Grid
    from vambrace.config import Point


def console() -> Console:
    from rich.console import Console

    # A pipe or a file has no width of its own.
    return Console(width=None if sys.stdout.isatty() else 100)


class Bytes(click.ParamType):  # type: ignore[type-arg]  # which older versions of click lack
    """A size: a number with an optional K or M, within 32 bits."""

    name = "SIZE"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        if isinstance(value, int):
            return value
        factor = {"K": 1 << 10, "M": 1 << 20}.get(value[-1:].upper(), 1)
        digits = value[:-1] if factor > 1 else value
        if not (digits.isascii() and digits.isdigit()) or int(digits) == 0:
            self.fail(f"'{value}' is not a size; write for example 65536, 64K or 4M", param, ctx)
        if int(digits) * factor >= 1 << 32:
            self.fail(f"'{value}' is more than 4095M", param, ctx)
        return int(digits) * factor


class Number(click.FloatRange):
    """A finite number in a range."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        number_read = super().convert(value, param, ctx)
        if not isfinite(number_read):
            self.fail(f"'{value}' is not a finite number", param, ctx)
        return number_read


class Choice(click.Choice):  # type: ignore[type-arg]
    """One of several names; a wrong one is reported as by `choose`."""

    def get_invalid_choice_message(self, value: Any, ctx: click.Context | None = None) -> str:
        return unknown("value", str(value), map(str, self.choices))


class _OutputFile(click.ParamType):  # type: ignore[type-arg]
    """An output file, as an Output. Defects are reported before the work, not after it: a missing or unwritable folder,
    and two options that write to the same file.
    """

    name = "FILE"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Output:
        if isinstance(value, Output):
            return value
        output = Output(value)
        if output.path.is_dir():
            self.fail(f"'{value}' is a folder", param, ctx)
        if not output.is_stdout and output.is_replaced:
            folder = Path(os.path.realpath(output.path)).parent
            if not folder.is_dir():
                self.fail(f"no folder {output.path.parent} for {value}", param, ctx)
            if not os.access(folder, os.W_OK | os.X_OK):
                self.fail(f"cannot create a file in {folder}", param, ctx)
        if output.path.is_file() and not os.access(output.path, os.W_OK):
            self.fail(f"'{value}' cannot be written", param, ctx)
        if output.is_stdout or output.is_replaced:
            _claim(output.identity, param, ctx)
        return output


#: The type of every option that names an output file.
FILE = _OutputFile()


class _OutputFolder(click.Path):
    """An output folder, which is created if it is missing."""

    def __init__(self) -> None:
        super().__init__(file_okay=False, path_type=Path)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if str(value) == "-":
            self.fail("standard output cannot hold several files: name a folder", param, ctx)
        return super().convert(value, param, ctx)


#: The type of every option that names an output folder.
FOLDER = _OutputFolder()


def _claimed(ctx: click.Context | None) -> dict[str, str]:
    return ctx.meta.setdefault("vambrace.outputs", {}) if ctx else {}


def _claim(what: str, param: click.Parameter | None, ctx: click.Context | None) -> None:
    """Reserve a file for an option; raise an error if another option has it."""
    option = param.opts[0] if param else ""
    owner = _claimed(ctx).setdefault(what, option)
    if owner != option:
        raise click.BadParameter(f"{owner} already writes to {what}", ctx, param)


def stdout_is_taken() -> bool:
    """Return whether an option writes to standard output: nothing else is printed there then."""
    return STDOUT in _claimed(click.get_current_context(silent=True))


def say(text: str) -> None:
    """Print a line for the user: on standard error if standard output is taken."""
    click.echo(text, err=stdout_is_taken())


def _claim_stdout(ctx: click.Context, param: click.Parameter, value: bool) -> bool:
    if value:
        _claim(STDOUT, param, ctx)
    return value


json_option = click.option("--json", "json_file", type=FILE, help="Write all records as JSON.")
csv_option = click.option("--csv", "csv_file", type=FILE, help="Write all records as CSV.")
markdown_option = click.option(
    "--markdown", "as_markdown", is_flag=True, callback=_claim_stdout, help="Print the tables as Markdown."
)
scenario_option = click.option(
    "--scenario", "-s", "scenarios", multiple=True, help="Measure only this scenario (repeatable)."
)
profile_option = click.option(
    "--profile",
    type=Choice(config.PROFILES),
    default="speed",
    show_default=True,
    help="Optimise the library for speed or size.",
)
accesses_option = click.option(
    "--accesses",
    type=Choice(config.ACCESSES),
    help="Use only aligned loads and stores in the library, or also misaligned ones. [default: what the core executes]",
)


def points_for(points: Iterable[Point], profile: str = "speed", accesses: str | None = None) -> list[Point]:
    """Return the points with the library that a command measures."""
    return [config.with_accesses(replace(p, profile=profile), accesses) for p in points]


def scenario_names(asked: Iterable[str], usual: Iterable[str] | None = None) -> list[str]:
    """Return the requested scenarios, or the usual ones: all, unless the caller has others."""
    known = config.scenarios()
    return [choose("scenario", s, known) for s in asked] or list(known if usual is None else usual)


def write_records(written: list[Json], json_file: Output | None, csv_file: Output | None = None) -> None:
    from vambrace.results import records

    if json_file:
        json_file.write(records.as_json(written))
    if csv_file:
        csv_file.write(records.as_csv(written))


@dataclass(frozen=True)
class Results:
    """The destinations of a command's results."""

    json_file: Output | None
    csv_file: Output | None
    as_markdown: bool

    def write(self, written: list[Json]) -> None:
        """Write records to the requested files."""
        write_records(written, self.json_file, self.csv_file)

    def show(self, grids: Iterable[Grid], written: list[Json], failures: Sequence[str] = ()) -> None:
        """Print tables, unless records go to standard output, and write these; then fail where anything did."""
        from vambrace.view.table import grids_markdown, print_grids

        if self.as_markdown:
            print(grids_markdown(list(grids)), end="")
        elif not stdout_is_taken():
            print_grids(list(grids), console())
        self.write(written)
        report(failures)


def results_options(
    json_help: str = "Write all records as JSON.",
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """The options --json, --csv and --markdown of a command, which gets them as `results`."""

    def decorate(command: Callable[..., None]) -> Callable[..., None]:
        @wraps(command)
        def called(*, json_file: Output | None, csv_file: Output | None, as_markdown: bool, **others: Any) -> None:
            command(results=Results(json_file, csv_file, as_markdown), **others)

        json = click.option("--json", "json_file", type=FILE, help=json_help)
        return json(csv_option(markdown_option(called)))

    return decorate


def report(failures: Sequence[str]) -> None:
    """Raise the failures, if any, after the results."""
    if failures:
        raise VambraceError("\n".join([*failures, f"{len(failures)} failed; all others were measured"]))
