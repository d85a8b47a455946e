# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The command `vambrace bench`."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import click

from vambrace import config
from vambrace.base.output import Output
from vambrace.base.progress import doing
from vambrace.cli.options import (
    accesses_option,
    csv_option,
    json_option,
    markdown_option,
    points_for,
    profile_option,
    report,
    scenario_names,
    scenario_option,
    show,
)
from vambrace.results.schema import Json

if TYPE_CHECKING:
    from vambrace.measure.bench import Task


@click.command()
@click.argument("points", nargs=-1, metavar="[POINT]...")
@click.option(
    "--algorithm",
    "-a",
    "algorithms",
    multiple=True,
    metavar="NAME",
    help="Measure this algorithm, kind or pattern, or all (repeatable).",
)
@scenario_option
@json_option
@csv_option
@markdown_option
@click.option("--all", "every", is_flag=True, help="Also show extension sets that an algorithm does not use.")
@profile_option
@accesses_option
@click.option("--peers", "with_peers", is_flag=True, help="Also measure libsodium and Mbed TLS, for comparison.")
@click.option("--peers-cflags", default="", help="More compiler flags for the peers, for example -O3.")
@click.option("--cold", is_flag=True, help="Start each call with empty caches, if the core has caches.")
def bench(
    points: tuple[str, ...],
    algorithms: tuple[str, ...],
    scenarios: tuple[str, ...],
    json_file: Output | None,
    csv_file: Output | None,
    as_markdown: bool,
    every: bool,
    profile: str,
    accesses: str | None,
    with_peers: bool,
    peers_cflags: str,
    cold: bool,
) -> None:
    """Measure the library on acceleration points and compare with published cycles.

    POINT is a point such as ibex-ref/zbkb+xascon, a core, an extension set or an engine, or a pattern such as
    'ibex-*/zkn' or '*'; without one, all points of the Ibex cores except the AES unit and the engine's bus couplings.
    `vambrace points` lists the names. Without -a the four algorithms of the README are measured; NAME is another, a
    kind (aead, cipher, hash), a pattern such as 'aes-*-gcm', or all. Every figure is an exact cycle count of the core's
    RTL, and every measured packet is checked against an independent implementation. Results are cached: only what has
    changed is run again.

    \b
    vambrace bench
    vambrace bench ibex-ref --scenario ipv6 --json results.json
    vambrace bench zbkb+xascon -a ascon-aead128
    vambrace bench ibex-ref --profile size
    vambrace bench ibex-ref -a all
    vambrace bench ibex-ref/zkn -a aes-128-gcm -a 'aes-*-ctr'
    vambrace bench cv32e40x
    vambrace bench 'ibex-ref/engine*'
    vambrace bench rocket --cold
    vambrace bench --peers -a chacha20-poly1305
    """
    chosen = points_for(config.select_points(list(points)), profile, accesses)
    algorithm_names = config.select_algorithms(list(algorithms))
    shapes = scenario_names(scenarios)
    if peers_cflags and not with_peers:
        raise click.UsageError("--peers-cflags is for --peers")
    from vambrace.measure import bench as bench_module
    from vambrace.view import table

    tasks = [
        bench_module.Task(p, config.algorithms()[a], config.scenarios()[s])
        for p in chosen
        for a in algorithm_names
        for s in shapes
    ]
    if with_peers:
        with doing("bringing the sources of other libraries"):
            tasks += bench_module.peer_tasks(chosen, algorithm_names, shapes, tuple(peers_cflags.split()))
    found, failures = measure([replace(t, cold=cold) for t in tasks])
    show(table.grids(found, every), found, as_markdown, json_file, csv_file)
    report(failures)


def measure(tasks: list[Task], kind: str = "bench") -> tuple[list[Json], list[str]]:
    """Return the records of all tasks that can be measured, and what went wrong; shows how far it is."""
    from vambrace.measure import bench as bench_module
    from vambrace.measure import planner
    from vambrace.papers import published

    tasks, left_out = bench_module.measurable(tasks)
    for line in left_out:
        click.echo(f"vambrace: {line}", err=True)
    found, failures = planner.measure(kind, tasks)
    return published.joined(found), failures
