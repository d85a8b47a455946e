# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The reference of the command line: a page for each command, from the definitions that also print its --help."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator

import click

from vambrace.cli import endings
from vambrace.cli.lazy_group import Group
from vambrace.cli.main import main as users
from vambrace_dev.main import main as developers
from vambrace_dev.site.reference.text import code, escaped, terms

FOLDER = "reference/commands"

PROGRAMS: dict[str, Group] = {"vambrace": users, "vambrace-dev": developers}


def pages() -> dict[str, str]:
    """Return a page for each command, and their list."""
    made = {f"{FOLDER}/index.md": _index()}
    for program, group in PROGRAMS.items():
        context = _context(group, program)
        for name in group.list_commands(context):
            made[f"{FOLDER}/{program}-{name}.md"] = "\n".join(_command(name, group.commands[name], context))
    return made


def _index() -> str:
    parts = ["# Commands\n"]
    for program, group in PROGRAMS.items():
        parts.append(f"## {program}\n\n{escaped(_paragraphs(group)[0])}\n")
        names = group.list_commands(_context(group, program))
        for heading, some in (group.purposes or {"": names}).items():
            listed = "".join(f"- [{program} {name}]({program}-{name}.md): {group.line_of(name)}\n" for name in some)
            parts.append(f"### {heading}\n\n{listed}" if heading else listed)
        entries = "\n".join(f"{program} {name} <{program}-{name}>" for name in names)
        parts.append(f"```{{toctree}}\n:hidden:\n\n{entries}\n```\n")
        options = terms(_options(group, _context(group, program)))
        parts.append(f"Options of {code(program)} itself, before a command:\n\n{options}")
    table = (endings.__doc__ or "").partition("\n\n")[2]
    return "\n".join([*parts, f"## Exit codes\n\n{table}"])


def _command(name: str, command: click.Command, parent: click.Context, level: int = 1) -> Iterator[str]:
    context = _context(command, name, parent)
    usage = " ".join([context.command_path, *command.collect_usage_pieces(context)])
    yield f"{'#' * level} {context.command_path}\n\n```text\n{usage}\n```\n"
    for paragraph in _paragraphs(command):
        if paragraph.startswith("\b\n"):
            yield f"```text\n{textwrap.dedent(paragraph[2:])}\n```\n"
        else:
            yield f"{escaped(' '.join(paragraph.split()))}\n"
    yield f"{'#' * (level + 1)} Options of {context.command_path}\n\n{terms(_options(command, context))}"
    if isinstance(command, click.Group):
        for inner in command.list_commands(context):
            found = command.get_command(context, inner)
            assert found, inner
            if not found.hidden:
                yield from _command(inner, found, context, level + 1)


def _context(command: click.Command, name: str, parent: click.Context | None = None) -> click.Context:
    return click.Context(command, info_name=name, parent=parent, help_option_names=["-h", "--help"])


def _paragraphs(command: click.Command) -> list[str]:
    text = re.sub(r"\f.*", "", command.help or "", flags=re.DOTALL)
    lines = [line.strip() if "\b" in line else line.rstrip() for line in text.strip().splitlines()]
    return [paragraph for paragraph in re.split(r"\n\n+", "\n".join(lines)) if paragraph.strip()]


def _options(command: click.Command, context: click.Context) -> Iterator[tuple[str, str]]:
    for parameter in command.get_params(context):
        if isinstance(parameter, click.Option) and (record := parameter.get_help_record(context)):
            yield code(record[0]), record[1]
