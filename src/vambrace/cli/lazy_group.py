# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""A command group that loads each command only when it is called: help and wrong names load none."""

from __future__ import annotations

import importlib
from collections.abc import Iterator, Mapping, MutableMapping, Sequence
from typing import Any

import click

from vambrace.base.errors import unknown


class Commands(MutableMapping[str, click.Command]):
    """Commands by name. Those in a table, NAME: (MODULE:ATTRIBUTE, one line of help), are loaded on access."""

    def __init__(self, table: Mapping[str, tuple[str, str]]) -> None:
        self._places = {name: place for name, (place, _) in table.items()}
        self._loaded: dict[str, click.Command] = {}

    def __getitem__(self, name: str) -> click.Command:
        if name not in self._loaded:
            module, _, attribute = self._places[name].partition(":")
            self._loaded[name] = getattr(importlib.import_module(module), attribute)
        return self._loaded[name]

    def __setitem__(self, name: str, command: click.Command) -> None:
        self._loaded[name] = command

    def __delitem__(self, name: str) -> None:
        self._places.pop(name, None)
        self._loaded.pop(name, None)

    def __contains__(self, name: object) -> bool:
        return name in self._places or name in self._loaded

    def __iter__(self) -> Iterator[str]:
        return iter({**self._places, **self._loaded})

    def __len__(self) -> int:
        return len({**self._places, **self._loaded})


class Group(click.Group):
    """A command group that suggests names similar to an unknown one. `table` has the commands to load on demand, with a
    line of help for each; `moved` has former commands, with their replacements; `purposes` has the commands under
    headings.
    """

    def __init__(
        self,
        *arguments: Any,
        table: Mapping[str, tuple[str, str]] | None = None,
        moved: Mapping[str, str] | None = None,
        purposes: Mapping[str, Sequence[str]] | None = None,
        **options: Any,
    ) -> None:
        super().__init__(*arguments, **options)
        self.table = dict(table or {})
        self.moved = dict(moved or {})
        self.purposes = dict(purposes or {})
        self.commands = Commands(self.table)

    def line_of(self, name: str, limit: int = 100) -> str | None:
        """Return a command's line of help; None if it is hidden."""
        if name in self.table:
            return self.table[name][1]
        command = self.commands[name]
        return None if command.hidden else command.get_short_help_str(limit)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        names = self.list_commands(ctx)
        wide = max(map(len, names), default=0)
        for heading, some in (self.purposes or {"Commands": names}).items():
            lines = ((name, self.line_of(name, formatter.width - 6 - wide)) for name in some)
            if rows := [(f"{name:{wide}}", line) for name, line in lines if line is not None]:
                with formatter.section(heading):
                    formatter.write_dl(rows)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0] if args else ""
        if name in self.moved:
            ctx.fail(f"`vambrace {name}` is now {self.moved[name]}")
        if name and not name.startswith("-") and name not in self.commands:
            ctx.fail(unknown("command", name, self.list_commands(ctx), f"{ctx.command_path} --help"))
        return super().resolve_command(ctx, args)
