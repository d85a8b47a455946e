# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The command `vambrace latency`."""

import click

from vambrace.cli.options import Choice, csv_option, json_option, markdown_option, report, show
from vambrace.measure import latency as latency_module


@click.command()
@click.argument("couplings", nargs=-1, metavar="[COUPLING]...")
@click.option(
    "--key-bits",
    multiple=True,
    type=Choice([str(b) for b in latency_module.KEY_BITS]),
    help="Only this key size (repeatable).",
)
@click.option(
    "--rounds",
    multiple=True,
    type=Choice(list(latency_module.ROUNDS)),
    default=["1"],
    show_default=True,
    help="Rounds of AES in a cycle of the engine's core (repeatable); each but 1 needs a model of its own.",
)
@click.option("--caches", multiple=True, type=Choice(latency_module.CACHES), help="Only with such caches (repeatable).")
@click.option(
    "--runs",
    type=click.IntRange(1, latency_module.MOST_RUNS),
    default=latency_module.RUNS,
    show_default=True,
    help="Of each call.",
)
@json_option
@csv_option
@markdown_option
def latency(couplings, key_bits, rounds, caches, runs, json_file, csv_file, as_markdown) -> None:
    """Measure how long FAC-V's calls take on Rocket, compared with published figures.

    COUPLING is none (software), how the engine is reached: engine, engine-port-pio,
    engine-tlul, engine-tlul-pio, or aes-unit; without one, all of them. init, then 16 to 80 bytes
    in AES-ECB, both directions: through the calls of vambrace/facv.h, and by the bare
    commands of a coupling, until the processor may go on and until the result is there.
    Means, with deviation, least and most where runs differ; the result of every run is
    checked. What has not changed is not run again.

    \b
    vambrace latency
    vambrace latency engine engine-port-pio --key-bits 128 --caches warm
    vambrace latency none --runs 1000 --json latency.json
    vambrace latency engine --rounds 1 --rounds 2 --rounds all
    """
    bits = sorted({int(b) for b in key_bits}) or list(latency_module.KEY_BITS)
    states = [c for c in latency_module.CACHES if c in caches or not caches]
    cores = [r for r in latency_module.ROUNDS if r in rounds]
    tasks = latency_module.tasks(list(couplings), bits, cores, states, runs)
    from vambrace.measure import engine as measuring
    from vambrace.papers import published
    from vambrace.view import latency_table

    found, failures = measuring.measure("latency", tasks)
    found = published.joined(found)
    show(latency_table.grids(found), found, as_markdown, json_file, csv_file)
    report(failures)
