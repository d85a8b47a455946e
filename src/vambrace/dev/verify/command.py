# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""`vambrace verify`: the checks of what the project guarantees, in one table."""

from __future__ import annotations

import sys

import click

from vambrace.base.errors import VambraceError, choose
from vambrace.base.output import Output
from vambrace.cli.lazy_group import Group
from vambrace.cli.options import FILE, console, stdout_is_taken
from vambrace.dev.testing import need_checkout
from vambrace.dev.verify import PARTS

#: Commands of the same names as parts, for a program of the user's: `vambrace verify NAME FILE`.
_COMMANDS = {
    "constant-time": ("vambrace.dev.verify.constant_time:constant_time", "where a program depends on its secrets"),
}


class _PartsContext(click.Context):
    """The context of the hidden command for parts: messages show the command that the user typed."""

    @property
    def command_path(self) -> str:
        assert self.parent is not None
        return self.parent.command_path


class _RunParts(click.Command):
    context_class = _PartsContext


class _Verify(Group):
    """A group whose words are parts, unless a command of that name has a file to work on."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if args[:1] == ["parts"]:
            return super().parse_args(ctx, args)
        if not (args and args[0] in _COMMANDS and _others(args[1:])) and not {"--help", "-h"} & set(args):
            args = ["parts", *args]
        return super().parse_args(ctx, args)


def _others(args: list[str]) -> list[str]:
    """The words that are neither parts nor options of those."""
    values = {i + 1 for i, word in enumerate(args) if word == "--json"}
    known = {*PARTS, "--long", "--rerun", "--list", "--json"}
    words = [word for i, word in enumerate(args) if i not in values]
    return [word for word in words if word not in known and not word.startswith("--json=")]


@click.group(cls=_Verify, subcommand_metavar="[PART]... [OPTIONS]", table=_COMMANDS)
def verify() -> None:
    """Check what the project guarantees: proofs, comparisons and searches, each with its bound.

    Prints a table: guarantee, kind, bound, result, time. Takes up to three minutes without --long, and longer if models
    have to be built first. An interrupted run resumes when the command is repeated. Exit status 1 if a guarantee is
    broken or could not be checked. Needs a source checkout.

    \b
    vambrace verify                          the quick checks of every part
    vambrace verify --long                   all checks: takes hours
    vambrace verify proofs lockstep          two parts
    vambrace verify --list                   lists the checks
    vambrace verify --json verified.json

    \b
    Options:
      --long       Also run the long checks; an interrupted run resumes.
      --list       List the checks without running them.
      --rerun      Run checks again that passed before with these sources.
      --json FILE  Write the results as JSON.
    """


@verify.command("parts", hidden=True, cls=_RunParts)
@click.argument("parts", nargs=-1, metavar="[PART]...")
@click.option("--long", "long", is_flag=True, help="Also run the long checks; an interrupted run resumes.")
@click.option("--list", "listing", is_flag=True, help="List the checks without running them.")
@click.option("--rerun", is_flag=True, help="Run checks again that passed before with these sources.")
@click.option("--json", "json_file", type=FILE, metavar="FILE", help="Write the results as JSON.")
def run_parts(parts: tuple[str, ...], long: bool, listing: bool, rerun: bool, json_file: Output | None) -> None:
    """Run some parts, all if none is named."""
    chosen = list(dict.fromkeys(choose("part of what is verified", p, PARTS) for p in parts))
    need_checkout()
    from vambrace.dev.verify import frame, kept
    from vambrace.view.table import print_grids

    tasks = frame.tasks(chosen, long or listing)
    if listing:
        print_grids([frame.listing(tasks)], console())
        return
    found: dict[kept.Task, kept.Found] = {}
    errors: list[str] = []
    try:
        errors = frame.run(tasks, rerun, found)
    finally:
        if not stdout_is_taken():
            print_grids([frame.grid(tasks, found)], console())
    if json_file:
        json_file.write(kept.as_json(found))
    broken = {task: of for task, of in found.items() if not of.outcome.holds}
    for task, of in broken.items():
        print(f"{frame.label(task)}: {task[1].guarantee}", *of.outcome.details, sep="\n  ", file=sys.stderr)
    if errors or broken:
        words = [*errors, f"{len(broken)} of {len(tasks)} guarantees broken, {len(errors)} not decided"]
        raise VambraceError("\n".join(words))
    if not stdout_is_taken():
        print(f"all {len(tasks)} hold", flush=True)
