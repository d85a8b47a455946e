# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The command `vambrace alignment`."""

import click

from vambrace import config
from vambrace.base.errors import UsageError
from vambrace.base.output import Output
from vambrace.base.progress import doing
from vambrace.cli import bench as bench_command
from vambrace.cli.options import (
    accesses_option,
    csv_option,
    json_option,
    markdown_option,
    points_for,
    report,
    scenario_names,
    scenario_option,
    show,
)


@click.command()
@click.argument("points", nargs=-1, metavar="[POINT]...")
@click.option(
    "--algorithm", "-a", "algorithms", multiple=True, metavar="NAME", help="Measure this algorithm, as for bench."
)
@scenario_option
@json_option
@csv_option
@markdown_option
@click.option("--all", "every", is_flag=True, help="Measure every algorithm.")
@accesses_option
@click.option("--peers", "with_peers", is_flag=True, help="Also measure libsodium and Mbed TLS.")
def alignment(
    points: tuple[str, ...],
    algorithms: tuple[str, ...],
    scenarios: tuple[str, ...],
    json_file: Output | None,
    csv_file: Output | None,
    as_markdown: bool,
    every: bool,
    accesses: str | None,
    with_peers: bool,
) -> None:
    """Measure cycles by the alignment of input, output and associated data.

    Each buffer alone, and all of them together, are placed 1, 2 and 3 bytes after a word boundary. POINT and -a are as
    for bench; without POINT, the points of ibex-ref. Keys, nonces and tags are aligned. The column for offset 0 shows
    what bench measures. The first table has a row for each call with its worst offsets; the others have every offset.

    \b
    vambrace alignment
    vambrace alignment --all --scenario zigbee
    vambrace alignment ibex-ref/none ibex-ref/zbkb -a chacha20-poly1305 -s zigbee
    vambrace alignment ibex-ref/zbkb -a ascon-aead128 --accesses aligned
    vambrace alignment ibex-ref/none -a chacha20-poly1305 --peers
    vambrace alignment ibex-ref/engine -a ascon-aead128 --json alignment.json
    """
    if every and algorithms:
        raise UsageError("--all is every algorithm: give it, or -a")
    chosen = points_for(config.select_points(list(points) or ["ibex-ref"]), accesses=accesses)
    names = config.select_algorithms(["all"] if every else list(algorithms))
    shapes = scenario_names(scenarios, config.packets())
    if framed := [s for s in shapes if config.scenarios()[s].frame]:
        raise UsageError(f"{framed[0]} says itself where its buffers lie; use {' or '.join(config.packets())}")
    from vambrace.measure import alignment as measuring
    from vambrace.view import alignment_table

    known = config.algorithms()
    tasks = []
    for name in names:
        changing = [p for p in chosen if known[name].gains_from(p.extensions)]
        tasks += measuring.tasks(changing, [name], [config.scenarios()[s] for s in shapes])
    if with_peers:
        with doing("bringing the sources of other libraries"):
            tasks += measuring.peer_tasks(chosen, names, shapes)
    found, failures = bench_command.measure(tasks, "alignment")
    show(alignment_table.grids(found), found, as_markdown, json_file, csv_file)
    report(failures)
