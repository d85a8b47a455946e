# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The command `vambrace latency`."""

import click

from vambrace.cli.clustered import cluster_options
from vambrace.cli.options import Choice, Results, results_options
from vambrace.measure import latency as latency_module


@click.command()
@click.argument("couplings", nargs=-1, metavar="[COUPLING]...")
@click.option(
    "--key-bits",
    multiple=True,
    type=Choice([str(b) for b in latency_module.KEY_BITS]),
    help="Measure only this key size (repeatable).",
)
@click.option(
    "--rounds",
    multiple=True,
    type=Choice(list(latency_module.ROUNDS)),
    default=["1"],
    show_default=True,
    help="AES rounds per cycle of the engine's AES core (repeatable); each value except 1 needs its own model.",
)
@click.option(
    "--caches",
    multiple=True,
    type=Choice(latency_module.CACHES),
    help="Measure only with warm or cold caches (repeatable).",
)
@click.option(
    "--runs",
    type=click.IntRange(1, latency_module.MOST_RUNS),
    default=latency_module.RUNS,
    show_default=True,
    help="Number of runs of each call.",
)
@results_options()
@cluster_options
def latency(
    couplings: tuple[str, ...],
    key_bits: tuple[str, ...],
    rounds: tuple[str, ...],
    caches: tuple[str, ...],
    runs: int,
    results: Results,
) -> None:
    """Measure the latency of FAC-V's calls on Rocket, compared with published figures.

    COUPLING is none (software), an engine's coupling (engine, engine-port-pio, engine-tlul, engine-tlul-pio), or an
    AES unit (aes-unit, aes-128-unit-port-pio, ...); without one, all of them. Measures init, and 16 to 80 bytes of
    AES-ECB in both directions: by a C call for each block, as published; by calls with contexts and checks; and by the
    bare commands of a coupling; until the processor can continue and until the result is available. Prints means, with
    standard deviation, minimum and maximum where runs differ; the result of every run is checked. Only what has changed
    is run again.

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
    from vambrace.measure import planner
    from vambrace.papers import published
    from vambrace.view import latency_table

    measurements, failures = planner.measure("latency", tasks)
    measurements = published.joined(measurements)
    results.show(latency_table.grids(measurements), measurements, failures)
