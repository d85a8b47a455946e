# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The command `vambrace memory`."""

import click

from vambrace import config
from vambrace.cli.clustered import cluster_options
from vambrace.cli.measured import measured
from vambrace.cli.options import Choice, Results, accesses_option, points_for, results_options


@click.command()
@click.argument("points", nargs=-1, metavar="[POINT]...")
@click.option(
    "--algorithm", "-a", "algorithms", multiple=True, metavar="NAME", help="Measure this algorithm, as for bench."
)
@click.option("--profile", type=Choice(config.PROFILES), help="Only the library optimised for speed or for size.")
@accesses_option
@results_options()
@click.option("--objects", is_flag=True, help="Also show the size of each object file of the library.")
@click.option("--all", "every", is_flag=True, help="Also show extension sets that an algorithm does not use.")
@cluster_options
def memory(
    points: tuple[str, ...],
    algorithms: tuple[str, ...],
    profile: str | None,
    accesses: str | None,
    results: Results,
    objects: bool,
    every: bool,
) -> None:
    """Measure the code size, static data and worst-case stack of the library's calls.

    POINT and -a are as for bench; without POINT, the points of ibex-ref. Code size and static data are the linker's;
    the cycles next to them belong to the same build. The stack is the worst case over all paths through the machine
    code of C and assembly; the frames of C functions are compared with the compiler's report. Then each call runs on
    the core's RTL with a stack filled with a pattern, for short, long and unaligned messages and rejected tags: it must
    not use more than the worst case.

    \b
    vambrace memory
    vambrace memory ibex-ref/none ibex-ref/zkned -a aes-128-ccm --profile size
    vambrace memory ibex-ref/zbkb -a 'ascon-*' --objects
    vambrace memory ibex-ref -a all --json memory.json
    """
    profiles = [profile] if profile else list(config.PROFILES)
    known = config.algorithms()
    some = config.select_points(list(points) or ["ibex-ref"])
    chosen = [p for f in profiles for p in points_for(some, f, accesses)]
    names = config.select_algorithms(list(algorithms))
    from vambrace.measure import memory as memory_module
    from vambrace.measure import planner
    from vambrace.measure.bench import Task
    from vambrace.papers import published
    from vambrace.view.memory_table import grids

    tasks, left_out = memory_module.tasks(chosen, names)
    for line in left_out:
        click.echo(f"vambrace: {line}", err=True)
    tasks = [t for t in tasks if every or t.algorithm.gains_from(t.point.extensions)] or tasks
    measurements, failures = planner.measure("memory", tasks)
    measurements = published.joined(measurements)
    packets, other_failures = measured(
        [Task(t.point, t.algorithm, scenario) for t in tasks for scenario in config.packets().values()]
    )
    shown = every or not any(
        known[r["algorithm"]].gains_from(config.extension_set(r["extensions"])) for r in measurements
    )
    results.show(grids(measurements, packets, shown, objects), measurements, [*failures, *other_failures])
