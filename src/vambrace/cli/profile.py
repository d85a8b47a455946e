# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The command `vambrace profile`."""

import click

from vambrace import config
from vambrace.base.errors import choose
from vambrace.base.output import Output
from vambrace.cli.options import (
    accesses_option,
    csv_option,
    json_option,
    points_for,
    profile_option,
    report,
    stdout_is_taken,
    write_records,
)


@click.command()
@click.argument("algorithm", metavar="ALGORITHM")
@click.option(
    "--point", "point_name", required=True, metavar="POINT", help="Run on this point, for example ibex-ref/zbkb."
)
@click.option(
    "--scenario", "-s", default="ipv6", show_default=True, help="Lengths of the message and placement of its buffers."
)
@click.option(
    "--operation", "-o", help="Profile this operation: seal (default) or open; encrypt (default) or decrypt; hash."
)
@click.option(
    "--kernel", "of_kernel", is_flag=True, help="Show only the operation that is applied to each block, by its parts."
)
@json_option
@csv_option
@profile_option
@accesses_option
def profile(
    algorithm: str,
    point_name: str,
    scenario: str,
    operation: str | None,
    of_kernel: bool,
    json_file: Output | None,
    csv_file: Output | None,
    profile: str,
    accesses: str | None,
) -> None:
    """Show where the cycles of one call go, step by step.

    Shows instructions and cycles of each step of libvambrace's kernels, compared with the lower bound from
    configs/steps.toml; then the cost of a byte and of an empty message. Key set-up is listed separately. --kernel shows
    what papers call the core operation: Ascon's permutation for one block, AES of one block.

    \b
    vambrace profile ascon-aead128 --point ibex-ref/zbkb
    vambrace profile aes-128-ccm --point ibex-ref/zkned --scenario zigbee --operation open
    vambrace profile chacha20-poly1305 --point ibex-ref/none --json profile.json
    vambrace profile ascon-128 --point ibex-ref/xascon --kernel
    """
    known = config.algorithms()[choose("algorithm", algorithm, config.algorithms())]
    shape = config.scenarios()[choose("scenario", scenario, config.scenarios())]
    operation = choose("operation", operation or known.operations[0], known.operations)
    (point,) = points_for([config.point(point_name)], profile, accesses)
    from vambrace.analysis import kernels
    from vambrace.analysis import profile as profiles
    from vambrace.measure import bench, planner
    from vambrace.measure.profile import Task

    written, failures = planner.measure(
        "kernel" if of_kernel else "profile", [Task(bench.Task(point, known, shape), operation)]
    )
    report(failures)
    measured = profiles.measure(known, point, shape, operation)
    if not stdout_is_taken():
        print(f"{known.title}, {operation}, on {point.name}")
        if of_kernel:
            print("\n".join(kernels.lines(kernels.title(algorithm), kernels.parts(algorithm, measured.steps))))
        else:
            print("\n".join(profiles.lines(measured, known, shape)))
    write_records(written, json_file, csv_file)
