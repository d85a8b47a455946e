# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The option --plugin, which all commands share."""

from __future__ import annotations

from typing import Any

import click

from vambrace.base import paths, plugins
from vambrace.base.errors import VambraceError
from vambrace.cli.lazy_group import Group

OPTION = "--plugin"


_SELECTED = "vambrace.plugins"


def remember(ctx: click.Context, param: click.Parameter, folders: tuple[str, ...]) -> None:
    """Keep the values of the option for `Main.invoke`: to parse a command line selects nothing."""
    ctx.meta[_SELECTED] = folders


def select(folders: tuple[str, ...]) -> None:
    """Add plug-ins to those of the environment, before any file of the project is read. UsageError if a folder is no
    plug-in.
    """
    if not folders:
        return
    if paths.is_settled():
        raise VambraceError(f"{OPTION}: this process has read the project already; set {plugins.VARIABLE} before it")
    plugins.add(folders)


class Main(Group):
    """The group of all commands: --plugin may stand before or after a command."""

    def invoke(self, ctx: click.Context) -> Any:
        select(ctx.meta.get(_SELECTED, ()))  # before the command is loaded, which reads files of the project
        return super().invoke(ctx)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        return super().parse_args(ctx, moved(args))


def moved(args: list[str]) -> list[str]:
    """Return arguments with each --plugin and its value first, except those after "--"."""
    end = args.index("--") if "--" in args else len(args)
    first: list[str] = []
    rest: list[str] = []
    at = 0
    while at < end:
        if args[at] == OPTION:
            first += args[at : min(at + 2, end)]
            at += 2
            continue
        (first if args[at].startswith(f"{OPTION}=") else rest).append(args[at])
        at += 1
    return [*first, *rest, *args[end:]]
