# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""`vambrace verify constant-time PROGRAM`: finds secret-dependent timing in a program."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from vambrace.base.errors import VambraceError
from vambrace.base.output import Output
from vambrace.cli.options import FILE, Bytes, Choice, say, stdout_is_taken


def _memory(ctx: click.Context, param: click.Parameter, values: tuple[str, ...]) -> list[tuple[int, int]]:
    """Return the addresses and bytes of ADDRESS:SIZE, the size as for Bytes."""
    ranges = []
    for value in values:
        address, _, size = value.partition(":")
        try:
            ranges.append((int(address, 0), int(Bytes()(size, param, ctx))))
        except ValueError:
            raise click.BadParameter(
                f"'{value}' is not a memory range; write for example 0x20000000:64K", ctx, param
            ) from None
    return ranges


@click.command("constant-time")
@click.argument("program", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option(
    "--secret",
    "secrets",
    multiple=True,
    required=True,
    metavar="NAME[:LENGTH],...",
    help="A secret variable, 0xADDRESS:LENGTH, or @a0:LENGTH: the bytes that an argument of the entry points to.",
)
@click.option(
    "--entry",
    default="main",
    show_default=True,
    metavar="FUNCTION",
    help="The secrets become secret when this function is called.",
)
@click.option(
    "--calls",
    type=click.IntRange(1),
    default=1,
    show_default=True,
    help="Stop after this many calls of the entry function.",
)
@click.option(
    "--public",
    "publics",
    multiple=True,
    metavar="NAME,...",
    help="A function whose result is public, a public variable, or the 0xADDRESS of a public branch.",
)
@click.option(
    "--variable",
    "timed",
    multiple=True,
    type=Choice(["mul", "shift", "rotate"]),
    help="Instructions that take variable time on your core, in addition to division and floating point (repeatable).",
)
@click.option(
    "--memory", multiple=True, callback=_memory, metavar="ADDRESS:SIZE", help="More memory that the program uses."
)
@click.option("--most", type=click.IntRange(1), metavar="N", help="Fail after this many instructions.")
@click.option("--json", "json_file", type=FILE, metavar="FILE", help="Write the findings as JSON.")
def constant_time(
    program: Path,
    secrets: tuple[str, ...],
    entry: str,
    calls: int,
    publics: tuple[str, ...],
    timed: tuple[str, ...],
    memory: list[tuple[int, int]],
    most: int | None,
    json_file: Output | None,
) -> None:
    """Find every branch, address and instruction of variable time that depends on a secret.

    PROGRAM is a linked bare-metal program for RV32 or RV64. It runs on Spike from its start; when the entry is called,
    the named variables become secret, and every bit that depends on them is followed through registers and memory. What
    holds for this run holds for all contents of the secrets, with the same public inputs. The tag check of libvambrace
    is public (configs/declassified.toml). Exit status: 0 without findings, 1 with findings, 2 where the program could
    not be analysed.

    \b
    vambrace verify constant-time my.elf --secret key,message
    vambrace verify constant-time my.elf --secret key:16 --entry encrypt_packet --calls 3
    vambrace verify constant-time my.elf --secret @a0:32 --entry derive --variable mul
    vambrace verify constant-time my.elf --secret key --public compare_tags --memory 0x20000000:64K
    """
    from vambrace.analysis import taint, taint_names, taint_report
    from vambrace.analysis.source_lines import SourceLines
    from vambrace.base.progress import doing
    from vambrace.software.toolchain.elf import linked

    with _fails_with_2():
        elf = linked(program)
        named = taint_names.secrets(elf, _words(secrets))
        public = taint_names.public(elf, _words(publics))
        start = taint_names.symbol(elf, entry)
        with doing(f"following {', '.join(secret.name for secret in named)}"):
            report = taint.run(
                elf,
                named,
                start,
                calls=calls,
                public=public,
                timed=(*taint.USUAL_TIMED, *timed),
                memory=memory,
                tohost=elf.symbol("tohost") if "tohost" in elf.names() else 0,
                most=most or taint.MOST,
            )
        if not report.secret:
            raise VambraceError(
                f"no instruction of {program.name} reads a secret: is '{entry}' called, and are the secrets used?"
            )
        if json_file:
            sources = SourceLines(elf.path)
            entries = [taint_report.entry(elf, sources, finding) for finding in report.findings]
            json_file.write(json.dumps(entries, indent=1) + "\n")
        if not stdout_is_taken():
            print("\n".join(taint_report.lines(elf, report)), end="\n" if report.findings else "")
        for name in taint_names.declared(elf):
            say(f"declared public by libvambrace: the result of {name}")
        say(
            f"{_counted(len(report.findings), 'finding')} in {_counted(report.executed, 'instruction')}, of which "
            f"{report.secret:,} on secrets; {_counted(report.calls, 'call')} of {entry}, then: {report.end}"
        )
        sys.exit(1 if report.findings else 0)


@contextmanager
def _fails_with_2() -> Iterator[None]:
    """Let an error have an exit status that differs from that of findings."""
    try:
        yield
    except VambraceError as error:
        error.exit_code = 2
        raise


def _counted(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def _words(values: tuple[str, ...]) -> list[str]:
    return [word for value in values for word in value.split(",") if word]
