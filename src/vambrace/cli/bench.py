# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The command `vambrace bench`."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click
from click.core import ParameterSource

from vambrace import config
from vambrace.base import work
from vambrace.base.errors import UsageError, choose
from vambrace.base.grid import Grid
from vambrace.base.progress import doing
from vambrace.cli import by_length, by_offset
from vambrace.cli.clustered import cluster_options
from vambrace.cli.measured import measured
from vambrace.cli.options import (
    Choice,
    Number,
    Results,
    accesses_option,
    points_for,
    profile_option,
    results_options,
)
from vambrace.config import own
from vambrace.results.schema import Json

if TYPE_CHECKING:
    from vambrace.measure.bench import Task

PACKET, LENGTH, OFFSET = AXES = ("packet", "length", "offset")

#: Options that only some axes support, by parameter: the axes of each.
_ONLY = {
    "scenarios": (PACKET, OFFSET),
    "every": (PACKET,),
    "profile": (PACKET,),
    "with_peers": (PACKET, OFFSET),
    "peers_cflags": (PACKET,),
    "orders": (PACKET,),
    "with_files": (PACKET,),
    "cold": (PACKET,),
    "sizes": (LENGTH,),
    "blocks": (LENGTH,),
    "clock": (LENGTH,),
}


def _check_options(ctx: click.Context, axis: str) -> None:
    """Fail if an option was given that this axis does not support."""
    for option in ctx.command.params:
        axes = _ONLY.get(option.name or "", AXES)
        if axis not in axes and ctx.get_parameter_source(option.name or "") is not ParameterSource.DEFAULT:
            raise UsageError(f"{option.opts[0]} is for --by {' or '.join(axes)}")


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
@click.option(
    "--scenario",
    "-s",
    "scenarios",
    multiple=True,
    metavar="NAME",
    help="Measure only this scenario, or this frame of a protocol (repeatable).",
)
@results_options()
@click.option("--all", "every", is_flag=True, help="Also show extension sets that an algorithm does not use.")
@profile_option
@accesses_option
@click.option(
    "--peers",
    "with_peers",
    is_flag=False,
    flag_value="",
    default=None,
    metavar="[DIR]",
    help="Also measure libsodium and Mbed TLS, for comparison, and the checkouts of peers in a folder.",
)
@click.option("--peers-cflags", default="", help="More compiler flags for the peers, for example -O3.")
@click.option(
    "--orders",
    type=click.IntRange(2, 64),
    metavar="N",
    help="Also link the library's objects in N orders, and show the range of its cycles.",
)
@click.option(
    "--with",
    "with_files",
    multiple=True,
    metavar="FILE",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Also measure the software of your own that this file describes (repeatable).",
)
@click.option("--cold", is_flag=True, help="Start each call with empty caches, if the core has caches.")
@click.option(
    "--by",
    "axis",
    type=Choice(AXES),
    default=PACKET,
    show_default=True,
    help="Measure packets, message lengths or buffer offsets.",
    metavar="AXIS",
)
@click.option(
    "--size",
    "sizes",
    multiple=True,
    type=click.IntRange(0, 1 << 20),
    help="With --by length: a message length in bytes (repeatable).",
)
@click.option(
    "--block",
    "blocks",
    multiple=True,
    metavar="BLOCK",
    help="With --by length: measure this cipher core by itself (repeatable).",
)
@click.option(
    "--clock",
    type=Number(min=0, min_open=True),
    default=65.0,
    show_default=True,
    metavar="MHZ",
    help="State Mbit/s of --block at this clock.",
)
@cluster_options
def bench(
    points: tuple[str, ...],
    algorithms: tuple[str, ...],
    scenarios: tuple[str, ...],
    results: Results,
    every: bool,
    profile: str,
    accesses: str | None,
    with_peers: str | None,
    peers_cflags: str,
    orders: int | None,
    with_files: tuple[Path, ...],
    cold: bool,
    axis: str,
    sizes: tuple[int, ...],
    blocks: tuple[str, ...],
    clock: float,
) -> None:
    """Measure the library on acceleration points and compare with published cycles.

    POINT is a point such as ibex-ref/zbkb+xascon, a core, an extension set or an engine, or a pattern such as
    'ibex-*/zkned' or '*'; without one, all points of the Ibex cores except the AES unit and the engine's bus couplings.
    `vambrace points` lists the names. Without -a the four algorithms of the README are measured; NAME is another, a
    kind (aead, cipher, hash), a pattern such as 'aes-*-gcm', or all. Every figure is an exact cycle count of the core's
    RTL, and every measured packet is checked against an independent implementation. Results are cached: only what has
    changed is run again.

    -s also takes frames of protocols, which the functions of vambrace/frames protect and unprotect in place:
    ieee802154-level5, ieee802154-level7, zigbee-nwk, ble, ble-251, lorawan, oscore, dtls12-ccm8, dtls12-ccm,
    dtls12-gcm, dtls12-chacha20, dtls13-ccm, dtls13-gcm, dtls13-chacha20. A frame has its algorithm: without -a.

    AXIS is packet: the packets of the papers. Or length: messages of 0 bytes to 64 KiB; without POINT plain software,
    the best extensions and every engine on each core. A second table compares engines with a memory port to their lower
    bound: the cycles of the cipher unit, or those of the words through the port. BLOCK is an AES core, an Ascon unit or
    the ChaCha20-Poly1305 unit of configs/blocks.toml, or a pattern: it is simulated without a processor. Or offset:
    input, output and associated data are placed 1, 2 and 3 bytes after a word boundary, each alone and all together.

    \b
    vambrace bench
    vambrace bench ibex-ref --scenario ipv6 --json results.json
    vambrace bench zbkb+xascon -a ascon-aead128
    vambrace bench ibex-ref --profile size
    vambrace bench ibex-ref -a all
    vambrace bench ibex-ref/zkned -a aes-128-gcm -a 'aes-*-ctr'
    vambrace bench cv32e40x
    vambrace bench 'ibex-ref/engine*'
    vambrace bench ibex-ref/none ibex-ref/engine -s ble -s dtls12-ccm8
    vambrace bench rocket --cold
    vambrace bench --peers -a chacha20-poly1305
    vambrace bench ibex-ref/zbkb --peers --orders 8 -a chacha20-poly1305
    vambrace bench ibex-ref --with mylib.toml
    vambrace bench ibex-ref --peers checkouts -a chacha20-poly1305
    vambrace bench --by length ibex-ref -a chacha20-poly1305 --size 1500 --size 9000
    vambrace bench --by length --block 'aes-128*' --clock 100
    vambrace bench --by offset ibex-ref/zbkb -a ascon-aead128 -s zigbee
    vambrace bench 'ibex-*' -a all --cluster slurm --workers 20
    """
    ctx = click.get_current_context()
    _check_options(ctx, axis)
    if axis == LENGTH:
        if not blocks and ctx.get_parameter_source("clock") is not ParameterSource.DEFAULT:
            raise UsageError("--clock is for --block")
        if blocks and accesses:
            raise UsageError("--block needs no point: omit --accesses")
        if blocks:
            grids, measurements, failures = by_length.of_blocks(blocks, points, algorithms, sizes, clock)
        else:
            grids, measurements, failures = by_length.of_points(points, algorithms, sizes, accesses)
    elif axis == OFFSET:
        if with_peers:
            raise UsageError("--peers DIR is for --by packet")
        grids, measurements, failures = by_offset.of_points(
            points, algorithms, scenarios, accesses, with_peers is not None
        )
    else:
        grids, measurements, failures = _of_packets(
            points, algorithms, scenarios, every, profile, accesses, with_peers, peers_cflags, with_files, cold, orders
        )
    results.show(grids, measurements, failures)


def _own(files: tuple[Path, ...], checkouts: str | None) -> tuple[list[config.Peer], list[config.Peer]]:
    """Return the user's own software that files describe, and the peers in a folder of checkouts; UsageError for a name
    in two of them.
    """
    peers: list[config.Peer] = []
    there = own.checkouts(Path(checkouts)) if checkouts else []
    for file in files:
        some = own.read(file)
        if some[0].name in {peer.name for peer in [*peers, *there]}:
            raise UsageError(f"{file}: the name '{some[0].name}' is in another --with file: choose another")
        peers += some
    if (peers or there) and not isinstance(work.executor(), work.Here):
        option = "--with" if peers else "--peers DIR"
        raise UsageError(f"{option} measures on this computer: omit --cluster and --scheduler")
    return peers, there


def _of_packets(
    points: tuple[str, ...],
    algorithms: tuple[str, ...],
    scenarios: tuple[str, ...],
    every: bool,
    profile: str,
    accesses: str | None,
    with_peers: str | None,
    peers_cflags: str,
    with_files: tuple[Path, ...],
    cold: bool,
    orders: int | None,
) -> tuple[list[Grid], list[Json], list[str]]:
    chosen = points_for(config.select_points(list(points)), profile, accesses)
    shapes, frames = _scenarios(scenarios)
    if frames and not shapes:
        given = {"-a": algorithms, "--peers": with_peers is not None, "--with": with_files, "--orders": orders}
        if wrong := [option for option, value in given.items() if value]:
            raise UsageError(f"{wrong[0]} is for scenarios, not for frames of protocols: {', '.join(frames)}")
        return _of_frames(chosen, frames, every, cold)
    mine, checkouts = _own(with_files, with_peers)
    named = list(algorithms)
    if mine and not named and with_peers is None:  # what it has
        named = list(dict.fromkeys(a for peer in mine for a in peer.algorithms))
    algorithm_names = config.select_algorithms(named)
    if peers_cflags and with_peers is None:
        raise click.UsageError("--peers-cflags is for --peers")
    from vambrace.measure import bench as bench_module
    from vambrace.view import bench_table

    tasks = [
        bench_module.Task(p, config.algorithms()[a], config.scenarios()[s])
        for p in chosen
        for a in algorithm_names
        for s in shapes
    ]
    if with_peers is not None:
        tasks += bench_module.checkout_tasks(chosen, algorithm_names, shapes, checkouts)
        with doing("downloading the sources of other libraries"):
            tasks += bench_module.peer_tasks(
                chosen, algorithm_names, shapes, tuple(peers_cflags.split()), bool(checkouts)
            )
    if mine:
        tasks += bench_module.own_tasks(chosen, algorithm_names, shapes, mine)
    tasks = [replace(t, cold=cold) for t in tasks]
    measurements, failures = measured(tasks)
    grids = list(bench_table.grids(measurements, every))
    if orders:
        more, failed = _by_order(tasks, orders, measurements, every)
        grids, failures = grids + more, failures + failed
    if frames:
        tables, others, failed = _of_frames(chosen, frames, every, cold)
        grids, measurements, failures = grids + tables, measurements + others, failures + failed
    return grids, measurements, failures


def _scenarios(asked: tuple[str, ...]) -> tuple[list[str], list[str]]:
    """Return the requested scenarios and the requested frames; all scenarios if nothing is requested."""
    known, frames = config.scenarios(), config.frames()
    names = [choose("scenario", name, [*known, *frames]) for name in asked] or list(known)
    return [name for name in names if name in known], [name for name in names if name in frames]


def _of_frames(
    points: list[config.Point], frames: list[str], every: bool, cold: bool
) -> tuple[list[Grid], list[Json], list[str]]:
    """Measure frames of protocols."""
    from vambrace.measure import frame as frame_module
    from vambrace.measure import planner
    from vambrace.view import frame_table

    tasks, left_out = frame_module.measurable(frame_module.tasks(points, frames))
    for line in left_out:
        click.echo(f"vambrace: {line}", err=True)
    measurements, failures = planner.measure("frame", [replace(t, cold=cold) for t in tasks])
    return list(frame_table.grids(measurements, every)), measurements, failures


def _by_order(tasks: list[Task], orders: int, measurements: list[Json], every: bool) -> tuple[list[Grid], list[str]]:
    from vambrace.measure import bench as bench_module
    from vambrace.measure import link_orders
    from vambrace.view import order_table

    possible, _ = bench_module.measurable(tasks)
    shown = [t for t in possible if every or t.algorithm.gains_from(t.point.extensions)]
    ranges, failures = link_orders.ranges(shown, orders)
    return list(order_table.grids(ranges, measurements)), failures
