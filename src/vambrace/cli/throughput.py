# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The command `vambrace throughput`."""

import click
from click.core import ParameterSource

from vambrace import config
from vambrace.base.errors import UsageError
from vambrace.base.output import Output
from vambrace.cli import bench as bench_command
from vambrace.cli.options import (
    Number,
    accesses_option,
    csv_option,
    json_option,
    markdown_option,
    points_for,
    report,
    show,
)


@click.command()
@click.argument("points", nargs=-1, metavar="[POINT]...")
@click.option(
    "--algorithm", "-a", "algorithms", multiple=True, metavar="NAME", help="Measure this algorithm, as for bench."
)
@click.option(
    "--size", "sizes", multiple=True, type=click.IntRange(0, 1 << 20), help="Message length in bytes (repeatable)."
)
@click.option(
    "--block", "blocks", multiple=True, metavar="BLOCK", help="Measure this cipher core by itself (repeatable)."
)
@click.option(
    "--clock",
    type=Number(min=0, min_open=True),
    default=65.0,
    show_default=True,
    metavar="MHZ",
    help="State Mbit/s of --block at this clock.",
)
@json_option
@csv_option
@markdown_option
@accesses_option
def throughput(
    points: tuple[str, ...],
    algorithms: tuple[str, ...],
    sizes: tuple[int, ...],
    blocks: tuple[str, ...],
    clock: float,
    json_file: Output | None,
    csv_file: Output | None,
    as_markdown: bool,
    accesses: str | None,
) -> None:
    """Measure cycles by message length, from 0 bytes to 64 KiB.

    POINT and -a are as for bench. Without POINT: plain software, the best extensions and every engine on each core. A
    second table compares engines with a memory port to their lower bound: the cycles of the cipher unit, or those of
    the words through the port. AES-CCM uses the longest nonce that all lengths allow.

    BLOCK is an AES core, an Ascon unit or the ChaCha20-Poly1305 unit of configs/blocks.toml, or a pattern: it is
    simulated without a processor, and its results are checked. An AES core takes a message of 16 bytes, a unit one of
    192, unless --size says otherwise.

    \b
    vambrace throughput
    vambrace throughput ibex-ref/none ibex-ref/engine -a ascon-aead128
    vambrace throughput ibex-ref -a chacha20-poly1305 --size 1500 --size 9000
    vambrace throughput --block 'aes-128*' --clock 100
    """
    given = click.get_current_context().get_parameter_source("clock")
    if given is not ParameterSource.DEFAULT and not blocks:
        raise UsageError("--clock is for --block")
    if blocks:
        if points or accesses:
            raise UsageError("--block is of no point: leave out POINT and --accesses")
        return _of_blocks(blocks, algorithms, sizes, clock, json_file, csv_file, as_markdown)
    chosen = config.select_points(list(points)) if points else []
    from vambrace.measure import throughput as throughput_module
    from vambrace.view import throughput_table

    lengths = sorted(set(sizes)) or list(throughput_module.SIZES)
    tasks = []
    for name in config.select_algorithms(list(algorithms)):
        algorithm = config.algorithms()[name]
        some = chosen or throughput_module.default_points(algorithm)
        tasks += throughput_module.tasks(points_for(some, accesses=accesses), algorithm, lengths)
    found, failures = bench_command.measure(tasks, "throughput")
    show(throughput_table.grids(found), found, as_markdown, json_file, csv_file)
    report(failures)


def _of_blocks(
    blocks: tuple[str, ...],
    algorithms: tuple[str, ...],
    sizes: tuple[int, ...],
    clock: float,
    json_file: Output | None,
    csv_file: Output | None,
    as_markdown: bool,
) -> None:
    from vambrace.measure import block as measured
    from vambrace.measure import planner
    from vambrace.view import blocks_table

    wanted = config.select_algorithms(list(algorithms)) if algorithms else []
    lengths = sorted(set(sizes))
    tasks = measured.tasks(blocks, wanted, lengths, clock)
    found, failures = planner.measure("block", tasks)
    show(blocks_table.grids(found), found, as_markdown, json_file, csv_file)
    report(failures)
