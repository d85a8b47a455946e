# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""`vambrace verify`: checks of a user's program. The checks of the project itself are `vambrace-dev verify`."""

import click

from vambrace.cli.lazy_group import Group

_COMMANDS = {
    "constant-time": ("vambrace.cli.constant_time:constant_time", "Find where a program's timing depends on secrets.")
}


class _Verify(Group):
    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and not args[0].startswith("-") and args[0] not in self.commands:
            ctx.fail(
                f"unknown check '{args[0]}'; checks of programs:  {', '.join(self.commands)}. The checks of the "
                "project itself are run in a source checkout by `vambrace-dev verify`"
            )
        return super().resolve_command(ctx, args)


@click.group(cls=_Verify, table=_COMMANDS)
def verify() -> None:
    """Check your program.

    The checks of the project itself are run in a source checkout by `vambrace-dev verify`.

    \b
    vambrace verify constant-time my.elf --secret key,message
    """
