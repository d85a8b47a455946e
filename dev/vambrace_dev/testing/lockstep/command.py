# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""`vambrace-dev test lockstep`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from vambrace.base.errors import choose
from vambrace.cli.clustered import cluster_options
from vambrace_dev.testing.lockstep import target
from vambrace_dev.testing.lockstep.mode import MODES, PLAIN

if TYPE_CHECKING:
    from vambrace_dev.testing.lockstep.compare import Compared

#: The default cores: those whose models build in about a minute.
DEFAULT = ("ibex-ref", "ibex-fast", "cv32e40x")


@click.command("lockstep")
@click.option("--core", "-c", "cores", multiple=True, metavar="CORE", help="Only this core (repeatable).")
@click.option(
    "--instructions",
    "-n",
    type=click.IntRange(1),
    metavar="N",
    default=200_000,
    show_default=True,
    help="Number of instructions to compare, over all cores.",
)
@click.option(
    "--seed",
    type=click.IntRange(0),
    metavar="N",
    default=1,
    show_default=True,
    help="Seed of the first program; the others have the following numbers.",
)
@click.option(
    "--mode",
    type=click.Choice(list(MODES)),
    default=PLAIN.name,
    show_default=True,
    help="Events during the programs:  " + "; ".join(f"{mode.name}: {mode.words}" for mode in MODES.values()) + ".",
)
@click.option(
    "--jobs",
    "-j",
    type=click.IntRange(1, 256),
    metavar="N",
    help="Number of parallel programs. [default: all processors]",
)
@click.option("--rerun", is_flag=True, help="Repeat cached comparisons.")
@cluster_options
def run_lockstep(
    cores: tuple[str, ...], instructions: int, seed: int, mode: str, jobs: int | None, rerun: bool
) -> None:
    """cores compared with Spike on random programs, instruction by instruction

    Ends at the first difference with exit code 1: shows the instructions before it and what both sides do, and keeps
    the program. Resumes an interrupted run; earlier comparisons are counted and reported.

    \b
    vambrace-dev test lockstep                            a short look at Ibex and CV32E40X
    vambrace-dev test lockstep -n 10000000                a long one
    vambrace-dev test lockstep --core ibex-fast --seed 7  one core, from the program of seed 7
    vambrace-dev test lockstep --mode debug               with debug requests and single steps
    vambrace-dev test lockstep -n 10000000 --scheduler tcp://10.0.0.2:8786
    """
    chosen = [choose("core", core, target.names()) for core in cores] or list(DEFAULT)
    from vambrace_dev.testing.lockstep import campaign

    benches = [campaign.of(core, mode) for core in dict.fromkeys(chosen)]
    for core, compared in campaign.run(benches, instructions, seed, jobs or 0, rerun).items():
        print(f"{core}: {describe(compared)}")


def describe(compared: Compared) -> str:
    """Return a description of the comparisons."""
    from vambrace.software.running.simulate import TRAP_CAUSES
    from vambrace_dev.testing.lockstep.compare import DEBUG_MODE

    names = {**TRAP_CAUSES, 8: "environment call of user mode", DEBUG_MODE: "in debug mode"}
    traps = ", ".join(f"{count} {names.get(cause, cause)}" for cause, count in sorted(compared.traps.items()))
    before = f", {compared.before} of them before (--rerun compares them again)" if compared.before else ""
    return (
        f"{compared.retired} instructions as on Spike{before}: {compared.writes} register writes, "
        f"{compared.accesses} bus accesses, {compared.interrupts} interrupts, "
        f"{sum(compared.traps.values())} exceptions ({traps}){_asked_for(compared)}"
    )


def _asked_for(compared: Compared) -> str:
    """Return a description of NMIs and debug mode; empty if there were none."""
    shown = f", {compared.nmis} NMIs" if compared.nmis else ""
    if compared.debugged:
        steps = compared.steps + compared.hidden_steps
        shown += (
            f", debug mode by {compared.requests} requests, {steps} steps and {compared.breaks} ebreaks, "
            f"with {compared.debugged} of the instructions"
        )
    return shown
