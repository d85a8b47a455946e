# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The command `vambrace faults`."""

from __future__ import annotations

import click

from vambrace.base import extras
from vambrace.base.errors import UsageError, choose
from vambrace.cli.clustered import cluster_options
from vambrace.cli.options import Choice, Results, results_options
from vambrace.measure.kinds.faults import DOUBLE, EVERY, RANDOM, TAGS, USUAL
from vambrace.silicon.openings import LIMIT


@click.command()
@click.argument("blocks", nargs=-1, metavar="[BLOCK]...")
@click.option("--algorithm", "-a", "algorithms", multiple=True, help="Only this algorithm (repeatable; default: all).")
@click.option("--every", is_flag=True, help="Flip every flip-flop in every cycle. [default]")
@click.option("--random", "singles", type=click.IntRange(1, 10_000_000), metavar="N", help="Try N random flips.")
@click.option("--double", "pairs", type=click.IntRange(1, 10_000_000), metavar="N", help="Try N random pairs of flips.")
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True, help="Seed of the random choices.")
@click.option("--tag", type=Choice(TAGS), default=TAGS[0], show_default=True, help="The wrong tag: random or all zero.")
@click.option(
    "--limit",
    type=click.IntRange(200, 1_000_000),
    default=LIMIT,
    show_default=True,
    metavar="CYCLES",
    help="A job that lasts longer has no end.",
)
@results_options()
@cluster_options
def faults(
    blocks: tuple[str, ...],
    algorithms: tuple[str, ...],
    every: bool,
    singles: int | None,
    pairs: int | None,
    seed: int,
    tag: str,
    limit: int,
    results: Results,
) -> None:
    """Inject bit flips into an engine while it opens a message with a wrong tag.

    BLOCK is an engine with a memory port from configs/blocks.toml, or a pattern, which leaves out other blocks. Without
    one: engine and engine-hardened. Each flip is one gate-level simulation of the whole netlist. A flip is unsafe if
    the wrong tag is accepted, or if anything but zeros is written to memory; --json also lists the registers of unsafe
    flips. Takes minutes for each algorithm; Ctrl-C keeps finished work.

    \b
    vambrace faults
    vambrace faults engine-hardened -a ascon-aead128
    vambrace faults engine --random 20000 --json faults.json
    vambrace faults engine-hardened --double 20000 --seed 7
    vambrace faults --cluster slurm --workers 10
    """
    from vambrace.measure import campaigns, planner
    from vambrace.view import faults_table

    if every + bool(singles) + bool(pairs) > 1:
        raise UsageError("--every, --random and --double exclude each other: give one of them")
    choice = RANDOM if singles else DOUBLE if pairs else EVERY
    subjects = campaigns.subjects(list(blocks or USUAL))
    if others := campaigns.left_out(list(blocks)):
        click.echo(f"vambrace: left out, without a campaign: {', '.join(others)}", err=True)
    there = {a for s in subjects for a in campaigns.algorithms(s)}
    wanted = [choose("algorithm", a, sorted(there)) for a in algorithms]
    extras.need("silicon")
    from vambrace.measure import faults as measured

    chosen = {"choice": choice, "count": singles or pairs or 0, "seed": seed}
    tasks = measured.tasks(subjects, wanted, **chosen, tag=tag, limit=limit)
    measurements, failures = planner.measure("faults", tasks)
    results.show(faults_table.grids(measurements), measurements, failures)
