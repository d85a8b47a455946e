# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""`vambrace-dev test`: parts of the test suite, and checks with commands of their own."""

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

from vambrace.base import work
from vambrace.base.errors import choose
from vambrace.base.output import Output
from vambrace.cli.clustered import cluster_options
from vambrace.cli.lazy_group import Group
from vambrace.cli.options import FILE, FOLDER, Choice, stdout_is_taken
from vambrace_dev import fuzz_target, testing
from vambrace_dev.testing import shards


class _GroupContext(click.Context):
    """The context of the hidden command for parts, so that messages show the user's command."""

    @property
    def command_path(self) -> str:
        assert self.parent is not None
        return self.parent.command_path


class _RunParts(click.Command):
    context_class = _GroupContext


class _Parts(Group):
    """A group whose first word may also be a part: `vambrace-dev test unit host` runs these parts."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        own = {"--help", "-h", "--list"}
        are_parts = len(args) > 1 and all(word in testing.PARTS for word in args)  # a part may also be a command
        if not args or are_parts or (args[0] not in own and args[0] not in self.commands):
            args = ["parts", *args]
        return super().parse_args(ctx, args)


def _print_parts(ctx: click.Context, _option: click.Option, value: bool) -> None:
    if not value:
        return
    for name, title in testing.PARTS.items():
        print(f"  {name:<9} {title}")
    for name, command in test.commands.items():
        if not command.hidden and name not in testing.PARTS:
            print(f"  {name:<9} {command.get_short_help_str(100)}")
    ctx.exit()


#: Commands with modules of their own, which are loaded on demand.
_COMMANDS = {
    "coverage": (
        "vambrace_dev.testing.coverage.command:run_coverage",
        "measure how much of the sources the tests reach",
    ),
    "lockstep": ("vambrace_dev.testing.lockstep.command:run_lockstep", "compare cores with Spike on random programs"),
}


@click.group(cls=_Parts, subcommand_metavar="[PART]... | COMMAND [OPTIONS]", table=_COMMANDS)
@click.option(
    "--list", is_flag=True, is_eager=True, expose_value=False, callback=_print_parts, help="List parts and commands."
)
def test() -> None:
    """Run the project's tests, or parts of them. Needs a source checkout.

    \b
    vambrace-dev test                            the tests that every change must pass
    vambrace-dev test all                        also the long tests
    vambrace-dev test unit host                  two parts
    vambrace-dev test --rerun                    also what is unchanged since it passed
    vambrace-dev test --list
    vambrace-dev test proofs --proof engine      one proof, with its counterexample if it fails
    vambrace-dev test fuzz --time 600 --jobs 2   ten minutes, all algorithms
    vambrace-dev test lockstep --core ibex-ref   a core compared with Spike
    vambrace-dev test mutants c rtl              which of the listed defects the tests find
    vambrace-dev test coverage library           coverage of the library's C
    """


_cost = click.option(
    "--cost",
    type=FILE,
    metavar="FILE",
    help="Write the processor time of each test to FILE; print it with `python -m tests.cost FILE`.",
)


class _Shard(click.ParamType):  # type: ignore[type-arg]  # which older versions of click lack
    """A shard, K/N."""

    name = "K/N"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        try:
            shards.parsed(value)
        except ValueError as error:
            self.fail(str(error), param, ctx)
        return value


@contextmanager
def _cost_file(cost: Output | None) -> Iterator[Path | None]:
    if cost is None:
        yield None
    else:
        with cost.written_by_tool() as file:
            file.write_text("")
            yield file


@test.command("parts", hidden=True, cls=_RunParts)
@click.argument("parts", nargs=-1, metavar="[PART]...")
@click.option("--rerun", is_flag=True, help="Also run test files that are unchanged since they passed.")
@_cost
def run_parts(parts: tuple[str, ...], rerun: bool, cost: Output | None) -> None:
    """Run some parts, or all if none is named, except for test files that are unchanged since they passed. With the
    variable CI set, all test files run.
    """
    from vambrace_dev.testing import changed

    names = [name for name in [*testing.PARTS, *test.list_commands(click.get_current_context())] if name != "parts"]
    chosen = [choose("part", p, names) for p in parts]
    if others := [name for name in chosen if name not in testing.PARTS]:
        raise click.UsageError(f"'{others[0]}' runs alone: `vambrace-dev test {others[0]}`")
    with _cost_file(cost) as file:
        code = changed.run(chosen, rerun, file)
    sys.exit(code)


@test.command("all")
@click.argument("parts", nargs=-1, metavar="[PART]...")
@click.option("--list", "listing", is_flag=True, help="List the long tests, with reasons.")
@click.option("--last", is_flag=True, help="Print the recorded long run: date, commit and counts of each part.")
@click.option("--rerun", is_flag=True, help="Run tests again that passed before with these sources.")
@click.option(
    "--record",
    type=FILE,
    metavar="FILE",
    help="Write date, commit and counts of each part to FILE (JSON) when it ends; entries of other parts are kept.",
)
@click.option("--shard", type=_Shard(), help="Run the K-th of N shards, such as 2/5; other machines run the others.")
@_cost
@cluster_options
def run_all(
    parts: tuple[str, ...],
    listing: bool,
    last: bool,
    rerun: bool,
    record: Output | None,
    shard: str | None,
    cost: Output | None,
) -> None:
    """run every test, including the long ones

    Runs part by part. An interrupted run resumes when the command is repeated, unless a file of the checkout changed.

    \b
    vambrace-dev test all --list                 the tests that `vambrace-dev test` omits, and why
    vambrace-dev test all --last                 the recorded long run
    vambrace-dev test all rtl                    one part
    vambrace-dev test all --record tests.json
    vambrace-dev test all --shard 2/5            the second of five shards
    vambrace-dev test all --cluster slurm --workers 40
    """
    from vambrace_dev.testing import everything

    if shard and record is not None:
        raise click.UsageError("--record with --shard: a shard is not a whole run")
    if cost is not None and work.executor() is not work.HERE:
        raise click.UsageError("--cost with --scheduler or --cluster: it counts the processor time of this computer")
    chosen = [choose("part", p, testing.PARTS) for p in parts]
    if listing:
        print("\n".join(["| file | tests | only in the long run because |", "| :-- | --: | :-- |"]))
        for name, number, reason in everything.reasons(chosen):
            print(f"| {name} | {number:,} | {reason} |")
        return
    if last:
        results = everything.recorded(everything.LAST)
        print(
            "\n".join(
                everything.lines({part: result for part, result in results.items() if part in (chosen or results)})
            )
        )
        return
    earlier = everything.recorded(record.path) if record is not None and record.is_replaced else {}

    def ended(part: str, result: dict[str, Any]) -> None:
        earlier[part] = result
        if record is not None:
            record.write(json.dumps(earlier, indent=1) + "\n")

    with _cost_file(cost) as file:
        code, results = everything.run(chosen, rerun, file, ended, record.path if record is not None else None, shard)
    if not stdout_is_taken():
        print("\n".join(everything.lines(results)))
    sys.exit(code)


@test.command("proofs")
@click.option(
    "--proof", "proofs", multiple=True, metavar="NAME", help="Only this proof (repeatable), without seeded defects."
)
@click.option("--certificates", is_flag=True, help="Check each proof by a second solver, CaDiCaL.")
@click.option("--defects", is_flag=True, help="Seed every defect instead, and show which property each violates.")
@click.option(
    "--sby",
    "folder",
    type=FOLDER,
    metavar="DIR",
    help="Instead write the proofs to DIR, for SymbiYosys.",
)
@cluster_options
def run_proofs(proofs: tuple[str, ...], certificates: bool, defects: bool, folder: Path | None) -> None:
    """prove properties of the RTL, and check that the proofs catch seeded defects

    Prints a table of the properties. Only what has changed is proved again.

    \b
    vambrace-dev test proofs                                every proof, then the tests of the proofs
    vambrace-dev test proofs --proof engine                 one proof
    vambrace-dev test proofs --proof engine --defects       the defects that it catches
    vambrace-dev test proofs --cluster local --workers 2    on workers of Dask
    """
    from vambrace_dev.proofs import command as proofs_command

    if defects:
        sys.exit(proofs_command.run_defects(list(proofs)))
    if folder is not None:
        return proofs_command.write(list(proofs), folder)
    code = proofs_command.run(list(proofs), certificates)
    sys.exit(code or (0 if proofs else testing.run(["proofs"])))


@test.command("fuzz")
@click.option(
    "--time", "seconds", type=click.IntRange(1), metavar="SECONDS", default=60, show_default=True, help="Duration."
)
@click.option("--algorithm", "-a", "algorithms", multiple=True, help="Fuzz only this algorithm (repeatable).")
@click.option("--jobs", type=click.IntRange(1, 256), default=1, show_default=True, help="Number of parallel processes.")
@click.option(
    "--sanitizer",
    type=Choice(list(fuzz_target.SANITIZERS)),
    default="address",
    help="Sanitizer to use. [default: address, with undefined behaviour]",
)
@click.option(
    "--replay",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Replay this one input and print every call.",
)
def run_fuzz(seconds: int, algorithms: tuple[str, ...], jobs: int, sanitizer: str, replay: Path | None) -> None:
    """fuzz libvambrace's API under sanitizers, for --time seconds

    Checks the contract of every call. Keeps the inputs that reach new code, and starts from them the next time.

    \b
    vambrace-dev test fuzz --time 600 --jobs 2   ten minutes, all algorithms
    vambrace-dev test fuzz -a aes-128-gcm -a ascon-128 --sanitizer memory
    """
    from vambrace import config
    from vambrace_dev import fuzz

    names = [choose("algorithm", a, config.algorithms()) for a in algorithms if a != "all"]

    if replay:
        sys.exit(fuzz.replay(replay, sanitizer))
    counts = fuzz.campaign(seconds, names, jobs, sanitizer)
    print(f"fuzz: nothing found in {counts}")


@test.command("mutants")
@click.argument("parts", nargs=-1, metavar="[PART]...")
@click.option("--only", "ids", multiple=True, metavar="ID", help="Run only this mutant (repeatable).")
@click.option("--jobs", type=click.IntRange(1, 64), default=1, show_default=True, help="Number of parallel mutants.")
@click.option("--rerun", is_flag=True, help="Run mutants again that have a cached verdict.")
@click.option("--list", "only_list", is_flag=True, help="List the mutants without running them.")
@click.option("--json", "json_file", type=FILE, help="Write the verdict of each mutant as JSON.")
@cluster_options
def run_mutants(
    parts: tuple[str, ...], ids: tuple[str, ...], jobs: int, rerun: bool, only_list: bool, json_file: Output | None
) -> None:
    """seed defects in all sources, and check that the tests find them

    PART is python, c, assembly or rtl. Each defect of the list (tests/mutants) is seeded in a copy of the tree.
    Verdicts are cached: an interrupted run resumes, and only what has changed is run again. Exit code 1 if a mutant
    survives without an explanation in the list. On a cluster each worker judges one at a time; --jobs is for this
    computer.
    """
    from vambrace_dev.testing.mutants import command, plan

    chosen = plan.select(parts, ids)
    if only_list:
        command.show_list(chosen)
        return
    verdicts = command.run(chosen, jobs, json_file, rerun)
    sys.exit(1 if command.unexplained(chosen, verdicts) else 0)
